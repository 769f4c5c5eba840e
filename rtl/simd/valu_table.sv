// SPDX-License-Identifier: Apache-2.0
// The vector ALU's opcodes: one row an opcode (gfx9-encoding.md 3 and 7; numerics.md 11). Combinational.
//
// opcode_i is the number of the VOP3 form, which has the other formats' opcodes too. An opcode that is not in the
// unit has no form. The RTL names a vector opcode here and nowhere else (scripts/names.py), but for the length of
// v_madmk and v_madak, which fetch knows first.
//
// `case`, not `unique case`, and a block that does nothing else: so Verilator makes it one look-up in an array.
module valu_table (
  input  logic [9:0]          opcode_i,
  output valu_pkg::valu_row_t row_o
);
  // Sources: where the operand is, what may stand there, 64 bits, widening of its constants, float.
  // A float source has ABS and NEG, and SEXT does not act on it. A 16-bit integer has the 32-bit constants.
  localparam valu_pkg::source_t No  = '0;
  localparam valu_pkg::source_t B32 = {valu_pkg::PlaceField, valu_pkg::AcceptAny, 1'b0, cu_pkg::ImmB32, 1'b0};
  localparam valu_pkg::source_t F32 = {valu_pkg::PlaceField, valu_pkg::AcceptAny, 1'b0, cu_pkg::ImmB32, 1'b1};
  localparam valu_pkg::source_t F16 = {valu_pkg::PlaceField, valu_pkg::AcceptAny, 1'b0, cu_pkg::ImmF16, 1'b1};
  localparam valu_pkg::source_t B64 = {valu_pkg::PlaceField, valu_pkg::AcceptAny, 1'b1, cu_pkg::ImmB64, 1'b0};
  localparam valu_pkg::source_t I64 = {valu_pkg::PlaceField, valu_pkg::AcceptAny, 1'b1, cu_pkg::ImmI64, 1'b0};
  localparam valu_pkg::source_t V1  = {valu_pkg::PlaceField, valu_pkg::AcceptVgpr, 1'b0, cu_pkg::ImmB32, 1'b0};
  localparam valu_pkg::source_t V4  = {valu_pkg::PlaceField, valu_pkg::AcceptVgpr, 1'b1, cu_pkg::ImmB64, 1'b0};
  localparam valu_pkg::source_t Sel = {valu_pkg::PlaceField, valu_pkg::AcceptScalar, 1'b0, cu_pkg::ImmB32, 1'b0};
  localparam valu_pkg::source_t Old = {valu_pkg::PlaceVdst, valu_pkg::AcceptAny, 1'b0, cu_pkg::ImmB32, 1'b0};
  localparam valu_pkg::source_t Vs1 = {valu_pkg::PlaceVsrc1, valu_pkg::AcceptAny, 1'b0, cu_pkg::ImmB32, 1'b0};
  localparam valu_pkg::source_t K   = {valu_pkg::PlaceLiteral, valu_pkg::AcceptAny, 1'b0, cu_pkg::ImmB32, 1'b0};
  localparam valu_pkg::source_t Msk = {valu_pkg::PlaceMask, valu_pkg::AcceptSgpr, 1'b1, cu_pkg::ImmB64, 1'b0};

  // Destinations: VGPRs written in each step, two steps, v_swap_b32, scalar destination, EXEC too.
  localparam valu_pkg::destination_t NoDst = {2'd0, 1'b0, 1'b0, cu_pkg::SdstNone, 1'b0};
  localparam valu_pkg::destination_t V32   = {2'd1, 1'b0, 1'b0, cu_pkg::SdstNone, 1'b0};
  localparam valu_pkg::destination_t V64   = {2'd2, 1'b0, 1'b0, cu_pkg::SdstNone, 1'b0};
  localparam valu_pkg::destination_t V128  = {2'd2, 1'b1, 1'b0, cu_pkg::SdstNone, 1'b0};
  localparam valu_pkg::destination_t Swap  = {2'd1, 1'b0, 1'b1, cu_pkg::SdstNone, 1'b0};
  localparam valu_pkg::destination_t V32C  = {2'd1, 1'b0, 1'b0, cu_pkg::SdstMask, 1'b0};  // and a carry or flag
  localparam valu_pkg::destination_t V64C  = {2'd2, 1'b0, 1'b0, cu_pkg::SdstMask, 1'b0};
  localparam valu_pkg::destination_t Mask  = {2'd0, 1'b0, 1'b0, cu_pkg::SdstMask, 1'b0};
  localparam valu_pkg::destination_t MaskX = {2'd0, 1'b0, 1'b0, cu_pkg::SdstMask, 1'b1};
  localparam valu_pkg::destination_t Sgpr  = {2'd0, 1'b0, 1'b0, cu_pkg::SdstValue, 1'b0};

  // Modifiers that act: CLAMP, OMOD, OP_SEL. Special rules: VCC is read, M0 is free on the constant bus.
  localparam valu_pkg::modifiers_t None   = {1'b0, 1'b0, valu_pkg::OpSelNone, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t Clamp  = {1'b1, 1'b0, valu_pkg::OpSelNone, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t Float  = {1'b1, 1'b1, valu_pkg::OpSelNone, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t Half   = {1'b0, 1'b0, valu_pkg::OpSelHalves, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t HalfC  = {1'b1, 1'b0, valu_pkg::OpSelHalves, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t HalfD  = {1'b1, 1'b0, valu_pkg::OpSelDestination, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t HalfS  = {1'b1, 1'b0, valu_pkg::OpSelSources, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t Packed = {1'b1, 1'b0, valu_pkg::OpSelPacked, 1'b0, 1'b0};
  localparam valu_pkg::modifiers_t Fmas   = {1'b1, 1'b1, valu_pkg::OpSelNone, 1'b1, 1'b0};
  localparam valu_pkg::modifiers_t WrLane = {1'b0, 1'b0, valu_pkg::OpSelNone, 1'b0, 1'b1};

  // Forms: VOP3 or VOP3P, the format's own of one dword, SDWA, DPP.
  localparam valu_pkg::forms_t All   = 4'b1111;
  localparam valu_pkg::forms_t Dpp   = 4'b1101;
  localparam valu_pkg::forms_t Wide  = 4'b1100;
  localparam valu_pkg::forms_t Vop3  = 4'b1000;
  localparam valu_pkg::forms_t Short = 4'b0100;

  // Relations that give 1, {unordered, greater, equal, less}: of a compare, else none.
  localparam logic [3:0] Nil = 4'b0000;
  localparam logic [3:0] Lt = 4'b0001, Eq = 4'b0010, Le = 4'b0011, Gt = 4'b0100, Lg = 4'b0101, Ge = 4'b0110;
  localparam logic [3:0] Leg = 4'b0111, Un = 4'b1000, Ult = 4'b1001, Ueq = 4'b1010, Ule = 4'b1011, Ugt = 4'b1100;
  localparam logic [3:0] Ulg = 4'b1101, Uge = 4'b1110, Uleg = 4'b1111;

  localparam valu_pkg::unit_e Lane    = valu_pkg::UnitLane;
  localparam valu_pkg::unit_e Logic   = valu_pkg::UnitLogic;
  localparam valu_pkg::unit_e Add     = valu_pkg::UnitAdd;
  localparam valu_pkg::unit_e Sad     = valu_pkg::UnitSad;
  localparam valu_pkg::unit_e Mqsad   = valu_pkg::UnitMqsad;
  localparam valu_pkg::unit_e Shift   = valu_pkg::UnitShift;
  localparam valu_pkg::unit_e Mul     = valu_pkg::UnitMul;
  localparam valu_pkg::unit_e Fma     = valu_pkg::UnitFma;
  localparam valu_pkg::unit_e Convert = valu_pkg::UnitConvert;
  localparam valu_pkg::unit_e FpMisc  = valu_pkg::UnitFpMisc;
  localparam valu_pkg::unit_e Compare = valu_pkg::UnitCompare;
  localparam valu_pkg::unit_e Int16   = valu_pkg::UnitInt16;
  localparam valu_pkg::unit_e Rcp     = valu_pkg::UnitRcp;

  // Opcodes that have no VOP3 form, and where VOP3P begins.
  localparam logic [9:0] Vop2Base = 10'd256;
  localparam logic [9:0] Vop1Base = 10'd320;
  localparam logic [2:0] Vop3p    = 3'b111;
  localparam logic [9:0] MadmkF32         = Vop2Base + 10'(op_pkg::Vop2MadmkF32);
  localparam logic [9:0] MadakF32         = Vop2Base + 10'(op_pkg::Vop2MadakF32);
  localparam logic [9:0] ReadfirstlaneB32 = Vop1Base + 10'(op_pkg::Vop1ReadfirstlaneB32);
  localparam logic [9:0] SwapB32          = Vop1Base + 10'(op_pkg::Vop1SwapB32);

  valu_pkg::valu_row_t row;
  assign row_o = row;

  // The columns: sources 0, 1, 2, destination, modifiers, forms, relations, unit, operation.
  always_comb case (opcode_i)
    // VOP2
    op_pkg::Vop3CndmaskB32:    row = {F32, F32, Msk, V32,   None,   All,   Nil,  Logic, valu_logic_pkg::Cndmask};
    op_pkg::Vop3AddF32:        row = {F32, F32, No,  V32,   Float,  All,   Nil,  Fma, valu_fma_pkg::AddF32};
    op_pkg::Vop3SubF32:        row = {F32, F32, No,  V32,   Float,  All,   Nil,  Fma, valu_fma_pkg::SubF32};
    op_pkg::Vop3SubrevF32:     row = {F32, F32, No,  V32,   Float,  All,   Nil,  Fma, valu_fma_pkg::SubrevF32};
    op_pkg::Vop3MulF32:        row = {F32, F32, No,  V32,   Float,  All,   Nil,  Fma, valu_fma_pkg::MulF32};
    op_pkg::Vop3MulI32I24:     row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Mul, valu_mul_pkg::MulI24};
    op_pkg::Vop3MulHiI32I24:   row = {B32, B32, No,  V32,   None,   All,   Nil,  Mul, valu_mul_pkg::MulHiI24};
    op_pkg::Vop3MulU32U24:     row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Mul, valu_mul_pkg::MulU24};
    op_pkg::Vop3MulHiU32U24:   row = {B32, B32, No,  V32,   None,   All,   Nil,  Mul, valu_mul_pkg::MulHiU24};
    op_pkg::Vop3MinF32:        row = {F32, F32, No,  V32,   Float,  All,   Nil,  FpMisc, valu_fpmisc_pkg::MinF32};
    op_pkg::Vop3MaxF32:        row = {F32, F32, No,  V32,   Float,  All,   Nil,  FpMisc, valu_fpmisc_pkg::MaxF32};
    op_pkg::Vop3MinI32:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Add, valu_add_pkg::MinI32};
    op_pkg::Vop3MaxI32:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Add, valu_add_pkg::MaxI32};
    op_pkg::Vop3MinU32:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Add, valu_add_pkg::MinU32};
    op_pkg::Vop3MaxU32:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Add, valu_add_pkg::MaxU32};
    op_pkg::Vop3LshrrevB32:    row = {B32, B32, No,  V32,   None,   All,   Nil,  Shift, valu_shift_pkg::Lshrrev};
    op_pkg::Vop3AshrrevI32:    row = {B32, B32, No,  V32,   None,   All,   Nil,  Shift, valu_shift_pkg::Ashrrev};
    op_pkg::Vop3LshlrevB32:    row = {B32, B32, No,  V32,   None,   All,   Nil,  Shift, valu_shift_pkg::Lshlrev};
    op_pkg::Vop3AndB32:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::And};
    op_pkg::Vop3OrB32:         row = {B32, B32, No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::Or};
    op_pkg::Vop3XorB32:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::Xor};
    op_pkg::Vop3MacF32:        row = {F32, F32, Old, V32,   Float,  Dpp,   Nil,  Fma, valu_fma_pkg::MadF32};
    MadmkF32:                  row = {F32, K,   Vs1, V32,   None,   Short, Nil,  Fma, valu_fma_pkg::MadF32};
    MadakF32:                  row = {F32, F32, K,   V32,   None,   Short, Nil,  Fma, valu_fma_pkg::MadF32};
    op_pkg::Vop3AddCoU32:      row = {B32, B32, No,  V32C,  Clamp,  All,   Nil,  Add, valu_add_pkg::AddU32};
    op_pkg::Vop3SubCoU32:      row = {B32, B32, No,  V32C,  Clamp,  All,   Nil,  Add, valu_add_pkg::SubU32};
    op_pkg::Vop3SubrevCoU32:   row = {B32, B32, No,  V32C,  Clamp,  All,   Nil,  Add, valu_add_pkg::SubrevU32};
    op_pkg::Vop3AddcCoU32:     row = {B32, B32, Msk, V32C,  Clamp,  All,   Nil,  Add, valu_add_pkg::AddcU32};
    op_pkg::Vop3SubbCoU32:     row = {B32, B32, Msk, V32C,  Clamp,  All,   Nil,  Add, valu_add_pkg::SubbU32};
    op_pkg::Vop3SubbrevCoU32:  row = {B32, B32, Msk, V32C,  Clamp,  All,   Nil,  Add, valu_add_pkg::SubbrevU32};
    op_pkg::Vop3AddU16:        row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Int16, valu_int16_pkg::AddU16};
    op_pkg::Vop3SubU16:        row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Int16, valu_int16_pkg::SubU16};
    op_pkg::Vop3SubrevU16:     row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Int16, valu_int16_pkg::SubrevU16};
    op_pkg::Vop3MulLoU16:      row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::MulLoU16};
    op_pkg::Vop3LshlrevB16:    row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::Lshlrev16};
    op_pkg::Vop3LshrrevB16:    row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::Lshrrev16};
    op_pkg::Vop3AshrrevI16:    row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::Ashrrev16};
    op_pkg::Vop3MaxU16:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::MaxU16};
    op_pkg::Vop3MaxI16:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::MaxI16};
    op_pkg::Vop3MinU16:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::MinU16};
    op_pkg::Vop3MinI16:        row = {B32, B32, No,  V32,   None,   All,   Nil,  Int16, valu_int16_pkg::MinI16};
    op_pkg::Vop3AddU32:        row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Add, valu_add_pkg::AddU32};
    op_pkg::Vop3SubU32:        row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Add, valu_add_pkg::SubU32};
    op_pkg::Vop3SubrevU32:     row = {B32, B32, No,  V32,   Clamp,  All,   Nil,  Add, valu_add_pkg::SubrevU32};

    // VOP1
    op_pkg::Vop3Nop:           row = {No,  No,  No,  NoDst, None,   All,   Nil,  Lane, valu_lane_pkg::Nop};
    op_pkg::Vop3MovB32:        row = {B32, No,  No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::Mov};
    ReadfirstlaneB32:          row = {V1,  No,  No,  Sgpr,  None,   Short, Nil,  Lane, valu_lane_pkg::Readfirstlane};
    op_pkg::Vop3CvtF32I32:     row = {B32, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F32I32};
    op_pkg::Vop3CvtF32U32:     row = {B32, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F32U32};
    op_pkg::Vop3CvtU32F32:     row = {F32, No,  No,  V32,   None,   All,   Nil,  Convert, valu_convert_pkg::U32F32};
    op_pkg::Vop3CvtI32F32:     row = {F32, No,  No,  V32,   None,   All,   Nil,  Convert, valu_convert_pkg::I32F32};
    op_pkg::Vop3CvtF16F32:     row = {F32, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F16F32};
    op_pkg::Vop3CvtF32F16:     row = {F16, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F32F16};
    op_pkg::Vop3CvtRpiI32F32:  row = {F32, No,  No,  V32,   None,   All,   Nil,  Convert, valu_convert_pkg::RpiI32F32};
    op_pkg::Vop3CvtFlrI32F32:  row = {F32, No,  No,  V32,   None,   All,   Nil,  Convert, valu_convert_pkg::FlrI32F32};
    op_pkg::Vop3CvtF32Ubyte0:  row = {B32, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F32Ubyte0};
    op_pkg::Vop3CvtF32Ubyte1:  row = {B32, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F32Ubyte1};
    op_pkg::Vop3CvtF32Ubyte2:  row = {B32, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F32Ubyte2};
    op_pkg::Vop3CvtF32Ubyte3:  row = {B32, No,  No,  V32,   Float,  All,   Nil,  Convert, valu_convert_pkg::F32Ubyte3};
    op_pkg::Vop3FractF32:      row = {F32, No,  No,  V32,   Float,  All,   Nil,  Fma, valu_fma_pkg::FractF32};
    op_pkg::Vop3TruncF32:      row = {F32, No,  No,  V32,   Float,  All,   Nil,  FpMisc, valu_fpmisc_pkg::TruncF32};
    op_pkg::Vop3CeilF32:       row = {F32, No,  No,  V32,   Float,  All,   Nil,  FpMisc, valu_fpmisc_pkg::CeilF32};
    op_pkg::Vop3RndneF32:      row = {F32, No,  No,  V32,   Float,  All,   Nil,  FpMisc, valu_fpmisc_pkg::RndneF32};
    op_pkg::Vop3FloorF32:      row = {F32, No,  No,  V32,   Float,  All,   Nil,  FpMisc, valu_fpmisc_pkg::FloorF32};
    op_pkg::Vop3RcpF32:        row = {F32, No,  No,  V32,   Float,  All,   Nil,  Rcp, valu_rcp_pkg::RcpF32};
    op_pkg::Vop3RcpIflagF32:   row = {F32, No,  No,  V32,   Float,  All,   Nil,  Rcp, valu_rcp_pkg::RcpIflagF32};
    op_pkg::Vop3NotB32:        row = {B32, No,  No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::Not};
    op_pkg::Vop3BfrevB32:      row = {B32, No,  No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::Bfrev};
    op_pkg::Vop3FfbhU32:       row = {B32, No,  No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::FfbhU32};
    op_pkg::Vop3FfblB32:       row = {B32, No,  No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::FfblB32};
    op_pkg::Vop3FfbhI32:       row = {B32, No,  No,  V32,   None,   All,   Nil,  Logic, valu_logic_pkg::FfbhI32};
    op_pkg::Vop3Clrexcp:       row = {No,  No,  No,  NoDst, None,   Wide,  Nil,  Lane, valu_lane_pkg::Nop};
    op_pkg::Vop3SatPkU8I16:    row = {B32, No,  No,  V32,   None,   All,   Nil,  Convert, valu_convert_pkg::SatPkU8I16};
    SwapB32:                   row = {V1,  Old, No,  Swap,  None,   Short, Nil,  Lane, valu_lane_pkg::Swap};

    // VOP3 only
    op_pkg::Vop3MadF32:        row = {F32, F32, F32, V32,   Float,  Vop3,  Nil,  Fma, valu_fma_pkg::MadF32};
    op_pkg::Vop3MadI32I24:     row = {B32, B32, B32, V32,   Clamp,  Vop3,  Nil,  Mul, valu_mul_pkg::MadI24};
    op_pkg::Vop3MadU32U24:     row = {B32, B32, B32, V32,   Clamp,  Vop3,  Nil,  Mul, valu_mul_pkg::MadU24};
    op_pkg::Vop3BfeU32:        row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::BfeU32};
    op_pkg::Vop3BfeI32:        row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::BfeI32};
    op_pkg::Vop3BfiB32:        row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Logic, valu_logic_pkg::Bfi};
    op_pkg::Vop3FmaF32:        row = {F32, F32, F32, V32,   Float,  Vop3,  Nil,  Fma, valu_fma_pkg::FmaF32};
    op_pkg::Vop3LerpU8:        row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::LerpU8};
    op_pkg::Vop3AlignbitB32:   row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::Alignbit};
    op_pkg::Vop3AlignbyteB32:  row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::Alignbyte};
    op_pkg::Vop3Min3F32:       row = {F32, F32, F32, V32,   Float,  Vop3,  Nil,  FpMisc, valu_fpmisc_pkg::Min3F32};
    op_pkg::Vop3Min3I32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Min3I32};
    op_pkg::Vop3Min3U32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Min3U32};
    op_pkg::Vop3Max3F32:       row = {F32, F32, F32, V32,   Float,  Vop3,  Nil,  FpMisc, valu_fpmisc_pkg::Max3F32};
    op_pkg::Vop3Max3I32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Max3I32};
    op_pkg::Vop3Max3U32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Max3U32};
    op_pkg::Vop3Med3F32:       row = {F32, F32, F32, V32,   Float,  Vop3,  Nil,  FpMisc, valu_fpmisc_pkg::Med3F32};
    op_pkg::Vop3Med3I32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Med3I32};
    op_pkg::Vop3Med3U32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Med3U32};
    op_pkg::Vop3SadU8:         row = {B32, B32, B32, V32,   Clamp,  Vop3,  Nil,  Add, valu_add_pkg::SadU8};
    op_pkg::Vop3SadHiU8:       row = {B32, B32, B32, V32,   Clamp,  Vop3,  Nil,  Add, valu_add_pkg::SadHiU8};
    op_pkg::Vop3SadU16:        row = {B32, B32, B32, V32,   Clamp,  Vop3,  Nil,  Add, valu_add_pkg::SadU16};
    op_pkg::Vop3SadU32:        row = {B32, B32, B32, V32,   Clamp,  Vop3,  Nil,  Add, valu_add_pkg::SadU32};
    op_pkg::Vop3DivFixupF32:   row = {F32, F32, F32, V32,   Float,  Vop3,  Nil,  FpMisc, valu_fpmisc_pkg::DivFixupF32};
    op_pkg::Vop3DivScaleF32:   row = {F32, F32, F32, V32C,  Float,  Vop3,  Nil,  Fma, valu_fma_pkg::DivScaleF32};
    op_pkg::Vop3DivFmasF32:    row = {F32, F32, F32, V32,   Fmas,   Vop3,  Nil,  Fma, valu_fma_pkg::DivFmasF32};
    op_pkg::Vop3MsadU8:        row = {B32, B32, B32, V32,   Clamp,  Vop3,  Nil,  Add, valu_add_pkg::MsadU8};
    op_pkg::Vop3QsadPkU16U8:   row = {B64, B32, B64, V64,   Clamp,  Vop3,  Nil,  Sad, valu_sad_pkg::QsadPk};
    op_pkg::Vop3MqsadPkU16U8:  row = {B64, B32, B64, V64,   Clamp,  Vop3,  Nil,  Sad, valu_sad_pkg::MqsadPk};
    op_pkg::Vop3MqsadU32U8:    row = {B64, B32, V4,  V128,  Clamp,  Vop3,  Nil,  Mqsad, valu_sad_pkg::MqsadU32};
    op_pkg::Vop3MadU64U32:     row = {B32, B32, B64, V64C,  Clamp,  Vop3,  Nil,  Mul, valu_mul_pkg::MadU64U32};
    op_pkg::Vop3MadI64I32:     row = {B32, B32, I64, V64C,  Clamp,  Vop3,  Nil,  Mul, valu_mul_pkg::MadI64I32};
    op_pkg::Vop3MadLegacyU16:  row = {B32, B32, B32, V32,   HalfD,  Vop3,  Nil,  Int16, valu_int16_pkg::MadU16};
    op_pkg::Vop3MadLegacyI16:  row = {B32, B32, B32, V32,   HalfD,  Vop3,  Nil,  Int16, valu_int16_pkg::MadI16};
    op_pkg::Vop3PermB32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Logic, valu_logic_pkg::Perm};
    op_pkg::Vop3MadU32U16:     row = {B32, B32, B32, V32,   HalfS,  Vop3,  Nil,  Mul, valu_mul_pkg::MadU32U16};
    op_pkg::Vop3MadI32I16:     row = {B32, B32, B32, V32,   HalfS,  Vop3,  Nil,  Mul, valu_mul_pkg::MadI32I16};
    op_pkg::Vop3XadU32:        row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Xad};
    op_pkg::Vop3Min3I16:       row = {B32, B32, B32, V32,   Half,   Vop3,  Nil,  Int16, valu_int16_pkg::Min3I16};
    op_pkg::Vop3Min3U16:       row = {B32, B32, B32, V32,   Half,   Vop3,  Nil,  Int16, valu_int16_pkg::Min3U16};
    op_pkg::Vop3Max3I16:       row = {B32, B32, B32, V32,   Half,   Vop3,  Nil,  Int16, valu_int16_pkg::Max3I16};
    op_pkg::Vop3Max3U16:       row = {B32, B32, B32, V32,   Half,   Vop3,  Nil,  Int16, valu_int16_pkg::Max3U16};
    op_pkg::Vop3Med3I16:       row = {B32, B32, B32, V32,   Half,   Vop3,  Nil,  Int16, valu_int16_pkg::Med3I16};
    op_pkg::Vop3Med3U16:       row = {B32, B32, B32, V32,   Half,   Vop3,  Nil,  Int16, valu_int16_pkg::Med3U16};
    op_pkg::Vop3LshlAddU32:    row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::LshlAdd};
    op_pkg::Vop3AddLshlU32:    row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::AddLshl};
    op_pkg::Vop3Add3U32:       row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Add, valu_add_pkg::Add3};
    op_pkg::Vop3LshlOrB32:     row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::LshlOr};
    op_pkg::Vop3AndOrB32:      row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Logic, valu_logic_pkg::AndOr};
    op_pkg::Vop3Or3B32:        row = {B32, B32, B32, V32,   None,   Vop3,  Nil,  Logic, valu_logic_pkg::Or3};
    op_pkg::Vop3MadU16:        row = {B32, B32, B32, V32,   HalfC,  Vop3,  Nil,  Int16, valu_int16_pkg::MadU16};
    op_pkg::Vop3MadI16:        row = {B32, B32, B32, V32,   HalfC,  Vop3,  Nil,  Int16, valu_int16_pkg::MadI16};
    op_pkg::Vop3MulLoU32:      row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Mul, valu_mul_pkg::MulLoU32};
    op_pkg::Vop3MulHiU32:      row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Mul, valu_mul_pkg::MulHiU32};
    op_pkg::Vop3MulHiI32:      row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Mul, valu_mul_pkg::MulHiI32};
    op_pkg::Vop3LdexpF32:      row = {F32, B32, No,  V32,   Float,  Vop3,  Nil,  Fma, valu_fma_pkg::LdexpF32};
    op_pkg::Vop3ReadlaneB32:   row = {V1,  Sel, No,  Sgpr,  None,   Vop3,  Nil,  Lane, valu_lane_pkg::Readlane};
    op_pkg::Vop3WritelaneB32:  row = {Sel, Sel, No,  V32,   WrLane, Vop3,  Nil,  Lane, valu_lane_pkg::Writelane};
    op_pkg::Vop3BcntU32B32:    row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Logic, valu_logic_pkg::Bcnt};
    op_pkg::Vop3MbcntLoU32B32: row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Logic, valu_logic_pkg::MbcntLo};
    op_pkg::Vop3MbcntHiU32B32: row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Logic, valu_logic_pkg::MbcntHi};
    op_pkg::Vop3LshlrevB64:    row = {B32, B64, No,  V64,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::Lshlrev64};
    op_pkg::Vop3LshrrevB64:    row = {B32, B64, No,  V64,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::Lshrrev64};
    op_pkg::Vop3AshrrevI64:    row = {B32, I64, No,  V64,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::Ashrrev64};
    op_pkg::Vop3BfmB32:        row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Shift, valu_shift_pkg::Bfm};
    op_pkg::Vop3CvtPkU16U32:   row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Convert, valu_convert_pkg::PkU16U32};
    op_pkg::Vop3CvtPkI16I32:   row = {B32, B32, No,  V32,   None,   Vop3,  Nil,  Convert, valu_convert_pkg::PkI16I32};
    op_pkg::Vop3AddI32:        row = {B32, B32, No,  V32,   Clamp,  Vop3,  Nil,  Add, valu_add_pkg::AddI32};
    op_pkg::Vop3SubI32:        row = {B32, B32, No,  V32,   Clamp,  Vop3,  Nil,  Add, valu_add_pkg::SubI32};
    op_pkg::Vop3AddI16:        row = {B32, B32, No,  V32,   HalfC,  Vop3,  Nil,  Int16, valu_int16_pkg::AddI16};
    op_pkg::Vop3SubI16:        row = {B32, B32, No,  V32,   HalfC,  Vop3,  Nil,  Int16, valu_int16_pkg::SubI16};

    // VOP3P
    {Vop3p, op_pkg::Vop3pPkMadI16}:     row = {B32, B32, B32, V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::MadI16};
    {Vop3p, op_pkg::Vop3pPkMulLoU16}:   row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::MulLoU16};
    {Vop3p, op_pkg::Vop3pPkAddI16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::AddI16};
    {Vop3p, op_pkg::Vop3pPkSubI16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::SubI16};
    {Vop3p, op_pkg::Vop3pPkLshlrevB16}: row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::Lshlrev16};
    {Vop3p, op_pkg::Vop3pPkLshrrevB16}: row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::Lshrrev16};
    {Vop3p, op_pkg::Vop3pPkAshrrevI16}: row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::Ashrrev16};
    {Vop3p, op_pkg::Vop3pPkMaxI16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::MaxI16};
    {Vop3p, op_pkg::Vop3pPkMinI16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::MinI16};
    {Vop3p, op_pkg::Vop3pPkMadU16}:     row = {B32, B32, B32, V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::MadU16};
    {Vop3p, op_pkg::Vop3pPkAddU16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::AddU16};
    {Vop3p, op_pkg::Vop3pPkSubU16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::SubU16};
    {Vop3p, op_pkg::Vop3pPkMaxU16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::MaxU16};
    {Vop3p, op_pkg::Vop3pPkMinU16}:     row = {B32, B32, No,  V32, Packed, Vop3, Nil, Int16, valu_int16_pkg::MinU16};

    // VOPC
    op_pkg::Vop3CmpClassF32:   row = {F32, B32, No,  Mask,  None,   All,   Nil,  Compare, valu_cmp_pkg::ClassF32};
    op_pkg::Vop3CmpxClassF32:  row = {F32, B32, No,  MaskX, None,   All,   Nil,  Compare, valu_cmp_pkg::ClassF32};
    op_pkg::Vop3CmpFF32:       row = {F32, F32, No,  Mask,  None,   All,   Nil,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpLtF32:      row = {F32, F32, No,  Mask,  None,   All,   Lt,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpEqF32:      row = {F32, F32, No,  Mask,  None,   All,   Eq,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpLeF32:      row = {F32, F32, No,  Mask,  None,   All,   Le,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpGtF32:      row = {F32, F32, No,  Mask,  None,   All,   Gt,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpLgF32:      row = {F32, F32, No,  Mask,  None,   All,   Lg,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpGeF32:      row = {F32, F32, No,  Mask,  None,   All,   Ge,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpOF32:       row = {F32, F32, No,  Mask,  None,   All,   Leg,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpUF32:       row = {F32, F32, No,  Mask,  None,   All,   Un,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpNgeF32:     row = {F32, F32, No,  Mask,  None,   All,   Ult,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpNlgF32:     row = {F32, F32, No,  Mask,  None,   All,   Ueq,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpNgtF32:     row = {F32, F32, No,  Mask,  None,   All,   Ule,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpNleF32:     row = {F32, F32, No,  Mask,  None,   All,   Ugt,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpNeqF32:     row = {F32, F32, No,  Mask,  None,   All,   Ulg,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpNltF32:     row = {F32, F32, No,  Mask,  None,   All,   Uge,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpTruF32:     row = {F32, F32, No,  Mask,  None,   All,   Uleg, Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxFF32:      row = {F32, F32, No,  MaskX, None,   All,   Nil,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxLtF32:     row = {F32, F32, No,  MaskX, None,   All,   Lt,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxEqF32:     row = {F32, F32, No,  MaskX, None,   All,   Eq,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxLeF32:     row = {F32, F32, No,  MaskX, None,   All,   Le,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxGtF32:     row = {F32, F32, No,  MaskX, None,   All,   Gt,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxLgF32:     row = {F32, F32, No,  MaskX, None,   All,   Lg,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxGeF32:     row = {F32, F32, No,  MaskX, None,   All,   Ge,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxOF32:      row = {F32, F32, No,  MaskX, None,   All,   Leg,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxUF32:      row = {F32, F32, No,  MaskX, None,   All,   Un,   Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxNgeF32:    row = {F32, F32, No,  MaskX, None,   All,   Ult,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxNlgF32:    row = {F32, F32, No,  MaskX, None,   All,   Ueq,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxNgtF32:    row = {F32, F32, No,  MaskX, None,   All,   Ule,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxNleF32:    row = {F32, F32, No,  MaskX, None,   All,   Ugt,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxNeqF32:    row = {F32, F32, No,  MaskX, None,   All,   Ulg,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxNltF32:    row = {F32, F32, No,  MaskX, None,   All,   Uge,  Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpxTruF32:    row = {F32, F32, No,  MaskX, None,   All,   Uleg, Compare, valu_cmp_pkg::CmpF32};
    op_pkg::Vop3CmpFI16:       row = {B32, B32, No,  Mask,  None,   All,   Nil,  Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpLtI16:      row = {B32, B32, No,  Mask,  None,   All,   Lt,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpEqI16:      row = {B32, B32, No,  Mask,  None,   All,   Eq,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpLeI16:      row = {B32, B32, No,  Mask,  None,   All,   Le,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpGtI16:      row = {B32, B32, No,  Mask,  None,   All,   Gt,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpNeI16:      row = {B32, B32, No,  Mask,  None,   All,   Lg,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpGeI16:      row = {B32, B32, No,  Mask,  None,   All,   Ge,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpTI16:       row = {B32, B32, No,  Mask,  None,   All,   Leg,  Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxFI16:      row = {B32, B32, No,  MaskX, None,   All,   Nil,  Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxLtI16:     row = {B32, B32, No,  MaskX, None,   All,   Lt,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxEqI16:     row = {B32, B32, No,  MaskX, None,   All,   Eq,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxLeI16:     row = {B32, B32, No,  MaskX, None,   All,   Le,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxGtI16:     row = {B32, B32, No,  MaskX, None,   All,   Gt,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxNeI16:     row = {B32, B32, No,  MaskX, None,   All,   Lg,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxGeI16:     row = {B32, B32, No,  MaskX, None,   All,   Ge,   Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpxTI16:      row = {B32, B32, No,  MaskX, None,   All,   Leg,  Compare, valu_cmp_pkg::CmpI16};
    op_pkg::Vop3CmpFU16:       row = {B32, B32, No,  Mask,  None,   All,   Nil,  Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpLtU16:      row = {B32, B32, No,  Mask,  None,   All,   Lt,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpEqU16:      row = {B32, B32, No,  Mask,  None,   All,   Eq,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpLeU16:      row = {B32, B32, No,  Mask,  None,   All,   Le,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpGtU16:      row = {B32, B32, No,  Mask,  None,   All,   Gt,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpNeU16:      row = {B32, B32, No,  Mask,  None,   All,   Lg,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpGeU16:      row = {B32, B32, No,  Mask,  None,   All,   Ge,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpTU16:       row = {B32, B32, No,  Mask,  None,   All,   Leg,  Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxFU16:      row = {B32, B32, No,  MaskX, None,   All,   Nil,  Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxLtU16:     row = {B32, B32, No,  MaskX, None,   All,   Lt,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxEqU16:     row = {B32, B32, No,  MaskX, None,   All,   Eq,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxLeU16:     row = {B32, B32, No,  MaskX, None,   All,   Le,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxGtU16:     row = {B32, B32, No,  MaskX, None,   All,   Gt,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxNeU16:     row = {B32, B32, No,  MaskX, None,   All,   Lg,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxGeU16:     row = {B32, B32, No,  MaskX, None,   All,   Ge,   Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpxTU16:      row = {B32, B32, No,  MaskX, None,   All,   Leg,  Compare, valu_cmp_pkg::CmpU16};
    op_pkg::Vop3CmpFI32:       row = {B32, B32, No,  Mask,  None,   All,   Nil,  Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpLtI32:      row = {B32, B32, No,  Mask,  None,   All,   Lt,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpEqI32:      row = {B32, B32, No,  Mask,  None,   All,   Eq,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpLeI32:      row = {B32, B32, No,  Mask,  None,   All,   Le,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpGtI32:      row = {B32, B32, No,  Mask,  None,   All,   Gt,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpNeI32:      row = {B32, B32, No,  Mask,  None,   All,   Lg,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpGeI32:      row = {B32, B32, No,  Mask,  None,   All,   Ge,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpTI32:       row = {B32, B32, No,  Mask,  None,   All,   Leg,  Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxFI32:      row = {B32, B32, No,  MaskX, None,   All,   Nil,  Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxLtI32:     row = {B32, B32, No,  MaskX, None,   All,   Lt,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxEqI32:     row = {B32, B32, No,  MaskX, None,   All,   Eq,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxLeI32:     row = {B32, B32, No,  MaskX, None,   All,   Le,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxGtI32:     row = {B32, B32, No,  MaskX, None,   All,   Gt,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxNeI32:     row = {B32, B32, No,  MaskX, None,   All,   Lg,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxGeI32:     row = {B32, B32, No,  MaskX, None,   All,   Ge,   Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpxTI32:      row = {B32, B32, No,  MaskX, None,   All,   Leg,  Compare, valu_cmp_pkg::CmpI32};
    op_pkg::Vop3CmpFU32:       row = {B32, B32, No,  Mask,  None,   All,   Nil,  Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpLtU32:      row = {B32, B32, No,  Mask,  None,   All,   Lt,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpEqU32:      row = {B32, B32, No,  Mask,  None,   All,   Eq,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpLeU32:      row = {B32, B32, No,  Mask,  None,   All,   Le,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpGtU32:      row = {B32, B32, No,  Mask,  None,   All,   Gt,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpNeU32:      row = {B32, B32, No,  Mask,  None,   All,   Lg,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpGeU32:      row = {B32, B32, No,  Mask,  None,   All,   Ge,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpTU32:       row = {B32, B32, No,  Mask,  None,   All,   Leg,  Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxFU32:      row = {B32, B32, No,  MaskX, None,   All,   Nil,  Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxLtU32:     row = {B32, B32, No,  MaskX, None,   All,   Lt,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxEqU32:     row = {B32, B32, No,  MaskX, None,   All,   Eq,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxLeU32:     row = {B32, B32, No,  MaskX, None,   All,   Le,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxGtU32:     row = {B32, B32, No,  MaskX, None,   All,   Gt,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxNeU32:     row = {B32, B32, No,  MaskX, None,   All,   Lg,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxGeU32:     row = {B32, B32, No,  MaskX, None,   All,   Ge,   Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpxTU32:      row = {B32, B32, No,  MaskX, None,   All,   Leg,  Compare, valu_cmp_pkg::CmpU32};
    op_pkg::Vop3CmpFI64:       row = {I64, I64, No,  Mask,  None,   Wide,  Nil,  Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpLtI64:      row = {I64, I64, No,  Mask,  None,   Wide,  Lt,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpEqI64:      row = {I64, I64, No,  Mask,  None,   Wide,  Eq,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpLeI64:      row = {I64, I64, No,  Mask,  None,   Wide,  Le,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpGtI64:      row = {I64, I64, No,  Mask,  None,   Wide,  Gt,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpNeI64:      row = {I64, I64, No,  Mask,  None,   Wide,  Lg,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpGeI64:      row = {I64, I64, No,  Mask,  None,   Wide,  Ge,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpTI64:       row = {I64, I64, No,  Mask,  None,   Wide,  Leg,  Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxFI64:      row = {I64, I64, No,  MaskX, None,   Wide,  Nil,  Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxLtI64:     row = {I64, I64, No,  MaskX, None,   Wide,  Lt,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxEqI64:     row = {I64, I64, No,  MaskX, None,   Wide,  Eq,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxLeI64:     row = {I64, I64, No,  MaskX, None,   Wide,  Le,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxGtI64:     row = {I64, I64, No,  MaskX, None,   Wide,  Gt,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxNeI64:     row = {I64, I64, No,  MaskX, None,   Wide,  Lg,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxGeI64:     row = {I64, I64, No,  MaskX, None,   Wide,  Ge,   Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpxTI64:      row = {I64, I64, No,  MaskX, None,   Wide,  Leg,  Compare, valu_cmp_pkg::CmpI64};
    op_pkg::Vop3CmpFU64:       row = {B64, B64, No,  Mask,  None,   Wide,  Nil,  Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpLtU64:      row = {B64, B64, No,  Mask,  None,   Wide,  Lt,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpEqU64:      row = {B64, B64, No,  Mask,  None,   Wide,  Eq,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpLeU64:      row = {B64, B64, No,  Mask,  None,   Wide,  Le,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpGtU64:      row = {B64, B64, No,  Mask,  None,   Wide,  Gt,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpNeU64:      row = {B64, B64, No,  Mask,  None,   Wide,  Lg,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpGeU64:      row = {B64, B64, No,  Mask,  None,   Wide,  Ge,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpTU64:       row = {B64, B64, No,  Mask,  None,   Wide,  Leg,  Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxFU64:      row = {B64, B64, No,  MaskX, None,   Wide,  Nil,  Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxLtU64:     row = {B64, B64, No,  MaskX, None,   Wide,  Lt,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxEqU64:     row = {B64, B64, No,  MaskX, None,   Wide,  Eq,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxLeU64:     row = {B64, B64, No,  MaskX, None,   Wide,  Le,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxGtU64:     row = {B64, B64, No,  MaskX, None,   Wide,  Gt,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxNeU64:     row = {B64, B64, No,  MaskX, None,   Wide,  Lg,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxGeU64:     row = {B64, B64, No,  MaskX, None,   Wide,  Ge,   Compare, valu_cmp_pkg::CmpU64};
    op_pkg::Vop3CmpxTU64:      row = {B64, B64, No,  MaskX, None,   Wide,  Leg,  Compare, valu_cmp_pkg::CmpU64};
    default: row = '0;
  endcase
endmodule
