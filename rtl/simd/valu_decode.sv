// SPDX-License-Identifier: Apache-2.0
// Decoder of vector ALU instructions: VOP1, VOP2, VOPC with SDWA and DPP, VOP3A, VOP3B, VOP3P
// (gfx9-encoding.md 2, 3 and 5). Combinational, from the instruction words alone. What an opcode is stands in its row
// of valu_table.sv; here the row is applied to the fields of the form.
//
// It checks that the opcode has the form, operand codes, pairs, literals, the constant bus. It does not check what
// depends on the wave (allocation sizes, PRIV). legal is 0 for words of other formats, and size8 holds only with legal.
// Without go_i dec_o is 0.
//
// coverage off toggle vsrc1[8], selects.zero[1:0], dec_o.rel[0][1:0]: VSRC1 is a VGPR. Source 0 is in field SRC0,
//   which is 0.
// coverage off toggle row.src0.place[2:1], row.src1.accept[0]: The rows of valu_table.sv: source 0 is in its field or
//   not there. Source 1 accepts anything, or what is scalar.
module valu_decode (
  input  logic                go_i,
  input  logic [31:0]         w0_i,
  input  logic [31:0]         w1_i,
  output valu_pkg::valu_dec_t dec_o
);
  // ---- format, and one opcode number for all formats: that of VOP3, which has the other formats' opcodes too
  localparam logic [9:0] Vop2Base = 10'd256;
  localparam logic [9:0] Vop1Base = 10'd320;

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

  valu_pkg::valu_row_t row;
  valu_table u_table (.opcode_i(opcode), .row_o(row));

  // ---- the form ------------------------------------------------------------------------------------
  logic is_vop12c, is_sdwa, is_dpp, has_form;
  always_comb begin
    is_vop12c = 1'b0;
    is_sdwa = 1'b0;
    is_dpp = 1'b0;
    has_form = 1'b0;
    if (go_i) begin
      is_vop12c = is_vop1 || is_vop2 || is_vopc;
      is_sdwa = is_vop12c && w0_i[8:0] == isa_pkg::SrcSdwa;
      is_dpp = is_vop12c && w0_i[8:0] == isa_pkg::SrcDpp;
      if (is_vop3) has_form = row.forms.vop3;
      else if (is_sdwa) has_form = row.forms.sdwa;
      else if (is_dpp) has_form = row.forms.dpp;
      else has_form = is_vop12c && row.forms.plain;
    end
  end

  // ---- sources -----------------------------------------------------------------------------------
  logic [7:0] vdst;
  assign vdst = is_vop3 ? w0_i[7:0] : w0_i[24:17];

  logic [8:0] field0, field1, vsrc1;
  assign vsrc1 = {1'b1, w0_i[16:9]};
  always_comb begin
    field0 = '0;
    field1 = '0;
    if (go_i) begin
      field0 = w0_i[8:0];
      field1 = vsrc1;
      if (is_vop3) begin
        field0 = w1_i[8:0];
        field1 = w1_i[17:9];
      end else if (is_sdwa) begin
        field0 = {!w1_i[23], w1_i[7:0]};
        field1 = {!w1_i[31], w0_i[16:9]};
      end else if (is_dpp) begin
        field0 = {1'b1, w1_i[7:0]};
      end
    end
  end

  // The operand code of a source, and the field whose GPR-index enable it has.
  function automatic logic [8:0] code_at(input logic [2:0] place, input logic [8:0] field);
    unique case (place)
      valu_pkg::PlaceVdst: code_at = {1'b1, vdst};
      valu_pkg::PlaceVsrc1: code_at = vsrc1;
      valu_pkg::PlaceLiteral: code_at = isa_pkg::SrcLiteral;
      default: code_at = field;
    endcase
  endfunction
  function automatic logic [1:0] rel_at(input logic [2:0] place, input logic [1:0] field);
    unique case (place)
      valu_pkg::PlaceVdst: rel_at = 2'd3;
      valu_pkg::PlaceVsrc1: rel_at = 2'd1;
      default: rel_at = field;
    endcase
  endfunction

  logic [8:0] code0, code1, code2;
  logic [2:0] src_used, is64;
  logic mask_src2, has_literal;  // source 2 is a lane mask; a literal always follows
  always_comb begin
    code0 = '0;
    code1 = '0;
    code2 = '0;
    mask_src2 = 1'b0;
    has_literal = 1'b0;
    src_used = '0;
    is64 = '0;
    if (go_i) begin
      code0 = field0;
      code1 = code_at(row.src1.place, field1);
      code2 = code_at(row.src2.place, w1_i[26:18]);
      mask_src2 = row.src2.place == valu_pkg::PlaceMask;
      has_literal = row.src1.place == valu_pkg::PlaceLiteral || row.src2.place == valu_pkg::PlaceLiteral;
      src_used[0] = row.src0.place != valu_pkg::PlaceNone;
      src_used[1] = row.src1.place != valu_pkg::PlaceNone;
      src_used[2] = row.src2.place != valu_pkg::PlaceNone && (!mask_src2 || is_vop3);
      is64 = {row.src2.is64 && (!mask_src2 || is_vop3), row.src1.is64, row.src0.is64};
    end
  end

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

  // A scalar register or inline constant.
  function automatic logic plain_scalar(input logic [8:0] code);
    plain_scalar = code != isa_pkg::SrcReserved125 &&
                   (code <= isa_pkg::SrcIntNeg16 || (code >= isa_pkg::SrcHalf && code <= isa_pkg::SrcInvTwoPi));
  endfunction

  function automatic logic accepted(input logic [1:0] accept, input logic [8:0] code);
    unique case (accept)
      valu_pkg::AcceptVgpr: accepted = code[8];
      valu_pkg::AcceptScalar: accepted = plain_scalar(code);
      valu_pkg::AcceptSgpr: accepted = code[8:7] == 2'd0;
      default: accepted = 1'b1;
    endcase
  endfunction

  logic direct_ok, literal_ok, src_ok;
  always_comb begin
    direct_ok = 1'b0;
    literal_ok = 1'b0;
    src_ok = 1'b0;
    if (go_i) begin
      direct_ok = code0 == isa_pkg::SrcLdsDirect && row.src0.direct && !is_sdwa && !is_dpp;
      literal_ok = !is_vop3 && !is_sdwa;
      src_ok = (!src_used[0] || direct_ok ||
                (accepted(row.src0.accept, code0) && code_ok(code0, is64[0], literal_ok))) &&
               (!src_used[1] || (accepted(row.src1.accept, code1) && code_ok(code1, is64[1], literal_ok))) &&
               (!src_used[2] || (accepted(row.src2.accept, code2) && code_ok(code2, is64[2], literal_ok)));
    end
  end

  // The source uses the constant bus. LDS_DIRECT does not (D-LDS-32).
  function automatic logic on_bus(input logic [8:0] code);
    on_bus = code <= isa_pkg::SrcExecHi ||
             (code >= isa_pkg::SrcSharedBase && code <= isa_pkg::SrcPopsExitingWaveId) ||
             (code >= isa_pkg::SrcVccz && code <= isa_pkg::SrcScc) || code == isa_pkg::SrcLiteral;
  endfunction

  logic [2:0] bus_users;  // source i
  logic reads_vcc, bus_ok;
  always_comb begin
    bus_users = '0;
    reads_vcc = 1'b0;
    bus_ok = 1'b0;
    if (go_i) begin
      bus_users = {src_used[2] && on_bus(code2), src_used[1] && on_bus(code1), src_used[0] && on_bus(code0)};
      reads_vcc = row.mods.reads_vcc || (mask_src2 && !is_vop3);
      bus_ok = 1'b1;
      if (bus_users[0] && bus_users[1] && code0 != code1) bus_ok = 1'b0;
      if (bus_users[0] && bus_users[2] && code0 != code2) bus_ok = 1'b0;
      if (bus_users[1] && bus_users[2] && code1 != code2) bus_ok = 1'b0;
      if (reads_vcc && ((bus_users[0] && code0 != isa_pkg::SrcVccLo) ||
                        (bus_users[1] && code1 != isa_pkg::SrcVccLo) ||
                        (bus_users[2] && code2 != isa_pkg::SrcVccLo))) begin
        bus_ok = 1'b0;
      end
      if (row.mods.free_m0 && (code0 == isa_pkg::SrcM0 || code1 == isa_pkg::SrcM0)) bus_ok = 1'b1;
    end
  end

  // ---- scalar destination --------------------------------------------------------------------------
  valu_pkg::sdst_e sdst_kind;
  logic [7:0] sdst;
  logic sdst_ok;
  always_comb begin
    sdst_kind = valu_pkg::SdstNone;
    sdst = 8'd0;
    sdst_ok = 1'b0;
    if (go_i) begin
      unique case (row.dst.sdst_kind)
        valu_pkg::SdstMask: begin
          sdst_kind = valu_pkg::SdstMask;
          sdst = 8'(isa_pkg::SrcVccLo);
          if (is_vop3) sdst = row.dst.vgprs == 2'd0 ? w0_i[7:0] : {1'b0, w0_i[14:8]};
          else if (is_vopc && is_sdwa && w1_i[15]) sdst = {1'b0, w1_i[14:8]};
          sdst_ok = !sdst[0] && (sdst <= 8'(isa_pkg::SrcVccLo) || sdst == 8'(isa_pkg::SrcExecLo));
        end
        valu_pkg::SdstValue: begin
          sdst_kind = valu_pkg::SdstValue;
          sdst = vdst;
          sdst_ok = sdst <= 8'(isa_pkg::SrcExecHi) && sdst != 8'(isa_pkg::SrcReserved125);
        end
        default: sdst_ok = 1'b1;
      endcase
    end
  end

  // ---- modifiers -------------------------------------------------------------------------------------
  // The modifier fields, which each form has at other places. VOP3B has SDST in place of ABS.
  logic [2:0] abs, neg;
  logic [1:0] omod;
  logic clamp;
  always_comb begin
    abs = 3'b000;
    neg = 3'b000;
    omod = 2'd0;
    clamp = 1'b0;
    if (go_i) begin
      if (is_vop3) begin
        if (row.dst.sdst_kind != valu_pkg::SdstMask || row.dst.vgprs == 2'd0) abs = w0_i[10:8];
        neg = w1_i[31:29];
        omod = w1_i[28:27];
        clamp = w0_i[15];
      end else if (is_sdwa) begin
        abs[1:0] = {w1_i[29], w1_i[21]};
        neg[1:0] = {w1_i[28], w1_i[20]};
        omod = w1_i[15:14];
        clamp = w1_i[13] && !is_vopc;  // there it is a bit of SDST
      end else if (is_dpp) begin
        abs[1:0] = {w1_i[23], w1_i[21]};
        neg[1:0] = {w1_i[22], w1_i[20]};
      end
    end
  end

  // Selectors of bytes and words. SEXT does not act on float sources. Sources of v_cndmask_b32 have no type: SEXT acts
  // on them, then ABS and NEG (D-VEC-37).
  logic uses_selects;
  valu_pkg::sdwa_t selects;
  always_comb begin
    uses_selects = 1'b0;
    selects = '0;
    if (go_i) begin
      unique case (row.mods.op_sel)
        valu_pkg::OpSelPacked, valu_pkg::OpSelMix, valu_pkg::OpSelMixHalf: begin
          selects.src0_sel = {1'b0, w1_i[27], w0_i[11]};
          selects.src1_sel = {1'b0, w1_i[28], w0_i[12]};
          selects.src2_sel = {1'b0, w0_i[14], w0_i[13]};
        end
        valu_pkg::OpSelHalves: begin
          uses_selects = 1'b1;
          selects.src0_sel = w0_i[11] ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
          selects.src1_sel = w0_i[12] ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
          selects.src2_sel = w0_i[13] ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
          selects.dst_sel = w0_i[14] ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelWord0;
          selects.dst_unused = valu_sdwa_pkg::UnusedPreserve;
        end
        valu_pkg::OpSelSources: begin
          uses_selects = w0_i[12:11] != 2'd0;
          selects.src0_sel = w0_i[11] ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
          selects.src1_sel = w0_i[12] ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
          selects.src2_sel = valu_sdwa_pkg::SelDword;
          selects.dst_sel = valu_sdwa_pkg::SelDword;
        end
        valu_pkg::OpSelLow: begin
          uses_selects = 1'b1;
          selects.src0_sel = valu_sdwa_pkg::SelDword;
          selects.src1_sel = valu_sdwa_pkg::SelDword;
          selects.src2_sel = valu_sdwa_pkg::SelDword;
          selects.dst_sel = valu_sdwa_pkg::SelWord0;
          selects.dst_unused = valu_sdwa_pkg::UnusedPreserve;
        end
        valu_pkg::OpSelDestination: begin
          uses_selects = w0_i[14];
          selects.src0_sel = valu_sdwa_pkg::SelDword;
          selects.src1_sel = valu_sdwa_pkg::SelDword;
          selects.src2_sel = valu_sdwa_pkg::SelDword;
          selects.dst_sel = w0_i[14] ? valu_sdwa_pkg::SelWord1 : valu_sdwa_pkg::SelDword;
          selects.dst_unused = valu_sdwa_pkg::UnusedPreserve;
        end
        default: begin
          if (is_sdwa) begin
            uses_selects = src_used[0];
            selects.src0_sel = w1_i[18:16];
            selects.src1_sel = src_used[1] ? w1_i[26:24] : valu_sdwa_pkg::SelDword;
            selects.src2_sel = valu_sdwa_pkg::SelDword;
            selects.sext[1] = w1_i[27] && (!row.src1.is_float || mask_src2);
            selects.sext[0] = w1_i[19] && (!row.src0.is_float || mask_src2);
            selects.dst_sel = is_vopc ? valu_sdwa_pkg::SelDword : w1_i[10:8];
            selects.dst_unused = is_vopc ? valu_sdwa_pkg::UnusedPad : w1_i[12:11];
          end
        end
      endcase
    end
  end

  valu_pkg::dpp_t dpp;
  assign dpp = {w1_i[31:24], w1_i[19], w1_i[16:8]};

  // The fields of SDWA and DPP are well formed. v_nop ignores them.
  logic form_ok;
  always_comb begin
    form_ok = 1'b0;
    if (go_i) begin
      form_ok = 1'b1;
      if (is_sdwa && src_used[0]) begin
        form_ok = selects.src0_sel != valu_sdwa_pkg::SelNone && selects.src1_sel != valu_sdwa_pkg::SelNone &&
                  selects.dst_sel != valu_sdwa_pkg::SelNone && selects.dst_unused != valu_sdwa_pkg::UnusedNone;
      end
      if (is_dpp && src_used[0]) form_ok = w1_i[18:17] == 2'd0 && valu_dpp_pkg::ctrl_ok(dpp.ctrl);
    end
  end

  // ---- the control word --------------------------------------------------------------------------------
  logic is_mix;
  valu_pkg::valu_control_t ctl;
  always_comb begin
    is_mix = 1'b0;
    ctl = '0;
    if (go_i) begin
      is_mix = row.mods.op_sel == valu_pkg::OpSelMix || row.mods.op_sel == valu_pkg::OpSelMixHalf;
      ctl.unit = row.unit;
      ctl.op = row.op;
      ctl.cond = row.cond;
      ctl.is64 = {row.src2.is64 && !mask_src2, row.src1.is64, row.src0.is64};  // the mask comes as mask_in
      ctl.vdst_count = row.dst.vgprs;
      ctl.swap = row.dst.swap;
      ctl.is128 = row.dst.is128;
      ctl.pk = row.mods.op_sel == valu_pkg::OpSelPacked || is_mix;
      ctl.sdwa = uses_selects;
      ctl.preserve = (uses_selects && row.dst.vgprs != 2'd0 && selects.dst_unused == valu_sdwa_pkg::UnusedPreserve &&
                      selects.dst_sel != valu_sdwa_pkg::SelDword) || row.mods.op_sel == valu_pkg::OpSelMixHalf;
      ctl.dpp = is_dpp && src_used[0];
      if (ctl.dpp) ctl.ext.dpp = dpp;
      else ctl.ext.sdwa = selects;
      ctl.abs = abs & {row.src2.is_float, row.src1.is_float, row.src0.is_float};
      ctl.neg = neg & {row.src2.is_float, row.src1.is_float, row.src0.is_float};
      if (row.mods.omod) ctl.omod = omod;
      if (row.mods.clamp) ctl.clamp = clamp;
    end
  end

  // ---- result ----------------------------------------------------------------------------------------
  always_comb begin
    dec_o = '0;
    if (go_i) begin
      dec_o.legal = has_form && form_ok && src_ok && bus_ok && sdst_ok;
      dec_o.size8 = is_vop3 || is_sdwa || is_dpp || has_literal || code0 == isa_pkg::SrcLiteral;
      dec_o.uses_literal = literal_ok && ((src_used[0] && code0 == isa_pkg::SrcLiteral) || has_literal);
      dec_o.src0 = {src_used[0], code0, is64[0], is_mix && selects.src0_sel[1] ? operand_pkg::ImmF16 : row.src0.imm};
      dec_o.src1 = {src_used[1], code1, is64[1], is_mix && selects.src1_sel[1] ? operand_pkg::ImmF16 : row.src1.imm};
      dec_o.src2 = {src_used[2], code2, is64[2], is_mix && selects.src2_sel[1] ? operand_pkg::ImmF16 : row.src2.imm};
      dec_o.rel = {rel_at(row.src2.place, 2'd2), rel_at(row.src1.place, 2'd1), 2'd0};
      dec_o.vdst_en = row.dst.vgprs != 2'd0;
      dec_o.vdst = vdst;
      dec_o.vdst_vgprs = row.dst.vgprs;
      dec_o.swap = row.dst.swap;
      dec_o.is128 = row.dst.is128;
      dec_o.sdst_kind = sdst_kind;
      dec_o.sdst = sdst[6:0];
      dec_o.cmpx = row.dst.cmpx;
      dec_o.reads_vcc = reads_vcc;
      dec_o.fmas = row.mods.reads_vcc;
      dec_o.lane = row.src1.accept == valu_pkg::AcceptScalar;
      dec_o.dpp = ctl.dpp;
      dec_o.ctl = ctl;
    end
  end
endmodule
