// SPDX-License-Identifier: Apache-2.0
// Decoder of vector ALU instructions: VOP1, VOP2, VOPC with SDWA and DPP, VOP3A, VOP3B, VOP3P
// (gfx9-encoding.md 2, 3 and 5). Combinational, from the instruction words alone.
//
// It checks that the opcode is in the unit (numerics.md 11), operand codes, pairs, literals, the constant bus.
// It does not check what depends on the wave (allocation sizes, PRIV). legal is 0 for words of other formats.
// size8 is valid for every VOP word, legal or not.
module valu_decode (
  input  logic [31:0]       w0_i,
  input  logic [31:0]       w1_i,
  output cu_pkg::valu_dec_t dec_o
);
  // An opcode's shape: its sources and destinations, and the modifiers that act on it.
  typedef enum logic [5:0] {
    Illegal, NoOperands,
    Int1, Int2, Int3,      // integer or bitwise, by number of sources; modifiers ignored
    IntSat2, IntSat3,      // integer; CLAMP saturates
    Fp1, Fp2, Fp3,         // all modifiers
    FpMac,                 // source 2 is the destination
    DivFmas,               // as Fp3, and reads VCC
    FpToInt, IntToFp, Ldexp,
    CmpFp, CmpInt, CmpI64, CmpU64, CmpClass,
    CarryOut, CarryInOut, Cndmask,
    MadU64, MadI64, ShiftB64, ShiftI64,
    Qsad, MqsadU32,
    PkInt2, PkInt3,        // VOP3P: two 16-bit integers; CLAMP saturates each
    Readlane, Readfirstlane, Writelane, Swap
  } shape_e;

  // ---- format, and one opcode number for all formats: that of VOP3, which has the other formats' opcodes too
  localparam logic [9:0] Vop2Base = 10'd256;
  localparam logic [9:0] Vop1Base = 10'd320;
  localparam logic [2:0] Vop3pBase = 3'b111;  // VOP3P is opcodes 896 on
  // Opcodes without a VOP3 form.
  localparam logic [9:0] MadmkF32         = Vop2Base + 10'(op_pkg::Vop2MadmkF32);
  localparam logic [9:0] MadakF32         = Vop2Base + 10'(op_pkg::Vop2MadakF32);
  localparam logic [9:0] ReadfirstlaneB32 = Vop1Base + 10'(op_pkg::Vop1ReadfirstlaneB32);
  localparam logic [9:0] SwapB32          = Vop1Base + 10'(op_pkg::Vop1SwapB32);
  localparam logic [9:0] LastVop1 = SwapB32;
  localparam logic [9:0] FirstVop3Only = op_pkg::Vop3MadLegacyF32;

  logic is_vop3, is_vop1, is_vopc, is_vop2;
  logic [9:0] opcode;
  assign is_vop3 = w0_i[31:26] == isa_pkg::EncVop3;
  assign is_vop1 = w0_i[31:25] == isa_pkg::EncVop1;
  assign is_vopc = w0_i[31:25] == isa_pkg::EncVopc;
  assign is_vop2 = w0_i[31] == isa_pkg::EncVop2 && !is_vop1 && !is_vopc;

  always_comb begin
    if (is_vop3) opcode = w0_i[25:16];
    else if (is_vop1) opcode = Vop1Base + {2'd0, w0_i[16:9]};
    else if (is_vopc) opcode = {2'd0, w0_i[24:17]};
    else opcode = Vop2Base + {4'd0, w0_i[30:25]};
  end

  // ---- the opcodes -------------------------------------------------------------------------------
  logic [8:0] op;  // {valu_pkg::unit_e, op_e of the unit's package}
  shape_e shape;
  always_comb begin
    op = {valu_pkg::UnitLane, valu_lane_pkg::Nop};
    shape = Illegal;
    if (is_vop3 || is_vop1 || is_vopc || is_vop2) begin
      unique casez (opcode)
        op_pkg::Vop3CmpClassF32, op_pkg::Vop3CmpxClassF32: begin
          op = {valu_pkg::UnitCompare, valu_cmp_pkg::ClassF32};
          shape = CmpClass;
        end
        // VOP2
        op_pkg::Vop3CndmaskB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Cndmask}; shape = Cndmask; end
        op_pkg::Vop3AddF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::AddF32}; shape = Fp2; end
        op_pkg::Vop3SubF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::SubF32}; shape = Fp2; end
        op_pkg::Vop3SubrevF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::SubrevF32}; shape = Fp2; end
        op_pkg::Vop3MulF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::MulF32}; shape = Fp2; end
        op_pkg::Vop3MulI32I24: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MulI24}; shape = IntSat2; end
        op_pkg::Vop3MulHiI32I24: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MulHiI24}; shape = Int2; end
        op_pkg::Vop3MulU32U24: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MulU24}; shape = IntSat2; end
        op_pkg::Vop3MulHiU32U24: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MulHiU24}; shape = Int2; end
        op_pkg::Vop3MinF32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::MinF32}; shape = Fp2; end
        op_pkg::Vop3MaxF32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::MaxF32}; shape = Fp2; end
        op_pkg::Vop3MinI32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::MinI32}; shape = Int2; end
        op_pkg::Vop3MaxI32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::MaxI32}; shape = Int2; end
        op_pkg::Vop3MinU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::MinU32}; shape = Int2; end
        op_pkg::Vop3MaxU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::MaxU32}; shape = Int2; end
        op_pkg::Vop3LshrrevB32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Lshrrev}; shape = Int2; end
        op_pkg::Vop3AshrrevI32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Ashrrev}; shape = Int2; end
        op_pkg::Vop3LshlrevB32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Lshlrev}; shape = Int2; end
        op_pkg::Vop3AndB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::And}; shape = Int2; end
        op_pkg::Vop3OrB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Or}; shape = Int2; end
        op_pkg::Vop3XorB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Xor}; shape = Int2; end
        op_pkg::Vop3MacF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::MadF32}; shape = FpMac; end
        MadmkF32: if (!is_vop3) begin op = {valu_pkg::UnitFma, valu_fma_pkg::MadF32}; shape = Fp3; end
        MadakF32: if (!is_vop3) begin op = {valu_pkg::UnitFma, valu_fma_pkg::MadF32}; shape = Fp3; end
        op_pkg::Vop3AddCoU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::AddU32}; shape = CarryOut; end
        op_pkg::Vop3SubCoU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SubU32}; shape = CarryOut; end
        op_pkg::Vop3SubrevCoU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SubrevU32}; shape = CarryOut; end
        op_pkg::Vop3AddcCoU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::AddcU32}; shape = CarryInOut; end
        op_pkg::Vop3SubbCoU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SubbU32}; shape = CarryInOut; end
        op_pkg::Vop3SubbrevCoU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SubbrevU32}; shape = CarryInOut; end
        op_pkg::Vop3AddU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::AddU16}; shape = IntSat2; end
        op_pkg::Vop3SubU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::SubU16}; shape = IntSat2; end
        op_pkg::Vop3SubrevU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::SubrevU16}; shape = IntSat2; end
        op_pkg::Vop3MulLoU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MulLoU16}; shape = Int2; end
        op_pkg::Vop3LshlrevB16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Lshlrev16}; shape = Int2; end
        op_pkg::Vop3LshrrevB16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Lshrrev16}; shape = Int2; end
        op_pkg::Vop3AshrrevI16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Ashrrev16}; shape = Int2; end
        op_pkg::Vop3MaxU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MaxU16}; shape = Int2; end
        op_pkg::Vop3MaxI16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MaxI16}; shape = Int2; end
        op_pkg::Vop3MinU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MinU16}; shape = Int2; end
        op_pkg::Vop3MinI16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MinI16}; shape = Int2; end
        op_pkg::Vop3AddU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::AddU32}; shape = IntSat2; end
        op_pkg::Vop3SubU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SubU32}; shape = IntSat2; end
        op_pkg::Vop3SubrevU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SubrevU32}; shape = IntSat2; end
        // VOP1
        op_pkg::Vop3Nop: begin op = {valu_pkg::UnitLane, valu_lane_pkg::Nop}; shape = NoOperands; end
        op_pkg::Vop3MovB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Mov}; shape = Int1; end
        ReadfirstlaneB32: if (!is_vop3) begin
          op = {valu_pkg::UnitLane, valu_lane_pkg::Readfirstlane};
          shape = Readfirstlane;
        end
        op_pkg::Vop3CvtF32I32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F32I32}; shape = IntToFp; end
        op_pkg::Vop3CvtF32U32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F32U32}; shape = IntToFp; end
        op_pkg::Vop3CvtU32F32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::U32F32}; shape = FpToInt; end
        op_pkg::Vop3CvtI32F32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::I32F32}; shape = FpToInt; end
        op_pkg::Vop3CvtF16F32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F16F32}; shape = Fp1; end
        op_pkg::Vop3CvtF32F16: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F32F16}; shape = Fp1; end
        op_pkg::Vop3CvtRpiI32F32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::RpiI32F32}; shape = FpToInt; end
        op_pkg::Vop3CvtFlrI32F32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::FlrI32F32}; shape = FpToInt; end
        op_pkg::Vop3CvtF32Ubyte0: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F32Ubyte0}; shape = IntToFp; end
        op_pkg::Vop3CvtF32Ubyte1: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F32Ubyte1}; shape = IntToFp; end
        op_pkg::Vop3CvtF32Ubyte2: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F32Ubyte2}; shape = IntToFp; end
        op_pkg::Vop3CvtF32Ubyte3: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::F32Ubyte3}; shape = IntToFp; end
        op_pkg::Vop3FractF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::FractF32}; shape = Fp1; end
        op_pkg::Vop3TruncF32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::TruncF32}; shape = Fp1; end
        op_pkg::Vop3CeilF32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::CeilF32}; shape = Fp1; end
        op_pkg::Vop3RndneF32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::RndneF32}; shape = Fp1; end
        op_pkg::Vop3FloorF32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::FloorF32}; shape = Fp1; end
        op_pkg::Vop3NotB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Not}; shape = Int1; end
        op_pkg::Vop3BfrevB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Bfrev}; shape = Int1; end
        op_pkg::Vop3FfbhU32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::FfbhU32}; shape = Int1; end
        op_pkg::Vop3FfblB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::FfblB32}; shape = Int1; end
        op_pkg::Vop3FfbhI32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::FfbhI32}; shape = Int1; end
        op_pkg::Vop3Clrexcp: begin op = {valu_pkg::UnitLane, valu_lane_pkg::Nop}; shape = NoOperands; end
        op_pkg::Vop3SatPkU8I16: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::SatPkU8I16}; shape = Int1; end
        SwapB32: if (!is_vop3) begin op = {valu_pkg::UnitLane, valu_lane_pkg::Swap}; shape = Swap; end
        // VOP3 only
        op_pkg::Vop3MadF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::MadF32}; shape = Fp3; end
        op_pkg::Vop3MadI32I24: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MadI24}; shape = IntSat3; end
        op_pkg::Vop3MadU32U24: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MadU24}; shape = IntSat3; end
        op_pkg::Vop3BfeU32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::BfeU32}; shape = Int3; end
        op_pkg::Vop3BfeI32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::BfeI32}; shape = Int3; end
        op_pkg::Vop3BfiB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Bfi}; shape = Int3; end
        op_pkg::Vop3FmaF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::FmaF32}; shape = Fp3; end
        op_pkg::Vop3LerpU8: begin op = {valu_pkg::UnitAdd, valu_add_pkg::LerpU8}; shape = Int3; end
        op_pkg::Vop3AlignbitB32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Alignbit}; shape = Int3; end
        op_pkg::Vop3AlignbyteB32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Alignbyte}; shape = Int3; end
        op_pkg::Vop3Min3F32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::Min3F32}; shape = Fp3; end
        op_pkg::Vop3Min3I32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Min3I32}; shape = Int3; end
        op_pkg::Vop3Min3U32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Min3U32}; shape = Int3; end
        op_pkg::Vop3Max3F32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::Max3F32}; shape = Fp3; end
        op_pkg::Vop3Max3I32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Max3I32}; shape = Int3; end
        op_pkg::Vop3Max3U32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Max3U32}; shape = Int3; end
        op_pkg::Vop3Med3F32: begin op = {valu_pkg::UnitFpMisc, valu_fpmisc_pkg::Med3F32}; shape = Fp3; end
        op_pkg::Vop3Med3I32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Med3I32}; shape = Int3; end
        op_pkg::Vop3Med3U32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Med3U32}; shape = Int3; end
        op_pkg::Vop3SadU8: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SadU8}; shape = IntSat3; end
        op_pkg::Vop3SadHiU8: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SadHiU8}; shape = IntSat3; end
        op_pkg::Vop3SadU16: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SadU16}; shape = IntSat3; end
        op_pkg::Vop3SadU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SadU32}; shape = IntSat3; end
        op_pkg::Vop3DivFmasF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::DivFmasF32}; shape = DivFmas; end
        op_pkg::Vop3MsadU8: begin op = {valu_pkg::UnitAdd, valu_add_pkg::MsadU8}; shape = IntSat3; end
        op_pkg::Vop3QsadPkU16U8: begin op = {valu_pkg::UnitSad, valu_sad_pkg::QsadPk}; shape = Qsad; end
        op_pkg::Vop3MqsadPkU16U8: begin op = {valu_pkg::UnitSad, valu_sad_pkg::MqsadPk}; shape = Qsad; end
        op_pkg::Vop3MqsadU32U8: begin op = {valu_pkg::UnitSad, valu_sad_pkg::MqsadU32}; shape = MqsadU32; end
        op_pkg::Vop3MadU64U32: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MadU64U32}; shape = MadU64; end
        op_pkg::Vop3MadI64I32: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MadI64I32}; shape = MadI64; end
        op_pkg::Vop3MadLegacyU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MadU16}; shape = IntSat3; end
        op_pkg::Vop3MadLegacyI16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MadI16}; shape = IntSat3; end
        op_pkg::Vop3PermB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Perm}; shape = Int3; end
        op_pkg::Vop3MadU32U16: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MadU32U16}; shape = IntSat3; end
        op_pkg::Vop3MadI32I16: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MadI32I16}; shape = IntSat3; end
        op_pkg::Vop3XadU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Xad}; shape = Int3; end
        op_pkg::Vop3Min3I16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Min3I16}; shape = Int3; end
        op_pkg::Vop3Min3U16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Min3U16}; shape = Int3; end
        op_pkg::Vop3Max3I16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Max3I16}; shape = Int3; end
        op_pkg::Vop3Max3U16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Max3U16}; shape = Int3; end
        op_pkg::Vop3Med3I16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Med3I16}; shape = Int3; end
        op_pkg::Vop3Med3U16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::Med3U16}; shape = Int3; end
        op_pkg::Vop3LshlAddU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::LshlAdd}; shape = Int3; end
        op_pkg::Vop3AddLshlU32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::AddLshl}; shape = Int3; end
        op_pkg::Vop3Add3U32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::Add3}; shape = Int3; end
        op_pkg::Vop3LshlOrB32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::LshlOr}; shape = Int3; end
        op_pkg::Vop3AndOrB32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::AndOr}; shape = Int3; end
        op_pkg::Vop3Or3B32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Or3}; shape = Int3; end
        op_pkg::Vop3MadU16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MadU16}; shape = IntSat3; end
        op_pkg::Vop3MadI16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::MadI16}; shape = IntSat3; end
        op_pkg::Vop3MulLoU32: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MulLoU32}; shape = Int2; end
        op_pkg::Vop3MulHiU32: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MulHiU32}; shape = Int2; end
        op_pkg::Vop3MulHiI32: begin op = {valu_pkg::UnitMul, valu_mul_pkg::MulHiI32}; shape = Int2; end
        op_pkg::Vop3LdexpF32: begin op = {valu_pkg::UnitFma, valu_fma_pkg::LdexpF32}; shape = Ldexp; end
        op_pkg::Vop3ReadlaneB32: begin op = {valu_pkg::UnitLane, valu_lane_pkg::Readlane}; shape = Readlane; end
        op_pkg::Vop3WritelaneB32: begin op = {valu_pkg::UnitLane, valu_lane_pkg::Writelane}; shape = Writelane; end
        op_pkg::Vop3BcntU32B32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::Bcnt}; shape = Int2; end
        op_pkg::Vop3MbcntLoU32B32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::MbcntLo}; shape = Int2; end
        op_pkg::Vop3MbcntHiU32B32: begin op = {valu_pkg::UnitLogic, valu_logic_pkg::MbcntHi}; shape = Int2; end
        op_pkg::Vop3LshlrevB64: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Lshlrev64}; shape = ShiftB64; end
        op_pkg::Vop3LshrrevB64: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Lshrrev64}; shape = ShiftB64; end
        op_pkg::Vop3AshrrevI64: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Ashrrev64}; shape = ShiftI64; end
        op_pkg::Vop3BfmB32: begin op = {valu_pkg::UnitShift, valu_shift_pkg::Bfm}; shape = Int2; end
        op_pkg::Vop3CvtPkU16U32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::PkU16U32}; shape = Int2; end
        op_pkg::Vop3CvtPkI16I32: begin op = {valu_pkg::UnitConvert, valu_convert_pkg::PkI16I32}; shape = Int2; end
        op_pkg::Vop3AddI32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::AddI32}; shape = IntSat2; end
        op_pkg::Vop3SubI32: begin op = {valu_pkg::UnitAdd, valu_add_pkg::SubI32}; shape = IntSat2; end
        op_pkg::Vop3AddI16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::AddI16}; shape = IntSat2; end
        op_pkg::Vop3SubI16: begin op = {valu_pkg::UnitInt16, valu_int16_pkg::SubI16}; shape = IntSat2; end
        // VOP3P
        {Vop3pBase, op_pkg::Vop3pPkMadI16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::MadI16};
          shape = PkInt3;
        end
        {Vop3pBase, op_pkg::Vop3pPkMulLoU16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::MulLoU16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkAddI16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::AddI16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkSubI16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::SubI16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkLshlrevB16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::Lshlrev16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkLshrrevB16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::Lshrrev16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkAshrrevI16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::Ashrrev16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkMaxI16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::MaxI16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkMinI16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::MinI16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkMadU16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::MadU16};
          shape = PkInt3;
        end
        {Vop3pBase, op_pkg::Vop3pPkAddU16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::AddU16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkSubU16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::SubU16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkMaxU16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::MaxU16};
          shape = PkInt2;
        end
        {Vop3pBase, op_pkg::Vop3pPkMinU16}: begin
          op = {valu_pkg::UnitInt16, valu_int16_pkg::MinU16};
          shape = PkInt2;
        end
        // Compares. Bit 4 is v_cmpx, bit 3 of the integer ones is unsigned, the low bits are the condition.
        default: begin
          if (opcode >= op_pkg::Vop3CmpFF32 && opcode <= op_pkg::Vop3CmpxTruF32) begin
            op = {valu_pkg::UnitCompare, valu_cmp_pkg::CmpF32};
            shape = CmpFp;
          end
          if (opcode >= op_pkg::Vop3CmpFI16 && opcode <= op_pkg::Vop3CmpxTU16) begin
            op = opcode[3] ? {valu_pkg::UnitCompare, valu_cmp_pkg::CmpU16} :
                             {valu_pkg::UnitCompare, valu_cmp_pkg::CmpI16};
            shape = CmpInt;
          end
          if (opcode >= op_pkg::Vop3CmpFI32 && opcode <= op_pkg::Vop3CmpxTU32) begin
            op = opcode[3] ? {valu_pkg::UnitCompare, valu_cmp_pkg::CmpU32} :
                             {valu_pkg::UnitCompare, valu_cmp_pkg::CmpI32};
            shape = CmpInt;
          end
          if (opcode >= op_pkg::Vop3CmpFI64 && opcode <= op_pkg::Vop3CmpxTU64) begin
            op = opcode[3] ? {valu_pkg::UnitCompare, valu_cmp_pkg::CmpU64} :
                             {valu_pkg::UnitCompare, valu_cmp_pkg::CmpI64};
            shape = opcode[3] ? CmpU64 : CmpI64;
          end
        end
      endcase
      // A VOP1 opcode past the last one has the number of a VOP3 opcode.
      if (is_vop1 && opcode > LastVop1) shape = Illegal;
    end
  end

  // ---- sources -----------------------------------------------------------------------------------
  logic is_madk;   // v_madmk, v_madak: a literal always follows
  assign is_madk = is_vop2 && (w0_i[30:25] == op_pkg::Vop2MadmkF32 || w0_i[30:25] == op_pkg::Vop2MadakF32 ||
                               w0_i[30:25] == op_pkg::Vop2MadmkF16 || w0_i[30:25] == op_pkg::Vop2MadakF16);

  logic [7:0] vdst;
  assign vdst = is_vop3 ? w0_i[7:0] : w0_i[24:17];

  // Forms with a second dword. no_sdwa_dpp below has the opcodes without them.
  logic is_sdwa, is_dpp;
  assign is_sdwa = (is_vop1 || is_vop2 || is_vopc) && w0_i[8:0] == isa_pkg::SrcSdwa;
  assign is_dpp = (is_vop1 || is_vop2 || is_vopc) && w0_i[8:0] == isa_pkg::SrcDpp;

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
    if (is_vop2 && opcode == MadmkF32) begin
      code1 = isa_pkg::SrcLiteral;
      code2 = {1'b1, w0_i[16:9]};
    end
    if (is_vop2 && opcode == MadakF32) code2 = isa_pkg::SrcLiteral;
    if (shape == FpMac) code2 = {1'b1, vdst};
    if (shape == Swap) code1 = {1'b1, vdst};
  end

  // The fields that the sources come from, for dec_o.rel.
  logic [1:0] rel1, rel2;
  always_comb begin
    rel1 = 2'd1;
    rel2 = 2'd2;
    if (is_vop2 && opcode == MadmkF32) rel2 = 2'd1;
    if (shape == FpMac) rel2 = 2'd3;
    if (shape == Swap) rel1 = 2'd3;
  end

  logic [2:0] src_used, is64;
  always_comb begin
    is64 = 3'b000;
    unique case (shape)
      Illegal, NoOperands: src_used = 3'b000;
      Int1, Fp1, FpToInt, IntToFp, Readfirstlane: src_used = 3'b001;
      Int3, IntSat3, Fp3, FpMac, DivFmas, PkInt3: src_used = 3'b111;
      CarryInOut, Cndmask: begin
        src_used = is_vop3 ? 3'b111 : 3'b011;
        is64 = is_vop3 ? 3'b100 : 3'b000;
      end
      MadU64, MadI64: begin
        src_used = 3'b111;
        is64 = 3'b100;
      end
      Qsad, MqsadU32: begin
        src_used = 3'b111;
        is64 = 3'b101;
      end
      CmpI64, CmpU64: begin
        src_used = 3'b011;
        is64 = 3'b011;
      end
      ShiftB64, ShiftI64: begin
        src_used = 3'b011;
        is64 = 3'b010;
      end
      default: src_used = 3'b011;
    endcase
  end

  cu_pkg::imm_e imm64;
  assign imm64 = (shape == CmpI64 || shape == MadI64 || shape == ShiftI64) ?
                 cu_pkg::ImmI64 : cu_pkg::ImmB64;

  // A 16-bit float source has f16 inline constants; a 16-bit integer source has the 32-bit ones.
  logic is_16, is_f16_src0;
  assign is_16 = op[8:5] == valu_pkg::UnitInt16;
  assign is_f16_src0 = op == {valu_pkg::UnitConvert, valu_convert_pkg::F32F16};

  // ---- legality of a source ----------------------------------------------------------------------
  function automatic logic code_ok(input logic [8:0] code, input logic pair, input logic literal);
    if (code[8]) code_ok = 1'b1;
    else if (code <= isa_pkg::SrcExecHi) begin
      code_ok = pair ? !code[0] && code != isa_pkg::SrcM0 : code != isa_pkg::SrcReserved125;
    end else if (code == isa_pkg::SrcLiteral) code_ok = literal;
    else begin
      code_ok = code <= isa_pkg::SrcIntNeg16 || (code >= isa_pkg::SrcSharedBase && code <= isa_pkg::SrcInvTwoPi) ||
                (code >= isa_pkg::SrcVccz && code <= isa_pkg::SrcScc);
    end
  endfunction

  // A register or inline constant. Lane selects and the data of v_writelane must be one.
  function automatic logic plain_scalar(input logic [8:0] code);
    plain_scalar = code != isa_pkg::SrcReserved125 &&
                   (code <= isa_pkg::SrcIntNeg16 || (code >= isa_pkg::SrcHalf && code <= isa_pkg::SrcInvTwoPi));
  endfunction

  // The source uses the constant bus.
  function automatic logic on_bus(input logic [8:0] code);
    on_bus = code <= isa_pkg::SrcExecHi ||
             (code >= isa_pkg::SrcSharedBase && code <= isa_pkg::SrcPopsExitingWaveId) ||
             (code >= isa_pkg::SrcVccz && code <= isa_pkg::SrcLiteral);
  endfunction

  logic reads_vcc;
  assign reads_vcc = shape == DivFmas ||
                     (!is_vop3 && (shape == CarryInOut || shape == Cndmask));

  logic [3:0] bus_users;
  logic bus_ok;
  always_comb begin
    bus_users = {reads_vcc, src_used[2] && on_bus(code2), src_used[1] && on_bus(code1), src_used[0] && on_bus(code0)};
    bus_ok = 1'b1;
    if (bus_users[0] && bus_users[1] && code0 != code1) bus_ok = 1'b0;
    if (bus_users[0] && bus_users[2] && code0 != code2) bus_ok = 1'b0;
    if (bus_users[1] && bus_users[2] && code1 != code2) bus_ok = 1'b0;
    if (bus_users[3] && ((bus_users[0] && code0 != isa_pkg::SrcVccLo) ||
                         (bus_users[1] && code1 != isa_pkg::SrcVccLo) ||
                         (bus_users[2] && code2 != isa_pkg::SrcVccLo))) begin
      bus_ok = 1'b0;
    end
    if (shape == Writelane && (code0 == isa_pkg::SrcM0 || code1 == isa_pkg::SrcM0)) bus_ok = 1'b1;
  end

  // ---- scalar destination --------------------------------------------------------------------------
  cu_pkg::sdst_e sdst_kind;
  logic [7:0] sdst;
  logic sdst_ok;
  always_comb begin
    sdst_kind = cu_pkg::SdstNone;
    sdst = 8'd0;
    sdst_ok = 1'b1;
    unique case (shape)
      CmpFp, CmpInt, CmpI64, CmpU64, CmpClass: begin
        sdst_kind = cu_pkg::SdstMask;
        sdst = is_vop3 ? w0_i[7:0] : is_sdwa && w1_i[15] ? {1'b0, w1_i[14:8]} : 8'(isa_pkg::SrcVccLo);
      end
      CarryOut, CarryInOut, MadU64, MadI64: begin
        sdst_kind = cu_pkg::SdstMask;
        sdst = is_vop3 ? {1'b0, w0_i[14:8]} : 8'(isa_pkg::SrcVccLo);
      end
      Readlane, Readfirstlane: begin
        sdst_kind = cu_pkg::SdstValue;
        sdst = vdst;
      end
      default: ;
    endcase
    if (sdst_kind == cu_pkg::SdstMask) begin
      sdst_ok = !sdst[0] && (sdst <= 8'(isa_pkg::SrcVccLo) || sdst == 8'(isa_pkg::SrcExecLo));
    end
    if (sdst_kind == cu_pkg::SdstValue) begin
      sdst_ok = sdst <= 8'(isa_pkg::SrcExecHi) && sdst != 8'(isa_pkg::SrcReserved125);
    end
  end

  // ---- vector destination and the control word ------------------------------------------------------
  logic [1:0] vdst_count;
  always_comb begin
    vdst_count = 2'd1;
    if (shape == MadU64 || shape == MadI64 || shape == ShiftB64 || shape == ShiftI64 ||
        shape == Qsad || shape == MqsadU32) begin
      vdst_count = 2'd2;
    end
    if (shape == Illegal || shape == NoOperands || shape == Readlane || shape == Readfirstlane ||
        shape == CmpFp || shape == CmpInt || shape == CmpI64 || shape == CmpU64 ||
        shape == CmpClass) begin
      vdst_count = 2'd0;
    end
  end

  // The modifier fields, which each form has at other places.
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

  // Selectors of bytes and words. SEXT does not act on float sources.
  logic is_fp_src0, is_fp_src1, has_op_sel, is_legacy_mad16, preserves_half, is_pk;
  assign is_fp_src1 = shape == Fp2 || shape == CmpFp || shape == Cndmask;
  assign is_fp_src0 = is_fp_src1 || shape == Fp1 || shape == FpToInt || shape == CmpClass;
  assign is_pk = shape == PkInt2 || shape == PkInt3;
  assign has_op_sel = is_vop3 && !is_pk &&
      ((is_16 && opcode >= FirstVop3Only) || op == {valu_pkg::UnitMul, valu_mul_pkg::MadU32U16} ||
       op == {valu_pkg::UnitMul, valu_mul_pkg::MadI32I16});
  // The legacy v_mad_u16 and v_mad_i16 have OP_SEL of the destination only. Without it they clear bits 31:16.
  assign is_legacy_mad16 = opcode == op_pkg::Vop3MadLegacyU16 || opcode == op_pkg::Vop3MadLegacyI16;
  assign preserves_half = has_op_sel && is_16 && !is_legacy_mad16;

  logic uses_selects;
  valu_pkg::sdwa_t selects;
  valu_pkg::dpp_t dpp;
  always_comb begin
    uses_selects = 1'b0;
    selects = '0;
    if (is_pk) begin
      selects.src0_sel = {1'b0, w1_i[27], w0_i[11]};
      selects.src1_sel = {1'b0, w1_i[28], w0_i[12]};
      selects.src2_sel = {1'b0, w0_i[14], w0_i[13]};
    end else if (has_op_sel) begin
      // Source 2 and the destination of v_mad_u32_u16 and v_mad_i32_i16 are of 32 bits: OP_SEL does not act.
      uses_selects = w0_i[14:11] != 4'd0 || preserves_half;
      selects.src0_sel = w0_i[11] && !is_legacy_mad16 ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
      selects.src1_sel = w0_i[12] && !is_legacy_mad16 ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
      selects.src2_sel = w0_i[13] && !is_legacy_mad16 && is_16 ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
      selects.dst_sel = w0_i[14] && is_16 ? valu_sdwa_pkg::SelWord1 :
                        preserves_half ? valu_sdwa_pkg::SelWord0 : valu_sdwa_pkg::SelDword;
      selects.dst_unused = valu_sdwa_pkg::UnusedPreserve;
    end else if (is_sdwa) begin
      uses_selects = shape != NoOperands;
      selects.src0_sel = w1_i[18:16];
      selects.src1_sel = src_used[1] ? w1_i[26:24] : valu_sdwa_pkg::SelDword;
      selects.src2_sel = valu_sdwa_pkg::SelDword;
      selects.sext = {w1_i[27] && !is_fp_src1, w1_i[19] && !is_fp_src0};
      selects.dst_sel = is_vopc ? valu_sdwa_pkg::SelDword : w1_i[10:8];
      selects.dst_unused = is_vopc ? valu_sdwa_pkg::UnusedPad : w1_i[12:11];
    end
    dpp = {w1_i[31:24], w1_i[19], w1_i[16:8]};
  end

  // LDS_DIRECT can be source 0 only, of 32 or 16 bits, where an SGPR is allowed too.
  logic direct_ok;
  assign direct_ok = code0 == isa_pkg::SrcLdsDirect && !is64[0] && !is_pk && !is_sdwa && !is_dpp;

  // Whether the opcode has the form. v_nop ignores all fields.
  logic form_ok, no_sdwa_dpp;
  always_comb begin
    no_sdwa_dpp = is_madk || is64 != 3'b000 || shape == Readfirstlane || shape == Swap ||
                  opcode == op_pkg::Vop3Clrexcp;
    form_ok = 1'b1;
    if (is_sdwa) begin
      form_ok = !no_sdwa_dpp && shape != FpMac;
      if (uses_selects && (selects.src0_sel == valu_sdwa_pkg::SelNone || selects.src1_sel == valu_sdwa_pkg::SelNone ||
                           selects.dst_sel == valu_sdwa_pkg::SelNone ||
                           selects.dst_unused == valu_sdwa_pkg::UnusedNone)) begin
        form_ok = 1'b0;
      end
    end
    if (is_dpp) begin
      form_ok = !no_sdwa_dpp && (shape == NoOperands ||
                                 (w1_i[18:17] == 2'd0 && valu_dpp_pkg::ctrl_ok(dpp.ctrl)));
    end
  end

  valu_pkg::valu_control_t ctl;
  always_comb begin
    ctl = '0;
    {ctl.unit, ctl.op} = op;
    ctl.is64 = is64;
    ctl.vdst_count = vdst_count;
    ctl.swap = shape == Swap;
    ctl.is128 = shape == MqsadU32;
    ctl.pk = is_pk;
    ctl.sdwa = uses_selects;
    ctl.preserve = uses_selects && vdst_count != 2'd0 && selects.dst_unused == valu_sdwa_pkg::UnusedPreserve &&
                   selects.dst_sel != valu_sdwa_pkg::SelDword;
    ctl.dpp = is_dpp && shape != NoOperands;
    ctl.ext = ctl.dpp ? dpp : {2'b00, selects};
    if (shape == CarryInOut || shape == Cndmask) ctl.is64 = 3'b000; // the mask comes as mask_in
    unique case (shape)
      Fp1, Fp2, Fp3, DivFmas: begin
        ctl.abs = abs;
        ctl.neg = neg;
      end
      CmpFp, Cndmask, FpMac: begin
        ctl.abs = {1'b0, abs[1:0]};
        ctl.neg = {1'b0, neg[1:0]};
      end
      CmpClass, FpToInt, Ldexp: begin
        ctl.abs = {2'b00, abs[0]};
        ctl.neg = {2'b00, neg[0]};
      end
      default: ;
    endcase
    unique case (shape)
      Fp1, Fp2, Fp3, FpMac, DivFmas, IntToFp, Ldexp: begin
        ctl.omod = omod;
        ctl.clamp = clamp;
      end
      IntSat2, IntSat3, CarryOut, CarryInOut, MadU64, MadI64,
      Qsad, MqsadU32, PkInt2, PkInt3: ctl.clamp = clamp;
      default: ;
    endcase
    // The low bits of a compare's opcode are its condition: bit 0 less, 1 equal, 2 greater, 3 unordered.
    if (shape == CmpFp) ctl.cond = opcode[3:0];
    else ctl.cond = {1'b0, opcode[2:0]};
  end

  // ---- result ----------------------------------------------------------------------------------------
  logic field_ok;
  always_comb begin
    unique case (shape)
      Readlane: field_ok = code0[8] && plain_scalar(code1);
      Readfirstlane, Swap: field_ok = code0[8];
      Writelane: field_ok = (plain_scalar(code0) || direct_ok) && plain_scalar(code1);
      CarryInOut, Cndmask: field_ok = !is_vop3 || code2[8:7] == 2'd0;  // a mask: SGPRs
      MqsadU32: field_ok = code2[8];
      default: field_ok = 1'b1;
    endcase
  end

  always_comb begin
    dec_o = '0;
    dec_o.size8 = is_vop3 || is_madk || is_sdwa || is_dpp ||
                  ((is_vop1 || is_vop2 || is_vopc) && code0 == isa_pkg::SrcLiteral);
    dec_o.legal = shape != Illegal && form_ok && field_ok && sdst_ok && bus_ok &&
        (!src_used[0] || direct_ok || code_ok(code0, is64[0], !is_vop3 && !is_sdwa)) &&
        (!src_used[1] || code_ok(code1, is64[1], !is_vop3 && !is_sdwa)) &&
        (!src_used[2] || code_ok(code2, is64[2], !is_vop3 && !is_sdwa));
    dec_o.uses_literal = !is_vop3 && !is_sdwa && ((src_used[0] && code0 == isa_pkg::SrcLiteral) || is_madk);
    dec_o.src0.used = src_used[0];
    dec_o.src0.code = code0;
    dec_o.src0.is64 = is64[0];
    dec_o.src0.imm = is64[0] ? imm64 : is_f16_src0 ? cu_pkg::ImmF16 : cu_pkg::ImmB32;
    dec_o.src1.used = src_used[1];
    dec_o.src1.code = code1;
    dec_o.src1.is64 = is64[1];
    dec_o.src1.imm = is64[1] ? imm64 : cu_pkg::ImmB32;
    dec_o.src2.used = src_used[2];
    dec_o.src2.code = code2;
    dec_o.src2.is64 = is64[2];
    dec_o.src2.imm = is64[2] ? imm64 : cu_pkg::ImmB32;
    dec_o.rel = {rel2, rel1, 2'd0};
    dec_o.vdst_en = vdst_count != 2'd0;
    dec_o.vdst = vdst;
    dec_o.vdst_vgprs = vdst_count;
    dec_o.swap = shape == Swap;
    dec_o.is128 = shape == MqsadU32;
    dec_o.sdst_kind = sdst_kind;
    dec_o.sdst = sdst[6:0];
    dec_o.cmpx = (shape == CmpClass ? opcode[0] : opcode[4]) &&
                 sdst_kind == cu_pkg::SdstMask && vdst_count == 2'd0;
    dec_o.reads_vcc = reads_vcc;
    dec_o.ctl = ctl;
  end
endmodule
