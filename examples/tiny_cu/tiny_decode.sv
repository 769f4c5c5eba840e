// SPDX-License-Identifier: Apache-2.0
// The decoder: what an instruction is, and whether the unit has it (gfx9-encoding.md). It has no SDWA, DPP or CLAMP.
module tiny_decode import tiny_pkg::*, tiny_op_pkg::*; (
  input  logic [31:0] word0_i,
  input  logic [31:0] word1_i,
  input  logic [6:0]  sgpr_size_i,  // allocated registers of the wave
  input  logic [8:0]  vgpr_size_i,
  input  logic        trap_en_i,
  input  logic        unaligned_i,  // alignment mode 3, the only one with vector memory here (D-ILL-6)
  output decoded_t    decoded_o
);
  // How the formats are told apart (gfx9-encoding.md 2), and the SADDR of GLOBAL that names no register.
  localparam logic [5:0] Vop1 = 6'h3f, Vopc = 6'h3e, Vop3 = 6'b110100, Smem = 6'b110000, Flat = 6'b110111;
  localparam logic [6:0] Sop1Code = 7'h7d, SopcCode = 7'h7e, SoppCode = 7'h7f, NoSaddr = 7'h7f;
  localparam logic [1:0] SegGlobal = 2'd2;

  // A register that the wave has: `count` from code on, of 0..107, M0 and EXEC.
  function automatic logic sgprs_exist(input logic [8:0] code, input logic [4:0] count);
    logic [8:0] last;
    last = code + 9'(count) - 9'd1;
    if (code <= VccHi) begin
      if (last > VccHi) return 1'b0;
      return last >= FlatScratch ? (code >= FlatScratch || 9'(sgpr_size_i) == FlatScratch) : last < 9'(sgpr_size_i);
    end
    return (code == M0 && count == 5'd1) || (code == ExecLo && count <= 5'd2) || (code == ExecHi && count == 5'd1);
  endfunction

  function automatic logic source_legal(input logic [8:0] code, input logic wide);
    if (code >= FirstVgpr) return 9'(code[7:0]) + 9'(wide) < vgpr_size_i;
    if (code < FirstConstant) return sgprs_exist(code, wide ? 5'd2 : 5'd1) && !(wide && code[0]);
    return code inside {[FirstConstant:Minus16], [SharedBase:OneOverTwoPi], [Vccz:Scc], Literal};
  endfunction

  function automatic logic sdst_legal(input logic [6:0] code, input logic wide);
    return sgprs_exist(9'(code), wide ? 5'd2 : 5'd1) && !(wide && code[0]);
  endfunction

  // The code of a scalar value that a source takes from the constant bus; others have bit 9 clear (5.1).
  function automatic logic [9:0] on_bus(input logic used, input logic [8:0] code);
    return {used && (code < FirstConstant || code inside {[SharedBase:PopsExitingWaveId], [Vccz:Scc], Literal}), code};
  endfunction

  // What a vector opcode has, by its VOP3 number (numerics.md 7).
  function automatic decoded_t vector_op(input logic [9:0] op);
    decoded_t d;
    d          = '0;
    d.unit     = UnitVector;
    d.op       = op;
    d.legal    = 1'b1;
    d.used     = 3'b011;
    d.has_vdst = 1'b1;
    unique case (op) inside
      [VCmpFI32:VCmpxTU32], [VCmpFI64:VCmpxTU64]: begin  // compares: i32 and u32, i64 and u64
        d.has_vdst  = 1'b0;
        d.carry_out = 1'b1;
        d.cmpx      = op[4];
        d.wide      = op[5] ? 3'b011 : 3'b000;
        d.signed64  = !op[3];
      end
      VCndmaskB32: begin d.used = 3'b111; d.carry_in = 1'b1; end
      [VMulI32I24:VMulHiU32U24], [VMinI32:VXorB32], [VAddU32:VSubrevU32]: ;
      [VAddCoU32:VSubrevCoU32]: d.carry_out = 1'b1;
      [VAddcCoU32:VSubbrevCoU32]: begin d.used = 3'b111; d.carry_in = 1'b1; d.carry_out = 1'b1; end
      VNop: begin d.used = 3'b000; d.has_vdst = 1'b0; end
      VMovB32, [VNotB32:VFfbhI32], VSatPkU8I16: d.used = 3'b001;
      VReadfirstlaneB32: begin d.used = 3'b001; d.has_vdst = 1'b0; d.has_sdst = 1'b1; end
      VMadI32I24, VMadU32U24, [VBfeU32:VBfiB32], VAlignbitB32, [VMin3I32:VMin3U32], [VMax3I32:VMax3U32], VXadU32,
      [VLshlAddU32:VOr3B32]: d.used = 3'b111;
      VMadU64U32: begin d.used = 3'b111; d.wide = 3'b100; d.wide_vdst = 1'b1; d.carry_out = 1'b1; end
      [VMulLoU32:VMulHiI32], VBcntU32B32, VBfmB32: ;
      VReadlaneB32: begin d.has_vdst = 1'b0; d.has_sdst = 1'b1; end
      VWritelaneB32: ;
      [VLshlrevB64:VAshrrevI64]: begin d.wide = 3'b010; d.wide_vdst = 1'b1; end
      default: d.legal = 1'b0;
    endcase
    return d;
  endfunction

  logic [31:0] w;
  decoded_t    d;
  logic        lane_access;  // v_readlane, v_writelane
  logic        literal;
  logic [9:0]  bus0, bus1, bus2;
  logic [4:0]  dwords;
  logic        sopk_compare;

  assign w            = word0_i;
  assign sopk_compare = 10'(w[27:23]) inside {[SCmpkEqI32:SCmpkLeU32]};

  always_comb begin
    d           = '0;
    dwords      = '0;
    bus0        = '0;
    bus1        = '0;
    bus2        = '0;
    lane_access = 1'b0;
    if (!w[31]) begin
      // VOP1, VOPC, VOP2: one word, and a literal. Their VOP3 numbers begin at 320, 0 and 256.
      if (w[30:25] == Vop1) d = vector_op(VNop + 10'(w[16:9]));
      else if (w[30:25] == Vopc) d = vector_op(10'(w[24:17]));
      else d = vector_op(VCndmaskB32 + 10'(w[30:25]));
      if (w[30:25] == Vop1 && d.op > VSatPkU8I16) d.legal = 1'b0;  // what only VOP3 has
      d.src[0] = w[8:0];
      d.src[1] = {1'b1, w[16:9]};
      d.src[2] = VccLo;
      d.vdst   = w[24:17];
      d.sdst   = d.has_sdst ? w[23:17] : VccLo[6:0];
      if (d.has_sdst && w[24]) d.legal = 1'b0;
      d.two_words = w[8:0] inside {SdwaWord, DppWord, Literal};
    end else if (w[31:26] == Vop3) begin
      // VOP3. Its numbers have no VOP1 opcode that only the short form has, and no CLAMP here.
      d = vector_op(w[25:16]);
      if (d.op == VReadfirstlaneB32 || w[15]) d.legal = 1'b0;
      d.src[0]    = word1_i[8:0];
      d.src[1]    = word1_i[17:9];
      d.src[2]    = word1_i[26:18];
      d.vdst      = w[7:0];
      d.sdst      = w[25:16] < VCndmaskB32 || d.has_sdst ? w[6:0] : w[14:8];
      if ((w[25:16] < VCndmaskB32 || d.has_sdst) && w[7]) d.legal = 1'b0;
      d.two_words = 1'b1;
      if (d.op == VCndmaskB32) begin
        d.abs = w[9:8];
        d.neg = word1_i[30:29];
      end
      if (d.src[0] == Literal || d.src[1] == Literal || d.src[2] == Literal) d.legal = 1'b0;
    end else if (w[31:26] == Smem) begin
      // SMEM loads of 1 to 16 dwords (buffer-memory.md 13). src[0]: the base; src[1]: a register offset.
      d.unit      = UnitSmem;
      d.two_words = 1'b1;
      d.op        = 10'(w[25:18]);
      d.legal     = d.op <= SLoadDwordx16;
      dwords      = 5'd1 << w[20:18];
      d.src[0]    = 9'({w[5:0], 1'b0});
      d.src[1]    = w[14] ? 9'(word1_i[31:25]) : 9'(word1_i[6:0]);
      d.used      = {1'b0, w[14] || !w[17], 1'b1};
      d.wide      = 3'b001;
      d.sdst      = w[12:6];
      d.has_sdst  = 1'b1;
      if (w[12:6] > VccHi[6:0] || (dwords > 5'd1 && w[6]) || (dwords > 5'd2 && w[7])) d.legal = 1'b0;
      if (!sgprs_exist(9'(w[12:6]), dwords)) d.legal = 1'b0;
      if (d.used[1] && d.src[1] inside {ExecLo, ExecHi}) d.legal = 1'b0;
    end else if (w[31:26] == Flat) begin
      // GLOBAL (buffer-memory.md 10). src[0]: VGPR of the address; src[1]: SGPR pair; src[2]: VGPR of store data.
      d.unit      = UnitVmem;
      d.two_words = 1'b1;
      d.op        = 10'(w[24:18]);
      d.legal     = w[15:14] == SegGlobal && !w[13] && !w[25] && unaligned_i &&
                    d.op inside {[GlobalLoadUbyte:GlobalStoreByte], GlobalStoreShort,
                                 [GlobalStoreDword:GlobalStoreDwordx4]};
      d.src[0]    = {1'b1, word1_i[7:0]};
      d.src[1]    = 9'(word1_i[22:16]);
      d.src[2]    = {1'b1, word1_i[15:8]};
      d.used      = {1'b0, word1_i[22:16] != NoSaddr, 1'b1};
      d.wide      = {2'b01, word1_i[22:16] == NoSaddr};
      d.has_vdst  = d.op < GlobalStoreByte;
      d.vdst      = d.has_vdst ? word1_i[31:24] : word1_i[15:8];
      dwords      = d.op inside {[GlobalLoadDword:GlobalLoadDwordx4], [GlobalStoreDword:GlobalStoreDwordx4]} ?
                    5'(w[19:18]) + 5'd1 : 5'd1;
      if (9'(d.vdst) + 9'(dwords) > vgpr_size_i) d.legal = 1'b0;
      if (d.used[1] && d.src[1] > VccHi) d.legal = 1'b0;
    end else if (w[31:30] == 2'b10) begin
      // Scalar: SOP1, SOPC, SOPP, SOPK, SOP2.
      d.unit  = UnitScalar;
      d.legal = 1'b1;
      if (w[29:23] == Sop1Code) begin
        d.format   = Sop1;
        d.op       = 10'(w[15:8]);
        d.src[0]   = 9'(w[7:0]);
        d.used     = 3'b001;
        d.sdst     = w[22:16];
        d.has_sdst = 1'b1;
        d.signed64 = d.op == SFlbitI32I64;
        unique case (d.op) inside
          [SMovB32:SBrevB64]: begin d.wide = {2'b0, w[8]}; d.wide_sdst = w[8]; end
          [SBcnt0I32B32:SFlbitI32I64]: d.wide = {2'b0, w[8]};
          [SSextI32I8:SSextI32I16], SAbsI32: ;
          [SBitset0B32:SBitset1B64]: begin d.wide_sdst = w[8]; d.reads_sdst = 1'b1; end
          SGetpcB64: begin d.used = 3'b000; d.wide_sdst = 1'b1; end
          SSetpcB64: begin d.wide = 3'b001; d.has_sdst = 1'b0; end
          SSwappcB64, [SAndSaveexecB64:SXnorSaveexecB64], [SAndn1SaveexecB64:SAndn2WrexecB64]: begin
            d.wide      = 3'b001;
            d.wide_sdst = 1'b1;
          end
          [SQuadmaskB32:SQuadmaskB64]: begin d.wide = {2'b0, w[8]}; d.wide_sdst = w[8]; end
          SBitreplicateB64B32: d.wide_sdst = 1'b1;
          default: d.legal = 1'b0;
        endcase
        if (d.op inside {SSetpcB64, SSwappcB64} && d.src[0] >= FirstConstant) d.legal = 1'b0;
      end else if (w[29:23] == SopcCode) begin
        d.format = Sopc;
        d.op     = 10'(w[22:16]);
        d.src[0] = 9'(w[7:0]);
        d.src[1] = 9'(w[15:8]);
        d.used   = 3'b011;
        d.legal  = d.op inside {[SCmpEqI32:SBitcmp1B64], SCmpEqU64, SCmpLgU64};
        d.wide   = d.op inside {SBitcmp0B64, SBitcmp1B64} ? 3'b001 : {1'b0, {2{d.op >= SCmpEqU64}}};
      end else if (w[29:23] == SoppCode) begin
        d.format = Sopp;
        d.op     = 10'(w[22:16]);
        d.legal  = d.op inside {[SNop:SWaitcnt], SSleep, SSetprio, [SIcacheInv:SDecperflevel],
                               [SCbranchCdbgsys:SEndpgmSaved], SEndpgmOrderedPsDone} ||
                   (d.op == STrap && !trap_en_i);
      end else if (w[31:28] == 4'b1011) begin
        d.format     = Sopk;
        d.op         = 10'(w[27:23]);
        d.sdst       = w[22:16];
        d.has_sdst   = !sopk_compare;
        d.reads_sdst = d.op inside {[SCmpkEqI32:SMulkI32]};
        d.wide_sdst  = d.op == SCallB64;
        d.legal      = d.op inside {[SMovkI32:SMulkI32], SCallB64} && sdst_legal(w[22:16], d.wide_sdst);
      end else begin
        d.format   = Sop2;
        d.op       = 10'(w[29:23]);
        d.src[0]   = 9'(w[7:0]);
        d.src[1]   = 9'(w[15:8]);
        d.used     = 3'b011;
        d.sdst     = w[22:16];
        d.has_sdst = 1'b1;
        d.signed64 = d.op inside {SAshrI64, SBfeI64};
        d.legal    = d.op inside {[SAddU32:SBfeI64], SAbsdiffI32, [SMulHiU32:SPackHhB32B16]};
        if (d.op inside {SCselectB64, [SAndB64:SXnorB64]}) begin
          d.wide      = {1'b0, {2{w[23]}}};
          d.wide_sdst = w[23];
        end else if (d.op inside {SLshlB64, SLshrB64, SAshrI64, SBfeU64, SBfeI64}) begin
          d.wide      = 3'b001;
          d.wide_sdst = 1'b1;
        end else begin
          d.wide_sdst = d.op == SBfmB64;
        end
      end
      d.two_words = (d.used[0] && d.src[0] == Literal) || (d.used[1] && d.src[1] == Literal);
    end
    d.literal = word1_i;

    // Operands. A literal as a scalar source is legal here: VOP3 and memory have none.
    lane_access = d.unit == UnitVector && d.op inside {VReadlaneB32, VWritelaneB32};
    for (int i = 0; i < 3; i++) begin
      if (d.used[i] && !source_legal(d.src[i], d.wide[i] || (d.carry_in && i == 2))) d.legal = 1'b0;
      if (d.unit == UnitScalar && d.src[i] inside {SdwaWord, DppWord}) d.legal = 1'b0;
    end
    if (d.has_sdst && d.unit != UnitSmem && !sdst_legal(d.sdst, d.wide_sdst)) d.legal = 1'b0;
    if (d.unit == UnitVector) begin
      literal = d.src[0] == Literal;
      if (d.has_vdst && 9'(d.vdst) + 9'(d.wide_vdst) >= vgpr_size_i) d.legal = 1'b0;
      if (d.carry_out && !(sdst_legal(d.sdst, 1'b1) && d.sdst <= ExecLo[6:0])) d.legal = 1'b0;
      if (d.carry_in && d.src[2] >= FirstConstant) d.legal = 1'b0;
      if (d.op inside {VReadfirstlaneB32, VReadlaneB32} && d.src[0] < FirstVgpr) d.legal = 1'b0;
      if (lane_access && (d.src[1] >= FirstVgpr || literal)) d.legal = 1'b0;
      if (d.op == VWritelaneB32 && d.src[0] >= FirstVgpr) d.legal = 1'b0;
      bus0 = on_bus(d.used[0], d.src[0]);
      bus1 = on_bus(d.used[1], d.src[1]);
      bus2 = on_bus(d.used[2], d.src[2]);
      if ((bus0[9] && bus1[9] && bus0 != bus1 &&
           !(d.op == VWritelaneB32 && (d.src[0] == M0 || d.src[1] == M0))) ||
          (bus0[9] && bus2[9] && bus0 != bus2) || (bus1[9] && bus2[9] && bus1 != bus2)) begin
        d.legal = 1'b0;
      end
    end else begin
      literal = 1'b0;
    end
  end

  assign decoded_o = d;
endmodule
