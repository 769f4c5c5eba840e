// SPDX-License-Identifier: Apache-2.0
// SGPR write of a finished vector ALU instruction. VCC, M0 and EXEC are wave_state.sv's.
// Combinational.
module valu_writeback (
  input  logic                   valid_i,
  input  cu_pkg::valu_rsp_t      rsp_i,
  output logic                   valid_o,
  output front_pkg::sgpr_write_t write_o
);
  logic special;
  assign special = rsp_i.sdst[6:1] == 6'd53 || rsp_i.sdst[6:1] == 6'd62 ||
                   rsp_i.sdst[6:1] == 6'd63;
  assign valid_o = valid_i && rsp_i.sdst_kind != cu_pkg::SdstNone && !special;

  always_comb begin
    write_o = '0;
    if (valid_o) begin
      write_o.slot = rsp_i.slot;
      write_o.row = rsp_i.sdst[6:2];
      if (rsp_i.sdst_kind == cu_pkg::SdstMask) begin
        write_o.we = rsp_i.sdst[1] ? 4'b1100 : 4'b0011;
        write_o.data = {2{rsp_i.sdata}};
      end else begin
        write_o.we = 4'd1 << rsp_i.sdst[1:0];
        write_o.data = {4{rsp_i.sdata[31:0]}};
      end
    end
  end

  logic unused_cmpx;
  assign unused_cmpx = rsp_i.cmpx;
endmodule
