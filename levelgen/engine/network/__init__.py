"""The planner of networks: boards whose ways run through matching sides, such as roads."""
