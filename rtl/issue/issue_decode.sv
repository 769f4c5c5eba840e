// SPDX-License-Identifier: Apache-2.0
// What the instruction at the issue stage is, from its two words alone: the decoders side by side, and the scalar
// operands of the one whose class it has. Combinational. Only the decoder of its class works, and none without valid_i:
// class_o is ClassNone then, and the rest 0.
//
// coverage off toggle smem_o.mem.counters.exp, smem_o.mem.counters.vm, smem_o.mem.destination[0], smem_o.mem.size[1:0],
//   smem_o.mem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global memory by dwords, and writes
//   SGPRs or nothing.
// coverage off toggle lds_dec.addr64, lds_dec.ctl.lds.flat, lds_dec.ctl.vmem.*, lds_dec.dfmt[3:0], lds_dec.flat,
//   lds_dec.mem.counters.vm, lds_dec.mem.destination[1], lds_dec.mem.size[6:5], lds_dec.nfmt[2:0], lds_dec.rsrc_en,
//   lds_dec.saddr[6:0], lds_dec.saddr_en, lds_dec.scratch_en, lds_dec.soffset[7:0], lds_dec.soffset_en,
//   lds_dec.tfe_vgpr[2:0], lds_dec.typed: A DS instruction: lds_decode.sv sets none of these, but LGKM_CNT always. Its
//   result goes to VGPRs or nowhere, and an access has at most 16 bytes.
// coverage off toggle vmem_dec.addr_m0, vmem_dec.data1[7:0], vmem_dec.data1_en, vmem_dec.data1_vgprs[2:0],
//   vmem_dec.mem.counters.exp, vmem_dec.ctl.lds.addr_source[1:0], vmem_dec.ctl.lds.st64,
//   vmem_dec.ctl.lds.two_addresses: An instruction of vector memory: vmem_decode.sv and, of FLAT, lds_flat.sv set none
//   of these. It has one address, from VGPRs, and no second data.
// coverage off toggle mdec_o.mem.size[6:5], vmem_dec.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the
//   bytes of a lane in five bits. Only scalar memory has larger sizes.
// coverage off toggle ssrc0.code[8], ssrc1.code[8], ssrc2.code[8:7]: A field of a scalar source has eight bits, SDST
//   seven.
// coverage off toggle ssrc0.imm[2], ssrc1.imm[2], ssrc2.imm[2]: A scalar source has constants of ImmB32, ImmB64 or
//   ImmI64: 0 to 2 of operand_pkg::imm_e.
// coverage off toggle vdec_o.rel[0][1:0]: VSRC1 is a VGPR. Source 0 is in field SRC0, which is 0.
// coverage off toggle ssrc1.imm[1], ssrc2.imm[1]: The rows of scalar_table.sv: only source 0 has a signed constant of
//   64 bits (ImmI64). Source 1 is W, D, Pair or none, and SDST as a source W, D, PairVcc, Null or none. ImmF64 and
//   ImmF16 are for vector instructions.
// coverage off toggle mdec_o.data1_vgprs[2], lds_dec.data1_vgprs[2]: The second data of a DS instruction has at most 64
//   bits: two VGPRs.
// coverage off toggle vmem_dec.ctl.lds.kind[2], vmem_dec.ctl.lds.op[4]: FLAT in the data share is a read, write or
//   atomic, and the last of its operations is OpCmpst (15).
module issue_decode (
  input  logic                       valid_i,
  input  logic [31:0]                word0_i,
  input  logic [31:0]                word1_i,
  output fetch_pkg::class_e          class_o,
  output scalar_pkg::scalar_dec_t    sdec_o,
  output smem_pkg::smem_dec_t        smem_o,
  output scalar_pkg::scalar_effect_e effect_o,     // EffectNone for other classes
  output valu_pkg::valu_dec_t        vdec_o,
  output mem_issue_pkg::mem_dec_t    mdec_o,       // of the data share or of vector memory
  output export_pkg::export_dec_t    edec_o,
  output logic                       is_vector_o,  // VSKIP skips it
  output logic                       is_gds_o,
  output logic                       is_direct_o,  // its source 0 is LDS_DIRECT
  output operand_pkg::vsrc_t         src0_o,
  output operand_pkg::vsrc_t         src1_o,
  output operand_pkg::vsrc_t         src2_o
);
  operand_pkg::vsrc_t      ssrc0, ssrc1, ssrc2;
  mem_issue_pkg::mem_dec_t lds_dec, vmem_dec, image_dec;
  logic                    is_image;

  always_comb begin
    class_o = fetch_pkg::ClassNone;
    if (valid_i) class_o = fetch_pkg::class_of(word0_i[31:26]);
  end

  scalar_decode u_scalar_decode (
    .go_i(class_o == fetch_pkg::ClassScalar || class_o == fetch_pkg::ClassSmem),
    .w0_i(word0_i), .w1_i(word1_i), .dec_o(sdec_o), .smem_o, .src0_o(ssrc0), .src1_o(ssrc1), .src2_o(ssrc2)
  );
  valu_decode u_valu_decode (
    .go_i(class_o == fetch_pkg::ClassValu), .w0_i(word0_i), .w1_i(word1_i), .dec_o(vdec_o)
  );
  lds_decode u_lds_decode (
    .go_i(class_o == fetch_pkg::ClassLds), .w0_i(word0_i), .w1_i(word1_i), .dec_o(lds_dec)
  );
  assign is_image = class_o == fetch_pkg::ClassVmem && word0_i[31:26] == isa_pkg::EncMimg;
  vmem_decode u_vmem_decode (
    .go_i(class_o == fetch_pkg::ClassVmem && !is_image), .w0_i(word0_i), .w1_i(word1_i), .dec_o(vmem_dec)
  );
  if (cu_pkg::Images != 0) begin : g_image
    image_decode u_image_decode (.go_i(is_image), .w0_i(word0_i), .w1_i(word1_i), .dec_o(image_dec));
  end else begin : g_no_image
    assign image_dec = '0;
  end
  export_decode u_export_decode (
    .go_i(class_o == fetch_pkg::ClassExport), .w0_i(word0_i), .w1_i(word1_i), .dec_o(edec_o)
  );

  always_comb begin
    mdec_o = class_o == fetch_pkg::ClassLds ? lds_dec : vmem_dec;
    if (is_image) mdec_o = image_dec;
  end
  assign is_gds_o = class_o == fetch_pkg::ClassLds && mdec_o.mem.space == mem_pkg::SpaceGds;
  assign is_vector_o = class_o == fetch_pkg::ClassValu || class_o == fetch_pkg::ClassLds ||
                       class_o == fetch_pkg::ClassVmem || class_o == fetch_pkg::ClassExport ||
                       class_o == fetch_pkg::ClassVother;
  assign is_direct_o = class_o == fetch_pkg::ClassValu && vdec_o.legal && vdec_o.src0.used &&
                       vdec_o.src0.code == isa_pkg::SrcLdsDirect;

  always_comb begin
    effect_o = scalar_pkg::EffectNone;
    src0_o = '0;
    src1_o = '0;
    src2_o = '0;
    unique case (class_o)
      fetch_pkg::ClassScalar, fetch_pkg::ClassSmem: begin
        if (class_o == fetch_pkg::ClassScalar) effect_o = sdec_o.effect;
        src0_o = ssrc0;
        src1_o = ssrc1;
        src2_o = ssrc2;
      end
      fetch_pkg::ClassValu: begin
        src0_o = vdec_o.src0;
        src1_o = vdec_o.src1;
        src2_o = vdec_o.src2;
        if (is_direct_o) src0_o.used = 1'b0;
      end
      fetch_pkg::ClassVmem: begin
        src0_o.used = mdec_o.saddr_en;
        src0_o.code = {2'd0, mdec_o.saddr};
        src0_o.is64 = 1'b1;
        src0_o.imm = operand_pkg::ImmB64;
        src1_o = src0_o;
        src1_o.used = mdec_o.rsrc_en;
        src1_o.code[1] = 1'b1;
        src2_o.used = mdec_o.soffset_en;
        src2_o.code = {1'b0, mdec_o.soffset};
        src2_o.imm = operand_pkg::ImmB32;
      end
      default: ;
    endcase
  end
endmodule
