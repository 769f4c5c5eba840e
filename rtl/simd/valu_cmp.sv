// Compares and v_cmp_class_f32 of one lane (numerics.md 3.3). 0 when not enabled.
// ctl_i.cond is the set of relations that make the result 1: {unordered, greater, equal, less}.
module valu_cmp (
  input  logic           en_i,
  // The whole control word and mode come in; only what this group needs is read.
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::ctl_t ctl_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic           in_denorm_i,
  input  logic [31:0]    a_i,
  input  logic [31:0]    b_i,
  input  logic [31:0]    a_hi_i,
  input  logic [31:0]    b_hi_i,
  output logic           res_o
);
  // {unordered, greater, equal, less}
  function automatic logic [3:0] relate(input logic [63:0] x, input logic [63:0] y);
    relate = {1'b0, x > y, x == y, x < y};
  endfunction

  function automatic logic [3:0] relate_f32(input logic [31:0] x, input logic [31:0] y);
    if (fp_pkg::is_nan(x) || fp_pkg::is_nan(y)) relate_f32 = 4'b1000;
    else relate_f32 = relate({32'd0, fp_pkg::sort_key(x)}, {32'd0, fp_pkg::sort_key(y)});
  endfunction

  function automatic logic class_f32(input logic [31:0] x, input logic [9:0] set);
    logic [3:0] number;
    if (fp_pkg::is_nan(x)) number = {3'd0, x[22]};
    else if (x[30:23] == 8'hff) number = x[31] ? 4'd2 : 4'd9;
    else if (x[30:23] != 8'd0) number = x[31] ? 4'd3 : 4'd8;
    else if (x[22:0] != 23'd0) number = x[31] ? 4'd4 : 4'd7;
    else number = x[31] ? 4'd5 : 4'd6;
    class_f32 = set[number];
  endfunction

  localparam logic [31:0] Top = 32'h80000000;

  logic [31:0] a, b;
  always_comb begin
    res_o = 1'b0;
    a = 32'd0;
    b = 32'd0;
    if (en_i) begin
      unique case (ctl_i.op)
        valu_pkg::OpCmpF32: begin
          a = fp_pkg::flush(fp_pkg::modify(a_i, ctl_i.neg[0], ctl_i.abs[0]), !in_denorm_i);
          b = fp_pkg::flush(fp_pkg::modify(b_i, ctl_i.neg[1], ctl_i.abs[1]), !in_denorm_i);
          res_o = (relate_f32(a, b) & ctl_i.cond) != 4'd0;
        end
        valu_pkg::OpCmpI32: begin
          res_o = (relate({32'd0, a_i ^ Top}, {32'd0, b_i ^ Top}) & ctl_i.cond) != 4'd0;
        end
        valu_pkg::OpCmpU32: res_o = (relate({32'd0, a_i}, {32'd0, b_i}) & ctl_i.cond) != 4'd0;
        valu_pkg::OpCmpI64: begin
          res_o = (relate({a_hi_i ^ Top, a_i}, {b_hi_i ^ Top, b_i}) & ctl_i.cond) != 4'd0;
        end
        valu_pkg::OpCmpU64: res_o = (relate({a_hi_i, a_i}, {b_hi_i, b_i}) & ctl_i.cond) != 4'd0;
        valu_pkg::OpClassF32: begin
          res_o = class_f32(fp_pkg::modify(a_i, ctl_i.neg[0], ctl_i.abs[0]), b_i[9:0]);
        end
        default: ;
      endcase
    end
  end
endmodule
