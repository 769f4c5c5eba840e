// SPDX-License-Identifier: Apache-2.0
// Merges the bytes of a response into one pass of the return buffer. Combinational; with go_i = 0 the output
// is 0.
module vmem_merge (
  input  logic         go_i,
  input  logic         hi_i,      // the bytes go to the high half
  input  logic         error_i,   // the line is unmapped and reads as 0
  input  logic [511:0] line_i,    // as read
  input  logic [63:0]  bytes_i,   // bytes of the transaction, 4 bits per lane
  input  logic [95:0]  offset_i,  // the component's first byte within its line, 6 bits per lane
  input  logic [511:0] word_i,    // the buffer before, 32 bits per lane
  output logic [511:0] word_o
);
  logic [5:0]  offset;
  logic [31:0] loaded;  // halves swapped if hi_i

  always_comb begin
    word_o = '0;
    offset = '0;
    loaded = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < 16; l++) begin
        offset = offset_i[6 * l +: 6];
        loaded = word_i[32 * l +: 32];
        if (hi_i) loaded = {word_i[32 * l +: 16], word_i[32 * l + 16 +: 16]};
        for (int unsigned k = 0; k < 4; k++) begin
          if (bytes_i[4 * l + k]) begin
            loaded[8 * k +: 8] = error_i ? 8'd0 : line_i[{offset, 3'd0} +: 8];
          end
          offset = offset + 6'd1;
        end
        word_o[32 * l +: 32] = hi_i ? {loaded[15:0], loaded[31:16]} : loaded;
      end
    end
  end
endmodule
