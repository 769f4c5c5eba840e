# SPDX-License-Identifier: Apache-2.0
"""Plants a bug in each of twelve blocks of the RTL and runs a short night on each: nobody helps in between.

usage: twelve_blocks.py [--only N[,N...]] [--seeds N] [--count N] [--shrink SECONDS] [--folder DIR]

The bugs are rows of scripts/wl/mutation/mutants.txt. Each is built in a copy of the tree. A night of random programs of
all profiles runs with that tool. Then report.json of the night is held to this: a job failed, its group has a program
of at most twelve instructions, and the page has that program. A row of a table is printed for each block
(docs/nightly.md).

The night leaves no waveforms: the unit that writes them is not built with the bug.

Exit code: 0, or 1 where a bug was not found, not made small or not reported. 6: the text of a bug is not in the RTL.
"""
import argparse
import html
import json
import os
import shutil
import subprocess
import sys
import time

from wl import ROOT
from wl.mutation import mutate
from wl.tree import plant


DOZEN = 12
# Block, and the title of its row in scripts/wl/mutation/mutants.txt.
BLOCKS = (
    ("fork/join unit", "fork: a tie between the sides goes the other way"),
    ("barrier", "barrier: releases when one wave has not come yet"),
    ("issue policy", "s_waitcnt: VM_CNT may be one too many"),
    ("instruction cache", "instruction cache: tag compare one bit short"),
    ("VGPR operands", "GPR-index mode: SRC1 looks at the enable of SRC0"),
    ("scalar ALU", "s_add_u32 takes the carry in that is s_addc_u32's"),
    ("scalar memory", "s_load_dwordx2: the two dwords swapped"),
    ("vector writeback", "64-bit vector results: the high half ignores EXEC"),
    ("vector ALU", "v_ashrrev_i64: shift count one bit short"),
    ("LDS", "LDS write: byte enables of the last lane of an entry only"),
    ("coalescer", "global access: a dword over the end of a line by one byte"),
    ("load extension", "global_load_sshort: sign taken from bit 7"),
)
# In place of the unit that writes waveforms.
NO_WAVES = "#!/bin/sh\necho 'ERROR: no unit that writes waveforms was built' >&2\nexit 6\n"


def tools_of(tree, mutant, folder):
    """Builds the tool with the bug: a folder for the night's --tools."""
    plant.write(tree, mutate.texts(mutant))
    try:
        mutate.build(tree)
    finally:
        mutate.restore(tree, mutant)
    tools = os.path.join(folder, "tools")
    os.makedirs(tools, exist_ok=True)
    shutil.copy2(os.path.join(tree, "build", "wavelock"), tools)
    shutil.copy2(os.path.join("build", "wavelock-random"), tools)
    with open(os.path.join(tools, "wavelock-trace"), "w", encoding="ascii") as file:
        file.write(NO_WAVES)
    os.chmod(file.name, 0o755)
    return tools


def night(tools, folder, options):
    """Runs the night: the data of its page, and the page."""
    words = ["--name", "night", "--fresh", "--runs", folder, "--tools", tools, "--first", "1"]
    words += ["--seeds", str(options.seeds), "--count", str(options.count), "--shrink", str(options.shrink)]
    done = subprocess.run(
        [sys.executable, "scripts/wavelock", "night.nightly", *words],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    path = os.path.join(folder, "nightly", "night", "report.")
    if done.returncode not in (0, 1) or not os.path.exists(path + "json"):
        raise plant.Failed(f"the night ended with code {done.returncode}: {done.stderr[-2000:]}")
    with open(path + "json", encoding="utf-8") as data, open(path + "html", encoding="utf-8") as page:
        return json.load(data), page.read(), os.path.join(folder, "nightly", "night", "journal.jsonl")


def until_found(journal):
    """Jobs until the first failure, with it."""
    with open(journal, encoding="utf-8") as file:
        verdicts = [json.loads(line)["verdict"] for line in file]
    return next((n for n, verdict in enumerate(verdicts, 1) if verdict != "PASS"), None)


def judged(block, what, found, journal, seconds):
    """The row of a block, and what is wrong with it."""
    data, page = found
    number = until_found(journal)
    if not number:
        return [block, what, "NOT FOUND", "", "", "", "", f"{seconds:.0f}"], "it was not found"
    small = [group for group in data["groups"] if "folder" in group["shrunk"]]
    if not small:
        why = data["groups"][0]["shrunk"].get("about", "")
        return [block, what, number, len(data["groups"]), "none", "", "", f"{seconds:.0f}"], f"no small program: {why}"
    first = small[0]
    sizes = [group["shrunk"]["instructions"] for group in small]
    row = [block, what, number, len(data["groups"]), f"`{first['name']}`", sizes[0], max(sizes), f"{seconds:.0f}"]
    wrong = "" if sizes[0] <= DOZEN else f"its program has {sizes[0]} instructions"
    shown = [first["name"], first["shrunk"]["again"], *first["run"]["program"]]
    if not all(html.escape(text) in page for text in shown):
        wrong = wrong or "the page does not have it"
    return row, wrong


def run(options, chosen):
    by_name = {mutant.what: mutant for mutant in mutate.table()}
    tree, failed = os.path.join(options.folder, "tree"), 0
    mutate.copy_tree(tree)
    mutate.row(
        "block", "bug", "jobs until found", "groups", "first group", "instructions", "most of a group", "seconds"
    )
    mutate.row("---", "---", "---:", "---:", "---", "---:", "---:", "---:")
    for number in chosen:
        block, what = BLOCKS[number - 1]
        folder = os.path.join(options.folder, str(number))
        shutil.rmtree(folder, ignore_errors=True)
        tools = tools_of(tree, by_name[what], folder)
        start = time.monotonic()
        *found, journal = night(tools, folder, options)
        cells, wrong = judged(block, what, found, journal, time.monotonic() - start)
        mutate.row(*cells)
        if wrong:
            failed += 1
            print(f"FAIL {block}: {wrong}: {folder}", file=sys.stderr, flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} bugs were found, made small and reported")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="numbers of the blocks, from 1, with commas")
    parser.add_argument("--seeds", type=int, default=2, help="of each profile (%(default)s)")
    parser.add_argument("--count", type=int, default=1000, help="instructions of a program (%(default)s)")
    parser.add_argument("--shrink", type=float, default=300.0, help="seconds for a program (%(default)g)")
    parser.add_argument("--folder", default="runs/twelve", help="for the copy of the tree and the nights (%(default)s)")
    options = parser.parse_args()
    os.chdir(ROOT)
    chosen = [int(n) for n in options.only.split(",")] if options.only else list(range(1, len(BLOCKS) + 1))
    mutate.check_table()
    missing = [what for _, what in BLOCKS if what not in {mutant.what for mutant in mutate.table()}]
    if missing:
        raise plant.Failed(f'{mutate.TABLE} has no row "{missing[0]}": the table in {__file__} is old')
    return run(options, chosen)


if __name__ == "__main__":
    sys.exit(main())
