// SPDX-License-Identifier: Apache-2.0
// The scalar ALU: all of an instruction of SOP2, SOP1, SOPK, SOPC and SOPP but the reading and writing of registers
// (control-flow.md 2, numerics.md 8). Combinational.
module tiny_salu import tiny_pkg::*, tiny_op_pkg::*; (
  input  scalar_format_e format_i,
  input  logic [9:0]     op_i,
  input  logic [63:0]    a_i,         // sources
  input  logic [63:0]    b_i,
  input  logic [63:0]    old_i,       // destination before the instruction
  input  logic [15:0]    imm_i,
  input  logic           scc_i,
  input  logic [63:0]    exec_i,
  input  logic           vccz_i,
  input  logic [1:0]     cond_dbg_i,  // user, sys
  input  logic [47:0]    next_pc_i,   // of the instruction behind it
  output logic [63:0]    result_o,
  output logic           write_o,     // the destination is written
  output logic           scc_o,
  output logic [63:0]    exec_o,      // of the forms that write EXEC beside the destination
  output logic           write_exec_o,
  output logic [47:0]    pc_o         // of the next instruction
);
  function automatic logic [6:0] ones(input logic [63:0] x);
    ones = '0;
    for (int i = 0; i < 64; i++) ones += 7'(x[i]);
  endfunction

  // The lowest bit that is set, -1 if none is.
  function automatic logic [31:0] lowest(input logic [63:0] x);
    lowest = '1;
    for (int i = 63; i >= 0; i--) if (x[i]) lowest = 32'(i);
  endfunction

  function automatic logic [63:0] reversed(input logic [63:0] x);
    for (int i = 0; i < 64; i++) reversed[i] = x[63-i];
  endfunction

  // Bits offset.. of x, `width` of them.
  function automatic logic [63:0] field(input logic [63:0] x, input logic [5:0] offset, input logic [6:0] width,
                                        input logic sign, input logic of_64);
    logic [6:0]  bits, top;
    logic [63:0] shifted;
    bits    = of_64 ? 7'd64 : 7'd32;
    shifted = of_64 ? x : (sign ? {{32{x[31]}}, x[31:0]} : {32'b0, x[31:0]});
    shifted = sign ? 64'($signed(shifted) >>> offset) : shifted >> offset;
    if (width == '0) return '0;
    if (8'(width) + 8'(offset) >= 8'(bits)) return shifted;
    top     = 7'd64 - width;
    shifted = shifted << top;
    return sign ? 64'($signed(shifted) >>> top) : shifted >> top;
  endfunction

  logic [31:0] a, b, imm;
  logic [63:0] logic2, a_set;
  logic [32:0] sum, difference;
  logic [63:0] product_u;
  // verilator lint_off UNUSEDSIGNAL
  logic [63:0] product_s;  // its high half
  // verilator lint_on UNUSEDSIGNAL
  logic [36:0] shifted_sum;  // of s_lshlN_add
  logic        wide, taken;
  logic [47:0] target;
  logic [31:0] low;
  logic [63:0] full;

  assign a           = a_i[31:0];
  assign b           = format_i == Sopk ? imm : b_i[31:0];
  assign imm         = op_i inside {[SCmpkEqU32:SCmpkLeU32]} ? 32'(imm_i) : 32'($signed(imm_i));
  assign wide        = op_i[0];
  assign sum         = 33'(a) + 33'(b) + 33'(scc_i && op_i == SAddcU32);
  assign difference  = 33'(a) - 33'(b) - 33'(scc_i && op_i == SSubbU32);
  assign product_u   = 64'(a) * 64'(b);
  assign product_s   = 64'($signed(a)) * 64'($signed(b));
  assign shifted_sum = (37'(a) << (op_i - SLshl1AddU32 + 10'd1)) + 37'(b);
  assign target      = next_pc_i + 48'($signed({imm_i, 2'b00}));

  // and, or, xor, andn2, orn2, nand, nor, xnor: SOP2 12..27 by op[3:1], s_*_saveexec by op[2:0].
  function automatic logic [63:0] bitwise(input logic [2:0] kind, input logic [63:0] x, input logic [63:0] y);
    unique case (kind)
      3'd0: return x & y;
      3'd1: return x | y;
      3'd2: return x ^ y;
      3'd3: return x & ~y;
      3'd4: return x | ~y;
      3'd5: return ~(x & y);
      3'd6: return ~(x | y);
      default: return ~(x ^ y);
    endcase
  endfunction

  assign logic2 = bitwise(3'((op_i - SAndB32) >> 1), a_i, b_i) & (wide ? '1 : 64'hffff_ffff);
  assign a_set  = wide ? a_i : {32'b0, a};

  function automatic logic compare(input logic [2:0] kind, input logic less, input logic equal);
    unique case (kind)
      3'd0: return equal;
      3'd1: return !equal;
      3'd2: return !less && !equal;
      3'd3: return !less;
      3'd4: return less;
      default: return less || equal;
    endcase
  endfunction

  logic [31:0] left;
  logic [9:0]  compare_op;
  logic        compare_unsigned, less, equal;
  assign left             = format_i == Sopk ? old_i[31:0] : a;
  assign compare_op       = format_i == Sopk ? op_i - SCmpkEqI32 : op_i;
  assign compare_unsigned = compare_op >= SCmpEqU32;
  assign equal            = left == b;
  assign less             = compare_unsigned ? left < b : $signed(left) < $signed(b);

  always_comb begin
    full         = '0;  // a result of 64 bits; `low` is one of 32
    write_o      = 1'b1;
    scc_o        = scc_i;
    exec_o       = exec_i;
    write_exec_o = 1'b0;
    pc_o         = next_pc_i;
    taken        = 1'b0;
    low          = '0;
    unique case (format_i)
      Sop2: unique case (op_i) inside
        SAddU32, SAddcU32: begin low = sum[31:0]; scc_o = sum[32]; end
        SSubU32, SSubbU32: begin low = difference[31:0]; scc_o = difference[32]; end
        SAddI32: begin low = sum[31:0]; scc_o = a[31] == b[31] && sum[31] != a[31]; end
        SSubI32: begin low = difference[31:0]; scc_o = a[31] != b[31] && difference[31] != a[31]; end
        SMinI32: begin scc_o = $signed(a) < $signed(b); low = scc_o ? a : b; end
        SMinU32: begin scc_o = a < b; low = scc_o ? a : b; end
        SMaxI32: begin scc_o = $signed(a) > $signed(b); low = scc_o ? a : b; end
        SMaxU32: begin scc_o = a > b; low = scc_o ? a : b; end
        SCselectB32, SCselectB64: full = scc_i ? a_i : b_i;
        [SAndB32:SXnorB64]: begin full = logic2; scc_o = full != '0; end
        SLshlB32: begin low = a << b[4:0]; scc_o = low != '0; end
        SLshlB64: begin full = a_i << b[5:0]; scc_o = full != '0; end
        SLshrB32: begin low = a >> b[4:0]; scc_o = low != '0; end
        SLshrB64: begin full = a_i >> b[5:0]; scc_o = full != '0; end
        SAshrI32: begin low = 32'($signed(a) >>> b[4:0]); scc_o = low != '0; end
        SAshrI64: begin full = 64'($signed(a_i) >>> b[5:0]); scc_o = full != '0; end
        SBfmB32: begin low = ((32'd1 << a[4:0]) - 32'd1) << b[4:0]; end
        SBfmB64: full = ((64'd1 << a[5:0]) - 64'd1) << b[5:0];
        SMulI32: low = product_u[31:0];
        SBfeU32, SBfeI32: begin
          low = 32'(field(a_i, {1'b0, b[4:0]}, b[22:16], op_i[1], 1'b0));
          scc_o = low != '0;
        end
        SBfeU64, SBfeI64: begin
          full = field(a_i, b[5:0], b[22:16], op_i == SBfeI64, 1'b1);
          scc_o = full != '0;
        end
        SAbsdiffI32: begin
          low = difference[31] ? -difference[31:0] : difference[31:0];
          scc_o = low != '0;
        end
        SMulHiU32: low = product_u[63:32];
        SMulHiI32: low = product_s[63:32];
        [SLshl1AddU32:SLshl4AddU32]: begin low = shifted_sum[31:0]; scc_o = shifted_sum[36:32] != '0; end
        SPackLlB32B16: low = {b[15:0], a[15:0]};
        SPackLhB32B16: low = {b[31:16], a[15:0]};
        SPackHhB32B16: low = {b[31:16], a[31:16]};
        default: write_o = 1'b0;
      endcase
      Sop1: unique case (op_i) inside
        SMovB32, SMovB64: full = a_i;
        SCmovB32, SCmovB64: begin full = a_i; write_o = scc_i; end
        SNotB32, SNotB64: begin full = wide ? ~a_i : {32'b0, ~a}; scc_o = full != '0; end
        SWqmB32, SWqmB64: begin
          for (int i = 0; i < 16; i++) full[4*i+:4] = {4{a_set[4*i+:4] != '0}};
          scc_o = full != '0;
        end
        SBrevB32: full = reversed({a, 32'b0});
        SBrevB64: full = reversed(a_i);
        SBcnt0I32B32: begin low = 32'd32 - 32'(ones(a_set)); scc_o = low != '0; end
        SBcnt0I32B64: begin low = 32'd64 - 32'(ones(a_set)); scc_o = low != '0; end
        SBcnt1I32B32, SBcnt1I32B64: begin low = 32'(ones(a_set)); scc_o = low != '0; end
        SFf0I32B32: low = lowest({32'b0, ~a});
        SFf0I32B64: low = lowest(~a_i);
        SFf1I32B32, SFf1I32B64: low = lowest(a_set);
        SFlbitI32B32: low = lowest(reversed({a, 32'b0}));
        SFlbitI32B64: low = lowest(reversed(a_i));
        SFlbitI32: low = lowest(reversed({a ^ {32{a[31]}}, 32'b0}));
        SFlbitI32I64: low = lowest(reversed(a_i ^ {64{a_i[63]}}));
        SSextI32I8: low = 32'($signed(a[7:0]));
        SSextI32I16: low = 32'($signed(a[15:0]));
        SBitset0B32: low = old_i[31:0] & ~(32'd1 << a[4:0]);
        SBitset0B64: full = old_i & ~(64'd1 << a[5:0]);
        SBitset1B32: low = old_i[31:0] | 32'd1 << a[4:0];
        SBitset1B64: full = old_i | 64'd1 << a[5:0];
        SGetpcB64: full = 64'(next_pc_i);
        SSetpcB64: begin write_o = 1'b0; pc_o = {a_i[47:2], 2'b00}; end
        SSwappcB64: begin full = 64'(next_pc_i); pc_o = {a_i[47:2], 2'b00}; end
        [SAndSaveexecB64:SXnorSaveexecB64]: begin
          full     = exec_i;
          write_exec_o = 1'b1;
          exec_o       = bitwise(op_i[2:0], a_i, exec_i);
          scc_o        = exec_o != '0;
        end
        SQuadmaskB32, SQuadmaskB64: begin
          for (int i = 0; i < 16; i++) full[i] = a_set[4*i+:4] != '0;
          scc_o = full != '0;
        end
        SAbsI32: begin
          low = a[31] ? -a : a;
          scc_o = low != '0;
        end
        SAndn1SaveexecB64, SOrn1SaveexecB64: begin
          full     = exec_i;
          write_exec_o = 1'b1;
          exec_o       = op_i[0] ? ~a_i & exec_i : ~a_i | exec_i;
          scc_o        = exec_o != '0;
        end
        SAndn1WrexecB64, SAndn2WrexecB64: begin
          exec_o       = op_i[0] ? ~a_i & exec_i : a_i & ~exec_i;
          full     = exec_o;
          write_exec_o = 1'b1;
          scc_o        = exec_o != '0;
        end
        SBitreplicateB64B32: for (int i = 0; i < 32; i++) full[2*i+:2] = {2{a[i]}};
        default: write_o = 1'b0;
      endcase
      Sopc: begin
        write_o = 1'b0;
        unique case (op_i) inside
          [SCmpEqI32:SCmpLeI32]: scc_o = compare(op_i[2:0], less, equal);
          [SCmpEqU32:SCmpLeU32]: scc_o = compare(3'(op_i - SCmpEqU32), less, equal);
          SBitcmp0B32, SBitcmp1B32: scc_o = a[b[4:0]] == op_i[0];
          SBitcmp0B64, SBitcmp1B64: scc_o = a_i[b[5:0]] == op_i[0];
          default: scc_o = (a_i == b_i) == !op_i[0];
        endcase
      end
      Sopk: unique case (op_i) inside
        SMovkI32: low = b;
        SCmovkI32: begin low = b; write_o = scc_i; end
        [SCmpkEqI32:SCmpkLeI32]: begin write_o = 1'b0; scc_o = compare(3'(op_i - SCmpkEqI32), less, equal); end
        [SCmpkEqU32:SCmpkLeU32]: begin write_o = 1'b0; scc_o = compare(3'(op_i - SCmpkEqU32), less, equal); end
        SAddkI32: begin
          low = left + 32'($signed(imm_i));
          scc_o = left[31] == imm_i[15] && low[31] != left[31];
        end
        SMulkI32: low = left * 32'($signed(imm_i));
        SCallB64: begin full = 64'(next_pc_i); pc_o = target; end
        default: write_o = 1'b0;
      endcase
      default: begin
        write_o = 1'b0;
        unique case (op_i)
          SBranch: taken = 1'b1;
          SCbranchScc0: taken = !scc_i;
          SCbranchScc1: taken = scc_i;
          SCbranchVccz: taken = vccz_i;
          SCbranchVccnz: taken = !vccz_i;
          SCbranchExecz: taken = exec_i == '0;
          SCbranchExecnz: taken = exec_i != '0;
          SCbranchCdbgsys: taken = cond_dbg_i[1];
          SCbranchCdbguser: taken = cond_dbg_i[0];
          SCbranchCdbgsysOrUser: taken = cond_dbg_i != '0;
          SCbranchCdbgsysAndUser: taken = cond_dbg_i == '1;
          default: taken = 1'b0;
        endcase
        if (taken) pc_o = target;
      end
    endcase
  end
  assign result_o = full | {32'b0, low};
endmodule
