// SPDX-License-Identifier: Apache-2.0
// Bytes and words as operands and results: SDWA, and OP_SEL of the 16-bit VOP3 opcodes
// (gfx9-encoding.md section 3). Selections: 0..3 byte, 4 and 5 word, 6 dword.
// One function of the simulator's for all sixteen lanes: hence no_inline_task.
package valu_sub_pkg;
  function automatic logic [31:0] pick(input logic [31:0] x, input logic [2:0] sel,
                                       input logic sext);
    /* verilator no_inline_task */
    logic [15:0] w;
    logic [7:0] b;
    w = sel[0] ? x[31:16] : x[15:0];
    b = x[{sel[1:0], 3'd0} +: 8];
    if (sel[2:1] == 2'b11) pick = x;
    else if (sel[2]) pick = {{16{sext && w[15]}}, w};
    else pick = {{24{sext && b[7]}}, b};
  endfunction

  // The result in its place; unused bits: 0 zero, 1 zero below and sign above, 2 the old ones.
  function automatic logic [31:0] place(input logic [31:0] x, input logic [31:0] old,
                                        input logic [2:0] sel, input logic [1:0] unused);
    /* verilator no_inline_task */
    logic [31:0] where, below;
    logic [4:0] shift;
    logic sign;
    shift = sel[2] ? {sel[0], 4'd0} : {sel[1:0], 3'd0};
    where = (sel[2] ? 32'h0000ffff : 32'h000000ff) << shift;
    below = (32'd1 << shift) - 32'd1;
    sign = sel[2] ? x[15] : x[7];
    if (sel[2:1] == 2'b11) place = x;
    else begin
      place = (x << shift) & where;
      if (unused == 2'd1 && sign) place = place | ~(where | below);
      else if (unused == 2'd2) place = place | (old & ~where);
    end
  endfunction
endpackage
