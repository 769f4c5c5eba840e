// SPDX-License-Identifier: Apache-2.0
// Predecoding: the unit and the size of an instruction, from its first dword alone.
package fetch_pkg;
  // Unit that executes an instruction, from its first dword alone (gfx9-encoding.md 2).
  typedef enum logic [2:0] {
    ClassScalar,  // SOP1, SOP2, SOPC, SOPK, SOPP
    ClassSmem,
    ClassValu,
    ClassLds,
    ClassVmem,    // FLAT, SCRATCH, GLOBAL, MUBUF, MTBUF, and MIMG in a unit with images
    ClassExport,
    ClassVother,  // vector formats that the unit does not execute: VINTRP, MIMG in a unit without images
    ClassNone     // no format
  } class_e;

  // Class of an instruction from its leading bits. The vmem decoder checks SEG of the FLAT family.
  function automatic class_e class_of(logic [31:26] w);
    class_of = fetch_pkg::ClassNone;
    if (w[31] == isa_pkg::EncVop2) begin
      class_of = fetch_pkg::ClassValu;
    end else if (w[31:30] == isa_pkg::EncSop2) begin
      class_of = fetch_pkg::ClassScalar;
    end else begin
      unique case (w)
        isa_pkg::EncSmem: class_of = fetch_pkg::ClassSmem;
        isa_pkg::EncVop3: class_of = fetch_pkg::ClassValu;
        isa_pkg::EncDs:   class_of = fetch_pkg::ClassLds;
        isa_pkg::EncFlat, isa_pkg::EncMubuf, isa_pkg::EncMtbuf: class_of = fetch_pkg::ClassVmem;
        isa_pkg::EncExp: class_of = fetch_pkg::ClassExport;
        isa_pkg::EncMimg: class_of = cu_pkg::Images != 0 ? fetch_pkg::ClassVmem : fetch_pkg::ClassVother;
        isa_pkg::EncVintrp: class_of = fetch_pkg::ClassVother;
        default: class_of = fetch_pkg::ClassNone;
      endcase
    end
  endfunction

  // An instruction whose first dword is w takes 8 bytes (gfx9-encoding.md 1).
  function automatic logic size8_of(logic [31:0] w);
    logic [8:0] ssrc0, ssrc1, src0;  // source fields: scalar ones, and the first of a vector instruction
    logic       literal0, literal1;
    ssrc0 = {1'b0, w[7:0]};
    ssrc1 = {1'b0, w[15:8]};
    src0 = w[8:0];
    literal0 = ssrc0 == isa_pkg::SrcLiteral;
    literal1 = ssrc1 == isa_pkg::SrcLiteral;
    if (w[31] == isa_pkg::EncVop2) begin
      // This holds for VOP1 and VOPC too. madmk and madak always carry a literal.
      size8_of = src0 == isa_pkg::SrcLiteral || src0 == isa_pkg::SrcSdwa || src0 == isa_pkg::SrcDpp ||
                 w[30:25] == op_pkg::Vop2MadmkF32 || w[30:25] == op_pkg::Vop2MadakF32 ||
                 w[30:25] == op_pkg::Vop2MadmkF16 || w[30:25] == op_pkg::Vop2MadakF16;
    end else if (w[31:30] == isa_pkg::EncSop2) begin
      if (w[31:23] == isa_pkg::EncSop1) size8_of = literal0;
      // The second field of s_set_gpr_idx_on is four mask bits, never a literal.
      else if (w[31:23] == isa_pkg::EncSopc)
        size8_of = literal0 || (literal1 && {1'b0, w[22:16]} != op_pkg::SopcSetGprIdxOn);
      else if (w[31:23] == isa_pkg::EncSopp) size8_of = 1'b0;
      else if (w[31:28] == isa_pkg::EncSopk) size8_of = {3'd0, w[27:23]} == op_pkg::SopkSetregImm32B32;
      else size8_of = literal0 || literal1;
    end else begin
      unique case (w[31:26])
        isa_pkg::EncSmem, isa_pkg::EncExp, isa_pkg::EncVop3, isa_pkg::EncDs, isa_pkg::EncFlat,
        isa_pkg::EncMubuf, isa_pkg::EncMtbuf, isa_pkg::EncMimg: size8_of = 1'b1;
        default: size8_of = 1'b0;
      endcase
    end
  endfunction
endpackage
