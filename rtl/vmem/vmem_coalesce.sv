// SPDX-License-Identifier: Apache-2.0
// Forms one transaction: takes the lowest lane of the pass with bytes left, the 64-byte line of
// its lowest such byte, and all left bytes of all lanes in that line. Where lanes overlap the highest
// one's data goes. Combinational; with go_i 0 all outputs are 0.
module vmem_coalesce (
  input  logic          go_i,
  input  logic          store_i,
  input  logic          hi_i,      // the data starts at bit 16 of its register
  input  logic [1023:0] addr_i,    // 64 bits a lane, of the component's first byte
  input  logic [63:0]   left_i,    // 4 bits a lane: bytes not served yet
  input  logic [511:0]  data_i,    // store data, 32 bits a lane
  output logic [57:0]   line_o,
  output logic [63:0]   bytes_o,   // of left_i, served now
  output logic [63:0]   be_o,
  output logic [511:0]  data_o     // bytes not enabled are 0
);
  logic        found;
  logic [3:0]  left, past, bytes;  // past: bytes that lie in the line after the first byte's
  logic [5:0]  place;
  logic [57:0] first;
  logic [31:0] value;

  // Bytes of a dword at this place of a line that lie past the line's end.
  function automatic logic [3:0] past_end(input logic [5:0] at);
    past_end = at > 6'd60 ? 4'b1111 << (3'd0 - at[2:0]) : 4'b0000;
  endfunction

  always_comb begin
    line_o = '0;
    bytes_o = '0;
    be_o = '0;
    data_o = '0;
    found = 1'b0;
    left = '0;
    past = '0;
    bytes = '0;
    place = '0;
    first = '0;
    value = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < 16; l++) begin
        left = left_i[4 * l +: 4];
        if (!found && left != '0) begin
          found = 1'b1;
          past = past_end(addr_i[64 * l +: 6]);
          line_o = addr_i[64 * l + 6 +: 58] + {57'd0, (left & ~past) == '0};
        end
      end
      for (int unsigned l = 0; l < 16; l++) begin
        left = left_i[4 * l +: 4];
        place = addr_i[64 * l +: 6];
        first = addr_i[64 * l + 6 +: 58];
        past = past_end(place);
        bytes = '0;
        if (first == line_o) bytes = left & ~past;
        if (first + 58'd1 == line_o) bytes = left & past;
        bytes_o[4 * l +: 4] = bytes;
        value = data_i[32 * l +: 32];
        if (hi_i) value[15:0] = value[31:16];
        for (int unsigned k = 0; k < 4; k++) begin
          if (bytes[k]) begin
            be_o[place] = 1'b1;
            if (store_i) data_o[{place, 3'd0} +: 8] = value[8 * k +: 8];
          end
          place = place + 6'd1;
        end
      end
    end
  end
endmodule
