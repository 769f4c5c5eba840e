// SPDX-License-Identifier: Apache-2.0
// What the probe says of vector memory beside what its ports show: the instruction of the request on the port. Bound to
// vmem; the names below are names in the vmem to which it is bound.
module vmem_report (
  input logic clk_i,
  input logic rst_ni
);
  // verilator lint_off UNUSEDSIGNAL
  logic [2:0]    component_q;  // dword of the lane's element, + 4 in its second part
  logic [63:0]   lanes_q;
  cu_pkg::slot_t slot_q, write_slot;
  logic [5:0]    tag_q, write_tag;
  // verilator lint_on UNUSEDSIGNAL
  assign write_slot = vmem.head.slot;
  assign write_tag = vmem.head.tag;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      component_q <= '0;
      lanes_q <= '0;
      slot_q <= '0;
      tag_q <= '0;
    end else if (vmem.send) begin
      component_q <= {vmem.part_q, vmem.component_q};
      lanes_q <= {48'd0, vmem.send_lanes} << {vmem.pass, 4'd0};
      slot_q <= vmem.snd.slot;
      tag_q <= vmem.snd.tag;
    end
  end
endmodule
