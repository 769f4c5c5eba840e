// SPDX-License-Identifier: Apache-2.0
// Whether the instruction at the issue stage is legal for its wave, and whether VSKIP skips it (gfx9-encoding.md 10,
// control-flow.md 1). The decoders have said what the words alone say. Combinational.
//
// coverage off toggle smem_i.mem.counters.exp, smem_i.mem.counters.vm, smem_i.mem.destination[0], smem_i.mem.size[1:0],
//   smem_i.mem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global memory by dwords, and writes
//   SGPRs or nothing.
// coverage off toggle mdec_i.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in five
//   bits. Only scalar memory has larger sizes.
// coverage off toggle vdec_i.rel[0][1:0]: VSRC1 is a VGPR. Source 0 is in field SRC0, which is 0.
// coverage off toggle mdec_i.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two VGPRs.
module legality (
  input  wave_pkg::wave_t            wave_i,             // as the instruction reads it
  input  fetch_pkg::class_e          class_i,
  input  logic                       is_vector_i,
  input  scalar_pkg::scalar_dec_t    sdec_i,
  input  smem_pkg::smem_dec_t        smem_i,
  input  scalar_pkg::scalar_effect_e effect_i,
  input  valu_pkg::valu_dec_t        vdec_i,
  input  mem_issue_pkg::mem_dec_t    mdec_i,
  input  export_pkg::export_dec_t    edec_i,
  input  logic                       operands_ok_i,      // the scalar operands exist
  input  logic                       valu_vgprs_ok_i,    // the VGPRs of a vector ALU instruction exist
  input  logic                       mem_vgprs_ok_i,     // and those of a memory instruction,
  input  logic                       export_vgprs_ok_i,  // of an export
  input  logic                       fetch_error_i,
  input  logic                       no_waitcnt_i,       // the wave has no s_waitcnt,
  input  logic                       word_illegal_i,     // and its control word refuses the instruction
  output logic                       legal_o,
  output logic                       skipped_o,          // a vector instruction is skipped, legal or not
  output logic [6:0]                 sdst_o              // first name of a scalar destination, with s_movreld's index
);

  logic is_movreld, sdst_ok, sdata_ok, valu_sdst_ok;
  logic [6:0] sdst;  // as it is written: this is judged (gfx9-encoding.md D-REG-22)
  assign is_movreld = effect_i == scalar_pkg::EffectMovreld;
  assign sdst = is_movreld ? sdec_i.sdst + wave_i.m0[6:0] : sdec_i.sdst;
  assign sdst_o = sgpr_pkg::first_name(sdst, wave_i.sgpr_size);
  always_comb begin
    sdst_ok = 1'b1;
    sdata_ok = 1'b1;
    valu_sdst_ok = 1'b1;
    if (sdec_i.sdst_en) begin
      sdst_ok = sgpr_pkg::scode_ok(sdst, sdec_i.sdst64, wave_i.sgpr_size, wave_i.status.priv) &&
                (!is_movreld || sdst <= 7'(isa_pkg::SrcSgpr101));
    end
    if (smem_i.sdata_count != 5'd0) begin
      sdata_ok = sgpr_pkg::sgprs_ok(smem_i.sdata, smem_i.sdata_count, wave_i.sgpr_size, wave_i.status.priv) &&
                 (smem_i.sdata_count == 5'd1 || !smem_i.sdata[0]) &&
                 (smem_i.sdata_count <= 5'd2 || !smem_i.sdata[1]);
    end
    if (vdec_i.sdst_kind != valu_pkg::SdstNone) begin
      valu_sdst_ok = sgpr_pkg::scode_ok(vdec_i.sdst, vdec_i.sdst_kind == valu_pkg::SdstMask,
                                        wave_i.sgpr_size, wave_i.status.priv);
    end
  end

  logic is_waitcnt;
  assign is_waitcnt = effect_i == scalar_pkg::EffectWaitcnt || effect_i == scalar_pkg::EffectWaitcntVs;

  assign skipped_o = wave_i.mode.vskip && is_vector_i;

  always_comb begin
    unique case (class_i)
      fetch_pkg::ClassScalar: legal_o = sdec_i.legal && operands_ok_i && sdst_ok &&
                                        (!sdec_i.priv || wave_i.status.priv);
      fetch_pkg::ClassSmem:   legal_o = smem_i.legal && operands_ok_i && sdata_ok;
      fetch_pkg::ClassValu:   legal_o = vdec_i.legal && operands_ok_i && valu_vgprs_ok_i && valu_sdst_ok;
      fetch_pkg::ClassLds:    legal_o = mdec_i.legal && mem_vgprs_ok_i;
      fetch_pkg::ClassVmem:   legal_o = mdec_i.legal && mem_vgprs_ok_i && operands_ok_i;
      fetch_pkg::ClassExport: legal_o = edec_i.legal && export_vgprs_ok_i;
      default:                legal_o = 1'b0;
    endcase
    if (skipped_o) legal_o = 1'b1;
    if (fetch_error_i || word_illegal_i || (no_waitcnt_i && is_waitcnt)) legal_o = 1'b0;
  end

  logic unused_fields;
  assign unused_fields = ^{wave_i, sdec_i, smem_i, vdec_i, mdec_i, edec_i};
endmodule
