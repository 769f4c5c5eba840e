// SPDX-License-Identifier: Apache-2.0
// Instructions of the scalar ALU and of flow: a row of scalar_table, the decoded instruction, the result.
package scalar_pkg;
  typedef enum logic [2:0] { FmtSop2, FmtSop1, FmtSopc, FmtSopk, FmtSopp, FmtSmem } sfmt_e;

  // What a scalar instruction does besides the scalar ALU's result and a branch.
  typedef enum logic [4:0] {
    EffectNone,
    EffectNop,
    EffectWaitcnt,
    EffectWaitcntVs,
    EffectEndpgm,
    EffectTrap,
    EffectSendmsg,
    EffectSendmsghalt,
    EffectTtracedata,
    EffectBarrier,
    EffectIcacheInv,
    EffectWakeup,
    EffectSleep,
    EffectClause,
    EffectSethalt,
    EffectSetprio,
    EffectFork,
    EffectJoin,
    EffectMovrels,
    EffectMovreld,
    EffectGetreg,
    EffectSetreg,
    EffectSetvskip,
    EffectReturn  // from the trap handler
  } scalar_effect_e;

  // A row of scalar_table.
  typedef enum logic [2:0] {
    AcceptAny,
    AcceptNoLiteral,
    AcceptRegister,
    AcceptPair,       // an SGPR or TTMP: what may begin the pair of a fork or a return
    AcceptPairVcc,    // that, or VCC
    AcceptNull        // code 125, which names no register (D-MEM-57)
  } scalar_accept_e;
  typedef struct packed {
    logic           used;
    logic           is64;
    logic [2:0]     imm;  // operand_pkg::imm_e
    scalar_accept_e accept;
  } scalar_source_t;
  typedef struct packed {
    logic present;  // the opcode is in the unit
    logic sdst_en;
    logic sdst64;
  } scalar_destination_t;
  typedef struct packed {
    scalar_source_t      src0, src1, src2;  // src2: SDST, where an instruction reads it
    scalar_destination_t dst;
    scalar_effect_e      effect;
  } scalar_row_t;

  // A decoded scalar instruction without its sources (scalar_decode.sv).
  typedef struct packed {
    logic           legal;  // opcode present, fields well formed; register numbers are checked elsewhere
    logic           priv;   // only for a wave with PRIV
    scalar_effect_e effect;
    sfmt_e          fmt;
    logic [7:0]     op;     // op_pkg: the enum of the format
    logic           sdst_en;
    logic           sdst64;
    logic [6:0]     sdst;   // isa_pkg::operand_code_e
    logic [15:0]    simm;
  } scalar_dec_t;

  // Result of the scalar ALU for one instruction.
  typedef struct packed {
    logic           sdst_we;
    logic           scc_we;
    logic           scc;
    logic           exec_we;
    logic           m0_we;
    logic           mode_we;
    logic [31:0]    m0;
    isa_pkg::mode_t mode;
    logic [63:0]    exec;
    logic [63:0]    sdst;
  } salu_rsp_t;
endpackage
