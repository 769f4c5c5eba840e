// SPDX-License-Identifier: Apache-2.0
// What a load of a buffer with a format writes to one register of 16 lanes (buffer-memory.md 6, 7): DST_SEL selects
// components of the lane's element, which are converted. A lane out of range has an element of zeros. With DFMT 0 there
// is no format, and all components are 0 (D-MEM-4). A half that is not written is 0. Combinational; with go_i = 0 the
// output is 0.
module vmem_format_load (
  input  logic          go_i,
  input  logic [3:0]    dfmt_i,      // of a legal pair, or 0
  input  logic [2:0]    nfmt_i,
  input  logic [11:0]   dst_sel_i,   // W, Z, Y, X
  input  logic          half_i,      // D16
  input  logic          hi_i,        // D16: X goes to the high half
  input  logic [1:0]    last_i,      // components of the instruction, less one
  input  logic [1:0]    register_i,  // register of VDATA
  input  logic [15:0]   out_i,       // lanes out of range
  input  logic [2047:0] image_i,     // elements: a dword of 16 lanes, from the lowest on
  output logic [511:0]  word_o
);
  // The component that goes to the whole register or to its low half, and the one that goes to the high half.
  logic [1:0] component_low, component_high;
  logic       has_low, has_high;
  assign component_low = half_i ? {register_i[0], 1'b0} : register_i;
  assign component_high = hi_i ? 2'd0 : {register_i[0], 1'b1};
  assign has_low = !hi_i;
  assign has_high = half_i && (hi_i || component_high <= last_i);

  // The values of a component.
  function automatic logic [511:0] selected(logic [1:0] component);
    logic [2:0]   sel;
    logic [1:0]   dword;
    logic [4:0]   first;
    logic [5:0]   width;
    logic [12:0]  at;
    logic [511:0] words;
    logic [31:0]  constant, bits, mask;
    sel = dst_sel_i[3 * component +: 3];
    at = vmem_format_pkg::place({1'b0, dfmt_i}, sel[1:0]);
    dword = at[12:11];
    first = at[10:6];
    width = at[5:0];
    constant = sel == vmem_format_pkg::SelOne && dfmt_i != '0 ? vmem_format_pkg::one({1'b0, nfmt_i}, half_i) : 32'd0;
    words = image_i[{dword, 9'd0} +: 512];
    mask = 32'hFFFFFFFF >> (6'd32 - width);
    selected = {16{constant}};
    if (sel >= vmem_format_pkg::SelX && width != '0) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        bits = out_i[l] ? 32'd0 : (words[32 * l +: 32] >> first) & mask;
        selected[32 * l +: 32] = vmem_format_pkg::loaded(bits, width, {1'b0, nfmt_i}, half_i);
      end
    end
  endfunction

  function automatic logic [511:0] word();
    logic [511:0] low, high;
    low = has_low ? selected(component_low) : '0;
    word = low;
    if (half_i) begin
      high = has_high ? selected(component_high) : '0;
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) word[32 * l +: 32] = {high[32 * l +: 16], low[32 * l +: 16]};
    end
  endfunction

  always_comb begin
    word_o = '0;
    if (go_i) word_o = word();
  end
endmodule
