// SPDX-License-Identifier: Apache-2.0
// Memory operations, the memory ports, and how addresses of memory are read.
package mem_pkg;
  // A FLAT address of 64 bits lies in the aperture (buffer-memory.md 10).
  function automatic logic in_aperture(logic [63:32] high, logic [15:0] aperture);
    in_aperture = high == {aperture, 16'd0};
  endfunction

  // An address of 48 bits as one of 64 (buffer-memory.md D-MEM-44).
  function automatic logic [63:0] canonical(logic [47:0] address);
    canonical = {{16{address[47]}}, address};
  endfunction

  // Treatment of a load or store whose address is not a multiple of its size (SH_MEM_CONFIG: buffer-memory.md 5; in the
  // data share: lds.md 3.2).
  typedef enum logic [1:0] { AlignDword, AlignDwordStrict, AlignStrict, Unaligned } alignment_e;

  // A memory operation: what happens at memory, in which address space, how many bytes, where the result goes, which
  // wait counters the instruction holds. An atomic reads and writes its bytes in one step.
  typedef enum logic [1:0] { MemLoad, MemStore, MemAtomic } mem_op_e;
  // What an atomic at memory makes of a word (buffer-memory.md 8).
  typedef enum logic [3:0] {
    AtomicSwap, AtomicCmpswap, AtomicAdd, AtomicSub, AtomicSmin, AtomicUmin, AtomicSmax, AtomicUmax,
    AtomicAnd, AtomicOr, AtomicXor, AtomicInc, AtomicDec
  } mem_atomic_e;
  // What an address means: device memory, the LDS of the workgroup, the global data share, scratch of a lane.
  typedef enum logic [1:0] { SpaceGlobal, SpaceShared, SpaceGds, SpacePrivate } mem_space_e;
  // Where a result goes.
  typedef enum logic [1:0] { ToNothing, ToVgpr, ToSgpr, ToLds } mem_destination_e;
  // The wait counters that an instruction holds until it completes: a set.
  typedef struct packed {
    logic exp;
    logic lgkm;
    logic vm;  // of vector memory 0: it holds VS_CNT (RdnaMemory: stores, atomics that do not return)
  } mem_counters_t;
  typedef struct packed {
    mem_op_e          op;
    mem_space_e       space;
    logic [6:0]       size;  // bytes of a lane; of a scalar load in all
    mem_destination_e destination;
    mem_counters_t    counters;
  } mem_operation_t;

  // Memory ports (instruction, scalar, vector): one 64-byte line per transaction. An address of 48 bits stands there as
  // its canonical one of 64 (D-MEM-44); one of 64 bits as the program formed it. Memory maps canonical ones alone. A
  // response has no ready: it is always taken. An atomic enables whole aligned words, each once; data and compare stand
  // at the word's place. Memory computes, and the response has the line as it was before.
  typedef struct packed {
    logic [7:0]   id;       // the response has the same id
    mem_op_e      op;
    mem_atomic_e  atomic;   // this and the next of an atomic
    logic         wide;     // words of 8 bytes
    logic [63:6]  line;
    logic [63:0]  be;       // bytes that a store or an atomic writes
    logic [511:0] data;
    logic [511:0] compare;  // of AtomicCmpswap
  } mem_req_t;
  typedef struct packed {
    logic [7:0]   id;
    logic         error;  // the line is not mapped
    logic [511:0] data;
  } mem_rsp_t;
endpackage
