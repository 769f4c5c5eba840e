// SPDX-License-Identifier: Apache-2.0
// The execution units of the vector ALU, found by the names of valu_pkg::unit_e (docs/blocks.md, "Execution units").
//
// Each has the same request; the unit ctl_i.unit takes it. Each has its own response. The fixed units share one way to
// the writeback: it reserved their cycles, so at most one responds in a cycle. There is no variable unit yet.
// To add a unit: docs/architecture.md, "Checklists".
//
// The second `case` of the response is not `unique`: the first one checks all units that respond.
//
// coverage off toggle variable_valid_o, variable_o.*, variable_bits_o[*], variable_excp_o[*]: No execution unit is
//   variable (exec_units_pkg.sv), so these are tied to 0.
// coverage off toggle logic_excp[6:0], add_excp[6:0], sad_excp[6:0], mqsad_excp[6:0], shift_excp[6:0], mul_excp[6:0],
//   int16_excp[6:0]: The unit computes integers and raises nothing: HasExcp of valu_unit.sv is 0, so its output is tied
//   to 0.
// coverage off toggle logic_bits[15:0], sad_bits[15:0], mqsad_bits[15:0], shift_bits[15:0], convert_bits[15:0],
//   fpmisc_bits[15:0], int16_bits[15:0]: No operation of the unit writes a mask: HasBits of valu_unit.sv is 0, so its
//   output is tied to 0.
// coverage off toggle req_ready_o: Fixed units take every request: vector_units.sv ties req_ready_o to 1. tb/bench/exec
//   has a variable unit.
// coverage off toggle variable_ready_i, unused_ready: No execution unit is variable: variable_valid_i and variable_i
//   are 0, so these are constant.
// coverage off toggle trans_bits[15:0]: No operation of the unit writes a mask: valu_quarter_rate.sv ties bits_o of
//   UnitTrans to 0.
// coverage off toggle logic_rsp.cmpx, logic_rsp.sdst_kind[1:0], logic_rsp.sdst[6:0], fpmisc_rsp.cmpx,
//   fpmisc_rsp.sdst_kind[1:0], fpmisc_rsp.sdst[6:0], shift_rsp.cmpx, shift_rsp.sdst_kind[1:0], shift_rsp.sdst[6:0],
//   int16_rsp.cmpx, int16_rsp.sdst_kind[1:0], int16_rsp.sdst[6:0], convert_rsp.cmpx, convert_rsp.sdst_kind[1:0],
//   convert_rsp.sdst[6:0], trans_rsp.cmpx, trans_rsp.sdst_kind[1:0], trans_rsp.sdst[6:0], root_rsp.cmpx,
//   root_rsp.sdst_kind[1:0], root_rsp.sdst[6:0], root64_rsp.cmpx, root64_rsp.sdst_kind[1:0], root64_rsp.sdst[6:0],
//   sad_rsp.cmpx, sad_rsp.sdst_kind[1:0], sad_rsp.sdst[6:0], mqsad_rsp.cmpx, mqsad_rsp.sdst_kind[1:0],
//   mqsad_rsp.sdst[6:0], fma_rsp.cmpx, fma_rsp.sdst_kind[1], mul_rsp.cmpx, mul_rsp.sdst_kind[1], add_rsp.cmpx,
//   add_rsp.sdst_kind[1], lane_rsp.cmpx, lane_rsp.sdst_kind[0], f64_rsp.sdst_kind[1], compare_rsp.sdst_kind[1],
//   compare_rsp.we[1:0], logic_rsp.we[1], fma_rsp.we[1], fpmisc_rsp.we[1], add_rsp.we[1], int16_rsp.we[1],
//   convert_rsp.we[1], trans_rsp.we[1], root_rsp.we[1]: No row of valu_table.sv with this unit has such a destination:
//   a mask, a scalar value, EXEC, a second VGPR, or of compares any VGPR.
// coverage off toggle add_rsp.sdst[0], mul_rsp.sdst[0], fma_rsp.sdst[0], compare_rsp.sdst[0], f64_rsp.sdst[0]: Only
//   UnitLane writes single SGPRs. A mask goes to a pair: valu_decode.sv refuses an odd register.
// coverage off toggle fma_excp[6], convert_excp[6], fpmisc_excp[6], trans_excp[6], f64_excp[6], root64_excp[6]: Only
//   v_rcp_iflag_f32, which UnitRoot has, divides integers by zero.
// coverage off toggle fma_excp[2], convert_excp[2], compare_excp[6:2]: Sums, products and conversions do not divide. A
//   comparison has the flags of its operands: invalid, denormal.
module vector_units (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  output logic                    req_ready_o,
  input  exec_pkg::exec_pass_t    req_i,
  input  valu_pkg::valu_control_t ctl_i,
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  logic                    step_i,
  input  logic [15:0]             mask_i,
  input  logic [5:0]              lane_i,
  input  cu_pkg::pass_t           a_i,
  input  cu_pkg::pass_t           b_i,
  input  cu_pkg::pass_t           c_i,
  input  cu_pkg::pass_t           a_hi_i,
  input  cu_pkg::pass_t           b_hi_i,
  input  cu_pkg::pass_t           c_hi_i,
  output logic                    fixed_valid_o,
  output exec_pkg::exec_pass_t    fixed_o,
  output cu_pkg::pass_t           fixed_lo_o,
  output cu_pkg::pass_t           fixed_hi_o,
  output logic [15:0]             fixed_bits_o,
  output logic [6:0]              fixed_excp_o,
  output logic                    variable_valid_o,
  input  logic                    variable_ready_i,
  output exec_pkg::exec_pass_t    variable_o,
  output cu_pkg::pass_t           variable_lo_o,
  output cu_pkg::pass_t           variable_hi_o,
  output logic [15:0]             variable_bits_o,
  output logic [6:0]              variable_excp_o
);
  assign req_ready_o = 1'b1;

  logic lane_req, logic_req, add_req, sad_req, mqsad_req, shift_req, mul_req, fma_req, convert_req, fpmisc_req,
        compare_req, int16_req, root_req, trans_req, f64_req, root64_req;
  assign lane_req = req_valid_i && ctl_i.unit == valu_pkg::UnitLane;
  assign logic_req = req_valid_i && ctl_i.unit == valu_pkg::UnitLogic;
  assign add_req = req_valid_i && ctl_i.unit == valu_pkg::UnitAdd;
  assign sad_req = req_valid_i && ctl_i.unit == valu_pkg::UnitSad;
  assign mqsad_req = req_valid_i && ctl_i.unit == valu_pkg::UnitMqsad;
  assign shift_req = req_valid_i && ctl_i.unit == valu_pkg::UnitShift;
  assign mul_req = req_valid_i && ctl_i.unit == valu_pkg::UnitMul;
  assign fma_req = req_valid_i && ctl_i.unit == valu_pkg::UnitFma;
  assign convert_req = req_valid_i && ctl_i.unit == valu_pkg::UnitConvert;
  assign fpmisc_req = req_valid_i && ctl_i.unit == valu_pkg::UnitFpMisc;
  assign compare_req = req_valid_i && ctl_i.unit == valu_pkg::UnitCompare;
  assign int16_req = req_valid_i && ctl_i.unit == valu_pkg::UnitInt16;
  assign root_req = req_valid_i && ctl_i.unit == valu_pkg::UnitRoot;
  assign trans_req = req_valid_i && ctl_i.unit == valu_pkg::UnitTrans;
  assign f64_req = req_valid_i && ctl_i.unit == valu_pkg::UnitF64;
  assign root64_req = req_valid_i && ctl_i.unit == valu_pkg::UnitRoot64;

  logic lane_valid, logic_valid, add_valid, sad_valid, mqsad_valid, shift_valid, mul_valid, fma_valid, convert_valid,
        fpmisc_valid, compare_valid, int16_valid, root_valid, trans_valid, f64_valid, root64_valid;
  exec_pkg::exec_pass_t lane_rsp, logic_rsp, add_rsp, sad_rsp, mqsad_rsp, shift_rsp, mul_rsp, fma_rsp, convert_rsp,
                      fpmisc_rsp, compare_rsp, int16_rsp, root_rsp, trans_rsp, f64_rsp, root64_rsp;
  cu_pkg::pass_t lane_lo, logic_lo, add_lo, sad_lo, mqsad_lo, shift_lo, mul_lo, fma_lo, convert_lo, fpmisc_lo,
                 compare_lo, int16_lo, root_lo, trans_lo, f64_lo, root64_lo;
  cu_pkg::pass_t lane_hi, logic_hi, add_hi, sad_hi, mqsad_hi, shift_hi, mul_hi, fma_hi, convert_hi, fpmisc_hi,
                 compare_hi, int16_hi, root_hi, trans_hi, f64_hi, root64_hi;
  logic [15:0] logic_bits, add_bits, sad_bits, mqsad_bits, shift_bits, mul_bits, fma_bits, convert_bits, fpmisc_bits,
               compare_bits, int16_bits, trans_bits, f64_bits;
  logic [6:0] logic_excp, add_excp, sad_excp, mqsad_excp, shift_excp, mul_excp, fma_excp, convert_excp, fpmisc_excp,
              compare_excp, int16_excp, root_excp, trans_excp, f64_excp, root64_excp;

  valu_lane u_lane (
    .clk_i, .rst_ni, .req_valid_i(lane_req), .req_i, .lane_i, .a_i, .b_i,
    .rsp_valid_o(lane_valid), .rsp_o(lane_rsp), .lo_o(lane_lo), .hi_o(lane_hi)
  );
  valu_unit #(.Unit(valu_pkg::UnitLogic)) u_logic (
    .clk_i, .rst_ni, .req_valid_i(logic_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(logic_valid), .rsp_o(logic_rsp), .lo_o(logic_lo), .hi_o(logic_hi), .bits_o(logic_bits),
    .excp_o(logic_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitAdd)) u_add (
    .clk_i, .rst_ni, .req_valid_i(add_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(add_valid), .rsp_o(add_rsp), .lo_o(add_lo), .hi_o(add_hi), .bits_o(add_bits),
    .excp_o(add_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitSad)) u_sad (
    .clk_i, .rst_ni, .req_valid_i(sad_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(sad_valid), .rsp_o(sad_rsp), .lo_o(sad_lo), .hi_o(sad_hi), .bits_o(sad_bits),
    .excp_o(sad_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitMqsad), .Step(2)) u_mqsad (
    .clk_i, .rst_ni, .req_valid_i(mqsad_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(mqsad_valid), .rsp_o(mqsad_rsp), .lo_o(mqsad_lo), .hi_o(mqsad_hi), .bits_o(mqsad_bits),
    .excp_o(mqsad_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitShift)) u_shift (
    .clk_i, .rst_ni, .req_valid_i(shift_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(shift_valid), .rsp_o(shift_rsp), .lo_o(shift_lo), .hi_o(shift_hi), .bits_o(shift_bits),
    .excp_o(shift_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitMul)) u_mul (
    .clk_i, .rst_ni, .req_valid_i(mul_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(mul_valid), .rsp_o(mul_rsp), .lo_o(mul_lo), .hi_o(mul_hi), .bits_o(mul_bits),
    .excp_o(mul_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitFma)) u_fma (
    .clk_i, .rst_ni, .req_valid_i(fma_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(fma_valid), .rsp_o(fma_rsp), .lo_o(fma_lo), .hi_o(fma_hi), .bits_o(fma_bits),
    .excp_o(fma_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitConvert)) u_convert (
    .clk_i, .rst_ni, .req_valid_i(convert_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(convert_valid), .rsp_o(convert_rsp), .lo_o(convert_lo), .hi_o(convert_hi), .bits_o(convert_bits),
    .excp_o(convert_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitFpMisc)) u_fpmisc (
    .clk_i, .rst_ni, .req_valid_i(fpmisc_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(fpmisc_valid), .rsp_o(fpmisc_rsp), .lo_o(fpmisc_lo), .hi_o(fpmisc_hi), .bits_o(fpmisc_bits),
    .excp_o(fpmisc_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitCompare)) u_compare (
    .clk_i, .rst_ni, .req_valid_i(compare_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(compare_valid), .rsp_o(compare_rsp), .lo_o(compare_lo), .hi_o(compare_hi), .bits_o(compare_bits),
    .excp_o(compare_excp)
  );
  valu_unit #(.Unit(valu_pkg::UnitInt16)) u_int16 (
    .clk_i, .rst_ni, .req_valid_i(int16_req), .req_i, .ctl_i, .fp_mode_i, .step_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(int16_valid), .rsp_o(int16_rsp), .lo_o(int16_lo), .hi_o(int16_hi), .bits_o(int16_bits),
    .excp_o(int16_excp)
  );

  valu_root u_root (
    .clk_i, .rst_ni, .req_valid_i(root_req), .req_i, .ctl_i, .fp_mode_i, .a_i, .a_hi_i, .c_hi_i,
    .rsp_valid_o(root_valid), .rsp_o(root_rsp), .lo_o(root_lo), .hi_o(root_hi), .excp_o(root_excp)
  );
  valu_root #(.Wide(1'b1)) u_root64 (
    .clk_i, .rst_ni, .req_valid_i(root64_req), .req_i, .ctl_i, .fp_mode_i, .a_i, .a_hi_i, .c_hi_i,
    .rsp_valid_o(root64_valid), .rsp_o(root64_rsp), .lo_o(root64_lo), .hi_o(root64_hi), .excp_o(root64_excp)
  );
  valu_quarter_rate #(.Unit(valu_pkg::UnitF64)) u_f64 (
    .clk_i, .rst_ni, .req_valid_i(f64_req), .req_i, .ctl_i, .fp_mode_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(f64_valid), .rsp_o(f64_rsp), .lo_o(f64_lo), .hi_o(f64_hi), .bits_o(f64_bits),
    .excp_o(f64_excp)
  );
  valu_quarter_rate #(.Unit(valu_pkg::UnitTrans)) u_trans (
    .clk_i, .rst_ni, .req_valid_i(trans_req), .req_i, .ctl_i, .fp_mode_i, .mask_i,
    .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .rsp_valid_o(trans_valid), .rsp_o(trans_rsp), .lo_o(trans_lo), .hi_o(trans_hi), .bits_o(trans_bits),
    .excp_o(trans_excp)
  );

  // The response.
  assign fixed_valid_o = lane_valid || logic_valid || add_valid || sad_valid || mqsad_valid || shift_valid ||
                         mul_valid || fma_valid || convert_valid || fpmisc_valid || compare_valid || int16_valid ||
                         root_valid || trans_valid || f64_valid || root64_valid;
  always_comb begin
    fixed_o = '0;
    fixed_lo_o = '0;
    fixed_hi_o = '0;
    fixed_bits_o = '0;
    fixed_excp_o = '0;
    if (fixed_valid_o) begin
      unique case (1'b1)
        logic_valid:   begin fixed_o = logic_rsp; fixed_bits_o = logic_bits; fixed_excp_o = logic_excp; end
        add_valid:     begin fixed_o = add_rsp; fixed_bits_o = add_bits; fixed_excp_o = add_excp; end
        sad_valid:     begin fixed_o = sad_rsp; fixed_bits_o = sad_bits; fixed_excp_o = sad_excp; end
        mqsad_valid:   begin fixed_o = mqsad_rsp; fixed_bits_o = mqsad_bits; fixed_excp_o = mqsad_excp; end
        shift_valid:   begin fixed_o = shift_rsp; fixed_bits_o = shift_bits; fixed_excp_o = shift_excp; end
        mul_valid:     begin fixed_o = mul_rsp; fixed_bits_o = mul_bits; fixed_excp_o = mul_excp; end
        fma_valid:     begin fixed_o = fma_rsp; fixed_bits_o = fma_bits; fixed_excp_o = fma_excp; end
        convert_valid: begin fixed_o = convert_rsp; fixed_bits_o = convert_bits; fixed_excp_o = convert_excp; end
        fpmisc_valid:  begin fixed_o = fpmisc_rsp; fixed_bits_o = fpmisc_bits; fixed_excp_o = fpmisc_excp; end
        compare_valid: begin fixed_o = compare_rsp; fixed_bits_o = compare_bits; fixed_excp_o = compare_excp; end
        int16_valid:   begin fixed_o = int16_rsp; fixed_bits_o = int16_bits; fixed_excp_o = int16_excp; end
        root_valid:    begin fixed_o = root_rsp; fixed_bits_o = '0; fixed_excp_o = root_excp; end
        trans_valid:   begin fixed_o = trans_rsp; fixed_bits_o = trans_bits; fixed_excp_o = trans_excp; end
        f64_valid:     begin fixed_o = f64_rsp; fixed_bits_o = f64_bits; fixed_excp_o = f64_excp; end
        root64_valid:  begin fixed_o = root64_rsp; fixed_bits_o = '0; fixed_excp_o = root64_excp; end
        default:       begin fixed_o = lane_rsp; fixed_bits_o = '0; fixed_excp_o = '0; end
      endcase
      case (1'b1)
        logic_valid:   begin fixed_lo_o = logic_lo; fixed_hi_o = logic_hi; end
        add_valid:     begin fixed_lo_o = add_lo; fixed_hi_o = add_hi; end
        sad_valid:     begin fixed_lo_o = sad_lo; fixed_hi_o = sad_hi; end
        mqsad_valid:   begin fixed_lo_o = mqsad_lo; fixed_hi_o = mqsad_hi; end
        shift_valid:   begin fixed_lo_o = shift_lo; fixed_hi_o = shift_hi; end
        mul_valid:     begin fixed_lo_o = mul_lo; fixed_hi_o = mul_hi; end
        fma_valid:     begin fixed_lo_o = fma_lo; fixed_hi_o = fma_hi; end
        convert_valid: begin fixed_lo_o = convert_lo; fixed_hi_o = convert_hi; end
        fpmisc_valid:  begin fixed_lo_o = fpmisc_lo; fixed_hi_o = fpmisc_hi; end
        compare_valid: begin fixed_lo_o = compare_lo; fixed_hi_o = compare_hi; end
        int16_valid:   begin fixed_lo_o = int16_lo; fixed_hi_o = int16_hi; end
        root_valid:    begin fixed_lo_o = root_lo; fixed_hi_o = root_hi; end
        trans_valid:   begin fixed_lo_o = trans_lo; fixed_hi_o = trans_hi; end
        f64_valid:     begin fixed_lo_o = f64_lo; fixed_hi_o = f64_hi; end
        root64_valid:  begin fixed_lo_o = root64_lo; fixed_hi_o = root64_hi; end
        default:       begin fixed_lo_o = lane_lo; fixed_hi_o = lane_hi; end
      endcase
    end
  end

  assign variable_valid_o = 1'b0;
  assign variable_o = '0;
  assign variable_lo_o = '0;
  assign variable_hi_o = '0;
  assign variable_bits_o = '0;
  assign variable_excp_o = '0;
  logic unused_ready;
  assign unused_ready = variable_ready_i;
endmodule
