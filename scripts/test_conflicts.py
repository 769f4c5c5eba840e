#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of bank conflicts (CONFLICTS=1) of two transposes: the padded tile has none, the other three per quad."""
import sys

sys.dont_write_bytecode = True
import results  # noqa: E402

TOOL = ["build/wavelock", "--device", "lockstep", "--conflicts"]
WANTED = {"transpose": (1280, 768), "transpose_padded": (512, 0)}


def main():
    wrong = []
    for test, wanted in WANTED.items():
        done, result = results.of_run(TOOL + [test])
        output = done.stdout
        rows = [line.split(None, 4) for line in output.splitlines() if " ds_" in line]
        table = (sum(int(r[1]) for r in rows), sum(int(r[0]) for r in rows))
        summary = result["lds_cycles"], result["lds_conflicts"]
        lost = [int(r[0]) for r in rows]
        if table != wanted or summary != wanted or lost != sorted(lost, reverse=True) or len(rows) != 2:
            wrong.append(f"{test}: table {table}, summary {summary}, expected {wanted}\n{output}")
    print("\n".join(wrong) if wrong else f"{len(WANTED)} tables as the tiles' pitches say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
