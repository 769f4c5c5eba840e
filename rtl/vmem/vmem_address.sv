// SPDX-License-Identifier: Apache-2.0
// One dword of the lanes of a pass: the address of its first byte, and which of its bytes go to memory. GLOBAL:
// buffer-memory.md 10. Buffers: buffer-memory.md 3, 4.1 and 15.3. Combinational; with go_i = 0 all outputs are 0.
//
// SCRATCH is a buffer whose offset is one VGPR, or soffset_i, plus the immediate. A lane of FLAT in the private
// aperture is one of SCRATCH, others of FLAT are lanes of GLOBAL. Lanes in the shared aperture are not in lanes_i.
//
// The bytes of a dword follow one another in memory, except in a swizzled buffer where its offset is no multiple of 4.
// Then it has two parts (D-MEM-60). Part 0 is the bytes up to the next multiple of 4, part 1 the others. The address of
// part 1 is its first byte's less the bytes before it. So byte b of the dword lies at addr_o + b in both parts.
//
// With a format (buffer-memory.md 7) an element has the bytes of its format. It is in range if its last dword is, and
// alignment is forced in all modes but UNALIGNED (D-MEM-13, D-MEM-16).
//
// An atomic has one word of a lane, of 4 or 8 bytes: addr_o is its address, and all its bits of bytes_o are set. The
// word is in range if its last dword is (D-MEM-13). One of 8 bytes in a swizzled buffer is dropped (D-MEM-76).
//
// Alignment (buffer-memory.md 5, D-MEM-75): where it is forced or tested, the swizzle cuts nothing. It is tested for
// the first byte of the lane's element. A lane that is dropped has no bytes and counts as out of range. It sets viol_o.
//
// With Rdna a buffer's range is checked by OOB_SELECT, with all bytes of what is tested. SWIZZLE_ENABLE has two bits
// there: an element of a swizzled buffer has 4 or 16 bytes (buffer-memory.md 14.1).
//
// coverage off toggle dword_bits[3:2], forced[3:2], bytes[0]: The lowest one, two or four bytes of a dword are
//   accessed.
// coverage off toggle distance[1:0]: Bytes of whole dwords.
module vmem_address #(
  parameter bit Rdna = cu_pkg::RdnaMemory
) (
  input  logic                    go_i,
  input  vmem_pkg::vmem_control_t ctl_i,
  input  logic [127:0]            scalar_i,
  input  logic [31:0]             soffset_i,
  input  logic [15:0]             offset_i,
  input  logic [1:0]              pass_i,
  input  logic [15:0]             lanes_i,     // active lanes
  input  logic [511:0]            address0_i,  // the first address VGPR
  input  logic [511:0]            address1_i,  // the second
  input  logic [1:0]              dword_i,     // of the lane's element in memory
  input  logic                    part_i,
  input  logic                    atomic_i,
  input  logic [1:0]              alignment_i, // cu_pkg::alignment_e
  output logic [1023:0]           addr_o,      // 64 bits per lane; those of wrap_o are canonical (D-MEM-44)
  output logic [15:0]             wrap_o,      // lanes whose addresses have 48 bits
  output logic [63:0]             bytes_o,     // 4 bits per lane
  output logic [15:0]             out_o,       // the dword is out of range
  output logic                    cut_o,       // a lane has bytes in part 1
  output logic                    viol_o       // an active lane in range is dropped
);
  isa_pkg::rsrc_t rsrc;
  logic [3:0]     bytes;        // of a dword
  logic           scratch, flat;
  logic           wide;         // an atomic with words of 8 bytes
  logic           cuts;         // the swizzle cuts a misaligned dword
  logic [1:0]     decides;      // dword of the element that must be in range
  logic [3:0]     dword_bits, forced, tested;  // low bits of an address: of the alignment to min(size, 4), those that
                                               // are cleared, those that must be 0
  assign scratch = ctl_i.form == vmem_pkg::FormScratch || flat;
  assign flat = ctl_i.form == vmem_pkg::FormFlat;
  assign wide = atomic_i && ctl_i.last != '0;
  assign cuts = !atomic_i && alignment_i == cu_pkg::Unaligned;
  assign decides = ctl_i.converts ? ctl_i.last : wide ? 2'd1 : dword_i;
  assign dword_bits = ctl_i.size == 3'd4 ? 4'b0011 : ctl_i.size == 3'd2 ? 4'b0001 : 4'b0000;
  always_comb begin
    forced = '0;
    tested = '0;
    if (atomic_i) begin
      tested = {1'b0, wide, 2'b11};
    end else if (ctl_i.converts) begin
      if (alignment_i != cu_pkg::Unaligned) forced = dword_bits;
    end else begin
      unique case (alignment_i)
        cu_pkg::AlignDword:       forced = dword_bits;
        cu_pkg::AlignDwordStrict: tested = dword_bits;
        cu_pkg::AlignStrict:      tested = ctl_i.last == 2'd1 ? 4'b0111 : ctl_i.last == 2'd3 ? 4'b1111 : dword_bits;
        default: ;
      endcase
    end
  end
  assign rsrc = scalar_i;
  logic adds_lane;             // to the index (D-MEM-80)
  logic swizzles, swizzles16;  // the latter by 16 bytes
  assign adds_lane = rsrc.add_tid && (Rdna || rsrc.swizzle || !ctl_i.idxen);
  assign swizzles = Rdna ? rsrc.swizzle || rsrc.cache_swizzle : rsrc.swizzle && rsrc.add_tid;
  assign swizzles16 = Rdna && rsrc.swizzle && rsrc.cache_swizzle;
  assign bytes = ctl_i.size == 3'd4 ? 4'b1111 : ctl_i.size == 3'd2 ? 4'b0011 : 4'b0001;

  // GLOBAL: the address of a lane.
  function automatic logic [63:0] global_address(logic [31:0] low, logic [31:0] high);
    logic [63:0] first;
    first = scalar_i[63:0] + {{48{offset_i[15]}}, offset_i} + {ctl_i.address_vgprs[1] ? high : 32'd0, low};
    global_address = first + {60'd0, dword_i, 2'd0};
  endfunction

  // Buffer: the dword of a lane is out of range, by OOB_SELECT. offset: of the dword that decides.
  function automatic logic out_of_selected_range(logic [31:0] index, logic [33:0] offset);
    logic [34:0] limit;  // behind the last byte
    limit = {1'b0, offset} + {32'd0, ctl_i.size};
    unique case (rsrc.oob_select)
      2'd0: out_of_selected_range = index >= rsrc.num_records || limit > {21'd0, rsrc.stride};
      2'd1: out_of_selected_range = index >= rsrc.num_records;
      2'd2: out_of_selected_range = rsrc.num_records == '0;
      default: begin
        if (swizzles && rsrc.stride != '0) begin
          out_of_selected_range = index >= rsrc.num_records || limit > {21'd0, rsrc.stride};
        end else begin
          // SOFFSET past NUM_RECORDS is out, too (D-MEM-54).
          out_of_selected_range = limit + {3'd0, soffset_i} > {3'd0, rsrc.num_records};
        end
      end
    endcase
  endfunction

  // Buffer: the dword of a lane is out of range. index: of the address; vindex: of the VGPR. offset: of the dword that
  // decides, without wrap; wrapped: the offset with its sum of VGPR and immediate cut to 32 bits.
  function automatic logic out_of_range(logic [31:0] index, logic [31:0] vindex, logic [33:0] offset,
                                        logic [33:0] wrapped);
    if (rsrc.data_format == '0 && (!rsrc.add_tid || ctl_i.converts)) out_of_range = 1'b1;  // unbound
    else if (Rdna) out_of_range = !scratch && out_of_selected_range(index, offset);
    else if (rsrc.add_tid && !ctl_i.idxen) out_of_range = 1'b0;        // private
    else if (ctl_i.idxen && rsrc.stride != '0) out_of_range = vindex >= rsrc.num_records;
    else out_of_range = wrapped + {2'd0, soffset_i} + {31'd0, ctl_i.size} > {2'd0, rsrc.num_records};
  endfunction

  // Buffer: {out of range, bytes before the cut, address} of a lane.
  function automatic logic [52:0] buffer_lane(logic [3:0] lane, logic [31:0] vgpr0, logic [31:0] vgpr1);
    logic [31:0] index, vindex, voffset, place, column;
    logic [33:0] full;    // the offset of the element, without wrap
    logic [31:0] start;   // with it
    logic [47:0] stride, at;
    logic [29:0] word;
    logic [2:0]  shift;   // the index stride is 1 << shift
    logic [3:0]  ahead;
    logic        out;
    vindex = ctl_i.idxen ? vgpr0 : 32'd0;
    index = vindex + (adds_lane ? {26'd0, pass_i, lane} : 32'd0);
    voffset = !ctl_i.offen ? 32'd0 : ctl_i.idxen ? vgpr1 : vgpr0;
    if (scratch) voffset = ctl_i.address_vgprs == '0 ? soffset_i : vgpr0;
    full = {2'd0, voffset} + (flat ? 34'd0 : {{18{offset_i[15]}}, offset_i});
    start = voffset + {16'd0, offset_i};
    out = out_of_range(index, vindex, full + {30'd0, decides, 2'd0}, {2'd0, start} + {30'd0, decides, 2'd0});
    stride = {30'd0, adds_lane && !ctl_i.converts ? rsrc.data_format : 4'd0, rsrc.stride};
    ahead = 4'b1111;
    if (swizzles) begin
      shift = {1'b0, rsrc.index_stride} + 3'd3;
      place = full[31:0] + {28'd0, dword_i, 2'd0};
      word = place[31:2] + {29'd0, part_i};
      column = index & ~(32'hFFFFFFFF << shift);
      if (swizzles16) begin
        at = (({16'd0, index >> shift} * stride + {16'd0, word[29:2], 4'd0}) << shift) + {12'd0, column, 4'd0} +
             {44'd0, word[1:0], 2'd0};
      end else begin
        at = (({16'd0, index >> shift} * stride + {16'd0, word, 2'd0}) << shift) + {14'd0, column, 2'd0};
      end
      at = at + {46'd0, place[1:0]} - {45'd0, part_i, 2'd0};
      if (cuts) ahead = 4'b1111 >> place[1:0];
    end else begin
      place = start;
      at = {16'd0, index} * stride + {16'd0, place} + {44'd0, dword_i, 2'd0};
    end
    buffer_lane = {out, ahead, rsrc.base + {16'd0, scratch ? 32'd0 : soffset_i} + at};
  endfunction

  logic [63:0] address;  // FLAT
  logic        swizzled;
  logic [3:0]  distance;  // low bits of it from the element's first byte
  logic [52:0] placed;
  always_comb begin
    addr_o = '0;
    bytes_o = '0;
    out_o = '0;
    cut_o = 1'b0;
    viol_o = 1'b0;
    placed = '0;
    address = '0;
    swizzled = 1'b0;
    distance = '0;
    wrap_o = '0;
    if (go_i && ctl_i.form == vmem_pkg::FormGlobal) begin
      for (int unsigned l = 0; l < 16; l++) begin
        addr_o[64 * l +: 64] = global_address(address0_i[32 * l +: 32], address1_i[32 * l +: 32]);
        if (lanes_i[l]) bytes_o[4 * l +: 4] = bytes;
      end
    end else if (go_i && flat) begin
      for (int unsigned l = 0; l < 16; l++) begin
        address = {address1_i[32 * l +: 32], address0_i[32 * l +: 32]} + {48'd0, offset_i};
        addr_o[64 * l +: 64] = address + {60'd0, dword_i, 2'd0};
        if (lanes_i[l]) bytes_o[4 * l +: 4] = part_i ? 4'd0 : bytes;
        if (cu_pkg::in_aperture(address[63:32], cu_pkg::PrivateAperture)) begin
          wrap_o[l] = 1'b1;
          placed = buffer_lane(l[3:0], address[31:0], 32'd0);
          addr_o[64 * l +: 64] = cu_pkg::canonical(placed[47:0]);
          if (lanes_i[l]) begin
            bytes_o[4 * l +: 4] = bytes & (part_i ? ~placed[51:48] : placed[51:48]);
            if ((bytes & ~placed[51:48]) != '0) cut_o = 1'b1;
          end
        end
      end
    end else if (go_i) begin
      wrap_o = '1;
      for (int unsigned l = 0; l < 16; l++) begin
        placed = buffer_lane(l[3:0], address0_i[32 * l +: 32], address1_i[32 * l +: 32]);
        addr_o[64 * l +: 64] = cu_pkg::canonical(placed[47:0]);
        out_o[l] = placed[52];
        if (lanes_i[l] && !placed[52]) begin
          bytes_o[4 * l +: 4] = bytes & (part_i ? ~placed[51:48] : placed[51:48]);
          if ((bytes & ~placed[51:48]) != '0) cut_o = 1'b1;
        end
      end
    end
    if (go_i && (tested != '0 || forced != '0)) begin
      for (int unsigned l = 0; l < 16; l++) begin
        swizzled = wrap_o[l] && swizzles;
        distance = swizzled && !swizzles16 ? 4'd0 : {dword_i, 2'd0};
        addr_o[64 * l +: 4] = addr_o[64 * l +: 4] & ~forced;
        if (((addr_o[64 * l +: 4] - distance) & tested) != '0 || (wide && swizzled)) begin
          if (bytes_o[4 * l +: 4] != '0) viol_o = 1'b1;
          bytes_o[4 * l +: 4] = '0;
          out_o[l] = 1'b1;
        end
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{ctl_i, rsrc};
endmodule
