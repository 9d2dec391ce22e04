"""Measures the nonogram solvers, beside another solver if there is one.

python benchmarks/nonogram.py [--solver 'COMMAND'] [--nonograms FOLDER] [--out FILE]

The same as `python benchmarks/run.py nonogram ...`: all sections whose name begins with
`nonogram_`.

--solver     the command of another solver; `benchmarks/puzzle_peer.py` says how it is called and
             what it prints. Without it, its columns are left out. For pbnsolve:
             --solver 'pbnsolve -u -b -t'
--nonograms  a folder with nonograms-redistributable.json and classroom.json: puzzles with stated
             verdicts. Without it, their tables are left out.

Times are CPU time of one call of `levelgen.nonogram.solve`, the puzzle in memory.
"""

from __future__ import annotations

import sys

from run import main

if __name__ == "__main__":
    raise SystemExit(main(["nonogram", *sys.argv[1:]]))
