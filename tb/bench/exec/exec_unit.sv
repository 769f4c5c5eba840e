// SPDX-License-Identifier: Apache-2.0
// Operand read, writeback and VGPR file as in rtl/simd/simd.sv, around the units of the bench: those of the
// product, some of them slower, and random_unit. Driven by main.cc, which plays issue stage and memory units.
//
// plant_i: an error between these modules, in cycles with plant_now_i (main.cc has the list).
module exec_unit (
  input  logic         clk_i,
  input  logic         rst_ni,
  // an instruction
  input  logic         req_valid_i,
  output logic         req_ready_o,
  input  logic [3:0]   slot_i,
  input  logic [3:0]   kind_i,
  input  logic [63:0]  exec_i,
  input  logic [2:0]   is_vgpr_i,
  input  logic [9:0]   vgpr0_i,
  input  logic [9:0]   vgpr1_i,
  input  logic [9:0]   vgpr2_i,
  input  logic [63:0]  scalar0_i,
  input  logic [63:0]  scalar1_i,
  input  logic [63:0]  scalar2_i,
  input  logic [9:0]   vdst_i,
  output logic         done_o,
  output logic [3:0]   done_slot_o,
  output logic [63:0]  done_data_o,
  // memory units
  input  logic         read_valid_i,
  input  logic [9:0]   read_vgpr_i,
  input  logic [1:0]   read_pass_i,
  output logic [511:0] read_data_o,
  input  logic         store_valid_i,
  output logic         store_ready_o,
  input  logic [9:0]   store_vgpr_i,
  input  logic [1:0]   store_pass_i,
  input  logic [15:0]  store_lanes_i,
  input  logic [511:0] store_data_i,
  // write ports of the VGPR file
  output logic [1:0]   write_valid_o,
  output logic [9:0]   write0_vgpr_o,
  output logic [1:0]   write0_pass_o,
  output logic [15:0]  write0_lanes_o,
  output logic [511:0] write0_data_o,
  output logic [9:0]   write1_vgpr_o,
  output logic [1:0]   write1_pass_o,
  output logic [15:0]  write1_lanes_o,
  output logic [511:0] write1_data_o,
  // random_unit
  input  logic         accept_i,
  input  logic         respond_i,
  input  logic [3:0]   pick_i,
  output logic         req_refused_o,
  output logic         rsp_refused_o,
  output logic         slot_refused_o,  // an instruction waits for its writeback slots
  input  logic [3:0]   plant_i,
  input  logic         plant_now_i
);
  // The errors.
  typedef enum logic [3:0] {
    None, DropFixed, DoubleFixed, DelayFixed, DropVariable, DoubleVariable, DropRequest, DoubleRequest,
    UnstableResponse, UnstableRequest, AllLanes, NoReservation, OtherMask, EarlyPass
  } plant_e;

  // What the bench issues.
  typedef enum logic [3:0] {
    Add,         // v_add_co_u32
    Shift64,     // v_lshlrev_b64
    Compare,     // v_cmp_lt_u32
    Swap, Readlane, Writelane,
    Mqsad,       // v_mqsad_u32_u8
    Mirror,      // v_mov_b32 with row_mirror: DPP
    Slow,        // v_mul_lo_u32, in three cycles
    Half,        // a unit that takes a pass every two cycles: v_xor_b32
    HalfMirror,  // v_mov_b32 with row_mirror in it
    Quarter,     // one that takes a pass every four: v_lshlrev_b64
    RandomNone,  // random_unit, only a mask
    RandomOne,   // a mask and a VGPR
    RandomTwo    // two VGPRs
  } kind_e;

  valu_pkg::valu_req_t req;
  valu_pkg::valu_control_t ctl;
  valu_pkg::dpp_t mirror;
  assign mirror = {4'hf, 4'hf, 1'b1, valu_dpp_pkg::RowMirror};
  always_comb begin
    ctl = '0;
    req = '0;
    ctl.vdst_count = 2'd1;
    unique case (kind_i)
      Add: begin
        ctl.unit = valu_pkg::UnitAdd;
        ctl.op = valu_add_pkg::AddU32;
        req.sdst_kind = valu_pkg::SdstMask;
      end
      Shift64: begin
        ctl.unit = valu_pkg::UnitShift;
        ctl.op = valu_shift_pkg::Lshlrev64;
        ctl.is64 = 3'b010;
        ctl.vdst_count = 2'd2;
      end
      Compare: begin
        ctl.unit = valu_pkg::UnitCompare;
        ctl.op = valu_cmp_pkg::CmpU32;
        ctl.cond = 4'b0001;
        ctl.vdst_count = 2'd0;
        req.sdst_kind = valu_pkg::SdstMask;
      end
      Swap: begin
        ctl.unit = valu_pkg::UnitLane;
        ctl.op = valu_lane_pkg::Swap;
        ctl.swap = 1'b1;
      end
      Readlane: begin
        ctl.unit = valu_pkg::UnitLane;
        ctl.op = valu_lane_pkg::Readlane;
        ctl.vdst_count = 2'd0;
        req.sdst_kind = valu_pkg::SdstValue;
      end
      Writelane: begin
        ctl.unit = valu_pkg::UnitLane;
        ctl.op = valu_lane_pkg::Writelane;
      end
      Mqsad: begin
        ctl.unit = valu_pkg::UnitMqsad;
        ctl.op = valu_sad_pkg::MqsadU32;
        ctl.is64 = 3'b101;
        ctl.is128 = 1'b1;
        ctl.vdst_count = 2'd2;
      end
      Half: begin
        ctl.unit = valu_pkg::UnitInt16;
        ctl.op = valu_logic_pkg::Xor;
      end
      Quarter: begin
        ctl.unit = valu_pkg::UnitConvert;
        ctl.op = valu_shift_pkg::Lshlrev64;
        ctl.is64 = 3'b010;
        ctl.vdst_count = 2'd2;
      end
      Mirror, HalfMirror: begin
        ctl.unit = kind_i == Mirror ? valu_pkg::UnitLogic : valu_pkg::UnitInt16;
        ctl.op = valu_logic_pkg::Mov;
        ctl.dpp = 1'b1;
        ctl.ext.dpp = mirror;
      end
      Slow: begin
        ctl.unit = valu_pkg::UnitMul;
        ctl.op = valu_mul_pkg::MulLoU32;
      end
      default: begin
        ctl.unit = valu_pkg::UnitFma;
        ctl.vdst_count = kind_i == RandomNone ? 2'd0 : kind_i == RandomOne ? 2'd1 : 2'd2;
        if (kind_i != RandomTwo) req.sdst_kind = valu_pkg::SdstMask;
      end
    endcase
    req.slot = slot_i;
    req.exec = exec_i;
    req.is_vgpr = is_vgpr_i;
    req.vgpr = {vgpr2_i, vgpr1_i, vgpr0_i};
    req.scalar = {scalar2_i, scalar1_i, scalar0_i};
    req.vdst = vdst_i;
    req.ctl = ctl;
  end

  // ---- operand read ----------------------------------------------------------------------------
  logic reserve_valid, reserve_dpp, reserve_pairs, reserve_ok;
  logic [3:0] reserve_unit;
  logic [5:0] read_valid;
  logic [6*vgpr_pkg::VgprIndexBits-1:0] read_index;
  logic [7*512-1:0] read_data;
  logic unit_valid, unit_ready, unit_step;
  exec_pkg::exec_pass_t pass;
  valu_pkg::valu_control_t pass_ctl;
  valu_pkg::fp_mode_t fp_mode;
  logic [15:0] mask;
  logic [5:0] lane;
  cu_pkg::pass_t a, b, c, a_hi, b_hi, c_hi, a_seen;

  vector_read u_read (
    .clk_i, .rst_ni, .req_valid_i, .req_ready_o, .req_i(req),
    .reserve_valid_o(reserve_valid), .reserve_unit_o(reserve_unit), .reserve_dpp_o(reserve_dpp),
    .reserve_pairs_o(reserve_pairs),
    .reserve_ok_i(reserve_ok || plant_i == NoReservation),
    .read_valid_o(read_valid), .read_index_o(read_index), .read_data_i(read_data[6*512-1:0]),
    .write_valid_i('0), .write0_i('0), .write1_i('0),
    .unit_valid_o(unit_valid), .unit_ready_i(unit_ready), .unit_o(pass), .unit_ctl_o(pass_ctl),
    .unit_fp_mode_o(fp_mode), .unit_step_o(unit_step), .unit_mask_o(mask), .unit_lane_o(lane),
    .unit_a_o(a), .unit_b_o(b), .unit_c_o(c), .unit_a_hi_o(a_hi), .unit_b_hi_o(b_hi), .unit_c_hi_o(c_hi)
  );

  // ---- units -----------------------------------------------------------------------------------
  logic give, random_ready;
  logic lane_valid, logic_valid, add_valid, mqsad_valid, shift_valid, compare_valid, slow_valid, half_valid,
        quarter_valid;
  exec_pkg::exec_pass_t lane_rsp, logic_rsp, add_rsp, mqsad_rsp, shift_rsp, compare_rsp, slow_rsp, half_rsp;
  exec_pkg::exec_pass_t quarter_rsp;
  cu_pkg::pass_t lane_lo, logic_lo, add_lo, mqsad_lo, shift_lo, compare_lo, slow_lo, half_lo, quarter_lo;
  cu_pkg::pass_t lane_hi, logic_hi, add_hi, mqsad_hi, shift_hi, compare_hi, slow_hi, half_hi, quarter_hi;
  logic [15:0] logic_bits, add_bits, mqsad_bits, shift_bits, compare_bits, slow_bits, half_bits, quarter_bits;
  // verilator lint_off UNUSEDSIGNAL
  // Exceptions: none, for the bench has no float operation.
  logic [6:0] logic_excp, add_excp, mqsad_excp, shift_excp, compare_excp, slow_excp, half_excp, quarter_excp;
  // verilator lint_on UNUSEDSIGNAL
  logic early_q;  // EarlyPass: the pass of the cycle before once more
  assign give = unit_valid && !(plant_i == DropRequest && plant_now_i);

  valu_lane u_lane (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitLane), .req_i(pass), .lane_i(lane),
    .a_i(a), .b_i(b), .rsp_valid_o(lane_valid), .rsp_o(lane_rsp), .lo_o(lane_lo), .hi_o(lane_hi)
  );
  valu_unit #(.Unit(valu_pkg::UnitLogic)) u_logic (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitLogic), .req_i(pass), .ctl_i(pass_ctl),
    .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(logic_valid), .rsp_o(logic_rsp), .lo_o(logic_lo), .hi_o(logic_hi), .bits_o(logic_bits),
    .excp_o(logic_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitAdd)) u_add (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitAdd), .req_i(pass), .ctl_i(pass_ctl),
    .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(add_valid), .rsp_o(add_rsp), .lo_o(add_lo), .hi_o(add_hi), .bits_o(add_bits),
    .excp_o(add_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitMqsad)) u_mqsad (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitMqsad), .req_i(pass), .ctl_i(pass_ctl),
    .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(mqsad_valid), .rsp_o(mqsad_rsp), .lo_o(mqsad_lo), .hi_o(mqsad_hi), .bits_o(mqsad_bits),
    .excp_o(mqsad_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitShift)) u_shift (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitShift), .req_i(pass), .ctl_i(pass_ctl),
    .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(shift_valid), .rsp_o(shift_rsp), .lo_o(shift_lo), .hi_o(shift_hi), .bits_o(shift_bits),
    .excp_o(shift_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitCompare)) u_compare (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitCompare), .req_i(pass), .ctl_i(pass_ctl),
    .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(compare_valid), .rsp_o(compare_rsp), .lo_o(compare_lo), .hi_o(compare_hi), .bits_o(compare_bits),
    .excp_o(compare_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitMul), .Latency(3)) u_slow (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitMul), .req_i(pass), .ctl_i(pass_ctl),
    .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(slow_valid), .rsp_o(slow_rsp), .lo_o(slow_lo), .hi_o(slow_hi), .bits_o(slow_bits),
    .excp_o(slow_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitLogic), .Latency(2), .Step(2)) u_half (
    .clk_i, .rst_ni, .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitInt16), .req_i(pass),
    .ctl_i(pass_ctl), .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(half_valid), .rsp_o(half_rsp), .lo_o(half_lo), .hi_o(half_hi), .bits_o(half_bits),
    .excp_o(half_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitShift), .Latency(4), .Step(4)) u_quarter (
    .clk_i, .rst_ni, .req_valid_i((give && pass_ctl.unit == valu_pkg::UnitConvert) || early_q), .req_i(pass),
    .ctl_i(pass_ctl), .fp_mode_i(fp_mode), .step_i(unit_step), .mask_i(mask),
    .a_i(a), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .rsp_valid_o(quarter_valid), .rsp_o(quarter_rsp), .lo_o(quarter_lo), .hi_o(quarter_hi), .bits_o(quarter_bits),
    .excp_o(quarter_excp)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) early_q <= 1'b0;
    else early_q <= plant_i == EarlyPass && plant_now_i && unit_valid && pass_ctl.unit == valu_pkg::UnitConvert;
  end

  logic random_valid, random_taken;
  exec_pkg::exec_pass_t random_rsp;
  cu_pkg::pass_t random_lo, random_hi;
  logic [15:0] random_bits;
  random_unit u_random (
    .clk_i, .rst_ni, .accept_i, .respond_i, .pick_i,
    .req_valid_i(give && pass_ctl.unit == valu_pkg::UnitFma), .req_ready_o(random_ready), .req_i(pass),
    .a_i(a), .b_i(b), .c_i(c), .rsp_valid_o(random_valid), .rsp_ready_i(random_taken), .rsp_o(random_rsp),
    .lo_o(random_lo), .hi_o(random_hi), .bits_o(random_bits)
  );
  assign unit_ready = pass_ctl.unit != valu_pkg::UnitFma ||
                      (random_ready && !(plant_i == DoubleRequest && plant_now_i));
  assign req_refused_o = unit_valid && !unit_ready;
  assign slot_refused_o = req_valid_i && !reserve_ok;
  assign a_seen = plant_i == UnstableRequest && plant_now_i ? ~a : a;

  // ---- writeback -------------------------------------------------------------------------------
  logic fixed_valid, variable_valid, variable_ready;
  exec_pkg::exec_pass_t fixed, fixed_seen;
  cu_pkg::pass_t fixed_lo, fixed_hi, variable_hi;
  logic [15:0] fixed_bits;
  logic [1:0] write_valid, file_valid;
  vgpr_pkg::vgpr_write_t store, write0, write1, file0, file1;
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_rsp_t done;  // slot and data
  // verilator lint_on UNUSEDSIGNAL

  assign fixed_valid = lane_valid || logic_valid || add_valid || mqsad_valid || shift_valid || compare_valid ||
                       slow_valid || half_valid || quarter_valid;
  always_comb begin
    unique case (1'b1)
      logic_valid:   begin fixed = logic_rsp; fixed_bits = logic_bits; end
      add_valid:     begin fixed = add_rsp; fixed_bits = add_bits; end
      mqsad_valid:   begin fixed = mqsad_rsp; fixed_bits = mqsad_bits; end
      shift_valid:   begin fixed = shift_rsp; fixed_bits = shift_bits; end
      compare_valid: begin fixed = compare_rsp; fixed_bits = compare_bits; end
      slow_valid:    begin fixed = slow_rsp; fixed_bits = slow_bits; end
      half_valid:    begin fixed = half_rsp; fixed_bits = half_bits; end
      quarter_valid: begin fixed = quarter_rsp; fixed_bits = quarter_bits; end
      default:       begin fixed = lane_rsp; fixed_bits = '0; end
    endcase
    unique case (1'b1)
      logic_valid:   begin fixed_lo = logic_lo; fixed_hi = logic_hi; end
      add_valid:     begin fixed_lo = add_lo; fixed_hi = add_hi; end
      mqsad_valid:   begin fixed_lo = mqsad_lo; fixed_hi = mqsad_hi; end
      shift_valid:   begin fixed_lo = shift_lo; fixed_hi = shift_hi; end
      compare_valid: begin fixed_lo = compare_lo; fixed_hi = compare_hi; end
      slow_valid:    begin fixed_lo = slow_lo; fixed_hi = slow_hi; end
      half_valid:    begin fixed_lo = half_lo; fixed_hi = half_hi; end
      quarter_valid: begin fixed_lo = quarter_lo; fixed_hi = quarter_hi; end
      default:       begin fixed_lo = lane_lo; fixed_hi = lane_hi; end
    endcase
    fixed_seen = fixed;
    if (plant_i == AllLanes && plant_now_i) fixed_seen.lanes = '1;
    if (plant_i == OtherMask && plant_now_i) fixed_seen.tag = ~fixed.tag;
  end
  assign variable_valid = random_valid && !(plant_i == DropVariable && plant_now_i);
  // The second VGPR of a response that has only one: nothing but the contract's assertion sees it.
  assign variable_hi = plant_i == UnstableResponse && plant_now_i && !random_rsp.we[1] ? ~random_hi : random_hi;
  assign random_taken = plant_i == DropVariable && plant_now_i ? 1'b1 :
                        variable_ready && !(plant_i == DoubleVariable && plant_now_i);
  assign rsp_refused_o = variable_valid && !variable_ready;
  assign store = {store_vgpr_i, store_pass_i, vgpr_pkg::WholeVgpr, store_lanes_i, store_data_i};

  exec_contract u_contract (
    .clk_i, .rst_ni, .req_valid_i(unit_valid), .req_ready_i(unit_ready), .req_i(pass), .ctl_i(pass_ctl),
    .a_i(a_seen), .b_i(b), .c_i(c), .a_hi_i(a_hi), .b_hi_i(b_hi), .c_hi_i(c_hi),
    .variable_valid_i(variable_valid), .variable_ready_i(variable_ready), .variable_i(random_rsp),
    .variable_lo_i(random_lo), .variable_hi_i(variable_hi)
  );
  vector_writeback u_writeback (
    .clk_i, .rst_ni,
    .reserve_valid_i(reserve_valid), .reserve_unit_i(reserve_unit), .reserve_dpp_i(reserve_dpp),
    .reserve_pairs_i(reserve_pairs),
    .reserve_ok_o(reserve_ok),
    .fixed_valid_i(fixed_valid), .fixed_i(fixed_seen), .fixed_lo_i(fixed_lo), .fixed_hi_i(fixed_hi),
    .fixed_bits_i(fixed_bits), .fixed_excp_i('0),
    .variable_valid_i(variable_valid), .variable_ready_o(variable_ready), .variable_i(random_rsp),
    .variable_lo_i(random_lo), .variable_hi_i(variable_hi), .variable_bits_i(random_bits),
    .variable_excp_i('0),
    .mwr_valid_i(store_valid_i), .mwr_ready_o(store_ready_o), .mwr_i(store),
    .write_valid_o(write_valid), .write0_o(write0), .write1_o(write1),
    .done_valid_o(done_o), .done_o(done)
  );
  assign done_slot_o = done.slot;
  assign done_data_o = done.sdata;

  // A fixed write that the file gets a cycle later, or twice: by a port that is free then.
  logic late_q;
  vgpr_pkg::vgpr_write_t late_write_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) late_q <= 1'b0;
    else late_q <= (plant_i == DelayFixed || plant_i == DoubleFixed) && plant_now_i && write_valid[0];
  end
  always_ff @(posedge clk_i) late_write_q <= write0;
  always_comb begin
    file_valid = write_valid;
    file0 = write0;
    file1 = write1;
    if ((plant_i == DropFixed || plant_i == DelayFixed) && plant_now_i) file_valid[0] = 1'b0;
    if (late_q && !file_valid[0]) begin
      file_valid[0] = 1'b1;
      file0 = late_write_q;
    end else if (late_q && !file_valid[1]) begin
      file_valid[1] = 1'b1;
      file1 = late_write_q;
    end
  end

  vgpr_file u_vgpr (
    .clk_i,
    .rd_valid_i({read_valid_i, read_valid}), .rd_index_i({read_vgpr_i, read_pass_i, read_index}),
    .rd_data_o(read_data), .wr_valid_i(file_valid), .wr0_i(file0), .wr1_i(file1)
  );
  assign read_data_o = read_data[6*512 +: 512];
  assign write_valid_o = file_valid;
  assign write0_vgpr_o = file0.vgpr;
  assign write0_pass_o = file0.pass;
  assign write0_lanes_o = file0.lanes;
  assign write0_data_o = file0.data;
  assign write1_vgpr_o = file1.vgpr;
  assign write1_pass_o = file1.pass;
  assign write1_lanes_o = file1.lanes;
  assign write1_data_o = file1.data;
endmodule
