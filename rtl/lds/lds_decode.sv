// SPDX-License-Identifier: Apache-2.0
// Decoder of DS instructions (gfx9-encoding.md 3, lds.md 3.4, 5.1; the R700 operations 224..231 of lds.md 6).
// Combinational, from the instruction words alone. An opcode that D-LDS-19 leaves out, a set reserved bit, and
// with GDS = 1 what the global data share has not, are
// illegal. Operand fields that the opcode does not use are ignored.
module lds_decode (
  input  logic [31:0]      w0_i,
  input  logic [31:0]      w1_i,
  output cu_pkg::mem_dec_t dec_o
);
  logic [7:0]    opcode;
  lds_pkg::ctl_t ctl;
  logic          known, fields_ok, gds_ok;
  logic [2:0]    rows;     // registers of one access
  logic          has_data;
  assign opcode = w0_i[24:17];

  // Atomics that each of the opcode's ranges of 32 has, by the low five bits.
  function automatic logic arithmetic(input logic [4:0] op, input logic wide);
    arithmetic = op <= lds_pkg::OpMskor || (op >= lds_pkg::OpCmpst && op <= lds_pkg::OpMaxF) ||
                 (op == lds_pkg::OpAddF && !wide);
  endfunction
  function automatic logic src2_form(input logic [4:0] op, input logic wide);
    src2_form = op <= lds_pkg::OpXor || op == lds_pkg::OpWrite || op == lds_pkg::OpMinF ||
                op == lds_pkg::OpMaxF || (op == lds_pkg::OpAddF && !wide);
  endfunction

  // Owner write: dst_stride 4, 8 .. 64; dst_index 0, 4 .. stride - 4 (lds.md 1.2).
  logic [6:0] stride, index;
  logic       owner_ok;
  assign stride = w0_i[14:8];
  assign index = {1'b0, w0_i[5:0]};
  assign owner_ok = stride[1:0] == 2'd0 && stride != 7'd0 && stride <= 7'd64 &&
                    index[1:0] == 2'd0 && index < stride && w0_i[7:6] == 2'd0;

  // Words of other formats are passed over for speed.
  always_comb begin
    ctl = '0;
    known = 1'b0;
    fields_ok = 1'b1;
    gds_ok = 1'b1;
    rows = '0;
    has_data = 1'b0;
    dec_o = '0;
    if (w0_i[31:25] == {6'b110110, 1'b0}) begin
      ctl.gds = w0_i[16];
      ctl.op = opcode[4:0];
      known = 1'b1;
      ctl.kind = lds_pkg::Read;
      unique case (opcode)
        8'd13, 8'd14, 8'd15: begin // write_b32, write2_b32, write2st64_b32
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd4;
        end
        8'd29: begin // write_addtid_b32
          ctl.kind = lds_pkg::Write;
          ctl.from = lds_pkg::FromLane;
          ctl.size = 5'd4;
          gds_ok = 1'b0;
        end
        8'd30, 8'd84: begin // write_b8, write_b8_d16_hi
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd1;
        end
        8'd31, 8'd85: begin // write_b16, write_b16_d16_hi
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd2;
        end
        8'd77, 8'd78, 8'd79: begin // write_b64, write2_b64, write2st64_b64
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd8;
        end
        8'd222, 8'd223: begin // write_b96, write_b128
          ctl.kind = lds_pkg::Write;
          ctl.size = opcode[0] ? 5'd16 : 5'd12;
          gds_ok = 1'b0;
        end
        8'd20: ctl.kind = lds_pkg::Nothing;
        8'd54, 8'd55, 8'd56: ctl.size = 5'd4; // read_b32, read2_b32, read2st64_b32
        8'd57, 8'd58, 8'd86, 8'd87, 8'd88, 8'd89: ctl.size = 5'd1; // read_i8, u8, u8/i8_d16(_hi)
        8'd59, 8'd60, 8'd90, 8'd91: ctl.size = 5'd2; // read_i16, u16, u16_d16(_hi)
        8'd118, 8'd119, 8'd120: ctl.size = 5'd8; // read_b64, read2_b64, read2st64_b64
        8'd254, 8'd255: begin // read_b96, read_b128
          ctl.size = opcode[0] ? 5'd16 : 5'd12;
          gds_ok = 1'b0;
        end
        8'd61, 8'd62, 8'd63: begin // swizzle, permute, bpermute
          ctl.kind = lds_pkg::Cross;
          ctl.size = 5'd4;
          gds_ok = 1'b0;
        end
        8'd182: begin // read_addtid_b32
          ctl.from = lds_pkg::FromLane;
          ctl.size = 5'd4;
          gds_ok = 1'b0;
        end
        8'd189, 8'd190: begin // consume, append
          ctl.kind = lds_pkg::Count;
          ctl.op = opcode[0] ? lds_pkg::OpSub : lds_pkg::OpAdd;
          ctl.size = 5'd4;
        end
        8'd224, 8'd225, 8'd226, 8'd227: begin // owner write of 1..4 dwords
          ctl.kind = lds_pkg::Write;
          ctl.from = lds_pkg::FromOwner;
          ctl.size = {1'b0, opcode[1:0], 2'b00} + 5'd4;
          fields_ok = owner_ok;
          gds_ok = 1'b0;
        end
        8'd228, 8'd229, 8'd230, 8'd231: begin // owner read of 1..4 dwords
          ctl.from = lds_pkg::FromLinear;
          ctl.size = {1'b0, opcode[1:0], 2'b00} + 5'd4;
          fields_ok = w0_i[15:9] == 7'd0;
          gds_ok = 1'b0;
        end
        default: begin
          ctl.size = opcode[6] ? 5'd8 : 5'd4;
          ctl.kind = opcode[7] ? lds_pkg::Src2 : lds_pkg::Atomic;
          unique case (opcode[7:5])
            3'd0, 3'd2: known = arithmetic(opcode[4:0], opcode[6]);
            3'd1, 3'd3: known = arithmetic(opcode[4:0], opcode[6]) ||
                                (opcode[4:0] >= 5'd13 && opcode[4:0] <= 5'd15) ||
                                (opcode[4:0] == lds_pkg::OpWrap && !opcode[6]);
            3'd4, 3'd6: known = src2_form(opcode[4:0], opcode[6]);
            default: known = 1'b0;
          endcase
        end
      endcase
      unique case (opcode)
        8'd14, 8'd46, 8'd55, 8'd78, 8'd110, 8'd119: ctl.two = 1'b1;
        8'd15, 8'd47, 8'd56, 8'd79, 8'd111, 8'd120: begin
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
      if (ctl.kind == lds_pkg::Atomic) begin
        if (ctl.two) ctl.op = lds_pkg::OpWrite;
        ctl.pair = ctl.op == lds_pkg::OpMskor || ctl.op == lds_pkg::OpCmpst ||
                   ctl.op == lds_pkg::OpCmpstF || ctl.op == lds_pkg::OpWrap;
      end
      unique case (ctl.kind)
        lds_pkg::Read, lds_pkg::Cross, lds_pkg::Count: ctl.ret = 1'b1;
        lds_pkg::Atomic: ctl.ret = opcode[5];
        default: ;
      endcase
      ctl.wide = ctl.size > 5'd4;
      rows = ctl.wide ? ctl.size[4:2] : 3'd1;
      has_data = ctl.kind == lds_pkg::Write || ctl.kind == lds_pkg::Atomic ||
                 (ctl.kind == lds_pkg::Cross && ctl.op != lds_pkg::OpSwizzle);

      dec_o.legal = known && fields_ok && (!w0_i[16] || gds_ok);
      dec_o.addr_en = ctl.kind != lds_pkg::Count && ctl.kind != lds_pkg::Nothing &&
                      ctl.from != lds_pkg::FromLane && ctl.from != lds_pkg::FromOwner;
      dec_o.addr = w1_i[7:0];
      dec_o.data0_en = has_data;
      dec_o.data0 = w1_i[15:8];
      dec_o.data0_rows = has_data ? rows : 3'd0;
      dec_o.data1_en = has_data && (ctl.two || ctl.pair);
      dec_o.data1 = w1_i[23:16];
      dec_o.data1_rows = dec_o.data1_en ? rows : 3'd0;
      dec_o.vdst_en = ctl.ret;
      dec_o.vdst = w1_i[31:24];
      dec_o.vdst_rows = !ctl.ret ? 3'd0 : (ctl.two ? {rows[1:0], 1'b0} : rows);
      dec_o.ctl = ctl;
      dec_o.offset = w0_i[15:0];
    end
  end
endmodule
