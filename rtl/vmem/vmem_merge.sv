// SPDX-License-Identifier: Apache-2.0
// Puts the bytes that a response brings into a pass of the return buffer. Combinational; with go_i
// 0 the output is 0.
module vmem_merge (
  input  logic         go_i,
  input  logic         hi_i,      // the bytes go to the high half
  input  logic         error_i,   // the line is not mapped and reads as 0
  input  logic [511:0] line_i,    // as read
  input  logic [63:0]  bytes_i,   // 4 bits a lane: bytes that the transaction served
  input  logic [95:0]  place_i,   // 6 bits a lane: the component's first byte within its line
  input  logic [511:0] word_i,    // 32 bits a lane, before
  output logic [511:0] word_o
);
  logic [5:0]  place;
  logic [31:0] loaded;  // halves swapped if hi_i

  always_comb begin
    word_o = '0;
    place = '0;
    loaded = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < 16; l++) begin
        place = place_i[6 * l +: 6];
        loaded = word_i[32 * l +: 32];
        if (hi_i) loaded = {word_i[32 * l +: 16], word_i[32 * l + 16 +: 16]};
        for (int unsigned k = 0; k < 4; k++) begin
          if (bytes_i[4 * l + k]) begin
            loaded[8 * k +: 8] = error_i ? 8'd0 : line_i[{place, 3'd0} +: 8];
          end
          place = place + 6'd1;
        end
        word_o[32 * l +: 32] = hi_i ? {loaded[15:0], loaded[31:16]} : loaded;
      end
    end
  end
endmodule
