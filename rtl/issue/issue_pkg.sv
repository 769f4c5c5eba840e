// SPDX-License-Identifier: Apache-2.0
// The issue policy, what completes, and what the issue stage does with the selected wave.
package issue_pkg;
  // The wait counters of one wave.
  typedef struct packed {
    logic [5:0] vs;
    logic [5:0] vm;
    logic [2:0] exp;
    logic [3:0] lgkm;
  } wait_counts_t;

  // By how much an instruction raises each wait counter when it issues.
  typedef struct packed {
    logic       vs;
    logic       vm;
    logic       exp;
    logic [1:0] lgkm;
  } count_t;

  // What an issue policy must know of an instruction (issue_policy_gfx9.sv).
  typedef struct packed {
    logic        drains;        // issues when nothing of its wave is in flight
    logic        waits;         // s_waitcnt: issues when `control` allows it
    logic        waits_vs;      // s_waitcnt_vscnt: issues when VS_CNT is at most control[5:0]
    logic        sees_returns;  // reads a register that a completion changes
    logic [15:0] control;       // isa_pkg::waitcnt_t
    count_t      counts;
  } policy_query_t;

  // Why the policy keeps an instruction. Only waveforms show it.
  typedef enum logic [3:0] {
    ReasonNone, ReasonDrain, ReasonVmCnt, ReasonExpCnt, ReasonLgkmCnt, ReasonCounterFull, ReasonReturn, ReasonVsCnt,
    ReasonStore, ReasonBarrierFull  // of control words
  } policy_reason_e;

  // What completes in this cycle, each with its slot.
  typedef struct packed {
    logic          vmem;
    logic          vmem_vs;    // VS_CNT falls, not VM_CNT
    cu_pkg::slot_t vmem_slot;
    logic          lds;
    cu_pkg::slot_t lds_slot;
    logic          gds_read;   // the operands of a GDS instruction are read
    cu_pkg::slot_t gds_slot;
    logic          exported;   // the sink has taken an export
    cu_pkg::slot_t export_slot;
    logic [1:0]    smem;       // 0, or by how much LGKM_CNT falls
    cu_pkg::slot_t smem_slot;
    logic          msg;        // a message that LGKM_CNT counts
    cu_pkg::slot_t msg_slot;
    logic          msg_taken;  // the host takes any message
  } completions_t;

  // A bit for each unit that may be busy.
  typedef struct packed {
    logic exports;
    logic vmem;
    logic lds;
    logic smem;
    logic valu;
  } units_t;

  // What the issue stage did with the selected wave (wave_select.sv).
  typedef struct packed {
    logic       issued;   // an instruction leaves the issue stage, a refused one too
    logic       stall;    // the wave stalls until a unit releases it
    logic       blocked;  // the policy or the message queue keeps the instruction
    logic       idle;     // s_nop issues
    logic [2:0] idle_cycles;
  } outcome_t;

  // A VGPR operand after indexing.
  typedef struct packed {
    logic       illegal;
    logic [9:0] vgpr;  // physical VGPR
  } formed_vgpr_t;

  // Physical VGPRs of a vector ALU instruction and of a memory instruction.
  typedef struct packed {
    logic [2:0]         is_vgpr;  // source i is a VGPR
    cu_pkg::phys_vgpr_t src2, src1, src0;
    cu_pkg::phys_vgpr_t vdst;
  } valu_vgprs_t;
  typedef struct packed {
    cu_pkg::phys_vgpr_t addr;
    cu_pkg::phys_vgpr_t data0;
    cu_pkg::phys_vgpr_t data1;
    cu_pkg::phys_vgpr_t vdst;
  } mem_vgprs_t;
endpackage
