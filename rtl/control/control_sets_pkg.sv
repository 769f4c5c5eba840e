// SPDX-License-Identifier: Apache-2.0
// What an instruction carries of control words (maxwell-control.md 8) through the units that execute it.
package control_sets_pkg;
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
  function automatic reuse_t reuse_of(logic [2:0] slots, logic [2:0] keeps);
    reuse_of = cu_pkg::ControlWords ? {slots, slots & keeps} : '0;
  endfunction
endpackage
