// SPDX-License-Identifier: Apache-2.0
// Decoder of the scalar formats and of SMEM loads (gfx9-encoding.md 2, 3 and 5). Combinational, from the
// instruction words alone. operand_read.sv checks whether the registers exist: it knows the wave's allocation.
module scalar_decode (
  input  logic [31:0]            w0_i,
  input  logic [31:0]            w1_i,   // only SMEM has fields in it
  output front_pkg::scalar_dec_t dec_o,
  output cu_pkg::vsrc_t          src0_o,
  output cu_pkg::vsrc_t          src1_o,
  output cu_pkg::vsrc_t          src2_o  // the SDST field, where an instruction reads it
);
  // Width of each source (s0, s1), of the destination (sd) and of the destination as a source (rd). _w: 32 bits. _d: 64
  // bits. Neither: absent. sext: a 64-bit literal is signed.
  logic s0_w, s0_d, s1_w, s1_d, sd_w, sd_d, rd_w, rd_d, legal, sext, priv;
  front_pkg::sfmt_e fmt;
  logic [7:0] op;
  logic [8:0] ssrc0, ssrc1, sdst;  // operand codes
  assign ssrc0 = {1'b0, w0_i[7:0]};
  assign ssrc1 = {1'b0, w0_i[15:8]};
  assign sdst = {2'b00, w0_i[22:16]};

  isa_pkg::smem_t smem;
  assign smem = {w1_i, w0_i};

  // An SGPR or TTMP register: what may begin the pair of a fork or a return. Evenness, allocation and PRIV are checked
  // with all operands.
  function automatic logic is_pair(logic [8:0] code);
    is_pair = code <= isa_pkg::SrcSgpr101 || (code >= isa_pkg::SrcTtmp0 && code <= isa_pkg::SrcTtmp15);
  endfunction

  always_comb begin
    if (w0_i[31:30] != isa_pkg::EncSop2)      fmt = front_pkg::FmtSmem;
    else if (w0_i[31:23] == isa_pkg::EncSop1) fmt = front_pkg::FmtSop1;
    else if (w0_i[31:23] == isa_pkg::EncSopc) fmt = front_pkg::FmtSopc;
    else if (w0_i[31:23] == isa_pkg::EncSopp) fmt = front_pkg::FmtSopp;
    else if (w0_i[31:28] == isa_pkg::EncSopk) fmt = front_pkg::FmtSopk;
    else                                      fmt = front_pkg::FmtSop2;

    s0_w = 1'b0; s0_d = 1'b0; s1_w = 1'b0; s1_d = 1'b0;
    sd_w = 1'b0; sd_d = 1'b0; rd_w = 1'b0; rd_d = 1'b0;
    legal = 1'b1;
    priv = 1'b0;
    sext = 1'b0;
    unique case (fmt)
      front_pkg::FmtSop2: begin
        op = {1'b0, w0_i[29:23]};
        unique case (op)
          op_pkg::Sop2AddU32, op_pkg::Sop2SubU32, op_pkg::Sop2AddI32, op_pkg::Sop2SubI32,
          op_pkg::Sop2AddcU32, op_pkg::Sop2SubbU32, op_pkg::Sop2MinI32, op_pkg::Sop2MinU32,
          op_pkg::Sop2MaxI32, op_pkg::Sop2MaxU32, op_pkg::Sop2CselectB32, op_pkg::Sop2AndB32,
          op_pkg::Sop2OrB32, op_pkg::Sop2XorB32, op_pkg::Sop2Andn2B32, op_pkg::Sop2Orn2B32,
          op_pkg::Sop2NandB32, op_pkg::Sop2NorB32, op_pkg::Sop2XnorB32, op_pkg::Sop2LshlB32,
          op_pkg::Sop2LshrB32, op_pkg::Sop2AshrI32, op_pkg::Sop2BfmB32, op_pkg::Sop2MulI32,
          op_pkg::Sop2BfeU32, op_pkg::Sop2BfeI32, op_pkg::Sop2AbsdiffI32, op_pkg::Sop2MulHiU32,
          op_pkg::Sop2MulHiI32, op_pkg::Sop2Lshl1AddU32, op_pkg::Sop2Lshl2AddU32,
          op_pkg::Sop2Lshl3AddU32, op_pkg::Sop2Lshl4AddU32, op_pkg::Sop2PackLlB32B16,
          op_pkg::Sop2PackLhB32B16, op_pkg::Sop2PackHhB32B16: begin
            s0_w = 1'b1; s1_w = 1'b1; sd_w = 1'b1;
          end
          op_pkg::Sop2CselectB64, op_pkg::Sop2AndB64, op_pkg::Sop2OrB64, op_pkg::Sop2XorB64,
          op_pkg::Sop2Andn2B64, op_pkg::Sop2Orn2B64, op_pkg::Sop2NandB64, op_pkg::Sop2NorB64,
          op_pkg::Sop2XnorB64: begin
            s0_d = 1'b1; s1_d = 1'b1; sd_d = 1'b1;
          end
          op_pkg::Sop2LshlB64, op_pkg::Sop2LshrB64, op_pkg::Sop2BfeU64: begin
            s0_d = 1'b1; s1_w = 1'b1; sd_d = 1'b1;
          end
          op_pkg::Sop2AshrI64, op_pkg::Sop2BfeI64: begin
            s0_d = 1'b1; s1_w = 1'b1; sd_d = 1'b1; sext = 1'b1;
          end
          op_pkg::Sop2BfmB64: begin s0_w = 1'b1; s1_w = 1'b1; sd_d = 1'b1; end
          op_pkg::Sop2CbranchGFork: begin
            // Both operands are SGPR pairs. The mask may also be VCC.
            s0_d = 1'b1; s1_d = 1'b1;
            legal = (is_pair(ssrc0) || ssrc0 == isa_pkg::SrcVccLo) && is_pair(ssrc1);
          end
          op_pkg::Sop2RfeRestoreB64: begin
            s0_d = 1'b1; s1_w = 1'b1;
            priv = 1'b1;
            legal = is_pair(ssrc0);
          end
          default: legal = 1'b0;
        endcase
      end
      front_pkg::FmtSop1: begin
        op = w0_i[15:8];
        unique case (op)
          op_pkg::Sop1MovB32, op_pkg::Sop1CmovB32, op_pkg::Sop1NotB32, op_pkg::Sop1WqmB32,
          op_pkg::Sop1BrevB32, op_pkg::Sop1Bcnt0I32B32, op_pkg::Sop1Bcnt1I32B32,
          op_pkg::Sop1Ff0I32B32, op_pkg::Sop1Ff1I32B32, op_pkg::Sop1FlbitI32B32,
          op_pkg::Sop1FlbitI32, op_pkg::Sop1SextI32I8, op_pkg::Sop1SextI32I16,
          op_pkg::Sop1QuadmaskB32, op_pkg::Sop1MovrelsB32, op_pkg::Sop1MovreldB32,
          op_pkg::Sop1AbsI32: begin
            s0_w = 1'b1; sd_w = 1'b1;
          end
          op_pkg::Sop1MovB64, op_pkg::Sop1CmovB64, op_pkg::Sop1NotB64, op_pkg::Sop1WqmB64,
          op_pkg::Sop1BrevB64, op_pkg::Sop1QuadmaskB64, op_pkg::Sop1MovrelsB64, op_pkg::Sop1MovreldB64,
          op_pkg::Sop1AndSaveexecB64, op_pkg::Sop1OrSaveexecB64, op_pkg::Sop1XorSaveexecB64,
          op_pkg::Sop1Andn2SaveexecB64, op_pkg::Sop1Orn2SaveexecB64, op_pkg::Sop1NandSaveexecB64,
          op_pkg::Sop1NorSaveexecB64, op_pkg::Sop1XnorSaveexecB64, op_pkg::Sop1Andn1SaveexecB64,
          op_pkg::Sop1Orn1SaveexecB64, op_pkg::Sop1Andn1WrexecB64, op_pkg::Sop1Andn2WrexecB64: begin
            s0_d = 1'b1; sd_d = 1'b1;
          end
          op_pkg::Sop1Bcnt0I32B64, op_pkg::Sop1Bcnt1I32B64, op_pkg::Sop1Ff0I32B64,
          op_pkg::Sop1Ff1I32B64, op_pkg::Sop1FlbitI32B64: begin
            s0_d = 1'b1; sd_w = 1'b1;
          end
          op_pkg::Sop1FlbitI32I64: begin s0_d = 1'b1; sd_w = 1'b1; sext = 1'b1; end
          op_pkg::Sop1Bitset0B32, op_pkg::Sop1Bitset1B32: begin s0_w = 1'b1; sd_w = 1'b1; rd_w = 1'b1; end
          op_pkg::Sop1Bitset0B64, op_pkg::Sop1Bitset1B64: begin s0_w = 1'b1; sd_d = 1'b1; rd_d = 1'b1; end
          op_pkg::Sop1GetpcB64: begin sd_d = 1'b1; legal = ssrc0 != isa_pkg::SrcLiteral; end
          op_pkg::Sop1SetpcB64: begin s0_d = 1'b1; legal = ssrc0 != isa_pkg::SrcLiteral; end
          op_pkg::Sop1SwappcB64: begin s0_d = 1'b1; sd_d = 1'b1; legal = ssrc0 != isa_pkg::SrcLiteral; end
          op_pkg::Sop1RfeB64: begin s0_d = 1'b1; priv = 1'b1; legal = is_pair(ssrc0); end
          op_pkg::Sop1CbranchJoin: begin s0_w = 1'b1; legal = ssrc0 <= isa_pkg::SrcExecHi; end
          op_pkg::Sop1SetGprIdxIdx: s0_w = 1'b1;
          op_pkg::Sop1BitreplicateB64B32: begin s0_w = 1'b1; sd_d = 1'b1; end
          default: legal = 1'b0;
        endcase
      end
      front_pkg::FmtSopc: begin
        op = {1'b0, w0_i[22:16]};
        unique case (op)
          op_pkg::SopcCmpEqI32, op_pkg::SopcCmpLgI32, op_pkg::SopcCmpGtI32, op_pkg::SopcCmpGeI32,
          op_pkg::SopcCmpLtI32, op_pkg::SopcCmpLeI32, op_pkg::SopcCmpEqU32, op_pkg::SopcCmpLgU32,
          op_pkg::SopcCmpGtU32, op_pkg::SopcCmpGeU32, op_pkg::SopcCmpLtU32, op_pkg::SopcCmpLeU32,
          op_pkg::SopcBitcmp0B32, op_pkg::SopcBitcmp1B32, op_pkg::SopcSetvskip: begin
            s0_w = 1'b1; s1_w = 1'b1;
          end
          op_pkg::SopcBitcmp0B64, op_pkg::SopcBitcmp1B64: begin s0_d = 1'b1; s1_w = 1'b1; end
          op_pkg::SopcSetGprIdxOn: s0_w = 1'b1;
          op_pkg::SopcCmpEqU64, op_pkg::SopcCmpLgU64: begin s0_d = 1'b1; s1_d = 1'b1; end
          default: legal = 1'b0;
        endcase
      end
      front_pkg::FmtSopk: begin
        op = {3'd0, w0_i[27:23]};
        unique case (op)
          op_pkg::SopkMovkI32, op_pkg::SopkCmovkI32, op_pkg::SopkGetregB32: sd_w = 1'b1;
          op_pkg::SopkCmpkEqI32, op_pkg::SopkCmpkLgI32, op_pkg::SopkCmpkGtI32, op_pkg::SopkCmpkGeI32,
          op_pkg::SopkCmpkLtI32, op_pkg::SopkCmpkLeI32, op_pkg::SopkCmpkEqU32, op_pkg::SopkCmpkLgU32,
          op_pkg::SopkCmpkGtU32, op_pkg::SopkCmpkGeU32, op_pkg::SopkCmpkLtU32, op_pkg::SopkCmpkLeU32,
          op_pkg::SopkSetregB32: rd_w = 1'b1;
          op_pkg::SopkAddkI32, op_pkg::SopkMulkI32: begin sd_w = 1'b1; rd_w = 1'b1; end
          op_pkg::SopkCbranchIFork: begin
            rd_d = 1'b1;
            legal = is_pair(sdst) || sdst == isa_pkg::SrcVccLo;
          end
          op_pkg::SopkSetregImm32B32: ;
          op_pkg::SopkCallB64: sd_d = 1'b1;
          default: legal = 1'b0;
        endcase
      end
      front_pkg::FmtSopp: begin
        op = {1'b0, w0_i[22:16]};
        legal = op <= op_pkg::SoppEndpgmOrderedPsDone || op == op_pkg::SoppSharedOn || op == op_pkg::SoppSharedOff;
      end
      default: begin  // SMEM: source 0 is the base pair, source 1 the offset register
        op = smem.op;
        legal = op <= op_pkg::SmemLoadDwordx16;
        s0_d = 1'b1;
        s1_w = smem.soe || !smem.imm;
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
    dec_o.sdst = sdst[6:0];
    dec_o.sdst_en = sd_w || sd_d;
    dec_o.sdst64 = sd_d;
    src0_o.used = s0_w || s0_d;
    src0_o.is64 = s0_d;
    src0_o.code = ssrc0;
    src0_o.imm = !s0_d ? cu_pkg::ImmB32 : sext ? cu_pkg::ImmI64 : cu_pkg::ImmB64;
    src1_o.used = s1_w || s1_d;
    src1_o.is64 = s1_d;
    src1_o.code = ssrc1;
    src1_o.imm = s1_d ? cu_pkg::ImmB64 : cu_pkg::ImmB32;
    src2_o.used = rd_w || rd_d;
    src2_o.is64 = rd_d;
    src2_o.code = sdst;
    src2_o.imm = rd_d ? cu_pkg::ImmB64 : cu_pkg::ImmB32;
    if (fmt == front_pkg::FmtSmem) begin
      dec_o.sdst = smem.sdata;
      dec_o.sdst_en = 1'b0;  // the issue stage checks it, from the number of dwords
      src0_o.code = {2'd0, smem.sbase, 1'b0};
      src1_o.code = {2'd0, smem.soe ? smem.soffset : smem.offset[6:0]};
      if (s1_w && src1_o.code > isa_pkg::SrcVccHi && src1_o.code != isa_pkg::SrcM0) dec_o.legal = 1'b0;
    end
  end

  logic unused_smem;
  assign unused_smem = ^smem;  // the offset is added in the issue stage
endmodule
