// SPDX-License-Identifier: Apache-2.0
// Decoder of DS instructions (gfx9-encoding.md 3, lds.md 3.4, 5.1). Combinational, from the instruction words alone.
// What an opcode is stands in its row of lds_table.sv. An opcode without a row, a set reserved bit, and with GDS = 1
// what the global data share has not, are illegal. Operand fields that the opcode does not use are ignored. Without
// go_i dec_o is 0.
//
// coverage off toggle dec_o.addr64, dec_o.ctl.lds.flat, dec_o.ctl.vmem.*, dec_o.dfmt[3:0], dec_o.flat,
//   dec_o.mem.counters.vm, dec_o.mem.destination[1], dec_o.mem.size[6:5], dec_o.nfmt[2:0], dec_o.rsrc_en,
//   dec_o.saddr[6:0], dec_o.saddr_en, dec_o.scratch_en, dec_o.soffset[7:0], dec_o.soffset_en, dec_o.tfe_vgpr[2:0],
//   dec_o.typed, ctl.flat, mem.counters.vm, mem.destination[1], mem.size[6:5]: A DS instruction: lds_decode.sv sets
//   none of these. Its result goes to VGPRs or nowhere, and an access has at most 16 bytes.
// coverage off toggle dec_o.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two VGPRs.
// coverage off toggle index[6]: Widened with a zero: six bits of OFFSET0.
module lds_decode (
  input  logic                    go_i,
  input  logic [31:0]             w0_i,
  input  logic [31:0]             w1_i,
  output mem_issue_pkg::mem_dec_t dec_o
);
  isa_pkg::ds_t          inst;
  lds_pkg::lds_row_t     row;
  lds_pkg::lds_control_t ctl;
  logic                  fields_ok;
  logic [2:0]            vgprs;  // registers of one access
  assign inst = {w1_i, w0_i};
  lds_table u_table (.op_i(inst.op), .row_o(row));

  // Owner write: dst_stride 4, 8 .. 64; dst_index 0, 4 .. stride - 4 (lds.md 1.2).
  logic [6:0] stride, index;
  logic       owner_ok;
  always_comb begin
    stride = '0;
    index = '0;
    owner_ok = 1'b0;
    fields_ok = 1'b0;
    if (go_i) begin
      stride = inst.offset1[6:0];
      index = {1'b0, inst.offset0[5:0]};
      owner_ok = stride[1:0] == 2'd0 && stride != 7'd0 && stride <= 7'd64 &&
                 index[1:0] == 2'd0 && index < stride && inst.offset0[7:6] == 2'd0;
      unique case (row.addr_source)
        lds_pkg::AddrOwnerWrite: fields_ok = owner_ok;
        lds_pkg::AddrOwnerRead:  fields_ok = inst.offset1[7:1] == 7'd0;
        default:                 fields_ok = 1'b1;
      endcase
    end
  end

  // A GDS instruction holds EXP_CNT too, until its operands are read (control-flow.md 5).
  mem_pkg::mem_operation_t mem;
  always_comb begin
    mem = '0;
    if (go_i) begin
      mem.space = inst.gds ? mem_pkg::SpaceGds : mem_pkg::SpaceShared;
      mem.size = {2'd0, row.size};
      mem.destination = row.returns ? mem_pkg::ToVgpr : mem_pkg::ToNothing;
      mem.counters.lgkm = 1'b1;
      mem.counters.exp = inst.gds;
      unique case (row.mem_op)
        mem_pkg::MemStore:  mem.op = mem_pkg::MemStore;
        mem_pkg::MemAtomic: mem.op = mem_pkg::MemAtomic;
        default:            mem.op = mem_pkg::MemLoad;
      endcase
    end
  end

  always_comb begin
    ctl = '0;
    vgprs = '0;
    dec_o = '0;
    if (go_i && !inst.zero) begin
      ctl.kind = row.kind;
      ctl.addr_source = row.addr_source;
      ctl.two_addresses = row.accesses.two;
      ctl.st64 = row.accesses.st64;
      ctl.part = row.part;
      ctl.wide = row.size > 5'd4;
      ctl.uses_data1 = row.data == 2'd2 && !row.accesses.two;
      ctl.op = row.op;
      vgprs = ctl.wide ? row.size[4:2] : 3'd1;

      dec_o.legal = row.kind != lds_pkg::NotInUnit && fields_ok && (!inst.gds || row.gds);
      dec_o.addr_en = row.addr_en;
      dec_o.addr_m0 = row.addr_source == lds_pkg::AddrFromLane;
      dec_o.addr = inst.addr;
      dec_o.data0_en = row.data != 2'd0;
      dec_o.data0 = inst.data0;
      dec_o.data0_vgprs = dec_o.data0_en ? vgprs : 3'd0;
      dec_o.data1_en = row.data == 2'd2;
      dec_o.data1 = inst.data1;
      dec_o.data1_vgprs = dec_o.data1_en ? vgprs : 3'd0;
      dec_o.vdst_en = row.returns;
      dec_o.vdst = inst.vdst;
      dec_o.vdst_vgprs = !row.returns ? 3'd0 : (row.accesses.two ? {vgprs[1:0], 1'b0} : vgprs);
      dec_o.mem = mem;
      dec_o.ctl.lds = ctl;
      dec_o.offset = {inst.offset1, inst.offset0};
    end
  end

  logic unused_bits;
  assign unused_bits = ^inst.encoding;
endmodule
