// SPDX-License-Identifier: Apache-2.0
// One reuse entry of the SIMD (maxwell-control.md 8.11): a VGPR of 64 lanes that an instruction left for the next ones
// with the same slot. An instruction that reads this VGPR takes it from here, pass by pass.
//
// The entry is what the file holds: any write to its VGPR drops it at the same edge. That holds while it is filled too.
module reuse_entry (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               accept_i,  // the next instruction is taken: from the next cycle on it is read
  input  cu_pkg::phys_vgpr_t vgpr_i,    // the instruction's VGPR in this slot
  input  logic               uses_i,    // a pass of it is read in this cycle, and it may come from the entry
  input  logic [1:0]         pass_i,
  input  logic               last_i,    // the last cycle of an instruction with a VGPR in this slot
  input  logic               keeps_i,   // which leaves the entry
  output logic               hit_o,
  input  cu_pkg::pass_t      data_i,    // of the file, one cycle after the read
  output cu_pkg::pass_t      data_o,    // of a hit, in its cycle
  // writes to the VGPR file
  input  logic [1:0]         write_valid_i,
  input  cu_pkg::phys_vgpr_t write0_i,
  input  cu_pkg::phys_vgpr_t write1_i
);
  logic               valid_q;
  cu_pkg::phys_vgpr_t vgpr_q;
  logic [511:0]       data_q [4];
  logic               clean_q;  // nobody has written the instruction's VGPR since it was taken
  logic               fills_q;  // the data of a pass comes
  logic [1:0]         pass_q;
  logic               written, entry_written;
  assign hit_o = uses_i && valid_q && vgpr_q == vgpr_i;
  assign written = (write_valid_i[0] && write0_i == vgpr_i) || (write_valid_i[1] && write1_i == vgpr_i);
  assign entry_written = (write_valid_i[0] && write0_i == vgpr_q) || (write_valid_i[1] && write1_i == vgpr_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      clean_q <= 1'b0;
      fills_q <= 1'b0;
    end else begin
      fills_q <= uses_i && keeps_i && !hit_o;
      if (accept_i) clean_q <= 1'b1;
      else if (written) clean_q <= 1'b0;
      if (last_i) valid_q <= keeps_i && clean_q && !written;
      else if (entry_written) valid_q <= 1'b0;
    end
  end
  always_comb begin
    data_o = '0;
    if (hit_o) data_o = data_q[pass_i];
  end

  always_ff @(posedge clk_i) begin
    if (uses_i) pass_q <= pass_i;
    if (fills_q) data_q[pass_q] <= data_i;
    if (last_i) vgpr_q <= vgpr_i;
  end
endmodule
