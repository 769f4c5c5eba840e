// SPDX-License-Identifier: Apache-2.0
// Exchange of values between lanes: ds_swizzle, ds_permute, ds_bpermute (lds.md 3.5).
//
// It takes one quad per cycle. In the same cycle source_o names the lane that each lane of quad_i reads, data_i
// must be the values of those lanes, and result_o is the quad's result.
// The lanes of ds_permute push first: clear_i, then one cycle with push_i per quad, lowest first. The results
// come after that.
//
// In the loop over lanes `case`, not `unique case`: the generated uniqueness check would run per lane.
module lds_lane_exchange (
  input  logic         clk_i,
  input  logic         go_i,
  input  logic         clear_i,   // forget all pushes
  input  logic         push_i,    // quad_i's lanes push
  input  logic [4:0]   op_i,      // lds_pkg::Op*
  input  logic [15:0]  offset_i,
  input  logic [63:0]  exec_i,
  input  logic [3:0]   quad_i,
  input  logic [127:0] addr_i,    // of quad_i's lanes
  output logic [23:0]  source_o,  // 6 bits per lane
  input  logic [127:0] data_i,    // of the lanes in source_o
  output logic [127:0] result_o
);
  // Whether a lane pushed to each lane, and which.
  logic [63:0]  pushed_q;
  logic [383:0] from_q;
  logic [23:0]  targets;  // the lanes that quad_i's lanes push to, 6 bits per lane
  logic [3:0]   valid;
  logic [5:0]   lane, source;
  logic [31:0]  target;

  // The lane that ds_swizzle reads. Quad permutation, or within each 32 lanes one of these: rotation, FFT
  // order (mask bits make the FFT smaller), or AND, OR and XOR masks.
  function automatic logic [5:0] swizzle(input logic [5:0] i, input logic [15:0] offset);
    logic [4:0] mask, rotated, reversed;
    mask = offset[4:0];
    rotated = offset[10] ? i[4:0] - offset[9:5] : i[4:0] + offset[9:5];
    reversed = {i[0], i[1], i[2], i[3], i[4]};
    for (int unsigned b = 0; b < 5; b++) if (mask[b]) reversed = reversed >> 1;
    swizzle[5] = i[5];
    unique casez (offset[15:13])
      3'b10?: swizzle = {i[5:2], offset[{1'b0, i[1:0], 1'b0} +: 2]};
      3'b110: swizzle[4:0] = (i[4:0] & mask) | (rotated & ~mask);  // rotation
      3'b111: swizzle[4:0] = (i[4:0] & mask) | reversed;           // FFT
      default: swizzle[4:0] = ((i[4:0] & mask) | offset[9:5]) ^ offset[14:10];
    endcase
  endfunction

  always_comb begin
    source_o = '0;
    targets = '0;
    valid = '0;
    lane = '0;
    source = '0;
    target = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < 4; l++) begin
        lane = {quad_i, l[1:0]};
        target = addr_i[32 * l +: 32] + {16'd0, offset_i};
        targets[6 * l +: 6] = target[7:2];
        case (op_i)
          lds_pkg::OpSwizzle: begin
            source = swizzle(lane, offset_i);
            valid[l] = exec_i[source];
          end
          lds_pkg::OpPermute: begin
            source = from_q[6 * lane +: 6];
            valid[l] = pushed_q[lane];
          end
          default: begin  // OpBpermute
            source = target[7:2];
            valid[l] = exec_i[source];
          end
        endcase
        source_o[6 * l +: 6] = source;
      end
    end
  end

  always_comb begin
    result_o = '0;
    for (int unsigned l = 0; l < 4; l++) begin
      if (valid[l]) result_o[32 * l +: 32] = data_i[32 * l +: 32];
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      pushed_q <= '0;
    end else if (push_i) begin
      // If several lanes push to one lane, the highest wins.
      for (int unsigned l = 0; l < 4; l++) begin
        if (exec_i[{quad_i, l[1:0]}]) begin
          pushed_q[targets[6 * l +: 6]] <= 1'b1;
          from_q[6 * targets[6 * l +: 6] +: 6] <= {quad_i, l[1:0]};
        end
      end
    end
  end

  logic unused_target;
  assign unused_target = ^target;
endmodule
