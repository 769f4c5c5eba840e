// SPDX-License-Identifier: Apache-2.0
// What the policy of control words must know of the instruction at the issue stage (maxwell-control.md 8.8, 8.9). That
// is: the barriers that it may set, what counts it, and what it waits for by itself. A barrier that the table of 8.8
// does not allow is not set. Combinational.
//
// coverage off toggle smem_i.counters.exp, smem_i.counters.vm, smem_i.destination[0], smem_i.size[1:0],
//   smem_i.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global memory by dwords, and writes SGPRs
//   or nothing.
// coverage off toggle mem_i.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in five
//   bits. Only scalar memory has larger sizes.
// coverage off toggle row.first[1:0], row.first[4], row.fixed: All rows of exec_units_pkg.sv are fixed. Without
//   ValuDelay `first` is 3, 7, 11 or 15.
module control_query (
  input  logic                       control_i,  // the wave is in the mode of control words
  input  control_pkg::field_t        field_i,
  input  fetch_pkg::class_e          class_i,
  input  logic                       skipped_i,  // VSKIP discards the instruction
  input  scalar_pkg::scalar_effect_e effect_i,
  input  logic [15:0]                simm_i,
  input  logic                       drains_i,   // s_endpgm, or it enters the trap handler
  input  logic [3:0]                 unit_i,     // execution unit of a vector ALU instruction
  input  mem_pkg::mem_operation_t    mem_i,      // of an instruction of LDS, GDS or vector memory
  input  logic                       flat_i,
  input  mem_pkg::mem_operation_t    smem_i,     // of one of scalar memory
  output control_pkg::demand_t       query_o
);
  logic mem_store, smem_store;
  assign mem_store = mem_i.op != mem_pkg::MemLoad && mem_i.destination == mem_pkg::ToNothing;
  assign smem_store = smem_i.op != mem_pkg::MemLoad && smem_i.destination == mem_pkg::ToNothing;

  // verilator lint_off UNUSEDSIGNAL
  exec_units_pkg::row_t row;
  // verilator lint_on UNUSEDSIGNAL
  logic is_long;  // D-CTRL-40
  always_comb begin
    row = exec_units_pkg::row(unit_i);
    is_long = row.step >= 4'd4;
  end

  logic may_write, may_read;
  always_comb begin
    may_write = 1'b0;
    may_read = 1'b0;
    query_o = '0;
    if (cu_pkg::ControlWords && control_i) begin
      query_o.control = 1'b1;
      query_o.field = field_i;
      query_o.is_nop = effect_i == scalar_pkg::EffectNop;
      query_o.idle = simm_i[2:0];
      query_o.drains = drains_i;
      query_o.no_store = effect_i == scalar_pkg::EffectBarrier;
      query_o.sets.control = 1'b1;
      if (!skipped_i) begin
        unique case (class_i)
          fetch_pkg::ClassValu: begin
            query_o.valu = 1'b1;
            may_write = is_long;
          end
          fetch_pkg::ClassLds, fetch_pkg::ClassVmem: begin
            query_o.mem = 1'b1;
            query_o.twice = class_i == fetch_pkg::ClassVmem && flat_i;
            query_o.sets.store = mem_store;
            // buffer_wbinvl1 has no operands, ds_nop neither operands nor a result.
            may_write = mem_i.destination != mem_pkg::ToNothing ||
                        (class_i == fetch_pkg::ClassVmem && mem_i.op == mem_pkg::MemLoad);
            may_read = mem_i.destination != mem_pkg::ToNothing || mem_i.op != mem_pkg::MemLoad;
          end
          fetch_pkg::ClassSmem: begin
            query_o.smem = 1'b1;
            query_o.sets.store = smem_store;
            may_write = !smem_store;
          end
          fetch_pkg::ClassExport: may_read = 1'b1;
          default: ;
        endcase
      end
      query_o.sets.bar_write = may_write ? field_i.write : control_pkg::NoBarrier;
      query_o.sets.bar_read = may_read ? field_i.read : control_pkg::NoBarrier;
    end
  end

  logic unused_bits;
  assign unused_bits = ^{simm_i[15:3], mem_i, smem_i};
endmodule
