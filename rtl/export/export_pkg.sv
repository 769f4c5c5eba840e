// SPDX-License-Identifier: Apache-2.0
// Exports: decoded, as issued, and as the sink takes them.
package export_pkg;
  // Result of rtl/export/export_decode.sv (combinational).
  typedef struct packed {
    logic        legal;
    logic [3:0]  sent;  // bit n: VSRCn is sent
    logic [5:0]  target;
    logic [3:0]  en;
    logic        compr;
    logic        done;
    logic        vm;
    logic [31:0] vsrc;  // four fields of 8 bits, VSRC0 lowest
  } export_dec_t;

  // An export as issued.
  typedef struct packed {
    policy_pkg::control_sets_t sets;
    cu_pkg::slot_t             slot;
    logic [2:0]                tag;  // unique among the wave's exports in flight: at most seven
    logic [3:0]                sent;
    logic [5:0]                target;
    logic [3:0]                en;
    logic                      compr;
    logic                      done;
    logic                      vm;
    cu_pkg::phys_vgpr_t        vgpr_base;
    logic [31:0]               vsrc;
    logic [63:0]               exec;
  } export_issue_t;

  // What the sink takes in a cycle: 16 lanes of one register.
  typedef struct packed {
    cu_pkg::slot_t slot;
    logic [5:0]    target;
    logic [3:0]    en;
    logic          compr;
    logic          done;
    logic          vm;
    logic [2:0]    component;  // n: VSRCn; 4: the export sends no register
    logic [1:0]    pass;
    logic          last;       // beat of the export
    logic [63:0]   exec;
    cu_pkg::pass_t data;       // 0 in inactive lanes
  } export_beat_t;
endpackage
