// SPDX-License-Identifier: Apache-2.0
// Decoder of DS instructions (gfx9-encoding.md 3, lds.md 3.4, 5.1; the R700 operations 224..231 of lds.md 6).
// Combinational, from the instruction words alone. An opcode that D-LDS-19 leaves out, a set reserved bit, and
// with GDS = 1 what the global data share has not, are
// illegal. Operand fields that the opcode does not use are ignored.
module lds_decode (
  input  logic [31:0]      w0_i,
  input  logic [31:0]      w1_i,
  output cu_pkg::mem_dec_t dec_o
);
  isa_pkg::ds_t          inst;
  lds_pkg::lds_control_t ctl;
  logic                  known, fields_ok, gds_ok;
  logic [2:0]            vgprs;     // registers of one access
  logic                  has_data;
  assign inst = {w1_i, w0_i};

  // The opcode of an atomic.
  typedef struct packed {
    logic       src2;
    logic       is64;
    logic       returns;
    logic [4:0] op;
  } atomic_opcode_t;
  atomic_opcode_t atomic;
  assign atomic = inst.op;

  function automatic logic has_atomic(input logic [4:0] op, input logic is64);
    has_atomic = op <= lds_pkg::OpMskor || (op >= lds_pkg::OpCmpst && op <= lds_pkg::OpMaxF) ||
                 (op == lds_pkg::OpAddF && !is64);
  endfunction
  // Atomics that only the forms with return have.
  function automatic logic has_exchange(input logic [4:0] op, input logic is64);
    has_exchange = (op >= lds_pkg::OpWrite && op <= lds_pkg::OpWrite2st64) || (op == lds_pkg::OpWrap && !is64);
  endfunction
  function automatic logic has_src2_form(input logic [4:0] op, input logic is64);
    has_src2_form = op <= lds_pkg::OpXor || op == lds_pkg::OpWrite || op == lds_pkg::OpMinF ||
                    op == lds_pkg::OpMaxF || (op == lds_pkg::OpAddF && !is64);
  endfunction

  // Owner write: dst_stride 4, 8 .. 64; dst_index 0, 4 .. stride - 4 (lds.md 1.2).
  logic [6:0] stride, index;
  logic       owner_ok;
  assign stride = inst.offset1[6:0];
  assign index = {1'b0, inst.offset0[5:0]};
  assign owner_ok = stride[1:0] == 2'd0 && stride != 7'd0 && stride <= 7'd64 &&
                    index[1:0] == 2'd0 && index < stride && inst.offset0[7:6] == 2'd0;

  // Words of other formats are skipped for speed.
  always_comb begin
    ctl = '0;
    known = 1'b0;
    fields_ok = 1'b1;
    gds_ok = 1'b1;
    vgprs = '0;
    has_data = 1'b0;
    dec_o = '0;
    if (inst.encoding == isa_pkg::EncDs && !inst.zero) begin
      ctl.gds = inst.gds;
      ctl.op = atomic.op;
      known = 1'b1;
      ctl.kind = lds_pkg::Read;
      unique case (inst.op)
        op_pkg::DsWriteB32, op_pkg::DsWrite2B32, op_pkg::DsWrite2st64B32: begin
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd4;
        end
        op_pkg::DsWriteAddtidB32: begin
          ctl.kind = lds_pkg::Write;
          ctl.addr_source = lds_pkg::AddrFromLane;
          ctl.size = 5'd4;
          gds_ok = 1'b0;
        end
        op_pkg::DsWriteB8, op_pkg::DsWriteB8D16Hi: begin
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd1;
        end
        op_pkg::DsWriteB16, op_pkg::DsWriteB16D16Hi: begin
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd2;
        end
        op_pkg::DsWriteB64, op_pkg::DsWrite2B64, op_pkg::DsWrite2st64B64: begin
          ctl.kind = lds_pkg::Write;
          ctl.size = 5'd8;
        end
        op_pkg::DsWriteB96, op_pkg::DsWriteB128: begin
          ctl.kind = lds_pkg::Write;
          ctl.size = inst.op == op_pkg::DsWriteB128 ? 5'd16 : 5'd12;
          gds_ok = 1'b0;
        end
        op_pkg::DsNop: ctl.kind = lds_pkg::DsNop;
        op_pkg::DsReadB32, op_pkg::DsRead2B32, op_pkg::DsRead2st64B32: ctl.size = 5'd4;
        op_pkg::DsReadI8, op_pkg::DsReadU8, op_pkg::DsReadU8D16, op_pkg::DsReadU8D16Hi, op_pkg::DsReadI8D16,
        op_pkg::DsReadI8D16Hi: ctl.size = 5'd1;
        op_pkg::DsReadI16, op_pkg::DsReadU16, op_pkg::DsReadU16D16, op_pkg::DsReadU16D16Hi: ctl.size = 5'd2;
        op_pkg::DsReadB64, op_pkg::DsRead2B64, op_pkg::DsRead2st64B64: ctl.size = 5'd8;
        op_pkg::DsReadB96, op_pkg::DsReadB128: begin
          ctl.size = inst.op == op_pkg::DsReadB128 ? 5'd16 : 5'd12;
          gds_ok = 1'b0;
        end
        op_pkg::DsSwizzleB32, op_pkg::DsPermuteB32, op_pkg::DsBpermuteB32: begin
          ctl.kind = lds_pkg::LaneExchange;
          ctl.size = 5'd4;
          gds_ok = 1'b0;
        end
        op_pkg::DsReadAddtidB32: begin
          ctl.addr_source = lds_pkg::AddrFromLane;
          ctl.size = 5'd4;
          gds_ok = 1'b0;
        end
        op_pkg::DsConsume, op_pkg::DsAppend: begin
          ctl.kind = lds_pkg::AppendConsume;
          ctl.op = inst.op == op_pkg::DsConsume ? lds_pkg::OpSub : lds_pkg::OpAdd;
          ctl.size = 5'd4;
        end
        op_pkg::DsOwnerWrite1, op_pkg::DsOwnerWrite2, op_pkg::DsOwnerWrite3, op_pkg::DsOwnerWrite4: begin
          ctl.kind = lds_pkg::Write;
          ctl.addr_source = lds_pkg::AddrOwnerWrite;
          ctl.size = {1'b0, inst.op[1:0], 2'b00} + 5'd4;
          fields_ok = owner_ok;
          gds_ok = 1'b0;
        end
        op_pkg::DsOwnerRead1, op_pkg::DsOwnerRead2, op_pkg::DsOwnerRead3, op_pkg::DsOwnerRead4: begin
          ctl.addr_source = lds_pkg::AddrOwnerRead;
          ctl.size = {1'b0, inst.op[1:0], 2'b00} + 5'd4;
          fields_ok = inst.offset1[7:1] == 7'd0;
          gds_ok = 1'b0;
        end
        default: begin
          ctl.size = atomic.is64 ? 5'd8 : 5'd4;
          ctl.kind = atomic.src2 ? lds_pkg::AtomicSrc2 : lds_pkg::Atomic;
          if (atomic.src2) known = !atomic.returns && has_src2_form(atomic.op, atomic.is64);
          else begin
            known = has_atomic(atomic.op, atomic.is64) || (atomic.returns && has_exchange(atomic.op, atomic.is64));
          end
        end
      endcase
      unique case (inst.op)
        op_pkg::DsWrite2B32, op_pkg::DsWrxchg2RtnB32, op_pkg::DsRead2B32,
        op_pkg::DsWrite2B64, op_pkg::DsWrxchg2RtnB64, op_pkg::DsRead2B64: ctl.two_addresses = 1'b1;
        op_pkg::DsWrite2st64B32, op_pkg::DsWrxchg2st64RtnB32, op_pkg::DsRead2st64B32,
        op_pkg::DsWrite2st64B64, op_pkg::DsWrxchg2st64RtnB64, op_pkg::DsRead2st64B64: begin
          ctl.two_addresses = 1'b1;
          ctl.st64 = 1'b1;
        end
        op_pkg::DsReadI8, op_pkg::DsReadI16: ctl.sext = 1'b1;
        op_pkg::DsWriteB8D16Hi, op_pkg::DsWriteB16D16Hi: ctl.hi = 1'b1;
        op_pkg::DsReadU8D16, op_pkg::DsReadU16D16: ctl.d16 = 1'b1;
        op_pkg::DsReadU8D16Hi, op_pkg::DsReadU16D16Hi: begin
          ctl.d16 = 1'b1;
          ctl.hi = 1'b1;
        end
        op_pkg::DsReadI8D16: begin
          ctl.d16 = 1'b1;
          ctl.sext = 1'b1;
        end
        op_pkg::DsReadI8D16Hi: begin
          ctl.d16 = 1'b1;
          ctl.sext = 1'b1;
          ctl.hi = 1'b1;
        end
        default: ;
      endcase
      if (ctl.kind == lds_pkg::Atomic) begin
        if (ctl.two_addresses) ctl.op = lds_pkg::OpWrite;
        ctl.uses_data1 = ctl.op == lds_pkg::OpMskor || ctl.op == lds_pkg::OpCmpst ||
                         ctl.op == lds_pkg::OpCmpstF || ctl.op == lds_pkg::OpWrap;
      end
      unique case (ctl.kind)
        lds_pkg::Read, lds_pkg::LaneExchange, lds_pkg::AppendConsume: ctl.returns = 1'b1;
        lds_pkg::Atomic: ctl.returns = atomic.returns;
        default: ;
      endcase
      ctl.wide = ctl.size > 5'd4;
      vgprs = ctl.wide ? ctl.size[4:2] : 3'd1;
      has_data = ctl.kind == lds_pkg::Write || ctl.kind == lds_pkg::Atomic ||
                 (ctl.kind == lds_pkg::LaneExchange && ctl.op != lds_pkg::OpSwizzle);

      dec_o.legal = known && fields_ok && (!inst.gds || gds_ok);
      dec_o.addr_en = ctl.kind != lds_pkg::AppendConsume && ctl.kind != lds_pkg::DsNop &&
                      ctl.addr_source != lds_pkg::AddrFromLane && ctl.addr_source != lds_pkg::AddrOwnerWrite;
      dec_o.addr = inst.addr;
      dec_o.data0_en = has_data;
      dec_o.data0 = inst.data0;
      dec_o.data0_vgprs = has_data ? vgprs : 3'd0;
      dec_o.data1_en = has_data && (ctl.two_addresses || ctl.uses_data1);
      dec_o.data1 = inst.data1;
      dec_o.data1_vgprs = dec_o.data1_en ? vgprs : 3'd0;
      dec_o.vdst_en = ctl.returns;
      dec_o.vdst = inst.vdst;
      dec_o.vdst_vgprs = !ctl.returns ? 3'd0 : (ctl.two_addresses ? {vgprs[1:0], 1'b0} : vgprs);
      dec_o.ctl = ctl;
      dec_o.offset = {inst.offset1, inst.offset0};
    end
  end
endmodule
