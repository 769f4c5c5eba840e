// SPDX-License-Identifier: Apache-2.0
// Whether the instruction at the issue stage is legal for its wave, and whether VSKIP skips it (gfx9-encoding.md 10,
// control-flow.md 1). The decoders have said what the words alone say. Combinational.
module legality (
  input  front_pkg::wave_t          wave_i,
  input  front_pkg::operand_view_t  view_i,
  input  front_pkg::class_e         class_i,
  input  logic                      is_vector_i,
  input  front_pkg::scalar_dec_t    sdec_i,
  input  front_pkg::smem_dec_t      smem_i,
  input  front_pkg::scalar_effect_e effect_i,
  input  cu_pkg::valu_dec_t         vdec_i,
  input  cu_pkg::mem_dec_t          mdec_i,
  input  cu_pkg::export_dec_t       edec_i,
  input  logic                      operands_ok_i,    // the scalar operands exist
  input  logic                      valu_vgprs_ok_i,  // the VGPRs of a vector ALU instruction exist
  input  logic                      mem_vgprs_ok_i,   // and those of a memory instruction,
  input  logic                      export_vgprs_ok_i, // of an export
  input  logic                      fetch_error_i,
  input  front_pkg::control_field_t field_i,          // of a wave with control words
  input  logic                      malformed_i,      // its bundle or slot is not well formed
  output logic                      legal_o,
  output logic                      skipped_o,        // a vector instruction is skipped, legal or not
  output logic [6:0]                sdst_o            // first name of a scalar destination, with s_movreld's index
);

  logic is_movreld, sdst_ok, sdata_ok, valu_sdst_ok;
  logic [6:0] sdst;  // as it is written: this is judged (gfx9-encoding.md D-REG-22)
  assign is_movreld = effect_i == front_pkg::EffectMovreld;
  assign sdst = is_movreld ? sdec_i.sdst + view_i.m0[6:0] : sdec_i.sdst;
  assign sdst_o = front_pkg::first_name(sdst, wave_i.sgpr_size);
  assign sdst_ok = !sdec_i.sdst_en ||
                   (front_pkg::scode_ok(sdst, sdec_i.sdst64, wave_i.sgpr_size, wave_i.status.priv) &&
                    (!is_movreld || sdst <= 7'(isa_pkg::SrcSgpr101)));
  assign sdata_ok = smem_i.sdata_count == 5'd0 ||
                    (front_pkg::sgprs_ok(smem_i.sdata, smem_i.sdata_count, wave_i.sgpr_size, wave_i.status.priv) &&
                     (smem_i.sdata_count == 5'd1 || !smem_i.sdata[0]) &&
                     (smem_i.sdata_count <= 5'd2 || !smem_i.sdata[1]));
  assign valu_sdst_ok = vdec_i.sdst_kind == cu_pkg::SdstNone ||
                        front_pkg::scode_ok(vdec_i.sdst, vdec_i.sdst_kind == cu_pkg::SdstMask,
                                            wave_i.sgpr_size, wave_i.status.priv);

  // C-WORD (maxwell-control.md 8.10). No barrier has the number 6.
  localparam logic [2:0] IllegalBarrier = 3'd6;
  logic control_ok, is_waitcnt;
  assign is_waitcnt = effect_i == front_pkg::EffectWaitcnt || effect_i == front_pkg::EffectWaitcntVs;
  assign control_ok = !wave_i.control || !(malformed_i || field_i.reuse_bit3 || field_i.write == IllegalBarrier ||
                                           field_i.read == IllegalBarrier || is_waitcnt);

  assign skipped_o = view_i.vskip && is_vector_i;

  always_comb begin
    unique case (class_i)
      front_pkg::ClassScalar: legal_o = sdec_i.legal && operands_ok_i && sdst_ok &&
                                        (!sdec_i.priv || wave_i.status.priv);
      front_pkg::ClassSmem:   legal_o = smem_i.legal && operands_ok_i && sdata_ok;
      front_pkg::ClassValu:   legal_o = vdec_i.legal && operands_ok_i && valu_vgprs_ok_i && valu_sdst_ok;
      front_pkg::ClassLds:    legal_o = mdec_i.legal && mem_vgprs_ok_i;
      front_pkg::ClassVmem:   legal_o = mdec_i.legal && mem_vgprs_ok_i && operands_ok_i;
      front_pkg::ClassExport: legal_o = edec_i.legal && export_vgprs_ok_i;
      default:                legal_o = 1'b0;
    endcase
    if (skipped_o) legal_o = 1'b1;
    if (fetch_error_i || !control_ok) legal_o = 1'b0;
  end

  logic unused_fields;
  assign unused_fields = ^{wave_i, view_i, sdec_i, smem_i, vdec_i, mdec_i, edec_i, field_i};
endmodule
