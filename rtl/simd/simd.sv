// SPDX-License-Identifier: Apache-2.0
// The SIMD: the VGPR file and 16 lanes. A wave of 64 lanes takes four passes.
//
// Request: an instruction is accepted in a cycle with req_valid_i and req_ready_o. Each pass then goes through
// three stages: read (VGPRs to operand registers), execute (lanes to result registers), write back.
// The write of the last pass comes with done_valid_o, six cycles after the request. An instruction can
// start every four cycles. Two kinds take longer. A DPP instruction first reads all of source 0, which takes
// five cycles more. v_mqsad_u32_u8 takes each pass in two steps, each with two result VGPRs.
//
// VGPR ports: a pass reads all its operands in one cycle, both VGPRs of a 64-bit source included. It also writes
// both result VGPRs in one cycle. A memory unit shares the second write port: its write waits while the
// vector ALU uses that port, or writes the same index by the first port.
//
// The issue stage has only one vector ALU instruction of a wave in flight. So no stage forwards to another.
module simd (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                req_valid_i,
  output logic                req_ready_o,
  input  cu_pkg::valu_req_t   req_i,
  output logic                done_valid_o,
  output cu_pkg::valu_rsp_t   done_o,
  input  logic                mrd_valid_i,
  output logic                mrd_ready_o,
  input  cu_pkg::vgpr_read_t  mrd_i,
  output cu_pkg::pass_t       mrd_data_o,
  input  logic                mwr_valid_i,
  output logic                mwr_ready_o,
  input  cu_pkg::vgpr_write_t mwr_i
);
  // ---- read stage: the instruction and its pass ------------------------------------------------
  logic rd_valid_q;
  logic [1:0] rd_pass_q;
  cu_pkg::valu_req_t rd_q;
  valu_pkg::valu_control_t rd_ctl;
  // verilator lint_off UNUSEDSIGNAL
  isa_pkg::mode_t rd_mode;   // the float fields
  // verilator lint_on UNUSEDSIGNAL
  assign rd_mode = rd_q.mode;
  logic [63:0] rd_exec;      // lanes that write
  logic [5:0] rd_lane;       // the lane of v_readlane, v_writelane, v_readfirstlane
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t req_ctl;   // only the flag of DPP
  // verilator lint_on UNUSEDSIGNAL
  assign req_ctl = req_i.ctl;
  logic req_accept;
  logic [2:0] rd_dpp_wait_q; // cycles until the passes of a DPP instruction begin
  logic rd_step_q;           // second step of a pass (v_mqsad_u32_u8)
  logic rd_pass_valid, rd_last;

  valu_pkg::dpp_t rd_dpp;
  assign rd_ctl = rd_q.ctl;
  assign rd_dpp = rd_ctl.ext;
  assign rd_pass_valid = rd_valid_q && rd_dpp_wait_q == 3'd0;
  assign rd_last = rd_pass_valid && rd_pass_q == 2'd3 && (!rd_ctl.is128 || rd_step_q);
  assign req_ready_o = !rd_valid_q || rd_last;
  assign req_accept = req_valid_i && req_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rd_valid_q <= 1'b0;
      rd_pass_q <= 2'd0;
      rd_dpp_wait_q <= 3'd0;
      rd_step_q <= 1'b0;
    end else if (req_accept) begin
      rd_valid_q <= 1'b1;
      rd_pass_q <= 2'd0;
      rd_dpp_wait_q <= req_ctl.dpp ? 3'd5 : 3'd0;
      rd_step_q <= 1'b0;
    end else if (rd_valid_q && rd_dpp_wait_q != 3'd0) begin
      rd_dpp_wait_q <= rd_dpp_wait_q - 3'd1;
    end else if (rd_valid_q) begin
      rd_valid_q <= !rd_last;
      rd_step_q <= rd_ctl.is128 && !rd_step_q;
      if (!rd_ctl.is128 || rd_step_q) rd_pass_q <= rd_pass_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (req_accept) rd_q <= req_i;
  end

  always_comb begin
    rd_exec = rd_q.exec;
    rd_lane = rd_q.scalar[1][5:0];
    if (rd_pass_valid) begin
      unique case ({rd_ctl.unit, rd_ctl.op})
        {valu_pkg::UnitLane, valu_lane_pkg::Writelane}: rd_exec = 64'd1 << rd_lane;
        {valu_pkg::UnitLane, valu_lane_pkg::Readfirstlane}: rd_lane = bits_pkg::lowest64(rd_q.exec);
        default: begin
          if (rd_ctl.dpp) begin
            rd_exec = valu_dpp_pkg::lanes(rd_q.exec, rd_dpp.row_mask, rd_dpp.bank_mask,
                                          rd_dpp.bound, rd_dpp.ctrl);
          end
        end
      endcase
    end
  end

  // A DPP instruction reads all of source 0 before its passes, 16 lanes per cycle, while the wait is 5 to 2.
  logic dpp_read;
  assign dpp_read = rd_valid_q && rd_dpp_wait_q > 3'd1;

  // Read ports. 0 to 2: the sources' first VGPRs. 3 to 5: their second VGPRs; 5 also the old destination.
  // 6: the memory units.
  logic [6:0] file_rd_valid;
  localparam int unsigned IndexBits = cu_pkg::VgprBits + 2;
  logic [7*IndexBits-1:0] file_rd_index;
  logic [7*512-1:0] file_rd_data;
  cu_pkg::phys_vgpr_t rd_vgpr2;
  assign rd_vgpr2 = rd_q.vgpr[2] + cu_pkg::VgprBits'({rd_step_q, 1'b0});
  assign file_rd_valid[0] = dpp_read || (rd_pass_valid && rd_q.is_vgpr[0] && !rd_ctl.dpp);
  assign file_rd_valid[1] = rd_pass_valid && rd_q.is_vgpr[1];
  assign file_rd_valid[2] = rd_pass_valid && rd_q.is_vgpr[2];
  assign file_rd_valid[3] = rd_pass_valid && rd_q.is_vgpr[0] && rd_ctl.is64[0];
  assign file_rd_valid[4] = rd_pass_valid && rd_q.is_vgpr[1] && rd_ctl.is64[1];
  assign file_rd_valid[5] = rd_pass_valid && (rd_ctl.preserve || (rd_q.is_vgpr[2] && rd_ctl.is64[2]));
  assign file_rd_index[IndexBits*0 +: IndexBits] =
      {rd_q.vgpr[0], rd_pass_valid ? rd_pass_q : 2'd1 - rd_dpp_wait_q[1:0]};
  assign file_rd_index[IndexBits*1 +: IndexBits] = {rd_q.vgpr[1], rd_pass_q};
  assign file_rd_index[IndexBits*2 +: IndexBits] = {rd_vgpr2, rd_pass_q};
  assign file_rd_index[IndexBits*3 +: IndexBits] = {rd_q.vgpr[0] + 1'b1, rd_pass_q};
  assign file_rd_index[IndexBits*4 +: IndexBits] = {rd_q.vgpr[1] + 1'b1, rd_pass_q};
  assign file_rd_index[IndexBits*5 +: IndexBits] = {rd_ctl.preserve ? rd_q.vdst : rd_vgpr2 + 1'b1, rd_pass_q};
  assign file_rd_valid[6] = mrd_valid_i;
  assign file_rd_index[IndexBits*6 +: IndexBits] = mrd_i;
  assign mrd_ready_o = 1'b1;
  assign mrd_data_o = file_rd_data[512*6 +: 512];

  // Source 0 of a DPP instruction: all 64 lanes, lane 0 lowest, and the values that one pass takes.
  logic dpp_read_q;
  logic [2047:0] dpp_source_q;
  logic [511:0] dpp_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) dpp_read_q <= 1'b0;
    else dpp_read_q <= dpp_read;
  end
  always_ff @(posedge clk_i) begin
    logic [6:0] dpp_source;  // {in range, lane}
    if (dpp_read_q) dpp_source_q <= {file_rd_data[511:0], dpp_source_q[2047:512]};
    if (rd_pass_valid && rd_ctl.dpp) begin
      for (int i = 0; i < 16; i++) begin
        dpp_source = valu_dpp_pkg::source({rd_pass_q, 4'(i)}, rd_dpp.ctrl);
        dpp_data_q[32*i +: 32] <= dpp_source[6] && rd_q.exec[dpp_source[5:0]] ?
                                  dpp_source_q[{dpp_source[5:0], 5'd0} +: 32] : 32'd0;
      end
    end
  end

  // ---- execute stage ---------------------------------------------------------------------------
  // One pass in the execute and write stages.
  typedef struct packed {
    cu_pkg::slot_t slot;
    logic [1:0]    pass;
    logic          last;
    logic [15:0]   lanes;
    logic          swap;
    logic [1:0]    vdst_count;
    logic          to_sgpr;     // a lane's operand is the scalar result
    cu_pkg::phys_vgpr_t vdst;
    cu_pkg::phys_vgpr_t src0;
    logic [6:0]    sdst;
    logic          cmpx;
  } valu_pass_t;

  logic ex_valid_q;
  valu_pass_t ex_q;
  cu_pkg::sdst_e ex_sdst_kind_q;
  valu_pkg::valu_control_t ex_ctl_q;
  valu_pkg::fp_mode_t ex_fp_mode_q;
  logic [15:0] ex_mask_q;
  logic [2:0] ex_vgpr_q;
  logic ex_dpp_q;            // source 0 is dpp_data_q
  logic ex_c_hi_vgpr_q;      // the data of port 5 is used
  logic [3*64-1:0] ex_scalar_q;
  logic ex_has_lane_q;       // the pass has the lane of v_readlane or v_readfirstlane
  logic [3:0] ex_lane_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ex_valid_q <= 1'b0;
    else ex_valid_q <= rd_pass_valid;
  end
  always_ff @(posedge clk_i) begin
    if (rd_pass_valid) begin
      ex_q.slot <= rd_q.slot;
      ex_q.pass <= rd_pass_q;
      ex_q.last <= rd_last;
      ex_q.lanes <= rd_exec[16*rd_pass_q +: 16];
      ex_q.swap <= rd_ctl.swap;
      ex_q.vdst_count <= rd_ctl.vdst_count;
      ex_q.to_sgpr <= rd_q.sdst_kind == cu_pkg::SdstValue;
      ex_q.vdst <= rd_q.vdst + cu_pkg::VgprBits'({rd_step_q, 1'b0});
      ex_q.src0 <= rd_q.vgpr[0];
      ex_sdst_kind_q <= rd_q.sdst_kind;
      ex_q.sdst <= rd_q.sdst;
      ex_q.cmpx <= rd_q.cmpx;
      ex_ctl_q <= rd_ctl;
      ex_fp_mode_q <= {rd_mode.fp16_ovfl, rd_mode.dx10_clamp, rd_mode.ieee, rd_mode.fp_denorm_wide,
                       rd_mode.fp_denorm_f32, rd_mode.fp_round_wide, rd_mode.fp_round_f32};
      ex_mask_q <= rd_ctl.is128 ? {16{rd_step_q}} : rd_q.mask_in[16*rd_pass_q +: 16];
      ex_vgpr_q <= rd_q.is_vgpr;
      if (rd_ctl.dpp) ex_vgpr_q[0] <= 1'b0;
      ex_dpp_q <= rd_ctl.dpp;
      ex_c_hi_vgpr_q <= rd_ctl.preserve || rd_q.is_vgpr[2];
      ex_scalar_q <= rd_q.scalar;
      ex_has_lane_q <= rd_lane[5:4] == rd_pass_q;
      ex_lane_q <= rd_lane[3:0];
    end
  end

  // ---- lanes: execute, and the result registers of the write stage ------------------------------
  logic [511:0] wr_lo, wr_hi;
  logic [15:0] wr_bits;
  for (genvar g = 0; g < 16; g++) begin : gen_lane
    valu_lane u_lane (
      .clk_i,
      .en_i      (ex_valid_q && ex_q.lanes[g]),
      .ctl_i     (ex_ctl_q),
      .fp_mode_i (ex_fp_mode_q),
      .lane_i    ({ex_q.pass, 4'(g)}),
      .mask_i    (ex_mask_q[g]),
      .a_i       (ex_vgpr_q[0] ? file_rd_data[32*g +: 32] :
                   ex_dpp_q ? dpp_data_q[32*g +: 32] : ex_scalar_q[0 +: 32]),
      .b_i       (ex_vgpr_q[1] ? file_rd_data[512*1 + 32*g +: 32] : ex_scalar_q[64 +: 32]),
      .c_i       (ex_vgpr_q[2] ? file_rd_data[512*2 + 32*g +: 32] : ex_scalar_q[128 +: 32]),
      .a_hi_i    (ex_vgpr_q[0] ? file_rd_data[512*3 + 32*g +: 32] : ex_scalar_q[32 +: 32]),
      .b_hi_i    (ex_vgpr_q[1] ? file_rd_data[512*4 + 32*g +: 32] : ex_scalar_q[96 +: 32]),
      .c_hi_i    (ex_c_hi_vgpr_q ? file_rd_data[512*5 + 32*g +: 32] : ex_scalar_q[160 +: 32]),
      .lo_o      (wr_lo[32*g +: 32]),
      .hi_o      (wr_hi[32*g +: 32]),
      .bit_o     (wr_bits[g])
    );
  end

  // ---- write back ------------------------------------------------------------------------------
  logic wr_valid_q;
  valu_pass_t wr_q;
  cu_pkg::sdst_e wr_sdst_kind_q;
  logic [31:0] wr_value_q;   // v_readlane, v_readfirstlane: the scalar result
  logic [47:0] wr_mask_q;    // mask bits of the earlier passes
  logic [15:0] wr_mask;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wr_valid_q <= 1'b0;
    else wr_valid_q <= ex_valid_q;
  end
  always_ff @(posedge clk_i) begin
    if (ex_valid_q) begin
      wr_q <= ex_q;
      wr_sdst_kind_q <= ex_sdst_kind_q;
      if (ex_q.to_sgpr && ex_has_lane_q) wr_value_q <= file_rd_data[32*ex_lane_q +: 32];
    end
    if (wr_valid_q) wr_mask_q <= {wr_mask, wr_mask_q[47:16]};
  end
  assign wr_mask = wr_bits & wr_q.lanes;

  // With exposed hazards a pass that writes no lane still uses its port: the file saves the old value.
  logic [1:0] valu_wr_pass, valu_wr_valid;
  cu_pkg::vgpr_write_t valu_wr0, valu_wr1, file_wr1;
  assign valu_wr_valid[0] = wr_valid_q && wr_q.vdst_count != 2'd0 && wr_q.lanes != 16'd0;
  assign valu_wr_valid[1] = wr_valid_q && (wr_q.vdst_count[1] || wr_q.swap) && wr_q.lanes != 16'd0;
  assign valu_wr_pass[0] = valu_wr_valid[0] ||
                           (cu_pkg::ExposedHazards && wr_valid_q && wr_q.vdst_count != 2'd0);
  assign valu_wr_pass[1] = valu_wr_valid[1] ||
                           (cu_pkg::ExposedHazards && wr_valid_q && (wr_q.vdst_count[1] || wr_q.swap));
  assign valu_wr0.vgpr = wr_q.vdst;
  assign valu_wr0.pass = wr_q.pass;
  assign valu_wr0.lanes = wr_q.lanes;
  assign valu_wr0.data = wr_lo;
  assign valu_wr1.vgpr = wr_q.swap ? wr_q.src0 : wr_q.vdst + 1'b1;
  assign valu_wr1.pass = wr_q.pass;
  assign valu_wr1.lanes = wr_q.lanes;
  assign valu_wr1.data = wr_hi;

  assign mwr_ready_o = !valu_wr_pass[1] &&
      !(valu_wr_pass[0] && mwr_i.vgpr == wr_q.vdst && mwr_i.pass == wr_q.pass);
  assign file_wr1 = valu_wr_pass[1] ? valu_wr1 : mwr_i;

  vgpr_file u_vgpr (
    .clk_i,
    .rd_valid_i (file_rd_valid),
    .rd_index_i (file_rd_index),
    .rd_old_i   (dpp_read && rd_q.dpp_old),
    .rd_data_o  (file_rd_data),
    .wr_valid_i ({valu_wr_pass[1] || (mwr_valid_i && mwr_ready_o), valu_wr_pass[0]}),
    .wr0_i      (valu_wr0),
    .wr1_i      (file_wr1)
  );

  assign done_valid_o = wr_valid_q && wr_q.last;
  assign done_o.slot = wr_q.slot;
  assign done_o.sdst_kind = wr_sdst_kind_q;
  assign done_o.sdst = wr_q.sdst;
  assign done_o.cmpx = wr_q.cmpx;
  assign done_o.sdata = wr_q.to_sgpr ? {32'd0, wr_value_q} : {wr_mask, wr_mask_q};
endmodule
