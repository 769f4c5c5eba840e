// SPDX-License-Identifier: Apache-2.0
// Instructions of scalar memory: a row of smem_table, the decoded instruction, the instruction as issued.
package smem_pkg;
  // How a scalar memory instruction forms its address (buffer-memory.md 13).
  typedef enum logic [1:0] {
    FormNone,     // no address, no operands but SDATA
    FormPair,     // from a base of 64 bits
    FormScratch,  // the same; the offset register counts 64 bytes
    FormBuffer    // from a resource V#
  } smem_form_e;
  // What it does.
  typedef enum logic [1:0] {
    SmemAccess,
    SmemTime,      // it gives the number of a cycle
    SmemRealtime,  // or the 16th part of that
    SmemNothing    // it only counts and returns
  } smem_kind_e;
  // A row of smem_table.
  typedef struct packed {
    logic                 present;      // the opcode is in the unit
    smem_form_e           form;
    smem_kind_e           kind;
    mem_pkg::mem_op_e     op;
    logic [2:0]           dwords_log2;  // of the access, as a power of 2
    mem_pkg::mem_atomic_e atomic;
  } smem_row_t;

  // A decoded instruction of scalar memory without its sources.
  typedef struct packed {
    logic                    legal;        // opcode present, fields well formed; register numbers are checked elsewhere
    smem_form_e              form;
    smem_kind_e              kind;
    mem_pkg::mem_atomic_e    atomic;
    logic [6:0]              sdata;
    logic [4:0]              sdata_count;  // registers of SDATA that are read or written, 0: no SDATA
    mem_pkg::mem_operation_t mem;          // 4 bytes if it has no effect
  } smem_dec_t;

  // A scalar memory instruction as issued. smem.sv takes it with its slot.
  typedef struct packed {
    smem_dec_t    dec;
    logic [15:0]  dwords;  // that are accessed: bit k is 4k bytes behind addr
    logic [63:2]  addr;
    logic [127:0] data;    // of a store or an atomic, from the first register on; 0 if nothing is accessed
  } smem_req_t;
endpackage
