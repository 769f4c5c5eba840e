// SPDX-License-Identifier: Apache-2.0
// What the probe says of vector memory beside what its ports show: the instruction of the request on the port. Bound to
// vmem; the names below are names in the vmem to which it is bound.
module vmem_report (
  input logic clk_i,
  input logic rst_ni
);
  // verilator lint_off UNUSEDSIGNAL
  logic [5:0]    component_q;  // dword of the lane's element, + 4 in its second part; of an image + 4 * texel number
  logic [63:0]   lanes_q;
  cu_pkg::slot_t slot_q, write_slot;
  logic [5:0]    tag_q, write_tag, read_tag;
  logic          read_control;  // the instruction whose operands are read: of a wave with control words
  // verilator lint_on UNUSEDSIGNAL
  assign read_tag = vmem.rd.tag;
  assign read_control = vmem.rd.sets.control;
  assign write_slot = vmem.head.slot;
  assign write_tag = vmem.head.tag;

  // Transfers with the LDS.
  // verilator lint_off UNUSEDSIGNAL
  cu_pkg::slot_t transfer_slot;
  logic [5:0]    transfer_tag;
  // verilator lint_on UNUSEDSIGNAL
  assign transfer_slot = vmem.fetching ? vmem.snd.slot : vmem.head.slot;
  assign transfer_tag = vmem.fetching ? vmem.snd.tag : vmem.head.tag;

  // What is read or written. A function: only a cycle with a transfer computes it.
  function automatic logic [127:0] transfer_data();
    transfer_data = vmem.transfer_o.write ? vmem.transfer_o.data : vmem.transfer_data_i;
    for (int unsigned k = 0; k < 16; k++) begin
      if (!vmem.transfer_o.be[k]) transfer_data[8 * k +: 8] = '0;
    end
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      component_q <= '0;
      lanes_q <= '0;
      slot_q <= '0;
      tag_q <= '0;
    end else if (vmem.send) begin
      component_q <= {vmem.snd_image ? vmem.image_number : {3'd0, vmem.part_q}, vmem.component_q};
      lanes_q <= {48'd0, vmem.send_lanes} << {vmem.pass, 4'd0};
      slot_q <= vmem.snd.slot;
      tag_q <= vmem.snd.tag;
    end
  end
endmodule
