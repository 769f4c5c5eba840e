// SPDX-License-Identifier: Apache-2.0
// The opcodes of images: one row a number (image.md 16). An opcode that no unit has, has a row of zeros. Combinational;
// with go_i = 0 the row is 0.
//
// `case`, not `unique case`: most numbers have the default row.
module image_table (
  input  logic           go_i,
  input  logic [6:0]     op_i,
  output mimg_pkg::row_t row_o
);
  // Stages of image.md 1.
  localparam logic [1:0] A = 2'd1;
  localparam logic [1:0] B = 2'd2;
  localparam logic [1:0] C = 2'd3;

  // What the opcode does, and where its level comes from.
  localparam logic [2:0] Load    = mimg_pkg::OpLoad;
  localparam logic [2:0] Store   = mimg_pkg::OpStore;
  localparam logic [2:0] Atomic  = mimg_pkg::OpAtomic;
  localparam logic [2:0] Resinfo = mimg_pkg::OpResinfo;
  localparam logic [2:0] Sample  = mimg_pkg::OpSample;
  localparam logic [2:0] Gather  = mimg_pkg::OpGather;
  localparam logic [2:0] Lod     = mimg_pkg::OpLod;
  localparam logic [2:0] None    = image_pkg::LevelZero;
  localparam logic [2:0] Zero    = image_pkg::LevelZero;
  localparam logic [2:0] Given   = image_pkg::LevelGiven;
  localparam logic [2:0] Quad    = image_pkg::LevelQuad;
  localparam logic [2:0] Bias    = image_pkg::LevelBias;
  localparam logic [2:0] Slopes  = image_pkg::LevelDerivatives;

  mimg_pkg::row_t row;
  assign row_o = row;

  // The columns: stage, kind, level; {offset, bias, z-compare, last, pck, sgn}; what an atomic does.
  always_comb begin
    row = '0;
    if (go_i) begin
      case (op_i)
        op_pkg::ImageLoad:          row = {A, Load,    None,   6'b000000, 4'd0};
        op_pkg::ImageLoadMip:       row = {A, Load,    None,   6'b000100, 4'd0};
        op_pkg::ImageLoadPck:       row = {B, Load,    None,   6'b000010, 4'd0};
        op_pkg::ImageLoadPckSgn:    row = {B, Load,    None,   6'b000011, 4'd0};
        op_pkg::ImageLoadMipPck:    row = {B, Load,    None,   6'b000110, 4'd0};
        op_pkg::ImageLoadMipPckSgn: row = {B, Load,    None,   6'b000111, 4'd0};
        op_pkg::ImageStore:         row = {A, Store,   None,   6'b000000, 4'd0};
        op_pkg::ImageStoreMip:      row = {A, Store,   None,   6'b000100, 4'd0};
        op_pkg::ImageStorePck:      row = {B, Store,   None,   6'b000010, 4'd0};
        op_pkg::ImageStoreMipPck:   row = {B, Store,   None,   6'b000110, 4'd0};
        op_pkg::ImageGetResinfo:    row = {A, Resinfo, None,   6'b000100, 4'd0};
        op_pkg::ImageAtomicSwap:    row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicSwap};
        op_pkg::ImageAtomicCmpswap: row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicCmpswap};
        op_pkg::ImageAtomicAdd:     row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicAdd};
        op_pkg::ImageAtomicSub:     row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicSub};
        op_pkg::ImageAtomicSmin:    row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicSmin};
        op_pkg::ImageAtomicUmin:    row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicUmin};
        op_pkg::ImageAtomicSmax:    row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicSmax};
        op_pkg::ImageAtomicUmax:    row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicUmax};
        op_pkg::ImageAtomicAnd:     row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicAnd};
        op_pkg::ImageAtomicOr:      row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicOr};
        op_pkg::ImageAtomicXor:     row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicXor};
        op_pkg::ImageAtomicInc:     row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicInc};
        op_pkg::ImageAtomicDec:     row = {B, Atomic,  None,   6'b000000, mem_pkg::AtomicDec};
        op_pkg::ImageSample:        row = {C, Sample,  Quad,   6'b000000, 4'd0};
        op_pkg::ImageSampleCl:      row = {C, Sample,  Quad,   6'b000100, 4'd0};
        op_pkg::ImageSampleD:       row = {C, Sample,  Slopes, 6'b000000, 4'd0};
        op_pkg::ImageSampleDCl:     row = {C, Sample,  Slopes, 6'b000100, 4'd0};
        op_pkg::ImageSampleL:       row = {A, Sample,  Given,  6'b000100, 4'd0};
        op_pkg::ImageSampleB:       row = {C, Sample,  Bias,   6'b010000, 4'd0};
        op_pkg::ImageSampleBCl:     row = {C, Sample,  Bias,   6'b010100, 4'd0};
        op_pkg::ImageSampleLz:      row = {A, Sample,  Zero,   6'b000000, 4'd0};
        op_pkg::ImageSampleC:       row = {C, Sample,  Quad,   6'b001000, 4'd0};
        op_pkg::ImageSampleCCl:     row = {C, Sample,  Quad,   6'b001100, 4'd0};
        op_pkg::ImageSampleCD:      row = {C, Sample,  Slopes, 6'b001000, 4'd0};
        op_pkg::ImageSampleCDCl:    row = {C, Sample,  Slopes, 6'b001100, 4'd0};
        op_pkg::ImageSampleCL:      row = {B, Sample,  Given,  6'b001100, 4'd0};
        op_pkg::ImageSampleCB:      row = {C, Sample,  Bias,   6'b011000, 4'd0};
        op_pkg::ImageSampleCBCl:    row = {C, Sample,  Bias,   6'b011100, 4'd0};
        op_pkg::ImageSampleCLz:     row = {B, Sample,  Zero,   6'b001000, 4'd0};
        op_pkg::ImageSampleO:       row = {C, Sample,  Quad,   6'b100000, 4'd0};
        op_pkg::ImageSampleClO:     row = {C, Sample,  Quad,   6'b100100, 4'd0};
        op_pkg::ImageSampleDO:      row = {C, Sample,  Slopes, 6'b100000, 4'd0};
        op_pkg::ImageSampleDClO:    row = {C, Sample,  Slopes, 6'b100100, 4'd0};
        op_pkg::ImageSampleLO:      row = {B, Sample,  Given,  6'b100100, 4'd0};
        op_pkg::ImageSampleBO:      row = {C, Sample,  Bias,   6'b110000, 4'd0};
        op_pkg::ImageSampleBClO:    row = {C, Sample,  Bias,   6'b110100, 4'd0};
        op_pkg::ImageSampleLzO:     row = {B, Sample,  Zero,   6'b100000, 4'd0};
        op_pkg::ImageSampleCO:      row = {C, Sample,  Quad,   6'b101000, 4'd0};
        op_pkg::ImageSampleCClO:    row = {C, Sample,  Quad,   6'b101100, 4'd0};
        op_pkg::ImageSampleCDO:     row = {C, Sample,  Slopes, 6'b101000, 4'd0};
        op_pkg::ImageSampleCDClO:   row = {C, Sample,  Slopes, 6'b101100, 4'd0};
        op_pkg::ImageSampleCLO:     row = {B, Sample,  Given,  6'b101100, 4'd0};
        op_pkg::ImageSampleCBO:     row = {C, Sample,  Bias,   6'b111000, 4'd0};
        op_pkg::ImageSampleCBClO:   row = {C, Sample,  Bias,   6'b111100, 4'd0};
        op_pkg::ImageSampleCLzO:    row = {B, Sample,  Zero,   6'b101000, 4'd0};
        op_pkg::ImageGather4:       row = {C, Gather,  Quad,   6'b000000, 4'd0};
        op_pkg::ImageGather4Cl:     row = {C, Gather,  Quad,   6'b000100, 4'd0};
        op_pkg::ImageGather4L:      row = {B, Gather,  Given,  6'b000100, 4'd0};
        op_pkg::ImageGather4B:      row = {C, Gather,  Bias,   6'b010000, 4'd0};
        op_pkg::ImageGather4BCl:    row = {C, Gather,  Bias,   6'b010100, 4'd0};
        op_pkg::ImageGather4Lz:     row = {B, Gather,  Zero,   6'b000000, 4'd0};
        op_pkg::ImageGather4C:      row = {C, Gather,  Quad,   6'b001000, 4'd0};
        op_pkg::ImageGather4CCl:    row = {C, Gather,  Quad,   6'b001100, 4'd0};
        op_pkg::ImageGather4CL:     row = {B, Gather,  Given,  6'b001100, 4'd0};
        op_pkg::ImageGather4CB:     row = {C, Gather,  Bias,   6'b011000, 4'd0};
        op_pkg::ImageGather4CBCl:   row = {C, Gather,  Bias,   6'b011100, 4'd0};
        op_pkg::ImageGather4CLz:    row = {B, Gather,  Zero,   6'b001000, 4'd0};
        op_pkg::ImageGather4O:      row = {C, Gather,  Quad,   6'b100000, 4'd0};
        op_pkg::ImageGather4ClO:    row = {C, Gather,  Quad,   6'b100100, 4'd0};
        op_pkg::ImageGather4LO:     row = {B, Gather,  Given,  6'b100100, 4'd0};
        op_pkg::ImageGather4BO:     row = {C, Gather,  Bias,   6'b110000, 4'd0};
        op_pkg::ImageGather4BClO:   row = {C, Gather,  Bias,   6'b110100, 4'd0};
        op_pkg::ImageGather4LzO:    row = {B, Gather,  Zero,   6'b100000, 4'd0};
        op_pkg::ImageGather4CO:     row = {C, Gather,  Quad,   6'b101000, 4'd0};
        op_pkg::ImageGather4CClO:   row = {C, Gather,  Quad,   6'b101100, 4'd0};
        op_pkg::ImageGather4CLO:    row = {B, Gather,  Given,  6'b101100, 4'd0};
        op_pkg::ImageGather4CBO:    row = {C, Gather,  Bias,   6'b111000, 4'd0};
        op_pkg::ImageGather4CBClO:  row = {C, Gather,  Bias,   6'b111100, 4'd0};
        op_pkg::ImageGather4CLzO:   row = {B, Gather,  Zero,   6'b101000, 4'd0};
        op_pkg::ImageGetLod:        row = {C, Lod,     Quad,   6'b000000, 4'd0};
        op_pkg::ImageSampleCd:      row = {C, Sample,  Slopes, 6'b000000, 4'd0};
        op_pkg::ImageSampleCdCl:    row = {C, Sample,  Slopes, 6'b000100, 4'd0};
        op_pkg::ImageSampleCCd:     row = {C, Sample,  Slopes, 6'b001000, 4'd0};
        op_pkg::ImageSampleCCdCl:   row = {C, Sample,  Slopes, 6'b001100, 4'd0};
        op_pkg::ImageSampleCdO:     row = {C, Sample,  Slopes, 6'b100000, 4'd0};
        op_pkg::ImageSampleCdClO:   row = {C, Sample,  Slopes, 6'b100100, 4'd0};
        op_pkg::ImageSampleCCdO:    row = {C, Sample,  Slopes, 6'b101000, 4'd0};
        op_pkg::ImageSampleCCdClO:  row = {C, Sample,  Slopes, 6'b101100, 4'd0};
        default: row = '0;
      endcase
    end
  end
endmodule
