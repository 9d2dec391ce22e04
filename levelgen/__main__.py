"""`python -m levelgen`: the same as the console script `levelgen`."""

from __future__ import annotations

from levelgen.cli import main

if __name__ == "__main__":
    main()
