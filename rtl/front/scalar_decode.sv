// SPDX-License-Identifier: Apache-2.0
// Decoder of the scalar formats and of SMEM loads (gfx9-encoding.md 2, 3 and 5). Combinational, from the
// instruction words alone. What an opcode is stands in its row of scalar_table.sv. Whether the registers exist is
// checked in operand_read.sv, where the wave's allocation is known.
module scalar_decode (
  input  logic [31:0]            w0_i,
  input  logic [31:0]            w1_i,   // only SMEM has fields in it
  output front_pkg::scalar_dec_t dec_o,
  output cu_pkg::vsrc_t          src0_o,
  output cu_pkg::vsrc_t          src1_o,
  output cu_pkg::vsrc_t          src2_o  // the SDST field, where an instruction reads it
);
  front_pkg::sfmt_e fmt;
  logic [7:0] op;
  isa_pkg::smem_t smem;
  assign smem = {w1_i, w0_i};

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

  front_pkg::scalar_row_t row;
  scalar_table u_table (.fmt_i(fmt), .op_i(op), .row_o(row));

  // Evenness, allocation and PRIV of a pair are checked with all operands.
  function automatic logic accepted(logic [2:0] accept, logic [8:0] code);
    logic is_pair;
    is_pair = code <= isa_pkg::SrcSgpr101 || (code >= isa_pkg::SrcTtmp0 && code <= isa_pkg::SrcTtmp15);
    unique case (accept)
      front_pkg::AcceptNoLiteral: accepted = code != isa_pkg::SrcLiteral;
      front_pkg::AcceptRegister:  accepted = code <= isa_pkg::SrcExecHi;
      front_pkg::AcceptPair:      accepted = is_pair;
      front_pkg::AcceptPairVcc:   accepted = is_pair || code == isa_pkg::SrcVccLo;
      default:                    accepted = 1'b1;
    endcase
  endfunction

  // A scalar load of more than one dword holds LGKM_CNT twice (control-flow.md 5).
  cu_pkg::mem_operation_t mem;
  always_comb begin
    mem = {cu_pkg::MemLoad, cu_pkg::SpaceGlobal, 7'd4 << row.dst.dwords_log2, cu_pkg::ToSgpr, 3'b000};
    mem.counters.lgkm = 1'b1;
  end

  logic [8:0] code0, code1, code2;  // of SSRC0, SSRC1, SDST; SMEM: of the base and the offset register
  logic       offset_ok;
  always_comb begin
    code0 = {1'b0, w0_i[7:0]};
    code1 = {1'b0, w0_i[15:8]};
    code2 = {2'b00, w0_i[22:16]};
    offset_ok = 1'b1;
    src1_o = {row.src1.used, code1, row.src1.is64, row.src1.imm};
    if (fmt == front_pkg::FmtSmem) begin
      code0 = {2'd0, smem.sbase, 1'b0};
      code1 = {2'd0, smem.soe ? smem.soffset : smem.offset[6:0]};
      src1_o.used = row.src1.used && (smem.soe || !smem.imm);
      src1_o.code = code1;
      offset_ok = !src1_o.used || code1 <= isa_pkg::SrcVccHi || code1 == isa_pkg::SrcM0;
    end
    src0_o = {row.src0.used, code0, row.src0.is64, row.src0.imm};
    src2_o = {row.src2.used, code2, row.src2.is64, row.src2.imm};
    dec_o.legal = row.dst.present && offset_ok && accepted(row.src0.accept, code0) &&
                  accepted(row.src1.accept, code1) && accepted(row.src2.accept, code2);
    dec_o.effect = row.effect;
    dec_o.priv = row.effect == front_pkg::EffectReturn;
    dec_o.fmt = fmt;
    dec_o.op = op;
    dec_o.sdst_en = row.dst.sdst_en;
    dec_o.sdst64 = row.dst.sdst64;
    dec_o.sdst = fmt == front_pkg::FmtSmem ? smem.sdata : code2[6:0];
    dec_o.simm = w0_i[15:0];
    dec_o.mem = mem;
  end

  logic unused_smem;
  assign unused_smem = ^smem;  // the offset is added when the request is formed
endmodule
