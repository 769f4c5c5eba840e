// SPDX-License-Identifier: Apache-2.0
// The scalar ALU: results and SCC of SOP1, SOP2, SOPC and SOPK (numerics.md 8), and what they and SOPP write
// to EXEC, M0 and hardware registers. Combinational. flow/branch.sv and flow/fork_join.sv compute the PC. A source of
// 32 bits has zeros above bit 31; only the low 32 bits of a 32-bit result count.
//
// coverage off toggle npc_i[1:0]: An instruction lies at a multiple of 4: so do the entry of a kernel, which loader.c
//   checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the two bits.
// coverage off toggle setreg_o.mask[31:15], setreg_o.mask[10:9], writable_i[31:15], writable_i[10:9]: The mask has only
//   bits of TrapstsWritable of hwreg_pkg.sv: s_setreg writes no other register by it.
module salu (
  input  logic                  valid_i,
  input  scalar_pkg::sfmt_e     fmt_i,
  input  logic [7:0]            op_i,        // op_pkg: the enum of the format
  input  logic                  sdst64_i,    // the destination has 64 bits
  input  logic [63:0]           s0_i,
  input  logic [63:0]           s1_i,
  input  logic [63:0]           s2_i,        // the destination as a source
  input  logic [15:0]           simm_i,
  input  logic [7:0]            field1_i,    // SSRC1 field: mask of s_set_gpr_idx_on
  input  logic [31:0]           literal_i,   // s_setreg_imm32
  input  logic [47:0]           npc_i,
  input  logic                  scc_i,
  input  logic [63:0]           exec_i,
  input  logic [31:0]           m0_i,
  input  isa_pkg::mode_t        mode_i,
  input  logic [31:0]           hwreg_i,     // s_getreg, s_setreg: the register named by simm_i[5:0]
  input  logic [31:0]           writable_i,  // its bits that setreg_o may write
  output scalar_pkg::salu_rsp_t rsp_o,
  output hwreg_pkg::setreg_t    setreg_o
);
  function automatic logic [63:0] reversed(logic [63:0] v);
    for (int i = 0; i < 64; i++) reversed[i] = v[63-i];
  endfunction

  // Position of the lowest one; -1 if there is none.
  function automatic logic [31:0] first_one(logic [63:0] v);
    logic [63:0] below;
    below = (v & (~v + 64'd1)) - 64'd1;
    first_one = v == '0 ? 32'hFFFFFFFF : {25'd0, bits_pkg::popcount64(below)};
  endfunction

  // Bit field of `value`, of 64 bits with `two`, else of 32. A field that passes the top is cut there.
  function automatic logic [63:0] field(logic [63:0] value, logic [5:0] offset, logic [6:0] width,
                                        logic is_signed, logic two);
    logic [6:0]  top, size;
    logic [63:0] shifted, mask;
    size = two ? 7'd64 : 7'd32;
    shifted = two ? value >> offset : {32'd0, value[31:0] >> offset[4:0]};
    // The bits from the offset up that exist, but no more than the width.
    top = size - {1'b0, two ? offset : {1'b0, offset[4:0]}};
    if (width < top) top = width;
    mask = top[6] ? '1 : (64'd1 << top[5:0]) - 64'd1;
    field = shifted & mask;
    if (is_signed && top != '0) begin
      if (|(field & (mask ^ (mask >> 1)))) field = field | ~mask;
    end
  endfunction

  // For each group of four bits, whether one of them is set.
  function automatic logic [15:0] quads(logic [63:0] v);
    for (int i = 0; i < 16; i++) quads[i] = |v[4*i +: 4];
  endfunction

  function automatic logic [2:0] lshl_add_shift(logic [7:0] op);
    unique case (op)
      op_pkg::Sop2Lshl1AddU32: lshl_add_shift = 3'd1;
      op_pkg::Sop2Lshl2AddU32: lshl_add_shift = 3'd2;
      op_pkg::Sop2Lshl3AddU32: lshl_add_shift = 3'd3;
      default: lshl_add_shift = 3'd4;
    endcase
  endfunction

  logic [31:0]           a, b, d;     // s0_i, s1_i, s2_i as 32-bit operands
  logic [31:0]           imm;
  logic [32:0]           sum;
  logic [63:0]           wide, product;
  logic                  result_scc;  // SCC is result != 0
  logic [31:0]           hw_mask;     // the field of s_getreg and s_setreg at its place
  logic [31:0]           hw_data;     // what s_setreg writes to it
  isa_pkg::mode_t        mode;
  isa_pkg::m0_index_t    m0;
  isa_pkg::hwreg_field_t hw_field;
  assign hw_field = simm_i;

  assign a = s0_i[31:0];
  assign b = s1_i[31:0];
  assign d = s2_i[31:0];

  always_comb begin
    rsp_o = '0;
    setreg_o = '0;
    rsp_o.exec = exec_i;
    m0 = m0_i;
    mode = mode_i;
    result_scc = 1'b0;
    imm = {{16{simm_i[15]}}, simm_i};
    sum = '0;
    wide = '0;
    product = '0;
    hw_mask = '0;
    hw_data = '0;
    if (valid_i) begin
      unique case (fmt_i)
        scalar_pkg::FmtSop2: begin
          rsp_o.sdst_we = op_i != op_pkg::Sop2CbranchGFork && op_i != op_pkg::Sop2RfeRestoreB64;
          unique case (op_i)
            op_pkg::Sop2AddU32, op_pkg::Sop2AddcU32: begin
              sum = {1'b0, a} + {1'b0, b} + {32'd0, op_i == op_pkg::Sop2AddcU32 && scc_i};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = sum[32];
            end
            op_pkg::Sop2SubU32, op_pkg::Sop2SubbU32: begin
              sum = {1'b0, a} - {1'b0, b} - {32'd0, op_i == op_pkg::Sop2SubbU32 && scc_i};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = sum[32];
            end
            op_pkg::Sop2AddI32: begin
              sum = {1'b0, a} + {1'b0, b};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a[31] == b[31] && sum[31] != a[31];
            end
            op_pkg::Sop2SubI32: begin
              sum = {1'b0, a} - {1'b0, b};
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a[31] != b[31] && sum[31] != a[31];
            end
            op_pkg::Sop2MinI32: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = $signed(a) < $signed(b);
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            op_pkg::Sop2MinU32: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a < b;
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            op_pkg::Sop2MaxI32: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = $signed(a) > $signed(b);
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            op_pkg::Sop2MaxU32: begin
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = a > b;
              rsp_o.sdst = rsp_o.scc ? s0_i : s1_i;
            end
            op_pkg::Sop2CselectB32, op_pkg::Sop2CselectB64: rsp_o.sdst = scc_i ? s0_i : s1_i;
            op_pkg::Sop2AndB32, op_pkg::Sop2AndB64: begin rsp_o.sdst = s0_i & s1_i; result_scc = 1'b1; end
            op_pkg::Sop2OrB32, op_pkg::Sop2OrB64: begin rsp_o.sdst = s0_i | s1_i; result_scc = 1'b1; end
            op_pkg::Sop2XorB32, op_pkg::Sop2XorB64: begin rsp_o.sdst = s0_i ^ s1_i; result_scc = 1'b1; end
            op_pkg::Sop2Andn2B32, op_pkg::Sop2Andn2B64: begin rsp_o.sdst = s0_i & ~s1_i; result_scc = 1'b1; end
            op_pkg::Sop2Orn2B32, op_pkg::Sop2Orn2B64: begin rsp_o.sdst = s0_i | ~s1_i; result_scc = 1'b1; end
            op_pkg::Sop2NandB32, op_pkg::Sop2NandB64: begin rsp_o.sdst = ~(s0_i & s1_i); result_scc = 1'b1; end
            op_pkg::Sop2NorB32, op_pkg::Sop2NorB64: begin rsp_o.sdst = ~(s0_i | s1_i); result_scc = 1'b1; end
            op_pkg::Sop2XnorB32, op_pkg::Sop2XnorB64: begin rsp_o.sdst = ~(s0_i ^ s1_i); result_scc = 1'b1; end
            op_pkg::Sop2LshlB32: begin rsp_o.sdst = {32'd0, a << b[4:0]}; result_scc = 1'b1; end
            op_pkg::Sop2LshlB64: begin rsp_o.sdst = s0_i << b[5:0]; result_scc = 1'b1; end
            op_pkg::Sop2LshrB32: begin rsp_o.sdst = {32'd0, a >> b[4:0]}; result_scc = 1'b1; end
            op_pkg::Sop2LshrB64: begin rsp_o.sdst = s0_i >> b[5:0]; result_scc = 1'b1; end
            op_pkg::Sop2AshrI32: begin
              wide = {{32{a[31]}}, a} >> b[4:0];
              rsp_o.sdst = {32'd0, wide[31:0]};
              result_scc = 1'b1;
            end
            op_pkg::Sop2AshrI64: begin
              rsp_o.sdst = (s0_i >> b[5:0]) | (s0_i[63] ? ~(64'hFFFFFFFFFFFFFFFF >> b[5:0]) : '0);
              result_scc = 1'b1;
            end
            op_pkg::Sop2BfmB32: rsp_o.sdst = {32'd0, ((32'd1 << a[4:0]) - 32'd1) << b[4:0]};
            op_pkg::Sop2BfmB64: rsp_o.sdst = ((64'd1 << a[5:0]) - 64'd1) << b[5:0];
            op_pkg::Sop2MulI32: rsp_o.sdst = {32'd0, a * b};
            op_pkg::Sop2BfeU32: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b0, 1'b0);
              result_scc = 1'b1;
            end
            op_pkg::Sop2BfeI32: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b1, 1'b0);
              result_scc = 1'b1;
            end
            op_pkg::Sop2BfeU64: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b0, 1'b1);
              result_scc = 1'b1;
            end
            op_pkg::Sop2BfeI64: begin
              rsp_o.sdst = field(s0_i, b[5:0], b[22:16], 1'b1, 1'b1);
              result_scc = 1'b1;
            end
            op_pkg::Sop2AbsdiffI32: begin
              sum[31:0] = a - b;
              rsp_o.sdst = {32'd0, sum[31] ? -sum[31:0] : sum[31:0]};
              result_scc = 1'b1;
            end
            op_pkg::Sop2MulHiU32: begin
              product = {32'd0, a} * {32'd0, b};
              rsp_o.sdst = {32'd0, product[63:32]};
            end
            op_pkg::Sop2MulHiI32: begin
              product = {{32{a[31]}}, a} * {{32{b[31]}}, b};
              rsp_o.sdst = {32'd0, product[63:32]};
            end
            op_pkg::Sop2Lshl1AddU32, op_pkg::Sop2Lshl2AddU32, op_pkg::Sop2Lshl3AddU32,
            op_pkg::Sop2Lshl4AddU32: begin
              wide = (s0_i << lshl_add_shift(op_i)) + s1_i;
              rsp_o.sdst = {32'd0, wide[31:0]};
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = wide[63:32] != '0;
            end
            op_pkg::Sop2PackLlB32B16: rsp_o.sdst = {32'd0, b[15:0], a[15:0]};
            op_pkg::Sop2PackLhB32B16: rsp_o.sdst = {32'd0, b[31:16], a[15:0]};
            op_pkg::Sop2PackHhB32B16: rsp_o.sdst = {32'd0, b[31:16], a[31:16]};
            default: ;
          endcase
        end
        scalar_pkg::FmtSop1: begin
          rsp_o.sdst_we = 1'b1;
          unique case (op_i)
            op_pkg::Sop1MovB32, op_pkg::Sop1MovB64, op_pkg::Sop1MovrelsB32, op_pkg::Sop1MovrelsB64,
            op_pkg::Sop1MovreldB32, op_pkg::Sop1MovreldB64: rsp_o.sdst = s0_i;
            op_pkg::Sop1CmovB32, op_pkg::Sop1CmovB64: begin
              rsp_o.sdst = s0_i;
              rsp_o.sdst_we = scc_i;
            end
            op_pkg::Sop1NotB32, op_pkg::Sop1NotB64: begin rsp_o.sdst = ~s0_i; result_scc = 1'b1; end
            op_pkg::Sop1WqmB32, op_pkg::Sop1WqmB64: begin
              for (int i = 0; i < 64; i++) rsp_o.sdst[i] = |s0_i[4*(i/4) +: 4];
              result_scc = 1'b1;
            end
            op_pkg::Sop1BrevB32: begin
              wide = reversed(s0_i);
              rsp_o.sdst = {32'd0, wide[63:32]};
            end
            op_pkg::Sop1BrevB64: rsp_o.sdst = reversed(s0_i);
            op_pkg::Sop1Bcnt0I32B32: begin
              rsp_o.sdst = {57'd0, bits_pkg::popcount64({32'd0, ~a})};
              result_scc = 1'b1;
            end
            op_pkg::Sop1Bcnt0I32B64: begin
              rsp_o.sdst = {57'd0, bits_pkg::popcount64(~s0_i)};
              result_scc = 1'b1;
            end
            op_pkg::Sop1Bcnt1I32B32, op_pkg::Sop1Bcnt1I32B64: begin
              rsp_o.sdst = {57'd0, bits_pkg::popcount64(s0_i)};
              result_scc = 1'b1;
            end
            op_pkg::Sop1Ff0I32B32: rsp_o.sdst = {32'd0, first_one({32'd0, ~a})};
            op_pkg::Sop1Ff0I32B64: rsp_o.sdst = {32'd0, first_one(~s0_i)};
            op_pkg::Sop1Ff1I32B32, op_pkg::Sop1Ff1I32B64: rsp_o.sdst = {32'd0, first_one(s0_i)};
            // From the top: reverse and search from below.
            op_pkg::Sop1FlbitI32B32: rsp_o.sdst = {32'd0, first_one(reversed({a, 32'd0}))};
            op_pkg::Sop1FlbitI32B64: rsp_o.sdst = {32'd0, first_one(reversed(s0_i))};
            op_pkg::Sop1FlbitI32: rsp_o.sdst = {32'd0, first_one(reversed({a ^ {32{a[31]}}, 32'd0}))};
            op_pkg::Sop1FlbitI32I64: rsp_o.sdst = {32'd0, first_one(reversed(s0_i ^ {64{s0_i[63]}}))};
            op_pkg::Sop1SextI32I8: rsp_o.sdst = {32'd0, {24{a[7]}}, a[7:0]};
            op_pkg::Sop1SextI32I16: rsp_o.sdst = {32'd0, {16{a[15]}}, a[15:0]};
            op_pkg::Sop1Bitset0B32: rsp_o.sdst = s2_i & ~(64'd1 << a[4:0]);
            op_pkg::Sop1Bitset0B64: rsp_o.sdst = s2_i & ~(64'd1 << a[5:0]);
            op_pkg::Sop1Bitset1B32: rsp_o.sdst = s2_i | (64'd1 << a[4:0]);
            op_pkg::Sop1Bitset1B64: rsp_o.sdst = s2_i | (64'd1 << a[5:0]);
            op_pkg::Sop1GetpcB64, op_pkg::Sop1SwappcB64: rsp_o.sdst = mem_pkg::canonical(npc_i);
            op_pkg::Sop1AndSaveexecB64, op_pkg::Sop1OrSaveexecB64, op_pkg::Sop1XorSaveexecB64,
            op_pkg::Sop1Andn2SaveexecB64, op_pkg::Sop1Orn2SaveexecB64, op_pkg::Sop1NandSaveexecB64,
            op_pkg::Sop1NorSaveexecB64, op_pkg::Sop1XnorSaveexecB64, op_pkg::Sop1Andn1SaveexecB64,
            op_pkg::Sop1Orn1SaveexecB64, op_pkg::Sop1Andn1WrexecB64, op_pkg::Sop1Andn2WrexecB64: begin
              unique case (op_i)
                op_pkg::Sop1AndSaveexecB64: rsp_o.exec = s0_i & exec_i;
                op_pkg::Sop1OrSaveexecB64: rsp_o.exec = s0_i | exec_i;
                op_pkg::Sop1XorSaveexecB64: rsp_o.exec = s0_i ^ exec_i;
                op_pkg::Sop1Andn2SaveexecB64, op_pkg::Sop1Andn2WrexecB64: rsp_o.exec = s0_i & ~exec_i;
                op_pkg::Sop1Orn2SaveexecB64: rsp_o.exec = s0_i | ~exec_i;
                op_pkg::Sop1NandSaveexecB64: rsp_o.exec = ~(s0_i & exec_i);
                op_pkg::Sop1NorSaveexecB64: rsp_o.exec = ~(s0_i | exec_i);
                op_pkg::Sop1XnorSaveexecB64: rsp_o.exec = ~(s0_i ^ exec_i);
                op_pkg::Sop1Orn1SaveexecB64: rsp_o.exec = ~s0_i | exec_i;
                default: rsp_o.exec = ~s0_i & exec_i;  // s_andn1_saveexec, s_andn1_wrexec
              endcase
              rsp_o.exec_we = 1'b1;
              rsp_o.scc_we = 1'b1;
              rsp_o.scc = rsp_o.exec != '0;
              // wrexec writes the new mask to its destination, saveexec the old one.
              rsp_o.sdst = op_i == op_pkg::Sop1Andn1WrexecB64 || op_i == op_pkg::Sop1Andn2WrexecB64 ?
                           rsp_o.exec : exec_i;
            end
            op_pkg::Sop1QuadmaskB32, op_pkg::Sop1QuadmaskB64: begin
              rsp_o.sdst = {48'd0, quads(s0_i)};
              result_scc = 1'b1;
            end
            op_pkg::Sop1AbsI32: begin
              rsp_o.sdst = {32'd0, a[31] ? -a : a};
              result_scc = 1'b1;
            end
            op_pkg::Sop1SetGprIdxIdx: begin
              rsp_o.sdst_we = 1'b0;
              rsp_o.m0_we = 1'b1;
              m0.index = a[7:0];
            end
            op_pkg::Sop1BitreplicateB64B32: begin
              for (int i = 0; i < 32; i++) rsp_o.sdst[2*i +: 2] = {2{a[i]}};
            end
            default: rsp_o.sdst_we = 1'b0;  // s_setpc, s_rfe, s_cbranch_join
          endcase
        end
        scalar_pkg::FmtSopc: begin
          rsp_o.scc_we = 1'b1;
          unique case (op_i)
            op_pkg::SopcCmpEqI32, op_pkg::SopcCmpEqU32: rsp_o.scc = a == b;
            op_pkg::SopcCmpLgI32, op_pkg::SopcCmpLgU32: rsp_o.scc = a != b;
            op_pkg::SopcCmpGtI32: rsp_o.scc = $signed(a) > $signed(b);
            op_pkg::SopcCmpGeI32: rsp_o.scc = $signed(a) >= $signed(b);
            op_pkg::SopcCmpLtI32: rsp_o.scc = $signed(a) < $signed(b);
            op_pkg::SopcCmpLeI32: rsp_o.scc = $signed(a) <= $signed(b);
            op_pkg::SopcCmpGtU32: rsp_o.scc = a > b;
            op_pkg::SopcCmpGeU32: rsp_o.scc = a >= b;
            op_pkg::SopcCmpLtU32: rsp_o.scc = a < b;
            op_pkg::SopcCmpLeU32: rsp_o.scc = a <= b;
            op_pkg::SopcBitcmp0B32: rsp_o.scc = !a[b[4:0]];
            op_pkg::SopcBitcmp1B32: rsp_o.scc = a[b[4:0]];
            op_pkg::SopcBitcmp0B64: rsp_o.scc = !s0_i[b[5:0]];
            op_pkg::SopcBitcmp1B64: rsp_o.scc = s0_i[b[5:0]];
            op_pkg::SopcSetvskip: begin
              rsp_o.scc_we = 1'b0;
              rsp_o.mode_we = 1'b1;
              mode.vskip = a[b[4:0]];
            end
            op_pkg::SopcSetGprIdxOn: begin
              rsp_o.scc_we = 1'b0;
              rsp_o.mode_we = 1'b1;
              mode.gpr_idx_en = 1'b1;
              rsp_o.m0_we = 1'b1;
              m0.index = a[7:0];
              m0.index_en = field1_i[3:0];
            end
            op_pkg::SopcCmpEqU64: rsp_o.scc = s0_i == s1_i;
            default: rsp_o.scc = s0_i != s1_i;  // s_cmp_lg_u64
          endcase
        end
        scalar_pkg::FmtSopk: begin
          unique case (op_i)
            op_pkg::SopkCmpkEqU32, op_pkg::SopkCmpkLgU32, op_pkg::SopkCmpkGtU32, op_pkg::SopkCmpkGeU32,
            op_pkg::SopkCmpkLtU32, op_pkg::SopkCmpkLeU32: begin
              imm = {16'd0, simm_i};
              rsp_o.scc_we = 1'b1;
            end
            op_pkg::SopkCmpkEqI32, op_pkg::SopkCmpkLgI32, op_pkg::SopkCmpkGtI32, op_pkg::SopkCmpkGeI32,
            op_pkg::SopkCmpkLtI32, op_pkg::SopkCmpkLeI32, op_pkg::SopkAddkI32: rsp_o.scc_we = 1'b1;
            default: rsp_o.scc_we = 1'b0;
          endcase
          unique case (op_i)
            op_pkg::SopkMovkI32: begin rsp_o.sdst_we = 1'b1; rsp_o.sdst = {32'd0, imm}; end
            op_pkg::SopkCmovkI32: begin rsp_o.sdst_we = scc_i; rsp_o.sdst = {32'd0, imm}; end
            op_pkg::SopkCmpkEqI32, op_pkg::SopkCmpkEqU32: rsp_o.scc = d == imm;
            op_pkg::SopkCmpkLgI32, op_pkg::SopkCmpkLgU32: rsp_o.scc = d != imm;
            op_pkg::SopkCmpkGtI32: rsp_o.scc = $signed(d) > $signed(imm);
            op_pkg::SopkCmpkGeI32: rsp_o.scc = $signed(d) >= $signed(imm);
            op_pkg::SopkCmpkLtI32: rsp_o.scc = $signed(d) < $signed(imm);
            op_pkg::SopkCmpkLeI32: rsp_o.scc = $signed(d) <= $signed(imm);
            op_pkg::SopkCmpkGtU32: rsp_o.scc = d > imm;
            op_pkg::SopkCmpkGeU32: rsp_o.scc = d >= imm;
            op_pkg::SopkCmpkLtU32: rsp_o.scc = d < imm;
            op_pkg::SopkCmpkLeU32: rsp_o.scc = d <= imm;
            op_pkg::SopkAddkI32: begin
              sum[31:0] = d + imm;
              rsp_o.sdst_we = 1'b1;
              rsp_o.sdst = {32'd0, sum[31:0]};
              rsp_o.scc = d[31] == imm[31] && sum[31] != d[31];
            end
            op_pkg::SopkMulkI32: begin rsp_o.sdst_we = 1'b1; rsp_o.sdst = {32'd0, d * imm}; end
            op_pkg::SopkGetregB32: begin
              hw_mask = hwreg_pkg::hwreg_mask(hw_field.size_less_1, hw_field.offset);
              rsp_o.sdst_we = 1'b1;
              rsp_o.sdst = {32'd0, (hwreg_i & hw_mask) >> hw_field.offset};
            end
            op_pkg::SopkSetregB32, op_pkg::SopkSetregImm32B32: begin
              hw_mask = hwreg_pkg::hwreg_mask(hw_field.size_less_1, hw_field.offset);
              hw_data = ((op_i == op_pkg::SopkSetregB32 ? d : literal_i) << hw_field.offset) & hw_mask;
              rsp_o.mode_we = hw_field.id == isa_pkg::HwregMode;
              mode = (hwreg_i & ~hw_mask) | hw_data;
              setreg_o = {hw_field.id, hw_mask & writable_i, hw_data};
            end
            op_pkg::SopkCallB64: begin rsp_o.sdst_we = 1'b1; rsp_o.sdst = mem_pkg::canonical(npc_i); end
            default: ;  // s_cbranch_i_fork
          endcase
        end
        scalar_pkg::FmtSopp: begin
          unique case (op_i)
            op_pkg::SoppSetGprIdxOff: begin
              rsp_o.mode_we = 1'b1;
              mode.gpr_idx_en = 1'b0;
            end
            op_pkg::SoppSetGprIdxMode: begin
              rsp_o.m0_we = 1'b1;
              m0.index_en = simm_i[3:0];
            end
            op_pkg::SoppSharedOn: begin
              rsp_o.mode_we = 1'b1;
              mode.shared = 1'b1;
              rsp_o.m0_we = 1'b1;
              m0.shared_en = simm_i[3:0];
            end
            op_pkg::SoppSharedOff: begin
              rsp_o.mode_we = 1'b1;
              mode.shared = 1'b0;
            end
            default: ;
          endcase
        end
        // coverage off case: Only scalar instructions come with valid_i, and none of them has FmtSmem, the one format
        //   without an arm.
        default: ;
      endcase
      if (result_scc) begin
        rsp_o.scc_we = 1'b1;
        rsp_o.scc = sdst64_i ? rsp_o.sdst != '0 : rsp_o.sdst[31:0] != '0;
      end
    end
    rsp_o.m0 = m0;
    rsp_o.mode = mode;
  end

  logic unused_bits;
  assign unused_bits = ^{field1_i[7:4], product[31:0]};
endmodule
