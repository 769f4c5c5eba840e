// SPDX-License-Identifier: Apache-2.0
// Proof about vmem_address: the address of a dword of a buffer without swizzle, and which of its bytes go to memory
// (buffer-memory.md 3, 5, 8, 15.3, D-MEM-16, D-MEM-75). For every base, stride, index, offset, SOFFSET and dword, with
// a format, of an atomic and without either, in all alignment modes. The product index * stride is one term here and in
// the module: the proof says nothing about a multiplier. The bytes of a dword follow one another.
// One lane, 13: all lanes have one text, and 16 of them take yosys minutes (SHORTENED in scripts/formal.py).
// The index is in range: vmem_range is about the others.
//
// The text below is the one of buffer-memory.md 15.3.
module vmem_linear_proof (
  input logic [47:0]  base_i,
  input logic [13:0]  stride_i,
  input logic [31:0]  index_i,
  input logic [31:0]  voffset_i,
  input logic [31:0]  soffset_i,
  input logic [11:0]  offset_i,
  input logic [1:0]   size_i,     // log2 of the bytes of a dword
  input logic [1:0]   last_i,     // dwords of the element, less one
  input logic [1:0]   dword_i,
  input logic         active_i,
  input logic         format_i,
  input logic         atomic_i,
  input logic [1:0]   alignment_i
);
  vmem_pkg::vmem_control_t ctl;
  logic [1023:0] addr;
  logic [63:0]   bytes;
  logic [15:0]   wrap, out;
  logic          cut, viol;
  logic [127:0]  resource;
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
    resource[95:64] = 32'hFFFFFFFF;
    resource[114:111] = 4'd4;
  end
  vmem_address u_address (
    .go_i(1'b1), .ctl_i(ctl), .scalar_i(resource), .soffset_i, .offset_i({4'd0, offset_i}), .pass_i(2'd0),
    .lanes_i({2'd0, active_i, 13'd0}), .address0_i({64'd0, index_i, 416'd0}),
    .address1_i({64'd0, voffset_i, 416'd0}), .dword_i, .part_i(1'b0), .atomic_i, .alignment_i,
    .addr_o(addr), .wrap_o(wrap), .bytes_o(bytes), .out_o(out), .cut_o(cut), .viol_o(viol)
  );

  logic        forced, dropped;
  logic [3:0]  tested;
  logic [31:0] offset;
  logic [47:0] first, start;  // addresses of the element and of the dword
  logic [2:0]  count;         // bytes of a dword
  always_comb begin
    assume (dword_i <= last_i && size_i <= 2'd2 && (size_i == 2'd2 || last_i == 2'd0));
    assume (!atomic_i || (!format_i && size_i == 2'd2 && last_i <= 2'd1 && dword_i == 2'd0));
    assume (stride_i != 14'd0 && index_i != 32'hFFFFFFFF);
    count = 3'd1 << size_i;
    offset = voffset_i + {20'd0, offset_i};
    first = base_i + {16'd0, soffset_i} + ({16'd0, index_i} * {34'd0, stride_i} + {16'd0, offset});
    start = base_i + {16'd0, soffset_i} +
            ({16'd0, index_i} * {34'd0, stride_i} + {16'd0, offset} + {44'd0, dword_i, 2'd0});
    forced = !atomic_i && (alignment_i == 2'd0 || (format_i && alignment_i != 2'd3));
    tested = '0;
    if (atomic_i) tested = last_i == 2'd1 ? 4'd7 : 4'd3;
    else if (format_i) tested = 4'd0;
    else if (alignment_i == 2'd1) tested = {1'b0, count - 3'd1};
    else if (alignment_i == 2'd2) tested = last_i == 2'd1 ? 4'd7 : last_i == 2'd3 ? 4'd15 : {1'b0, count - 3'd1};
    dropped = (first[3:0] & tested) != 4'd0;
    if (forced) start = start & ~{45'd0, count - 3'd1};
    assert (addr[895:832] == {16'd0, start});
    assert (bytes[55:52] == (active_i && !dropped ? 4'((5'd1 << count) - 5'd1) : 4'd0));
    assert (viol == (active_i && dropped));
    assert (out[13] == dropped);
    assert (!cut && wrap[13]);
  end

  logic unused_outputs;
  assign unused_outputs = ^{addr, wrap, bytes, out};
endmodule
