// SPDX-License-Identifier: Apache-2.0
// Scalar operands of the instruction at the issue stage. Combinational. It forms the SGPR file's addresses, selects or
// builds each value, widens constants (gfx9-encoding.md 4), and checks that every register exists
// (gfx9-encoding.md 4.1). It checks codes as they are written, and reads their first names (D-REG-21, D-REG-22). A
// source that is a VGPR has no value here.
//
module operand_read (
  input  cu_pkg::slot_t                     slot_i,
  input  wave_pkg::wave_t                   wave_i,        // as the instruction reads it
  input  logic [31:0]                       literal_i,
  input  operand_pkg::vsrc_t                src0_i,
  input  operand_pkg::vsrc_t                src1_i,
  input  operand_pkg::vsrc_t                src2_i,
  input  logic                              src0_rel_i,    // s_movrels: SGPR number plus M0
  input  logic                              stack_read_i,  // join: ports 1 and 2 read the fork stack's top entry
  input  logic [2:0]                        stack_top_i,
  input  logic                              sdata_read_i,  // scalar memory reads SDATA: its registers lie in one row
  input  logic [6:0]                        sdata_i,
  input  logic                              image_i,       // MIMG: source 0 is the first half of the V#'s place of T#;
  input  logic [2:0]                        image_op_i,    // mimg_pkg::op_e: it may have an S#
  input  logic [4:0]                        ssamp_i,
  output logic                              ok_o,
  output logic [63:0]                       value0_o,
  output logic [63:0]                       value1_o,
  output logic [63:0]                       value2_o,
  output logic [127:0]                      sdata_o,       // from the first register on; MIMG: words 4 to 7 of T#
  output logic [127:0]                      ssharp_o,      // of MIMG, else 0
  // SGPR file: pair addresses {slot, number[6:1]}
  output logic [sgpr_pkg::SgprAddrBits-1:0] raddr0_o,
  output logic [sgpr_pkg::SgprAddrBits-1:0] raddr1_o,
  output logic [sgpr_pkg::SgprAddrBits-1:0] raddr2_o,
  input  logic [63:0]                       rdata0_i,
  input  logic [63:0]                       rdata1_i,
  input  logic [63:0]                       rdata2_i,
  output sgpr_pkg::sgpr_row_addr_t          row_addr_o,
  input  logic [127:0]                      row_data_i,
  output sgpr_pkg::sgpr_row_addr_t          ssharp_addr_o,
  input  logic [127:0]                      ssharp_data_i
);
  logic       sampler;  // it has an S#
  logic [6:0] rel_code;
  logic [8:0] code0;
  logic       rel_ok;

  assign rel_code = src0_i.code[6:0] + wave_i.m0[6:0];
  assign code0 = src0_rel_i ? {2'd0, rel_code} : src0_i.code;
  assign rel_ok = !src0_rel_i || (!src0_i.code[7] && rel_code <= 7'(isa_pkg::SrcSgpr101));

  logic [6:0] name0, name1, name2;  // first names of what the ports read
  assign name0 = sgpr_pkg::first_name(code0[6:0], wave_i.sgpr_size);
  assign name1 = sgpr_pkg::first_name(stack_read_i ? {2'd0, stack_top_i, 2'd0} : src1_i.code[6:0], wave_i.sgpr_size);
  assign name2 = sgpr_pkg::first_name(stack_read_i ? {2'd0, stack_top_i, 2'd2} : src2_i.code[6:0], wave_i.sgpr_size);
  assign raddr0_o = {slot_i, name0[6:1]};
  assign raddr1_o = {slot_i, name1[6:1]};
  assign raddr2_o = {slot_i, name2[6:1]};

  // Value of a float inline constant.
  function automatic logic [63:0] float_const(logic [7:0] code, operand_pkg::imm_e imm);
    logic [63:0] d;
    logic [31:0] f;
    logic [15:0] h;
    unique case (code)
      8'(isa_pkg::SrcHalf):    begin d = 64'h3FE0000000000000; f = 32'h3F000000; h = 16'h3800; end
      8'(isa_pkg::SrcNegHalf): begin d = 64'hBFE0000000000000; f = 32'hBF000000; h = 16'hB800; end
      8'(isa_pkg::SrcOne):     begin d = 64'h3FF0000000000000; f = 32'h3F800000; h = 16'h3C00; end
      8'(isa_pkg::SrcNegOne):  begin d = 64'hBFF0000000000000; f = 32'hBF800000; h = 16'hBC00; end
      8'(isa_pkg::SrcTwo):     begin d = 64'h4000000000000000; f = 32'h40000000; h = 16'h4000; end
      8'(isa_pkg::SrcNegTwo):  begin d = 64'hC000000000000000; f = 32'hC0000000; h = 16'hC000; end
      8'(isa_pkg::SrcFour):    begin d = 64'h4010000000000000; f = 32'h40800000; h = 16'h4400; end
      8'(isa_pkg::SrcNegFour): begin d = 64'hC010000000000000; f = 32'hC0800000; h = 16'hC400; end
      default:                   begin d = 64'h3FC45F306DC9C882; f = 32'h3E22F983; h = 16'h3118; end  // 1 / (2 * pi)
    endcase
    unique case (imm)
      operand_pkg::ImmB32: float_const = {32'd0, f};
      operand_pkg::ImmF16: float_const = {48'd0, h};
      default:        float_const = d;
    endcase
  endfunction

  // Value of a code that is neither an SGPR nor a VGPR: 128..255.
  function automatic logic [63:0] constant(logic [7:0] code, operand_pkg::imm_e imm,
                                           logic [31:0] literal, logic vccz, logic execz,
                                           logic scc);
    logic wide;
    wide = imm == operand_pkg::ImmB64 || imm == operand_pkg::ImmI64 || imm == operand_pkg::ImmF64;
    constant = '0;
    if (code <= 8'(isa_pkg::SrcInt64)) begin
      constant = {57'd0, code[6:0]};
    end else if (code <= 8'(isa_pkg::SrcIntNeg16)) begin
      constant = {55'd0, isa_pkg::SrcInt64} - {56'd0, code};
    end else if (code >= 8'(isa_pkg::SrcHalf) && code <= 8'(isa_pkg::SrcInvTwoPi)) begin
      constant = float_const(code, imm);
    end else begin
      unique case (code)
        8'(isa_pkg::SrcSharedBase):   constant = {cu_pkg::SharedAperture, 48'd0};
        8'(isa_pkg::SrcSharedLimit):  constant = {cu_pkg::SharedAperture, 48'hFFFFFFFF};
        8'(isa_pkg::SrcPrivateBase):  constant = {cu_pkg::PrivateAperture, 48'd0};
        8'(isa_pkg::SrcPrivateLimit): constant = {cu_pkg::PrivateAperture, 48'hFFFFFFFF};
        8'(isa_pkg::SrcVccz):         constant = {63'd0, vccz};
        8'(isa_pkg::SrcExecz):        constant = {63'd0, execz};
        8'(isa_pkg::SrcScc):          constant = {63'd0, scc};
        8'(isa_pkg::SrcLiteral): begin
          unique case (imm)
            operand_pkg::ImmI64: constant = {{32{literal[31]}}, literal};
            operand_pkg::ImmF64: constant = {literal, 32'd0};
            operand_pkg::ImmF16: constant = {48'd0, literal[15:0]};
            default:        constant = {32'd0, literal};
          endcase
        end
        default: ;
      endcase
    end
    if (!wide) constant[63:32] = '0;
  endfunction

  // Value of a register code, 0..127. `pair` is the SGPR file's word of 64 bits that has it.
  function automatic logic [63:0] register(logic [6:0] code, logic two, logic [63:0] pair,
                                           logic [63:0] vcc, logic [63:0] exec,
                                           logic [31:0] m0);
    logic [63:0] both;
    unique case ({code[6:1], 1'b0})
      7'(isa_pkg::SrcVccLo):  both = vcc;
      7'(isa_pkg::SrcM0):     both = {32'd0, m0};
      7'(isa_pkg::SrcExecLo): both = exec;
      default:                both = pair;
    endcase
    register = two ? both : {32'd0, code[0] ? both[63:32] : both[31:0]};
  endfunction

  // A half of an entry of the fork stack: it may be VCC by its second name.
  function automatic logic [63:0] stack_word(logic [6:0] name, logic [63:0] pair, logic [63:0] vcc);
    stack_word = cu_pkg::VccAlias && name == 7'(isa_pkg::SrcVccLo) ? vcc : pair;
  endfunction

  // The code exists: a register of the wave, or a constant that the unit has.
  function automatic logic code_ok(logic [8:0] code, logic two, logic [6:0] size, logic priv);
    if (code[8])       code_ok = 1'b1;
    else if (!code[7]) code_ok = sgpr_pkg::scode_ok(code[6:0], two, size, priv);
    else code_ok = code <= isa_pkg::SrcIntNeg16 ||
                   (code >= isa_pkg::SrcSharedBase && code <= isa_pkg::SrcInvTwoPi) ||
                   (code >= isa_pkg::SrcVccz && code <= isa_pkg::SrcScc) || code == isa_pkg::SrcLiteral;
  endfunction

  logic vccz, execz, priv;
  assign priv = wave_i.status.priv;
  assign vccz = wave_i.status.vccz;
  assign execz = wave_i.status.execz;

  always_comb begin
    ok_o = rel_ok;
    value0_o = '0;
    value1_o = '0;
    value2_o = '0;
    if (src0_i.used) begin
      if (!code_ok(code0, src0_i.is64, wave_i.sgpr_size, priv)) ok_o = 1'b0;
      if (code0[8:7] == 2'b01) begin
        value0_o = constant(code0[7:0], src0_i.imm, literal_i, vccz, execz, wave_i.scc);
      end else begin
        value0_o = register(name0, src0_i.is64, rdata0_i, wave_i.vcc, wave_i.exec, wave_i.m0);
      end
    end
    if (image_i) begin
      if (!sgpr_pkg::sgprs_ok(src0_i.code[6:0], 5'd8, wave_i.sgpr_size, priv)) ok_o = 1'b0;
      if (sampler && !sgpr_pkg::sgprs_ok({ssamp_i, 2'd0}, 5'd4, wave_i.sgpr_size, priv)) ok_o = 1'b0;
    end
    if (stack_read_i) begin
      value1_o = stack_word(name1, rdata1_i, wave_i.vcc);
    end else if (src1_i.used) begin
      if (!code_ok(src1_i.code, src1_i.is64, wave_i.sgpr_size, priv)) ok_o = 1'b0;
      if (src1_i.code[8:7] == 2'b01) begin
        value1_o = constant(src1_i.code[7:0], src1_i.imm, literal_i, vccz, execz, wave_i.scc);
      end else begin
        value1_o = register(name1, src1_i.is64, rdata1_i, wave_i.vcc, wave_i.exec,
                            wave_i.m0);
      end
    end
    if (stack_read_i) begin
      value2_o = stack_word(name2, rdata2_i, wave_i.vcc);
    end else if (src2_i.used) begin
      if (!code_ok(src2_i.code, src2_i.is64, wave_i.sgpr_size, priv)) ok_o = 1'b0;
      if (src2_i.code[8:7] == 2'b01) begin
        value2_o = constant(src2_i.code[7:0], src2_i.imm, literal_i, vccz, execz, wave_i.scc);
      end else begin
        value2_o = register(name2, src2_i.is64, rdata2_i, wave_i.vcc, wave_i.exec,
                            wave_i.m0);
      end
    end
  end

  // The registers of SDATA are judged in legality.sv. VCC is the upper half of its row.
  function automatic logic [127:0] sdata_of(logic [4:0] high, logic [1:0] place, logic [127:0] row, logic [63:0] vcc);
    logic [127:0] registers;
    registers = row;
    if (high == isa_pkg::SrcVccLo[6:2]) registers[127:64] = vcc;
    sdata_of = registers >> {place, 5'd0};
  endfunction

  // Addresses of rows are 0 without an instruction that reads them.
  sgpr_pkg::sgpr_rows_t sdata_rows, ssharp_rows;
  always_comb begin
    sampler = 1'b0;
    row_addr_o = '0;
    ssharp_addr_o = '0;
    sdata_rows = '0;
    ssharp_rows = '0;
    if (sdata_read_i || image_i) begin
      sdata_rows = sgpr_pkg::first_rows(image_i ? src0_i.code[6:2] + 5'd1 : sdata_i[6:2], wave_i.sgpr_size);
      row_addr_o.valid = 1'b1;
      for (int unsigned half = 0; half < sgpr_pkg::SgprHalves; half++) begin
        row_addr_o.row[half] = {slot_i, sdata_rows[5*half +: 5]};
      end
      sampler = image_i && mimg_pkg::samples(image_op_i);
      if (sampler) begin
        ssharp_rows = sgpr_pkg::first_rows(ssamp_i, wave_i.sgpr_size);
        ssharp_addr_o.valid = 1'b1;
        for (int unsigned half = 0; half < sgpr_pkg::SgprHalves; half++) begin
          ssharp_addr_o.row[half] = {slot_i, ssharp_rows[5*half +: 5]};
        end
      end
    end
  end
  always_comb begin
    sdata_o = '0;
    ssharp_o = '0;
    if (row_addr_o.valid) begin
      sdata_o = sdata_of(sdata_rows[sgpr_pkg::HighRow +: 5], image_i ? 2'd0 : sdata_i[1:0], row_data_i, wave_i.vcc);
      if (sampler) ssharp_o = sdata_of(ssharp_rows[sgpr_pkg::HighRow +: 5], 2'd0, ssharp_data_i, wave_i.vcc);
    end
  end

  logic unused_wave;
  assign unused_wave = ^wave_i;  // the wave's other registers
endmodule
