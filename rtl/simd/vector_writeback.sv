// SPDX-License-Identifier: Apache-2.0
// Writeback of the vector ALU: the one arbiter onto the write ports of the VGPR file, and the end of an instruction.
//
// Slots. At its issue an instruction of a fixed unit reserves the cycles in which it will write (reserve_*). So no two
// responses of fixed units come in one cycle, and a response of a fixed unit is never refused.
// Ports of the VGPR file. The first is for the first result VGPR of fixed units, the second for their second result
// VGPR. What fixed units leave of the second port goes to variable units and the memory units in turns. A variable
// unit's second result VGPR takes a second turn. No write of these goes to the index that the first port writes.
//
// End. The response with `last` ends the instruction. Until then the lane mask and the exceptions of its passes are
// collected, by slot. One instruction ends in a cycle: a variable unit waits for a fixed one.
// A wave with control words may have several instructions in flight. Its unit has fixed units alone: all instructions
// respond in order of issue, and no passes of two of them are mixed (maxwell-control.md D-CTRL-35).
//
// coverage off toggle variable_valid_i, variable_i.*, variable_bits_i[*], variable_excp_i[*], variable_second_q,
//   variable_writes, variable_asks, variable_goes, variable_write, variable_vgpr[*], variable_taken: No execution unit
//   is variable: variable_valid_i is 0. tb/bench/exec runs this code with a variable unit.
// coverage off toggle variable_final, variable_mask[63:0], variable_may_end, variable_ready_o: No execution unit is
//   variable: variable_valid_i and variable_i are 0, so these are constant.
// coverage off toggle row.first[1:0], row.first[4], row.fixed: All rows of exec_units_pkg.sv are fixed. Without
//   ValuDelay `first` is 3, 7, 11 or 15.
// coverage off toggle reserved_q[57:51], reserve[57:52], reserve[50:41], reserve[38:36], reserve[34:33],
//   reserve[31:28], reserve[26:25], reserve[23:21], reserve[18:17], reserve[14:13], reserve[2:0]: A pass answers
//   `first` + p * `step` cycles later, five more with DPP, which UnitRoot64 does not have. The rows have 3 with a step
//   of 1 or 2, 7 with 4, 11 with 8, and 15 with 12, without ValuDelay. None gives these cycles.
module vector_writeback (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  reserve_valid_i,
  input  logic [3:0]            reserve_unit_i,
  input  logic                  reserve_dpp_i,
  input  logic                  reserve_pairs_i,
  output logic                  reserve_ok_o,
  // the response of the fixed units: always taken
  input  logic                  fixed_valid_i,
  input  exec_pkg::exec_pass_t  fixed_i,
  input  cu_pkg::pass_t         fixed_lo_i,
  input  cu_pkg::pass_t         fixed_hi_i,
  input  logic [15:0]           fixed_bits_i,  // mask bits of the lanes
  input  logic [6:0]            fixed_excp_i,  // exceptions of the lanes
  // the response of the variable units
  input  logic                  variable_valid_i,
  output logic                  variable_ready_o,
  input  exec_pkg::exec_pass_t  variable_i,
  input  cu_pkg::pass_t         variable_lo_i,
  input  cu_pkg::pass_t         variable_hi_i,
  input  logic [15:0]           variable_bits_i,
  input  logic [6:0]            variable_excp_i,
  // writes of the memory units
  input  logic                  mwr_valid_i,
  output logic                  mwr_ready_o,
  input  vgpr_pkg::vgpr_write_t mwr_i,
  // VGPR file
  output logic [1:0]            write_valid_o,
  output vgpr_pkg::vgpr_write_t write0_o,
  output vgpr_pkg::vgpr_write_t write1_o,
  // end of an instruction
  output logic                  done_valid_o,
  output valu_pkg::valu_rsp_t   done_o
);
  // ---- reserved slots --------------------------------------------------------------------------
  // Bit n: a fixed unit responds n cycles from now. The last one of any row: its last pass, DPP, second pair.
  localparam int unsigned Slots = exec_units_pkg::LastWrite + exec_units_pkg::DppReadCycles + 1 + 1;
  logic [Slots-1:0] reserved_q, reserve;
  // verilator lint_off UNUSEDSIGNAL
  exec_units_pkg::row_t row;
  // verilator lint_on UNUSEDSIGNAL
  always_comb begin
    row = exec_units_pkg::row(reserve_unit_i);
    reserve = '0;
    for (int unsigned p = 0; p < 4; p++) begin
      reserve = reserve | Slots'({reserve_pairs_i, 1'b1}) << (p[5:0] * {2'd0, row.step});
    end
    reserve = reserve << row.first;
    if (reserve_dpp_i) reserve = reserve << exec_units_pkg::DppReadCycles;
  end
  assign reserve_ok_o = (reserved_q & reserve) == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reserved_q <= '0;
    end else begin
      reserved_q <= (reserved_q | (reserve_valid_i ? reserve : '0)) >> 1;
      if (reserve_valid_i) a_slots_fit: assert (6'(row.first) + 6'd3 * row.step <= 6'(exec_units_pkg::LastWrite));
      // A fixed unit responds in the cycles that its instructions reserved, and in no other.
      a_fixed_in_its_slot: assert (fixed_valid_i == reserved_q[0]);
    end
  end

  // ---- fixed units -----------------------------------------------------------------------------
  logic [1:0] fixed_port;
  assign fixed_port = fixed_valid_i && fixed_i.lanes != 16'd0 ? fixed_i.we : 2'b00;

  assign write_valid_o[0] = fixed_port[0];
  always_comb begin
    write0_o = '0;
    if (fixed_port[0]) begin
      write0_o.vgpr = fixed_i.vdst;
      write0_o.pass = fixed_i.pass;
      write0_o.halves = vgpr_pkg::WholeVgpr;
      write0_o.lanes = fixed_i.lanes;
      write0_o.data = fixed_lo_i;
    end
  end

  // ---- variable units and memory units -----------------------------------------------------------
  logic variable_turn_q;    // when both ask, the variable units go first
  logic variable_second_q;  // the first result VGPR is written: the second is next
  logic variable_writes, variable_final, variable_may_end, variable_asks, variable_goes, variable_write;
  cu_pkg::phys_vgpr_t variable_vgpr;
  assign variable_writes = variable_i.we != 2'b00 && variable_i.lanes != 16'd0;
  assign variable_final = variable_second_q || !variable_i.we[1] || !variable_writes;
  assign variable_may_end = !variable_final || !variable_i.last || !(fixed_valid_i && fixed_i.last);
  assign variable_asks = variable_valid_i && variable_writes && variable_may_end;
  assign variable_goes = variable_asks && (variable_turn_q || !mwr_valid_i);
  assign variable_vgpr = variable_second_q ? variable_i.vdst_hi : variable_i.vdst;

  function automatic logic same_index(input cu_pkg::phys_vgpr_t vgpr, input logic [1:0] pass);
    same_index = fixed_port[0] && vgpr == fixed_i.vdst && pass == fixed_i.pass;
  endfunction
  assign variable_write = variable_goes && !fixed_port[1] && !same_index(variable_vgpr, variable_i.pass);
  assign variable_ready_o = variable_writes ? variable_write && variable_final : variable_may_end;
  assign mwr_ready_o = !fixed_port[1] && !variable_goes && !same_index(mwr_i.vgpr, mwr_i.pass);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      variable_turn_q <= 1'b0;
      variable_second_q <= 1'b0;
    end else begin
      // coverage off elsif: no execution unit is variable; tb/bench/exec has one
      if (variable_write) variable_turn_q <= 1'b0;
      else if (mwr_valid_i && mwr_ready_o) variable_turn_q <= 1'b1;
      // coverage off if: no execution unit is variable; tb/bench/exec has one
      if (variable_write) variable_second_q <= !variable_final;
      // coverage off if: no execution unit is variable; tb/bench/exec has one
      if (variable_valid_i) a_first_before_second: assert (variable_i.we != 2'b10);
    end
  end

  assign write_valid_o[1] = fixed_port[1] || variable_write || (mwr_valid_i && mwr_ready_o);
  always_comb begin
    if (fixed_port[1]) begin
      write1_o.vgpr = fixed_i.vdst_hi;
      write1_o.pass = fixed_i.pass;
      write1_o.halves = vgpr_pkg::WholeVgpr;
      write1_o.lanes = fixed_i.lanes;
      write1_o.data = fixed_hi_i;
    // coverage off if: no execution unit is variable; tb/bench/exec has one
    end else if (variable_goes) begin
      write1_o.vgpr = variable_vgpr;
      write1_o.pass = variable_i.pass;
      write1_o.halves = vgpr_pkg::WholeVgpr;
      write1_o.lanes = variable_i.lanes;
      write1_o.data = variable_second_q ? variable_hi_i : variable_lo_i;
    end else begin
      write1_o = mwr_i;
    end
  end

  // ---- end of an instruction ---------------------------------------------------------------------
  logic variable_taken;
  assign variable_taken = variable_valid_i && variable_ready_o;

  // Lane masks of the passes so far, by slot.
  logic [63:0] mask_q [cu_pkg::NumWaves];
  logic [63:0] fixed_mask, variable_mask;
  always_comb begin
    fixed_mask = '0;
    variable_mask = '0;
    if (fixed_valid_i && fixed_i.sdst_kind == valu_pkg::SdstMask) begin
      fixed_mask = mask_q[fixed_i.tag.slot];
      fixed_mask[16*fixed_i.pass +: 16] = fixed_bits_i & fixed_i.lanes;
    end
    // coverage off if: no execution unit is variable; tb/bench/exec has one
    if (variable_taken && variable_i.sdst_kind == valu_pkg::SdstMask) begin
      variable_mask = mask_q[variable_i.tag.slot];
      variable_mask[16*variable_i.pass +: 16] = variable_bits_i & variable_i.lanes;
    end
  end
  always_ff @(posedge clk_i) begin
    if (fixed_valid_i && fixed_i.sdst_kind == valu_pkg::SdstMask) mask_q[fixed_i.tag.slot] <= fixed_mask;
    // coverage off if: no execution unit is variable; tb/bench/exec has one
    if (variable_taken && variable_i.sdst_kind == valu_pkg::SdstMask) mask_q[variable_i.tag.slot] <= variable_mask;
  end

  // Exceptions of the passes so far, by slot; none at the beginning of an instruction (control-flow.md 6.1).
  logic [6:0] excp_q [cu_pkg::NumWaves];
  logic [6:0] fixed_excp, variable_excp;
  always_comb begin
    fixed_excp = '0;
    variable_excp = '0;
    if (fixed_valid_i) fixed_excp = excp_q[fixed_i.tag.slot] | fixed_excp_i;
    // coverage off if: no execution unit is variable; tb/bench/exec has one
    if (variable_valid_i) variable_excp = excp_q[variable_i.tag.slot] | variable_excp_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) excp_q[i] <= '0;
    end else begin
      if (fixed_valid_i) excp_q[fixed_i.tag.slot] <= fixed_i.last ? '0 : fixed_excp;
      // coverage off if: no execution unit is variable; tb/bench/exec has one
      if (variable_taken) excp_q[variable_i.tag.slot] <= variable_i.last ? '0 : variable_excp;
    end
  end

  logic fixed_done;
  assign fixed_done = fixed_valid_i && fixed_i.last;

  assign done_valid_o = fixed_done || (variable_taken && variable_i.last);
  always_comb begin
    done_o = '0;
    if (fixed_done) begin
      done_o.slot = fixed_i.tag.slot;
      done_o.sdst_kind = fixed_i.sdst_kind;
      done_o.sdst = fixed_i.sdst;
      done_o.cmpx = fixed_i.cmpx;
      done_o.sdata = fixed_i.sdst_kind == valu_pkg::SdstValue ? {32'd0, fixed_lo_i[31:0]} : fixed_mask;
      done_o.excp = fixed_excp;
    // coverage off if: no execution unit is variable; tb/bench/exec has one
    end else if (done_valid_o) begin
      done_o.slot = variable_i.tag.slot;
      done_o.sdst_kind = variable_i.sdst_kind;
      done_o.sdst = variable_i.sdst;
      done_o.cmpx = variable_i.cmpx;
      done_o.sdata = variable_i.sdst_kind == valu_pkg::SdstValue ? {32'd0, variable_lo_i[31:0]} : variable_mask;
      done_o.excp = variable_excp;
    end
  end
endmodule
