// SPDX-License-Identifier: Apache-2.0
// What an instruction with these descriptors does, judged once at its issue (image.md 6). Combinational; with go_i = 0
// the output is Lanes.
module image_descriptor (
  input  logic         go_i,
  input  logic [255:0] tsharp_i,
  input  logic [127:0] ssharp_i,
  input  logic         sampler_i,   // the opcode has a sampler
  input  logic         gather_i,    // gather4
  input  logic         compare_i,   // *_c
  input  logic         store_i,     // with a conversion: no *_pck
  input  logic         atomic_i,
  input  logic         cmpswap_i,
  input  logic [3:0]   dmask_i,
  output logic [1:0]   judgement_o  // image_pkg::judgement_e
);
  image_pkg::tsharp_t tsharp;
  image_pkg::ssharp_t ssharp;
  assign tsharp = tsharp_i;
  assign ssharp = ssharp_i;

  // D-IMG-13, without a sampler's and with one's.
  logic fits, image_lacks, sampler_lacks;
  logic [3:0] words;  // DMASK of an atomic
  always_comb begin
    words = '0;
    fits = 1'b0;
    image_lacks = 1'b0;
    sampler_lacks = 1'b0;
    judgement_o = image_pkg::Lanes;
    if (go_i) begin
      words = cmpswap_i ? 4'b0011 : 4'b0001;
      fits = tsharp.data_format == {1'b0, vmem_format_pkg::Dfmt32} && dmask_i == words;
      if (tsharp.data_format == {1'b0, vmem_format_pkg::Dfmt32x2}) fits = dmask_i == (cmpswap_i ? 4'b1111 : 4'b0011);
      image_lacks =
          tsharp.kind == image_pkg::Kind2DMsaa || tsharp.kind == image_pkg::Kind2DMsaaArray ||
          tsharp.sw_mode != '0 || tsharp.compression_en ||
          !vmem_format_pkg::is_image(tsharp.data_format, tsharp.num_format) ||
          tsharp.base_level > tsharp.last_level || tsharp.last_level > tsharp.max_mip || (atomic_i && !fits);
      sampler_lacks =
          tsharp.kind == image_pkg::KindCube ||
          (gather_i && tsharp.kind != image_pkg::Kind2D && tsharp.kind != image_pkg::Kind2DArray) ||
          (compare_i && (tsharp.num_format == vmem_format_pkg::Uint || tsharp.num_format == vmem_format_pkg::Sint)) ||
          ssharp.mc_coord_trunc || ssharp.force_degamma || ssharp.skip_degamma || ssharp.filter_mode != '0 ||
          ssharp.border_color_type == 2'd3;
      if (tsharp_i == '0) judgement_o = image_pkg::Unbound;
      else if (!tsharp.kind[3]) judgement_o = image_pkg::Ignored;
      else if (tsharp.data_format == '0) judgement_o = image_pkg::Unbound;
      else if (image_lacks || (sampler_i && sampler_lacks)) judgement_o = image_pkg::Refused;
      else if (store_i && vmem_format_pkg::is_read_only(tsharp.num_format)) judgement_o = image_pkg::Unbound;
    end
  end

  logic unused_fields;
  assign unused_fields = ^{tsharp, ssharp};
endmodule
