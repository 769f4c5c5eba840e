// SPDX-License-Identifier: Apache-2.0
// Where the four lanes of a quad go in one access of a DS instruction: address, alignment, range check,
// entries (lds.md 1.2, 1.3, 3.1 to 3.4). Combinational; with go_i 0
// all outputs are 0. The wave's alignment mode says what becomes of a read or write whose address is
// no multiple of its size (12 bytes: of 16; lds.md 3.2); addtid and the R700 operations are forced to
// it, atomics must have it. lds_base is a multiple of 16, so no access has bytes in more than two
// entries.
module lds_address #(
  parameter int unsigned LdsEntries,
  parameter int unsigned GdsEntries
) (
  input  logic               go_i,
  // verilator lint_off UNUSEDSIGNAL
  input  cu_pkg::mem_issue_t ins_i,          // some fields only
  // verilator lint_on UNUSEDSIGNAL
  input  lds_pkg::ctl_t      ctl_i,
  input  logic               second_i,       // read2, write2, wrxchg2: the second address
  input  logic               operand_i,      // src2 forms: the address of the operand
  input  logic [3:0]         quad_i,
  input  logic [3:0]         exec_i,
  input  logic [127:0]       addr_i,         // the VGPR, 32 bits a lane
  input  logic [31:0]        first_addr_i,   // of the wave's lowest active lane
  output logic [3:0]         lanes_o,        // active lanes whose access takes place
  output logic               out_of_range_o, // there is one whose access does not
  output logic [43:0]        lane_row_o,     // 11 bits a lane
  output logic [7:0]         lane_bank_o,    // 2 bits a lane
  output logic [15:0]        place_o,        // 4 bits a lane: its first byte within the entry
  output logic [3:0]         split_o         // of lanes_o, those that go on in the next bank's entry
);
  localparam logic [16:0] GdsFirst = 17'(64 * LdsEntries);

  logic [31:0] offset, base, limit, align, tested, own, addr, other;
  logic [32:0] past, other_past;
  logic [9:0]  thread;
  logic [11:0] entry;
  logic        must_align, force_align, bad;
  logic [16:0] place;

  logic unused_ctl;  // the fields that others need
  assign unused_ctl = ^ctl_i;

  always_comb begin
    lanes_o = '0;
    out_of_range_o = 1'b0;
    lane_row_o = '0;
    lane_bank_o = '0;
    place_o = '0;
    offset = '0;
    base = '0;
    limit = '0;
    align = '0;
    own = '0;
    addr = '0;
    other = '0;
    past = '0;
    other_past = '0;
    thread = '0;
    entry = '0;
    split_o = '0;
    tested = '0;
    must_align = 1'b0;
    force_align = 1'b0;
    bad = 1'b0;
    place = '0;
    if (go_i) begin
      if (ctl_i.two) begin
        offset[7:0] = second_i ? ins_i.offset[15:8] : ins_i.offset[7:0];
        offset = offset << (ctl_i.wide ? 3 : 2);
        if (ctl_i.st64) offset = offset << 6;
      end else if (ctl_i.kind != lds_pkg::Src2) begin
        offset[15:0] = ins_i.offset;
      end
      base = ctl_i.gds ? {16'd0, ins_i.m0[31:16]} : 32'd0;
      limit = ctl_i.gds ? 64 * GdsEntries : {15'd0, ins_i.lds_size};
      align = ctl_i.size > 5'd8 ? 32'd15 : {27'd0, ctl_i.size} - 32'd1;
      tested = align;
      if (ctl_i.kind != lds_pkg::Read && ctl_i.kind != lds_pkg::Write) begin
        must_align = 1'b1;
      end else if (ctl_i.from != lds_pkg::FromVgpr) begin
        force_align = 1'b1;
      end else begin
        unique case (ins_i.alignment_mode)
          cu_pkg::AlignDword: force_align = 1'b1;
          cu_pkg::AlignDwordStrict: begin
            must_align = 1'b1;
            tested = align & 32'd3;
          end
          cu_pkg::AlignStrict: must_align = 1'b1;
          default: ;
        endcase
      end
      for (int unsigned l = 0; l < 4; l++) begin
        own = addr_i[32 * l +: 32];
        bad = 1'b0;
        other = '0;
        unique case (ctl_i.from)
          lds_pkg::FromLane: begin
            addr = {16'd0, ins_i.m0[15:0]} + {24'd0, quad_i, l[1:0], 2'd0} + offset;
          end
          lds_pkg::FromOwner: begin
            // dst_stride is a multiple of 4 in offset[14:8], dst_index one in offset[5:0].
            thread = {ins_i.offset[15] ? ins_i.wave_in_group : 4'd0, quad_i, l[1:0]};
            entry = {4'd0, thread[9:2]} * {7'd0, ins_i.offset[14:10]} + {8'd0, ins_i.offset[5:2]};
            addr = {14'd0, entry, thread[1:0], 4'd0};
          end
          lds_pkg::FromLinear: begin
            if (ins_i.offset[8]) own = first_addr_i;
            own = own + {24'd0, ins_i.offset[7:0]};
            bad = own[31:30] != 2'd0;
            addr = {own[29:0], 2'd0};
          end
          default: addr = (ctl_i.kind == lds_pkg::Count ? 32'd0 : own) + base + offset;
        endcase
        if (ctl_i.kind == lds_pkg::Src2) begin
          // The operand lies at a distance of dwords from the value (lds.md 3.4).
          other = addr + (ins_i.offset[15] ? {{14{own[31]}}, own[31], own[31:17], 2'd0} :
                          {{15{ins_i.offset[14]}}, ins_i.offset[14:0], 2'd0});
          other_past = {1'b0, other} + {28'd0, ctl_i.size};
          bad = (other & align) != '0 || other_past > {1'b0, limit};
        end
        if (must_align) bad = bad || (addr & tested) != '0;
        if (force_align) addr = addr & ~align;
        // An owner's entry must lie in range as a whole.
        past = {1'b0, addr} + (ctl_i.from == lds_pkg::FromOwner ? 33'd16 : {28'd0, ctl_i.size});
        bad = bad || past > {1'b0, limit};
        if (exec_i[l]) begin
          lanes_o[l] = !bad;
          out_of_range_o = out_of_range_o || bad;
        end
        if (operand_i) addr = other;
        place = addr[16:0] + (ctl_i.gds ? GdsFirst : {1'b0, ins_i.lds_base});
        lane_row_o[11 * l +: 11] = place[16:6];
        lane_bank_o[2 * l +: 2] = place[5:4];
        place_o[4 * l +: 4] = place[3:0];
        split_o[l] = lanes_o[l] && {2'd0, place[3:0]} + {1'b0, ctl_i.size} > 6'd16;
      end
    end
  end
endmodule
