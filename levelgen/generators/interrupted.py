"""What Ctrl-C leaves of a search."""

from __future__ import annotations

from levelgen.schema.level import Level


class Interrupted(KeyboardInterrupt):
    """The keyboard ended a search; `level` is its best board so far, `unknown` as a rule.

    Not a LevelgenError: who does not ask for it is ended by it, as by any KeyboardInterrupt.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        super().__init__()
