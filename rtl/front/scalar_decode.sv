// SPDX-License-Identifier: Apache-2.0
// Decoder of the scalar formats and of SMEM loads (gfx9-encoding.md 2, 3 and 5). Combinational, from the
// instruction words alone. scalar_table.sv has the opcodes. operand_read.sv checks whether the registers exist: it
// knows the wave's allocation.
module scalar_decode (
  input  logic [31:0]            w0_i,
  input  logic [31:0]            w1_i,   // only SMEM has fields in it
  output front_pkg::scalar_dec_t dec_o,
  output cu_pkg::vsrc_t          src0_o,
  output cu_pkg::vsrc_t          src1_o,
  output cu_pkg::vsrc_t          src2_o  // the SDST field, where an instruction reads it
);
  front_pkg::sfmt_e       fmt;
  logic [7:0]             op;
  logic                   known;
  front_pkg::scalar_row_t row;
  isa_pkg::smem_t         smem;
  logic [8:0]             ssrc0, ssrc1, sdst;  // operand codes
  assign smem = {w1_i, w0_i};
  assign ssrc0 = {1'b0, w0_i[7:0]};
  assign ssrc1 = {1'b0, w0_i[15:8]};
  assign sdst = {2'b00, w0_i[22:16]};

  always_comb begin
    if (w0_i[31:30] != isa_pkg::EncSop2) begin
      fmt = front_pkg::FmtSmem;
      op = smem.op;
    end else if (w0_i[31:23] == isa_pkg::EncSop1) begin
      fmt = front_pkg::FmtSop1;
      op = w0_i[15:8];
    end else if (w0_i[31:23] == isa_pkg::EncSopc) begin
      fmt = front_pkg::FmtSopc;
      op = {1'b0, w0_i[22:16]};
    end else if (w0_i[31:23] == isa_pkg::EncSopp) begin
      fmt = front_pkg::FmtSopp;
      op = {1'b0, w0_i[22:16]};
    end else if (w0_i[31:28] == isa_pkg::EncSopk) begin
      fmt = front_pkg::FmtSopk;
      op = {3'd0, w0_i[27:23]};
    end else begin
      fmt = front_pkg::FmtSop2;
      op = {1'b0, w0_i[29:23]};
    end
  end
  scalar_table u_table (.fmt_i(fmt), .op_i(op), .known_o(known), .row_o(row));

  // An SGPR or TTMP register: what may begin the pair of a fork or a return. Evenness, allocation and PRIV are checked
  // with all operands.
  function automatic logic is_pair(logic [8:0] code);
    is_pair = code <= isa_pkg::SrcSgpr101 || (code >= isa_pkg::SrcTtmp0 && code <= isa_pkg::SrcTtmp15);
  endfunction

  function automatic logic is64(front_pkg::scalar_size_e size);
    is64 = size == front_pkg::SizeB64 || size == front_pkg::SizeI64;
  endfunction

  // How the constants of a source of that size are widened.
  function automatic cu_pkg::imm_e widening(front_pkg::scalar_size_e size);
    unique case (size)
      front_pkg::SizeB64: widening = cu_pkg::ImmB64;
      front_pkg::SizeI64: widening = cu_pkg::ImmI64;
      default:            widening = cu_pkg::ImmB32;
    endcase
  endfunction

  logic fields_ok;
  always_comb begin
    src0_o.used = row.s0 != front_pkg::SizeNone;
    src0_o.code = ssrc0;
    src0_o.is64 = is64(row.s0);
    src0_o.imm = widening(row.s0);
    src1_o.used = row.s1 != front_pkg::SizeNone;
    src1_o.code = ssrc1;
    src1_o.is64 = is64(row.s1);
    src1_o.imm = widening(row.s1);
    src2_o.used = row.sdst_read != front_pkg::SizeNone;
    src2_o.code = sdst;
    src2_o.is64 = is64(row.sdst_read);
    src2_o.imm = widening(row.sdst_read);
    if (fmt == front_pkg::FmtSmem) begin
      src0_o.code = {2'd0, smem.sbase, 1'b0};
      src1_o.code = {2'd0, smem.soe ? smem.soffset : smem.offset[6:0]};
      src1_o.used = smem.soe || !smem.imm;
    end

    unique case (row.rule)
      front_pkg::RuleNoLiteral: fields_ok = ssrc0 != isa_pkg::SrcLiteral;
      front_pkg::RuleRegister:  fields_ok = ssrc0 <= isa_pkg::SrcExecHi;
      front_pkg::RulePair:      fields_ok = is_pair(ssrc0);
      front_pkg::RuleForkPairs: fields_ok = (is_pair(ssrc0) || ssrc0 == isa_pkg::SrcVccLo) && is_pair(ssrc1);
      front_pkg::RuleForkMask:  fields_ok = is_pair(sdst) || sdst == isa_pkg::SrcVccLo;
      front_pkg::RuleOffset: begin
        fields_ok = !(src1_o.used && src1_o.code > isa_pkg::SrcVccHi && src1_o.code != isa_pkg::SrcM0);
      end
      default:                  fields_ok = 1'b1;
    endcase

    dec_o.legal = known && fields_ok;
    dec_o.fmt = fmt;
    dec_o.op = op;
    dec_o.effect = row.effect;
    dec_o.sdst_en = fmt != front_pkg::FmtSmem && row.sdst != front_pkg::SizeNone;
    dec_o.sdst64 = row.sdst == front_pkg::SizeB64;
    unique case (row.sdst)
      front_pkg::SizeB64:  dec_o.dwords_log2 = 3'd1;
      front_pkg::SizeB128: dec_o.dwords_log2 = 3'd2;
      front_pkg::SizeB256: dec_o.dwords_log2 = 3'd3;
      front_pkg::SizeB512: dec_o.dwords_log2 = 3'd4;
      default:             dec_o.dwords_log2 = 3'd0;
    endcase
    dec_o.sdst = fmt == front_pkg::FmtSmem ? smem.sdata : sdst[6:0];
    dec_o.simm = w0_i[15:0];
  end

  logic unused_smem;
  assign unused_smem = ^smem;  // request_form.sv adds the offset
endmodule
