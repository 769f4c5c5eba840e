// SPDX-License-Identifier: Apache-2.0
// Forms one transaction of a pass. Its 64-byte line holds the lowest unsent byte of the lowest lane with
// unsent bytes. It takes the unsent bytes of all lanes in that line. Where lanes overlap, the data of the
// highest lane is sent. Combinational; with go_i = 0 all outputs are 0.
//
// coverage off toggle in_next_line[0]: The first byte of a dword lies in the first line.
module vmem_coalesce (
  input  logic          go_i,
  input  logic          store_i,
  input  logic          hi_i,      // the data starts at bit 16 of its register
  input  logic [15:0]   wrap_i,    // lanes whose addresses have 48 bits: a line that follows is canonical
  input  logic [1023:0] addr_i,    // of the component's first byte, 64 bits per lane
  input  logic [63:0]   unsent_i,  // bytes not sent yet, 4 bits per lane
  input  logic [511:0]  data_i,    // store data, 32 bits per lane
  output logic [57:0]   line_o,
  output logic [63:0]   bytes_o,   // those of unsent_i in this transaction
  output logic [63:0]   be_o,
  output logic [511:0]  data_o     // bytes not enabled are 0
);
  logic        found;
  logic [3:0]  unsent, in_next_line, bytes;
  logic [5:0]  line_offset;
  logic [57:0] first_line, line_before, previous;
  logic [31:0] value;

  // The bytes of a dword that lie in the next line, if its first byte has this offset in its line.
  function automatic logic [3:0] bytes_in_next_line(input logic [5:0] offset);
    bytes_in_next_line = offset > 6'd60 ? 4'b1111 << (3'd0 - offset[2:0]) : 4'b0000;
  endfunction

  always_comb begin
    line_o = '0;
    bytes_o = '0;
    be_o = '0;
    data_o = '0;
    found = 1'b0;
    unsent = '0;
    in_next_line = '0;
    bytes = '0;
    line_offset = '0;
    first_line = '0;
    line_before = '0;
    previous = '0;
    value = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < 16; l++) begin
        unsent = unsent_i[4 * l +: 4];
        if (!found && unsent != '0) begin
          found = 1'b1;
          in_next_line = bytes_in_next_line(addr_i[64 * l +: 6]);
          line_o = addr_i[64 * l + 6 +: 58] + {57'd0, (unsent & ~in_next_line) == '0};
          if (wrap_i[l]) line_o[57:42] = {16{line_o[41]}};
        end
      end
      line_before = line_o - 58'd1;
      for (int unsigned l = 0; l < 16; l++) begin
        unsent = unsent_i[4 * l +: 4];
        line_offset = addr_i[64 * l +: 6];
        first_line = addr_i[64 * l + 6 +: 58];
        in_next_line = bytes_in_next_line(line_offset);
        bytes = '0;
        if (first_line == line_o) bytes = unsent & ~in_next_line;
        previous = line_before;
        if (wrap_i[l]) previous[57:42] = {16{previous[41]}};
        if (first_line == previous) bytes = unsent & in_next_line;
        bytes_o[4 * l +: 4] = bytes;
        value = data_i[32 * l +: 32];
        if (hi_i) value[15:0] = value[31:16];
        for (int unsigned k = 0; k < 4; k++) begin
          if (bytes[k]) begin
            be_o[line_offset] = 1'b1;
            if (store_i) data_o[{line_offset, 3'd0} +: 8] = value[8 * k +: 8];
          end
          line_offset = line_offset + 6'd1;
        end
      end
    end
  end
endmodule
