// SPDX-License-Identifier: Apache-2.0
// The scalar opcodes of the unit, and those of scalar loads: one row an opcode (gfx9-encoding.md 3 and 5).
// Combinational. What an opcode computes is in scalar/salu.sv, where it branches in flow/branch.sv.
module scalar_table (
  input  front_pkg::sfmt_e       fmt_i,
  input  logic [7:0]             op_i,    // op_pkg: the enum of the format
  output logic                   known_o, // the opcode is present
  output front_pkg::scalar_row_t row_o    // zero if it is not
);
  // Sizes of operands. I64: a literal is sign-extended.
  localparam front_pkg::scalar_size_e No   = front_pkg::SizeNone;
  localparam front_pkg::scalar_size_e B32  = front_pkg::SizeB32;
  localparam front_pkg::scalar_size_e B64  = front_pkg::SizeB64;
  localparam front_pkg::scalar_size_e I64  = front_pkg::SizeI64;
  localparam front_pkg::scalar_size_e B128 = front_pkg::SizeB128;
  localparam front_pkg::scalar_size_e B256 = front_pkg::SizeB256;
  localparam front_pkg::scalar_size_e B512 = front_pkg::SizeB512;

  // What the operand fields may name.
  localparam front_pkg::scalar_rule_e Any       = front_pkg::RuleAny;
  localparam front_pkg::scalar_rule_e NoLiteral = front_pkg::RuleNoLiteral;
  localparam front_pkg::scalar_rule_e Register  = front_pkg::RuleRegister;
  localparam front_pkg::scalar_rule_e Pair      = front_pkg::RulePair;
  localparam front_pkg::scalar_rule_e ForkPairs = front_pkg::RuleForkPairs;
  localparam front_pkg::scalar_rule_e ForkMask  = front_pkg::RuleForkMask;
  localparam front_pkg::scalar_rule_e Offset    = front_pkg::RuleOffset;

  localparam front_pkg::scalar_effect_e None = front_pkg::EffectNone;

  // Columns: source 0, source 1, destination, destination as a source, rule, effect.
  always_comb begin
    known_o = 1'b1;
    row_o = '0;
    unique case (fmt_i)
      front_pkg::FmtSop2: begin
        unique case (op_i)
          op_pkg::Sop2AddU32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2SubU32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2AddI32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2SubI32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2AddcU32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2SubbU32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2MinI32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2MinU32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2MaxI32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2MaxU32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2CselectB32:              row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2CselectB64:              row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2AndB32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2AndB64:                  row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2OrB32:                   row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2OrB64:                   row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2XorB32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2XorB64:                  row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2Andn2B32:                row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2Andn2B64:                row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2Orn2B32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2Orn2B64:                 row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2NandB32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2NandB64:                 row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2NorB32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2NorB64:                  row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2XnorB32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2XnorB64:                 row_o = {B64, B64, B64, No,  Any,       None};
          op_pkg::Sop2LshlB32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2LshlB64:                 row_o = {B64, B32, B64, No,  Any,       None};
          op_pkg::Sop2LshrB32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2LshrB64:                 row_o = {B64, B32, B64, No,  Any,       None};
          op_pkg::Sop2AshrI32:                 row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2AshrI64:                 row_o = {I64, B32, B64, No,  Any,       None};
          op_pkg::Sop2BfmB32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2BfmB64:                  row_o = {B32, B32, B64, No,  Any,       None};
          op_pkg::Sop2MulI32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2BfeU32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2BfeI32:                  row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2BfeU64:                  row_o = {B64, B32, B64, No,  Any,       None};
          op_pkg::Sop2BfeI64:                  row_o = {I64, B32, B64, No,  Any,       None};
          op_pkg::Sop2CbranchGFork:            row_o = {B64, B64, No,  No,  ForkPairs, front_pkg::EffectFork};
          op_pkg::Sop2AbsdiffI32:              row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2RfeRestoreB64:           row_o = {B64, B32, No,  No,  Pair,      front_pkg::EffectReturn};
          op_pkg::Sop2MulHiU32:                row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2MulHiI32:                row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2Lshl1AddU32:             row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2Lshl2AddU32:             row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2Lshl3AddU32:             row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2Lshl4AddU32:             row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2PackLlB32B16:            row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2PackLhB32B16:            row_o = {B32, B32, B32, No,  Any,       None};
          op_pkg::Sop2PackHhB32B16:            row_o = {B32, B32, B32, No,  Any,       None};
          default: known_o = 1'b0;
        endcase
      end
      front_pkg::FmtSop1: begin
        unique case (op_i)
          op_pkg::Sop1MovB32:                  row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1MovB64:                  row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1CmovB32:                 row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1CmovB64:                 row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1NotB32:                  row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1NotB64:                  row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1WqmB32:                  row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1WqmB64:                  row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1BrevB32:                 row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1BrevB64:                 row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1Bcnt0I32B32:             row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1Bcnt0I32B64:             row_o = {B64, No,  B32, No,  Any,       None};
          op_pkg::Sop1Bcnt1I32B32:             row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1Bcnt1I32B64:             row_o = {B64, No,  B32, No,  Any,       None};
          op_pkg::Sop1Ff0I32B32:               row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1Ff0I32B64:               row_o = {B64, No,  B32, No,  Any,       None};
          op_pkg::Sop1Ff1I32B32:               row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1Ff1I32B64:               row_o = {B64, No,  B32, No,  Any,       None};
          op_pkg::Sop1FlbitI32B32:             row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1FlbitI32B64:             row_o = {B64, No,  B32, No,  Any,       None};
          op_pkg::Sop1FlbitI32:                row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1FlbitI32I64:             row_o = {I64, No,  B32, No,  Any,       None};
          op_pkg::Sop1SextI32I8:               row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1SextI32I16:              row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1Bitset0B32:              row_o = {B32, No,  B32, B32, Any,       None};
          op_pkg::Sop1Bitset0B64:              row_o = {B32, No,  B64, B64, Any,       None};
          op_pkg::Sop1Bitset1B32:              row_o = {B32, No,  B32, B32, Any,       None};
          op_pkg::Sop1Bitset1B64:              row_o = {B32, No,  B64, B64, Any,       None};
          op_pkg::Sop1GetpcB64:                row_o = {No,  No,  B64, No,  NoLiteral, None};
          op_pkg::Sop1SetpcB64:                row_o = {B64, No,  No,  No,  NoLiteral, None};
          op_pkg::Sop1SwappcB64:               row_o = {B64, No,  B64, No,  NoLiteral, None};
          op_pkg::Sop1RfeB64:                  row_o = {B64, No,  No,  No,  Pair,      front_pkg::EffectReturn};
          op_pkg::Sop1AndSaveexecB64:          row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1OrSaveexecB64:           row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1XorSaveexecB64:          row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1Andn2SaveexecB64:        row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1Orn2SaveexecB64:         row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1NandSaveexecB64:         row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1NorSaveexecB64:          row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1XnorSaveexecB64:         row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1QuadmaskB32:             row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1QuadmaskB64:             row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1MovrelsB32:              row_o = {B32, No,  B32, No,  Any,       front_pkg::EffectMovrels};
          op_pkg::Sop1MovrelsB64:              row_o = {B64, No,  B64, No,  Any,       front_pkg::EffectMovrels};
          op_pkg::Sop1MovreldB32:              row_o = {B32, No,  B32, No,  Any,       front_pkg::EffectMovreld};
          op_pkg::Sop1MovreldB64:              row_o = {B64, No,  B64, No,  Any,       front_pkg::EffectMovreld};
          op_pkg::Sop1CbranchJoin:             row_o = {B32, No,  No,  No,  Register,  front_pkg::EffectJoin};
          op_pkg::Sop1AbsI32:                  row_o = {B32, No,  B32, No,  Any,       None};
          op_pkg::Sop1SetGprIdxIdx:            row_o = {B32, No,  No,  No,  Any,       None};
          op_pkg::Sop1Andn1SaveexecB64:        row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1Orn1SaveexecB64:         row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1Andn1WrexecB64:          row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1Andn2WrexecB64:          row_o = {B64, No,  B64, No,  Any,       None};
          op_pkg::Sop1BitreplicateB64B32:      row_o = {B32, No,  B64, No,  Any,       None};
          default: known_o = 1'b0;
        endcase
      end
      front_pkg::FmtSopc: begin
        unique case (op_i)
          op_pkg::SopcCmpEqI32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpLgI32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpGtI32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpGeI32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpLtI32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpLeI32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpEqU32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpLgU32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpGtU32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpGeU32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpLtU32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcCmpLeU32:                row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcBitcmp0B32:              row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcBitcmp1B32:              row_o = {B32, B32, No,  No,  Any,       None};
          op_pkg::SopcBitcmp0B64:              row_o = {B64, B32, No,  No,  Any,       None};
          op_pkg::SopcBitcmp1B64:              row_o = {B64, B32, No,  No,  Any,       None};
          op_pkg::SopcSetvskip:                row_o = {B32, B32, No,  No,  Any,       front_pkg::EffectSetvskip};
          op_pkg::SopcSetGprIdxOn:             row_o = {B32, No,  No,  No,  Any,       None};
          op_pkg::SopcCmpEqU64:                row_o = {B64, B64, No,  No,  Any,       None};
          op_pkg::SopcCmpLgU64:                row_o = {B64, B64, No,  No,  Any,       None};
          default: known_o = 1'b0;
        endcase
      end
      front_pkg::FmtSopk: begin
        unique case (op_i)
          op_pkg::SopkMovkI32:                 row_o = {No,  No,  B32, No,  Any,       None};
          op_pkg::SopkCmovkI32:                row_o = {No,  No,  B32, No,  Any,       None};
          op_pkg::SopkCmpkEqI32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkLgI32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkGtI32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkGeI32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkLtI32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkLeI32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkEqU32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkLgU32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkGtU32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkGeU32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkLtU32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkCmpkLeU32:               row_o = {No,  No,  No,  B32, Any,       None};
          op_pkg::SopkAddkI32:                 row_o = {No,  No,  B32, B32, Any,       None};
          op_pkg::SopkMulkI32:                 row_o = {No,  No,  B32, B32, Any,       None};
          op_pkg::SopkCbranchIFork:            row_o = {No,  No,  No,  B64, ForkMask,  front_pkg::EffectFork};
          op_pkg::SopkGetregB32:               row_o = {No,  No,  B32, No,  Any,       front_pkg::EffectGetreg};
          op_pkg::SopkSetregB32:               row_o = {No,  No,  No,  B32, Any,       front_pkg::EffectSetreg};
          op_pkg::SopkSetregImm32B32:          row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectSetreg};
          op_pkg::SopkCallB64:                 row_o = {No,  No,  B64, No,  Any,       None};
          default: known_o = 1'b0;
        endcase
      end
      front_pkg::FmtSopp: begin
        unique case (op_i)
          op_pkg::SoppNop:                     row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectNop};
          op_pkg::SoppEndpgm:                  row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectEndpgm};
          op_pkg::SoppBranch:                  row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppWakeup:                  row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectWakeup};
          op_pkg::SoppCbranchScc0:             row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchScc1:             row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchVccz:             row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchVccnz:            row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchExecz:            row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchExecnz:           row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppBarrier:                 row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectBarrier};
          op_pkg::SoppSetkill:                 row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppWaitcnt:                 row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectWaitcnt};
          op_pkg::SoppSethalt:                 row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectSethalt};
          op_pkg::SoppSleep:                   row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectSleep};
          op_pkg::SoppSetprio:                 row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectSetprio};
          op_pkg::SoppSendmsg:                 row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectSendmsg};
          op_pkg::SoppSendmsghalt:             row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectSendmsghalt};
          op_pkg::SoppTrap:                    row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectTrap};
          op_pkg::SoppIcacheInv:               row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectIcacheInv};
          op_pkg::SoppIncperflevel:            row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppDecperflevel:            row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppTtracedata:              row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectTtracedata};
          op_pkg::SoppCbranchCdbgsys:          row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchCdbguser:         row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchCdbgsysOrUser:    row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppCbranchCdbgsysAndUser:   row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppEndpgmSaved:             row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectEndpgm};
          op_pkg::SoppSetGprIdxOff:            row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppSetGprIdxMode:           row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppEndpgmOrderedPsDone:     row_o = {No,  No,  No,  No,  Any,       front_pkg::EffectEndpgm};
          op_pkg::SoppSharedOn:                row_o = {No,  No,  No,  No,  Any,       None};
          op_pkg::SoppSharedOff:               row_o = {No,  No,  No,  No,  Any,       None};
          default: known_o = 1'b0;
        endcase
      end
      front_pkg::FmtSmem: begin  // the destination has the size of the load
        unique case (op_i)
          op_pkg::SmemLoadDword:               row_o = {B64, B32, B32,  No,  Offset,    None};
          op_pkg::SmemLoadDwordx2:             row_o = {B64, B32, B64,  No,  Offset,    None};
          op_pkg::SmemLoadDwordx4:             row_o = {B64, B32, B128, No,  Offset,    None};
          op_pkg::SmemLoadDwordx8:             row_o = {B64, B32, B256, No,  Offset,    None};
          op_pkg::SmemLoadDwordx16:            row_o = {B64, B32, B512, No,  Offset,    None};
          default: known_o = 1'b0;
        endcase
      end
      default: known_o = 1'b0;
    endcase
  end
endmodule
