// SPDX-License-Identifier: Apache-2.0
// The opcodes of the scalar formats: one row an opcode (gfx9-encoding.md 3 and 7). Combinational.
// An opcode that is not in the unit has a row of zeros. What the scalar ALU computes for an opcode: rtl/scalar/salu.sv.
//
// `case`, not `unique case`, and a block that does nothing else: so Verilator makes it one look-up in an array.
//
// coverage off toggle row_o.src0.imm[2], row_o.src1.imm[2], row_o.src2.imm[2]: A scalar source has constants of ImmB32,
//   ImmB64 or ImmI64: 0 to 2 of operand_pkg::imm_e.
// coverage off toggle row_o.src1.accept[2], row_o.src1.imm[1], row_o.src2.accept[1], row_o.src2.imm[1],
//   row.src0.imm[2], row.src1.accept[2], row.src1.imm[2:1], row.src2.accept[1], row.src2.imm[2:1]: The rows of
//   scalar_table.sv: only source 0 has a signed constant of 64 bits (ImmI64). Source 1 is W, D, Pair or none, and SDST
//   as a source W, D, PairVcc, Null or none. ImmF64 and ImmF16 are for vector instructions.
module scalar_table (
  input  scalar_pkg::sfmt_e       fmt_i,
  input  logic [7:0]              op_i,
  output scalar_pkg::scalar_row_t row_o
);
  // Sources: read, two registers, widening of its literal, codes that it accepts.
  localparam scalar_pkg::scalar_source_t No      = '0;
  localparam scalar_pkg::scalar_source_t W       = {1'b1, 1'b0, operand_pkg::ImmB32, scalar_pkg::AcceptAny};
  localparam scalar_pkg::scalar_source_t D       = {1'b1, 1'b1, operand_pkg::ImmB64, scalar_pkg::AcceptAny};
  localparam scalar_pkg::scalar_source_t I64     = {1'b1, 1'b1, operand_pkg::ImmI64, scalar_pkg::AcceptAny};
  localparam scalar_pkg::scalar_source_t Pair    = {1'b1, 1'b1, operand_pkg::ImmB64, scalar_pkg::AcceptPair};
  localparam scalar_pkg::scalar_source_t PairVcc = {1'b1, 1'b1, operand_pkg::ImmB64, scalar_pkg::AcceptPairVcc};
  localparam scalar_pkg::scalar_source_t Reg     = {1'b1, 1'b0, operand_pkg::ImmB32, scalar_pkg::AcceptRegister};
  localparam scalar_pkg::scalar_source_t DNoLit  = {1'b1, 1'b1, operand_pkg::ImmB64, scalar_pkg::AcceptNoLiteral};
  localparam scalar_pkg::scalar_source_t NoLit   = {1'b0, 1'b0, operand_pkg::ImmB32, scalar_pkg::AcceptNoLiteral};
  localparam scalar_pkg::scalar_source_t Null    = {1'b0, 1'b0, operand_pkg::ImmB32, scalar_pkg::AcceptNull};

  // Destinations: the opcode is in the unit, SDST is written, two registers.
  localparam scalar_pkg::scalar_destination_t To0  = 3'b100;
  localparam scalar_pkg::scalar_destination_t To32 = 3'b110;
  localparam scalar_pkg::scalar_destination_t To64 = 3'b111;

  scalar_pkg::scalar_row_t row;
  assign row_o = row;

  // The columns: SSRC0, SSRC1, SDST as a source, destination, effect.
  always_comb begin
    case (fmt_i)
      scalar_pkg::FmtSop2: case (op_i)
        op_pkg::Sop2AddU32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2SubU32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2AddI32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2SubI32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2AddcU32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2SubbU32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2MinI32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2MinU32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2MaxI32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2MaxU32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2CselectB32:            row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2CselectB64:            row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2AndB32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2AndB64:                row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2OrB32:                 row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2OrB64:                 row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2XorB32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2XorB64:                row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2Andn2B32:              row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2Andn2B64:              row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2Orn2B32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2Orn2B64:               row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2NandB32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2NandB64:               row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2NorB32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2NorB64:                row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2XnorB32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2XnorB64:               row = {D,       D,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2LshlB32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2LshlB64:               row = {D,       W,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2LshrB32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2LshrB64:               row = {D,       W,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2AshrI32:               row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2AshrI64:               row = {I64,     W,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2BfmB32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2BfmB64:                row = {W,       W,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2MulI32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2BfeU32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2BfeI32:                row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2BfeU64:                row = {D,       W,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2BfeI64:                row = {I64,     W,    No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop2CbranchGFork:          row = {PairVcc, Pair, No,      To0,  scalar_pkg::EffectFork};
        op_pkg::Sop2AbsdiffI32:            row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2RfeRestoreB64:         row = {Pair,    W,    No,      To0,  scalar_pkg::EffectReturn};
        op_pkg::Sop2MulHiU32:              row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2MulHiI32:              row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2Lshl1AddU32:           row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2Lshl2AddU32:           row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2Lshl3AddU32:           row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2Lshl4AddU32:           row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2PackLlB32B16:          row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2PackLhB32B16:          row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop2PackHhB32B16:          row = {W,       W,    No,      To32, scalar_pkg::EffectNone};
        default: row = '0;
      endcase
      scalar_pkg::FmtSop1: case (op_i)
        op_pkg::Sop1MovB32:                row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1MovB64:                row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1CmovB32:               row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1CmovB64:               row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1NotB32:                row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1NotB64:                row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1WqmB32:                row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1WqmB64:                row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1BrevB32:               row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1BrevB64:               row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1Bcnt0I32B32:           row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Bcnt0I32B64:           row = {D,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Bcnt1I32B32:           row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Bcnt1I32B64:           row = {D,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Ff0I32B32:             row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Ff0I32B64:             row = {D,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Ff1I32B32:             row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Ff1I32B64:             row = {D,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1FlbitI32B32:           row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1FlbitI32B64:           row = {D,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1FlbitI32:              row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1FlbitI32I64:           row = {I64,     No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1SextI32I8:             row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1SextI32I16:            row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Bitset0B32:            row = {W,       No,   W,       To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Bitset0B64:            row = {W,       No,   D,       To64, scalar_pkg::EffectNone};
        op_pkg::Sop1Bitset1B32:            row = {W,       No,   W,       To32, scalar_pkg::EffectNone};
        op_pkg::Sop1Bitset1B64:            row = {W,       No,   D,       To64, scalar_pkg::EffectNone};
        op_pkg::Sop1GetpcB64:              row = {NoLit,   No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1SetpcB64:              row = {DNoLit,  No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::Sop1SwappcB64:             row = {DNoLit,  No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1RfeB64:                row = {Pair,    No,   No,      To0,  scalar_pkg::EffectReturn};
        op_pkg::Sop1AndSaveexecB64:        row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1OrSaveexecB64:         row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1XorSaveexecB64:        row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1Andn2SaveexecB64:      row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1Orn2SaveexecB64:       row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1NandSaveexecB64:       row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1NorSaveexecB64:        row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1XnorSaveexecB64:       row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1QuadmaskB32:           row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1QuadmaskB64:           row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1MovrelsB32:            row = {W,       No,   No,      To32, scalar_pkg::EffectMovrels};
        op_pkg::Sop1MovrelsB64:            row = {D,       No,   No,      To64, scalar_pkg::EffectMovrels};
        op_pkg::Sop1MovreldB32:            row = {W,       No,   No,      To32, scalar_pkg::EffectMovreld};
        op_pkg::Sop1MovreldB64:            row = {D,       No,   No,      To64, scalar_pkg::EffectMovreld};
        op_pkg::Sop1CbranchJoin:           row = {Reg,     No,   No,      To0,  scalar_pkg::EffectJoin};
        op_pkg::Sop1AbsI32:                row = {W,       No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::Sop1SetGprIdxIdx:          row = {W,       No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::Sop1Andn1SaveexecB64:      row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1Orn1SaveexecB64:       row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1Andn1WrexecB64:        row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1Andn2WrexecB64:        row = {D,       No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::Sop1BitreplicateB64B32:    row = {W,       No,   No,      To64, scalar_pkg::EffectNone};
        default: row = '0;
      endcase
      scalar_pkg::FmtSopc: case (op_i)
        op_pkg::SopcCmpEqI32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpLgI32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpGtI32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpGeI32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpLtI32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpLeI32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpEqU32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpLgU32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpGtU32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpGeU32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpLtU32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpLeU32:              row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcBitcmp0B32:            row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcBitcmp1B32:            row = {W,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcBitcmp0B64:            row = {D,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcBitcmp1B64:            row = {D,       W,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcSetvskip:              row = {W,       W,    No,      To0,  scalar_pkg::EffectSetvskip};
        op_pkg::SopcSetGprIdxOn:           row = {W,       No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpEqU64:              row = {D,       D,    No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SopcCmpLgU64:              row = {D,       D,    No,      To0,  scalar_pkg::EffectNone};
        default: row = '0;
      endcase
      scalar_pkg::FmtSopk: case (op_i)
        op_pkg::SopkMovkI32:               row = {No,      No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::SopkCmovkI32:              row = {No,      No,   No,      To32, scalar_pkg::EffectNone};
        op_pkg::SopkCmpkEqI32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkLgI32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkGtI32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkGeI32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkLtI32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkLeI32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkEqU32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkLgU32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkGtU32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkGeU32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkLtU32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkCmpkLeU32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectNone};
        op_pkg::SopkAddkI32:               row = {No,      No,   W,       To32, scalar_pkg::EffectNone};
        op_pkg::SopkMulkI32:               row = {No,      No,   W,       To32, scalar_pkg::EffectNone};
        op_pkg::SopkCbranchIFork:          row = {No,      No,   PairVcc, To0,  scalar_pkg::EffectFork};
        op_pkg::SopkGetregB32:             row = {No,      No,   No,      To32, scalar_pkg::EffectGetreg};
        op_pkg::SopkSetregB32:             row = {No,      No,   W,       To0,  scalar_pkg::EffectSetreg};
        op_pkg::SopkSetregImm32B32:        row = {No,      No,   No,      To0,  scalar_pkg::EffectSetreg};
        op_pkg::SopkCallB64:               row = {No,      No,   No,      To64, scalar_pkg::EffectNone};
        op_pkg::SopkWaitcntVscnt:
            row = cu_pkg::RdnaMemory ?           {No,      No,   Null,    To0,  scalar_pkg::EffectWaitcntVs} : '0;
        default: row = '0;
      endcase
      scalar_pkg::FmtSopp: case (op_i)
        op_pkg::SoppNop:                   row = {No,      No,   No,      To0,  scalar_pkg::EffectNop};
        op_pkg::SoppEndpgm:                row = {No,      No,   No,      To0,  scalar_pkg::EffectEndpgm};
        op_pkg::SoppBranch:                row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppWakeup:                row = {No,      No,   No,      To0,  scalar_pkg::EffectWakeup};
        op_pkg::SoppCbranchScc0:           row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchScc1:           row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchVccz:           row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchVccnz:          row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchExecz:          row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchExecnz:         row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppBarrier:               row = {No,      No,   No,      To0,  scalar_pkg::EffectBarrier};
        op_pkg::SoppSetkill:               row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppWaitcnt:               row = {No,      No,   No,      To0,  scalar_pkg::EffectWaitcnt};
        op_pkg::SoppSethalt:               row = {No,      No,   No,      To0,  scalar_pkg::EffectSethalt};
        op_pkg::SoppSleep:                 row = {No,      No,   No,      To0,  scalar_pkg::EffectSleep};
        op_pkg::SoppSetprio:               row = {No,      No,   No,      To0,  scalar_pkg::EffectSetprio};
        op_pkg::SoppSendmsg:               row = {No,      No,   No,      To0,  scalar_pkg::EffectSendmsg};
        op_pkg::SoppSendmsghalt:           row = {No,      No,   No,      To0,  scalar_pkg::EffectSendmsghalt};
        op_pkg::SoppTrap:                  row = {No,      No,   No,      To0,  scalar_pkg::EffectTrap};
        op_pkg::SoppIcacheInv:             row = {No,      No,   No,      To0,  scalar_pkg::EffectIcacheInv};
        op_pkg::SoppIncperflevel:          row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppDecperflevel:          row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppTtracedata:            row = {No,      No,   No,      To0,  scalar_pkg::EffectTtracedata};
        op_pkg::SoppCbranchCdbgsys:        row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchCdbguser:       row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchCdbgsysOrUser:  row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppCbranchCdbgsysAndUser: row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppEndpgmSaved:           row = {No,      No,   No,      To0,  scalar_pkg::EffectEndpgm};
        op_pkg::SoppSetGprIdxOff:          row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppSetGprIdxMode:         row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppEndpgmOrderedPsDone:   row = {No,      No,   No,      To0,  scalar_pkg::EffectEndpgm};
        op_pkg::SoppSharedOn:              row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppSharedOff:             row = {No,      No,   No,      To0,  scalar_pkg::EffectNone};
        op_pkg::SoppClause:                row = {No,      No,   No,      To0,  scalar_pkg::EffectClause};
        default: row = '0;
      endcase
      default: row = '0;
    endcase
  end
endmodule
