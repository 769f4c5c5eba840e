// SPDX-License-Identifier: Apache-2.0
// SGPR write of a vector ALU instruction that is done. Combinational. wave_state.sv writes VCC, M0 and EXEC.
//
// coverage off toggle pair[0]: The first register of a pair: bit 0 is 0.
module valu_writeback (
  input  logic                      valid_i,
  input  valu_pkg::valu_rsp_t       rsp_i,
  output logic                      valid_o,
  output sgpr_pkg::sgpr_row_write_t write_o
);
  logic [6:0] pair;  // code of the first register of the pair
  logic       is_wave_state;
  assign pair = {rsp_i.sdst[6:1], 1'b0};
  assign is_wave_state = pair == 7'(isa_pkg::SrcVccLo) || pair == 7'(isa_pkg::SrcM0) ||
                         pair == 7'(isa_pkg::SrcExecLo);
  assign valid_o = valid_i && rsp_i.sdst_kind != valu_pkg::SdstNone && !is_wave_state;

  always_comb begin
    write_o = '0;
    if (valid_o) begin
      write_o.slot = rsp_i.slot;
      write_o.row = {sgpr_pkg::SgprHalves{rsp_i.sdst[6:2]}};
      write_o.we = sgpr_pkg::sgpr_row_we(rsp_i.sdst[1:0], rsp_i.sdst_kind == valu_pkg::SdstMask);
      write_o.data = rsp_i.sdst_kind == valu_pkg::SdstMask ? {2{rsp_i.sdata}} : {4{rsp_i.sdata[31:0]}};
    end
  end

  logic unused_fields;
  assign unused_fields = ^{rsp_i.cmpx, rsp_i.excp};
endmodule
