// SPDX-License-Identifier: Apache-2.0
// What the probe says of the data share (tb/probe/events.def), computed beside it. Bound to lds; the names below are
// names in the lds to which it is bound.
module lds_report (
  input logic clk_i,
  input logic rst_ni
);
  // The service of this cycle.
  // verilator lint_off UNUSEDSIGNAL
  logic [3:0]    valid;  // 1 bit per bank
  logic [43:0]   row;    // 11 bits per bank
  logic [63:0]   be;     // 16 bits per bank
  logic [1:0]    kind;   // as in the event lds
  logic [3:0]    quad;
  logic          access;
  cu_pkg::slot_t slot;
  logic [6:0]    tag;
  // The instructions of this cycle's operand read and VGPR write.
  logic [6:0]    read_tag, write_tag;
  cu_pkg::slot_t write_slot;
  logic          read_control;  // of a wave with control words
  // Cycles of an instruction whose service ends, and those of them that conflicts cost.
  logic       cycles_valid;
  logic [7:0] cycles, conflicts;
  // verilator lint_on UNUSEDSIGNAL
  assign valid = lds.bank_valid;
  assign row = lds.bank_row;
  assign be = lds.bank_be;
  assign kind = !lds.svc_write ? 2'd0 : lds.atomic ? 2'd2 : 2'd1;
  assign quad = lds.svc_quad;
  assign access = lds.svc_src2 ? !lds.svc_second_q : lds.svc_second_q;
  assign slot = lds.svc.slot;
  assign tag = {lds.svc_ctl.flat, lds.svc.tag};
  assign read_tag = {lds.rd_ctl.flat, lds.rd.tag};
  assign read_control = lds.rd.sets.control;
  assign write_tag = {lds.head_ctl.flat, lds.head.tag};
  assign write_slot = lds.head.slot;

  // What a bank reads or writes. A function: only a cycle with an access computes it.
  function automatic logic [127:0] data(int bank);
    data = lds.svc_write ? lds.bank_wdata[128*bank +: 128] : lds.entries[128*bank +: 128];
  endfunction

  // Cycles of service before and including this one, and the cycles without conflicts (lds.md 4.1).
  logic [7:0] cycles_q;
  logic [5:0] base_q, base;
  always_comb begin
    cycles = cycles_q + {7'd0, lds.svc_access};
    base = base_q + (lds.svc_src2 ? {4'd0, lds.svc_quad_done, 1'b0} : {5'd0, lds.access_last});
  end
  assign cycles_valid = lds.svc_finish;
  assign conflicts = lds.svc_append_consume || {2'd0, base} > cycles ? 8'd0 : cycles - {2'd0, base};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q <= '0;
      base_q <= '0;
    end else if (lds.svc_start) begin
      cycles_q <= '0;
      base_q <= '0;
    end else if (lds.svc_busy_q && lds.svc_quad_valid) begin
      cycles_q <= cycles;
      base_q <= base;
    end
  end
endmodule
