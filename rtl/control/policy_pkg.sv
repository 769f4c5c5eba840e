// SPDX-License-Identifier: Apache-2.0
// The unit's issue policy, as other blocks know it: control words (maxwell-control.md 8), or GFX9's. It has properties.
// An instruction carries barriers and reuse entries through the unit that executes it.
package policy_pkg;
  // Other blocks do not ask whether the unit has control words.
  // verilator lint_off UNUSEDPARAM
  localparam bit Declared = cu_pkg::ControlWords;  // the probe reports it at time zero, as the policy `control` (8.14)
  localparam int unsigned FetchWords = cu_pkg::ControlWords ? 8 : 2;  // dwords that a fetch gives: a bundle has 8
  // The most instructions of a wave in flight: of the vector ALU, and FLAT ones.
  localparam int unsigned ValusInFlight = cu_pkg::ControlWords ? 8 : 1;
  localparam int unsigned FlatsInFlight = cu_pkg::ControlWords ? 15 : 1;
  // verilator lint_on UNUSEDPARAM

  // What an instruction of a wave with control words sets (maxwell-control.md 8.8). All 0 of other instructions.
  typedef struct packed {
    logic       control;    // it issued in the mode of control words: the counts of 8.3 have it
    logic       store;      // ST has it, once for each half of FLAT
    logic [2:0] bar_write;  // barrier that it signals when it completes, 0..5, or control_pkg::NoBarrier
    logic [2:0] bar_read;   // and when its operands have been read
  } control_sets_t;

  // Reuse entries of a vector ALU instruction (maxwell-control.md 8.11). All 0 in a unit without control words.
  typedef struct packed {
    logic [2:0] slots;  // source i is a VGPR with a reuse slot
    logic [2:0] keeps;  // and the instruction leaves the slot's entry
  } reuse_t;
  // `slots` are the sources that have one.
  function automatic reuse_t reuse_of(logic [2:0] slots, logic [2:0] keeps);
    reuse_of = cu_pkg::ControlWords ? {slots, slots & keeps} : '0;
  endfunction
endpackage
