// SPDX-License-Identifier: Apache-2.0
// Bytes and words as operands and results: SDWA, and OP_SEL of the 16-bit VOP3 opcodes
// (gfx9-encoding.md 3).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_sdwa_pkg;
  // verilator lint_off UNUSEDPARAM
  // Selectors of a source or the destination. 0 to 3 are the bytes, and there is no 7.
  parameter logic [2:0] SelWord0 = 3'd4;
  parameter logic [2:0] SelWord1 = 3'd5;
  parameter logic [2:0] SelDword = 3'd6;
  parameter logic [2:0] SelNone  = 3'd7;
  // DST_UNUSED: what becomes of the destination's bits that dst_sel does not name.
  parameter logic [1:0] UnusedPad      = 2'd0;  // zero
  parameter logic [1:0] UnusedSext     = 2'd1;  // zero below, the sign above
  parameter logic [1:0] UnusedPreserve = 2'd2;  // as they were
  parameter logic [1:0] UnusedNone     = 2'd3;  // there is no such value
  // verilator lint_on UNUSEDPARAM

  // The selected part of a source, extended to 32 bits.
  function automatic logic [31:0] select_source(input logic [31:0] x, input logic [2:0] sel,
                                       input logic sext);
    /* verilator no_inline_task */
    logic [15:0] w;
    logic [7:0] b;
    w = sel[0] ? x[31:16] : x[15:0];
    b = x[{sel[1:0], 3'd0} +: 8];
    if (sel == SelDword) select_source = x;
    else if (sel[2]) select_source = {{16{sext && w[15]}}, w};
    else select_source = {{24{sext && b[7]}}, b};
  endfunction

  // The result in the selected part of the destination; old: the destination as it was.
  function automatic logic [31:0] insert_result(input logic [31:0] x, input logic [31:0] old,
                                                input logic [1:0] unused, input logic [2:0] sel);
    /* verilator no_inline_task */
    logic [31:0] field, below;
    logic [4:0] shift;
    logic sign;
    shift = sel[2] ? {sel[0], 4'd0} : {sel[1:0], 3'd0};
    field = (sel[2] ? 32'h0000ffff : 32'h000000ff) << shift;
    below = (32'd1 << shift) - 32'd1;
    sign = sel[2] ? x[15] : x[7];
    if (sel == SelDword) insert_result = x;
    else begin
      insert_result = (x << shift) & field;
      if (unused == UnusedSext && sign) insert_result = insert_result | ~(field | below);
      else if (unused == UnusedPreserve) insert_result = insert_result | (old & ~field);
    end
  endfunction
endpackage
