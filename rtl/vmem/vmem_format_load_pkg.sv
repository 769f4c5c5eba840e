// SPDX-License-Identifier: Apache-2.0
// What a load of a buffer with a format writes to one register of 16 lanes (buffer-memory.md 6, 7): DST_SEL selects
// components of the lane's element, which are converted. A lane out of range has an element of zeros. With DFMT 0 there
// is no format, and all components are 0 (D-MEM-4). A half that is not written is 0.
//
// A function, for speed: it costs nothing where no such load writes back.
package vmem_format_load_pkg;
  // Register `number` of VDATA: a component, or with D16 two of them. dfmt, nfmt: a legal pair, or dfmt 0. dst_sel: W,
  // Z, Y, X. half: D16; with hi X goes to the high half. last: components of the instruction, less one. out: lanes out
  // of range. elements: a dword of 16 lanes, from the lowest on.
  function automatic logic [511:0] register(input logic [3:0] dfmt, input logic [2:0] nfmt, input logic [11:0] dst_sel,
                                            input logic half, input logic hi, input logic [1:0] last,
                                            input logic [15:0] out, input logic [1:0] number,
                                            input logic [2047:0] elements);
    logic [1:0]   component;
    logic [2:0]   sel;
    logic [4:0]   first;
    logic [5:0]   width;
    logic [12:0]  at;
    logic [511:0] words;
    logic [31:0]  constant, bits, mask;
    register = '0;
    for (int unsigned high = 0; high < 2; high++) begin
      component = half ? {number[0], high[0]} : number;
      if (high == 1 && hi) component = 2'd0;
      if (high == 0 ? !hi : half && (hi || component <= last)) begin
        sel = dst_sel[3 * component +: 3];
        at = vmem_format_pkg::place({1'b0, dfmt}, sel[1:0]);
        words = elements[{at[12:11], 9'd0} +: 512];
        first = at[10:6];
        width = at[5:0];
        mask = 32'hFFFFFFFF >> (6'd32 - width);
        constant = '0;
        if (sel == vmem_format_pkg::SelOne && dfmt != '0) begin
          constant = vmem_format_pkg::one({1'b0, nfmt}, half);
        end
        for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
          bits = constant;
          if (sel >= vmem_format_pkg::SelX && width != '0) begin
            bits = out[l] ? 32'd0 : (words[32 * l +: 32] >> first) & mask;
            bits = vmem_format_pkg::loaded(bits, width, {1'b0, nfmt}, half);
          end
          if (half) register[32 * l + 16 * high +: 16] = bits[15:0];
          else register[32 * l +: 32] = bits;
        end
      end
    end
  endfunction
endpackage
