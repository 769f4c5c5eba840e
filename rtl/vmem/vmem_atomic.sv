// SPDX-License-Identifier: Apache-2.0
// Forms one transaction of an atomic of a pass. Its 64-byte line holds the lowest unsent lane. It takes the words
// of unsent lanes in that line, and each word once: from the lowest lane that has it. So lanes with one word follow in
// ascending order (D-MEM-29). Words are aligned. vmem places the data. Combinational; with go_i = 0 all outputs are 0.
module vmem_atomic (
  input  logic          go_i,
  input  logic          wide_i,    // words of 8 bytes
  input  logic [1023:0] addr_i,    // of the word, 64 bits per lane
  input  logic [63:0]   unsent_i,  // 4 bits per lane: it is not sent yet
  output logic [57:0]   line_o,
  output logic [63:0]   bytes_o,   // of the lanes in this transaction, as unsent_i
  output logic [63:0]   be_o
);
  logic       found;
  logic [3:0] word;  // its dword in the line, of a wide one the lower

  always_comb begin
    line_o = '0;
    bytes_o = '0;
    be_o = '0;
    found = 1'b0;
    word = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < 16; l++) begin
        if (unsent_i[4 * l]) begin
          if (!found) line_o = addr_i[64 * l + 6 +: 58];
          found = 1'b1;
          word = addr_i[64 * l + 2 +: 4];
          if (addr_i[64 * l + 6 +: 58] == line_o && !be_o[{word, 2'd0}]) begin
            bytes_o[4 * l +: 4] = 4'b1111;
            be_o[{word, 2'd0} +: 4] = 4'b1111;
            if (wide_i) be_o[{word | 4'd1, 2'd0} +: 4] = 4'b1111;
          end
        end
      end
    end
  end

  logic unused_bits;  // of an aligned address, and of lanes whose four bits are equal
  assign unused_bits = ^{addr_i, unsent_i};
endmodule
