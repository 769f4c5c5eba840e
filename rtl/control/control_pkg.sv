// SPDX-License-Identifier: Apache-2.0
// Types of control words (maxwell-control.md 8): those of control_words.sv and what is below it, and the structs by
// which the other blocks speak with it. They go by when they are known in a cycle, so none depends on itself:
//   state    ahead_t    of the wave at the issue stage          bundle_t   its instruction, for fetch
//            arbiter_t  which waves may be selected
//   issue    query_t    the instruction, as it is decoded       answer_t   whether it may issue, and with what
//   edge     events_t   what becomes of it                      move_t     where the wave goes in its bundle
package control_pkg;
  // What other blocks know of the unit's policy. They do not ask whether it has control words.
  // verilator lint_off UNUSEDPARAM
  localparam bit Declared = cu_pkg::ControlWords;  // the probe reports it at time zero, as the policy `control` (8.14)
  localparam int unsigned FetchWords = cu_pkg::ControlWords ? 8 : 2;  // dwords that a fetch gives: a bundle has 8
  // The most instructions of a wave in flight: of the vector ALU, and FLAT ones.
  localparam int unsigned ValusInFlight = cu_pkg::ControlWords ? 8 : 1;
  localparam int unsigned FlatsInFlight = cu_pkg::ControlWords ? 15 : 1;
  // verilator lint_on UNUSEDPARAM

  // Reuse entries of a vector ALU instruction: `slots` are the sources that have one.
  function automatic cu_pkg::reuse_t reuse_of(logic [2:0] slots, logic [2:0] keeps);
    reuse_of = cu_pkg::ControlWords ? {slots, slots & keeps} : '0;
  endfunction

  // verilator lint_off UNUSEDPARAM
  localparam logic [2:0] NoBarrier = 3'd7;
  localparam logic [2:0] IllegalBarrier = 3'd6;
  // verilator lint_on UNUSEDPARAM

  // The field of an instruction in its control word (maxwell-control.md 2).
  typedef struct packed {
    logic       reuse_bit3;  // 0 in a legal field
    logic [2:0] reuse;       // bit s - 1: keep the operand of slot s
    logic [5:0] waits;       // bit b: wait for barrier b
    logic [2:0] read;        // the read barrier that it sets, or NoBarrier
    logic [2:0] write;
    logic       no_yield;    // 0: 'Y'
    logic [3:0] stall;
  } field_t;

  // ---- the policy and its state --------------------------------------------------------------------
  // What issue_policy_control must know of an instruction.
  typedef struct packed {
    logic                  control;   // the wave is in the mode of control words; the rest is of such a wave
    field_t                field;
    logic                  is_nop;
    logic [2:0]            idle;      // n mod 8 of s_nop n
    cu_pkg::control_sets_t sets;      // barriers that it may set
    logic                  twice;     // FLAT: each of its halves sets them and counts
    logic                  valu;      // it counts in VALU_N,
    logic                  mem;       // in MEM_N,
    logic                  smem;      // in SMEM_N
    logic                  drains;    // issues when no instruction of its wave is in flight
    logic                  no_store;  // issues when no store of its wave is in flight
  } demand_t;

  // The instruction in the slot behind that at the issue stage, in the same bundle.
  typedef struct packed {
    logic        valid;
    logic        malformed;
    field_t      field;
    logic [31:0] word1;
    logic [31:0] word0;
  } next_t;

  // What an instruction asks of control_state. The adds have three bits a barrier.
  typedef struct packed {
    logic          valid;      // an instruction issues, with control words or without
    logic          leaves;     // the wave enters its trap handler
    cu_pkg::slot_t slot;
    logic          control;    // with control words; the rest is of those
    logic [3:0]    stall;      // STALL from the next cycle on
    logic          yields;
    logic          preferred;  // rule 3 of 8.5 chose the wave over another
    logic [17:0]   adds;       // to INC
    logic [1:0]    stores;     // to ST
    logic          valu;       // to VALU_N
    logic [1:0]    mem;        // to MEM_N
    logic          smem;       // to SMEM_N
  } issue_t;

  // The barriers that the next instruction of each wave waits for: wave w and barrier b have bit 6w + b.
  typedef logic [6*cu_pkg::NumWaves-1:0] waits_t;

  // What the policy reads of the state of one wave.
  typedef struct packed {
    logic [35:0] bar;
    logic [17:0] inc;
    logic [5:0]  stores;
    logic        idle;    // all but ST is 0
  } counts_t;

  // A step of an instruction ends in this cycle: its counts fall, and the barrier of that step.
  typedef struct packed {
    logic          valid;    // an instruction that issued in the mode of control words
    cu_pkg::slot_t slot;
    logic [2:0]    barrier;  // that it signals, or NoBarrier
    logic          store;    // of a return: ST falls
  } signal_t;
  // At most one of each in a cycle. FLAT signals by each of its halves.
  typedef struct packed {
    signal_t lds_read;     // the operands of an instruction of the data share, GDS too, are read: MEM_N falls
    signal_t vmem_read;
    signal_t lds_return;   // it returns
    signal_t vmem_return;
    signal_t smem_return;  // SMEM_N falls
    signal_t exported;     // the last beat of an export is taken
    signal_t valu;         // a vector ALU instruction is done: VALU_N falls
  } signals_t;

  // ---- the interface of control_words.sv -----------------------------------------------------------
  // From fetch: a whole bundle arrives for a wave.
  typedef struct packed {
    logic          valid;
    cu_pkg::slot_t slot;
    logic [1:0]    place;   // PC[4:3], or 0 for a PC that names no slot
    logic [255:0]  bundle;
  } fetched_t;

  // To fetch: the instruction of the wave at the issue stage, if that has control words.
  typedef struct packed {
    logic        active;
    logic        size8;
    logic [31:0] word1;  // 0 for a 4-byte instruction
    logic [31:0] word0;
  } bundle_t;

  // To fetch: the wave that takes its instruction goes to another slot of its bundle, where it finds this class.
  typedef struct packed {
    logic              stays;
    front_pkg::class_e instr_class;
  } move_t;

  // To the issue stage, of the wave and its instruction.
  typedef struct packed {
    logic             active;    // the wave has control words, and is not in its trap handler
    logic             launched;  // it has control words
    logic             illegal;   // the instruction's slot, bundle or field is not well formed
    logic [47:0]      next_pc;   // behind the instruction
    cu_pkg::mem_dec_t second;    // what may be the second of a pair with it, if that is a DS instruction
  } ahead_t;

  // From the issue stage: the instruction, and what is known there of the one behind it.
  typedef struct packed {
    front_pkg::class_e         instr_class;
    logic                      skipped;    // VSKIP discards it
    front_pkg::scalar_effect_e effect;
    logic [15:0]               simm;
    logic                      drains;     // s_endpgm, or it enters the trap handler
    logic [3:0]                unit;       // execution unit of a vector ALU instruction
    cu_pkg::mem_operation_t    mem;        // of an instruction of LDS, GDS or vector memory
    logic                      flat;
    cu_pkg::mem_operation_t    smem;       // of one of scalar memory
    logic                      is_first;   // it may be the first of a pair
    logic                      second_ok;  // the VGPRs of the one behind it exist,
    logic                      lds_ready;  // and its unit takes one
    front_pkg::wait_counts_t   counts;
  } query_t;

  // To the issue stage.
  typedef struct packed {
    logic                  can_issue;
    logic                  drained;  // nothing that control words count is in flight
    cu_pkg::control_sets_t sets;     // of the memory instruction or export that issues
    logic [2:0]            reuse;    // slots whose entries it leaves
    logic                  pairs;    // the instruction behind it goes with it,
    logic                  lds;      // which is a DS instruction
    logic [47:0]           next_pc;  // behind that
  } answer_t;

  // To the arbiter.
  typedef struct packed {
    cu_pkg::wave_mask_t hold;       // waves that STALL, a barrier or an exception keeps
    cu_pkg::wave_mask_t prefer;     // the wave that issued last, if rule 3 of 8.5 prefers it
    cu_pkg::wave_mask_t retry;      // waves that the policy kept and that may be selected again
    logic               in_flight;  // a vector ALU instruction of any wave; others have wait counters
  } arbiter_t;

  // What ends in this cycle. An instruction of vector memory or the data share carries the barriers that it sets. For
  // the vector ALU and scalar memory control_words.sv keeps them.
  typedef struct packed {
    logic                  valid;
    cu_pkg::slot_t         slot;
    cu_pkg::control_sets_t sets;
  } end_t;
  typedef struct packed {
    end_t          lds_read;
    end_t          vmem_read;
    end_t          lds_return;
    end_t          vmem_return;
    end_t          exported;
    logic          smem;
    cu_pkg::slot_t smem_slot;
    logic [5:0]    smem_tag;
    logic          valu;
    cu_pkg::slot_t valu_slot;
    logic          excp_trap;  // with an exception that MODE lets trap
  } ends_t;

  // What the edge of this cycle does.
  typedef struct packed {
    logic          launch;
    cu_pkg::slot_t launch_slot;
    logic          launch_control;  // the wave that begins has control words
    logic          issues;          // the instruction at the issue stage leaves it, and is legal
    logic          leaves;          // its wave enters its trap handler,
    logic          returns;         // or comes from there
    logic [47:0]   pc;              // where the wave goes
    logic          preferred;       // rule 3 of 8.5 chose it over another
    logic          valu;            // a vector ALU instruction goes to its unit
    logic          smem;            // one of scalar memory
    logic [5:0]    smem_tag;
  } events_t;

  // Opcodes of SOPP that may be the second of a pair (maxwell-control.md 8.7).
  function automatic logic is_nop(logic [7:0] op);
    is_nop = op == op_pkg::SoppNop;
  endfunction
  function automatic logic is_branch(logic [7:0] op);
    unique case (op)
      op_pkg::SoppBranch, op_pkg::SoppCbranchScc0, op_pkg::SoppCbranchScc1, op_pkg::SoppCbranchVccz,
      op_pkg::SoppCbranchVccnz, op_pkg::SoppCbranchExecz, op_pkg::SoppCbranchExecnz, op_pkg::SoppCbranchCdbgsys,
      op_pkg::SoppCbranchCdbguser, op_pkg::SoppCbranchCdbgsysOrUser, op_pkg::SoppCbranchCdbgsysAndUser:
        is_branch = 1'b1;
      default: is_branch = 1'b0;
    endcase
  endfunction
endpackage
