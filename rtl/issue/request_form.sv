// SPDX-License-Identifier: Apache-2.0
// Forms what the issue stage asks of the units: the request of a vector ALU instruction, a data share or vector memory
// instruction, an export, and scalar memory. Combinational except the memory tags. A request without its valid is zero.
//
// Tags of data share and vector memory instructions count up. A unit completes a wave's instructions in order, so 64
// tags are enough for the 15 or 63 instructions that may be in flight. A FLAT instruction has the tag of vector memory.
// Tags of exports count modulo 8, since seven may be in flight.
//
// coverage off toggle smem_dec_i.mem.counters.exp, smem_dec_i.mem.counters.vm, smem_dec_i.mem.destination[0],
//   smem_dec_i.mem.size[1:0], smem_dec_i.mem.space[1:0], smem_o.dec.mem.counters.exp, smem_o.dec.mem.counters.vm,
//   smem_o.dec.mem.destination[0], smem_o.dec.mem.size[1:0], smem_o.dec.mem.space[1:0]: An SMEM instruction counts in
//   LGKM_CNT alone, accesses global memory by dwords, and writes SGPRs or nothing.
// coverage off toggle mdec_i.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in five
//   bits. Only scalar memory has larger sizes.
// coverage off toggle scratch.cache_swizzle, scratch.data_format[3:0], scratch.dst_sel[11:0], scratch.kind[1:0],
//   scratch.num_format[2:0], scratch.num_records[31:0], scratch.nv, scratch.oob_select[1:0], scratch.other122[2:0],
//   scratch.stride[13:0], scratch.user_vm[1:0]: The V# of scratch has a base, SWIZZLE, ADD_TID and INDEX_STRIDE:
//   request_form.sv sets nothing else.
// coverage off toggle smem_tag_i[5:3]: The tag of scalar memory is the number of one of eight entries.
// coverage off toggle vdec_i.rel[0][1:0]: VSRC1 is a VGPR. Source 0 is in field SRC0, which is 0.
// coverage off toggle export_o.sets.store: An export is no store: control_query.sv sets `store` for memory instructions
//   alone.
// coverage off toggle export_o.vgpr_base[1:0]: VGPRs are allocated by four.
// coverage off toggle mdec_i.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two VGPRs.
module request_form (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  cu_pkg::slot_t             slot_i,
  input  wave_pkg::wave_t           wave_i,      // as the instruction reads it
  input  smem_pkg::smem_dec_t       smem_dec_i,
  input  valu_pkg::valu_dec_t       vdec_i,
  input  mem_issue_pkg::mem_dec_t   mdec_i,
  input  export_pkg::export_dec_t   edec_i,
  input  isa_pkg::smem_t            smem_i,      // the instruction as one of scalar memory
  input  issue_pkg::valu_vgprs_t    valu_vgprs_i,
  input  issue_pkg::mem_vgprs_t     mem_vgprs_i,
  input  logic [63:0]               value0_i,    // scalar operands; of LDS_DIRECT its value
  input  logic [63:0]               value1_i,
  input  logic [63:0]               value2_i,
  input  logic [127:0]              sdata_i,     // of scalar memory: SDATA as a source; of MIMG words 4 to 7 of T#
  input  logic [127:0]              ssharp_i,    // of MIMG
  input  policy_pkg::control_sets_t sets_i,      // what the memory instruction or export sets
  input  logic [2:0]                reuse_i,     // slots whose entries it leaves
  input  logic                      valu_valid_i,
  input  logic                      lds_valid_i,
  input  logic                      vmem_valid_i,
  input  logic                      export_valid_i,
  input  logic                      smem_valid_i,
  input  logic                      issues_i,    // the unit takes the request
  input  logic [5:0]                smem_tag_i,  // of the next instruction of scalar memory
  output valu_pkg::valu_req_t       valu_o,
  output mem_issue_pkg::mem_issue_t mem_o,
  output mimg_pkg::issue_t          image_o,     // beside mem_o, of MIMG
  output export_pkg::export_issue_t export_o,
  output smem_pkg::smem_req_t       smem_o,
  output logic [5:0]                tag_o        // of the memory instruction or export that issues, else 0
);
  // An old destination has no reuse slot, and operands of SDWA leave no entry. VOP3 has selects too, for its halves.
  localparam logic [1:0] OfVdst = 2'd3;  // in `rel`
  logic is_sdwa;
  assign is_sdwa = vdec_i.ctl.sdwa && smem_i.encoding != isa_pkg::EncVop3;
  always_comb begin
    valu_o = '0;
    if (valu_valid_i) begin
      valu_o.slot = slot_i;
      valu_o.exec = wave_i.exec;
      valu_o.mask_in = vdec_i.reads_vcc ? wave_i.vcc : value2_i;
      valu_o.is_vgpr = valu_vgprs_i.is_vgpr;
      valu_o.vgpr = {valu_vgprs_i.src2, valu_vgprs_i.src1, valu_vgprs_i.src0};
      valu_o.reuse = policy_pkg::reuse_of(valu_vgprs_i.is_vgpr & {vdec_i.rel[2] != OfVdst, 2'b11},
                                      vdec_i.dpp || is_sdwa ? '0 : reuse_i & ~vdec_i.ctl.is64);
      valu_o.scalar[0] = value0_i;
      valu_o.scalar[1] = value1_i;
      valu_o.scalar[2] = value2_i;
      valu_o.vdst = valu_vgprs_i.vdst;
      valu_o.mode = wave_i.mode;
      valu_o.sdst_kind = vdec_i.sdst_kind;
      valu_o.sdst = sgpr_pkg::first_name(vdec_i.sdst, wave_i.sgpr_size);
      valu_o.cmpx = vdec_i.cmpx;
      valu_o.ctl = vdec_i.ctl;
    end
  end

  // The V# of the wave's scratch: its lanes lie as the lanes of a swizzled buffer do (buffer-memory.md 10).
  isa_pkg::rsrc_t rsrc, scratch, formatted;
  assign rsrc = {value1_i, value0_i};

  // Vector memory with the LDS for VDATA. Its address of lane 0, signed, before its low bits are cleared; the wave's
  // allocation begins at 0 (buffer-memory.md 9, D-MEM-31).
  logic [17:0] lds_first;
  // The lanes whose dword lies in the allocation. Others are taken out of EXEC (D-MEM-77).
  function automatic logic [63:0] lds_lanes();
    logic [15:0] below, upto;  // the first lane that is not below 0, and the first at or past the size; upto is signed
    below = lds_first[17] ? 16'd0 - lds_first[17:2] : 16'd0;
    upto = {1'b0, wave_i.lds_size[16:2]} - lds_first[17:2];
    lds_lanes = upto[15] ? '0 : upto >= 16'd64 ? '1 : (64'd1 << upto[5:0]) - 64'd1;
    lds_lanes = below >= 16'd64 ? '0 : lds_lanes & ('1 << below[5:0]);
  endfunction

  logic [5:0] lds_tag_q [cu_pkg::NumWaves];
  logic [5:0] vmem_tag_q [cu_pkg::NumWaves];
  logic [2:0] export_tag_q [cu_pkg::NumWaves];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < 16; i++) begin
        lds_tag_q[i] <= '0;
        vmem_tag_q[i] <= '0;
        export_tag_q[i] <= '0;
      end
    end else begin
      if (issues_i && lds_valid_i && !vmem_valid_i) lds_tag_q[slot_i] <= lds_tag_q[slot_i] + 6'd1;
      if (issues_i && vmem_valid_i) vmem_tag_q[slot_i] <= vmem_tag_q[slot_i] + 6'd1;
      if (issues_i && export_valid_i) export_tag_q[slot_i] <= export_tag_q[slot_i] + 3'd1;
    end
  end

  logic       image_ignored;
  logic [1:0] image_last;
  logic [2:0] image_size;
  if (cu_pkg::Images != 0) begin : g_image
    image_descriptor u_image_descriptor (
      .go_i(vmem_valid_i && mdec_i.image.en), .dec_i(mdec_i.image), .vaddr_i(mdec_i.addr),
      .vgpr_size_i(wave_i.vgpr_size), .tsharp_low_i(rsrc), .tsharp_high_i(sdata_i), .ssharp_i,
      .image_o, .ignored_o(image_ignored), .last_o(image_last), .size_o(image_size)
    );
  end else begin : g_no_image
    assign image_o = '0;
    assign {image_ignored, image_last, image_size} = '0;
    logic unused_ssharp;
    assign unused_ssharp = ^ssharp_i;
  end

  always_comb begin
    mem_o = '0;
    scratch = '0;
    formatted = '0;
    lds_first = '0;
    if (lds_valid_i || vmem_valid_i) begin
      mem_o.sets = sets_i;
      mem_o.slot = slot_i;
      mem_o.tag = vmem_valid_i ? vmem_tag_q[slot_i] : lds_tag_q[slot_i];
      mem_o.exec = wave_i.exec;
      mem_o.addr = mem_vgprs_i.addr;
      mem_o.data0 = mem_vgprs_i.data0;
      mem_o.data1 = mem_vgprs_i.data1;
      mem_o.vdst = mem_vgprs_i.vdst;
      mem_o.scalar = rsrc;
      if (mdec_i.scratch_en) begin
        scratch.base = value0_i[47:0];
        scratch.swizzle = 1'b1;
        scratch.add_tid = 1'b1;
        scratch.index_stride = 2'd3;
        mem_o.scalar = scratch;
      end
      // A V# of another kind: the instruction does nothing but return (D-MEM-63).
      if (mdec_i.rsrc_en && !mdec_i.image.en && rsrc.kind != '0) mem_o.exec = '0;
      // buffer_wbinvl1 has no lanes: it counts and returns.
      if (vmem_valid_i && mdec_i.mem.size == '0) mem_o.exec = '0;
      mem_o.soffset = value2_i[31:0];
      mem_o.offset = mdec_i.offset;
      mem_o.lds_base = wave_i.lds_base;
      if (vmem_valid_i && mdec_i.ctl.vmem.lds) begin
        lds_first = {2'd0, wave_i.m0[15:0]} + {{2{mdec_i.offset[15]}}, mdec_i.offset};
        mem_o.exec = mem_o.exec & lds_lanes();
        mem_o.lds_base = wave_i.lds_base + lds_first[15:0];
      end
      mem_o.lds_size = wave_i.lds_size;
      mem_o.wave_in_group = wave_i.wave_in_group;
      mem_o.m0 = wave_i.m0;
      mem_o.mode = wave_i.mode;
      mem_o.alignment_mode = wave_i.alignment_mode;
      mem_o.mem = mdec_i.mem;
      mem_o.ctl = mdec_i.ctl;
      if (mdec_i.image.en) begin
        if (image_ignored) mem_o.exec = '0;
        mem_o.ctl.vmem.last = image_last;
        mem_o.ctl.vmem.size = image_size;
      end
      // An access with a format: the V# has that of a typed instruction. It has none if nothing is to be transferred
      // (buffer-memory.md 2, D-MEM-3, D-MEM-22, D-MEM-23).
      if (mdec_i.ctl.vmem.converts && !mdec_i.image.en) begin
        formatted = rsrc;
        if (mdec_i.typed && rsrc.data_format != '0) begin
          formatted.data_format = mdec_i.dfmt;
          formatted.num_format = mdec_i.nfmt;
          formatted.dst_sel = vmem_format_pkg::Identity;
        end
        if (!vmem_format_pkg::is_bound({1'b0, formatted.data_format}, {1'b0, formatted.num_format},
                                       mdec_i.mem.op == mem_pkg::MemStore)) begin
          formatted.data_format = '0;
        end
        mem_o.scalar = formatted;
        mem_o.ctl.vmem.last = vmem_format_pkg::last_dword({1'b0, formatted.data_format});
        mem_o.ctl.vmem.size = vmem_format_pkg::dword_bytes({1'b0, formatted.data_format});
      end
    end
  end

  always_comb begin
    export_o = '0;
    if (export_valid_i) begin
      export_o.sets = sets_i;
      export_o.slot = slot_i;
      export_o.tag = export_tag_q[slot_i];
      export_o.sent = edec_i.sent;
      export_o.target = edec_i.target;
      export_o.en = edec_i.en;
      export_o.compr = edec_i.compr;
      export_o.done = edec_i.done;
      export_o.vm = edec_i.vm;
      export_o.vgpr_base = wave_i.vgpr_base;
      export_o.vsrc = edec_i.vsrc;
      export_o.exec = wave_i.exec;
    end
  end

  logic [63:2] smem_addr;
  logic [15:0] smem_dwords;
  smem_address u_smem_address (
    .go_i(smem_valid_i), .form_i(smem_dec_i.form),
    .count_i(smem_dec_i.kind == smem_pkg::SmemAccess ? smem_dec_i.mem.size[6:2] : 5'd0),
    .is_atomic_i(smem_dec_i.mem.op == mem_pkg::MemAtomic),
    .base_i({value2_i, value0_i}), .register_i(value1_i[31:0]), .imm_i(smem_i.imm), .offset_i(smem_i.offset),
    .addr_o(smem_addr), .dwords_o(smem_dwords)
  );
  always_comb begin
    smem_o = '0;
    if (smem_valid_i) begin
      smem_o.dec = smem_dec_i;
      smem_o.dwords = smem_dwords;
      smem_o.addr = smem_addr;
      if (smem_dwords != '0) smem_o.data = sdata_i;
    end
  end

  always_comb begin
    tag_o = '0;
    if (issues_i && smem_valid_i) tag_o = smem_tag_i;
    if (issues_i && (lds_valid_i || vmem_valid_i)) tag_o = mem_o.tag;
    if (issues_i && export_valid_i) tag_o = {3'd0, export_o.tag};
  end

  logic unused_fields;
  assign unused_fields = ^{wave_i, smem_dec_i, vdec_i, mdec_i, edec_i, rsrc, smem_i};
endmodule
