"""The compiled kernel; `levelgen.engine.native` wraps it. Bytes hold native-order words.

`domains` may hold one domain that all cells share.
"""

from typing import Any

COUNTERS: list[str]

class Kernel:
    def __init__(self, weights: bytes, shift: int, masks: bytes) -> None: ...
    def sample(
        self,
        rows: int,
        cols: int,
        domains: bytes,
        exists: bytes | None,
        wrap_rows: bool,
        wrap_cols: bool,
        weights: bytes | None,
        shift: int,
        field: bytes | None,
        prefer: bytes | None,
        runs: list[tuple[bytes, int]],
        state: int,
        budget: int,
        record: bool,
    ) -> tuple[int, list[int], int, int, int, int, int, int, bytes | None]: ...
    def narrowed(
        self,
        rows: int,
        cols: int,
        domains: bytes,
        exists: bytes | None,
        wrap_rows: bool,
        wrap_cols: bool,
        runs: list[tuple[bytes, int]],
    ) -> bytes: ...
    def construct(
        self,
        rows: int,
        cols: int,
        domains: bytes,
        exists: bytes | None,
        wrap_rows: bool,
        wrap_cols: bool,
        runs: list[tuple[bytes, int]],
        field: bytes | None,
        demands: tuple[Any, ...],
        mixture: bytes,
        seed: int,
        attempts: int,
    ) -> tuple[int, bool, int, list[int], tuple[list[Any], list[Any], list[int]]]: ...

class Crossing:
    def __init__(
        self, colors: int, rows: list[list[tuple[int, int]]], cols: list[list[tuple[int, int]]]
    ) -> None: ...
    def narrow(
        self, domains: bytes, depth: int, budget: int, record: bool
    ) -> tuple[bool, bool, int, tuple[int, int, int, int, int], bytes, bytes]: ...
    def search(
        self, domains: bytes, limit: int, budget: int, seconds: float
    ) -> tuple[bool, int, tuple[int, int, int, int, int], bytes]: ...
