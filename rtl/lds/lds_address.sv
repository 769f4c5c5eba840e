// SPDX-License-Identifier: Apache-2.0
// Addresses of the four lanes of a quad in one access of a DS instruction: address, alignment, range check, bank
// and entry (lds.md 1.2, 1.3, 3.1 to 3.4). Combinational; with go_i = 0 all outputs are 0.
//
// Alignment (lds.md 3.2) is to the size of the access, and of 12 bytes to 16. The wave's alignment mode decides
// what happens to a misaligned read or write. The address of addtid, of condxchg32 (D-LDS-35) and of the R700
// operations is forced to be aligned. Any other misaligned atomic does not take place.
// lds_base is a multiple of 16, so an access has bytes in at most two entries.
//
// In the loop over lanes `case`, not `unique case`: the generated uniqueness check would run per lane.
//
// coverage off toggle base[31:16], limit[31:17], offset[31:17], size_mask[31:4], tested_bits[31:4]: Widened with zeros:
//   M0[31:16]; 17 bits of a size; eight bits of an offset, moved left by nine at most; a size of at most 16, less one.
module lds_address #(
  parameter int unsigned LdsEntries,
  parameter int unsigned GdsEntries
) (
  input  logic                      go_i,
  // verilator lint_off UNUSEDSIGNAL
  input  mem_issue_pkg::mem_issue_t ins_i,           // some fields
  // verilator lint_on UNUSEDSIGNAL
  input  lds_pkg::lds_control_t     ctl_i,
  input  logic                      second_i,        // read2, write2, wrxchg2: the second address
  input  logic                      operand_i,       // AtomicSrc2: the address of the operand
  input  logic [3:0]                quad_i,
  input  logic [3:0]                exec_i,
  input  logic [127:0]              addr_i,          // the address VGPR, 32 bits per lane
  input  logic [31:0]               first_addr_i,    // the address VGPR of the wave's lowest active lane
  output logic [3:0]                lanes_o,         // active lanes with an access
  output logic                      out_of_range_o,  // an active lane has no access
  output logic [43:0]               lane_row_o,      // entry, 11 bits per lane
  output logic [7:0]                lane_bank_o,     // 2 bits per lane
  output logic [15:0]               byte_offset_o,   // first byte in the entry, 4 bits per lane
  output logic [3:0]                split_o          // those of lanes_o with bytes in the next bank's entry too
);
  localparam logic [16:0] GdsFirst = 17'(64 * LdsEntries);

  logic [31:0] offset, base, limit, size_mask, tested_bits, vgpr_addr, addr, src2_addr;
  logic [32:0] end_addr, src2_end;
  logic [9:0]  thread;
  logic [11:0] owner_entry;
  logic        must_align, force_align, no_access;
  logic [16:0] bank_addr;

  logic unused_ctl;  // the other fields
  assign unused_ctl = ^ctl_i;
  logic gds;
  logic [4:0] size;  // bytes, at most 16
  assign size = ins_i.mem.size[4:0];
  assign gds = ins_i.mem.space == mem_pkg::SpaceGds;

  always_comb begin
    lanes_o = '0;
    out_of_range_o = 1'b0;
    lane_row_o = '0;
    lane_bank_o = '0;
    byte_offset_o = '0;
    offset = '0;
    base = '0;
    limit = '0;
    size_mask = '0;
    vgpr_addr = '0;
    addr = '0;
    src2_addr = '0;
    end_addr = '0;
    src2_end = '0;
    thread = '0;
    owner_entry = '0;
    split_o = '0;
    tested_bits = '0;
    must_align = 1'b0;
    force_align = 1'b0;
    no_access = 1'b0;
    bank_addr = '0;
    if (go_i) begin
      if (ctl_i.two_addresses) begin
        offset[7:0] = second_i ? ins_i.offset[15:8] : ins_i.offset[7:0];
        offset = offset << (ctl_i.wide ? 3 : 2);
        if (ctl_i.st64) offset = offset << 6;
      end else if (ctl_i.kind != lds_pkg::AtomicSrc2 && !ctl_i.flat) begin
        offset[15:0] = ins_i.offset;
      end
      base = gds ? {16'd0, ins_i.m0[31:16]} : 32'd0;
      limit = gds ? 64 * GdsEntries : {15'd0, ins_i.lds_size};
      size_mask = size > 5'd8 ? 32'd15 : {27'd0, size} - 32'd1;
      tested_bits = size_mask;
      if (ctl_i.op == lds_pkg::OpCondxchg) begin
        force_align = 1'b1;
      end else if (ctl_i.kind != lds_pkg::Read && ctl_i.kind != lds_pkg::Write) begin
        must_align = 1'b1;
      end else if (ctl_i.addr_source != lds_pkg::AddrFromVgpr) begin
        force_align = 1'b1;
      end else begin
        unique case (ins_i.alignment_mode)
          mem_pkg::AlignDword: force_align = 1'b1;
          mem_pkg::AlignDwordStrict: begin
            must_align = 1'b1;
            tested_bits = size_mask & 32'd3;
          end
          mem_pkg::AlignStrict: must_align = 1'b1;
          default: ;
        endcase
      end
      for (int unsigned l = 0; l < 4; l++) begin
        vgpr_addr = addr_i[32 * l +: 32];
        no_access = 1'b0;
        src2_addr = '0;
        case (ctl_i.addr_source)
          lds_pkg::AddrFromLane: begin
            addr = {16'd0, ins_i.m0[15:0]} + {24'd0, quad_i, l[1:0], 2'd0} + offset;
          end
          lds_pkg::AddrOwnerWrite: begin
            // dst_stride is offset[14:8] and dst_index is offset[5:0], both multiples of 4.
            thread = {ins_i.offset[15] ? 4'(ins_i.wave_in_group) : 4'd0, quad_i, l[1:0]};
            owner_entry = {4'd0, thread[9:2]} * {7'd0, ins_i.offset[14:10]} + {8'd0, ins_i.offset[5:2]};
            addr = {14'd0, owner_entry, thread[1:0], 4'd0};
          end
          lds_pkg::AddrOwnerRead: begin
            if (ins_i.offset[8]) vgpr_addr = first_addr_i;
            vgpr_addr = vgpr_addr + {24'd0, ins_i.offset[7:0]};
            no_access = vgpr_addr[31:30] != 2'd0;
            addr = {vgpr_addr[29:0], 2'd0};
          end
          default: addr = (ctl_i.kind == lds_pkg::AppendConsume ? 32'd0 : vgpr_addr) + base + offset;
        endcase
        if (ctl_i.kind == lds_pkg::AtomicSrc2) begin
          // The distance from the value to the operand is in dwords (lds.md 3.4).
          src2_addr = addr + (ins_i.offset[15] ? {{15{vgpr_addr[31]}}, vgpr_addr[31:17], 2'd0} :
                                                 {{15{ins_i.offset[14]}}, ins_i.offset[14:0], 2'd0});
          src2_end = {1'b0, src2_addr} + {28'd0, size};
          no_access = (src2_addr & size_mask) != '0 || src2_end > {1'b0, limit};
        end
        if (must_align) no_access = no_access || (addr & tested_bits) != '0;
        if (force_align) addr = addr & ~size_mask;
        // An owner's entry must be in range as a whole.
        end_addr = {1'b0, addr} + (ctl_i.addr_source == lds_pkg::AddrOwnerWrite ? 33'd16 : {28'd0, size});
        no_access = no_access || end_addr > {1'b0, limit};
        if (exec_i[l]) begin
          lanes_o[l] = !no_access;
          out_of_range_o = out_of_range_o || no_access;
        end
        if (operand_i) addr = src2_addr;
        bank_addr = addr[16:0] + (gds ? GdsFirst : {1'b0, ins_i.lds_base});
        lane_row_o[11 * l +: 11] = bank_addr[16:6];
        lane_bank_o[2 * l +: 2] = bank_addr[5:4];
        byte_offset_o[4 * l +: 4] = bank_addr[3:0];
        split_o[l] = lanes_o[l] && {2'd0, bank_addr[3:0]} + {1'b0, size} > 6'd16;
      end
    end
  end
endmodule
