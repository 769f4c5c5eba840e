// SPDX-License-Identifier: Apache-2.0
// A GDS instruction whose last registers are written after an LDS instruction that was issued behind it (D-LDS-30). It
// has left the queue; its results stay in their buffer. It waits until it is released, then its passes are written
// before those of the instruction at the head, and it returns in a cycle without another return.
module lds_parked (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               park_i,       // with the five below: what is still to be written, of which registers
  input  logic [3:0]         unwritten_i,  // passes
  input  logic [1:0]         vgpr_i,       // the first of them goes on at this register,
  input  logic [1:0]         last_vgpr_i,  // each has registers up to this one
  input  cu_pkg::phys_vgpr_t vdst_i,
  input  logic [63:0]        lanes_i,
  input  cu_pkg::mem_done_t  done_i,
  input  logic               release_i,
  output logic               valid_o,
  output logic               write_valid_o,
  input  logic               write_ready_i,
  output logic [1:0]         vgpr_o,
  output logic [1:0]         pass_o,
  output cu_pkg::phys_vgpr_t vdst_o,
  output logic [15:0]        lanes_o,
  output logic               finish_o,     // all is written
  input  logic               return_i,     // it returns in this cycle
  output cu_pkg::mem_done_t  done_o
);
  logic               valid_q;
  logic [3:0]         unwritten_q;
  logic [1:0]         vgpr_q, last_vgpr_q;
  cu_pkg::phys_vgpr_t vdst_q;
  logic [63:0]        lanes_q;
  cu_pkg::mem_done_t  done_q;
  assign valid_o = valid_q;
  assign write_valid_o = valid_q && release_i && unwritten_q != '0;
  assign pass_o = bits_pkg::lowest4(unwritten_q);
  assign vgpr_o = vgpr_q;
  assign vdst_o = vdst_q + cu_pkg::VgprBits'(vgpr_q);
  assign lanes_o = lanes_q[16 * pass_o +: 16];
  assign finish_o = valid_q && unwritten_q == '0;
  assign done_o = done_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      unwritten_q <= '0;
      vgpr_q <= '0;
    end else if (park_i) begin
      valid_q <= 1'b1;
      unwritten_q <= unwritten_i;
      vgpr_q <= vgpr_i;
      a_one: assert (!valid_q);
    end else begin
      if (return_i) valid_q <= 1'b0;
      if (write_valid_o && write_ready_i) begin
        vgpr_q <= vgpr_q == last_vgpr_q ? '0 : vgpr_q + 2'd1;
        if (vgpr_q == last_vgpr_q) unwritten_q <= unwritten_q & (unwritten_q - 4'd1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (park_i) begin
      last_vgpr_q <= last_vgpr_i;
      vdst_q <= vdst_i;
      lanes_q <= lanes_i;
      done_q <= done_i;
    end
  end
endmodule
