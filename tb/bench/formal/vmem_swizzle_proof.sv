// SPDX-License-Identifier: Apache-2.0
// Proof about vmem_address: where each byte of a dword of a swizzled buffer lies, and which bytes go to memory
// (buffer-memory.md 3, 5, 8, 15.3, D-MEM-8, D-MEM-60, D-MEM-75, D-MEM-76). For every stride, index, index stride,
// offset, dword and part, with a format, of an atomic and without either, in all alignment modes. The product
// (index / is) * stride is one term here and in the module: the proof says nothing about a multiplier. BASE and SOFFSET
// are 0: with them the solver does not end. vmem_linear is about the same sum with them. One lane (vmem_lane).
//
// The text below is the one of buffer-memory.md 15.3, byte by byte.
module vmem_swizzle_proof (
  input logic [13:0] stride_i,
  input logic [1:0]  index_stride_i,
  input logic [31:0] index_i,
  input logic [31:0] voffset_i,
  input logic [11:0] offset_i,
  input logic [1:0]  size_i,
  input logic [1:0]  last_i,
  input logic [1:0]  dword_i,
  input logic        part_i,
  input logic        active_i,
  input logic        format_i,
  input logic        atomic_i,
  input logic [1:0]  alignment_i
);
  logic [63:0] addr;
  logic [3:0]  bytes, tested;
  logic [2:0]  count;
  logic        wrap, out, cut, viol, forced;
  vmem_lane u_lane (
    .base_i(48'd0), .stride_i, .swizzle_i(1'b1), .add_tid_i(1'b1), .index_stride_i, .index_i, .voffset_i,
    .soffset_i(32'd0), .offset_i, .size_i, .last_i, .dword_i, .part_i, .active_i, .format_i, .atomic_i, .alignment_i,
    .addr_o(addr), .bytes_o(bytes), .wrap_o(wrap), .out_o(out), .cut_o(cut), .viol_o(viol),
    .count_o(count), .forced_o(forced), .tested_o(tested)
  );

  logic [2:0]  shift;  // is = 1 << shift
  logic [31:0] index, row, column;
  logic [17:0] stride;
  logic [33:0] full;   // without wrap, of the dword; its low half is the offset
  assign shift = 3'd3 + {1'b0, index_stride_i};
  assign full = {2'd0, voffset_i} + {22'd0, offset_i} + {30'd0, dword_i, 2'd0};
  assign index = index_i + 32'd13;
  assign stride = {format_i ? 4'd0 : 4'd4, stride_i};
  assign row = index >> shift;
  assign column = index & ~(32'hFFFFFFFF << shift);

  // The address of the byte at an offset: word * 4 + byte_in_word.
  function automatic logic [47:0] place(logic [29:0] word, logic [1:0] byte_in_word);
    place = (({16'd0, row} * {30'd0, stride} + {16'd0, word, 2'd0}) << shift) + {14'd0, column, 2'd0} +
            {46'd0, byte_in_word};
  endfunction

  logic        by_bytes, dropped, given, due_cut;
  logic [47:0] first, start, due;
  logic [2:0]  sum;
  always_comb begin
    by_bytes = alignment_i == 2'd3 && !atomic_i;
    assume (!part_i || by_bytes);  // part 1 is asked for where the swizzle cuts
    first = place(full[31:2] - {28'd0, dword_i}, full[1:0]);
    dropped = (first[3:0] & tested) != 4'd0 || (atomic_i && last_i == 2'd1);
    start = place(full[31:2], full[1:0]);
    if (forced) start = start & ~{45'd0, count - 3'd1};
    due_cut = 1'b0;
    for (int b = 0; b < 4; b++) begin
      sum = {1'b0, full[1:0]} + b[2:0];  // the byte's offset in words and the rest
      given = active_i && !dropped && b[2:0] < count &&
              part_i == (by_bytes && sum[2]);
      assert (bytes[b] == given);
      // Part 1 is asked for where the swizzle cuts. A byte of part 1 is in the next word, so sum[2] is part_i here.
      due = by_bytes ? place(full[31:2] + {29'd0, part_i}, sum[1:0]) : start + 48'(b);
      if (given) assert (addr[47:0] + 48'(b) == due);
      if (active_i && by_bytes && b[2:0] < count && sum[2]) due_cut = 1'b1;
    end
    assert (addr[63:48] == {16{addr[47]}} && wrap);
    assert (cut == due_cut);
    if (!part_i) assert (viol == (active_i && dropped));
    assert (out == dropped);
  end
endmodule
