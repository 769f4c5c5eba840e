// SPDX-License-Identifier: Apache-2.0
// Lanes of a DPP instruction: which other lane a lane takes source 0 from, and which lanes work
// (gfx9-encoding.md section 3).
package valu_dpp_pkg;
  function automatic logic ctrl_ok(input logic [8:0] ctrl);
    unique case (ctrl[8:4])
      5'h10, 5'h11, 5'h12: ctrl_ok = ctrl[3:0] != 4'd0;
      5'h13: ctrl_ok = ctrl[1:0] == 2'd0;
      5'h14: ctrl_ok = ctrl[3:2] == 2'd0;
      default: ctrl_ok = !ctrl[8];
    endcase
  endfunction

  // {in range, lane}
  function automatic logic [6:0] source(input logic [5:0] lane, input logic [8:0] ctrl);
    /* verilator no_inline_task */
    logic [3:0] n;
    logic [4:0] up;
    n = ctrl[3:0];
    up = {1'b0, lane[3:0]} + {1'b0, n};
    unique casez (ctrl)
      9'b0_????_????: source = {1'b1, lane[5:2], ctrl[{1'b0, lane[1:0], 1'b0} +: 2]};
      9'b1_0000_????: source = {!up[4], lane[5:4], up[3:0]};
      9'b1_0001_????: source = {lane[3:0] >= n, lane[5:4], lane[3:0] - n};
      9'b1_0010_????: source = {1'b1, lane[5:4], lane[3:0] - n};
      9'h130: source = {lane != 6'd63, lane + 6'd1};
      9'h134: source = {1'b1, lane + 6'd1};
      9'h138: source = {lane != 6'd0, lane - 6'd1};
      9'h13c: source = {1'b1, lane - 6'd1};
      9'h140: source = {1'b1, lane[5:4], ~lane[3:0]};
      9'h141: source = {1'b1, lane[5:3], ~lane[2:0]};
      9'h142: source = {lane[5:4] != 2'd0, lane[5:4] - 2'd1, 4'd15};
      default: source = {lane[5], 6'd31};
    endcase
  endfunction

  // Lanes that compute and write.
  function automatic logic [63:0] lanes(input logic [63:0] exec, input logic [3:0] rows,
      input logic [3:0] banks, input logic bound, input logic [8:0] ctrl);
    /* verilator no_inline_task */
    logic [63:0] on;
    logic [6:0] s;
    on = 64'd0;
    for (int unsigned i = 0; i < 64; i++) begin
      s = source(6'(i), ctrl);
      on[i] = exec[i] && rows[i >> 4] && banks[(i >> 2) & 3] &&
              (bound || (s[6] && exec[s[5:0]]));
    end
    lanes = on;
  endfunction
endpackage
