#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes mutants of the RTL, one changed line each, and shows that a test and random programs in lockstep notice each.

usage: mutate.py [--only N[,N...]] [--list] [--tests] [--programs MOST] [--count N] [--folder DIR] [--keep]

Mutants are made in a copy of the tree. The tool is built there. Then the mutant's directed test runs, if it has one,
and random programs of all profiles in turn until one fails. What noticed the mutant is printed: the verdict and how
many programs, instructions and cycles it took, those of the failing program included. Programs for a unit with control
words are those of scripts/control_random.py, of 300 instructions.

A mutant that leaves every value right and costs cycles is noticed by the baseline of a vector's cycles. No random
program runs for it. TESTS_ALONE has the mutants that random programs cannot notice.

Exit code 1: a mutant was not noticed by its test, or by no program. 6: the text of a mutant is not in the RTL.
"""
import argparse
import collections
import os
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import control_random  # noqa: E402
import cycles  # noqa: E402
import programs  # noqa: E402
import results  # noqa: E402
from programs import Program, profiles  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNT = 1000  # instructions of a program
SEEDS = (1, 0, 2, 3)  # of a directed test: those of make test

Mutant = collections.namedtuple("Mutant", "path old new what test unit", defaults=("", ""))
Found = collections.namedtuple("Found", "verdict profile why")  # the program that noticed a mutant

# File, exact text (once in the file), replacement, what it is. Some mutants escaped vectors and random programs once:
# they name a directed test. It is a name below vectors/, or a program of build/. With "cycles" the rows of the vector
# in the baseline notice it. With "trace" the vector runs on the build for waveforms, which has rules of time. The last
# column is the variable of make that builds another unit.
MUTANTS = [
    Mutant(*row)
    for row in [
        (
            "rtl/flow/fork_join.sv",
            "if (bits_pkg::popcount64(not_taken) < bits_pkg::popcount64(taken)) begin",
            "if (bits_pkg::popcount64(not_taken) <= bits_pkg::popcount64(taken)) begin",
            "fork: a tie between the sides goes the other way",
        ),
        (
            "rtl/flow/barrier.sv",
            "(members_q[g] & ~waiting_q) == '0;",
            "((members_q[g] & ~waiting_q) & ((members_q[g] & ~waiting_q) - 16'd1)) == '0 && "
            "(members_q[g] & waiting_q) != '0;",
            "barrier: releases when one wave has not come yet",
        ),
        (
            "rtl/front/issue_policy_gfx9.sv",
            "counts_o.vm > {limit.vm_cnt_hi, limit.vm_cnt_lo})",
            "counts_o.vm > {limit.vm_cnt_hi, limit.vm_cnt_lo} + 6'd1)",
            "s_waitcnt: VM_CNT may be one too many",
        ),
        (
            "rtl/front/icache.sv",
            "tag_q[index] == lookup_addr_i[47:6+IndexBits];",
            "tag_q[index][47:7+IndexBits] == lookup_addr_i[47:7+IndexBits];",
            "instruction cache: tag compare one bit short",
        ),
        (
            "rtl/front/vgpr_operands.sv",
            "count1, indexed[valu_i.rel[1]],",
            "count1, indexed[valu_i.rel[0]],",
            "GPR-index mode: SRC1 looks at the enable of SRC0",
        ),
        (
            "rtl/scalar/salu.sv",
            "sum = {1'b0, a} + {1'b0, b} + {32'd0, op_i == op_pkg::Sop2AddcU32 && scc_i};",
            "sum = {1'b0, a} + {1'b0, b} + {32'd0, scc_i};",
            "s_add_u32 takes the carry in that is s_addc_u32's",
        ),
        (
            "rtl/scalar/smem.sv",
            "write_o.data = {2{data_q[entry_q][63:0]}};",
            "write_o.data = {2{data_q[entry_q][31:0], data_q[entry_q][63:32]}};",
            "s_load_dwordx2: the two dwords swapped",
        ),
        (
            "rtl/simd/vector_writeback.sv",
            "write1_o.lanes = fixed_i.lanes;",
            "write1_o.lanes = '1;",
            "64-bit vector results: the high half ignores EXEC",
        ),
        (
            "rtl/simd/valu_shift_pkg.sv",
            "valu_shift_pkg::Ashrrev64: compute = $signed({b_hi, b}) >>> a[5:0];",
            "valu_shift_pkg::Ashrrev64: compute = $signed({b_hi, b}) >>> a[4:0];",
            "v_ashrrev_i64: shift count one bit short",
        ),
        (
            "rtl/lds/lds_quad.sv",
            "bank_be_o[16 * b +: 16] = bank_be_o[16 * b +: 16] | be;",
            "bank_be_o[16 * b +: 16] = be;",
            "LDS write: byte enables of the last lane of an entry only",
        ),
        (
            "rtl/vmem/vmem_coalesce.sv",
            "bytes_in_next_line = offset > 6'd60 ?",
            "bytes_in_next_line = offset > 6'd61 ?",
            "global access: a dword over the end of a line by one byte",
        ),
        (
            "rtl/vmem/vmem_extend.sv",
            ": {{16{ctl_i.part.sext && part[15]}}, part};",
            ": {{16{ctl_i.part.sext && part[7]}}, part};",
            "global_load_sshort: sign taken from bit 7",
        ),
        (
            "rtl/front/wave_select.sv",
            "prio0 = top & prio0_i;",
            "prio0 = top & prio0_i & 16'd0;",
            "arbiter: the low bit of USER_PRIO is not looked at",
        ),
        (
            "rtl/front/wave_select.sv",
            "if (overdue != '0) top = overdue;",
            "",
            "arbiter: an overdue wave waits for its priority",
        ),
        (
            "rtl/front/wave_select.sv",
            "round_robin16(16'(top), 4'(last_q))",
            "round_robin16(16'(top), 4'd15)",
            "arbiter: the lowest slot first, no round robin",
        ),
        (
            "rtl/front/wave_select.sv",
            "preferred = unit_ready != '0 ? unit_ready : eligible;",
            "preferred = unit_ready != '0 ? unit_ready | eligible : eligible;",
            "arbiter: waves whose unit is busy are tried like the others",
        ),
        (
            "rtl/front/wave_select.sv",
            "blocked_q <= (blocked_q | (outcome_i.blocked ? selected : '0)) & ~retry_i;",
            "blocked_q <= (blocked_q | (outcome_i.blocked ? selected & 16'd0 : '0)) & ~retry_i;",
            "arbiter: a wave whose wait failed is tried again and again",
        ),
        (
            "rtl/flow/sleep.sv",
            "wake_q[slot_i] <= next_beat + beats_i;",
            "wake_q[slot_i] <= next_beat + beats_i + 7'd1;",
            "s_sleep: one beat too long",
        ),
        (
            "rtl/flow/sleep.sv",
            "asleep_d = asleep_d & ~members_i;",
            "asleep_d = asleep_d & (~members_i | 16'hffff);",
            "s_wakeup wakes nobody",
        ),
        (
            "rtl/front/front_pkg.sv",
            "first >= 7'(isa_pkg::SrcTtmp0) && last <= 8'(isa_pkg::SrcTtmp15)",
            "first >= 7'(isa_pkg::SrcTtmp0) && last <= 8'(isa_pkg::SrcReserved125)",
            "a handler's register pair may lie past TTMP15",
            "trap_rules/ttmp_end",
        ),
        (
            "rtl/front/issue.sv",
            "(hw_field.id == isa_pkg::HwregTrapsts || hw_field.id == isa_pkg::HwregIbSts);",
            "(hw_field.id == isa_pkg::HwregTrapsts);",
            "s_getreg of IB_STS does not wait out a counter that falls in its cycle",
            "flow/ib_sts_falling",
        ),
        (
            "rtl/front/issue_policy_gfx9.sv",
            "counts_o.lgkm > 4'd15 - {2'd0, query_i.counts.lgkm})",
            "counts_o.lgkm > 4'd15 - {2'd0, query_i.counts.lgkm - {1'b0, query_i.counts.lgkm == 2'd1}})",
            "an instruction that counts one issues at LGKM_CNT 15: the counter wraps",
            "flow/message_limit",
        ),
        (
            "rtl/front/legality.sv",
            "(!is_movreld || sdst <= 7'(isa_pkg::SrcSgpr101))",
            "(!is_movreld || sdst_o <= 7'(isa_pkg::SrcVccHi))",
            "s_movreld may reach FLAT_SCRATCH to VCC by its index",
            "sgpr/movreld_past",
        ),
        (
            "rtl/front/issue.sv",
            "!(direct_o && direct_busy_i)",
            "!(direct_o && direct_busy_i && 1'b0)",
            "LDS_DIRECT is read in a cycle in which the LDS writes",
            "lds/direct_race",
        ),
        (
            "rtl/lds/lds.sv",
            "head_finish = head_valid && (!head_returns || head_unwritten == '0);",
            "head_finish = head_valid && (!head_returns || head_unwritten == '0 || head_gds);",
            "GDS: an instruction returns before its results are written",
            "lds/gds_order",
        ),
        (
            "rtl/lds/lds.sv",
            "svc_valid = gds_ready ? !lds_head_valid :",
            "svc_valid = gds_ready ? 1'b1 :",
            "GDS: service begins while results of the LDS are in the buffer",
            "lds/gds_order",
        ),
        (
            "rtl/lds/lds.sv",
            "rd_set = rd_gds ?",
            "rd_set = 1'b0 ?",
            "GDS: the operands go to a set of the LDS",
            "lds/gds_order",
        ),
        (
            "rtl/front/fetch.sv",
            "if (invalidate_i) begin",
            "if (invalidate_i && 1'b0) begin",
            "s_icache_inv leaves the waves' instruction buffers as they are",
            "flow/icache_inv_other",
        ),
        (
            "rtl/front/icache.sv",
            "imem_rsp_valid_i && !miss_stale_q[rsp] && !invalidate_i;",
            "imem_rsp_valid_i && !miss_stale_q[rsp];",
            "a line of code that arrives in the cycle of s_icache_inv becomes valid",
            "flow/icache_inv_flight",
        ),
        (
            "rtl/front/icache.sv",
            "if (invalidate_i) miss_stale_q",
            "if (invalidate_i && 1'b0) miss_stale_q",
            "lines of code on their way at s_icache_inv are kept",
            "flow/icache_inv_flight",
        ),
        (
            "rtl/front/wave_state.sv",
            "(vmem_viol_i && vmem_slot_i == slot)",
            "(vmem_viol_i && !lds_viol_i && vmem_slot_i == slot)",
            "a global violation is lost when an LDS violation returns in the same cycle",
            "vmem/violations_at_once",
        ),
        (
            "rtl/front/operand_read.sv",
            "(!src0_i.code[7] && rel_code <= 7'(isa_pkg::SrcSgpr101))",
            "rel_code <= 7'(isa_pkg::SrcSgpr101)",
            "s_movrels of a constant is accepted",
            "sgpr/movrels_constant",
        ),
        (
            "rtl/front/vgpr_operands.sv",
            "if (is_vgpr[2]) shared_touch_o",
            "if (is_vgpr[2] && 1'b0) shared_touch_o",
            "a shared row as source 2 conflicts with no wave that writes it",
            "r700/shared_source2",
        ),
        (
            "rtl/front/vgpr_operands.sv",
            "if (valu_i.swap) begin",
            "if (valu_i.swap && 1'b0) begin",
            "v_swap_b32 does not enter its source among the shared rows that it writes",
            "r700/shared_swap",
        ),
        (
            "rtl/front/scalar_decode.sv",
            "code1 <= isa_pkg::SrcM0;",
            "code1 <= isa_pkg::SrcTtmp15;",
            "M0 as offset of a scalar load is illegal",
            "smem/offset_m0",
        ),
        (
            "rtl/front/shared_conflict.sv",
            "(writes_q[i] & touch_i) != '0",
            "(writes_q[i][63:0] & touch_i[63:0]) != '0",
            "conflicts over shared rows from 64 on are not seen",
            "r700/shared_high",
        ),
        (
            "rtl/front/hwreg.sv",
            "wave_i.lds_size[16:8]",
            "{1'b0, wave_i.lds_size[16:9]}",
            "LDS_ALLOC counts 512 bytes",
            "lds/alloc_size",
        ),
        (
            "rtl/simd/valu_decode.sv",
            "if (bus_users[1] && bus_users[2] && code1 != code2) bus_ok",
            "if (bus_users[1] && bus_users[2] && 1'b0) bus_ok",
            "constant bus: two different scalars in sources 1 and 2 are accepted",
            "valu/bus_sources_1_2",
        ),
        (
            "rtl/simd/valu_decode.sv",
            "w1_i[27] && (!row.src1.is_float",
            "w1_i[27] && (!row.src0.is_float",
            "v_cmp_class in SDWA form: SEXT of source 1 is ignored",
            "valu/sdwa_class_sext",
        ),
        (
            "rtl/lds/lds_decode.sv",
            "dec_o.data1_en ? vgprs : 3'd0",
            "dec_o.data1_en ? 3'd1 : 3'd0",
            "DS: the pair of DATA1 may begin at the last VGPR",
            "lds/data1_end",
        ),
        (
            "rtl/lds/lds_direct.sv",
            "{1'b0, offset} + {14'd0, size} <= lds_size_i",
            "{1'b0, offset} + {14'd0, size} < lds_size_i",
            "LDS_DIRECT of the last bytes of the allocation reads 0",
            "lds/direct_last_dword",
        ),
        (
            "rtl/vmem/vmem.sv",
            "if (head_finish) viol_q[head_index]",
            "if (head_finish && 1'b0) viol_q[head_index]",
            "the violation of the instruction that had the queue entry before is reported again",
            "vmem/viol_entry_again",
        ),
        (
            "rtl/vmem/vmem.sv",
            "if (vmem_rsp_i.error) viol_q",
            "if (vmem_rsp_i.error && rsp_returns) viol_q",
            "a store to an unmapped line is no violation",
            "vmem/store_unmapped",
        ),
        (
            "rtl/cu.sv",
            "icache_inv || (launch_valid_i && live == '0)",
            "icache_inv || (launch_valid_i && live == '0 && 1'b0)",
            "the instruction cache is kept from one launch to the next",
            "build/test_launches",
        ),
        (
            "rtl/front/wave_state.sv",
            "if (valu_m0_we) begin",
            "if (valu_m0_we && !(issue_valid_i && issue_i.m0_we)) begin",
            "v_readlane to M0 is lost when another wave's scalar instruction writes M0",
            "sgpr/m0_two_writers",
        ),
        (
            "rtl/cu.sv",
            "|| counting || msg_valid_o;",
            "|| counting;",
            "the unit says it is inactive while messages wait for the host",
            "flow/trace_then_fault",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "first + {60'd0, dword_i, 2'd0};",
            "{first[63:32], first[31:0] + {28'd0, dword_i, 2'd0}};",
            "global access of several dwords: no carry past bit 31 between them",
            "vmem/carry_4gib",
        ),
        (
            "rtl/scalar/smem.sv",
            "request_addr[63:6] + {57'd0, request_second_q}",
            "{request_addr[63:32], request_addr[31:6] + {25'd0, request_second_q}}",
            "scalar load: no carry past bit 31 to its second line",
            "smem/carry_4gib",
        ),
        (
            "rtl/front/front_pkg.sv",
            "size >= isa_pkg::MaxSgprs)",
            "size >= isa_pkg::MaxSgprs && 1'b0)",
            "an SGPR tuple that runs from s101 into FLAT_SCRATCH is illegal",
            "sgpr/tuple_end",
        ),
        (
            "rtl/front/hwreg.sv",
            "ib_sts.exp_cnt = counts_i.exp;",
            "",
            "s_getreg of IB_STS: EXP_CNT reads 0",
            "flow/ib_sts_expcnt",
        ),
        (
            "rtl/vmem/vmem_coalesce.sv",
            "if (first_line == line_o)",
            "if (first_line[25:0] == line_o[25:0])",
            "lanes whose addresses differ by a multiple of 4 GiB share a transaction",
            "vmem/lanes_4gib_apart",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "high : 32'd0, low}",
            "high : {32{low[31]}}, low}",
            "a 32-bit offset is sign-extended to the SGPR base",
            "vmem/offset_2gib",
        ),
        (
            "rtl/front/wave_state.sv",
            "(fetch_fault && issue_slot_i == slot)",
            "(fetch_fault && issue_slot_i == slot && !trap_bits_i.priv[slot])",
            "a fetch fault in a trap handler does not set MEM_VIOL",
            "flow/fetch_fault_handler",
        ),
        (
            "rtl/lds/lds_address.sv",
            "tested_bits = size_mask & 32'd3;",
            "tested_bits = size_mask;",
            "DS read or write in alignment mode DWORD_STRICT: tested like in mode STRICT",
        ),
        (
            "rtl/front/fetch.sv",
            "round_robin16(16'(need), 4'(last_q))",
            "round_robin16(16'(need), 4'd15)",
            "the lowest slot fetches first, no round robin",
            "cycles r700/capacity_1024",
        ),
        (
            "rtl/front/icache.sv",
            "(miss_valid_q[i] || settle_q[i] != '0)",
            "miss_valid_q[i]",
            "a line of code that came does not stay: two waves take it from each other",
            "cycles icache_conflict",
        ),
        (
            "rtl/front/vgpr_arbiter.sv",
            "write_turn_q <= !write_vmem;",
            "write_turn_q <= 1'b0;",
            "the LDS always goes before global loads at the write port of the VGPRs",
            "cycles flow/barrier_asleep",
        ),
        (
            "rtl/front/fetch.sv",
            "assign need = live_i & ~ready_q & ~waiting;",
            "assign need = live_i & ~ready_q & ~(waiting & ready_q);",
            "a wave that waits for a line of code looks it up in vain",
            "trace points_jump",
        ),
        (
            "rtl/front/vgpr_arbiter.sv",
            "if (read_valid_o && read_ready_i) begin",
            "if (read_ready_i) begin",
            "a cycle without a read takes the turn of a unit at the read port of the VGPRs",
            "trace export/with_memory",
        ),
        (
            "rtl/front/wave_select.sv",
            "unit_ready_q <= {export_ready_i, vmem",
            "unit_ready_q <= {export_ready_i || lds_ready_i, vmem",
            "the arbiter takes exports for ready when the LDS is",
            "trace waits/export",
        ),
        (
            "rtl/vmem/vmem_coalesce.sv",
            "if (first_line == line_o) bytes = unsent & ~in_next_line;",
            "if (first_line == line_o) bytes = l == 15 && be_o != '0 ? 4'd0 : unsent & ~in_next_line;",
            "global access: the last lane of a pass has a transaction of its own",
            "cycles saxpy",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "column = index & ~(32'hFFFFFFFF << shift);",
            "column = index & (~(32'hFFFFFFFF << shift) | 32'd8);",
            "swizzle: the column of a lane has four bits where the index stride is 8",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "decides = ctl_i.converts ? ctl_i.last : wide ? 2'd1 : dword_i;",
            "decides = wide ? 2'd1 : dword_i;",
            "the first dword of an element decides whether it is in range",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "rsrc.base + {16'd0, scratch ? 32'd0 : soffset_i} + at",
            "rsrc.base + {16'd0, flat ? 32'd0 : soffset_i} + at",
            "SCRATCH: the SGPR is added to the base too",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "(flat ? 34'd0 : {{18{offset_i[15]}}, offset_i})",
            "{{18{offset_i[15]}}, offset_i}",
            "FLAT in the private aperture: the offset counts twice",
        ),
        (
            "rtl/vmem/vmem.sv",
            "mwr_o.halves = {head_ctl.part.hi, !head_ctl.part.hi};",
            "mwr_o.halves = {head_ctl.part.hi, 1'b1};",
            "a D16 load to the high half clears the low half",
        ),
        (
            "rtl/vmem/vmem_format_pkg.sv",
            "1'b0, n[16], n[15], is_quotient",
            "1'b0, n[16], 1'b0, is_quotient",
            "a normalized component is rounded toward zero when it is loaded",
        ),
        (
            "rtl/vmem/vmem_transfer.sv",
            "{step_i, 2'd0} - {3'd0, first_i[3:2]};",
            "{step_i, 2'd0} - {3'd0, first_i[3:2] & 2'd1};",
            "transfer to the LDS: a pass that begins in the second half of an entry",
        ),
        (
            "rtl/vmem/vmem.sv",
            "mwr_o.lanes = head_exec[16 * wb_pass +: 16];",
            "mwr_o.lanes = head_exec[16 * wb_pass +: 16] & ~(wb_tfe_q ? wb_out : 16'd0);",
            "the VGPR that TFE adds is not written in lanes out of range",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "{26'd0, pass_i, lane}",
            "{26'd0, pass_i & 2'd0, lane}",
            "ADD_TID: the lane is counted from its pass",
            "build/wavelock-vmem-unit",
        ),
        (
            "rtl/vmem/vmem_address.sv",
            "tested = {1'b0, wide, 2'b11};",
            "tested = 4'b0011;",
            "an atomic of 8 bytes acts at each multiple of 4",
            "build/wavelock-vmem-unit",
        ),
        (
            "rtl/vmem/vmem_format_pkg.sv",
            "if (value > mask) value = mask;",
            "if (value > mask && half) value = mask;",
            "an integer that is too large for its component is stored modulo",
            "build/wavelock-format-unit",
        ),
        (
            "rtl/vmem/vmem_format_pkg.sv",
            "if (nfmt == Snorm && magnitude == top) magnitude = top - 32'd1;",
            "if (nfmt == Snorm && magnitude == top && half) magnitude = top - 32'd1;",
            "the least SNORM is below -1 when it is loaded",
            "build/wavelock-format-unit",
        ),
        (
            "rtl/vmem/vmem_decode.sv",
            "mem.op != cu_pkg::MemLoad && mem.destination",
            "mem.op == cu_pkg::MemAtomic && mem.destination",
            "RDNA: a store counts in VM_CNT",
            "",
            "MEMORY=rdna",
        ),
        (
            "rtl/vmem/vmem_decode.sv",
            "mem.op != cu_pkg::MemLoad && mem.destination == cu_pkg::ToNothing);",
            "mem.op != cu_pkg::MemLoad);",
            "RDNA: an atomic that returns counts in VS_CNT",
            "",
            "MEMORY=rdna",
        ),
        (
            "rtl/front/issue_policy_gfx9.sv",
            "(query_i.counts.vm && counts_o.vm == '1)",
            "1'b0",
            "deep queue: an instruction issues at VM_CNT 63: the counter wraps",
            "waits/vm_deep",
            "CONFIG=deep",
        ),
        (
            "rtl/front/front_pkg.sv",
            "size <= below + 7'd16) begin",
            "size < below + 7'd16) begin",
            "a wave whose SGPRs are a multiple of 16 has no second names",
            "vcc_alias/scalar",
            "VCC_ALIAS=1",
        ),
        (
            "rtl/front/operand_read.sv",
            "stack_word = cu_pkg::VccAlias && name == 7'(isa_pkg::SrcVccLo) ? vcc : pair;",
            "stack_word = cu_pkg::VccAlias && name == 7'(isa_pkg::SrcVccHi) ? vcc : pair;",
            "a join does not find VCC in the entry of the fork stack",
            "vcc_alias/scalar/n16",
            "VCC_ALIAS=1",
        ),
        (
            "rtl/scalar/smem.sv",
            "front_pkg::first_rows(sdata[6:2] + {3'd0, row_q}, size_of_wave);",
            "front_pkg::first_rows(sdata[6:2] + {3'd0, row_q}, size_of_wave + 7'd16);",
            "a scalar load writes SGPRs that have a first name beside it",
            "vcc_alias/memory",
            "VCC_ALIAS=1",
        ),
        (
            "rtl/simd/valu_delay.sv",
            "localparam int unsigned Stages = cu_pkg::ValuDelay;",
            "localparam int unsigned Stages = cu_pkg::ValuDelay - 1;",
            "VALU_DELAY: a stage is missing",
            "smoke",
            "VALU_DELAY=3",
        ),
        (
            "rtl/cu.sv",
            "signals.lds_read.barrier = lds_read_sets.bar_read;",
            "signals.lds_read.barrier = lds_read_sets.bar_write;",
            "control words: a write barrier of the LDS is signalled when the operands are read",
            "control/barriers",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/simd/vector_writeback.sv",
            "sets_q[oldest_q[PointerBits-2:0]] : '0;",
            "sets_q[newest_q[PointerBits-2:0] - 1'b1] : '0;",
            "control words: a vector ALU instruction signals what the youngest one sets",
            "control/long",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/simd/reuse_entry.sv",
            "else if (entry_written) valid_q <= 1'b0;",
            "else if (entry_written && last_i) valid_q <= 1'b0;",
            "control words: a reuse entry keeps a stale operand",
            "control/reuse",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/simd/reuse_entry.sv",
            "keeps_i && clean_q && !written;",
            "keeps_i && (clean_q || pass_i == 2'd3) && !written;",
            "control words: a reuse entry is left although its VGPR was written while it was filled",
            "control/reuse/written",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "if (waits_i[6 * w + b] &&",
            "if (waits_i[6 * w + (b ^ 1)] &&",
            "control words: two bits of a wait mask are swapped",
            "control/barriers",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "issue.stall = cycles - 4'd1;",
            "issue.stall = cycles <= 4'd1 ? 4'd0 : cycles - 4'd2;",
            "control words: a stall is one cycle short",
            "control/stall",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/pair.sv",
            "first_field_i.no_yield && first_field_i.stall == '0",
            "first_field_i.stall <= 4'd1",
            "control words: a pair without a stall of 0",
            "control/order/vgpr_1",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "adds[3 * b +: 3] != '0 && raised[6]",
            "adds[3 * b +: 3] != '0 && raised >= 7'd63",
            "control words: the count of a barrier ends at 62",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "adds[3 * b +: 3] != '0 && raised[6]",
            "adds[3 * b +: 3] != '0 && raised > 7'd64",
            "control words: the count of a barrier goes to 64, which wraps",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "if (raised_both[6] ||",
            "if (raised_both >= 7'd63 ||",
            "control words: no pair where the count of a barrier would be 63",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "if (raised_both[6] ||",
            "if (raised_both > 7'd64 ||",
            "control words: a pair lets the count of a barrier wrap",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/front/issue.sv",
            "reuse = control_query.field.no_yield ?",
            "reuse = control_query.field.no_yield || slot_i == '0 ?",
            "control words: an instruction with 'Y' leaves reuse entries",
            "control/reuse",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/simd/vector_read.sv",
            ".last_i(rd_last && rd_q.slots[s])",
            ".last_i(rd_last && rd_q.slots[s] && rd_q.keeps[s])",
            "control words: a reader without flag leaves the reuse entry",
            "control/reuse",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "bar_q[w][6 * b +: 6] != '0) hold_o",
            "bar_q[w][6 * b +: 6] > 6'd1) hold_o",
            "control words: a wait is over while one operation is in flight",
            "control/barriers",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "if (waits_i[6 * w + b] && bar_q[w][6 * b +: 6] != '0)",
            "if (waits_i[6 * w + b] && (bar_q[w][6 * b +: 6] != '0 || inc_q[w][3 * b +: 3] != '0))",
            "control words: a wait sees a setter one cycle early",
            "control/early/load",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "bar = more(bar_q[w], inc_q[w]);",
            "bar = more(bar_q[w], inc_d[w]);",
            "control words: an addition is in BAR one cycle early",
            "control/barriers",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "last_control_q && !stay_q[last_q][3] &&",
            "last_control_q &&",
            "control words: the arbiter does not look at 'Y'",
            "control/yield",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "MaxStay = 3'd7",
            "MaxStay = 3'd6",
            "control words: a wave is preferred six times in a row",
            "control/stay",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "if (issue_i.leaves && issue_i.slot",
            "if (issue_i.leaves && 1'b0 && issue_i.slot",
            "control words: STALL and STAY stay when the wave enters its trap handler",
            "control/trap",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_state.sv",
            "inc_q[slot_i], valu_n_q[slot_i],",
            "inc_q[slot_i],",
            "control words: a vector ALU instruction in flight does not keep s_endpgm",
            "control/pair/end",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "{1'b0, last.idle} + 4'd1 : 4'd1;",
            "{1'b0, last.idle} + {3'd0, last.idle == '0} : 4'd1;",
            "control words: s_nop is one cycle short",
            "control/stall",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "once = query_i.twice ? 2'd2 : 2'd1;",
            "once = 2'd1;",
            "control words: FLAT adds one to its barriers, not two",
            "control/barriers",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "query_i.no_store && counts.stores != '0",
            "query_i.no_store && counts.stores > 6'd1",
            "control words: s_barrier issues with a store in flight",
            "control/sync",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "(second_query_i.field.waits[b] &&",
            "(second_query_i.field.waits[b] && 1'b0 &&",
            "control words: the wait mask of the second of a pair is not looked at",
            "control/pair",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "last = pairs_o ? second_query_i : query_i;",
            "last = pairs_o && !second_query_i.is_nop ? second_query_i : query_i;",
            "control words: STALL behind a pair with s_nop is that of the first",
            "control/pair",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/pair.sv",
            "vgprs_ok_i && lds_ready_i &&",
            "vgprs_ok_i && (lds_ready_i || 1'b1) &&",
            "control words: the second of a pair goes to the LDS while it is busy",
            "control/pair/full",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/pair.sv",
            "&& counts_i.lgkm != '1 &&",
            "&&",
            "control words: the second of a pair issues at LGKM_CNT 15: the counter wraps",
            "control/pair/counter",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/pair.sv",
            "&& !wave_i.mode.debug_en;",
            ";",
            "control words: a pair under single step",
            "control/step",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue.sv",
            "is_first && legal && !skipped &&",
            "is_first && legal &&",
            "control words: an instruction that VSKIP discards is the first of a pair",
            "control/pair/skipped",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue.sv",
            "second_is_lds && can_issue && valu_ready_i)",
            "second_is_lds && can_issue)",
            "control words: the second of a pair goes to the LDS while the first waits for its unit",
            "control/pair/busy",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/control_bundle.sv",
            "next_o.malformed = bundle[63] || (!next_size8 && next_high != Pad);",
            "next_o.malformed = bundle[63];",
            "control words: the second of a pair may have a wrong pad",
            "control/refused/seconds",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/cu.sv",
            "!trap_bits.priv[valu_rsp.slot] ?",
            "!trap_bits.priv[valu_rsp.slot] && 1'b0 ?",
            "control words: an exception that traps does not hold the wave in its cycle",
            "control/exception",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/simd/reuse_entry.sv",
            "assign entry_written = (write_valid_i[0] && write0_i == vgpr_q) ||",
            "assign entry_written =",
            "control words: a reuse entry stays when the vector ALU writes its VGPR",
            "control/reuse/test",
            "CONTROL_WORDS=1",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "WideCycles = 4'd6",
            "WideCycles = 4'd5",
            "control words: a stall of 12 to 15 without 'Y' is 5 cycles",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/front/issue_policy_control.sv",
            "(signals_i.vmem_return.valid ? cu_pkg",
            "(signals_i.vmem_return.valid && 1'b0 ? cu_pkg",
            "control words: a wave that the limit keeps is not tried after a return of vector memory",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/trace/trace_unit.sv",
            "if (second_unit == 3'(u)) second_ready = ready_i[u];",
            "if (second_unit == 3'(u)) second_ready = 1'b1;",
            "trace mode: the second of a pair goes to a unit that is busy",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/trace/trace_unit.sv",
            "second_ready = second_unit == NoUnit;",
            "second_ready = 1'b0;",
            "trace mode: no pair with a second that needs no unit",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/trace/trace_unit.sv",
            "outcome.blocked = tried_o && !can_issue;",
            "outcome.blocked = 1'b0;",
            "trace mode: a warp that a full barrier keeps is tried again and again",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/trace/trace_unit.sv",
            "waits[6 * w +: 6] = field_i[21 * w + 11 +: 6];",
            "waits[6 * w +: 6] = field_i[21 * w + 10 +: 6];",
            "trace mode: the wait mask begins one bit too low",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/trace/trace_unit.sv",
            "signal(signal_valid_i[6], signal_slot_i[27:24],",
            "signal(signal_valid_i[6], signal_slot_i[27:24] ^ 4'd1,",
            "trace mode: the last of seven signals goes to another slot",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/trace/trace_unit.sv",
            ".ready_i(offer_i & ~hold)",
            ".ready_i(offer_i & ~(hold & 16'hfffe))",
            "trace mode: the warp of slot 0 is tried while it stalls or waits",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/trace/trace_unit.sv",
            ".preferred_i(preferred)",
            ".preferred_i(preferred || ready_i[1])",
            "trace mode: STAY counts issues that rule 3 did not decide",
            "build/wavelock-trace-unit",
        ),
        (
            "rtl/flow/clause.sv",
            "left_q <= '0;\n      only_q <= '1;",
            "left_q <= left_q;\n      only_q <= '1;",
            "reset leaves the length of a clause as it was",
            "smoke",
        ),
        (
            "rtl/front/wave_state.sv",
            "lds_base_q[launch_i.slot] <= launch_i.lds_base;",
            "if (launch_i.lds_base != '0) lds_base_q[launch_i.slot] <= launch_i.lds_base;",
            "the launch does not write an LDS base of 0, and the register has no reset",
            "lds_banks",
        ),
        (
            "rtl/front/fetch.sv",
            "      last_q <= '0;\n",
            "",
            "reset leaves the wave that fetched last as it was",
            "build/wavelock",
        ),
        (
            "rtl/front/wave_select.sv",
            "vmem_ready_i, lds_ready_i, smem_ready_i, valu_ready_i};",
            "vmem_ready_i, vmem_ready_i, smem_ready_i, valu_ready_i};",
            "the arbiter takes the LDS for ready when vector memory is",
            "lds/queue",
        ),
        (
            "rtl/front/fetch.sv",
            "        ready_q <= '0;\n        half_q <= '0;\n      end\n    end\n  end\n",
            "        ready_q <= '0;\n      end\n    end\n  end\n",
            "s_icache_inv leaves the first dword of an instruction over two lines as it was",
            "flow/icache_inv_halves",
        ),
        (
            "rtl/front/legality.sv",
            "(smem_i.sdata_count <= 5'd2 || !smem_i.sdata[1])",
            "(smem_i.sdata_count <= 5'd2 || smem_i.sdata_count > 5'd4 || !smem_i.sdata[1])",
            "scalar loads of eight and sixteen dwords: SDATA may be a multiple of 2",
            "illegal_smem_align",
        ),
        (
            "rtl/flow/message.sv",
            "if ((IndexBits + 1)'(i) < count)",
            "if ((IndexBits + 1)'(i) < count && !(entry.trace && (IndexBits + 1)'(i) + 1'b1 == count))",
            "s_endpgm does not wait for the last record of thread trace",
            "flow/trace_last",
        ),
        (
            "rtl/flow/barrier.sv",
            "releases[g] = missing_q[g] == '0 && members_q[g] != '0 &&",
            "releases[g] = members_q[g] != '0 &&",
            "barrier: waves that have not been launched do not count",
            "flow/barrier_first",
        ),
        (
            "rtl/simd/valu_f64_pkg.sv",
            "limit = x[63] ? 32'h80000000 : 32'h7fffffff;\n      fits = fits && magnitude <= limit;",
            "limit = x[63] ? 32'h80000000 : 32'h7fffffff;\n      fits = fits && magnitude <= 32'h7fffffff;",
            "v_cvt_i32_f64 of -2^31 raises invalid",
            "directed_flag_limits",
        ),
        (
            "rtl/simd/valu_cmp_pkg.sv",
            "if (clamp && (fp_pkg::is_nan(x) || fp_pkg::is_nan(y)))",
            "if (clamp && fp_pkg::is_nan(x))",
            "compares of f16 with CLAMP: a quiet NaN in source 1 raises nothing",
            "directed_flag_nans_half",
        ),
        (
            "rtl/scalar/sgpr_file.sv",
            "if (load_valid_i) begin",
            "if (load_valid_i && !(valu_valid_i && valu_i.slot == load_i.slot && valu_i.row == load_i.row)) begin",
            "a scalar load loses its row of SGPRs to a vector result that writes the same row",
            "sgpr/load_beside_valu",
        ),
        (
            "rtl/flow/barrier.sv",
            "assign members_o = members_q[end_group];",
            "assign members_o = release_valid_o ? members : members_q[end_group];",
            "s_wakeup wakes the group that leaves its barrier in the same cycle",
            "flow/wakeup_beside_barrier",
        ),
        (
            "rtl/lds/lds.sv",
            "assign direct_busy_o = svc_write || (transfer && transfer_i.write);",
            "assign direct_busy_o = svc_write;",
            "LDS_DIRECT is read while vector memory writes the LDS",
            "lds/direct_transfer",
        ),
        (
            "rtl/lds/lds_address.sv",
            "src2_end > {1'b0, limit};",
            "{1'b0, src2_addr} > {1'b0, limit};",
            "src2 forms: the operand may begin where the allocation ends",
            "lds/src2_past_end",
        ),
        (
            "rtl/cu.sv",
            "assign vmem_half_waits = lds_unread_q;",
            "assign vmem_half_waits = '0;",
            "FLAT: vector memory writes before the LDS half has read the address",
            "vmem/flat_loads_aperture",
        ),
    ]
]

# Directed tests of mutants that random programs do not notice. Random programs expect no messages, and a run that ends
# before the last message has left is no mismatch. None has 63 loads in flight. Those with control words have no single
# step, no exceptions that trap and no wrong pads. They hardly have a pair at LGKM_CNT 15, or a write to a reuse entry.
TESTS_ALONE = {
    "flow/trace_then_fault",
    "waits/vm_deep",
    "control/step",
    "control/exception",
    "control/refused/seconds",
    "control/pair/counter",
    "control/reuse/written",
    "control/reuse/test",
    # Sixty random programs have not noticed these.
    "flow/icache_inv_halves",
    "illegal_smem_align",
    "flow/trace_last",
    "flow/barrier_first",
    "directed_flag_limits",
    "directed_flag_nans_half",
    "sgpr/load_beside_valu",
    "flow/wakeup_beside_barrier",
    "lds/direct_transfer",
    "lds/src2_past_end",
    "vmem/flat_loads_aperture",
    "build/wavelock-trace-unit",
    "build/wavelock",
}

# Units whose folder below build/ has another name than the value. Of these random programs run for the one with
# control words alone.
CONTROL = "CONTROL_WORDS=1"
FOLDERS = {"VCC_ALIAS=1": "alias", CONTROL: "control", "VALU_DELAY=3": "d3"}

# Programs of build/ that a script feeds and judges: the script, and what it reads.
FED = {
    "build/wavelock-format-unit": ("scripts/test_format_unit.py", "build/format_cases"),
    "build/wavelock-trace-unit": ("scripts/test_trace_unit.py",),
    "build/wavelock": ("scripts/test_reset.py",),
}


class Failed(Exception):
    """A mutant could not be made or built; the text says why."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def replaced(mutant):
    """The file of the mutant."""
    text = read(mutant.path)
    count = text.count(mutant.old)
    if count != 1:
        raise Failed(
            f'{mutant.path}: "{mutant.old}" is there {count} times, expected once: '
            "the table in scripts/mutate.py is old"
        )
    return text.replace(mutant.old, mutant.new)


def check_table():
    for mutant in MUTANTS:
        replaced(mutant)
        if (
            mutant.test
            and not is_program(mutant.test)
            and not any(
                os.path.exists(os.path.join(folder, vector(mutant.test)) + end)
                for folder in ("vectors", "build/vectors")
                for end in ("/test.json", ".json")
            )
        ):
            raise Failed(
                f'there is no test {mutant.test}, which should notice "{mutant.what}": '
                "the table in scripts/mutate.py is old"
            )


def is_program(test):
    return test.startswith("build/")


def by_cycles(test):
    return test.startswith("cycles ")


def by_rules(test):
    return test.startswith("trace ")


def vector(test):
    return test.removeprefix("cycles ").removeprefix("trace ")


def copy_tree(folder):
    """The sources, and what is built of them, so that only the mutant is built. Times are kept, as make needs them."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if name and os.path.exists(name):
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(folder, name))
    for kind in ("build", *(os.path.join("build", unit) for unit in FOLDERS.values())):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for name in ("flags", "obj", "lockstep", "pch", "setup.mk", "libwavelock.a", "build.c", "sizes.c"):
            if os.path.exists(os.path.join(kind, name)):
                subprocess.run(["cp", "-a", os.path.join(kind, name), os.path.join(folder, kind)], check=True)


def tool(unit=""):
    """Where make builds the unit of a variable, as MEMORY=rdna."""
    return os.path.join("build", FOLDERS.get(unit, unit.partition("=")[2]), "wavelock")


def needs_tool(mutant):
    """Whether more than a bench judges the mutant."""
    return not (is_program(mutant.test) and mutant.test in TESTS_ALONE)


def build(folder, test="", unit="", with_tool=True):
    targets = [tool(unit)] * with_tool + [tool(unit) + "-trace"] * by_rules(test)
    targets += [test] * is_program(test) + [*FED.get(test, ())][1:]
    done = subprocess.run(
        ["nice", "-n", "5", "make", "-j1", *([unit] if unit else []), *targets],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"the build failed:\n{done.stdout[-3000:]}")


def directed(tree, test):
    """What the directed test says of the unit of the mutant, None when it passes."""
    if is_program(test):
        done = subprocess.run(
            [os.path.join(tree, FED.get(test, (test,))[0])],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        return "FAIL" if done.returncode else None
    name = vector(test)
    tool_of_test = programs.TOOL + "-trace" * by_rules(test)
    for seed in SEEDS:
        done, result = results.of_run(
            [tool_of_test, "--device", "lockstep", name, "--seed", str(seed), "--hang-cycles", "100000"]
        )
        if done.returncode:
            return f"{results.verdict_of(done.returncode)} (seed {seed})"
        if by_cycles(test):
            old, new = cycles.read(cycles.BASELINE)[name, seed], result["cycles"]
            if cycles.beyond(old, new):
                return f"CYCLES (seed {seed}: {old}, now {new})"
    return None


def hunt(runs, most, length):
    """Runs programs of so many instructions until one fails: (what it says or None, programs, instructions, cycles)."""
    instructions = cycles = 0
    names = profiles()
    for number in range(most):
        program = Program(
            runs, names[number % len(names)], length, 1 + number // len(names), ["--max-cycles", "3000000"]
        )
        program.run(300)
        instructions += program.instructions
        cycles += program.cycles
        if program.verdict != "PASS":
            return Found(program.verdict, program.profile, program.why), number + 1, instructions, cycles
        program.remove()
    return None, most, instructions, cycles


def hunt_control(runs, most):
    """The same with programs that have control words."""
    instructions = cycles = 0
    names = control_random.PROFILES
    for number in range(most):
        profile, seed = names[number % len(names)], 1 + number // len(names)
        folder = control_random.make(runs, control_random.COUNT, profile, seed)
        _, result = results.of_run(control_random.command_of(programs.TOOL, folder, seed), timeout=300)
        instructions += result["instructions"]
        cycles += result["cycles"]
        if not control_random.AGREED.match(result.headline):
            return Found(result["verdict"], profile, result.headline), number + 1, instructions, cycles
        shutil.rmtree(folder)
    return None, most, instructions, cycles


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="numbers of the mutants, from 1, with commas")
    parser.add_argument("--list", action="store_true", help="what there is to plant")
    parser.add_argument("--tests", action="store_true", help="the directed tests alone, of the mutants that have one")
    parser.add_argument("--count", type=int, default=COUNT, help="instructions of a random program (%(default)s)")
    parser.add_argument("--programs", type=int, default=2000, help="after so many a mutant counts as not noticed")
    parser.add_argument("--folder", default="runs/mutate", help="for the copy of the tree")
    parser.add_argument("--keep", action="store_true", help="leave the copy with the last mutant in it")
    options = parser.parse_args()
    os.chdir(ROOT)
    chosen = [int(n) for n in options.only.split(",")] if options.only else list(range(1, len(MUTANTS) + 1))
    try:
        check_table()  # an old one is reported before anything is built
        if options.list:
            for number, mutant in enumerate(MUTANTS, 1):
                print(f"{number:>2}  {mutant.path:<30} {mutant.what}" + f"  [{mutant.test}]" * bool(mutant.test))
            return 0
        if options.tests:
            chosen = [n for n in chosen if MUTANTS[n - 1].test]
        return plant(options, chosen)
    except (Failed, programs.DiskFull, OSError, subprocess.CalledProcessError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 6


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def restore(target, mutant):
    with open(target, "w", encoding="utf-8") as file:
        file.write(read(mutant.path))


def plant(options, chosen):
    tree = os.path.join(options.folder, "tree")
    copy_tree(tree)
    if any(needs_tool(MUTANTS[number - 1]) and not MUTANTS[number - 1].unit for number in chosen):
        build(tree)
    runs = os.path.join(options.folder, "programs")
    missed = 0
    row(
        "mutant",
        "file",
        "directed test",
        "random programs",
        "programs",
        "instructions",
        "cycles",
        "the first line they say",
    )
    row("---", "---", "---", "---", "---:", "---:", "---:", "---")
    for number in chosen:
        mutant = MUTANTS[number - 1]
        target = os.path.join(tree, mutant.path)
        with open(target, "w", encoding="utf-8") as file:
            file.write(replaced(mutant))
        start = time.monotonic()
        try:
            build(tree, mutant.test, mutant.unit, needs_tool(mutant))
        except Failed as error:  # the others are still worth to know
            missed += 1
            row(mutant.what, f"`{mutant.path}`", "DOES NOT BUILD")
            print(f"  {number}: {error}", file=sys.stderr, flush=True)
            restore(target, mutant)
            continue
        programs.TOOL = os.path.join(tree, tool(mutant.unit))
        programs.MEMORY = mutant.unit.removeprefix("MEMORY=") if mutant.unit.startswith("MEMORY=") else ""
        built = time.monotonic() - start
        cells = []
        if mutant.test:
            verdict = directed(tree, mutant.test)
            missed += not verdict
            cells.append(f"`{mutant.test}`: {verdict or 'NOT NOTICED'}")
        else:
            cells.append("")
        control = mutant.unit == CONTROL
        alone = mutant.test in TESTS_ALONE or by_cycles(mutant.test) or by_rules(mutant.test)
        if alone or (mutant.unit in FOLDERS and not control):
            cells.append("not hunted")
        elif not options.tests:
            most = options.programs
            found, count, *sums = hunt_control(runs, most) if control else hunt(runs, most, options.count)
            missed += not found
            cells += [
                f"{found.verdict} ({found.profile})" if found else "NOT NOTICED",
                count,
                *sums,
                f"`{found.why[:110]}`" if found else "",
            ]
        row(mutant.what, f"`{mutant.path}`", *cells)
        print(
            f"  {number}: built in {built:.0f} s, hunted for {time.monotonic() - start - built:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        restore(target, mutant)
    if not options.keep:
        shutil.rmtree(options.folder)
    print(f"{len(chosen)} mutants; {missed} times one was not noticed by what should notice it")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
