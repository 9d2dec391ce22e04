"""Measures the WFC engine beside another WFC program.

python benchmarks/wfc.py [--peer 'COMMAND'] [--peer-scan 'COMMAND'] [--mxgmn FOLDER] [--out FILE]

The same as `python benchmarks/run.py wfc ...`: all sections whose name begins with `wfc_`.

--peer       the command of the other program. It reads a task file and prints a line of JSON for
             each seed; `benchmarks/peer.py` describes both, so that any program can be plugged in.
             Without it, its columns are left out.
--peer-scan  the same program built so that it tells which share of its time the search for the
             next cell takes, which is measured apart because measuring costs time.
--mxgmn      a folder with Castle.xml, Circuit.xml, Knots.xml and Rooms.xml of Gumin's
             WaveFunctionCollapse; without it, their rows are left out.

Times are thread CPU time of one level on one core unless a table says otherwise. Rules are compiled
once and reused; what that costs is told beside them.
"""

from __future__ import annotations

import sys

from run import main

if __name__ == "__main__":
    raise SystemExit(main(["wfc", *sys.argv[1:]]))
