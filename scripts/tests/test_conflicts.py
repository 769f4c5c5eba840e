# SPDX-License-Identifier: Apache-2.0
"""The tables of CONFLICTS=1. Bank conflicts of two transposes: the padded tile has none, the other three per quad.
Transactions of vectors/transactions: each as its description says, and a wrong number is the verdict EXPECT."""
import json
import os
import sys
import tempfile

from wl import ROOT
from wl.runs import results


TOOL = ["build/wavelock", "--device", "lockstep", "--conflicts"]
WANTED = {"transpose": (1280, 768), "transpose_padded": (512, 0)}


def transactions(wrong):
    folder = os.path.abspath("vectors/transactions")
    with open(os.path.join(folder, "test.json"), encoding="utf-8") as file:
        test = json.load(file)
    counts = [entry["count"] for entry in test["expect"]["transactions"]]
    done, result = results.of_run(TOOL + ["transactions"])
    head = "transactions      least   executed"
    rows = [line.split(None, 4) for line in done.stdout.partition(head)[2].splitlines() if " 0x1" in line]
    above = [int(row[0]) - int(row[1]) for row in rows]
    sums = sum(int(row[0]) for row in rows), sum(int(row[1]) for row in rows)
    summary = result["transactions"], result["least_transactions"]
    if "cycles lost" in done.stdout:
        wrong.append(f"a table of bank conflicts without a DS instruction:\n{done.stdout}")
    if sums != summary or sums[0] != sum(counts) or sorted(int(row[0]) for row in rows) != sorted(counts):
        wrong.append(f"transactions: table {sums}, summary {summary}, expected {sum(counts)}\n{done.stdout}")
    if above != sorted(above, reverse=True) or min(above) < 0:
        wrong.append(f"transactions: not in order, or below the least: {above}")
    test["program"] = os.path.join(folder, test["program"])
    test["expect"]["transactions"][0]["count"] += 1
    with tempfile.TemporaryDirectory() as there:
        path = os.path.join(there, "wrong.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(test, file)
        done, result = results.of_run([*TOOL[:3], path])
    if result["verdict"] != "EXPECT" or "made 4 transactions, expected 5" not in result["why"]:
        wrong.append(f"a wrong number of transactions: {result['verdict']}: {result['why']}")


def main():
    os.chdir(ROOT)
    wrong = []
    transactions(wrong)
    for test, wanted in WANTED.items():
        done, result = results.of_run(TOOL + [test])
        output = done.stdout
        rows = [line.split(None, 4) for line in output.splitlines() if " ds_" in line]
        table = (sum(int(r[1]) for r in rows), sum(int(r[0]) for r in rows))
        summary = result["lds_cycles"], result["lds_conflicts"]
        lost = [int(r[0]) for r in rows]
        if table != wanted or summary != wanted or lost != sorted(lost, reverse=True) or len(rows) != 2:
            wrong.append(f"{test}: table {table}, summary {summary}, expected {wanted}\n{output}")
    print("\n".join(wrong) if wrong else f"{len(WANTED)} tables as the tiles' pitches say, and one as the strides say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
