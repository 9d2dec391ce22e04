"""One module for each section of the results; each has `run(options)` and gives Markdown."""
