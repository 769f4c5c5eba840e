// SPDX-License-Identifier: Apache-2.0
// DPP: the lane that each lane takes source 0 from, and the lanes that write (gfx9-encoding.md 3).
package valu_dpp_pkg;
  // DPP_CTRL. A row is 16 lanes.
  localparam logic [8:0] WaveShl1      = 9'h130;
  localparam logic [8:0] WaveRol1      = 9'h134;
  localparam logic [8:0] WaveShr1      = 9'h138;
  localparam logic [8:0] WaveRor1      = 9'h13c;
  localparam logic [8:0] RowMirror     = 9'h140;
  localparam logic [8:0] RowHalfMirror = 9'h141;
  localparam logic [8:0] RowBcast15    = 9'h142;
  localparam logic [8:0] RowBcast31    = 9'h143;

  // DPP_CTRL has this value.
  function automatic logic ctrl_ok(input logic [8:0] ctrl);
    unique casez (ctrl)
      9'b0_????_????: ctrl_ok = 1'b1;  // quad_perm
      9'b1_0000_????, 9'b1_0001_????, 9'b1_0010_????: ctrl_ok = ctrl[3:0] != 4'd0;  // row_shl, row_shr, row_ror
      WaveShl1, WaveRol1, WaveShr1, WaveRor1: ctrl_ok = 1'b1;
      RowMirror, RowHalfMirror, RowBcast15, RowBcast31: ctrl_ok = 1'b1;
      default: ctrl_ok = 1'b0;
    endcase
  endfunction

  // The lane that `lane` takes source 0 from: {in range, lane}.
  function automatic logic [6:0] source(input logic [5:0] lane, input logic [8:0] ctrl);
    /* verilator no_inline_task */
    logic [3:0] n;
    logic [4:0] up;
    n = ctrl[3:0];
    up = {1'b0, lane[3:0]} + {1'b0, n};
    unique casez (ctrl)
      9'b0_????_????: source = {1'b1, lane[5:2], ctrl[{1'b0, lane[1:0], 1'b0} +: 2]};  // quad_perm
      9'b1_0000_????: source = {!up[4], lane[5:4], up[3:0]};  // row_shl:n
      9'b1_0001_????: source = {lane[3:0] >= n, lane[5:4], lane[3:0] - n};  // row_shr:n
      9'b1_0010_????: source = {1'b1, lane[5:4], lane[3:0] - n};  // row_ror:n
      WaveShl1: source = {lane != 6'd63, lane + 6'd1};
      WaveRol1: source = {1'b1, lane + 6'd1};
      WaveShr1: source = {lane != 6'd0, lane - 6'd1};
      WaveRor1: source = {1'b1, lane - 6'd1};
      RowMirror: source = {1'b1, lane[5:4], ~lane[3:0]};
      RowHalfMirror: source = {1'b1, lane[5:3], ~lane[2:0]};
      RowBcast15: source = {lane[5:4] != 2'd0, lane[5:4] - 2'd1, 4'd15};
      default: source = {lane[5], 6'd31};  // RowBcast31
    endcase
  endfunction

  // The lanes that execute and write.
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
