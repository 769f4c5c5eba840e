// Decoder of DS instructions (gfx9-encoding.md section 3, lds.md 3.4). Combinational, from the
// instruction words alone. An opcode that is not listed in docs/decisions.md, GDS = 1 and a set
// reserved bit are illegal. Operand fields that the opcode does not use are ignored.
module lds_decode (
  input  logic [31:0]      w0_i,
  input  logic [31:0]      w1_i,
  output cu_pkg::mem_dec_t dec_o
);
  lds_pkg::ctl_t ctl;
  logic          known;
  logic [2:0]    rows;  // registers of one access

  always_comb begin
    ctl = '0;
    known = 1'b1;
    unique case (w0_i[24:17])
      8'd13, 8'd14, 8'd15: begin // write_b32, write2_b32, write2st64_b32
        ctl.write = 1'b1;
        ctl.size = 5'd4;
      end
      8'd30, 8'd84: begin // write_b8, write_b8_d16_hi
        ctl.write = 1'b1;
        ctl.size = 5'd1;
      end
      8'd31, 8'd85: begin // write_b16, write_b16_d16_hi
        ctl.write = 1'b1;
        ctl.size = 5'd2;
      end
      8'd77, 8'd78, 8'd79: begin // write_b64, write2_b64, write2st64_b64
        ctl.write = 1'b1;
        ctl.size = 5'd8;
      end
      8'd222: begin // write_b96
        ctl.write = 1'b1;
        ctl.size = 5'd12;
      end
      8'd223: begin // write_b128
        ctl.write = 1'b1;
        ctl.size = 5'd16;
      end
      8'd54, 8'd55, 8'd56: ctl.size = 5'd4; // read_b32, read2_b32, read2st64_b32
      8'd57, 8'd58, 8'd86, 8'd87, 8'd88, 8'd89: ctl.size = 5'd1; // read_i8, u8, u8/i8_d16(_hi)
      8'd59, 8'd60, 8'd90, 8'd91: ctl.size = 5'd2; // read_i16, u16, u16_d16(_hi)
      8'd118, 8'd119, 8'd120: ctl.size = 5'd8; // read_b64, read2_b64, read2st64_b64
      8'd254: ctl.size = 5'd12; // read_b96
      8'd255: ctl.size = 5'd16; // read_b128
      default: known = 1'b0;
    endcase
    unique case (w0_i[24:17])
      8'd14, 8'd55, 8'd78, 8'd119: ctl.two = 1'b1;
      8'd15, 8'd56, 8'd79, 8'd120: begin
        ctl.two = 1'b1;
        ctl.st64 = 1'b1;
      end
      8'd57, 8'd59: ctl.sext = 1'b1;
      8'd84, 8'd85: ctl.hi = 1'b1;
      8'd86, 8'd90: ctl.d16 = 1'b1;
      8'd87, 8'd91: begin
        ctl.d16 = 1'b1;
        ctl.hi = 1'b1;
      end
      8'd88: begin
        ctl.d16 = 1'b1;
        ctl.sext = 1'b1;
      end
      8'd89: begin
        ctl.d16 = 1'b1;
        ctl.sext = 1'b1;
        ctl.hi = 1'b1;
      end
      default: ;
    endcase
    ctl.wide = ctl.size > 5'd4;
    rows = ctl.wide ? ctl.size[4:2] : 3'd1;

    dec_o = '0;
    dec_o.legal = known && w0_i[31:25] == {6'b110110, 1'b0} && !w0_i[16];
    dec_o.addr_en = 1'b1;
    dec_o.addr = w1_i[7:0];
    dec_o.data0_en = ctl.write;
    dec_o.data0 = w1_i[15:8];
    dec_o.data0_rows = ctl.write ? rows : 3'd0;
    dec_o.data1_en = ctl.write && ctl.two;
    dec_o.data1 = w1_i[23:16];
    dec_o.data1_rows = dec_o.data1_en ? rows : 3'd0;
    dec_o.vdst_en = !ctl.write;
    dec_o.vdst = w1_i[31:24];
    dec_o.vdst_rows = ctl.write ? 3'd0 : (ctl.two ? {rows[1:0], 1'b0} : rows);
    dec_o.ctl = ctl;
    dec_o.offset = w0_i[15:0];
  end
endmodule
