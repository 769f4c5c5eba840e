// SPDX-License-Identifier: Apache-2.0
// What the instruction at the issue stage is, from its two words alone: the decoders side by side, and the scalar
// operands of the one whose class it has. Combinational.
module issue_decode (
  input  logic [31:0]               word0_i,
  input  logic [31:0]               word1_i,
  output front_pkg::class_e         class_o,
  output front_pkg::scalar_dec_t    sdec_o,
  output front_pkg::smem_dec_t      smem_o,
  output front_pkg::scalar_effect_e effect_o,    // EffectNone for other classes
  output cu_pkg::valu_dec_t         vdec_o,
  output cu_pkg::mem_dec_t          mdec_o,      // of the data share or of vector memory
  output cu_pkg::export_dec_t       edec_o,
  output logic                      is_vector_o, // VSKIP skips it
  output logic                      is_gds_o,
  output logic                      is_direct_o, // its source 0 is LDS_DIRECT
  output cu_pkg::vsrc_t             src0_o,
  output cu_pkg::vsrc_t             src1_o,
  output cu_pkg::vsrc_t             src2_o
);
  cu_pkg::vsrc_t    ssrc0, ssrc1, ssrc2;
  cu_pkg::mem_dec_t lds_dec, vmem_dec;

  assign class_o = front_pkg::class_of(word0_i[31:26]);
  scalar_decode u_scalar_decode (
    .w0_i(word0_i), .w1_i(word1_i), .dec_o(sdec_o), .smem_o,
    .src0_o(ssrc0), .src1_o(ssrc1), .src2_o(ssrc2)
  );
  valu_decode u_valu_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(vdec_o));
  lds_decode u_lds_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(lds_dec));
  vmem_decode u_vmem_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(vmem_dec));
  export_decode u_export_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(edec_o));

  assign mdec_o = class_o == front_pkg::ClassLds ? lds_dec : vmem_dec;
  assign is_gds_o = class_o == front_pkg::ClassLds && mdec_o.mem.space == cu_pkg::SpaceGds;
  assign is_vector_o = class_o == front_pkg::ClassValu || class_o == front_pkg::ClassLds ||
                       class_o == front_pkg::ClassVmem || class_o == front_pkg::ClassExport ||
                       class_o == front_pkg::ClassVother;
  assign is_direct_o = class_o == front_pkg::ClassValu && vdec_o.legal && vdec_o.src0.used &&
                       vdec_o.src0.code == isa_pkg::SrcLdsDirect;

  always_comb begin
    effect_o = front_pkg::EffectNone;
    src0_o = '0;
    src1_o = '0;
    src2_o = '0;
    unique case (class_o)
      front_pkg::ClassScalar, front_pkg::ClassSmem: begin
        if (class_o == front_pkg::ClassScalar) effect_o = sdec_o.effect;
        src0_o = ssrc0;
        src1_o = ssrc1;
        src2_o = ssrc2;
      end
      front_pkg::ClassValu: begin
        src0_o = vdec_o.src0;
        src1_o = vdec_o.src1;
        src2_o = vdec_o.src2;
        if (is_direct_o) src0_o.used = 1'b0;
      end
      front_pkg::ClassVmem: begin
        src0_o.used = mdec_o.saddr_en;
        src0_o.code = {2'd0, mdec_o.saddr};
        src0_o.is64 = 1'b1;
        src0_o.imm = cu_pkg::ImmB64;
        src1_o = src0_o;
        src1_o.used = mdec_o.rsrc_en;
        src1_o.code[1] = 1'b1;
        src2_o.used = mdec_o.soffset_en;
        src2_o.code = {1'b0, mdec_o.soffset};
        src2_o.imm = cu_pkg::ImmB32;
      end
      default: ;
    endcase
  end
endmodule
