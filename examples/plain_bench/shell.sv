// SPDX-License-Identifier: Apache-2.0
// The bench of Wavelock in plain SystemVerilog: loader, launcher, host and memory are behind wl_bench_pkg, the clock is
// here. It runs any unit that has a module cu_top (docs/your-unit.md), under the command line of `wavelock`.
module shell;
  import wl_bench_pkg::*;

  import "DPI-C" function int shell_open();

  // Static variables get their values before any initial block runs: those of the unit ask for the bench.
  int opened = shell_open();

  logic clk = 1'b0, rst_n = 1'b0;
  cu_top u_top (.clk_i(clk), .rst_ni(rst_n));

  initial begin
    repeat (3) begin
      #5ns clk = 1'b1;
      #5ns clk = 1'b0;
    end
    while (opened != 0 && wl_bench_go_on() != 0) begin
      rst_n = 1'b1;
      #5ns clk = 1'b1;
      #5ns clk = 1'b0;
    end
    if (wl_bench_code() != 0) $fatal(1, "the run did not pass");
    $finish;
  end
endmodule
