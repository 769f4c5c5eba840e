// SPDX-License-Identifier: Apache-2.0
// What the proofs vmem_linear and vmem_swizzle share: lane 13 of vmem_address, of a buffer with an index and an offset.
// And what the alignment mode asks of its dword (buffer-memory.md 5, 8, D-MEM-75).
// One lane: all lanes have one text, and 16 of them take yosys minutes (SHORTENED in scripts/wl/checks/formal.py).
// The index is in range: vmem_range is about the others. The lane is added to the index, and DATA_FORMAT gives the
// stride its upper bits, only of a swizzled buffer with ADD_TID (D-MEM-80).
module vmem_lane (
  input  logic [47:0] base_i,
  input  logic [13:0] stride_i,
  input  logic        swizzle_i,
  input  logic        add_tid_i,
  input  logic [1:0]  index_stride_i,
  input  logic [31:0] index_i,
  input  logic [31:0] voffset_i,
  input  logic [31:0] soffset_i,
  input  logic [11:0] offset_i,
  input  logic [1:0]  size_i,    // log2 of the bytes of a dword
  input  logic [1:0]  last_i,    // dwords of the element, less one
  input  logic [1:0]  dword_i,
  input  logic        part_i,
  input  logic        active_i,
  input  logic        format_i,
  input  logic        atomic_i,
  input  logic [1:0]  alignment_i,
  output logic [63:0] addr_o,    // of the module: address, bytes that go to memory, and the rest
  output logic [3:0]  bytes_o,
  output logic        wrap_o,
  output logic        out_o,
  output logic        cut_o,
  output logic        viol_o,
  output logic [2:0]  count_o,   // bytes of a dword
  output logic        forced_o,  // its address is forced to a multiple of them
  output logic [3:0]  tested_o   // bits of the element's address that must be 0, else the lane is dropped
);
  vmem_pkg::vmem_control_t ctl;
  logic [1023:0]           addr;
  logic [63:0]             bytes;
  logic [15:0]             wrap, out;
  logic [127:0]            resource;
  always_comb begin
    ctl = '0;
    ctl.form = vmem_pkg::FormBuffer;
    ctl.converts = format_i;
    ctl.last = last_i;
    ctl.size = 3'd1 << size_i;
    ctl.address_vgprs = 2'd2;
    ctl.idxen = 1'b1;
    ctl.offen = 1'b1;
    resource = '0;
    resource[47:0] = base_i;
    resource[61:48] = stride_i;
    resource[63] = swizzle_i;
    resource[95:64] = 32'hFFFFFFFF;
    resource[114:111] = 4'd4;
    resource[118:117] = index_stride_i;
    resource[119] = add_tid_i;
  end
  vmem_address u_address (
    .go_i(1'b1), .ctl_i(ctl), .scalar_i(resource), .soffset_i, .offset_i({4'd0, offset_i}), .pass_i(2'd0),
    .lanes_i({2'd0, active_i, 13'd0}), .address0_i({64'd0, index_i, 416'd0}),
    .address1_i({64'd0, voffset_i, 416'd0}), .dword_i, .part_i, .atomic_i, .alignment_i,
    .addr_o(addr), .wrap_o(wrap), .bytes_o(bytes), .out_o(out), .cut_o, .viol_o
  );
  assign addr_o = addr[895:832];
  assign bytes_o = bytes[55:52];
  assign wrap_o = wrap[13];
  assign out_o = out[13];

  always_comb begin
    assume (dword_i <= last_i && size_i <= 2'd2 && (size_i == 2'd2 || last_i == 2'd0));
    assume (!atomic_i || (!format_i && size_i == 2'd2 && last_i <= 2'd1 && dword_i == 2'd0 && !part_i));
    assume (stride_i != 14'd0 && index_i != 32'hFFFFFFFF);
    count_o = 3'd1 << size_i;
    forced_o = !atomic_i && (alignment_i == 2'd0 || (format_i && alignment_i != 2'd3));
    tested_o = '0;
    if (atomic_i) tested_o = last_i == 2'd1 ? 4'd7 : 4'd3;
    else if (format_i) tested_o = 4'd0;
    else if (alignment_i == 2'd1) tested_o = {1'b0, count_o - 3'd1};
    else if (alignment_i == 2'd2) tested_o = last_i == 2'd1 ? 4'd7 : last_i == 2'd3 ? 4'd15 : {1'b0, count_o - 3'd1};
  end

  logic unused_lanes;
  assign unused_lanes = ^{addr, wrap, bytes, out};
endmodule
