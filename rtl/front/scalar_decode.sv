// SPDX-License-Identifier: Apache-2.0
// Decoder of the scalar formats and SMEM 0-4, combinational, from the instruction words alone.
// Register numbers are judged later, in operands.sv, where the wave's allocation is known.
module scalar_decode (
  input  logic [31:0]      w0_i,
  input  logic [31:0]      w1_i,  // only SMEM has fields in it
  output front_pkg::sdec_t dec_o,
  output cu_pkg::vsrc_t    src0_o,
  output cu_pkg::vsrc_t    src1_o,
  output cu_pkg::vsrc_t    src2_o  // the SDST field, where an instruction reads it
);
  // Width of each source (s0, s1), of the destination (sd) and of the destination as a source (rd):
  // _w 32 bits, _d 64 bits, neither: absent. sext: a 64-bit literal is signed.
  logic s0_w, s0_d, s1_w, s1_d, sd_w, sd_d, rd_w, rd_d, legal, sext, priv;
  front_pkg::sfmt_e fmt;
  logic [6:0] op;

  // An SGPR that may begin a pair of a fork or a return: s0.., TTMP0... Evenness, allocation and
  // PRIV are judged with all operands.
  function automatic logic is_pair(logic [7:0] code);
    is_pair = code <= 8'd101 || (code >= 8'd108 && code <= 8'd123);
  endfunction

  always_comb begin
    if (w0_i[31:30] != 2'b10)           fmt = front_pkg::FmtSmem;
    else if (w0_i[29:23] == 7'h7D)      fmt = front_pkg::FmtSop1;
    else if (w0_i[29:23] == 7'h7E)      fmt = front_pkg::FmtSopc;
    else if (w0_i[29:23] == 7'h7F)      fmt = front_pkg::FmtSopp;
    else if (w0_i[29:28] == 2'b11)      fmt = front_pkg::FmtSopk;
    else                                fmt = front_pkg::FmtSop2;

    s0_w = 1'b0; s0_d = 1'b0; s1_w = 1'b0; s1_d = 1'b0;
    sd_w = 1'b0; sd_d = 1'b0; rd_w = 1'b0; rd_d = 1'b0;
    legal = 1'b0;
    priv = 1'b0;
    sext = 1'b0;
    unique case (fmt)
      front_pkg::FmtSop2: begin
        op = w0_i[29:23];
        legal = op <= 7'd52;
        unique case (op)
          7'd11, 7'd13, 7'd15, 7'd17, 7'd19, 7'd21, 7'd23, 7'd25, 7'd27: begin
            s0_d = 1'b1; s1_d = 1'b1; sd_d = 1'b1;
          end
          7'd29, 7'd31, 7'd39: begin s0_d = 1'b1; s1_w = 1'b1; sd_d = 1'b1; end
          7'd33, 7'd40: begin s0_d = 1'b1; s1_w = 1'b1; sd_d = 1'b1; sext = 1'b1; end
          7'd35: begin s0_w = 1'b1; s1_w = 1'b1; sd_d = 1'b1; end
          7'd41: begin
            // Fork: both operands are SGPR pairs, the mask may also be VCC.
            s0_d = 1'b1; s1_d = 1'b1;
            legal = (is_pair(w0_i[7:0]) || w0_i[7:0] == 8'd106) && is_pair(w0_i[15:8]);
          end
          7'd43: begin
            s0_d = 1'b1; s1_w = 1'b1;
            priv = 1'b1;
            legal = is_pair(w0_i[7:0]);
          end
          default: begin s0_w = 1'b1; s1_w = 1'b1; sd_w = 1'b1; end
        endcase
      end
      front_pkg::FmtSop1: begin
        op = w0_i[14:8];
        legal = !w0_i[15] && op <= 7'd55 && op != 7'd47 && op != 7'd49;
        unique case (op)
          7'd1, 7'd3, 7'd5, 7'd7, 7'd9, 7'd41, 7'd32, 7'd33, 7'd34, 7'd35, 7'd36, 7'd37, 7'd38,
          7'd39, 7'd51, 7'd52, 7'd53, 7'd54: begin s0_d = 1'b1; sd_d = 1'b1; end
          7'd11, 7'd13, 7'd15, 7'd17, 7'd19: begin s0_d = 1'b1; sd_w = 1'b1; end
          7'd21: begin s0_d = 1'b1; sd_w = 1'b1; sext = 1'b1; end
          7'd24, 7'd26: begin s0_w = 1'b1; sd_w = 1'b1; rd_w = 1'b1; end
          7'd25, 7'd27: begin s0_w = 1'b1; sd_d = 1'b1; rd_d = 1'b1; end
          7'd28: begin sd_d = 1'b1; legal = legal && w0_i[7:0] != 8'd255; end
          7'd29: begin s0_d = 1'b1; legal = legal && w0_i[7:0] != 8'd255; end
          7'd30: begin s0_d = 1'b1; sd_d = 1'b1; legal = legal && w0_i[7:0] != 8'd255; end
          7'd31: begin
            s0_d = 1'b1;
            priv = 1'b1;
            legal = legal && is_pair(w0_i[7:0]);
          end
          7'd42, 7'd44: begin s0_w = 1'b1; sd_w = 1'b1; end
          7'd43, 7'd45: begin s0_d = 1'b1; sd_d = 1'b1; end
          7'd46: begin s0_w = 1'b1; legal = legal && w0_i[7:0] <= 8'd127; end
          7'd50: s0_w = 1'b1;
          7'd55: begin s0_w = 1'b1; sd_d = 1'b1; end
          default: begin s0_w = 1'b1; sd_w = 1'b1; end
        endcase
      end
      front_pkg::FmtSopc: begin
        op = w0_i[22:16];
        legal = op <= 7'd19;
        unique case (op)
          7'd14, 7'd15: begin s0_d = 1'b1; s1_w = 1'b1; end
          7'd17: s0_w = 1'b1;
          7'd18, 7'd19: begin s0_d = 1'b1; s1_d = 1'b1; end
          default: begin s0_w = 1'b1; s1_w = 1'b1; end
        endcase
      end
      front_pkg::FmtSopk: begin
        op = {2'd0, w0_i[27:23]};
        legal = op <= 7'd21 && op != 7'd19;
        unique case (op)
          7'd0, 7'd1, 7'd17: sd_w = 1'b1;
          7'd14, 7'd15: begin sd_w = 1'b1; rd_w = 1'b1; end
          7'd16: begin
            rd_d = 1'b1;
            legal = is_pair({1'b0, w0_i[22:16]}) || w0_i[22:16] == 7'd106;
          end
          7'd20: ;
          7'd21: sd_d = 1'b1;
          default: rd_w = 1'b1;
        endcase
      end
      front_pkg::FmtSopp: begin
        op = w0_i[22:16];
        legal = op <= 7'd30 || op == 7'd64 || op == 7'd65;  // 64, 65: shared_on, shared_off
      end
      default: begin  // SMEM: source 0 is the base pair, source 1 the offset register
        op = w0_i[24:18];
        legal = !w0_i[25] && op <= 7'd4;
        s0_d = 1'b1;
        s1_w = w0_i[14] || !w0_i[17];
      end
    endcase

    dec_o = '0;
    src0_o = '0;
    src1_o = '0;
    src2_o = '0;
    dec_o.legal = legal;
    dec_o.priv = priv;
    dec_o.fmt = fmt;
    dec_o.op = op;
    dec_o.simm = w0_i[15:0];
    dec_o.sdst = w0_i[22:16];
    dec_o.sdst_en = sd_w || sd_d;
    dec_o.sdst64 = sd_d;
    src0_o.used = s0_w || s0_d;
    src0_o.is64 = s0_d;
    src0_o.code = {1'b0, w0_i[7:0]};
    src0_o.imm = !s0_d ? cu_pkg::ImmB32 : sext ? cu_pkg::ImmI64 : cu_pkg::ImmB64;
    src1_o.used = s1_w || s1_d;
    src1_o.is64 = s1_d;
    src1_o.code = {1'b0, w0_i[15:8]};
    src1_o.imm = s1_d ? cu_pkg::ImmB64 : cu_pkg::ImmB32;
    src2_o.used = rd_w || rd_d;
    src2_o.is64 = rd_d;
    src2_o.code = {2'd0, w0_i[22:16]};
    src2_o.imm = rd_d ? cu_pkg::ImmB64 : cu_pkg::ImmB32;
    if (fmt == front_pkg::FmtSmem) begin
      dec_o.sdst = w0_i[12:6];
      dec_o.sdst_en = 1'b0;  // judged by smem, which knows the number of dwords
      src0_o.code = {2'd0, w0_i[5:0], 1'b0};
      src1_o.code = {2'd0, w0_i[14] ? w1_i[31:25] : w1_i[6:0]};
      if (s1_w && src1_o.code > 9'd107 && src1_o.code != 9'd124) dec_o.legal = 1'b0;
    end
  end

  logic unused_w1;
  assign unused_w1 = ^w1_i[24:7];  // the offset is smem's
endmodule
