#!/usr/bin/env bash
# Builds the kernel with the address and undefined-behaviour sanitizers and runs its tests over it.
# Needs what `pip install '.[test]'` needs, and cmake, ninja and nanobind in the same environment.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=${PYTHON:-python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m pip install --quiet cmake ninja nanobind
scripts=$("$python" -c 'import sysconfig; print(sysconfig.get_path("scripts"))')
PATH="$scripts:$PATH"
cmake -S . -B "$work" -G Ninja -DLEVELGEN_SANITIZE=ON -DPython_EXECUTABLE="$(command -v "$python")" \
    >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work" >"$work/build.log" || { cat "$work/build.log"; exit 1; }

# The interpreter itself is not instrumented, so the runtime must come first, and what the
# interpreter keeps until its end is no leak of ours.
export LEVELGEN_NATIVE="$work" LEVELGEN_ENGINE=native
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
runtime="$("${CXX:-c++}" -print-file-name=libasan.so) $("${CXX:-c++}" -print-file-name=libubsan.so)"
LD_PRELOAD="$runtime" "$python" -m pytest -q -p no:cacheprovider -p no:xdist -o addopts= \
    tests/engine/test_backends_agree.py tests/engine/test_constructor_backends.py \
    tests/engine/test_kernel_tasks.py tests/engine/test_steps.py \
    tests/engine/test_crossing.py tests/engine/test_kernel_sampler.py
