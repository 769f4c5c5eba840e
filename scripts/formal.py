#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proofs about parts of the unit, by yosys-smtbmc (tb/formal). Each proof must also fail for broken copies of the unit.

usage: formal.py [PROOF]...     without names: all

A proof is a module of tb/formal that instantiates the RTL module. Where it needs names inside the module it is a text
that stands before the module's endmodule: yosys has no bind and no names into a hierarchy. Each proof must pass for the
RTL as it is, and fail for every copy that has one of the faults below. Ends with 'N passed, N failed'. Exit code 1 if
one failed.
"""
import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True
import flatten  # noqa: E402
import runner  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SPLICE, INSTANCE = "splice", "instance"
TIMEOUT = 3600  # seconds of one call of a solver

# Runs of yosys-smtbmc. A proof of one cycle holds whatever the registers contain. A proof by induction has its base in
# the first three cycles, of which the first is reset.
CLOCK = [["-t", "1"]]
INDUCTION = [["-t", "3"], ["-i", "-t", "1"]]

# Each question is unrolled to plain bit vectors, and a SAT solver gets all of it: about one second. The usual form of
# smtbmc, functions over states asked one by one, takes more than a minute for wave_select.
SOLVER = ["--unroll", "--noincr", "--logic", "QF_BV", "-s", "cvc5", "-S", "--bitblast=eager"]

# cu_pkg with the packages whose types it has.
CU_PKG = ["rtl/simd/valu_pkg.sv", "rtl/lds/lds_pkg.sv", "rtl/vmem/vmem_pkg.sv", "rtl/cu_pkg.sv"]

# Name: (proof file, how it reaches the module, RTL files, top module, runs, broken copies).
# The last RTL file is the one under proof; what proofs share stands before it. A broken copy: (what it is, text,
# replacement).
PROOFS = {
    "popcount": (
        "popcount_proof.sv",
        INSTANCE,
        ["rtl/common/bits_pkg.sv"],
        "popcount_proof",
        CLOCK,
        [
            ("the count forgets lane 63", "v & 64'h5555555555555555", "v & 64'h1555555555555555"),
            ("two fields of four bits run into each other", "(v & 64'h3333333333333333) + ((v >> 2)", "v + ((v >> 2)"),
        ],
    ),
    "fork_join": (
        "fork_join_proof.sv",
        INSTANCE,
        ["rtl/common/bits_pkg.sv", "rtl/flow/fork_join.sv"],
        "fork_join_proof",
        CLOCK,
        [
            (
                "the larger side runs first",
                "popcount64(not_taken) < bits_pkg::popcount64(taken)",
                "popcount64(taken) < bits_pkg::popcount64(not_taken)",
            ),
            (
                "the waiting side keeps all lanes",
                "push_entry_o = {16'd0, npc_i, not_taken};",
                "push_entry_o = {16'd0, npc_i, exec_i};",
            ),
            ("a uniform fork pushes", "end else if (taken != '0) begin", "end else begin"),
            ("a join does not pop", "csp_o = csp_i - 3'd1;", "csp_o = csp_i;"),
            ("the count forgets lane 63", "popcount64(taken)", "popcount64({1'b0, taken[62:0]})"),
        ],
    ),
    "barrier": (
        "barrier_proof.sv",
        SPLICE,
        ["rtl/isa/isa_pkg.sv", *CU_PKG, "rtl/common/bits_pkg.sv", "rtl/flow/barrier.sv"],
        "barrier",
        INDUCTION,
        [
            ("released with waves still to launch", "missing_q[g] == '0 && members_q[g] != '0", "members_q[g] != '0"),
            (
                "released one wave early",
                "(members_q[g] & ~waiting_q) == '0",
                "((members_q[g] & ~waiting_q) & ((members_q[g] & ~waiting_q) - 16'd1)) == '0",
            ),
            (
                "an ended wave still counts",
                "if (end_i) members_q[end_group] <=",
                "if (end_i && slot_i != 4'd5) members_q[end_group] <=",
            ),
            ("all waiting waves leave", "waiting_d = waiting_d & ~members;", "waiting_d = '0;"),
            (
                "group 15 is never released",
                "for (int unsigned g = 0; g < cu_pkg::MaxGroups; g++) begin\n        releases",
                "for (int unsigned g = 0; g < 15; g++) begin\n        releases",
            ),
        ],
    ),
    "wait_counters": (
        "wait_counters_proof.sv",
        SPLICE,
        [*CU_PKG, "rtl/front/wait_counters.sv"],
        "wait_counters",
        INDUCTION,
        [
            (
                "an issue hides the return of the same cycle",
                "if (vmem_done_i) vm_q",
                "if (vmem_done_i && !issue_vmem_i) vm_q",
            ),
            (
                "scalar loads fall by one",
                "(smem_slot_i == slot ? {2'd0, smem_done_i} : 4'd0)",
                "{3'd0, smem_done_i != 2'd0 && smem_slot_i == slot}",
            ),
            (
                "a message does not count down",
                "if (msg_done_i) lgkm_q[msg_slot_i]",
                "if (msg_done_i && lds_done_i) lgkm_q[msg_slot_i]",
            ),
            (
                "EXP_CNT falls for the wrong wave",
                "if (gds_read_i) exp_q[gds_slot_i]",
                "if (gds_read_i) exp_q[lds_slot_i]",
            ),
            (
                "of an export and a GDS instruction of one wave in a cycle one counts down",
                "- {2'd0, exported_i && export_slot_i == slot}",
                "- {2'd0, !gds_read_i && exported_i && export_slot_i == slot}",
            ),
            (
                "a load lowers VS_CNT",
                "{5'd0, vs_done_i && vmem_slot_i == slot}",
                "{5'd0, (vs_done_i || vmem_done_i) && vmem_slot_i == slot}",
            ),
            (
                "a store raises VS_CNT twice",
                "{5'd0, issue_vs_i && issue_slot_i == slot}",
                "{4'd0, {2{issue_vs_i && issue_slot_i == slot}}}",
            ),
        ],
    ),
    "lds_quad": (
        "lds_quad_proof.sv",
        INSTANCE,
        [*CU_PKG, "rtl/lds/lds_quad.sv"],
        "lds_quad_proof",
        CLOCK,
        [
            ("lanes of other rows are served along", "(!single_i && row == bank_row_o[11 * b +: 11])", "!single_i"),
            ("atomics of one row go together", "(!single_i && row ==", "(row =="),
            ("a lane that shares the row waits", "served = !bank_valid_o[b] ||", "served = !bank_valid_o[b] &&"),
            (
                "lane 3 is served in bank 0 alone",
                "          if (second || (lanes_i[l] && lane_bank_i[2 * l +: 2] == b[1:0])) begin",
                "          if ((l != 3 || b == 0) && (second || (lanes_i[l] && "
                "lane_bank_i[2 * l +: 2] == b[1:0]))) begin",
            ),
            ("the row is the last lane's", "            if (!bank_valid_o[b]) begin", "            if (1'b1) begin"),
            ("what passes bank 3 goes on in the same row", "if (second && b == 0) row = row + 11'd1;", ""),
            (
                "what passes an entry is left",
                "if (served && second) split_o[l] = 1'b1;",
                "if (served && second) split_o[l] = l[0];",
            ),
            (
                "what passes an entry is a byte short",
                "be >> (5'd16 - {1'b0, byte_offset})",
                "be >> (5'd17 - {1'b0, byte_offset})",
            ),
            ("bytes before the place are written", "be << byte_offset;", "be;"),
        ],
    ),
    "mem_queue": (
        "mem_queue_proof.sv",
        SPLICE,
        ["rtl/common/fifo_pointer.sv", "rtl/common/mem_queue.sv"],
        "mem_queue",
        INDUCTION,
        [
            ("returns before its service", ".limit_i(svc_pointer)", ".limit_i(read_pointer)"),
            ("is served before its operands are read", ".limit_i(read_pointer)", ".limit_i(push_pointer)"),
            ("takes the place of one that has not returned", "(IndexBits + 1)'(Depth)", "(IndexBits + 1)'(Depth + 1)"),
            ("is lost in a full queue", "push = issue_valid_i && issue_ready_o", "push = issue_valid_i"),
            (
                "returns as the one that is served",
                "head_o = Stored ? queue_q[head_index_o]",
                "head_o = Stored ? queue_q[svc_index_o]",
            ),
            (
                "returns twice",
                ".advance_i(head_finish_i || head_passes)",
                ".advance_i(head_finish_i && !push || head_passes)",
            ),
            ("is served twice", ".advance_i(svc_finish_i)", ".advance_i(svc_finish_i && !head_finish_i)"),
            ("stands in the next place", "queue_q[push_index] <=", "queue_q[push_index + 1'b1] <="),
            ("loses a bit", "<= issue_i;", "<= push_index == '1 ? issue_i & (issue_i - 1'b1) : issue_i;"),
        ],
    ),
    "mem_queue_split": (
        "mem_queue_split_proof.sv",
        SPLICE,
        ["rtl/common/fifo_pointer.sv", "rtl/common/mem_queue.sv"],
        "mem_queue",
        INDUCTION,
        [
            ("a store is shown to the loads", "head_passes = head_there &&", "head_passes = 1'b0 &&"),
            ("a load is shown to the stores", "store_passes = store_there &&", "store_passes = 1'b0 &&"),
            (
                "a load waits behind a store",
                ".advance_i(head_finish_i || head_passes)",
                ".advance_i(head_finish_i)",
            ),
            (
                "an entry is free when the loads have passed it",
                "svc_pointer - head_pointer >= svc_pointer - store_pointer ? head_pointer : store_pointer",
                "head_pointer",
            ),
            ("the kind stands in the next place", "is_store_q[push_index] <=", "is_store_q[push_index + 1'b1] <="),
            (
                "a load takes the kind of the entry before",
                "if (push) is_store_q",
                "if (push && issue_store_i) is_store_q",
            ),
            (
                "a store returns before its service",
                ".limit_i(svc_pointer), .valid_o(store_there)",
                ".limit_i(read_pointer), .valid_o(store_there)",
            ),
            (
                "a load returns twice",
                ".advance_i(head_finish_i || head_passes)",
                ".advance_i(head_finish_i && !store_finish_i || head_passes)",
            ),
            (
                "a store is lost when a load returns",
                ".advance_i(store_finish_i || store_passes)",
                ".advance_i(store_finish_i || store_passes || store_there && head_finish_i)",
            ),
            (
                "a store returns as the load",
                "store_o = Stored ? queue_q[store_index_o]",
                "store_o = Stored ? queue_q[head_index_o]",
            ),
        ],
    ),
    "vmem_range": (
        "vmem_range_proof.sv",
        INSTANCE,
        ["rtl/isa/isa_pkg.sv", *CU_PKG, "rtl/vmem/vmem_address.sv"],
        "vmem_range_proof",
        CLOCK,
        [
            ("a byte past the end is in range", "> {2'd0, rsrc.num_records}", "> {2'd0, rsrc.num_records} + 34'd1"),
            ("the byte before the end is out", "> {2'd0, rsrc.num_records}", ">= {2'd0, rsrc.num_records}"),
            ("the record after the last is in range", "out_of_range = vindex >= rsrc", "out_of_range = vindex > rsrc"),
            ("the lane counts as a record", "out_of_range = vindex >= rsrc", "out_of_range = index >= rsrc"),
            ("the offset does not come round", "{2'd0, start} +", "full +"),
            ("SOFFSET does not count", "wrapped + {2'd0, soffset_i} +", "wrapped +"),
            ("SOFFSET comes round", "wrapped + {2'd0, soffset_i}", "{2'd0, wrapped[31:0] + soffset_i}"),
            ("the first byte of a dword decides", "{31'd0, ctl_i.size} > {2'd0, rsrc", "34'd1 > {2'd0, rsrc"),
            ("a stride of zero has records", "ctl_i.idxen && rsrc.stride != '0", "ctl_i.idxen"),
            ("records without an index", "ctl_i.idxen && rsrc.stride != '0", "rsrc.stride != '0"),
            ("ADD_TID with an index is private", "rsrc.add_tid && !ctl_i.idxen) out", "rsrc.add_tid) out"),
            ("ADD_TID gives a format", "(!rsrc.add_tid || ctl_i.converts)", "!rsrc.add_tid"),
            ("no format is never unbound", "rsrc.data_format == '0 &&", "1'b0 &&"),
            ("the first dword of an element decides", "ctl_i.converts ? ctl_i.last :", "ctl_i.converts ? 2'd0 :"),
            ("the lane is counted from its pass", "{26'd0, pass_i, lane}", "{28'd0, lane}"),
            ("an inactive lane has bytes", "if (lanes_i[l] && !placed[52])", "if (!placed[52])"),
            ("a lane out of range has bytes", "if (lanes_i[l] && !placed[52])", "if (lanes_i[l])"),
            ("RDNA: the payload does not count", "{32'd0, ctl_i.size}", "35'd1"),
            ("RDNA: SOFFSET does not shorten the buffer", "limit + {3'd0, soffset_i} >", "limit >"),
            ("RDNA: no record is enough for mode 2", "= rsrc.num_records == '0", "= 1'b0"),
            ("RDNA: mode 3 ignores the swizzle", "if (swizzles && rsrc.stride", "if (1'b0 && rsrc.stride"),
            ("RDNA: one bit of SWIZZLE_ENABLE counts", "rsrc.swizzle || rsrc.cache_swizzle :", "rsrc.swizzle :"),
            ("RDNA: the lane is added as in GFX9", "(Rdna || rsrc.swizzle ||", "(rsrc.swizzle ||"),
            ("RDNA: ADD_TID is private", "else if (Rdna) out", "else if (Rdna && !rsrc.add_tid) out"),
        ],
    ),
    "vmem_linear": (
        "vmem_linear_proof.sv",
        INSTANCE,
        ["rtl/isa/isa_pkg.sv", *CU_PKG, "tb/formal/vmem_lane.sv", "rtl/vmem/vmem_address.sv"],
        "vmem_linear_proof",
        CLOCK,
        [
            (
                "a later dword comes round at 2^32",
                "{16'd0, place} + {44'd0, dword_i, 2'd0};",
                "{16'd0, place + {28'd0, dword_i, 2'd0}};",
            ),
            ("the offset does not come round", "{16'd0, place} +", "{14'd0, full} +"),
            ("the product has 32 bits", "at = {16'd0, index} * stride", "at = {16'd0, index * stride[31:0]}"),
            ("SOFFSET is not added", "scratch ? 32'd0 : soffset_i", "32'd0"),
            ("the swizzle cuts without one", "if (swizzles) begin", "if (1'b1) begin"),
            ("SWIZZLE_ENABLE alone swizzles", "rsrc.swizzle && rsrc.add_tid", "rsrc.swizzle"),
            ("ADD_TID alone adds the lane to an index", "(Rdna || rsrc.swizzle ||", "(1'b1 ||"),
            (
                "the upper half is not canonical",
                "cu_pkg::canonical(placed[47:0]);\n        out_o",
                "{16'd0, placed[47:0]};\n        out_o",
            ),
            ("formats are tested", "end else if (ctl_i.converts) begin", "end else if (1'b0) begin"),
            ("an atomic is forced", "tested = {1'b0, wide, 2'b11};", "forced = 4'b0011;"),
            ("an element of 16 bytes needs 8", "ctl_i.last == 2'd3 ? 4'b1111", "ctl_i.last == 2'd3 ? 4'b0111"),
            ("the dword is tested, not the element", "swizzled && !swizzles16 ? 4'd0 : {dword_i, 2'd0}", "4'd0"),
            ("a dropped lane is no violation", "if (bytes_o[4 * l +: 4] != '0) viol_o = 1'b1;", ""),
        ],
    ),
    "vmem_swizzle": (
        "vmem_swizzle_proof.sv",
        INSTANCE,
        ["rtl/isa/isa_pkg.sv", *CU_PKG, "tb/formal/vmem_lane.sv", "rtl/vmem/vmem_address.sv"],
        "vmem_swizzle_proof",
        CLOCK,
        [
            (
                "the offset does not come round",
                "{16'd0, word, 2'd0}) << shift",
                "{14'd0, full[33:2] + {30'd0, dword_i}, 2'd0}) << shift",
            ),
            ("the index stride is twice what it is", "rsrc.index_stride} + 3'd3", "rsrc.index_stride} + 3'd4"),
            ("the lane is not added", "adds_lane ? {26'd0, pass_i, lane}", "1'b0 ? {26'd0, pass_i, lane}"),
            ("the stride has 14 bits", "adds_lane && !ctl_i.converts ?", "1'b0 ?"),
            ("the column has six bits", "~(32'hFFFFFFFF << shift)", "32'd63"),
            ("the swizzle does not cut", "if (cuts) ahead", "if (1'b0) ahead"),
            ("an atomic is cut", "!atomic_i && alignment_i == cu_pkg::Unaligned", "alignment_i == cu_pkg::Unaligned"),
            ("part 1 lies in the same word", "place[31:2] + {29'd0, part_i}", "place[31:2]"),
            (
                "part 1 begins after the bytes of part 0",
                "{46'd0, place[1:0]} - {45'd0, part_i, 2'd0}",
                "{46'd0, place[1:0]}",
            ),
            ("formats are tested", "end else if (ctl_i.converts) begin", "end else if (1'b0) begin"),
            (
                "the distance in the element counts",
                "swizzled && !swizzles16 ? 4'd0 : {dword_i, 2'd0}",
                "{dword_i, 2'd0}",
            ),
            ("a wide atomic acts", "(wide && swizzled)", "1'b0"),
        ],
    ),
    "wave_select": (
        "wave_select_proof.sv",
        SPLICE,
        [
            "rtl/isa/op_pkg.sv",
            "rtl/isa/isa_pkg.sv",
            "rtl/common/bits_pkg.sv",
            *CU_PKG,
            "rtl/front/front_pkg.sv",
            "rtl/front/wave_select.sv",
        ],
        "wave_select",
        INDUCTION,
        [
            ("an overdue wave waits for its priority", "if (overdue != '0) top = overdue;", ""),
            (
                "an overdue wave does not outrank others",
                "overdue = preferred & overdue_q;",
                "overdue = top & overdue_q;",
            ),
            ("no wave becomes overdue", "(tick ? marked_q : '0)", "'0"),
            (
                "the count stands while waves are passed over",
                "|| tick ? '0 : count_q + 1'b1",
                "|| tick ? '0 : passed != '0 ? count_q : count_q + 1'b1",
            ),
            (
                "a new mark begins the count again",
                "count_q <= marked_q == '0 || tick",
                "count_q <= passed != '0 || tick",
            ),
            ("a wave that issues stays overdue", "outcome_i.issued ? selected", "1'b0 ? selected"),
            ("a mark is lost when others are passed over", "(marked_q | passed) & stay", "passed & stay"),
            ("the low bit of the priority is ignored", "if (prio0 != '0) top = prio0;", ""),
            ("priority 1 goes before priority 2", "prio1 = preferred & prio1_i;", "prio1 = preferred & prio0_i;"),
            (
                "a wave whose unit is busy keeps others back",
                "preferred = unit_ready != '0 ? unit_ready : eligible;",
                "preferred = eligible;",
            ),
            (
                "the lowest slot goes first",
                "bits_pkg::round_robin16(16'(top), 4'(last_q))",
                "bits_pkg::round_robin16(16'(top), 4'd15)",
            ),
            ("a wave with an instruction in flight is selected", "& ~stalled_q & ~blocked_q", "& ~blocked_q"),
        ],
    ),
}


# What a proof shortens, or sets. Proof: (text, replacement), at all places of the module. yosys takes minutes for 16
# lanes of vmem_address, and for whole instructions in mem_queue.
ONE_LANE = ("l = 0; l < 16;", "l = 13; l < 14;")
SHORT_INSTRUCTION = ("cu_pkg::mem_issue_t", "logic [3:0]")
SHORTENED = {
    "mem_queue": [SHORT_INSTRUCTION],
    "mem_queue_split": [SHORT_INSTRUCTION, ("parameter bit Split = 1'b0", "parameter bit Split = 1'b1")],
    "vmem_linear": [ONE_LANE],
    "vmem_range": [ONE_LANE],
    "vmem_swizzle": [ONE_LANE],
}


class Broken(Exception):
    """The proof could not be set up."""


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def sources(name, folder, change=None):
    """Writes the files of a proof, with the change applied to the module under proof; returns their paths."""
    proof, how, rtl, _, _, _ = PROOFS[name]
    paths = []
    for path in rtl:
        text = read(path)
        if path == rtl[-1]:
            if change:
                if text.count(change[1]) < 1:
                    raise Broken(f"{path} has no text {change[1]!r} to break ({change[0]})")
                text = text.replace(change[1], change[2], 1)
            for old, new in SHORTENED.get(name, ()):
                if old not in text:
                    raise Broken(f"{path} has no text {old!r} to shorten")
                text = text.replace(old, new)
            if how == SPLICE:
                text = text.replace("endmodule", read(os.path.join("tb/formal", proof)) + "endmodule")
        paths.append(os.path.join(folder, os.path.basename(path)))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(text)
    if how == INSTANCE:
        paths.append(os.path.join(ROOT, "tb/formal", proof))
    return paths


def call(job, argv, folder):
    code, text = job.execute(argv, cwd=folder)
    if code is None:
        raise Broken(text)
    return code, text


def prove(job, name, change=None):
    """True: proved. False: refuted, or not provable by induction. Broken when yosys does not take the sources."""
    top, runs = PROOFS[name][3:5]
    with tempfile.TemporaryDirectory(prefix="wavelock-formal-") as folder:
        with open(os.path.join(folder, "proof.sv"), "w", encoding="utf-8") as file:
            file.write("".join(text for _, text in flatten.flat_of(sources(name, folder, change))))
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


def one(job, name, change):
    try:
        proved = prove(job, name, change)
        good = proved is not bool(change)
        return runner.Outcome(int(good), int(not good), "proved" if proved else "refused")
    except Broken as why:
        return runner.Outcome(0, 1, "could not be asked", str(why))


def jobs(names=(), most=None):
    """A job for each proof, and for each broken copy that it must refuse; of these proofs, or of all. most: so many
    broken copies of each at most."""
    return [
        runner.Job(
            f"proof {name}" + (f": {change[0]}" if change else ""),
            call=lambda job, n=name, c=change: one(job, n, c),
            timeout=TIMEOUT,
        )
        for name in names or PROOFS
        for change in [None, *PROOFS[name][5][:most]]
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
