# SPDX-License-Identifier: Apache-2.0
"""Proofs about parts of the unit, by yosys-smtbmc (tb/bench/formal). Each must also fail for broken copies of the unit.

usage: formal.py [PROOF]...     without names: all

A proof is a module of tb/bench/formal that instantiates the RTL module. Where it needs names inside the module it is a
text that stands before the module's endmodule: yosys has no bind and no names into a hierarchy. Each proof must pass
for the RTL as it is, and fail for each broken copy of scripts/wl/checks/proofs.txt. Ends with 'N passed, N failed'.
Exit code 1 if one failed.
"""
import argparse
import os
import sys
import tempfile

from wl import ROOT, Error
from wl.generate import opcode_names
from wl.runs import runner
from wl.tree import flatten, plant


TABLE = os.path.join("scripts", "wl", "checks", "proofs.txt")
SPLICE, INSTANCE = "splice", "instance"
TIMEOUT = 3600  # seconds of one call of a solver

# Runs of yosys-smtbmc. A proof of one cycle holds whatever the registers contain. A proof by induction has its base in
# the first three cycles, of which the first is reset.
CLOCK = [["-t", "1"]]
INDUCTION = [["-t", "3"], ["-i", "-t", "1"]]

# Each question is unrolled to plain bit vectors, and a SAT solver gets all of it: about one second. The usual form of
# smtbmc, functions over states asked one by one, takes more than a minute for wave_select.
SOLVER = ["--unroll", "--noincr", "--logic", "QF_BV", "-s", "cvc5", "-S", "--bitblast=eager"]

BARRIER_PKGS = ["isa_pkg", "bits_pkg", "cu_pkg", "hwreg_pkg", "wave_pkg"]
# What the proofs of vmem_address share.
VMEM_PKGS = ["isa_pkg", "cu_pkg", "mem_pkg", "vmem_pkg"]

# Name: (proof file, how it reaches the module, packages and modules, top module, runs). The last of the packages and
# modules is the one under proof; what proofs share stands before it.
PROOFS = {
    "popcount": ("popcount_proof.sv", INSTANCE, ["bits_pkg"], "popcount_proof", CLOCK),
    "fork_join": ("fork_join_proof.sv", INSTANCE, ["bits_pkg", "fork_join"], "fork_join_proof", CLOCK),
    "barrier": ("barrier_proof.sv", SPLICE, [*BARRIER_PKGS, "barrier"], "barrier", INDUCTION),
    "wait_counters": ("wait_counters_proof.sv", SPLICE, ["cu_pkg", "wait_counters"], "wait_counters", INDUCTION),
    "lds_quad": ("lds_quad_proof.sv", INSTANCE, ["lds_pkg", "lds_quad"], "lds_quad_proof", CLOCK),
    "image_axis": (
        "image_axis_proof.sv",
        INSTANCE,
        ["cu_pkg", "fp_pkg", "image_pkg", "mem_pkg", "image_axis_pkg"],
        "image_axis_proof",
        CLOCK,
    ),
    "image_lerp": (
        "image_lerp_proof.sv",
        INSTANCE,
        ["fp_pkg", "image_pkg", "image_lerp_pkg"],
        "image_lerp_proof",
        CLOCK,
    ),
    "mem_queue": ("mem_queue_proof.sv", SPLICE, ["fifo_pointer", "mem_queue"], "mem_queue", INDUCTION),
    "mem_queue_split": ("mem_queue_split_proof.sv", SPLICE, ["fifo_pointer", "mem_queue"], "mem_queue", INDUCTION),
    "vmem_range": ("vmem_range_proof.sv", INSTANCE, [*VMEM_PKGS, "vmem_address"], "vmem_range_proof", CLOCK),
    "vmem_linear": (
        "vmem_linear_proof.sv",
        INSTANCE,
        [*VMEM_PKGS, "vmem_lane", "vmem_address"],
        "vmem_linear_proof",
        CLOCK,
    ),
    "vmem_swizzle": (
        "vmem_swizzle_proof.sv",
        INSTANCE,
        [*VMEM_PKGS, "vmem_lane", "vmem_address"],
        "vmem_swizzle_proof",
        CLOCK,
    ),
    "wave_select": (
        "wave_select_proof.sv",
        SPLICE,
        ["bits_pkg", "cu_pkg", "issue_pkg", "wave_select"],
        "wave_select",
        INDUCTION,
    ),
}

# Proofs of 5 to 30 seconds of a processor. make test has a broken copy of each, the nightly also these (KINDS=proofs).
LONG = (
    *("barrier", "image_axis", "lds_quad", "mem_queue_split", "popcount"),
    *("vmem_linear", "vmem_range", "wait_counters", "wave_select"),
)

# Parameters that a proof shortens, or sets. Proof: (text, replacement), at all places of the module. yosys takes
# minutes for 16 lanes of vmem_address, and for whole instructions in mem_queue.
ONE_LANE = ("l = 0; l < 16;", "l = 13; l < 14;")
SHORT_INSTRUCTION = ("mem_issue_pkg::mem_issue_t", "logic [3:0]")
SHORTENED = {
    "mem_queue": [SHORT_INSTRUCTION],
    "mem_queue_split": [SHORT_INSTRUCTION, ("parameter bit Split = 1'b0", "parameter bit Split = 1'b1")],
    "vmem_linear": [ONE_LANE],
    "vmem_range": [ONE_LANE],
    "vmem_swizzle": [ONE_LANE],
}


class Broken(Error):
    """The proof could not be set up."""


def copies(name):
    """The broken copies that a proof must refuse."""
    return [row for row in plant.rows(TABLE) if row.keys.get("proof") == name]


def sources(name, folder, copy=None):
    """Writes the files of a proof, with the change of a broken copy; returns their paths."""
    proof, how, modules, _, _ = PROOFS[name]
    changed = plant.planted(f"{name}: {copy.title}", copy.changes) if copy else {}
    paths = []
    for module in modules:
        if module == "op_pkg":
            opcode_names.write()
        path = opcode_names.TARGET if module == "op_pkg" else plant.home(module)
        text = changed.pop(path, None) or plant.read(path)
        if module == modules[-1]:
            for old, new in SHORTENED.get(name, ()):
                if old not in text:
                    raise Broken(f"{path} has no text {old!r} to shorten")
                text = text.replace(old, new)
            if how == SPLICE:
                text = text.replace("endmodule", plant.read(os.path.join("tb/bench/formal", proof)) + "endmodule")
        paths.append(os.path.join(folder, os.path.basename(path)))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(text)
    if changed:
        raise Broken(f"{TABLE}: {name}: {copy.title}: {', '.join(changed)} is no part of the proof")
    if how == INSTANCE:
        paths.append(os.path.join(ROOT, "tb/bench/formal", proof))
    return paths


def call(job, argv, folder):
    code, text = job.execute(argv, cwd=folder)
    if code is None:
        raise Broken(text)
    return code, text


def prove(job, name, copy=None):
    """True: proved. False: refuted, or not provable by induction. Broken when yosys does not take the sources."""
    top, runs = PROOFS[name][3:]
    with tempfile.TemporaryDirectory(prefix="wavelock-formal-") as folder:
        with open(os.path.join(folder, "proof.sv"), "w", encoding="utf-8") as file:
            file.write("".join(text for _, text in flatten.flat_of(sources(name, folder, copy))))
        lines = [
            "read_verilog -sv -formal proof.sv",
            f"prep -flatten -top {top}",
            "memory_map",
            "opt -full",
            "async2sync",
            "dffunmap",
            "opt_clean",
            "write_smt2 proof.smt2",
        ]
        with open(os.path.join(folder, "proof.ys"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        code, text = call(job, ["yosys", "-Q", "proof.ys"], folder)
        if code:
            raise Broken("\n".join(text.splitlines()[-12:]))
        for run in runs:
            code, text = call(job, ["yosys-smtbmc", "--noprogress", *SOLVER, *run, "proof.smt2"], folder)
            if "Status: PASSED" in text:
                continue
            if "Status: FAILED" in text:
                return False
            raise Broken("\n".join(text.splitlines()[-12:]))
        return True


def one(job, name, copy):
    try:
        proved = prove(job, name, copy)
        good = proved is not bool(copy)
        return runner.Outcome(int(good), int(not good), "proved" if proved else "refused")
    except (Broken, plant.Failed) as why:
        return runner.Outcome(0, 1, "could not be asked", str(why))


def jobs(names=(), most=None, without=()):
    """A job for each proof, and for each broken copy that it must refuse; of these proofs, or of all. most: so many
    broken copies of each at most. without: proofs of which only the broken copies are asked."""
    return [
        runner.Job(
            f"proof {name}" + (f": {copy.title}" if copy else ""),
            call=lambda job, n=name, c=copy: one(job, n, c),
            timeout=TIMEOUT,
        )
        for name in names or PROOFS
        for copy in [*[None] * (name not in without), *copies(name)[:most]]
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("proof", nargs="*", help="one of: " + ", ".join(PROOFS))
    names = parser.parse_args().proof
    for name in names:
        if name not in PROOFS:
            parser.error(f"no proof {name!r}; there are: {', '.join(PROOFS)}")
    return runner.run(jobs(names))


if __name__ == "__main__":
    sys.exit(main())
