// SPDX-License-Identifier: Apache-2.0
// Decoder of vector ALU instructions: VOP1, VOP2, VOPC with SDWA and DPP, VOP3A, VOP3B, VOP3P
// (gfx9-encoding.md 2, 3 and 5),
// combinational, from the instruction words alone. Checked here: that the opcode is in the unit
// (numerics.md 11), operand codes, pairs, literals, the constant bus. Not checked here:
// anything that depends on the wave (allocation sizes, PRIV). For words of other formats legal is 0.
// size8 holds for every VOP word, legal or not.
module valu_decode (
  input  logic [31:0] w0_i,
  input  logic [31:0] w1_i,
  output cu_pkg::valu_dec_t dec_o
);
  // How an opcode uses the fields.
  typedef enum logic [5:0] {
    KindNone, KindNop,
    KindInt1, KindInt2, KindInt3,   // integer or bitwise, modifiers ignored
    KindClamp2, KindClamp3,         // integer with a saturating clamp
    KindFp1, KindFp2, KindFp3,      // all modifiers
    KindFpMac,                      // source 2 is the destination
    KindDivFmas,                    // as KindFp3, and VCC besides
    KindFpToInt, KindIntToFp, KindLdexp,
    KindCmpFp, KindCmpInt, KindCmpI64, KindCmpU64, KindClass,
    KindCarryOut, KindCarryInOut, KindCndmask,
    KindMadU64, KindMadI64, KindShiftB64, KindShiftI64,
    KindQsad, KindMqsad32,
    KindPack2, KindPack3,           // VOP3P: two halves, each with a saturating clamp
    KindReadlane, KindReadfirstlane, KindWritelane, KindSwap
  } kind_e;

  // ---- format and a common opcode number: VOPC, 256 + VOP2, 320 + VOP1, VOP3 as is,
  // 896 + VOP3P, which is its place in VOP3
  logic is_vop3, is_vop1, is_vopc, is_vop2;
  logic [9:0] opcode;
  assign is_vop3 = w0_i[31:26] == 6'b110100;
  assign is_vop1 = w0_i[31:25] == 7'b0111111;
  assign is_vopc = w0_i[31:25] == 7'b0111110;
  assign is_vop2 = !w0_i[31] && !is_vop1 && !is_vopc;

  always_comb begin
    if (is_vop3) opcode = w0_i[25:16];
    else if (is_vop1) opcode = 10'd320 + {2'd0, w0_i[16:9]};
    else if (is_vopc) opcode = {2'd0, w0_i[24:17]};
    else opcode = 10'd256 + {4'd0, w0_i[30:25]};
  end

  // ---- the opcodes -------------------------------------------------------------------------------
  logic [7:0] op;
  kind_e kind;
  always_comb begin
    op = valu_pkg::OpNop;
    kind = KindNone;
    if (is_vop3 || is_vop1 || is_vopc || is_vop2) begin
      unique casez (opcode)
        10'b00_0001_000?: begin op = valu_pkg::OpClassF32; kind = KindClass; end
        10'b00_010?_????: begin op = valu_pkg::OpCmpF32; kind = KindCmpFp; end
        10'b00_101?_0???: begin op = valu_pkg::OpCmpI16; kind = KindCmpInt; end
        10'b00_101?_1???: begin op = valu_pkg::OpCmpU16; kind = KindCmpInt; end
        10'b00_110?_0???: begin op = valu_pkg::OpCmpI32; kind = KindCmpInt; end
        10'b00_110?_1???: begin op = valu_pkg::OpCmpU32; kind = KindCmpInt; end
        10'b00_111?_0???: begin op = valu_pkg::OpCmpI64; kind = KindCmpI64; end
        10'b00_111?_1???: begin op = valu_pkg::OpCmpU64; kind = KindCmpU64; end
        // VOP2
        10'd256: begin op = valu_pkg::OpCndmask; kind = KindCndmask; end
        10'd257: begin op = valu_pkg::OpAddF32; kind = KindFp2; end
        10'd258: begin op = valu_pkg::OpSubF32; kind = KindFp2; end
        10'd259: begin op = valu_pkg::OpSubrevF32; kind = KindFp2; end
        10'd261: begin op = valu_pkg::OpMulF32; kind = KindFp2; end
        10'd262: begin op = valu_pkg::OpMulI24; kind = KindClamp2; end
        10'd263: begin op = valu_pkg::OpMulHiI24; kind = KindInt2; end
        10'd264: begin op = valu_pkg::OpMulU24; kind = KindClamp2; end
        10'd265: begin op = valu_pkg::OpMulHiU24; kind = KindInt2; end
        10'd266: begin op = valu_pkg::OpMinF32; kind = KindFp2; end
        10'd267: begin op = valu_pkg::OpMaxF32; kind = KindFp2; end
        10'd268: begin op = valu_pkg::OpMinI32; kind = KindInt2; end
        10'd269: begin op = valu_pkg::OpMaxI32; kind = KindInt2; end
        10'd270: begin op = valu_pkg::OpMinU32; kind = KindInt2; end
        10'd271: begin op = valu_pkg::OpMaxU32; kind = KindInt2; end
        10'd272: begin op = valu_pkg::OpLshrrev; kind = KindInt2; end
        10'd273: begin op = valu_pkg::OpAshrrev; kind = KindInt2; end
        10'd274: begin op = valu_pkg::OpLshlrev; kind = KindInt2; end
        10'd275: begin op = valu_pkg::OpAnd; kind = KindInt2; end
        10'd276: begin op = valu_pkg::OpOr; kind = KindInt2; end
        10'd277: begin op = valu_pkg::OpXor; kind = KindInt2; end
        10'd278: begin op = valu_pkg::OpMadF32; kind = KindFpMac; end
        // v_madmk_f32 and v_madak_f32 have no VOP3 form.
        10'd279: if (!is_vop3) begin op = valu_pkg::OpMadF32; kind = KindFp3; end
        10'd280: if (!is_vop3) begin op = valu_pkg::OpMadF32; kind = KindFp3; end
        10'd281: begin op = valu_pkg::OpAddU32; kind = KindCarryOut; end
        10'd282: begin op = valu_pkg::OpSubU32; kind = KindCarryOut; end
        10'd283: begin op = valu_pkg::OpSubrevU32; kind = KindCarryOut; end
        10'd284: begin op = valu_pkg::OpAddcU32; kind = KindCarryInOut; end
        10'd285: begin op = valu_pkg::OpSubbU32; kind = KindCarryInOut; end
        10'd286: begin op = valu_pkg::OpSubbrevU32; kind = KindCarryInOut; end
        10'd294: begin op = valu_pkg::OpAddU16; kind = KindClamp2; end
        10'd295: begin op = valu_pkg::OpSubU16; kind = KindClamp2; end
        10'd296: begin op = valu_pkg::OpSubrevU16; kind = KindClamp2; end
        10'd297: begin op = valu_pkg::OpMulLo16; kind = KindInt2; end
        10'd298: begin op = valu_pkg::OpLshlrev16; kind = KindInt2; end
        10'd299: begin op = valu_pkg::OpLshrrev16; kind = KindInt2; end
        10'd300: begin op = valu_pkg::OpAshrrev16; kind = KindInt2; end
        10'd303: begin op = valu_pkg::OpMaxU16; kind = KindInt2; end
        10'd304: begin op = valu_pkg::OpMaxI16; kind = KindInt2; end
        10'd305: begin op = valu_pkg::OpMinU16; kind = KindInt2; end
        10'd306: begin op = valu_pkg::OpMinI16; kind = KindInt2; end
        10'd308: begin op = valu_pkg::OpAddU32; kind = KindClamp2; end
        10'd309: begin op = valu_pkg::OpSubU32; kind = KindClamp2; end
        10'd310: begin op = valu_pkg::OpSubrevU32; kind = KindClamp2; end
        // VOP1
        10'd320: begin op = valu_pkg::OpNop; kind = KindNop; end
        10'd321: begin op = valu_pkg::OpMov; kind = KindInt1; end
        // v_readfirstlane_b32 and v_swap_b32 have no VOP3 form.
        10'd322: if (!is_vop3) begin op = valu_pkg::OpReadfirstlane; kind = KindReadfirstlane; end
        10'd325: begin op = valu_pkg::OpCvtF32I32; kind = KindIntToFp; end
        10'd326: begin op = valu_pkg::OpCvtF32U32; kind = KindIntToFp; end
        10'd327: begin op = valu_pkg::OpCvtU32F32; kind = KindFpToInt; end
        10'd328: begin op = valu_pkg::OpCvtI32F32; kind = KindFpToInt; end
        10'd330: begin op = valu_pkg::OpCvtF16F32; kind = KindFp1; end
        10'd331: begin op = valu_pkg::OpCvtF32F16; kind = KindFp1; end
        10'd332: begin op = valu_pkg::OpCvtRpi; kind = KindFpToInt; end
        10'd333: begin op = valu_pkg::OpCvtFlr; kind = KindFpToInt; end
        10'd337: begin op = valu_pkg::OpCvtF32Ub0; kind = KindIntToFp; end
        10'd338: begin op = valu_pkg::OpCvtF32Ub1; kind = KindIntToFp; end
        10'd339: begin op = valu_pkg::OpCvtF32Ub2; kind = KindIntToFp; end
        10'd340: begin op = valu_pkg::OpCvtF32Ub3; kind = KindIntToFp; end
        10'd347: begin op = valu_pkg::OpFractF32; kind = KindFp1; end
        10'd348: begin op = valu_pkg::OpTruncF32; kind = KindFp1; end
        10'd349: begin op = valu_pkg::OpCeilF32; kind = KindFp1; end
        10'd350: begin op = valu_pkg::OpRndneF32; kind = KindFp1; end
        10'd351: begin op = valu_pkg::OpFloorF32; kind = KindFp1; end
        10'd363: begin op = valu_pkg::OpNot; kind = KindInt1; end
        10'd364: begin op = valu_pkg::OpBfrev; kind = KindInt1; end
        10'd365: begin op = valu_pkg::OpFfbhU32; kind = KindInt1; end
        10'd366: begin op = valu_pkg::OpFfblB32; kind = KindInt1; end
        10'd367: begin op = valu_pkg::OpFfbhI32; kind = KindInt1; end
        // v_clrexcp
        10'd373: begin op = valu_pkg::OpNop; kind = KindNop; end
        10'd399: begin op = valu_pkg::OpSatPkU8; kind = KindInt1; end
        10'd401: if (!is_vop3) begin op = valu_pkg::OpSwap; kind = KindSwap; end
        // VOP3 only
        10'd449: begin op = valu_pkg::OpMadF32; kind = KindFp3; end
        10'd450: begin op = valu_pkg::OpMadI24; kind = KindClamp3; end
        10'd451: begin op = valu_pkg::OpMadU24; kind = KindClamp3; end
        10'd456: begin op = valu_pkg::OpBfeU32; kind = KindInt3; end
        10'd457: begin op = valu_pkg::OpBfeI32; kind = KindInt3; end
        10'd458: begin op = valu_pkg::OpBfi; kind = KindInt3; end
        10'd459: begin op = valu_pkg::OpFmaF32; kind = KindFp3; end
        10'd461: begin op = valu_pkg::OpLerpU8; kind = KindInt3; end
        10'd462: begin op = valu_pkg::OpAlignbit; kind = KindInt3; end
        10'd463: begin op = valu_pkg::OpAlignbyte; kind = KindInt3; end
        10'd464: begin op = valu_pkg::OpMin3F32; kind = KindFp3; end
        10'd465: begin op = valu_pkg::OpMin3I32; kind = KindInt3; end
        10'd466: begin op = valu_pkg::OpMin3U32; kind = KindInt3; end
        10'd467: begin op = valu_pkg::OpMax3F32; kind = KindFp3; end
        10'd468: begin op = valu_pkg::OpMax3I32; kind = KindInt3; end
        10'd469: begin op = valu_pkg::OpMax3U32; kind = KindInt3; end
        10'd470: begin op = valu_pkg::OpMed3F32; kind = KindFp3; end
        10'd471: begin op = valu_pkg::OpMed3I32; kind = KindInt3; end
        10'd472: begin op = valu_pkg::OpMed3U32; kind = KindInt3; end
        10'd473: begin op = valu_pkg::OpSadU8; kind = KindClamp3; end
        10'd474: begin op = valu_pkg::OpSadHiU8; kind = KindClamp3; end
        10'd475: begin op = valu_pkg::OpSadU16; kind = KindClamp3; end
        10'd476: begin op = valu_pkg::OpSadU32; kind = KindClamp3; end
        10'd482: begin op = valu_pkg::OpDivFmasF32; kind = KindDivFmas; end
        10'd484: begin op = valu_pkg::OpMsadU8; kind = KindClamp3; end
        10'd485: begin op = valu_pkg::OpQsadPk; kind = KindQsad; end
        10'd486: begin op = valu_pkg::OpMqsadPk; kind = KindQsad; end
        10'd487: begin op = valu_pkg::OpMqsadU32; kind = KindMqsad32; end
        10'd488: begin op = valu_pkg::OpMadU64; kind = KindMadU64; end
        10'd489: begin op = valu_pkg::OpMadI64; kind = KindMadI64; end
        10'd491: begin op = valu_pkg::OpMad16U; kind = KindClamp3; end
        10'd492: begin op = valu_pkg::OpMad16I; kind = KindClamp3; end
        10'd493: begin op = valu_pkg::OpPerm; kind = KindInt3; end
        10'd497: begin op = valu_pkg::OpMadU16; kind = KindClamp3; end
        10'd498: begin op = valu_pkg::OpMadI16; kind = KindClamp3; end
        10'd499: begin op = valu_pkg::OpXad; kind = KindInt3; end
        10'd501: begin op = valu_pkg::OpMin3I16; kind = KindInt3; end
        10'd502: begin op = valu_pkg::OpMin3U16; kind = KindInt3; end
        10'd504: begin op = valu_pkg::OpMax3I16; kind = KindInt3; end
        10'd505: begin op = valu_pkg::OpMax3U16; kind = KindInt3; end
        10'd507: begin op = valu_pkg::OpMed3I16; kind = KindInt3; end
        10'd508: begin op = valu_pkg::OpMed3U16; kind = KindInt3; end
        10'd509: begin op = valu_pkg::OpLshlAdd; kind = KindInt3; end
        10'd510: begin op = valu_pkg::OpAddLshl; kind = KindInt3; end
        10'd511: begin op = valu_pkg::OpAdd3; kind = KindInt3; end
        10'd512: begin op = valu_pkg::OpLshlOr; kind = KindInt3; end
        10'd513: begin op = valu_pkg::OpAndOr; kind = KindInt3; end
        10'd514: begin op = valu_pkg::OpOr3; kind = KindInt3; end
        10'd516: begin op = valu_pkg::OpMad16U; kind = KindClamp3; end
        10'd517: begin op = valu_pkg::OpMad16I; kind = KindClamp3; end
        10'd645: begin op = valu_pkg::OpMulLo; kind = KindInt2; end
        10'd646: begin op = valu_pkg::OpMulHiU32; kind = KindInt2; end
        10'd647: begin op = valu_pkg::OpMulHiI32; kind = KindInt2; end
        10'd648: begin op = valu_pkg::OpLdexpF32; kind = KindLdexp; end
        10'd649: begin op = valu_pkg::OpReadlane; kind = KindReadlane; end
        10'd650: begin op = valu_pkg::OpWritelane; kind = KindWritelane; end
        10'd651: begin op = valu_pkg::OpBcnt; kind = KindInt2; end
        10'd652: begin op = valu_pkg::OpMbcntLo; kind = KindInt2; end
        10'd653: begin op = valu_pkg::OpMbcntHi; kind = KindInt2; end
        10'd655: begin op = valu_pkg::OpLshlrev64; kind = KindShiftB64; end
        10'd656: begin op = valu_pkg::OpLshrrev64; kind = KindShiftB64; end
        10'd657: begin op = valu_pkg::OpAshrrev64; kind = KindShiftI64; end
        10'd659: begin op = valu_pkg::OpBfm; kind = KindInt2; end
        10'd663: begin op = valu_pkg::OpCvtPkU16; kind = KindInt2; end
        10'd664: begin op = valu_pkg::OpCvtPkI16; kind = KindInt2; end
        10'd668: begin op = valu_pkg::OpAddI32; kind = KindClamp2; end
        10'd669: begin op = valu_pkg::OpSubI32; kind = KindClamp2; end
        10'd670: begin op = valu_pkg::OpAddI16; kind = KindClamp2; end
        10'd671: begin op = valu_pkg::OpSubI16; kind = KindClamp2; end
        // VOP3P
        10'd896: begin op = valu_pkg::OpMad16I; kind = KindPack3; end
        10'd897: begin op = valu_pkg::OpMulLo16; kind = KindPack2; end
        10'd898: begin op = valu_pkg::OpAddI16; kind = KindPack2; end
        10'd899: begin op = valu_pkg::OpSubI16; kind = KindPack2; end
        10'd900: begin op = valu_pkg::OpLshlrev16; kind = KindPack2; end
        10'd901: begin op = valu_pkg::OpLshrrev16; kind = KindPack2; end
        10'd902: begin op = valu_pkg::OpAshrrev16; kind = KindPack2; end
        10'd903: begin op = valu_pkg::OpMaxI16; kind = KindPack2; end
        10'd904: begin op = valu_pkg::OpMinI16; kind = KindPack2; end
        10'd905: begin op = valu_pkg::OpMad16U; kind = KindPack3; end
        10'd906: begin op = valu_pkg::OpAddU16; kind = KindPack2; end
        10'd907: begin op = valu_pkg::OpSubU16; kind = KindPack2; end
        10'd908: begin op = valu_pkg::OpMaxU16; kind = KindPack2; end
        10'd909: begin op = valu_pkg::OpMinU16; kind = KindPack2; end
        default: ;
      endcase
      // VOP1 numbers may run into those of VOP3.
      if (is_vop1 && opcode > 10'd401) kind = KindNone;
    end
  end

  // ---- sources -----------------------------------------------------------------------------------
  logic is_madk;   // always followed by its constant
  assign is_madk = is_vop2 && (w0_i[30:25] == 6'd23 || w0_i[30:25] == 6'd24 ||
                               w0_i[30:25] == 6'd36 || w0_i[30:25] == 6'd37);

  logic [7:0] vdst;
  assign vdst = is_vop3 ? w0_i[7:0] : w0_i[24:17];

  // What the second dword is; it must also be a form that the opcode has.
  logic is_sdwa, is_dpp;
  assign is_sdwa = (is_vop1 || is_vop2 || is_vopc) && w0_i[8:0] == 9'd249;
  assign is_dpp = (is_vop1 || is_vop2 || is_vopc) && w0_i[8:0] == 9'd250;

  logic [8:0] code0, code1, code2;
  always_comb begin
    code0 = is_vop3 ? w1_i[8:0] : w0_i[8:0];
    code1 = is_vop3 ? w1_i[17:9] : {1'b1, w0_i[16:9]};
    if (is_sdwa) begin
      code0 = {!w1_i[23], w1_i[7:0]};
      code1 = {!w1_i[31], w0_i[16:9]};
    end
    if (is_dpp) code0 = {1'b1, w1_i[7:0]};
    code2 = w1_i[26:18];
    if (is_vop2 && opcode == 10'd279) begin
      code1 = 9'd255;
      code2 = {1'b1, w0_i[16:9]};
    end
    if (is_vop2 && opcode == 10'd280) code2 = 9'd255;
    if (kind == KindFpMac) code2 = {1'b1, vdst};
    if (kind == KindSwap) code1 = {1'b1, vdst};
  end

  // The fields that the sources come from.
  logic [1:0] rel1, rel2;
  always_comb begin
    rel1 = 2'd1;
    rel2 = 2'd2;
    if (is_vop2 && opcode == 10'd279) rel2 = 2'd1;
    if (kind == KindFpMac) rel2 = 2'd3;
    if (kind == KindSwap) rel1 = 2'd3;
  end

  logic [2:0] used, is64;
  always_comb begin
    is64 = 3'b000;
    unique case (kind)
      KindNone, KindNop: used = 3'b000;
      KindInt1, KindFp1, KindFpToInt, KindIntToFp, KindReadfirstlane: used = 3'b001;
      KindInt3, KindClamp3, KindFp3, KindFpMac, KindDivFmas, KindPack3: used = 3'b111;
      KindCarryInOut, KindCndmask: begin
        used = is_vop3 ? 3'b111 : 3'b011;
        is64 = is_vop3 ? 3'b100 : 3'b000;
      end
      KindMadU64, KindMadI64: begin
        used = 3'b111;
        is64 = 3'b100;
      end
      KindQsad, KindMqsad32: begin
        used = 3'b111;
        is64 = 3'b101;
      end
      KindCmpI64, KindCmpU64: begin
        used = 3'b011;
        is64 = 3'b011;
      end
      KindShiftB64, KindShiftI64: begin
        used = 3'b011;
        is64 = 3'b010;
      end
      default: used = 3'b011;
    endcase
  end

  cu_pkg::imm_e imm64;
  assign imm64 = (kind == KindCmpI64 || kind == KindMadI64 || kind == KindShiftI64) ?
                 cu_pkg::ImmI64 : cu_pkg::ImmB64;

  // A float source of 16 bits takes f16 constants; integer ones see those of 32 bits.
  logic is_16, is_f16_src0;
  assign is_16 = op >= valu_pkg::OpAddU16 || op == valu_pkg::OpCmpI16 || op == valu_pkg::OpCmpU16;
  assign is_f16_src0 = op == valu_pkg::OpCvtF32F16;

  // ---- legality of a source ----------------------------------------------------------------------
  function automatic logic code_ok(input logic [8:0] code, input logic pair, input logic literal);
    if (code[8]) code_ok = 1'b1;
    else if (!code[7]) code_ok = pair ? !code[0] && code[6:0] != 7'd124 : code[6:0] != 7'd125;
    else if (code[7:0] == 8'd255) code_ok = literal;
    else begin
      code_ok = code[7:0] <= 8'd208 || (code[7:0] >= 8'd235 && code[7:0] <= 8'd248) ||
                (code[7:0] >= 8'd251 && code[7:0] <= 8'd253);
    end
  endfunction

  // A register or inline constant, as lane selects and v_writelane data must be.
  function automatic logic plain_scalar(input logic [8:0] code);
    plain_scalar = !code[8] && code[7:0] != 8'd125 &&
                   (code[7:0] <= 8'd208 || (code[7:0] >= 8'd240 && code[7:0] <= 8'd248));
  endfunction

  // Takes a value over the constant bus.
  function automatic logic on_bus(input logic [8:0] code);
    on_bus = !code[8] && (!code[7] || (code[7:0] >= 8'd235 && code[7:0] <= 8'd239) ||
                          code[7:0] >= 8'd251);
  endfunction

  logic reads_vcc;
  assign reads_vcc = kind == KindDivFmas ||
                     (!is_vop3 && (kind == KindCarryInOut || kind == KindCndmask));

  logic [3:0] bus;
  logic bus_ok;
  always_comb begin
    bus = {reads_vcc, used[2] && on_bus(code2), used[1] && on_bus(code1), used[0] && on_bus(code0)};
    bus_ok = 1'b1;
    if (bus[0] && bus[1] && code0 != code1) bus_ok = 1'b0;
    if (bus[0] && bus[2] && code0 != code2) bus_ok = 1'b0;
    if (bus[1] && bus[2] && code1 != code2) bus_ok = 1'b0;
    if (bus[3] && ((bus[0] && code0 != 9'd106) || (bus[1] && code1 != 9'd106) ||
                   (bus[2] && code2 != 9'd106))) begin
      bus_ok = 1'b0;
    end
    if (kind == KindWritelane && (code0 == 9'd124 || code1 == 9'd124)) bus_ok = 1'b1;
  end

  // ---- scalar destination --------------------------------------------------------------------------
  cu_pkg::sdst_e sdst_kind;
  logic [7:0] sdst;
  logic sdst_ok;
  always_comb begin
    sdst_kind = cu_pkg::SdstNone;
    sdst = 8'd0;
    sdst_ok = 1'b1;
    unique case (kind)
      KindCmpFp, KindCmpInt, KindCmpI64, KindCmpU64, KindClass: begin
        sdst_kind = cu_pkg::SdstMask;
        sdst = is_vop3 ? w0_i[7:0] : is_sdwa && w1_i[15] ? {1'b0, w1_i[14:8]} : 8'd106;
      end
      KindCarryOut, KindCarryInOut, KindMadU64, KindMadI64: begin
        sdst_kind = cu_pkg::SdstMask;
        sdst = is_vop3 ? {1'b0, w0_i[14:8]} : 8'd106;
      end
      KindReadlane, KindReadfirstlane: begin
        sdst_kind = cu_pkg::SdstValue;
        sdst = vdst;
      end
      default: ;
    endcase
    if (sdst_kind == cu_pkg::SdstMask) sdst_ok = !sdst[0] && (sdst <= 8'd106 || sdst == 8'd126);
    if (sdst_kind == cu_pkg::SdstValue) sdst_ok = !sdst[7] && sdst != 8'd125;
  end

  // ---- vector destination and the control word ------------------------------------------------------
  logic [1:0] rows;
  always_comb begin
    rows = 2'd1;
    if (kind == KindMadU64 || kind == KindMadI64 || kind == KindShiftB64 || kind == KindShiftI64 ||
        kind == KindQsad || kind == KindMqsad32) begin
      rows = 2'd2;
    end
    if (kind == KindNone || kind == KindNop || kind == KindReadlane || kind == KindReadfirstlane ||
        kind == KindCmpFp || kind == KindCmpInt || kind == KindCmpI64 || kind == KindCmpU64 ||
        kind == KindClass) begin
      rows = 2'd0;
    end
  end

  // Modifier fields of the form at hand.
  logic [2:0] abs, neg;
  logic [1:0] omod;
  logic clamp;
  always_comb begin
    abs = 3'b000;
    neg = 3'b000;
    omod = 2'd0;
    clamp = 1'b0;
    if (is_vop3) begin
      abs = w0_i[10:8];
      neg = w1_i[31:29];
      omod = w1_i[28:27];
      clamp = w0_i[15];
    end else if (is_sdwa) begin
      abs[1:0] = {w1_i[29], w1_i[21]};
      neg[1:0] = {w1_i[28], w1_i[20]};
      omod = w1_i[15:14];
      clamp = w1_i[13];
    end else if (is_dpp) begin
      abs[1:0] = {w1_i[23], w1_i[21]};
      neg[1:0] = {w1_i[22], w1_i[20]};
    end
  end

  // Bytes and words. SEXT does not act on float sources.
  logic is_fp_src0, is_fp_src1, has_op_sel, is_legacy, keeps_half, pack;
  assign is_fp_src1 = kind == KindFp2 || kind == KindCmpFp || kind == KindCndmask;
  assign is_fp_src0 = is_fp_src1 || kind == KindFp1 || kind == KindFpToInt || kind == KindClass;
  assign pack = kind == KindPack2 || kind == KindPack3;
  assign has_op_sel = is_vop3 && !pack &&
      ((is_16 && opcode >= 10'd448) || op == valu_pkg::OpMadU16 || op == valu_pkg::OpMadI16);
  // The legacy v_mad_u16 and v_mad_i16 have OP_SEL of the destination alone, and zero the high half without it.
  assign is_legacy = opcode == 10'd491 || opcode == 10'd492;
  assign keeps_half = has_op_sel && is_16 && !is_legacy;

  logic is_sub;
  valu_pkg::sub_t sub;
  valu_pkg::dpp_t dpp;
  always_comb begin
    is_sub = 1'b0;
    sub = '0;
    if (pack) begin
      sub.sel0 = {1'b0, w1_i[27], w0_i[11]};
      sub.sel1 = {1'b0, w1_i[28], w0_i[12]};
      sub.sel2 = {1'b0, w0_i[14], w0_i[13]};
    end else if (has_op_sel) begin
      // Source 2 and the destination of the two with 32-bit results have no halves.
      is_sub = w0_i[14:11] != 4'd0 || keeps_half;
      sub.sel0 = w0_i[11] && !is_legacy ? 3'd5 : 3'd6;
      sub.sel1 = w0_i[12] && !is_legacy ? 3'd5 : 3'd6;
      sub.sel2 = w0_i[13] && !is_legacy && is_16 ? 3'd5 : 3'd6;
      sub.dst_sel = w0_i[14] && is_16 ? 3'd5 : keeps_half ? 3'd4 : 3'd6;
      sub.dst_unused = 2'd2;
    end else if (is_sdwa) begin
      is_sub = kind != KindNop;
      sub.sel0 = w1_i[18:16];
      sub.sel1 = used[1] ? w1_i[26:24] : 3'd6;
      sub.sel2 = 3'd6;
      sub.sext = {w1_i[27] && !is_fp_src1, w1_i[19] && !is_fp_src0};
      sub.dst_sel = is_vopc ? 3'd6 : w1_i[10:8];
      sub.dst_unused = is_vopc ? 2'd0 : w1_i[12:11];
    end
    dpp = {w1_i[31:24], w1_i[19], w1_i[16:8]};
  end

  // LDS_DIRECT: the first source of 32 or 16 bits, where that may be an SGPR.
  logic direct_ok;
  assign direct_ok = code0 == 9'd254 && !is64[0] && !pack && !is_sdwa && !is_dpp;

  // v_nop ignores its fields.
  logic form_ok, no_form;
  always_comb begin
    no_form = is_madk || is64 != 3'b000 || kind == KindReadfirstlane || kind == KindSwap ||
              opcode == 10'd373;
    form_ok = 1'b1;
    if (is_sdwa) begin
      form_ok = !no_form && kind != KindFpMac;
      if (is_sub && (sub.sel0 == 3'd7 || sub.sel1 == 3'd7 || sub.dst_sel == 3'd7 ||
                     sub.dst_unused == 2'd3)) begin
        form_ok = 1'b0;
      end
    end
    if (is_dpp) begin
      form_ok = !no_form && (kind == KindNop ||
                             (w1_i[18:17] == 2'd0 && valu_dpp_pkg::ctrl_ok(dpp.ctrl)));
    end
  end

  valu_pkg::ctl_t ctl;
  always_comb begin
    ctl = '0;
    ctl.op = op;
    ctl.is64 = is64;
    ctl.rows = rows;
    ctl.swap = kind == KindSwap;
    ctl.quad = kind == KindMqsad32;
    ctl.pack = pack;
    ctl.sub = is_sub;
    ctl.keep = is_sub && rows != 2'd0 && sub.dst_unused == 2'd2 && sub.dst_sel != 3'd6;
    ctl.dpp = is_dpp && kind != KindNop;
    ctl.ext = ctl.dpp ? dpp : {2'b00, sub};
    if (kind == KindCarryInOut || kind == KindCndmask) ctl.is64 = 3'b000; // the mask is mask_in
    unique case (kind)
      KindFp1, KindFp2, KindFp3, KindDivFmas: begin
        ctl.abs = abs;
        ctl.neg = neg;
      end
      KindCmpFp, KindCndmask, KindFpMac: begin
        ctl.abs = {1'b0, abs[1:0]};
        ctl.neg = {1'b0, neg[1:0]};
      end
      KindClass, KindFpToInt, KindLdexp: begin
        ctl.abs = {2'b00, abs[0]};
        ctl.neg = {2'b00, neg[0]};
      end
      default: ;
    endcase
    unique case (kind)
      KindFp1, KindFp2, KindFp3, KindFpMac, KindDivFmas, KindIntToFp, KindLdexp: begin
        ctl.omod = omod;
        ctl.clamp = clamp;
      end
      KindClamp2, KindClamp3, KindCarryOut, KindCarryInOut, KindMadU64, KindMadI64,
      KindQsad, KindMqsad32, KindPack2, KindPack3: ctl.clamp = clamp;
      default: ;
    endcase
    // Condition numbers spell their own meaning: bit 0 less, 1 equal, 2 greater, 3 unordered.
    if (kind == KindCmpFp) ctl.cond = opcode[3:0];
    else ctl.cond = {1'b0, opcode[2:0]};
  end

  // ---- result ----------------------------------------------------------------------------------------
  logic field_ok;
  always_comb begin
    unique case (kind)
      KindReadlane: field_ok = code0[8] && plain_scalar(code1);
      KindReadfirstlane, KindSwap: field_ok = code0[8];
      KindWritelane: field_ok = (plain_scalar(code0) || direct_ok) && plain_scalar(code1);
      KindCarryInOut, KindCndmask: field_ok = !is_vop3 || code2[8:7] == 2'd0;  // a mask: SGPRs
      KindMqsad32: field_ok = code2[8];
      default: field_ok = 1'b1;
    endcase
  end

  always_comb begin
    dec_o = '0;
    dec_o.size8 = is_vop3 || is_madk || is_sdwa || is_dpp ||
                  ((is_vop1 || is_vop2 || is_vopc) && code0 == 9'd255);
    dec_o.legal = kind != KindNone && form_ok && field_ok && sdst_ok && bus_ok &&
        (!used[0] || direct_ok || code_ok(code0, is64[0], !is_vop3 && !is_sdwa)) &&
        (!used[1] || code_ok(code1, is64[1], !is_vop3 && !is_sdwa)) &&
        (!used[2] || code_ok(code2, is64[2], !is_vop3 && !is_sdwa));
    dec_o.uses_literal = !is_vop3 && !is_sdwa && ((used[0] && code0 == 9'd255) || is_madk);
    dec_o.src0.used = used[0];
    dec_o.src0.code = code0;
    dec_o.src0.is64 = is64[0];
    dec_o.src0.imm = is64[0] ? imm64 : is_f16_src0 ? cu_pkg::ImmF16 : cu_pkg::ImmB32;
    dec_o.src1.used = used[1];
    dec_o.src1.code = code1;
    dec_o.src1.is64 = is64[1];
    dec_o.src1.imm = is64[1] ? imm64 : cu_pkg::ImmB32;
    dec_o.src2.used = used[2];
    dec_o.src2.code = code2;
    dec_o.src2.is64 = is64[2];
    dec_o.src2.imm = is64[2] ? imm64 : cu_pkg::ImmB32;
    dec_o.rel = {rel2, rel1, 2'd0};
    dec_o.vdst_en = rows != 2'd0;
    dec_o.vdst = vdst;
    dec_o.vdst_rows = rows;
    dec_o.swap = kind == KindSwap;
    dec_o.quad = kind == KindMqsad32;
    dec_o.sdst_kind = sdst_kind;
    dec_o.sdst = sdst[6:0];
    dec_o.cmpx = (kind == KindClass ? opcode[0] : opcode[4]) &&
                 sdst_kind == cu_pkg::SdstMask && rows == 2'd0;
    dec_o.reads_vcc = reads_vcc;
    dec_o.ctl = ctl;
  end
endmodule
