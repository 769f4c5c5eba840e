#!/bin/sh
# Builds the SIMD bench in $1 (default build/simd) and runs it; further arguments go to the bench.
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-build/simd}
[ $# -gt 0 ] && shift
mkdir -p "$out"
# SystemVerilog of the room, packages first.
verilator --cc --exe --build -j 1 -O3 -Wall --top-module simd_bench --Mdir "$out" \
  -CFLAGS "-O2 -std=c++17 -frounding-math -mfma -mf16c" -MAKEFLAGS "OPT_FAST=-O2 OPT_SLOW=-O1" \
  "$here/../../cu_pkg.sv" "$here/../valu_pkg.sv" "$here/../fp_pkg.sv" $(printf "%s\n" "$here"/../valu_sad_pkg.sv "$here"/../valu_*_pkg.sv | awk '!seen[$0]++') \
  "$here/../valu_decode.sv" "$here/../valu_lane.sv" "$here/../vgpr_file.sv" "$here/../simd.sv" \
  "$here/simd_bench.sv" "$here/simd_bench.cc" > "$out/build.log"
"$out/Vsimd_bench" "$@"
