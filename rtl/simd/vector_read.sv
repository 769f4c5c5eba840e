// SPDX-License-Identifier: Apache-2.0
// Operand read: takes vector ALU instructions one after the other and gives each to its execution unit, pass by pass.
//
// A pass is read in one cycle: all its operands, both VGPRs of a 64-bit source included. In the next cycle it is
// requested from the unit. A DPP instruction first reads all of source 0. v_mqsad_u32_u8 requests each pass twice, each
// time with two result VGPRs.
//
// A fixed unit gets a pass every `step` cycles (exec_units_pkg). The operand read keeps the instruction for that long
// after its last pass too, so that the unit's next instruction does not come early.
//
// An instruction of a fixed unit is taken only if its writeback slots are free (reserve_*), and if nothing in front
// of it can stall. A variable unit may stall the pass in front of it (unit_ready_i); then the operand read waits.
//
// Nothing is forwarded. The issue stage has only one vector ALU instruction of a wave in flight. A wave with control
// words may have more: they read the file's present contents (maxwell-control.md 8.6).
//
// coverage off toggle unit_ready_i, stalled: Fixed units take every request: vector_units.sv ties req_ready_o to 1.
//   tb/bench/exec has a variable unit.
// coverage off toggle req_row.first[1:0], req_row.first[4], req_row.fixed: All rows of exec_units_pkg.sv are fixed.
//   Without ValuDelay `first` is 3, 7, 11 or 15.
// coverage off toggle unused_old: dpp_old of a request, which only exposed_hazards.sv sets.
// coverage off toggle rd_mode.vskip: With VSKIP no vector instruction gets to a unit.
module vector_read (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  input  logic                                 req_valid_i,
  output logic                                 req_ready_o,
  input  valu_pkg::valu_req_t                  req_i,
  // writeback slots of an instruction that is taken in this cycle
  output logic                                 reserve_valid_o,
  output logic [3:0]                           reserve_unit_o,
  output logic                                 reserve_dpp_o,
  output logic                                 reserve_pairs_o,  // two pairs of result VGPRs
  input  logic                                 reserve_ok_i,
  // VGPR reads. 0 to 2: the sources' first VGPRs. 3 to 5: their second VGPRs; 5 also the old destination.
  output logic [5:0]                           read_valid_o,
  output logic [6*vgpr_pkg::VgprIndexBits-1:0] read_index_o,     // {physical VGPR, pass}
  input  logic [6*512-1:0]                     read_data_i,
  // writes of this cycle to the VGPR file
  input  logic [1:0]                           write_valid_i,
  input  cu_pkg::phys_vgpr_t                   write0_i,
  input  cu_pkg::phys_vgpr_t                   write1_i,
  // the request to the execution units: the unit is ctl_o.unit. Without a request the operands are 0, and without a
  // second VGPR the high ones.
  output logic                                 unit_valid_o,
  input  logic                                 unit_ready_i,
  output exec_pkg::exec_pass_t                 unit_o,
  output valu_pkg::valu_control_t              unit_ctl_o,
  output valu_pkg::fp_mode_t                   unit_fp_mode_o,
  output logic                                 unit_step_o,      // second request of a pass
  output logic [15:0]                          unit_mask_o,      // carry or select mask
  output logic [5:0]                           unit_lane_o,      // the lane of v_readlane, v_readfirstlane
  output cu_pkg::pass_t                        unit_a_o,
  output cu_pkg::pass_t                        unit_b_o,
  output cu_pkg::pass_t                        unit_c_o,
  output cu_pkg::pass_t                        unit_a_hi_o,
  output cu_pkg::pass_t                        unit_b_hi_o,
  output cu_pkg::pass_t                        unit_c_hi_o       // with ctl_o.preserve the old destination
);
  // ---- the instruction and its pass ------------------------------------------------------------
  logic rd_valid_q;
  logic [1:0] rd_pass_q;
  valu_pkg::valu_req_t rd_q;
  valu_pkg::valu_control_t rd_ctl;
  logic rd_fixed_q;
  // verilator lint_off UNUSEDSIGNAL
  isa_pkg::mode_t rd_mode;  // the float fields
  // verilator lint_on UNUSEDSIGNAL
  assign rd_mode = rd_q.mode;
  logic [63:0] rd_exec;              // lanes that write
  logic [5:0] rd_lane;               // the lane of v_readlane, v_writelane, v_readfirstlane
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t req_ctl;  // unit, dpp and is128
  exec_units_pkg::row_t req_row;
  // verilator lint_on UNUSEDSIGNAL
  assign req_ctl = req_i.ctl;
  assign req_row = exec_units_pkg::row(req_ctl.unit);
  logic req_accept;
  logic [2:0] rd_dpp_wait_q;  // cycles until the passes of a DPP instruction begin
  logic [3:0] rd_step_q;      // cycle of the pass
  logic [3:0] rd_steps_q;     // its last one
  logic rd_active;            // the cycle counts
  logic rd_pass_valid;        // and the unit is requested: in the first one, for two pairs of results in the second too
  logic rd_second, rd_pass_end, rd_last;

  // The pass in the request stage, at the bottom of this file.
  logic ex_valid_q, stalled;
  assign stalled = ex_valid_q && !unit_ready_i;

  valu_pkg::dpp_t rd_dpp;
  assign rd_ctl = rd_q.ctl;
  assign rd_dpp = rd_ctl.ext.dpp;
  assign rd_active = rd_valid_q && rd_dpp_wait_q == 3'd0 && !stalled;
  assign rd_second = rd_step_q[0];
  assign rd_pass_valid = rd_active && rd_step_q <= {3'd0, rd_ctl.is128};
  assign rd_pass_end = rd_step_q == rd_steps_q;
  assign rd_last = rd_active && rd_pass_q == 2'd3 && rd_pass_end;
  assign req_ready_o = (!rd_valid_q || (rd_last && rd_fixed_q)) && !stalled && (!req_row.fixed || reserve_ok_i);
  assign req_accept = req_valid_i && req_ready_o;

  assign reserve_valid_o = req_accept && req_row.fixed;
  assign reserve_unit_o = req_ctl.unit;
  assign reserve_dpp_o = req_ctl.dpp;
  assign reserve_pairs_o = req_ctl.is128;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rd_valid_q <= 1'b0;
      rd_pass_q <= 2'd0;
      rd_dpp_wait_q <= 3'd0;
      rd_step_q <= 4'd0;
    end else if (req_accept) begin
      rd_valid_q <= 1'b1;
      rd_pass_q <= 2'd0;
      rd_dpp_wait_q <= req_ctl.dpp ? 3'(exec_units_pkg::DppReadCycles) : 3'd0;
      rd_step_q <= 4'd0;
    end else if (rd_valid_q && rd_dpp_wait_q != 3'd0) begin
      rd_dpp_wait_q <= rd_dpp_wait_q - 3'd1;
    end else if (rd_active) begin
      rd_valid_q <= !rd_last;
      rd_step_q <= rd_pass_end ? 4'd0 : rd_step_q + 4'd1;
      if (rd_pass_end) rd_pass_q <= rd_pass_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (req_accept) begin
      rd_q <= req_i;
      rd_fixed_q <= req_row.fixed;
      rd_steps_q <= req_row.fixed ? req_row.step - 4'd1 : {3'd0, req_ctl.is128};
    end
  end

  always_comb begin
    rd_exec = rd_q.exec;
    rd_lane = rd_q.scalar[1][5:0];
    if (rd_pass_valid) begin
      if (rd_ctl.unit == valu_pkg::UnitLane && rd_ctl.op == valu_lane_pkg::Writelane) rd_exec = 64'd1 << rd_lane;
      else if (rd_ctl.unit == valu_pkg::UnitLane && rd_ctl.op == valu_lane_pkg::Readfirstlane) begin
        rd_lane = bits_pkg::lowest64(rd_q.exec);
      end else if (rd_ctl.dpp) begin
        rd_exec = valu_dpp_pkg::lanes(rd_q.exec, rd_dpp.row_mask, rd_dpp.bank_mask, rd_dpp.bound, rd_dpp.ctrl);
      end
    end
  end

  // ---- VGPR reads ------------------------------------------------------------------------------
  // A DPP instruction reads all of source 0 before its passes, 16 lanes per cycle, while the wait is 5 to 2.
  logic dpp_read;
  logic [1:0] dpp_pass;
  assign dpp_read = rd_valid_q && rd_dpp_wait_q > 3'd1;
  assign dpp_pass = 2'd1 - rd_dpp_wait_q[1:0];

  localparam cu_pkg::phys_vgpr_t One = 1;
  cu_pkg::phys_vgpr_t rd_vgpr2, rd_vdst;  // in the second request two VGPRs further
  assign rd_vgpr2 = rd_q.vgpr[2] + (rd_second ? 2 * One : '0);
  assign rd_vdst = rd_q.vdst + (rd_second ? 2 * One : '0);
  assign read_valid_o[0] = dpp_read || (rd_pass_valid && rd_q.is_vgpr[0] && !rd_ctl.dpp && !reuse_hit[0]);
  assign read_valid_o[1] = rd_pass_valid && rd_q.is_vgpr[1] && !reuse_hit[1];
  assign read_valid_o[2] = rd_pass_valid && rd_q.is_vgpr[2] && !reuse_hit[2];
  assign read_valid_o[3] = rd_pass_valid && rd_q.is_vgpr[0] && rd_ctl.is64[0];
  assign read_valid_o[4] = rd_pass_valid && rd_q.is_vgpr[1] && rd_ctl.is64[1];
  assign read_valid_o[5] = rd_pass_valid && (rd_ctl.preserve || (rd_q.is_vgpr[2] && rd_ctl.is64[2]));
  always_comb begin
    read_index_o = '0;
    if (rd_valid_q) begin
      read_index_o = {rd_ctl.preserve ? rd_q.vdst : rd_vgpr2 + One, rd_pass_q,
                      rd_q.vgpr[1] + One, rd_pass_q,
                      rd_q.vgpr[0] + One, rd_pass_q,
                      rd_vgpr2, rd_pass_q,
                      rd_q.vgpr[1], rd_pass_q,
                      rd_q.vgpr[0], dpp_read ? dpp_pass : rd_pass_q};
    end
  end

  // ---- reuse entries -----------------------------------------------------------------------------
  logic [2:0]    reuse_hit;               // the source's pass comes from the entry of its slot
  cu_pkg::pass_t first0, first1, first2;  // data of the sources' first VGPRs, from their entries or from the file
  reuse_entries u_reuse (
    .clk_i, .rst_ni, .accept_i(req_accept), .vgpr_i(rd_q.vgpr), .reuse_i(rd_q.reuse),
    .pass_valid_i(rd_pass_valid), .pass_i(rd_pass_q), .last_i(rd_last), .plain_i(~rd_ctl.is64 & {2'b11, !rd_ctl.dpp}),
    .hit_o(reuse_hit), .data_i(read_data_i[3*512-1:0]),
    .first0_o(first0), .first1_o(first1), .first2_o(first2),
    .write_valid_i, .write0_i, .write1_i
  );

  // Source 0 of a DPP instruction, by pass, and the values that one pass takes from it.
  logic dpp_read_q;
  logic [1:0] dpp_pass_q;
  logic [511:0] dpp_source_q [4];
  cu_pkg::pass_t dpp_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) dpp_read_q <= 1'b0;
    else dpp_read_q <= dpp_read;
  end
  always_ff @(posedge clk_i) begin
    logic [6:0] source;  // {in range, lane}
    cu_pkg::pass_t data;
    dpp_pass_q <= dpp_pass;
    if (dpp_read_q) dpp_source_q[dpp_pass_q] <= read_data_i[511:0];
    if (rd_pass_valid && rd_ctl.dpp) begin
      data = '0;
      for (int i = 0; i < 16; i++) begin
        source = valu_dpp_pkg::source({rd_pass_q, 4'(i)}, rd_dpp.ctrl);
        if (source[6] && rd_q.exec[source[5:0]]) begin
          data[32*i +: 32] = dpp_source_q[source[5:4]][{source[3:0], 5'd0} +: 32];
        end
      end
      dpp_data_q <= data;
    end
  end

  // ---- request stage ---------------------------------------------------------------------------
  exec_pkg::exec_pass_t ex_q;
  valu_pkg::valu_control_t ex_ctl_q;
  valu_pkg::fp_mode_t ex_fp_mode_q;
  logic ex_step_q;
  logic [15:0] ex_mask_q;
  logic [2:0] ex_vgpr_q;  // the source is a VGPR
  logic ex_dpp_q;         // source 0 is dpp_data_q
  logic ex_c_hi_vgpr_q;   // the data of port 5 is used
  logic [3*64-1:0] ex_scalar_q;
  logic [5:0] ex_lane_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ex_valid_q <= 1'b0;
    end else begin
      ex_valid_q <= rd_pass_valid || stalled;
      // coverage off if: Fixed units take every request: vector_units.sv ties req_ready_o to 1. tb/bench/exec has a
      //   variable unit.
      if (stalled) begin
        a_no_read_under_stall: assert (read_valid_o == 6'd0);
        a_fixed_not_stalled: assert (!rd_valid_q || !rd_fixed_q);
      end
      if (reserve_valid_o && req_ctl.is128) a_time_for_two_pairs: assert (req_row.step > 4'd1);
    end
  end
  always_ff @(posedge clk_i) begin
    if (rd_pass_valid) begin
      ex_q.tag.slot <= rd_q.slot;
      ex_q.pass <= rd_pass_q;
      ex_q.last <= rd_pass_q == 2'd3 && rd_second == rd_ctl.is128;
      ex_q.lanes <= rd_exec[16*rd_pass_q +: 16];
      ex_q.we <= {rd_ctl.vdst_count[1] || rd_ctl.swap, rd_ctl.vdst_count != 2'd0};
      ex_q.vdst <= rd_vdst;
      ex_q.vdst_hi <= rd_ctl.swap ? rd_q.vgpr[0] : rd_vdst + One;
      ex_q.sdst_kind <= rd_q.sdst_kind;
      ex_q.sdst <= rd_q.sdst;
      ex_q.cmpx <= rd_q.cmpx;
      ex_ctl_q <= rd_ctl;
      ex_fp_mode_q <= {rd_mode.fp16_ovfl, rd_mode.dx10_clamp, rd_mode.ieee, rd_mode.fp_denorm_wide,
                       rd_mode.fp_denorm_f32, rd_mode.fp_round_wide, rd_mode.fp_round_f32};
      ex_step_q <= rd_second;
      ex_mask_q <= rd_q.mask_in[16*rd_pass_q +: 16];
      ex_vgpr_q <= rd_q.is_vgpr;
      ex_dpp_q <= rd_ctl.dpp;
      ex_c_hi_vgpr_q <= rd_ctl.preserve || rd_q.is_vgpr[2];
      ex_scalar_q <= rd_q.scalar;
      ex_lane_q <= rd_lane;
    end
  end

  assign unit_valid_o = ex_valid_q;
  assign unit_o = ex_q;
  assign unit_ctl_o = ex_ctl_q;
  assign unit_fp_mode_o = ex_fp_mode_q;
  assign unit_step_o = ex_step_q;
  assign unit_mask_o = ex_mask_q;
  assign unit_lane_o = ex_lane_q;

  // The values that SDWA or OP_SEL selects. The units get whole operands.
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::sdwa_t sdwa;  // the sources' fields
  // verilator lint_on UNUSEDSIGNAL
  assign sdwa = ex_ctl_q.ext.sdwa;
  always_comb begin
    unit_a_o = '0;
    unit_b_o = '0;
    unit_c_o = '0;
    unit_a_hi_o = '0;
    unit_b_hi_o = '0;
    unit_c_hi_o = '0;
    if (ex_valid_q) begin
      if (ex_dpp_q) unit_a_o = dpp_data_q;
      else if (ex_vgpr_q[0]) unit_a_o = first0;
      else unit_a_o = {16{ex_scalar_q[0 +: 32]}};
      if (ex_vgpr_q[1]) unit_b_o = first1;
      else unit_b_o = {16{ex_scalar_q[64 +: 32]}};
      if (ex_vgpr_q[2]) unit_c_o = first2;
      else unit_c_o = {16{ex_scalar_q[128 +: 32]}};
      if (ex_ctl_q.sdwa) begin
        for (int i = 0; i < 16; i++) begin
          unit_a_o[32*i +: 32] = valu_sdwa_pkg::select_source(unit_a_o[32*i +: 32], sdwa.src0_sel, sdwa.sext[0]);
          unit_b_o[32*i +: 32] = valu_sdwa_pkg::select_source(unit_b_o[32*i +: 32], sdwa.src1_sel, sdwa.sext[1]);
          unit_c_o[32*i +: 32] = valu_sdwa_pkg::select_source(unit_c_o[32*i +: 32], sdwa.src2_sel, 1'b0);
        end
      end
      if (ex_ctl_q.is64[0]) begin
        if (ex_vgpr_q[0]) unit_a_hi_o = read_data_i[512*3 +: 512];
        else unit_a_hi_o = {16{ex_scalar_q[32 +: 32]}};
      end
      if (ex_ctl_q.is64[1]) begin
        if (ex_vgpr_q[1]) unit_b_hi_o = read_data_i[512*4 +: 512];
        else unit_b_hi_o = {16{ex_scalar_q[96 +: 32]}};
      end
      if (ex_ctl_q.is64[2] || ex_ctl_q.preserve) begin
        if (ex_c_hi_vgpr_q) unit_c_hi_o = read_data_i[512*5 +: 512];
        else unit_c_hi_o = {16{ex_scalar_q[160 +: 32]}};
      end
    end
  end

  logic unused_old;
  assign unused_old = rd_q.dpp_old;  // of vgpr_before.sv
endmodule
