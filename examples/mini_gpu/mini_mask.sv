// SPDX-License-Identifier: Apache-2.0
// ACTIVE, the predicates, and the stack of masks of a wave. What an instruction changes stands from the next cycle on.
module mini_mask import mini_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,    // a wave starts with these lanes
  input  mask_t       lanes_i,
  input  logic        execute_i,  // the instruction executes; it is not refused
  input  mask_op_e    op_i,
  input  logic [1:0]  predicate_i,
  input  mask_t       holds_i,    // of a compare, in each lane
  output logic        refused_o,  // the stack has no room for op_i, or no entry
  output mask_t       active_o,
  output predicates_t predicates_o,
  output logic [2:0]  depth_o,
  output stack_t      stack_o
);
  mask_t       active_q, top;
  predicates_t predicates_q;
  logic [2:0]  depth_q;
  stack_t      stack_q;
  logic [1:0]  top_index;

  assign top_index    = 2'(depth_q - 3'd1);
  assign top          = stack_q[top_index];
  assign active_o     = active_q;
  assign predicates_o = predicates_q;
  assign depth_o      = depth_q;
  assign stack_o      = stack_q;

  always_comb begin
    unique case (op_i)
      MaskIf: refused_o = depth_q == 3'(StackSize);
      MaskElse, MaskPop: refused_o = depth_q == '0;
      default: refused_o = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q     <= '0;
      predicates_q <= '0;
      depth_q      <= '0;
      stack_q      <= '0;
    end else if (start_i) begin
      active_q     <= lanes_i;
      predicates_q <= '0;
      depth_q      <= '0;
      stack_q      <= '0;
    end else if (execute_i) begin
      unique case (op_i)
        MaskIf: begin
          stack_q[depth_q[1:0]] <= active_q;
          depth_q               <= depth_q + 3'd1;
          active_q              <= active_q & predicates_q[predicate_i];
        end
        MaskElse: active_q <= top & ~active_q;
        MaskPop: begin
          stack_q[top_index] <= '0;
          depth_q            <= depth_q - 3'd1;
          active_q           <= top;
        end
        MaskKeep: active_q <= active_q & predicates_q[predicate_i];
        MaskCompare: predicates_q[predicate_i] <= holds_i & active_q;
        default: ;
      endcase
    end
  end
endmodule
