// SPDX-License-Identifier: Apache-2.0
// What lds_decode tells the data share about a DS instruction, carried in cu_pkg::mem_ctl_t.
package lds_pkg;
  typedef enum logic [2:0] {
    Read,
    Write,
    Atomic,         // read and written in one cycle
    AtomicSrc2,     // atomic whose operand comes from a second address
    AppendConsume,  // one dword for the whole wave
    LaneExchange,   // lanes exchange values; no bank is accessed
    DsNop
  } ds_kind_e;

  // Where an address comes from. The offset of the access is added, except for AddrOwnerWrite.
  typedef enum logic [1:0] {
    AddrFromVgpr,
    AddrFromLane,    // addtid: M0 and the lane number
    AddrOwnerWrite,  // R700 owner write: each thread has its own entries (lds.md 1.2)
    AddrOwnerRead    // R700 owner read: the VGPR counts dwords (lds.md 1.3)
  } addr_source_e;

  typedef struct packed {
    ds_kind_e     kind;
    addr_source_e addr_source;
    logic         gds;            // the entries of the global data share
    logic         returns;        // writes VGPRs
    logic [4:0]   size;           // bytes of one access: 1, 2, 4, 8, 12 or 16
    logic         two_addresses;  // read2, write2, wrxchg2
    logic         st64;           // their offsets count 64 elements instead of one
    logic         sext;           // a loaded byte or short is sign-extended
    logic         d16;            // only one half of the destination changes
    logic         hi;             // d16: the high half; byte or short write: the data is from bit 16 on
    logic         wide;           // size is above 4
    logic         uses_data1;     // an access uses DATA1 too (cmpst, mskor, wrap)
    logic [4:0]   op;             // all kinds but Read, Write, DsNop: the operation
  } lds_control_t;

  // Operations. The number is the low five bits of the opcode (op_pkg), which all forms of an atomic share.
  // verilator lint_off UNUSEDPARAM
  parameter logic [4:0] OpAdd         = 5'd0;
  parameter logic [4:0] OpSub         = 5'd1;
  parameter logic [4:0] OpRsub        = 5'd2;
  parameter logic [4:0] OpInc         = 5'd3;
  parameter logic [4:0] OpDec         = 5'd4;
  parameter logic [4:0] OpMinI        = 5'd5;
  parameter logic [4:0] OpMaxI        = 5'd6;
  parameter logic [4:0] OpMinU        = 5'd7;
  parameter logic [4:0] OpMaxU        = 5'd8;
  parameter logic [4:0] OpAnd         = 5'd9;
  parameter logic [4:0] OpOr          = 5'd10;
  parameter logic [4:0] OpXor         = 5'd11;
  parameter logic [4:0] OpMskor       = 5'd12;
  parameter logic [4:0] OpWrite       = 5'd13;  // wrxchg too
  parameter logic [4:0] OpWrite2      = 5'd14;
  parameter logic [4:0] OpWrite2st64  = 5'd15;
  parameter logic [4:0] OpCmpst       = 5'd16;
  parameter logic [4:0] OpCmpstF      = 5'd17;
  parameter logic [4:0] OpMinF        = 5'd18;
  parameter logic [4:0] OpMaxF        = 5'd19;
  parameter logic [4:0] OpWrap        = 5'd20;
  parameter logic [4:0] OpAddF        = 5'd21;
  parameter logic [4:0] OpSwizzle     = 5'd29;
  parameter logic [4:0] OpPermute     = 5'd30;
  parameter logic [4:0] OpBpermute    = 5'd31;
  // verilator lint_on UNUSEDPARAM
endpackage
