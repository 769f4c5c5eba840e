// SPDX-License-Identifier: Apache-2.0
// cu_pkg::ValuDelay stages between the fixed execution units and the writeback (maxwell-control.md 8.6, D-CTRL-36).
// The rows of exec_units_pkg.sv have them in `first`. Without a delay these are wires.
module valu_delay (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 valid_i,
  input  exec_pkg::exec_pass_t pass_i,
  input  cu_pkg::pass_t        lo_i,
  input  cu_pkg::pass_t        hi_i,
  input  logic [15:0]          bits_i,
  input  logic [6:0]           excp_i,
  output logic                 valid_o,
  output exec_pkg::exec_pass_t pass_o,
  output cu_pkg::pass_t        lo_o,
  output cu_pkg::pass_t        hi_o,
  output logic [15:0]          bits_o,
  output logic [6:0]           excp_o
);
  localparam int unsigned Stages = cu_pkg::ValuDelay;

  if (Stages > 0) begin : g_stages
    logic [Stages-1:0]    valid_q;
    exec_pkg::exec_pass_t pass_q [Stages];
    logic [511:0]         lo_q [Stages];
    logic [511:0]         hi_q [Stages];
    logic [15:0]          bits_q [Stages];
    logic [6:0]           excp_q [Stages];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= '0;
      else valid_q <= Stages'({valid_q, valid_i});
    end
    always_ff @(posedge clk_i) begin
      if (valid_i) begin
        pass_q[0] <= pass_i;
        lo_q[0] <= lo_i;
        hi_q[0] <= hi_i;
        bits_q[0] <= bits_i;
        excp_q[0] <= excp_i;
      end
      for (int unsigned n = 1; n < Stages; n++) begin
        if (valid_q[n-1]) begin
          pass_q[n] <= pass_q[n-1];
          lo_q[n] <= lo_q[n-1];
          hi_q[n] <= hi_q[n-1];
          bits_q[n] <= bits_q[n-1];
          excp_q[n] <= excp_q[n-1];
        end
      end
    end

    assign valid_o = valid_q[Stages-1];
    assign pass_o = pass_q[Stages-1];
    assign lo_o = lo_q[Stages-1];
    assign hi_o = hi_q[Stages-1];
    assign bits_o = bits_q[Stages-1];
    assign excp_o = excp_q[Stages-1];
  end else begin : g_wires
    assign valid_o = valid_i;
    assign pass_o = pass_i;
    assign lo_o = lo_i;
    assign hi_o = hi_i;
    assign bits_o = bits_i;
    assign excp_o = excp_i;

    logic unused_clock;
    assign unused_clock = clk_i ^ rst_ni;
  end
endmodule
