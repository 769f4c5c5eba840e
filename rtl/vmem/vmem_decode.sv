// SPDX-License-Identifier: Apache-2.0
// Decoder of FLAT, GLOBAL and SCRATCH (gfx9-encoding.md 3, buffer-memory.md 10), of MUBUF and MTBUF (buffer-memory.md
// 1 and 15.1). From the instruction words alone, combinational. What an opcode is stands in its row of vmem_table.sv.
// Illegal: an opcode without a row, a set reserved bit, SEG 3, LDS = 1 except of loads of at most a dword (D-MEM-33,
// D-MEM-65). SADDR of GLOBAL other than 0x7F and an even SGPR or TTMP, of SCRATCH other than 0x7F, SGPRs and TTMPs
// (D-MEM-36, D-MEM-72; without PRIV the TTMPs do not exist). Buffers: SRSRC not four SGPRs or TTMPs, a code of
// SOFFSET outside D-MEM-66, TFE = 1 of buffer_wbinvl1 or with the LDS.
// SLC and NV are ignored, and so is GLC of loads and stores. So are the operands of buffer_wbinvl1
// (buffer-memory.md 12.1). With RdnaMemory an instruction holds VS_CNT or VM_CNT (buffer-memory.md 14.2), else VM_CNT.
// Without go_i dec_o is 0.
//
// coverage off toggle dec_o.addr_m0, dec_o.data1[7:0], dec_o.data1_en, dec_o.data1_vgprs[2:0], dec_o.mem.counters.exp,
//   dec_o.ctl.lds.addr_source[1:0], dec_o.ctl.lds.st64, dec_o.ctl.lds.two_addresses, lds_ctl.addr_source[1:0],
//   lds_ctl.st64, lds_ctl.two_addresses, mem.counters.exp: An instruction of vector memory: vmem_decode.sv and, of
//   FLAT, lds_flat.sv set none of these. It has one address, from VGPRs, and no second data.
// coverage off toggle dec_o.mem.size[6:5], mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of
//   a lane in five bits. Only scalar memory has larger sizes.
// coverage off toggle dec_o.ctl.lds.kind[2], dec_o.ctl.lds.op[4], lds_ctl.kind[2], lds_ctl.op[4]: FLAT in the data
//   share is a read, write or atomic, and the last of its operations is OpCmpst (15).
// coverage off toggle row.destination[1]: The rows have VGPRs or nothing as the destination. A load into the LDS is one
//   by its LDS bit.
module vmem_decode (
  input  logic                    go_i,
  input  logic [31:0]             w0_i,
  input  logic [31:0]             w1_i,
  output mem_issue_pkg::mem_dec_t dec_o
);
  isa_pkg::flat_t          flat;
  isa_pkg::mubuf_t         mubuf;
  isa_pkg::mtbuf_t         mtbuf;
  vmem_pkg::vmem_row_t     row;
  vmem_pkg::vmem_control_t ctl;
  mem_pkg::mem_operation_t mem;
  logic                    is_buffer, is_typed, is_scratch, is_flat, has_saddr;
  logic                    unused_bits;  // cache bits and ignored bits
  assign flat = {w1_i, w0_i};
  assign mubuf = {w1_i, w0_i};
  assign mtbuf = {w1_i, w0_i};
  assign is_typed = mubuf.encoding == isa_pkg::EncMtbuf;
  assign is_buffer = mubuf.encoding == isa_pkg::EncMubuf || is_typed;
  assign is_scratch = flat.seg == isa_pkg::SegScratch;
  assign is_flat = flat.encoding == isa_pkg::EncFlat && flat.seg == isa_pkg::SegFlat;
  assign has_saddr = flat.saddr != isa_pkg::SaddrOff;
  assign unused_bits = ^{flat, mubuf, mtbuf};
  // OP has one place in FLAT and MUBUF. The opcodes of MTBUF are the first of MUBUF.
  vmem_table u_table (.op_i(is_typed ? {3'd0, mtbuf.op} : flat.op), .row_o(row));

  function automatic logic saddr_ok(logic [6:0] saddr);
    saddr_ok = saddr == isa_pkg::SaddrOff ||
               (!saddr[0] && saddr <= 7'(isa_pkg::SrcTtmp15));
  endfunction

  function automatic logic scratch_saddr_ok(logic [6:0] saddr);
    scratch_saddr_ok = saddr == isa_pkg::SaddrOff || saddr <= 7'(isa_pkg::SrcTtmp15);
  endfunction

  function automatic logic srsrc_ok(logic [4:0] srsrc);
    srsrc_ok = {srsrc, 2'd3} <= 7'(isa_pkg::SrcSgpr101) ||
               ({srsrc, 2'd0} >= 7'(isa_pkg::SrcTtmp0) && {srsrc, 2'd3} <= 7'(isa_pkg::SrcTtmp15));
  endfunction

  function automatic logic soffset_ok(logic [7:0] soffset);
    soffset_ok = soffset <= 8'(isa_pkg::SrcM0) ||
                 (soffset >= 8'(isa_pkg::SrcInt0) && soffset <= 8'(isa_pkg::SrcIntNeg16)) ||
                 (soffset >= 8'(isa_pkg::SrcHalf) && soffset <= 8'(isa_pkg::SrcInvTwoPi));
  endfunction

  lds_pkg::lds_control_t lds_ctl;
  logic                  is_atomic, has_data, has_operands;
  logic [2:0]            vgprs;       // that hold the lane's element
  logic [2:0]            data_vgprs;  // that are read
  logic                  store_lds;   // buffer_store_lds_dword, with either value of LDS (D-MEM-32)
  logic                  lds_ok;      // a load that LDS = 1 makes one to the LDS
  always_comb begin
    mem = '0;
    is_atomic = 1'b0;
    store_lds = 1'b0;
    lds_ok = 1'b0;
    has_operands = 1'b0;
    has_data = 1'b0;
    vgprs = '0;
    data_vgprs = '0;
    ctl = '0;
    dec_o = '0;
    if (go_i) begin
      mem = {row.op, mem_pkg::SpaceGlobal, {2'd0, row.size}, row.destination, 3'b000};
      is_atomic = mem.op == mem_pkg::MemAtomic;
      if (is_atomic && !(is_buffer ? mubuf.glc : flat.glc)) mem.destination = mem_pkg::ToNothing;
      mem.counters.vm = !(cu_pkg::RdnaMemory && mem.op != mem_pkg::MemLoad && mem.destination == mem_pkg::ToNothing);
      has_operands = row.size != '0;
      has_data = mem.op == mem_pkg::MemStore || is_atomic;
      vgprs = row.size > 5'd4 ? 3'((row.size + 5'd3) >> 2) : 3'd1;
      data_vgprs = !has_data ? 3'd0 : row.atomic == mem_pkg::AtomicCmpswap ? vgprs << 1 : vgprs;
      ctl.last = 2'(vgprs - 3'd1);
      ctl.size = row.size > 5'd4 ? 3'd4 : row.size[2:0];
      ctl.last_vgpr = ctl.last;
      ctl.part = row.part;
      ctl.half = mem.op == mem_pkg::MemLoad && row.part.d16 && !cu_pkg::Sramecc;
      ctl.atomic = row.atomic;
      ctl.data_vgprs = data_vgprs;

      dec_o.data0_en = has_data;
      dec_o.data0 = flat.data;  // VDATA, VADDR of MUBUF have the places of DATA, ADDR
      dec_o.data0_vgprs = data_vgprs;
      dec_o.vdst_en = mem.destination == mem_pkg::ToVgpr;
      dec_o.vdst_vgprs = dec_o.vdst_en ? vgprs : 3'd0;
      dec_o.addr = flat.addr;
      store_lds = is_buffer && !is_typed && mubuf.op == op_pkg::BufferStoreLdsDword;
      lds_ok = mem.op == mem_pkg::MemLoad && row.size != '0 && row.size <= 5'd4 && !row.part.d16;
      ctl.lds = store_lds || (is_buffer ? !is_typed && mubuf.lds : flat.lds);
      if (ctl.lds) begin
        mem.destination = store_lds ? mem_pkg::ToNothing : mem_pkg::ToLds;
        ctl.data_vgprs = '0;
        dec_o.data0_en = 1'b0;
        dec_o.vdst_en = 1'b0;
        dec_o.vdst_vgprs = '0;
      end
      if (is_buffer) begin
        ctl.form = vmem_pkg::FormBuffer;
        ctl.converts = row.converts;
        if (row.converts) begin
          ctl.last_component = 2'((row.part.d16 ? row.size >> 1 : row.size >> 2) - 5'd1);
          ctl.half = ctl.half && !ctl.last_component[0];
        end
        ctl.idxen = mubuf.idxen && has_operands;
        ctl.offen = mubuf.offen && has_operands;
        ctl.address_vgprs = {1'b0, ctl.idxen} + {1'b0, ctl.offen};
        dec_o.legal = (is_typed ? row.formats.typed : row.formats.buffer && !mubuf.zero) &&
                      (!ctl.lds || ((store_lds || lds_ok) && !mubuf.tfe)) &&
                      (has_operands ? srsrc_ok(mubuf.srsrc) && soffset_ok(mubuf.soffset) : !mubuf.tfe);
        // The VGPR that TFE adds stands behind all of VDATA, those of an atomic that are not written too.
        if (mubuf.tfe && dec_o.vdst_en) ctl.tfe_vgpr = is_atomic ? data_vgprs : vgprs;
        dec_o.tfe_vgpr = ctl.tfe_vgpr;
        dec_o.typed = is_typed;
        dec_o.dfmt = mtbuf.dfmt;
        dec_o.nfmt = mtbuf.nfmt;
        dec_o.addr_en = ctl.idxen || ctl.offen;
        dec_o.addr64 = ctl.idxen && ctl.offen;
        dec_o.vdst = mubuf.vdata;
        dec_o.saddr_en = has_operands;
        dec_o.saddr = {mubuf.srsrc, 2'd0};
        dec_o.rsrc_en = has_operands;
        dec_o.soffset_en = has_operands;
        dec_o.soffset = mubuf.soffset;
        dec_o.offset = {4'd0, mubuf.offset};
      end else if (is_scratch) begin
        mem.space = mem_pkg::SpacePrivate;
        ctl.form = vmem_pkg::FormScratch;
        ctl.address_vgprs = has_saddr ? 2'd0 : 2'd1;
        dec_o.legal = row.formats.scratch && scratch_saddr_ok(flat.saddr) && flat.encoding == isa_pkg::EncFlat &&
                      !flat.zero && (!flat.lds || lds_ok);
        dec_o.addr_en = !has_saddr;
        dec_o.vdst = flat.vdst;
        dec_o.saddr_en = 1'b1;
        dec_o.saddr = 7'(isa_pkg::SrcFlatScratchLo);
        dec_o.scratch_en = 1'b1;
        dec_o.soffset_en = has_saddr;
        dec_o.soffset = {1'b0, flat.saddr};
        dec_o.offset = {{3{flat.offset[12]}}, flat.offset};
      end else if (is_flat) begin
        mem.counters.lgkm = 1'b1;
        ctl.form = vmem_pkg::FormFlat;
        ctl.address_vgprs = 2'd2;
        dec_o.legal = row.formats.flat && !flat.zero && !flat.lds;
        dec_o.flat = 1'b1;
        dec_o.addr_en = 1'b1;
        dec_o.addr64 = 1'b1;
        dec_o.vdst = flat.vdst;
        dec_o.saddr_en = 1'b1;
        dec_o.saddr = 7'(isa_pkg::SrcFlatScratchLo);
        dec_o.scratch_en = 1'b1;
        dec_o.offset = {4'd0, flat.offset[11:0]};
      end else begin
        ctl.address_vgprs = has_saddr ? 2'd1 : 2'd2;
        dec_o.legal = row.formats.global && saddr_ok(flat.saddr) && flat.encoding == isa_pkg::EncFlat && !flat.zero &&
                      flat.seg == isa_pkg::SegGlobal && (!flat.lds || lds_ok);
        dec_o.addr_en = 1'b1;
        dec_o.addr64 = !has_saddr;
        dec_o.vdst = flat.vdst;
        dec_o.saddr_en = has_saddr;
        dec_o.saddr = flat.saddr;
        dec_o.offset = {{3{flat.offset[12]}}, flat.offset};
      end
      dec_o.mem = mem;
      dec_o.ctl.vmem = ctl;
      dec_o.ctl.lds = lds_ctl;
    end
  end
  lds_flat u_lds_flat (
    .valid_i(go_i && is_flat), .op_i(row.op), .wide_i(row.size > 5'd4), .part_i(row.part), .atomic_i(row.atomic),
    .ctl_o(lds_ctl)
  );
endmodule
