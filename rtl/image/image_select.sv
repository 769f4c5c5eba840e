// SPDX-License-Identifier: Apache-2.0
// What one register of 16 lanes gets of the four components of a result (image.md 7.2, 10.8, 13). DST_SEL selects,
// DMASK leaves out, D16 makes halves of it (D-IMG-34). A half that is not written is 0. Combinational; with go_i = 0
// the output is 0.
module image_select (
  input  logic          go_i,
  input  logic [11:0]   dst_sel_i,     // W, Z, Y, X; what has no selection takes vmem_format_pkg::Identity
  input  logic [3:0]    dmask_i,
  input  logic          half_i,        // D16
  input  logic          integer_i,     // UINT, SINT
  input  logic [1:0]    register_i,    // register of VDATA
  input  logic [2047:0] components_i,  // count selection: 16 lanes of X, Y, Z, W, X lowest
  output logic [511:0]  word_o
);
  // {there is one, component} of a place: the set bits of DMASK, from the lowest on.
  function automatic logic [2:0] nth(input logic [3:0] dmask, input logic [2:0] place);
    logic [2:0] count;
    count = '0;
    nth = '0;
    for (int unsigned c = 0; c < 4; c++) begin
      if (dmask[c]) begin
        if (count == place) nth = {1'b1, c[1:0]};
        count = count + 3'd1;
      end
    end
  endfunction

  // An f32 number or an integer as a half.
  function automatic logic [15:0] halved(input logic [31:0] value, input logic is_integer);
    /* verilator no_inline_task */
    halved = is_integer ? value[15:0] : 16'(fp_pkg::to_f16(value, fp_pkg::RoundNearest, 1'b0, 1'b0));
  endfunction

  // The values of {there is one, component} after selection (D-MEM-5).
  function automatic logic [511:0] selected(logic [2:0] component);
    logic [2:0] sel;
    sel = dst_sel_i[3 * component[1:0] +: 3];
    selected = '0;
    if (component[2]) begin
      if (sel == vmem_format_pkg::SelOne) selected = {16{integer_i ? 32'd1 : fp_pkg::One}};
      else if (sel >= vmem_format_pkg::SelX) selected = components_i[{sel[1:0], 9'd0} +: 512];
    end
  endfunction

  logic [511:0] low, high;
  always_comb begin
    word_o = '0;
    low = '0;
    high = '0;
    if (go_i) begin
      low = selected(nth(dmask_i, half_i ? {register_i, 1'b0} : {1'b0, register_i}));
      word_o = low;
      if (half_i) begin
        high = selected(nth(dmask_i, {register_i, 1'b1}));
        for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
          word_o[32 * l +: 32] = {halved(high[32 * l +: 32], integer_i), halved(low[32 * l +: 32], integer_i)};
        end
      end
    end
  end
endmodule
