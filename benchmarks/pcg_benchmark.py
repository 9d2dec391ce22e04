"""Scores levels by the PCG Benchmark.

python benchmarks/pcg_benchmark.py [--out FILE]

The same as `python benchmarks/run.py pcg_benchmark`. Its scorer, the Python package of the
repository amidos2006/pcg_benchmark, has to be installed or on PYTHONPATH.
"""

from __future__ import annotations

import sys

from run import main

if __name__ == "__main__":
    raise SystemExit(main(["pcg_benchmark", *sys.argv[1:]]))
