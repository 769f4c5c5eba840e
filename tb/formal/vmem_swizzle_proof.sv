// SPDX-License-Identifier: Apache-2.0
// Proof about vmem_address: where each byte of a dword of a swizzled buffer lies, and which bytes go to memory
// (buffer-memory.md 3, 5, 8, 15.3, D-MEM-8, D-MEM-60, D-MEM-75, D-MEM-76). For every stride, index, index stride,
// offset, dword and part, with a format, of an atomic and without either, in all alignment modes. The product
// (index / is) * stride is one term here and in the module: the proof says nothing about a multiplier. BASE and SOFFSET
// are 0: with them the solver does not end. vmem_linear is about the same sum with them.
// One lane, 13: all lanes have one text, and 16 of them take yosys minutes (SHORTENED in scripts/formal.py).
// The index is in range: vmem_range is about the others.
//
// The text below is the one of buffer-memory.md 15.3, byte by byte.
module vmem_swizzle_proof (
  input logic [13:0]  stride_i,
  input logic [1:0]   index_stride_i,
  input logic [31:0]  index_i,
  input logic [31:0]  voffset_i,
  input logic [11:0]  offset_i,
  input logic [1:0]   size_i,     // log2 of the bytes of a dword
  input logic [1:0]   last_i,     // dwords of the element, less one
  input logic [1:0]   dword_i,
  input logic         part_i,
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
    resource[61:48] = stride_i;
    resource[63] = 1'b1;
    resource[95:64] = 32'hFFFFFFFF;
    resource[114:111] = 4'd4;
    resource[118:117] = index_stride_i;
  end
  vmem_address u_address (
    .go_i(1'b1), .ctl_i(ctl), .scalar_i(resource), .soffset_i(32'd0), .offset_i({4'd0, offset_i}), .pass_i(2'd0),
    .lanes_i({2'd0, active_i, 13'd0}), .address0_i({64'd0, index_i, 416'd0}),
    .address1_i({64'd0, voffset_i, 416'd0}), .dword_i, .part_i, .atomic_i, .alignment_i,
    .addr_o(addr), .wrap_o(wrap), .bytes_o(bytes), .out_o(out), .cut_o(cut), .viol_o(viol)
  );

  logic [2:0]  shift;  // is = 1 << shift
  logic [31:0] row, column;
  logic [33:0] full;   // without wrap, of the dword; its low half is the offset
  assign shift = 3'd3 + {1'b0, index_stride_i};
  assign full = {2'd0, voffset_i} + {22'd0, offset_i} + {30'd0, dword_i, 2'd0};
  assign row = index_i >> shift;
  assign column = index_i & ~(32'hFFFFFFFF << shift);

  // The address of the byte at an offset: word * 4 + byte_in_word.
  function automatic logic [47:0] place(logic [29:0] word, logic [1:0] byte_in_word);
    place = (({16'd0, row} * {34'd0, stride_i} + {16'd0, word, 2'd0}) << shift) + {14'd0, column, 2'd0} +
            {46'd0, byte_in_word};
  endfunction

  logic        by_bytes, forced, dropped, given, due_cut;
  logic [3:0]  tested;
  logic [47:0] first, start, due;
  logic [2:0]  sum;
  logic [2:0]  count;  // bytes of a dword
  always_comb begin
    assume (dword_i <= last_i && size_i <= 2'd2 && (size_i == 2'd2 || last_i == 2'd0));
    assume (!atomic_i || (!format_i && size_i == 2'd2 && last_i <= 2'd1 && dword_i == 2'd0 && !part_i));
    assume (stride_i != 14'd0 && index_i != 32'hFFFFFFFF);
    count = 3'd1 << size_i;
    by_bytes = alignment_i == 2'd3 && !atomic_i;
    assume (!part_i || by_bytes);  // part 1 is asked for where the swizzle cuts
    forced = !atomic_i && (alignment_i == 2'd0 || (format_i && alignment_i != 2'd3));
    tested = '0;
    if (atomic_i) tested = last_i == 2'd1 ? 4'd7 : 4'd3;
    else if (format_i) tested = 4'd0;
    else if (alignment_i == 2'd1) tested = {1'b0, count - 3'd1};
    else if (alignment_i == 2'd2) tested = last_i == 2'd1 ? 4'd7 : last_i == 2'd3 ? 4'd15 : {1'b0, count - 3'd1};
    first = place(full[31:2] - {28'd0, dword_i}, full[1:0]);
    dropped = (first[3:0] & tested) != 4'd0 || (atomic_i && last_i == 2'd1);
    start = place(full[31:2], full[1:0]);
    if (forced) start = start & ~{45'd0, count - 3'd1};
    due_cut = 1'b0;
    for (int b = 0; b < 4; b++) begin
      sum = {1'b0, full[1:0]} + b[2:0];  // the byte's offset in words and the rest
      given = active_i && !dropped && b[2:0] < count &&
              part_i == (by_bytes && sum[2]);
      assert (bytes[52 + b] == given);
      // Part 1 is asked for where the swizzle cuts. A byte of part 1 is in the next word, so sum[2] is part_i here.
      due = by_bytes ? place(full[31:2] + {29'd0, part_i}, sum[1:0]) : start + 48'(b);
      if (given) assert (addr[832 +: 48] + 48'(b) == due);
      if (active_i && by_bytes && b[2:0] < count && sum[2]) due_cut = 1'b1;
    end
    assert (addr[895:880] == 16'd0 && wrap[13]);
    assert (cut == due_cut);
    if (!part_i) assert (viol == (active_i && dropped));
    assert (out[13] == dropped);
  end

  logic unused_outputs;
  assign unused_outputs = ^{addr, wrap, bytes, out};
endmodule
