// SPDX-License-Identifier: Apache-2.0
// The module that forms the addresses of vector memory, GFX9's and RDNA's, its control signals by name.
// Driven by main.cc.
//
// plant_i: an error on the way to it or back.
module vmem_unit (
  input  logic          go_i,
  input  logic          rdna_i,
  input  logic [1:0]    form_i,   // vmem_pkg::form_e, without FormImage
  input  logic          converts_i,
  input  logic          atomic_i,
  input  logic [1:0]    last_i,
  input  logic [2:0]    size_i,
  input  logic [1:0]    address_vgprs_i,
  input  logic          idxen_i,
  input  logic          offen_i,
  input  logic [14:0]   other_i,  // what forms no address
  input  logic [127:0]  scalar_i,
  input  logic [31:0]   soffset_i,
  input  logic [15:0]   offset_i,
  input  logic [1:0]    pass_i,
  input  logic [15:0]   lanes_i,
  input  logic [511:0]  address0_i,
  input  logic [511:0]  address1_i,
  input  logic [1:0]    dword_i,
  input  logic          part_i,
  input  logic [1:0]    alignment_i,
  input  logic [4:0]    plant_i,
  output logic [1023:0] addr_o,
  output logic [15:0]   wrap_o,
  output logic [63:0]   bytes_o,
  output logic [15:0]   out_o,
  output logic          cut_o,
  output logic          viol_o
);
  typedef enum logic [4:0] {
    None, FirstPass, RecordsMore, RecordsLess, NarrowStride, NoSwizzle, IndexStride, AddTid, Unsigned, NoSoffset,
    FirstDword, FirstPart, Unaligned, NotStrict, NoAtomic, NoFormat, NoIndex, Swapped, NoPrivate, LastByte, LastLane,
    NotOut, NoCut, NoViolation, NoWrap, HighBit, Stays, FirstSelect, Raw, SmallElement, OtherUnit
  } plant_e;

  // Bits of the V# (buffer-memory.md 2).
  localparam int unsigned NumRecords = 64;
  localparam int unsigned Swizzle = 63;
  localparam int unsigned SwizzleLow = 62;  // RDNA
  localparam int unsigned OobSelect = 124;  // RDNA
  localparam int unsigned DataFormat = 111;
  localparam int unsigned IndexStrides = 117;
  localparam int unsigned AddTidEnable = 119;

  vmem_pkg::vmem_control_t ctl;
  logic [127:0]            scalar;
  logic [31:0]             soffset;
  logic [15:0]             offset, lanes;
  logic [511:0]            address0, address1;
  logic [1:0]              pass, dword, alignment;
  logic                    go, part, atomic, rdna;
  always_comb begin
    ctl = '0;
    ctl.form = vmem_pkg::form_e'({1'b0, form_i});
    ctl.converts = converts_i;
    ctl.last = last_i;
    ctl.size = size_i;
    ctl.address_vgprs = address_vgprs_i;
    ctl.idxen = idxen_i;
    ctl.offen = offen_i;
    {ctl.last_component, ctl.last_vgpr, ctl.part, ctl.atomic, ctl.half, ctl.data_vgprs} = other_i;
    go = go_i;
    rdna = rdna_i;
    scalar = scalar_i;
    soffset = soffset_i;
    offset = offset_i;
    pass = pass_i;
    lanes = lanes_i;
    address0 = address0_i;
    address1 = address1_i;
    dword = dword_i;
    part = part_i;
    atomic = atomic_i;
    alignment = alignment_i;
    unique case (plant_i)
      FirstPass: pass = '0;
      RecordsMore: scalar[NumRecords +: 32] = scalar_i[NumRecords +: 32] + 32'd1;
      RecordsLess: scalar[NumRecords +: 32] = scalar_i[NumRecords +: 32] - 32'd1;
      NarrowStride: if (scalar_i[AddTidEnable]) scalar[DataFormat +: 4] = 4'd1;
      NoSwizzle: scalar[Swizzle] = 1'b0;
      IndexStride: scalar[IndexStrides] = 1'b0;
      AddTid: scalar[AddTidEnable] = 1'b0;
      Unsigned: offset = offset_i & 16'h1FFF;
      NoSoffset: soffset = '0;
      FirstDword: dword = '0;
      FirstPart: part = 1'b0;
      Unaligned: alignment = 2'(mem_pkg::Unaligned);
      NotStrict: if (alignment_i == 2'(mem_pkg::AlignStrict)) alignment = 2'(mem_pkg::AlignDwordStrict);
      NoAtomic: atomic = 1'b0;
      NoFormat: ctl.converts = 1'b0;
      NoIndex: ctl.idxen = 1'b0;
      Swapped: {address0, address1} = {address1_i, address0_i};
      NoPrivate: if (ctl.form == vmem_pkg::FormFlat) ctl.form = vmem_pkg::FormGlobal;
      Stays: go = 1'b1;
      FirstSelect: scalar[OobSelect] = 1'b0;
      Raw: scalar[OobSelect +: 2] = 2'd3;
      SmallElement: scalar[SwizzleLow] = 1'b0;
      OtherUnit: rdna = !rdna_i;
      default: ;
    endcase
  end

  logic [1023:0] addr, addrs[2];
  logic [15:0]   wrap, out, wraps[2], outs[2];
  logic [63:0]   bytes, bytes_of[2];
  logic          cut, viol, cuts[2], viols[2];
  for (genvar r = 0; r < 2; r++) begin : g_unit
    vmem_address #(.Rdna(r == 1)) u_address (
      .go_i(go && rdna == (r == 1)), .ctl_i(ctl), .scalar_i(scalar), .soffset_i(soffset), .offset_i(offset),
      .pass_i(pass), .lanes_i(lanes), .address0_i(address0), .address1_i(address1), .dword_i(dword), .part_i(part),
      .atomic_i(atomic), .alignment_i(alignment),
      .addr_o(addrs[r]), .wrap_o(wraps[r]), .bytes_o(bytes_of[r]), .out_o(outs[r]), .cut_o(cuts[r]), .viol_o(viols[r])
    );
  end
  assign addr = addrs[rdna];
  assign wrap = wraps[rdna];
  assign bytes = bytes_of[rdna];
  assign out = outs[rdna];
  assign cut = cuts[rdna];
  assign viol = viols[rdna];

  always_comb begin
    addr_o = addr;
    wrap_o = wrap;
    bytes_o = bytes;
    out_o = out;
    cut_o = cut;
    viol_o = viol;
    unique case (plant_i)
      LastByte: bytes_o = bytes & 64'h7777777777777777;
      LastLane: addr_o[1023:960] = addr[959:896];
      NotOut: out_o = '0;
      NoCut: cut_o = 1'b0;
      NoViolation: viol_o = 1'b0;
      NoWrap: wrap_o = '0;
      HighBit: addr_o[47] = 1'b0;
      default: ;
    endcase
  end
endmodule
