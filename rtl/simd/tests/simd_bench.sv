// Decoder and SIMD together with flat ports, for the bench beside it (simd_bench.cc).
module simd_bench (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [31:0]  w0_i,
  input  logic [31:0]  w1_i,
  input  logic         req_valid_i,
  output logic         req_ready_o,
  input  logic [3:0]   slot_i,
  input  logic [63:0]  exec_i,
  input  logic [63:0]  mask_i,
  input  logic [31:0]  mode_i,
  input  logic [63:0]  scalar0_i,
  input  logic [63:0]  scalar1_i,
  input  logic [63:0]  scalar2_i,
  input  logic [9:0]   base_i,       // pool row of v0
  output logic         done_valid_o,
  output logic [3:0]   done_slot_o,
  output logic [1:0]   done_kind_o,
  output logic [6:0]   done_sdst_o,
  output logic         done_cmpx_o,
  output logic [63:0]  done_sdata_o,
  input  logic         mrd_valid_i,
  output logic         mrd_ready_o,
  input  logic [11:0]  mrd_i,
  output logic [511:0] mrd_data_o,
  input  logic         mwr_valid_i,
  output logic         mwr_ready_o,
  input  logic [9:0]   mwr_row_i,
  input  logic [1:0]   mwr_quarter_i,
  input  logic [15:0]  mwr_lanes_i,
  input  logic [511:0] mwr_data_i,
  input  logic         fault_valid_i,
  input  logic [9:0]   fault_row_i,
  input  logic [5:0]   fault_lane_i,
  input  logic [5:0]   fault_bit_i,
  // the decoder's answer
  output logic         legal_o,
  output logic         size8_o,
  output logic         uses_literal_o,
  output logic         swap_o,
  output logic [1:0]   rows_o,
  output logic [1:0]   sdst_kind_o,
  output logic [6:0]   sdst_o,
  output logic         reads_vcc_o,
  output logic         vdst_en_o,
  output logic [2:0]   used_o,
  output logic [2:0]   is64_o
);
  cu_pkg::valu_dec_t dec;
  valu_decode u_decode (.w0_i, .w1_i, .dec_o(dec));
  assign legal_o = dec.legal;
  assign size8_o = dec.size8;
  assign uses_literal_o = dec.uses_literal;
  assign swap_o = dec.swap;
  assign rows_o = dec.vdst_rows;
  assign sdst_kind_o = dec.sdst_kind;
  assign sdst_o = dec.sdst;
  assign reads_vcc_o = dec.reads_vcc;
  assign vdst_en_o = dec.vdst_en;
  assign used_o = {dec.src2.used, dec.src1.used, dec.src0.used};
  assign is64_o = {dec.src2.is64, dec.src1.is64, dec.src0.is64};

  logic unused_dec;
  assign unused_dec = ^{dec.rel, dec.quad};  // for GPR-index mode and the allocation

  cu_pkg::valu_req_t req;
  assign req.slot = slot_i;
  assign req.exec = exec_i;
  assign req.mask_in = mask_i;
  assign req.dpp_old = 1'b0;
  assign req.is_vgpr = {dec.src2.code[8], dec.src1.code[8], dec.src0.code[8]};
  assign req.row[0] = base_i + {2'd0, dec.src0.code[7:0]};
  assign req.row[1] = base_i + {2'd0, dec.src1.code[7:0]};
  assign req.row[2] = base_i + {2'd0, dec.src2.code[7:0]};
  assign req.scalar = {scalar2_i, scalar1_i, scalar0_i};
  assign req.vdst = base_i + {2'd0, dec.vdst};
  assign req.mode = mode_i;
  assign req.sdst_kind = dec.sdst_kind;
  assign req.sdst = dec.sdst;
  assign req.cmpx = dec.cmpx;
  assign req.ctl = dec.ctl;

  cu_pkg::valu_rsp_t done;
  assign done_slot_o = done.slot;
  assign done_kind_o = done.sdst_kind;
  assign done_sdst_o = done.sdst;
  assign done_cmpx_o = done.cmpx;
  assign done_sdata_o = done.sdata;

  cu_pkg::fault_t fault;
  assign fault.valid = fault_valid_i;
  assign fault.row = cu_pkg::RowVgpr;
  assign fault.wave = 4'd0;
  assign fault.index = {6'd0, fault_row_i};
  assign fault.lane = fault_lane_i;
  assign fault.bit_pos = fault_bit_i;

  cu_pkg::vgpr_write_t mwr;
  assign mwr.row = mwr_row_i;
  assign mwr.quarter = mwr_quarter_i;
  assign mwr.lanes = mwr_lanes_i;
  assign mwr.data = mwr_data_i;

  simd u_simd (
    .clk_i, .rst_ni,
    .req_valid_i, .req_ready_o, .req_i(req),
    .done_valid_o, .done_o(done),
    .mrd_valid_i, .mrd_ready_o, .mrd_i, .mrd_data_o,
    .mwr_valid_i, .mwr_ready_o, .mwr_i(mwr),
    .fault_i(fault)
  );
endmodule
