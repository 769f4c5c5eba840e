// SPDX-License-Identifier: Apache-2.0
// Requests to the flow blocks, and their answers: barriers, sleep, clauses, messages, traps.
package flow_pkg;
  // A message to the host (s_sendmsg, s_sendmsghalt) or to the thread trace (s_ttracedata).
  typedef struct packed {
    cu_pkg::slot_t slot;
    logic          trace;
    logic [15:0]   simm;
    logic [31:0]   m0;
  } msg_t;

  // What the instruction that issues asks of the flow blocks.
  typedef struct packed {
    logic       arrive;  // at its group's barrier
    logic       icache_inv;
    logic       wakeup;
    logic       sleep;
    logic [6:0] beats;   // of the sleep
    logic       clause;
    logic [7:0] count;   // of instructions of the clause
  } flow_t;

  // Bits of STATUS that belong to the trap handler, one vector over all waves each.
  typedef struct packed {
    cu_pkg::wave_mask_t dbg_sys;
    cu_pkg::wave_mask_t dbg_user;
    cu_pkg::wave_mask_t trap_en;
    cu_pkg::wave_mask_t priv;
  } trap_bits_t;
endpackage
