"""The compiled kernel; `levelgen.engine.native` wraps it. Bytes hold native-order words.

`domains` may hold one domain that all cells share.
"""

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
