// SPDX-License-Identifier: Apache-2.0
// Decoder of the scalar formats and of SMEM (gfx9-encoding.md 2, 3 and 5). Combinational, from the instruction words
// alone. What an opcode is stands in its row of scalar_table.sv or smem_table.sv. Whether the registers exist is
// checked in operand_read.sv and legality.sv, where the wave's allocation is known. Without go_i all outputs are 0.
//
// coverage off toggle smem_o.mem.counters.exp, smem_o.mem.counters.vm, smem_o.mem.destination[0], smem_o.mem.size[1:0],
//   smem_o.mem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global memory by dwords, and writes
//   SGPRs or nothing.
// coverage off toggle code0[8], code1[8], code2[8:7], src0_o.code[8], src1_o.code[8], src2_o.code[8:7]: A field of a
//   scalar source has eight bits, SDST seven.
// coverage off toggle row.src0.imm[2], row.src1.imm[2], row.src2.imm[2], src0_o.imm[2], src1_o.imm[2], src2_o.imm[2]: A
//   scalar source has constants of ImmB32, ImmB64 or ImmI64: 0 to 2 of operand_pkg::imm_e.
// coverage off toggle mem.counters.exp, mem.counters.vm, mem.destination[0], mem.size[1:0], mem.space[1:0]: An SMEM
//   instruction counts in LGKM_CNT alone, accesses global memory by dwords, and writes SGPRs or nothing.
// coverage off toggle base_first[0]: SBASE names a pair of SGPRs.
// coverage off toggle row.src1.accept[2], row.src1.imm[1], row.src2.accept[1], row.src2.imm[1], src1_o.imm[1],
//   src2_o.imm[1]: The rows of scalar_table.sv: only source 0 has a signed constant of 64 bits (ImmI64). Source 1 is W,
//   D, Pair or none, and SDST as a source W, D, PairVcc, Null or none. ImmF64 and ImmF16 are for vector instructions.
module scalar_decode (
  input  logic                    go_i,
  input  logic [31:0]             w0_i,
  input  logic [31:0]             w1_i,   // only SMEM has fields in it
  output scalar_pkg::scalar_dec_t dec_o,
  output smem_pkg::smem_dec_t     smem_o,
  output operand_pkg::vsrc_t      src0_o,
  output operand_pkg::vsrc_t      src1_o,
  output operand_pkg::vsrc_t      src2_o  // the SDST field, where an instruction reads it; SMEM: second half of a V#
);
  scalar_pkg::sfmt_e fmt;
  logic [7:0] op;
  isa_pkg::smem_t smem;
  assign smem = {w1_i, w0_i};

  always_comb begin
    fmt = scalar_pkg::FmtSop2;
    op = '0;
    if (go_i) begin
      if (w0_i[31:30] != isa_pkg::EncSop2) begin
        fmt = scalar_pkg::FmtSmem;
        op = smem.op;
      end else if (w0_i[31:23] == isa_pkg::EncSop1) begin
        fmt = scalar_pkg::FmtSop1;
        op = w0_i[15:8];
      end else if (w0_i[31:23] == isa_pkg::EncSopc) begin
        fmt = scalar_pkg::FmtSopc;
        op = {1'b0, w0_i[22:16]};
      end else if (w0_i[31:23] == isa_pkg::EncSopp) begin
        fmt = scalar_pkg::FmtSopp;
        op = {1'b0, w0_i[22:16]};
      end else if (w0_i[31:28] == isa_pkg::EncSopk) begin
        fmt = scalar_pkg::FmtSopk;
        op = {3'd0, w0_i[27:23]};
      end else begin
        fmt = scalar_pkg::FmtSop2;
        op = {1'b0, w0_i[29:23]};
      end
    end
  end

  scalar_pkg::scalar_row_t row;
  smem_pkg::smem_row_t smem_row;
  scalar_table u_table (.fmt_i(fmt), .op_i(op), .row_o(row));
  smem_table u_smem_table (.op_i(smem.op), .row_o(smem_row));

  // Evenness, allocation and PRIV of a pair are checked with all operands.
  function automatic logic accepted(logic [2:0] accept, logic [8:0] code);
    logic is_pair;
    is_pair = code <= isa_pkg::SrcSgpr101 || (code >= isa_pkg::SrcTtmp0 && code <= isa_pkg::SrcTtmp15);
    unique case (accept)
      scalar_pkg::AcceptNoLiteral: accepted = code != isa_pkg::SrcLiteral;
      scalar_pkg::AcceptRegister:  accepted = code <= isa_pkg::SrcExecHi;
      scalar_pkg::AcceptPair:      accepted = is_pair;
      scalar_pkg::AcceptPairVcc:   accepted = is_pair || code == isa_pkg::SrcVccLo;
      scalar_pkg::AcceptNull:      accepted = code == isa_pkg::SrcReserved125;
      default:                    accepted = 1'b1;
    endcase
  endfunction

  // SMEM: its operation, and whether SBASE is a V#, judged as D-MEM-73 says. Scalar memory of more than one dword holds
  // LGKM_CNT twice (control-flow.md 5).
  mem_pkg::mem_operation_t mem;
  logic [6:0]              base_first, base_last;
  logic                    has_address, is_buffer, base_ok;
  always_comb begin
    mem = '0;
    base_first = '0;
    base_last = '0;
    has_address = 1'b0;
    is_buffer = 1'b0;
    base_ok = 1'b0;
    if (go_i && fmt == scalar_pkg::FmtSmem) begin
      mem = {smem_row.op, mem_pkg::SpaceGlobal, 7'd4 << smem_row.dwords_log2, mem_pkg::ToNothing, 3'b000};
      if (smem_row.kind != smem_pkg::SmemNothing &&
          (mem.op == mem_pkg::MemLoad || (mem.op == mem_pkg::MemAtomic && smem.glc))) begin
        mem.destination = mem_pkg::ToSgpr;
      end
      mem.counters.lgkm = 1'b1;
      has_address = smem_row.form != smem_pkg::FormNone;
      is_buffer = smem_row.form == smem_pkg::FormBuffer;
      base_first = {smem.sbase, 1'b0};
      base_last = {smem.sbase[5:1], 2'b11};
      base_ok = !is_buffer ||
                (!smem.sbase[0] &&
                 (base_last <= 7'(isa_pkg::SrcSgpr101) ||
                  (base_first >= 7'(isa_pkg::SrcTtmp0) && base_last <= 7'(isa_pkg::SrcTtmp15))));
    end
  end

  logic [8:0] code0, code1, code2;  // of SSRC0, SSRC1, SDST; SMEM: of the base and the offset register
  logic       offset_ok;
  logic [4:0] sdata_count;
  always_comb begin
    code0 = '0;
    code1 = '0;
    code2 = '0;
    offset_ok = 1'b0;
    sdata_count = '0;
    src0_o = '0;
    src1_o = '0;
    src2_o = '0;
    dec_o = '0;
    smem_o = '0;
    if (go_i) begin
      code0 = {1'b0, w0_i[7:0]};
      code1 = {1'b0, w0_i[15:8]};
      code2 = {2'b00, w0_i[22:16]};
      if (fmt == scalar_pkg::FmtSmem) begin
        code1 = {2'd0, smem.soe ? smem.soffset : smem.offset[6:0]};
        src0_o = {has_address, 2'd0, base_first, 1'b1, operand_pkg::ImmB64};
        src1_o = {has_address && (smem.soe || !smem.imm), code1, 1'b0, operand_pkg::ImmB32};
        src2_o = {is_buffer, 2'd0, base_last[6:1], 1'b0, 1'b1, operand_pkg::ImmB64};
        offset_ok = !src1_o.used || code1 <= isa_pkg::SrcM0;
        sdata_count = mem.size[6:2];
        if (mem.op == mem_pkg::MemAtomic && smem_row.atomic == mem_pkg::AtomicCmpswap) begin
          sdata_count = {mem.size[5:2], 1'b0};
        end
        if (smem_row.kind == smem_pkg::SmemNothing) sdata_count = '0;
        smem_o = {smem_row.present && offset_ok && base_ok, smem_row.form, smem_row.kind, smem_row.atomic,
                  smem.sdata, sdata_count, mem};
      end else begin
        src0_o = {row.src0.used, code0, row.src0.is64, row.src0.imm};
        src1_o = {row.src1.used, code1, row.src1.is64, row.src1.imm};
        src2_o = {row.src2.used, code2, row.src2.is64, row.src2.imm};
        dec_o.legal = row.dst.present && accepted(row.src0.accept, code0) &&
                      accepted(row.src1.accept, code1) && accepted(row.src2.accept, code2);
        // A clause has 1 to 128 instructions (D-R700-17).
        if (row.effect == scalar_pkg::EffectClause && (w0_i[15:0] == '0 || w0_i[15:0] > 16'd128)) dec_o.legal = 1'b0;
        dec_o.effect = row.effect;
        dec_o.priv = row.effect == scalar_pkg::EffectReturn;
        dec_o.fmt = fmt;
        dec_o.op = op;
        dec_o.sdst_en = row.dst.sdst_en;
        dec_o.sdst64 = row.dst.sdst64;
        dec_o.sdst = code2[6:0];
        dec_o.simm = w0_i[15:0];
      end
    end
  end

  logic unused_smem;
  assign unused_smem = ^smem;  // the offset is added when the request is formed
endmodule
