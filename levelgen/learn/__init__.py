"""Rules and patterns from sample maps and pictures."""

from levelgen.learn.adjacency import learn_adjacency
from levelgen.learn.lint import Lint, lint
from levelgen.learn.patterns import Patterns, learn_patterns, patterns_of
from levelgen.learn.samples import as_maps, read_maps
from levelgen.learn.windows import board_of, pattern_domains, windows_outside

__all__ = [
    "Lint",
    "Patterns",
    "as_maps",
    "board_of",
    "learn_adjacency",
    "learn_patterns",
    "lint",
    "pattern_domains",
    "patterns_of",
    "read_maps",
    "windows_outside",
]
