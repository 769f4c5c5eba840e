// SPDX-License-Identifier: Apache-2.0
// Decoder of GLOBAL loads and stores (gfx9-encoding.md 3, buffer-memory.md 10).
// Combinational, from the instruction words alone. Illegal: an opcode that is not listed in D-MEM-33, SEG
// other than 2, LDS = 1, a set reserved bit, SADDR other than 0x7F, an even
// SGPR below 102 or VCC. GLC, SLC and NV are ignored.
module vmem_decode (
  input  logic [31:0]      w0_i,
  input  logic [31:0]      w1_i,
  output cu_pkg::mem_dec_t dec_o
);
  isa_pkg::flat_t          inst;
  vmem_pkg::vmem_control_t ctl;
  logic                    known, saddr_ok;
  logic                    unused_cache_bits;
  assign inst = {w1_i, w0_i};
  assign unused_cache_bits = ^{inst.glc, inst.slc, inst.nv};

  always_comb begin
    ctl = '0;
    ctl.size = 3'd4;
    known = 1'b1;
    unique case (inst.op)
      op_pkg::GlobalLoadUbyte, op_pkg::GlobalLoadSbyte, op_pkg::GlobalLoadUbyteD16, op_pkg::GlobalLoadUbyteD16Hi,
      op_pkg::GlobalLoadSbyteD16, op_pkg::GlobalLoadSbyteD16Hi: ctl.size = 3'd1;
      op_pkg::GlobalLoadUshort, op_pkg::GlobalLoadSshort, op_pkg::GlobalLoadShortD16,
      op_pkg::GlobalLoadShortD16Hi: ctl.size = 3'd2;
      op_pkg::GlobalLoadDword: ;
      op_pkg::GlobalLoadDwordx2: ctl.last = 2'd1;
      op_pkg::GlobalLoadDwordx3: ctl.last = 2'd2;
      op_pkg::GlobalLoadDwordx4: ctl.last = 2'd3;
      op_pkg::GlobalStoreByte, op_pkg::GlobalStoreByteD16Hi: begin
        ctl.store = 1'b1;
        ctl.size = 3'd1;
      end
      op_pkg::GlobalStoreShort, op_pkg::GlobalStoreShortD16Hi: begin
        ctl.store = 1'b1;
        ctl.size = 3'd2;
      end
      op_pkg::GlobalStoreDword: ctl.store = 1'b1;
      op_pkg::GlobalStoreDwordx2: begin
        ctl.store = 1'b1;
        ctl.last = 2'd1;
      end
      op_pkg::GlobalStoreDwordx3: begin
        ctl.store = 1'b1;
        ctl.last = 2'd2;
      end
      op_pkg::GlobalStoreDwordx4: begin
        ctl.store = 1'b1;
        ctl.last = 2'd3;
      end
      default: known = 1'b0;
    endcase
    unique case (inst.op)
      op_pkg::GlobalLoadSbyte, op_pkg::GlobalLoadSshort: ctl.sext = 1'b1;
      op_pkg::GlobalStoreByteD16Hi, op_pkg::GlobalStoreShortD16Hi: ctl.hi = 1'b1;
      op_pkg::GlobalLoadUbyteD16, op_pkg::GlobalLoadShortD16: ctl.d16 = 1'b1;
      op_pkg::GlobalLoadUbyteD16Hi, op_pkg::GlobalLoadShortD16Hi: begin
        ctl.d16 = 1'b1;
        ctl.hi = 1'b1;
      end
      op_pkg::GlobalLoadSbyteD16: begin
        ctl.d16 = 1'b1;
        ctl.sext = 1'b1;
      end
      op_pkg::GlobalLoadSbyteD16Hi: begin
        ctl.d16 = 1'b1;
        ctl.sext = 1'b1;
        ctl.hi = 1'b1;
      end
      default: ;
    endcase
    ctl.addr64 = inst.saddr == isa_pkg::SaddrOff;
    saddr_ok = ctl.addr64 ||
               (!inst.saddr[0] && (inst.saddr <= 7'(isa_pkg::SrcSgpr101) || inst.saddr == 7'(isa_pkg::SrcVccLo)));

    dec_o = '0;
    dec_o.legal = known && saddr_ok && inst.encoding == isa_pkg::EncFlat && !inst.zero &&
        inst.seg == isa_pkg::SegGlobal && !inst.lds;
    dec_o.addr_en = 1'b1;
    dec_o.addr = inst.addr;
    dec_o.addr64 = ctl.addr64;
    dec_o.data0_en = ctl.store;
    dec_o.data0 = inst.data;
    dec_o.data0_vgprs = ctl.store ? {1'b0, ctl.last} + 3'd1 : 3'd0;
    dec_o.vdst_en = !ctl.store;
    dec_o.vdst = inst.vdst;
    dec_o.vdst_vgprs = ctl.store ? 3'd0 : {1'b0, ctl.last} + 3'd1;
    dec_o.saddr_en = !ctl.addr64;
    dec_o.saddr = inst.saddr;
    dec_o.ctl = ctl;
    dec_o.offset = {{3{inst.offset[12]}}, inst.offset};
  end
endmodule
