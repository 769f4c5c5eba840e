// SPDX-License-Identifier: Apache-2.0
// The scalar ALU: results and SCC of SOP1, SOP2, SOPC and SOPK (numerics.md section 8), and their
// writes to EXEC, M0 and MODE. Combinational; PC is flow/branch.sv and flow/fork_join.sv. Operands
// are resolved; 32-bit ones have zeros above bit 31.
module salu (
  input  logic                 valid_i,
  input  front_pkg::sfmt_e     fmt_i,
  input  logic [6:0]           op_i,
  input  logic [63:0]          s0_i,
  input  logic [63:0]          s1_i,
  input  logic [63:0]          s2_i,       // the destination as a source
  input  logic [15:0]          simm_i,
  input  logic [7:0]           field1_i,   // SSRC1 field: mask of s_set_gpr_idx_on
  input  logic [31:0]          literal_i,  // s_setreg_imm32
  input  logic [47:0]          npc_i,
  input  logic                 scc_i,
  input  logic [63:0]          exec_i,
  input  logic [31:0]          m0_i,
  input  logic [31:0]          mode_i,
  input  logic                 priv_i,
  input  logic [31:0]          hwreg_i,    // s_getreg, s_setreg: the register named by simm_i[5:0]
  output front_pkg::salu_rsp_t rsp_o,
  output front_pkg::trapsts_write_t trapsts_o
);
  // Number of ones.
  function automatic logic [6:0] ones(logic [63:0] v);
    logic [63:0] a, b, c, d;
    a = (v & 64'h5555555555555555) + ((v >> 1) & 64'h5555555555555555);
    b = (a & 64'h3333333333333333) + ((a >> 2) & 64'h3333333333333333);
    c = (b & 64'h0F0F0F0F0F0F0F0F) + ((b >> 4) & 64'h0F0F0F0F0F0F0F0F);
    d = (c & 64'h00FF00FF00FF00FF) + ((c >> 8) & 64'h00FF00FF00FF00FF);
    ones = 7'((d + (d >> 16) + (d >> 32) + (d >> 48)) & 64'h7F);
  endfunction

  function automatic logic [63:0] reversed(logic [63:0] v);
    for (int i = 0; i < 64; i++) reversed[i] = v[63-i];
  endfunction

  // Position of the lowest one; -1 for none.
  function automatic logic [31:0] first_one(logic [63:0] v);
    logic [63:0] below;
    below = (v & (~v + 64'd1)) - 64'd1;
    first_one = v == '0 ? 32'hFFFFFFFF : {25'd0, ones(below)};
  endfunction

  // Bit field of `value`; a field past the top is what remains.
  function automatic logic [63:0] field(logic [63:0] value, logic [5:0] offset, logic [6:0] width,
                                        logic is_signed, logic two);
    logic [6:0]  top, size;
    logic [63:0] shifted, mask;
    size = two ? 7'd64 : 7'd32;
    shifted = two ? value >> offset : {32'd0, value[31:0] >> offset[4:0]};
    // Bits that exist from the offset up, and of those the width asked for.
    top = size - {1'b0, two ? offset : {1'b0, offset[4:0]}};
    if (width < top) top = width;
    mask = top[6] ? '1 : (64'd1 << top[5:0]) - 64'd1;
    field = shifted & mask;
    if (is_signed && top != '0) begin
      if (|(field & (mask ^ (mask >> 1)))) field = field | ~mask;
    end
  endfunction

  // Whole quads of four bits that have any bit set: one bit a quad.
  function automatic logic [15:0] quads(logic [63:0] v);
    for (int i = 0; i < 16; i++) quads[i] = |v[4*i +: 4];
  endfunction

  logic [31:0] a, b, d;
  logic [31:0] imm, mask, hw;
  logic [32:0] sum;
  logic [63:0] wide, product;
  logic        result_scc;  // SCC is result != 0, over the width of the result
  logic        result64;

  assign a = s0_i[31:0];
  assign b = s1_i[31:0];
  assign d = s2_i[31:0];

  always_comb begin
    rsp_o = '0;
    trapsts_o = '0;
    rsp_o.exec = exec_i;
    rsp_o.m0 = m0_i;
    rsp_o.mode = mode_i;
    result_scc = 1'b0;
    result64 = 1'b0;
    imm = {{16{simm_i[15]}}, simm_i};
    sum = '0;
    wide = '0;
    product = '0;
    mask = '0;
    hw = '0;
    if (valid_i) begin
      unique case (fmt_i)
        front_pkg::FmtSop2: begin
          rsp_o.sdst_we = op_i != 7'd41 && op_i != 7'd43;  // fork, return
          unique case (op_i)
            7'd0, 7'd4: begin
              sum = {1'b0, a} + {1'b0, b} + {32'd0, op_i[2] && scc_i};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = sum[32];
            end
            7'd1, 7'd5: begin
              sum = {1'b0, a} - {1'b0, b} - {32'd0, op_i[2] && scc_i};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = sum[32];
            end
            7'd2: begin
              sum = {1'b0, a} + {1'b0, b};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a[31] == b[31] && sum[31] != a[31];
            end
            7'd3: begin
              sum = {1'b0, a} - {1'b0, b};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a[31] != b[31] && sum[31] != a[31];
            end
            7'd6: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = $signed(a) < $signed(b);
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            7'd7: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a < b;
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            7'd8: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = $signed(a) > $signed(b);
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            7'd9: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a > b;
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            7'd10, 7'd11: rsp_o.sdst = scc_i ? s0_i : s1_i;
            7'd12, 7'd13: begin rsp_o.sdst = s0_i & s1_i; result_scc = 1'b1; end
            7'd14, 7'd15: begin rsp_o.sdst = s0_i | s1_i; result_scc = 1'b1; end
            7'd16, 7'd17: begin rsp_o.sdst = s0_i ^ s1_i; result_scc = 1'b1; end
            7'd18, 7'd19: begin rsp_o.sdst = s0_i & ~s1_i; result_scc = 1'b1; end
            7'd20, 7'd21: begin rsp_o.sdst = s0_i | ~s1_i; result_scc = 1'b1; end
            7'd22, 7'd23: begin rsp_o.sdst = ~(s0_i & s1_i); result_scc = 1'b1; end
            7'd24, 7'd25: begin rsp_o.sdst = ~(s0_i | s1_i); result_scc = 1'b1; end
            7'd26, 7'd27: begin rsp_o.sdst = ~(s0_i ^ s1_i); result_scc = 1'b1; end
            7'd28: begin rsp_o.sdst = {32'd0, a << b[4:0]}; result_scc = 1'b1; end
            7'd29: begin rsp_o.sdst = s0_i << b[5:0]; result_scc = 1'b1; end
            7'd30: begin rsp_o.sdst = {32'd0, a >> b[4:0]}; result_scc = 1'b1; end
            7'd31: begin rsp_o.sdst = s0_i >> b[5:0]; result_scc = 1'b1; end
            7'd32: begin
              wide = {{32{a[31]}}, a} >> b[4:0];
              rsp_o.sdst = {32'd0, wide[31:0]};
              result_scc = 1'b1;
            end
            7'd33: begin
              rsp_o.sdst = (s0_i >> b[5:0]) | (s0_i[63] ? ~(64'hFFFFFFFFFFFFFFFF >> b[5:0]) : '0);
              result_scc = 1'b1;
            end
            7'd34: rsp_o.sdst = {32'd0, ((32'd1 << a[4:0]) - 32'd1) << b[4:0]};
            7'd35: rsp_o.sdst = ((64'd1 << a[5:0]) - 64'd1) << b[5:0];
            7'd36: rsp_o.sdst = {32'd0, a * b};
            7'd37: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b0, 1'b0);
              result_scc = 1'b1;
            end
            7'd38: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b1, 1'b0);
              result_scc = 1'b1;
            end
            7'd39: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b0, 1'b1);
              result_scc = 1'b1;
            end
            7'd40: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b1, 1'b1);
              result_scc = 1'b1;
            end
            7'd42: begin
              sum[31:0] = a - b;
              rsp_o.sdst = {32'd0, sum[31] ? -sum[31:0] : sum[31:0]};
              result_scc = 1'b1;
            end
            7'd44: begin
              product = {32'd0, a} * {32'd0, b};
              rsp_o.sdst = {32'd0, product[63:32]};
            end
            7'd45: begin
              product = {{32{a[31]}}, a} * {{32{b[31]}}, b};
              rsp_o.sdst = {32'd0, product[63:32]};
            end
            7'd46, 7'd47, 7'd48, 7'd49: begin
              // s_lshl1..4_add_u32 are opcodes 46..49
              wide = (s0_i << (op_i - 7'd45)) + s1_i;
              rsp_o.sdst = {32'd0, wide[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = wide[63:32] != '0;
            end
            7'd50: rsp_o.sdst = {32'd0, b[15:0], a[15:0]};
            7'd51: rsp_o.sdst = {32'd0, b[31:16], a[15:0]};
            7'd52: rsp_o.sdst = {32'd0, b[31:16], a[31:16]};
            default: ;
          endcase
          result64 = op_i == 7'd29 || op_i == 7'd31 || op_i == 7'd33 || op_i == 7'd39 ||
                     op_i == 7'd40 || (op_i >= 7'd12 && op_i <= 7'd27 && op_i[0]);
        end
        front_pkg::FmtSop1: begin
          rsp_o.sdst_we = 1'b1;
          unique case (op_i)
            7'd0, 7'd1, 7'd42, 7'd43, 7'd44, 7'd45: rsp_o.sdst = s0_i;
            7'd2, 7'd3: begin
              rsp_o.sdst = s0_i;
              rsp_o.sdst_we = scc_i;
            end
            7'd4, 7'd5: begin rsp_o.sdst = ~s0_i; result_scc = 1'b1; end
            7'd6, 7'd7: begin
              for (int i = 0; i < 64; i++) rsp_o.sdst[i] = |s0_i[4*(i/4) +: 4];
              result_scc = 1'b1;
            end
            7'd8: begin
              wide = reversed(s0_i);
              rsp_o.sdst = {32'd0, wide[63:32]};
            end
            7'd9: rsp_o.sdst = reversed(s0_i);
            7'd10: begin
              rsp_o.sdst = {57'd0, ones({32'd0, ~a})};
              result_scc = 1'b1;
            end
            7'd11: begin
              rsp_o.sdst = {57'd0, ones(~s0_i)};
              result_scc = 1'b1;
            end
            7'd12, 7'd13: begin
              rsp_o.sdst = {57'd0, ones(s0_i)};
              result_scc = 1'b1;
            end
            7'd14: rsp_o.sdst = {32'd0, first_one({32'd0, ~a})};
            7'd15: rsp_o.sdst = {32'd0, first_one(~s0_i)};
            7'd16, 7'd17: rsp_o.sdst = {32'd0, first_one(s0_i)};
            // From the top: reverse and search from below.
            7'd18: rsp_o.sdst = {32'd0, first_one(reversed({a, 32'd0}))};
            7'd19: rsp_o.sdst = {32'd0, first_one(reversed(s0_i))};
            7'd20: rsp_o.sdst = {32'd0, first_one(reversed({a ^ {32{a[31]}}, 32'd0}))};
            7'd21: rsp_o.sdst = {32'd0, first_one(reversed(s0_i ^ {64{s0_i[63]}}))};
            7'd22: rsp_o.sdst = {32'd0, {24{a[7]}}, a[7:0]};
            7'd23: rsp_o.sdst = {32'd0, {16{a[15]}}, a[15:0]};
            7'd24: rsp_o.sdst = s2_i & ~(64'd1 << a[4:0]);
            7'd25: rsp_o.sdst = s2_i & ~(64'd1 << a[5:0]);
            7'd26: rsp_o.sdst = s2_i | (64'd1 << a[4:0]);
            7'd27: rsp_o.sdst = s2_i | (64'd1 << a[5:0]);
            7'd28, 7'd30: rsp_o.sdst = {16'd0, npc_i};
            7'd32, 7'd33, 7'd34, 7'd35, 7'd36, 7'd37, 7'd38, 7'd39, 7'd51, 7'd52,
            7'd53, 7'd54: begin
              unique case (op_i)
                7'd32: rsp_o.exec = s0_i & exec_i;
                7'd33: rsp_o.exec = s0_i | exec_i;
                7'd34: rsp_o.exec = s0_i ^ exec_i;
                7'd35, 7'd54: rsp_o.exec = s0_i & ~exec_i;
                7'd36: rsp_o.exec = s0_i | ~exec_i;
                7'd37: rsp_o.exec = ~(s0_i & exec_i);
                7'd38: rsp_o.exec = ~(s0_i | exec_i);
                7'd39: rsp_o.exec = ~(s0_i ^ exec_i);
                7'd52: rsp_o.exec = ~s0_i | exec_i;
                default: rsp_o.exec = ~s0_i & exec_i;
              endcase
              rsp_o.exec_we = 1'b1;
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = rsp_o.exec != '0;
              // wrexec writes the new mask, saveexec the old one
              rsp_o.sdst = op_i >= 7'd53 ? rsp_o.exec : exec_i;
            end
            7'd40, 7'd41: begin
              rsp_o.sdst = {48'd0, quads(s0_i)};
              result_scc = 1'b1;
            end
            7'd48: begin
              rsp_o.sdst = {32'd0, a[31] ? -a : a};
              result_scc = 1'b1;
            end
            7'd50: begin
              rsp_o.sdst_we = 1'b0;
              rsp_o.m0_we = 1'b1;
              rsp_o.m0[7:0] = a[7:0];
            end
            7'd55: begin
              for (int i = 0; i < 32; i++) rsp_o.sdst[2*i +: 2] = {2{a[i]}};
            end
            default: rsp_o.sdst_we = 1'b0;  // s_setpc, s_rfe, s_cbranch_join
          endcase
          result64 = 1'b1;  // 32-bit results have zeros above
          if (op_i == 7'd4) rsp_o.sdst[63:32] = '0;
        end
        front_pkg::FmtSopc: begin
          rsp_o.scc_we = 1'b1;
          unique case (op_i)
            7'd0, 7'd6: rsp_o.scc = a == b;
            7'd1, 7'd7: rsp_o.scc = a != b;
            7'd2: rsp_o.scc = $signed(a) > $signed(b);
            7'd3: rsp_o.scc = $signed(a) >= $signed(b);
            7'd4: rsp_o.scc = $signed(a) < $signed(b);
            7'd5: rsp_o.scc = $signed(a) <= $signed(b);
            7'd8: rsp_o.scc = a > b;
            7'd9: rsp_o.scc = a >= b;
            7'd10: rsp_o.scc = a < b;
            7'd11: rsp_o.scc = a <= b;
            7'd12: rsp_o.scc = !a[b[4:0]];
            7'd13: rsp_o.scc = a[b[4:0]];
            7'd14: rsp_o.scc = !s0_i[b[5:0]];
            7'd15: rsp_o.scc = s0_i[b[5:0]];
            7'd16: begin
              rsp_o.scc_we = 1'b0;
              rsp_o.mode_we = 1'b1;
              rsp_o.mode[28] = a[b[4:0]];
            end
            7'd17: begin
              rsp_o.scc_we = 1'b0;
              rsp_o.mode_we = 1'b1;
              rsp_o.mode[27] = 1'b1;
              rsp_o.m0_we = 1'b1;
              rsp_o.m0[7:0] = a[7:0];
              rsp_o.m0[15:12] = field1_i[3:0];
            end
            7'd18: rsp_o.scc = s0_i == s1_i;
            default: rsp_o.scc = s0_i != s1_i;
          endcase
        end
        front_pkg::FmtSopk: begin
          // The unsigned compares are opcodes 8..13.
          if (op_i >= 7'd8 && op_i <= 7'd13) imm = {16'd0, simm_i};
          rsp_o.scc_we = op_i >= 7'd2 && op_i <= 7'd14;
          unique case (op_i)
            7'd0: begin rsp_o.sdst_we = 1'b1; rsp_o.sdst = {32'd0, imm}; end
            7'd1: begin rsp_o.sdst_we = scc_i; rsp_o.sdst = {32'd0, imm}; end
            7'd2, 7'd8: rsp_o.scc = d == imm;
            7'd3, 7'd9: rsp_o.scc = d != imm;
            7'd4: rsp_o.scc = $signed(d) > $signed(imm);
            7'd5: rsp_o.scc = $signed(d) >= $signed(imm);
            7'd6: rsp_o.scc = $signed(d) < $signed(imm);
            7'd7: rsp_o.scc = $signed(d) <= $signed(imm);
            7'd10: rsp_o.scc = d > imm;
            7'd11: rsp_o.scc = d >= imm;
            7'd12: rsp_o.scc = d < imm;
            7'd13: rsp_o.scc = d <= imm;
            7'd14: begin
              sum[31:0] = d + imm;
              rsp_o.sdst_we = 1'b1;
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc = d[31] == imm[31] && sum[31] != d[31];
            end
            7'd15: begin rsp_o.sdst_we = 1'b1; rsp_o.sdst = {32'd0, d * imm}; end
            7'd17: begin
              // {size-1, offset, id}: fields past bit 31 are cut by the shift
              mask = simm_i[15:11] == 5'd31 ? '1 : (32'd2 << simm_i[15:11]) - 32'd1;
              hw = (hwreg_i >> simm_i[10:6]) & mask;
              rsp_o.sdst_we = 1'b1;
              rsp_o.sdst = {32'd0, hw};
            end
            7'd18, 7'd20: begin
              // A program may write MODE (1), its trap handler also TRAPSTS (3).
              mask = simm_i[15:11] == 5'd31 ? '1 : (32'd2 << simm_i[15:11]) - 32'd1;
              hw = ((op_i == 7'd18 ? d : literal_i) & mask) << simm_i[10:6];
              mask = mask << simm_i[10:6];
              rsp_o.mode_we = simm_i[5:0] == 6'd1;
              rsp_o.mode = (hwreg_i & ~mask) | hw;
              trapsts_o.data = hw[14:0];
              if (priv_i && simm_i[5:0] == 6'd3) trapsts_o.mask = mask[14:0] & 15'h79FF;
            end
            7'd21: begin rsp_o.sdst_we = 1'b1; rsp_o.sdst = {16'd0, npc_i}; end
            default: ;  // s_cbranch_i_fork
          endcase
        end
        front_pkg::FmtSopp: begin
          if (op_i == 7'd28) begin
            rsp_o.mode_we = 1'b1;
            rsp_o.mode[27] = 1'b0;
          end else if (op_i == 7'd29) begin
            rsp_o.m0_we = 1'b1;
            rsp_o.m0[15:12] = simm_i[3:0];
          end else if (op_i == 7'd64) begin  // shared_on
            rsp_o.mode_we = 1'b1;
            rsp_o.mode[22] = 1'b1;
            rsp_o.m0_we = 1'b1;
            rsp_o.m0[19:16] = simm_i[3:0];
          end else if (op_i == 7'd65) begin  // shared_off
            rsp_o.mode_we = 1'b1;
            rsp_o.mode[22] = 1'b0;
          end
        end
        default: ;
      endcase
      if (result_scc) begin
        rsp_o.scc_we = 1'b1;
        rsp_o.scc = result64 ? rsp_o.sdst != '0 : rsp_o.sdst[31:0] != '0;
      end
    end
  end

  logic unused_bits;
  assign unused_bits = ^{field1_i[7:4], product[31:0]};
endmodule
