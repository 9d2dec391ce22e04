"""Pictures and replays of levels."""
