// SPDX-License-Identifier: Apache-2.0
// A row of the opcode table of the DS instructions, and what lds_decode tells the data share about one besides its
// memory operation. How vector memory accesses the LDS.
package lds_pkg;
  typedef enum logic [2:0] {
    NotInUnit,
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

  // What an atomic does with the value in memory, and lanes with each other's.
  typedef enum logic [4:0] {
    OpNone,
    OpAdd, OpSub, OpRsub, OpInc, OpDec, OpMinI, OpMaxI, OpMinU, OpMaxU, OpAnd, OpOr, OpXor, OpMskor,
    OpWrite,                          // wrxchg too
    OpCmpst, OpCmpstF, OpMinF, OpMaxF, OpWrap, OpAddF, OpCondxchg,
    OpSwizzle, OpPermute, OpBpermute
  } lds_op_e;

  // The addresses of an instruction.
  typedef struct packed {
    logic two;   // read2, write2, wrxchg2
    logic st64;  // their offsets count 64 elements instead of one
  } accesses_t;

  // The part of a VGPR that a byte or short is.
  typedef struct packed {
    logic sext;  // a loaded one is sign-extended
    logic d16;   // only one half of the destination is written
    logic hi;    // d16: the high half; a write: the data is from bit 16 on
  } part_t;

  typedef struct packed {
    ds_kind_e     kind;
    logic [1:0]   mem_op;   // mem_pkg::mem_op_e
    addr_source_e addr_source;
    logic         addr_en;  // has an address VGPR
    logic [4:0]   size;     // bytes of one access: 1, 2, 4, 8, 12 or 16
    accesses_t    accesses;
    part_t        part;
    logic [1:0]   data;     // data operands: none, DATA0, DATA0 and DATA1
    logic         returns;  // writes VGPRs
    logic         gds;      // the global data share has it too
    lds_op_e      op;
  } lds_row_t;

  typedef struct packed {
    ds_kind_e     kind;
    addr_source_e addr_source;
    logic         two_addresses;
    logic         st64;
    part_t        part;
    logic         wide;        // the size is above 4
    logic         uses_data1;  // an access uses DATA1 too (cmpst, mskor, wrap)
    logic         flat;        // the half of a FLAT instruction: its lanes of the shared aperture
    lds_op_e      op;
  } lds_control_t;

  // An access of vector memory to one entry of the LDS, for an instruction that moves data between memory and the LDS.
  typedef struct packed {
    logic         write;
    logic [11:0]  entry;  // byte address / 16: {row, bank}
    logic [15:0]  be;
    logic [127:0] data;   // of a write; bytes not enabled are 0
  } lds_transfer_t;
endpackage
