// SPDX-License-Identifier: Apache-2.0
// Keeps one half of a FLAT instruction, in the data share or in vector memory, from writing before the other half has
// read the operands. They may be the VGPRs of the result. A wave with control words may have several FLAT instructions
// in flight. Each half takes those of a wave in order of issue, so counts are enough.
//
// Only FLAT instructions with a result count.
module flat_halves (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               read_i,  // the other half has read the operands of one
  input  cu_pkg::slot_t      read_slot_i,
  input  logic               done_i,  // this half is done with one
  input  cu_pkg::slot_t      done_slot_i,
  output cu_pkg::wave_mask_t waits_o  // waves of which this half may not write the result of its oldest one
);
  // Instructions that the other half has read, less those that this half is done with. This half may be first, with
  // an instruction of no lanes. LGKM_CNT has each, so there are at most 15.
  logic signed [4:0] ahead_q [cu_pkg::NumWaves];
  for (genvar w = 0; w < cu_pkg::NumWaves; w++) begin : g_wave
    logic read, done;
    assign read = read_i && 32'(read_slot_i) == w;
    assign done = done_i && 32'(done_slot_i) == w;
    assign waits_o[w] = ahead_q[w] <= 5'sd0;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) ahead_q[w] <= '0;
      else if (read && !done) ahead_q[w] <= ahead_q[w] + 5'sd1;
      else if (done && !read) ahead_q[w] <= ahead_q[w] - 5'sd1;
    end
  end
endmodule
