// SPDX-License-Identifier: Apache-2.0
// Asserts that the instructions of a wave return from vector memory in order of issue, the memory half of FLAT among
// them, whatever their formats (buffer-memory.md 11, D-MEM-78, D-WAIT-31). With RdnaMemory those that hold VM_CNT are
// in order, and so are those that hold VS_CNT (buffer-memory.md 14.2). Bound to vmem; names resolve in vmem.
module order_rules (
  input logic clk_i,
  input logic rst_ni
);
  // In flight: of a wave and a counter (0 VM_CNT, 1 VS_CNT) the tags, oldest first. At most 63 are.
  logic [5:0] tag_q [2 * cu_pkg::NumWaves * 64];
  logic [5:0] issued_q [2 * cu_pkg::NumWaves];
  logic [5:0] returned_q [2 * cu_pkg::NumWaves];
  int         queue;

  // The variables are assigned and read in this process alone, in order. So Verilator keeps no second copy of them.
  // verilator lint_off BLKSEQ
  logic in_reset;
  assign in_reset = !rst_ni;
  always_ff @(posedge clk_i) begin
    if (in_reset) begin
      for (int i = 0; i < 2 * int'(cu_pkg::NumWaves); i++) begin
        issued_q[i] = '0;
        returned_q[i] = '0;
      end
    end else begin
      if (vmem.done_valid_o) begin
        queue = 2 * int'(vmem.done_o.slot) + int'(vmem.done_vs_o);
        a_in_flight: assert (returned_q[queue] != issued_q[queue]);
        a_order: assert (vmem.done_o.tag[5:0] == tag_q[64 * queue + int'(returned_q[queue])]);
        returned_q[queue] = returned_q[queue] + 6'd1;
      end
      if (vmem.issue_valid_i && vmem.issue_ready_o) begin
        queue = 2 * int'(vmem.issue_i.slot) + int'(!vmem.issue_i.mem.counters.vm);
        tag_q[64 * queue + int'(issued_q[queue])] = vmem.issue_i.tag;
        issued_q[queue] = issued_q[queue] + 6'd1;
      end
    end
  end
  // verilator lint_on BLKSEQ
endmodule
