// SPDX-License-Identifier: Apache-2.0
// Asserts the order of the vector ALU where a wave may have several of its instructions in flight (maxwell-control.md
// D-CTRL-35). There are fixed units alone. Each pass that responds is of the oldest instruction, so no passes of two
// instructions are mixed. Bound to simd; names resolve in simd.
module valu_order (
  input logic clk_i,
  input logic rst_ni
);
  if (control_pkg::ValusInFlight > 1) begin : g_order
    localparam int unsigned Depth = control_pkg::ValusInFlight;
    localparam int unsigned PointerBits = $clog2(Depth) + 1;
    cu_pkg::slot_t          slot_q [Depth];  // waves of the instructions in flight, in order of issue
    logic [PointerBits-1:0] newest_q, oldest_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        newest_q <= '0;
        oldest_q <= '0;
      end else begin
        if (simd.reserve_valid) begin
          newest_q <= newest_q + 1'b1;
          a_room: assert (newest_q - oldest_q != PointerBits'(Depth));
        end
        if (simd.late_valid) begin
          if (simd.late.last) oldest_q <= oldest_q + 1'b1;
          a_in_order: assert (newest_q != oldest_q && slot_q[oldest_q[PointerBits-2:0]] == simd.late.tag.slot);
        end
        a_no_variable: assert (!simd.variable_valid);
      end
    end
    always_ff @(posedge clk_i) begin
      if (simd.reserve_valid) slot_q[newest_q[PointerBits-2:0]] <= simd.req_i.slot;
    end
  end else begin : g_one
    logic unused_clock;
    assign unused_clock = clk_i ^ rst_ni;
  end
endmodule
