// SPDX-License-Identifier: Apache-2.0
// Proof about vmem_address: the address of a dword of a buffer without swizzle, and which of its bytes go to memory
// (buffer-memory.md 3, 5, 8, 15.3, D-MEM-16, D-MEM-75). For every base, stride, index, offset, SOFFSET and dword, with
// a format, of an atomic and without either, in all alignment modes. The product index * stride is one term here and in
// the module: the proof says nothing about a multiplier. The bytes of a dword follow one another. It is about one
// lane (vmem_lane). A buffer with SWIZZLE_ENABLE alone counts as unswizzled. So does one with ADD_TID alone, with the
// index of the VGPR (D-MEM-80).
//
// The text below is the one of buffer-memory.md 15.3.
module vmem_linear_proof (
  input logic [47:0] base_i,
  input logic [13:0] stride_i,
  input logic        swizzle_i,
  input logic [31:0] index_i,
  input logic [31:0] voffset_i,
  input logic [31:0] soffset_i,
  input logic [11:0] offset_i,
  input logic [1:0]  size_i,
  input logic [1:0]  last_i,
  input logic [1:0]  dword_i,
  input logic        active_i,
  input logic        format_i,
  input logic        atomic_i,
  input logic [1:0]  alignment_i
);
  logic [63:0] addr, tid_addr;
  logic [3:0]  bytes, tested, tid_bytes, tid_tested;
  logic [2:0]  count, tid_count;
  logic        wrap, out, cut, viol, forced, tid_wrap, tid_out, tid_cut, tid_viol, tid_forced;
  vmem_lane u_lane (
    .base_i, .stride_i, .swizzle_i, .add_tid_i(1'b0), .index_stride_i(2'd0), .index_i, .voffset_i, .soffset_i,
    .offset_i, .size_i, .last_i, .dword_i, .part_i(1'b0), .active_i, .format_i, .atomic_i, .alignment_i,
    .addr_o(addr), .bytes_o(bytes), .wrap_o(wrap), .out_o(out), .cut_o(cut), .viol_o(viol),
    .count_o(count), .forced_o(forced), .tested_o(tested)
  );
  vmem_lane u_add_tid (
    .base_i, .stride_i, .swizzle_i(1'b0), .add_tid_i(1'b1), .index_stride_i(2'd0), .index_i, .voffset_i, .soffset_i,
    .offset_i, .size_i, .last_i, .dword_i, .part_i(1'b0), .active_i, .format_i, .atomic_i, .alignment_i,
    .addr_o(tid_addr), .bytes_o(tid_bytes), .wrap_o(tid_wrap), .out_o(tid_out), .cut_o(tid_cut), .viol_o(tid_viol),
    .count_o(tid_count), .forced_o(tid_forced), .tested_o(tid_tested)
  );

  logic        dropped;
  logic [31:0] offset;
  logic [47:0] first, start;  // addresses of the element and of the dword
  always_comb begin
    offset = voffset_i + {20'd0, offset_i};
    first = base_i + {16'd0, soffset_i} + ({16'd0, index_i} * {34'd0, stride_i} + {16'd0, offset});
    start = base_i + {16'd0, soffset_i} +
            ({16'd0, index_i} * {34'd0, stride_i} + {16'd0, offset} + {44'd0, dword_i, 2'd0});
    dropped = (first[3:0] & tested) != 4'd0;
    if (forced) start = start & ~{45'd0, count - 3'd1};
    assert (addr == {{16{start[47]}}, start});
    assert (bytes == (active_i && !dropped ? 4'((5'd1 << count) - 5'd1) : 4'd0));
    assert (viol == (active_i && dropped));
    assert (out == dropped);
    assert (!cut && wrap);
    assert ({tid_addr, tid_bytes, tid_wrap, tid_out, tid_cut, tid_viol} == {addr, bytes, wrap, out, cut, viol});
    assert ({tid_count, tid_forced, tid_tested} == {count, forced, tested});
  end
endmodule
