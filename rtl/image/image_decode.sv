// SPDX-License-Identifier: Apache-2.0
// Decoder of MIMG (image.md 1, 2, 13). From the instruction words alone, combinational. What an opcode is stands in its
// row of image_table.sv. Illegal: an opcode of a stage that the unit lacks; SRSRC and SSAMP outside D-IMG-2 and
// D-IMG-3; w0[0] and LWE; values of D16 and DMASK outside D-IMG-5 and D-IMG-6. UNORM counts with a sampler alone, GLC
// with atomics alone. Without go_i dec_o is 0.
module image_decode (
  input  logic                    go_i,
  input  logic [31:0]             w0_i,
  input  logic [31:0]             w1_i,
  output mem_issue_pkg::mem_dec_t dec_o
);
  localparam logic [3:0] Stages = 4'((5'd2 << cu_pkg::Images) - 5'd2);  // of the unit: bits 1 to 3

  mimg_pkg::row_t row;
  image_table u_table (.go_i, .op_i(w0_i[24:18]), .row_o(row));

  // So many registers from 4 * field on are SGPRs, or TTMPs (D-IMG-2).
  function automatic logic field_ok(logic [4:0] field, logic [7:0] count);
    logic [7:0] first, last;
    first = {1'b0, field, 2'd0};
    last = first + count - 8'd1;
    field_ok = last <= 8'(isa_pkg::SrcSgpr101) ||
               (first >= 8'(isa_pkg::SrcTtmp0) && last <= 8'(isa_pkg::SrcTtmp15));
  endfunction

  isa_pkg::mimg_t          mimg;
  mimg_pkg::dec_t          image;
  vmem_pkg::vmem_control_t ctl;
  logic [2:0]              components;   // of DMASK
  logic [2:0]              vgprs;        // of VDATA
  logic [2:0]              body;         // components of the address that the words name
  logic                    samples, is_store, is_atomic, is_cmpswap, returns, d16_ok, dmask_ok, srsrc_ok, ssamp_ok;
  logic                    unused_bits;  // cache bits and ignored bits
  assign mimg = {w1_i, w0_i};
  assign unused_bits = ^mimg;
  always_comb begin
    image = '0;
    ctl = '0;
    components = '0;
    vgprs = '0;
    body = '0;
    samples = 1'b0;
    is_store = 1'b0;
    is_atomic = 1'b0;
    is_cmpswap = 1'b0;
    returns = 1'b0;
    d16_ok = 1'b0;
    dmask_ok = 1'b0;
    srsrc_ok = 1'b0;
    ssamp_ok = 1'b0;
    dec_o = '0;
    if (go_i) begin
      samples = mimg_pkg::samples(row.op);
      is_store = row.op == mimg_pkg::OpStore;
      is_atomic = row.op == mimg_pkg::OpAtomic;
      is_cmpswap = row.atomic == mem_pkg::AtomicCmpswap && is_atomic;
      returns = !is_store && (!is_atomic || mimg.glc);
      components = 3'(bits_pkg::popcount32({28'd0, mimg.dmask}));
      vgprs = row.op == mimg_pkg::OpGather ? 3'd4 : components;
      if (mimg.d16) vgprs = (vgprs + 3'd1) >> 1;
      if (vgprs == '0 && !is_store) vgprs = 3'd1;

      d16_ok = !row.pck && (row.op == mimg_pkg::OpLoad || is_store || row.op == mimg_pkg::OpSample ||
                            row.op == mimg_pkg::OpGather);
      dmask_ok = 1'b1;
      if (row.op == mimg_pkg::OpGather) dmask_ok = components == 3'd1;
      if (is_atomic) begin
        dmask_ok = is_cmpswap ? mimg.dmask == 4'b0011 || mimg.dmask == 4'b1111
                              : mimg.dmask == 4'b0001 || mimg.dmask == 4'b0011;
      end
      srsrc_ok = field_ok(mimg.srsrc, 8'd8);
      ssamp_ok = samples ? field_ok(mimg.ssamp, 8'd4) : mimg.ssamp == '0;

      image.en = 1'b1;
      image.row = row;
      image.dmask = mimg.dmask;
      image.unorm = mimg.unorm;
      image.da = mimg.da;
      image.a16 = mimg.a16;
      image.d16 = mimg.d16;
      image.ssamp = mimg.ssamp;
      body = {2'd0, mimg.da} + (row.op == mimg_pkg::OpGather ? 3'd2 : 3'd1);
      if (row.op == mimg_pkg::OpResinfo) body = '0;
      image.addresses = mimg_pkg::address_registers({row.offset, row.bias, row.compare},
          row.level == image_pkg::LevelDerivatives ? 3'd2 : 3'd0, body + {2'd0, row.last}, mimg.a16);

      ctl.form = vmem_pkg::FormImage;
      ctl.converts = is_store && !row.pck;
      ctl.last_component = 2'd3;
      ctl.size = 3'd4;
      ctl.part.d16 = mimg.d16;
      ctl.atomic = row.atomic;
      ctl.data_vgprs = is_store || is_atomic ? vgprs : 3'd0;
      ctl.last_vgpr = 2'((is_cmpswap ? vgprs >> 1 : vgprs) - 3'd1);
      ctl.half = mimg.d16 && !is_store && (components[0] || components == '0) && row.op != mimg_pkg::OpGather &&
                 !cu_pkg::Sramecc;
      if (mimg.tfe && returns) ctl.tfe_vgpr = vgprs;

      dec_o.legal = Stages[row.stage] && !mimg.opm && !mimg.lwe &&
                    (!mimg.d16 || d16_ok) && dmask_ok && srsrc_ok && ssamp_ok;
      dec_o.addr_en = 1'b1;
      dec_o.addr = mimg.vaddr;
      dec_o.data0_en = ctl.data_vgprs != '0;
      dec_o.data0 = mimg.vdata;
      dec_o.data0_vgprs = ctl.data_vgprs;
      dec_o.vdst_en = returns;
      dec_o.vdst = mimg.vdata;
      dec_o.vdst_vgprs = returns ? vgprs : 3'd0;
      dec_o.tfe_vgpr = ctl.tfe_vgpr;
      dec_o.saddr_en = 1'b1;
      dec_o.saddr = {mimg.srsrc, 2'd0};
      dec_o.rsrc_en = 1'b1;
      dec_o.image = image;
      dec_o.mem.op = is_store ? mem_pkg::MemStore : is_atomic ? mem_pkg::MemAtomic : mem_pkg::MemLoad;
      dec_o.mem.space = mem_pkg::SpaceGlobal;
      dec_o.mem.size = 7'd4;
      dec_o.mem.destination = returns ? mem_pkg::ToVgpr : mem_pkg::ToNothing;
      dec_o.mem.counters.vm = !(cu_pkg::RdnaMemory && !returns);
      dec_o.ctl.vmem = ctl;
    end
  end
endmodule
