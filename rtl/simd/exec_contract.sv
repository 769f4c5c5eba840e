// SPDX-License-Identifier: Apache-2.0
// Checks of the contract of the execution units (docs/blocks.md, "Execution units"), as assertions. It only reads.
// A fixed response has no ready: vector_writeback checks that it comes in its reserved cycle.
//
// coverage off toggle variable_valid_i, variable_i.*, variable_refused_q, variable_q.*: No execution unit is variable:
//   variable_valid_i is 0. tb/bench/exec runs this code with a variable unit.
// coverage off toggle req_refused_q, req_q.*, ctl_q.*: Only a variable unit refuses a request, and the unit has none.
//   tb/bench/exec has one.
// coverage off toggle req_ready_i: Fixed units take every request: vector_units.sv ties req_ready_o to 1. tb/bench/exec
//   has a variable unit.
// coverage off toggle variable_ready_i: No execution unit is variable: variable_valid_i and variable_i are 0, so these
//   are constant.
module exec_contract (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    req_valid_i,
  input logic                    req_ready_i,
  input exec_pkg::exec_pass_t    req_i,
  input valu_pkg::valu_control_t ctl_i,
  input cu_pkg::pass_t           a_i,
  input cu_pkg::pass_t           b_i,
  input cu_pkg::pass_t           c_i,
  input cu_pkg::pass_t           a_hi_i,
  input cu_pkg::pass_t           b_hi_i,
  input cu_pkg::pass_t           c_hi_i,
  input logic                    variable_valid_i,
  input logic                    variable_ready_i,
  input exec_pkg::exec_pass_t    variable_i,
  input cu_pkg::pass_t           variable_lo_i,
  input cu_pkg::pass_t           variable_hi_i
);
  // What was refused in the cycle before.
  logic                    req_refused_q, variable_refused_q;
  exec_pkg::exec_pass_t    req_q, variable_q;
  valu_pkg::valu_control_t ctl_q;
  cu_pkg::pass_t           a_q, b_q, c_q, a_hi_q, b_hi_q, c_hi_q, lo_q, hi_q;

  always_ff @(posedge clk_i) begin
    // coverage off if: only a variable unit refuses a request; tb/bench/exec has one
    if (req_valid_i && !req_ready_i) begin
      req_q <= req_i;
      ctl_q <= ctl_i;
      a_q <= a_i;
      b_q <= b_i;
      c_q <= c_i;
      a_hi_q <= a_hi_i;
      b_hi_q <= b_hi_i;
      c_hi_q <= c_hi_i;
    end
    // coverage off if: no execution unit is variable; tb/bench/exec has one
    if (variable_valid_i && !variable_ready_i) begin
      variable_q <= variable_i;
      lo_q <= variable_lo_i;
      hi_q <= variable_hi_i;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_refused_q <= 1'b0;
      variable_refused_q <= 1'b0;
    end else begin
      req_refused_q <= req_valid_i && !req_ready_i;
      variable_refused_q <= variable_valid_i && !variable_ready_i;
      // In `if`, so that simulation compares wide values only after a refusal.
      // coverage off if: only a variable unit refuses a request; tb/bench/exec has one
      if (req_refused_q) begin
        a_request_stays: assert (req_valid_i && req_i == req_q && ctl_i == ctl_q && a_i == a_q && b_i == b_q &&
                                 c_i == c_q && a_hi_i == a_hi_q && b_hi_i == b_hi_q && c_hi_i == c_hi_q);
      end
      // coverage off if: no execution unit is variable; tb/bench/exec has one
      if (variable_refused_q) begin
        a_response_stays: assert (variable_valid_i && variable_i == variable_q && variable_lo_i == lo_q &&
                                  variable_hi_i == hi_q);
      end
    end
  end
endmodule
