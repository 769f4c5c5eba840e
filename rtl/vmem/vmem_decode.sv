// SPDX-License-Identifier: Apache-2.0
// Decoder of GLOBAL loads and stores (gfx9-encoding.md 3, buffer-memory.md 10).
// Combinational, from the instruction words alone. What an opcode is stands in its row of vmem_table.sv. Illegal: an
// opcode without a row, SEG other than 2, LDS = 1, a set reserved bit, SADDR other than 0x7F, an even SGPR below 102 or
// VCC. GLC, SLC and NV are ignored.
module vmem_decode (
  input  logic [31:0]      w0_i,
  input  logic [31:0]      w1_i,
  output cu_pkg::mem_dec_t dec_o
);
  isa_pkg::flat_t          inst;
  vmem_pkg::vmem_row_t     row;
  vmem_pkg::vmem_control_t ctl;
  cu_pkg::mem_operation_t  mem;
  logic                    saddr_ok, is_addr64;
  logic                    unused_cache_bits;
  assign inst = {w1_i, w0_i};
  assign unused_cache_bits = ^{inst.glc, inst.slc, inst.nv};
  vmem_table u_table (.op_i(inst.op), .row_o(row));

  always_comb begin
    mem = {row.op, cu_pkg::SpaceGlobal, {2'd0, row.size}, row.destination, 3'b000};
    mem.counters.vm = 1'b1;
  end

  logic       is_store;
  logic [2:0] vgprs;  // of data
  always_comb begin
    is_store = mem.op == cu_pkg::MemStore;
    vgprs = row.size > 5'd4 ? row.size[4:2] : 3'd1;
    ctl = '0;
    ctl.last = 2'(vgprs - 3'd1);
    ctl.size = row.size > 5'd4 ? 3'd4 : row.size[2:0];
    ctl.part = row.part;
    is_addr64 = inst.saddr == isa_pkg::SaddrOff;
    ctl.address_vgprs = is_addr64 ? 2'd2 : 2'd1;
    saddr_ok = is_addr64 ||
               (!inst.saddr[0] && (inst.saddr <= 7'(isa_pkg::SrcSgpr101) || inst.saddr == 7'(isa_pkg::SrcVccLo)));

    dec_o = '0;
    dec_o.legal = row.present && saddr_ok && inst.encoding == isa_pkg::EncFlat && !inst.zero &&
        inst.seg == isa_pkg::SegGlobal && !inst.lds;
    dec_o.addr_en = 1'b1;
    dec_o.addr = inst.addr;
    dec_o.addr64 = is_addr64;
    dec_o.data0_en = is_store;
    dec_o.data0 = inst.data;
    dec_o.data0_vgprs = is_store ? vgprs : 3'd0;
    dec_o.vdst_en = mem.destination == cu_pkg::ToVgpr;
    dec_o.vdst = inst.vdst;
    dec_o.vdst_vgprs = dec_o.vdst_en ? vgprs : 3'd0;
    dec_o.saddr_en = !is_addr64;
    dec_o.saddr = inst.saddr;
    dec_o.mem = mem;
    dec_o.ctl.vmem = ctl;
    dec_o.offset = {{3{inst.offset[12]}}, inst.offset};
  end
endmodule
