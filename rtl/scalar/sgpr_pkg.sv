// SPDX-License-Identifier: Apache-2.0
// Ports of the SGPR file, and the registers that a code of seven bits names.
package sgpr_pkg;
  // verilator lint_off UNUSEDPARAM
  // Read ports of the SGPR file. With exposed hazards the fourth reads the old value of a destination.
  localparam int unsigned SgprReads = cu_pkg::ExposedHazards ? 4 : 3;
  // With second names the halves of a row of four SGPRs may lie in two rows of the file.
  localparam int unsigned SgprHalves = cu_pkg::VccAlias ? 2 : 1;
  localparam int unsigned HighRow = 5 * (SgprHalves - 1);  // of words 2 and 3: [HighRow +: 5] of sgpr_pkg::sgpr_rows_t
  localparam int unsigned SgprAddrBits = $clog2(cu_pkg::NumWaves) + 6;  // of a pair of SGPRs: {slot, number[6:1]}
  // verilator lint_on UNUSEDPARAM

  // Reads of the SGPR file: each port reads a pair of registers.
  typedef struct packed {
    logic [SgprReads-1:0][SgprAddrBits-1:0] pair;  // {slot, number[6:1]}
  } sgpr_addrs_t;
  typedef struct packed {
    logic [SgprReads-1:0][63:0] pair;
  } sgpr_data_t;
  // Two more ports read a row of four each, when they are asked for. The first reads SDATA of scalar memory, or words 4
  // to 7 of T#. The second reads S#, in a unit with images.
  typedef struct packed {
    logic                                    valid;
    logic [SgprHalves-1:0][SgprAddrBits-2:0] row;  // {slot, number[6:2]} of each half
  } sgpr_row_addr_t;

  // A write to the SGPR file: up to four words of one row. A row is four neighbouring registers, the first a multiple
  // of 4. Each half has its number of a row (first_rows).
  typedef logic [5*SgprHalves-1:0] sgpr_rows_t;
  typedef struct packed {
    cu_pkg::slot_t slot;
    sgpr_rows_t    row;
    logic [3:0]    we;
    logic [127:0]  data;
  } sgpr_row_write_t;

  // The scalar registers first .. first + count - 1 exist for a wave with `size` SGPRs. It has s0 to s(size - 1),
  // FLAT_SCRATCH, XNACK_MASK and VCC, with PRIV also TTMP0 to TTMP15. No tuple reaches from VCC into TTMP0.
  function automatic logic sgprs_ok(logic [6:0] first, logic [4:0] count, logic [6:0] size,
                                    logic priv);
    logic [7:0] last;
    last = {1'b0, first} + {3'd0, count} - 8'd1;
    sgprs_ok = (last <= 8'(isa_pkg::SrcVccHi) &&
                (first >= 7'(isa_pkg::SrcFlatScratchLo) || last < {1'b0, size} ||
                 (last >= 8'(isa_pkg::SrcFlatScratchLo) && size >= isa_pkg::MaxSgprs))) ||
               (priv && first >= 7'(isa_pkg::SrcTtmp0) && last <= 8'(isa_pkg::SrcTtmp15));
  endfunction

  // The register code exists as source or destination of 32 bits, or with two of 64 bits.
  function automatic logic scode_ok(logic [6:0] code, logic two, logic [6:0] size,
                                    logic priv);
    if (two) begin
      scode_ok = !code[0] && (sgpr_pkg::sgprs_ok(code, 5'd2, size, priv) || code == 7'(isa_pkg::SrcExecLo));
    end else begin
      scode_ok = sgpr_pkg::sgprs_ok(code, 5'd1, size, priv) || code == 7'(isa_pkg::SrcM0) ||
                 code >= 7'(isa_pkg::SrcExecLo);
    end
  endfunction

  // The first name of a register code of a wave with `size` SGPRs (gfx9-encoding.md D-REG-20). Let n be the size,
  // rounded up to a multiple of 16. With cu_pkg::VccAlias the SGPRs n-6 to n-1 are FLAT_SCRATCH, XNACK_MASK and VCC if
  // n is at most 96. Behind the issue stage all codes are first names.
  function automatic logic [6:0] first_name(logic [6:0] code, logic [6:0] size);
    logic [6:0] below;  // registers in front of the 16 that the code is one of
    below = {code[6:4], 4'd0};
    first_name = code;
    if (cu_pkg::VccAlias && code[3:0] >= 4'd10 && code[6:5] != 2'b11 && size > below && size <= below + 7'd16) begin
      first_name = 7'(isa_pkg::SrcFlatScratchLo) + {3'd0, code[3:0] - 4'd10};
    end
  endfunction

  // As above, for a row of four registers. Its halves may lie in two rows: s[n-8:n-5] is two SGPRs and FLAT_SCRATCH.
  // Words keep their places in a row.
  function automatic sgpr_rows_t first_rows(logic [4:0] row, logic [6:0] size);
    for (int unsigned half = 0; half < SgprHalves; half++) begin
      first_rows[5*half +: 5] = 5'(sgpr_pkg::first_name({row, half[0], 1'b0}, size) >> 2);
    end
  endfunction

  // Where a write to one register of 32 bits, or with two to a pair, lies in its row of four.
  function automatic logic [3:0] sgpr_row_we(logic [1:0] place, logic two);
    sgpr_row_we = !two ? 4'd1 << place : place[1] ? 4'b1100 : 4'b0011;
  endfunction
endpackage
