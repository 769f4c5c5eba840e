// SPDX-License-Identifier: Apache-2.0
// One dword of the lanes of a pass: the address of its first byte, and which of its bytes go to memory. GLOBAL:
// buffer-memory.md 10. Buffers: buffer-memory.md 3, 4.1 and 15.3. Combinational; with go_i = 0 all outputs are 0.
//
// The bytes of a dword follow one another in memory, except in a swizzled buffer where its offset is no multiple of 4.
// Then it has two parts (D-MEM-60). Part 0 is the bytes up to the next multiple of 4, part 1 the others. The address of
// part 1 is that of its first byte less the bytes before it. So byte b of the dword lies at addr_o + b in both parts.
module vmem_address (
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
  output logic [1023:0]           addr_o,      // 64 bits per lane
  output logic [63:0]             bytes_o,     // 4 bits per lane
  output logic [15:0]             out_o,       // the dword is out of range
  output logic                    cut_o        // a lane has bytes in part 1
);
  isa_pkg::rsrc_t rsrc;
  logic [3:0]  bytes;        // of a dword
  logic [63:0] base, first;  // GLOBAL
  assign rsrc = scalar_i;

  // Of the whole buffer.
  logic        unbound, lane_private, structured;
  logic [47:0] stride, start;
  logic [2:0]  shift;        // the index stride is 1 << shift
  // Of a lane.
  logic        out;
  logic [31:0] index, voffset, place;
  logic [33:0] offset;       // of the dword, without wrap
  logic [31:0] column;       // index % index stride
  logic [29:0] word;
  logic [3:0]  ahead;        // bytes before the cut
  logic [47:0] at;

  always_comb begin
    addr_o = '0;
    bytes_o = '0;
    out_o = '0;
    cut_o = 1'b0;
    bytes = ctl_i.size == 3'd4 ? 4'b1111 : ctl_i.size == 3'd2 ? 4'b0011 : 4'b0001;
    base = '0;
    first = '0;
    unbound = 1'b0;
    lane_private = 1'b0;
    structured = 1'b0;
    stride = '0;
    start = '0;
    shift = '0;
    out = 1'b0;
    index = '0;
    voffset = '0;
    place = '0;
    offset = '0;
    column = '0;
    word = '0;
    ahead = '0;
    at = '0;
    if (go_i && ctl_i.form == vmem_pkg::FormGlobal) begin
      base = scalar_i[63:0] + {{48{offset_i[15]}}, offset_i};
      for (int unsigned l = 0; l < 16; l++) begin
        first = base + {ctl_i.address_vgprs[1] ? address1_i[32 * l +: 32] : 32'd0, address0_i[32 * l +: 32]};
        addr_o[64 * l +: 64] = first + {60'd0, dword_i, 2'd0};
        if (lanes_i[l]) bytes_o[4 * l +: 4] = bytes;
      end
    end else if (go_i) begin
      unbound = rsrc.data_format == '0 && !rsrc.add_tid;
      lane_private = rsrc.add_tid && !ctl_i.idxen;
      structured = ctl_i.idxen && rsrc.stride != '0;
      stride = {30'd0, rsrc.add_tid ? rsrc.data_format : 4'd0, rsrc.stride};
      start = rsrc.base + {16'd0, soffset_i};
      shift = {1'b0, rsrc.index_stride} + 3'd3;
      for (int unsigned l = 0; l < 16; l++) begin
        index = (ctl_i.idxen ? address0_i[32 * l +: 32] : 32'd0) +
                (rsrc.add_tid ? {26'd0, pass_i, l[3:0]} : 32'd0);
        voffset = ctl_i.idxen ? address1_i[32 * l +: 32] : address0_i[32 * l +: 32];
        if (!ctl_i.offen) voffset = '0;
        offset = {2'd0, voffset} + {18'd0, offset_i} + {30'd0, dword_i, 2'd0};
        out = unbound || (!lane_private && (structured ? index >= rsrc.num_records
                                                       : offset >= {2'd0, rsrc.num_records}));
        out_o[l] = out;
        if (rsrc.swizzle) begin
          place = offset[31:0];
          word = place[31:2] + {29'd0, part_i};
          column = index & ~(32'hFFFFFFFF << shift);
          at = (({16'd0, index >> shift} * stride + {16'd0, word, 2'd0}) << shift) + {14'd0, column, 2'd0} +
               {46'd0, place[1:0]} - {45'd0, part_i, 2'd0};
          ahead = 4'b1111 >> place[1:0];
          if (lanes_i[l] && !out) begin
            bytes_o[4 * l +: 4] = bytes & (part_i ? ~ahead : ahead);
            if ((bytes & ~ahead) != '0) cut_o = 1'b1;
          end
        end else begin
          place = voffset + {16'd0, offset_i};
          at = {16'd0, index} * stride + {16'd0, place} + {44'd0, dword_i, 2'd0};
          if (lanes_i[l] && !out) bytes_o[4 * l +: 4] = bytes;
        end
        addr_o[64 * l +: 64] = {16'd0, start + at};
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{ctl_i, rsrc};
endmodule
