// SPDX-License-Identifier: Apache-2.0
// What the data share does for its half of a FLAT instruction: the access of the DS instruction of the same width
// (buffer-memory.md 8 and 10). Combinational.
//
// coverage off toggle ctl_o.addr_source[1:0], ctl_o.st64, ctl_o.two_addresses: An instruction of vector memory:
//   vmem_decode.sv and, of FLAT, lds_flat.sv set none of these. It has one address, from VGPRs, and no second data.
// coverage off toggle ctl_o.kind[2], ctl_o.op[4]: FLAT in the data share is a read, write or atomic, and the last of
//   its operations is OpCmpst (15).
module lds_flat (
  input  logic                  valid_i,   // else 0
  input  logic [1:0]            op_i,      // mem_pkg::mem_op_e
  input  logic                  wide_i,    // more than 4 bytes
  input  vmem_pkg::part_t       part_i,
  input  logic [3:0]            atomic_i,  // mem_pkg::mem_atomic_e
  output lds_pkg::lds_control_t ctl_o
);
  always_comb begin
    ctl_o = '0;
    if (valid_i) begin
      ctl_o.flat = 1'b1;
      ctl_o.kind = op_i == mem_pkg::MemStore  ? lds_pkg::Write :
                   op_i == mem_pkg::MemAtomic ? lds_pkg::Atomic : lds_pkg::Read;
      ctl_o.addr_source = lds_pkg::AddrFromVgpr;
      ctl_o.part = part_i;
      ctl_o.wide = wide_i;
      if (op_i == mem_pkg::MemAtomic) begin
        ctl_o.uses_data1 = atomic_i == mem_pkg::AtomicCmpswap;
        unique case (atomic_i)
          mem_pkg::AtomicSwap:    ctl_o.op = lds_pkg::OpWrite;
          mem_pkg::AtomicCmpswap: ctl_o.op = lds_pkg::OpCmpst;
          mem_pkg::AtomicAdd:     ctl_o.op = lds_pkg::OpAdd;
          mem_pkg::AtomicSub:     ctl_o.op = lds_pkg::OpSub;
          mem_pkg::AtomicSmin:    ctl_o.op = lds_pkg::OpMinI;
          mem_pkg::AtomicUmin:    ctl_o.op = lds_pkg::OpMinU;
          mem_pkg::AtomicSmax:    ctl_o.op = lds_pkg::OpMaxI;
          mem_pkg::AtomicUmax:    ctl_o.op = lds_pkg::OpMaxU;
          mem_pkg::AtomicAnd:     ctl_o.op = lds_pkg::OpAnd;
          mem_pkg::AtomicOr:      ctl_o.op = lds_pkg::OpOr;
          mem_pkg::AtomicXor:     ctl_o.op = lds_pkg::OpXor;
          mem_pkg::AtomicInc:     ctl_o.op = lds_pkg::OpInc;
          default:               ctl_o.op = lds_pkg::OpDec;
        endcase
      end
    end
  end
endmodule
