// SPDX-License-Identifier: Apache-2.0
// What the descriptors of an image instruction make of it at the issue (image.md 6), and the registers of its address
// (image.md 3). Combinational; with go_i = 0 all outputs are 0.
//
// `case`, not `unique case`: all values of a format are legal here.
module image_descriptor (
  input  logic             go_i,
  input  mimg_pkg::dec_t   dec_i,
  input  logic [7:0]       vaddr_i,
  input  logic [8:0]       vgpr_size_i,  // VGPRs of the wave
  input  logic [127:0]     tsharp_low_i,
  input  logic [127:0]     tsharp_high_i,
  input  logic [127:0]     ssharp_i,     // of an opcode with a sampler
  output mimg_pkg::issue_t image_o,
  output logic             ignored_o,
  output logic [1:0]       last_o,       // dwords of an element, less one
  output logic [2:0]       size_o        // bytes of a dword that are accessed
);
  // An atomic's DMASK names the registers of an element of the format (image.md 9.4).
  function automatic logic atomic_ok(logic [5:0] dfmt, logic [3:0] dmask, logic cmpswap);
    case (dfmt)
      {1'b0, vmem_format_pkg::Dfmt32}:   atomic_ok = dmask == (cmpswap ? 4'b0011 : 4'b0001);
      {1'b0, vmem_format_pkg::Dfmt32x2}: atomic_ok = dmask == (cmpswap ? 4'b1111 : 4'b0011);
      default:            atomic_ok = 1'b0;
    endcase
  endfunction

  image_pkg::tsharp_t tsharp;
  image_pkg::ssharp_t ssharp;
  logic               samples, is_store, is_atomic, is_integer, unbound, refused, read_only;
  logic [2:0]         slopes, body, log2_bytes;
  logic [3:0]         by_type;  // address registers by T#
  logic [8:0]         left;     // registers of the wave from VADDR on
  assign tsharp = {tsharp_high_i, tsharp_low_i};
  assign ssharp = ssharp_i;
  always_comb begin
    samples = 1'b0;
    is_store = 1'b0;
    is_atomic = 1'b0;
    is_integer = 1'b0;
    unbound = 1'b0;
    refused = 1'b0;
    read_only = 1'b0;
    slopes = '0;
    body = '0;
    log2_bytes = '0;
    by_type = '0;
    left = '0;
    {image_o, ignored_o, last_o, size_o} = '0;
    if (go_i) begin
      samples = mimg_pkg::samples(dec_i.row.op);
      is_store = dec_i.row.op == mimg_pkg::OpStore;
      is_atomic = dec_i.row.op == mimg_pkg::OpAtomic;
      is_integer = tsharp.num_format == vmem_format_pkg::Uint || tsharp.num_format == vmem_format_pkg::Sint;
      unbound = tsharp == '0 || (tsharp.kind >= image_pkg::Kind1D && tsharp.data_format == '0);
      ignored_o = !unbound && tsharp.kind < image_pkg::Kind1D;
      refused = tsharp.kind > image_pkg::Kind2DArray || (samples && tsharp.kind == image_pkg::KindCube) ||
                (dec_i.row.op == mimg_pkg::OpGather && tsharp.kind != image_pkg::Kind2D &&
                 tsharp.kind != image_pkg::Kind2DArray) ||
                tsharp.sw_mode != '0 || tsharp.compression_en ||
                !vmem_format_pkg::is_image(tsharp.data_format, tsharp.num_format) ||
                (dec_i.row.compare && is_integer) ||
                tsharp.base_level > tsharp.last_level || tsharp.last_level > tsharp.max_mip ||
                (is_atomic && !atomic_ok(tsharp.data_format, dec_i.dmask,
                                         dec_i.row.atomic == mem_pkg::AtomicCmpswap)) ||
                (samples && (ssharp.mc_coord_trunc || ssharp.force_degamma || ssharp.skip_degamma ||
                             ssharp.filter_mode != '0 || ssharp.border_color_type == 2'd3));
      read_only = vmem_format_pkg::is_read_only(tsharp.num_format);

      log2_bytes = image_pkg::log2_bytes(tsharp.data_format);
      last_o = log2_bytes[2] ? 2'd3 : {1'b0, log2_bytes[1:0] == 2'd3};
      size_o = log2_bytes >= 3'd2 ? 3'd4 : 3'd1 << log2_bytes[0];

      slopes = mimg_pkg::slope_registers(mimg_pkg::axes(tsharp.kind), dec_i.a16);
      if (dec_i.row.level != image_pkg::LevelDerivatives) slopes = '0;
      body = {1'b0, mimg_pkg::axes(tsharp.kind)} + {2'd0, dec_i.da && image_pkg::has_slices(tsharp.kind)};
      if (dec_i.row.op == mimg_pkg::OpResinfo) body = '0;
      by_type = mimg_pkg::address_registers({dec_i.row.offset, dec_i.row.bias, dec_i.row.compare}, slopes,
                                            body + {2'd0, dec_i.row.last}, dec_i.a16);
      left = vgpr_size_i - {1'b0, vaddr_i};
      image_o.dec = dec_i;
      image_o.tsharp = tsharp;
      image_o.ssharp = ssharp;
      image_o.addresses = mimg_pkg::has_coordinates(tsharp.kind) ? by_type : dec_i.addresses;
      if ({5'd0, image_o.addresses} > left) image_o.addresses = left[3:0];
      image_o.refused = !unbound && !ignored_o && refused;
      image_o.nothing = unbound || refused || dec_i.dmask == '0 || (is_store && !dec_i.row.pck && read_only);
    end
  end

  logic unused_fields;
  assign unused_fields = ^{tsharp, ssharp};
endmodule
