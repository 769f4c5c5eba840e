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
  localparam logic [6:0] SaddrOff = 7'h7f;
  localparam logic [6:0] Vcc      = 7'd106;

  vmem_pkg::ctl_t ctl;
  logic           known, saddr_ok;
  logic [6:0]     saddr;
  logic           unused_cache_bits;  // GLC, SLC, NV
  assign unused_cache_bits = ^{w0_i[17:16], w1_i[23]};

  always_comb begin
    ctl = '0;
    ctl.size = 3'd4;
    known = 1'b1;
    unique case (w0_i[24:18])
      7'd16, 7'd17, 7'd32, 7'd33, 7'd34, 7'd35: ctl.size = 3'd1; // load byte forms
      7'd18, 7'd19, 7'd36, 7'd37: ctl.size = 3'd2; // load short forms
      7'd20: ; // load_dword
      7'd21: ctl.last = 2'd1;
      7'd22: ctl.last = 2'd2;
      7'd23: ctl.last = 2'd3;
      7'd24, 7'd25: begin // store_byte, store_byte_d16_hi
        ctl.store = 1'b1;
        ctl.size = 3'd1;
      end
      7'd26, 7'd27: begin // store_short, store_short_d16_hi
        ctl.store = 1'b1;
        ctl.size = 3'd2;
      end
      7'd28, 7'd29, 7'd30, 7'd31: begin // store_dword to store_dwordx4
        ctl.store = 1'b1;
        ctl.last = w0_i[19:18];
      end
      default: known = 1'b0;
    endcase
    unique case (w0_i[24:18])
      7'd17, 7'd19: ctl.sext = 1'b1;
      7'd25, 7'd27: ctl.hi = 1'b1;
      7'd32, 7'd36: ctl.d16 = 1'b1;
      7'd33, 7'd37: begin
        ctl.d16 = 1'b1;
        ctl.hi = 1'b1;
      end
      7'd34: begin
        ctl.d16 = 1'b1;
        ctl.sext = 1'b1;
      end
      7'd35: begin
        ctl.d16 = 1'b1;
        ctl.sext = 1'b1;
        ctl.hi = 1'b1;
      end
      default: ;
    endcase
    saddr = w1_i[22:16];
    ctl.addr64 = saddr == SaddrOff;
    saddr_ok = ctl.addr64 || (!saddr[0] && (saddr < 7'd102 || saddr == Vcc));

    dec_o = '0;
    dec_o.legal = known && saddr_ok && w0_i[31:25] == {6'b110111, 1'b0} &&
        w0_i[15:14] == 2'd2 && !w0_i[13];
    dec_o.addr_en = 1'b1;
    dec_o.addr = w1_i[7:0];
    dec_o.addr64 = ctl.addr64;
    dec_o.data0_en = ctl.store;
    dec_o.data0 = w1_i[15:8];
    dec_o.data0_rows = ctl.store ? {1'b0, ctl.last} + 3'd1 : 3'd0;
    dec_o.vdst_en = !ctl.store;
    dec_o.vdst = w1_i[31:24];
    dec_o.vdst_rows = ctl.store ? 3'd0 : {1'b0, ctl.last} + 3'd1;
    dec_o.saddr_en = !ctl.addr64;
    dec_o.saddr = saddr;
    dec_o.ctl = ctl;
    dec_o.offset = {{3{w0_i[12]}}, w0_i[12:0]};
  end
endmodule
