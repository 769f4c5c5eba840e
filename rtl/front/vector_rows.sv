// Pool rows of the VGPRs that an instruction names, and whether they lie in the wave's allocation.
// GPR-index mode (gfx9-encoding.md section 6) applies to vector ALU operands: M0[7:0] is added,
// and a register (or tuple) that then passes the allocation becomes v0. Combinational.
module vector_rows (
  input  front_pkg::wave_t  wave_i,
  input  cu_pkg::valu_dec_t valu_i,
  input  cu_pkg::mem_dec_t  mem_i,
  output logic              valu_ok_o,
  output logic [2:0]        is_vgpr_o,
  output cu_pkg::row_t      row0_o,
  output cu_pkg::row_t      row1_o,
  output cu_pkg::row_t      row2_o,
  output cu_pkg::row_t      vdst_o,
  output logic              mem_ok_o,
  output cu_pkg::row_t      addr_o,
  output cu_pkg::row_t      data0_o,
  output cu_pkg::row_t      data1_o,
  output cu_pkg::row_t      mem_vdst_o
);
  // VGPR number after indexing: {past the allocation, number}.
  function automatic logic [8:0] formed(logic [7:0] number, logic [2:0] rows, logic rel,
                                        logic [7:0] index, logic [8:0] size);
    logic [9:0] sum, last;
    sum = {2'd0, number} + (rel ? {2'd0, index} : 10'd0);
    last = sum + {7'd0, rows};
    formed = {1'b0, sum[7:0]};
    if (last > {1'b0, size}) formed = rel ? 9'd0 : {1'b1, sum[7:0]};
  endfunction

  logic       rel;
  logic [3:0] enable;
  logic [7:0] index;
  logic [8:0] n0, n1, n2, nd;

  assign rel = wave_i.mode[27];
  assign enable = wave_i.m0[15:12];
  assign index = wave_i.m0[7:0];

  always_comb begin
    is_vgpr_o[0] = valu_i.src0.used && valu_i.src0.code[8];
    is_vgpr_o[1] = valu_i.src1.used && valu_i.src1.code[8];
    is_vgpr_o[2] = valu_i.src2.used && valu_i.src2.code[8];
    n0 = formed(valu_i.src0.code[7:0], valu_i.src0.is64 ? 3'd2 : 3'd1, rel && enable[valu_i.rel[0]],
                index, wave_i.vgpr_size);
    n1 = formed(valu_i.src1.code[7:0], valu_i.src1.is64 ? 3'd2 : 3'd1, rel && enable[valu_i.rel[1]],
                index, wave_i.vgpr_size);
    n2 = formed(valu_i.src2.code[7:0], valu_i.quad ? 3'd4 : valu_i.src2.is64 ? 3'd2 : 3'd1,
                rel && enable[valu_i.rel[2]], index, wave_i.vgpr_size);
    // v_swap_b32 writes one row here and the row of its source.
    nd = formed(valu_i.vdst,
                valu_i.quad ? 3'd4 : valu_i.vdst_rows == 2'd2 && !valu_i.swap ? 3'd2 : 3'd1,
                rel && enable[3], index, wave_i.vgpr_size);
    row0_o = wave_i.vgpr_base + {2'd0, n0[7:0]};
    row1_o = wave_i.vgpr_base + {2'd0, n1[7:0]};
    row2_o = wave_i.vgpr_base + {2'd0, n2[7:0]};
    vdst_o = wave_i.vgpr_base + {2'd0, nd[7:0]};
    valu_ok_o = !(is_vgpr_o[0] && n0[8]) && !(is_vgpr_o[1] && n1[8]) &&
                !(is_vgpr_o[2] && n2[8]) && !(valu_i.vdst_en && nd[8]);
  end

  function automatic logic fits(logic [7:0] number, logic [2:0] rows, logic [8:0] size);
    fits = {1'b0, number} + {6'd0, rows} <= size;
  endfunction

  always_comb begin
    addr_o = wave_i.vgpr_base + {2'd0, mem_i.addr};
    data0_o = wave_i.vgpr_base + {2'd0, mem_i.data0};
    data1_o = wave_i.vgpr_base + {2'd0, mem_i.data1};
    mem_vdst_o = wave_i.vgpr_base + {2'd0, mem_i.vdst};
    mem_ok_o = (!mem_i.addr_en ||
                fits(mem_i.addr, mem_i.addr64 ? 3'd2 : 3'd1, wave_i.vgpr_size)) &&
               (!mem_i.data0_en || fits(mem_i.data0, mem_i.data0_rows, wave_i.vgpr_size)) &&
               (!mem_i.data1_en || fits(mem_i.data1, mem_i.data1_rows, wave_i.vgpr_size)) &&
               (!mem_i.vdst_en || fits(mem_i.vdst, mem_i.vdst_rows, wave_i.vgpr_size));
  end

  logic unused_bits;
  assign unused_bits = ^{wave_i, valu_i, mem_i};  // what is not a register number
endmodule
