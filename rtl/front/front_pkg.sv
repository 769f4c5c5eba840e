// SPDX-License-Identifier: Apache-2.0
// Types and small functions shared by the front, scalar and flow rooms.
package front_pkg;
  // Unit that an instruction belongs to, from its first dword alone (gfx9-encoding.md section 2).
  typedef enum logic [2:0] {
    ClassScalar,  // SOP1, SOP2, SOPC, SOPK, SOPP
    ClassSmem,
    ClassValu,
    ClassLds,
    ClassVmem,    // FLAT family
    ClassVother,  // vector formats that the unit does not execute: VINTRP, EXP, MUBUF, MTBUF, MIMG
    ClassNone     // no format at all
  } class_e;

  typedef enum logic [2:0] { FmtSop2, FmtSop1, FmtSopc, FmtSopk, FmtSopp, FmtSmem } sfmt_e;

  // A scalar instruction as decoded, but for its sources (scalar_decode.sv). Yosys 0.23 finds no
  // type of another package inside a package: widths of cu_pkg's types are spelled out in this
  // file.
  typedef struct packed {
    logic        legal;     // opcode present, fields well formed; registers are judged apart
    logic        priv;      // only for a wave with PRIV
    sfmt_e       fmt;
    logic [6:0]  op;
    logic        sdst_en;
    logic        sdst64;
    logic [6:0]  sdst;
    logic [15:0] simm;
  } sdec_t;

  // What the issue stage reads of the wave it has chosen.
  typedef struct packed {
    logic [47:0]  pc;
    logic [63:0]  exec;
    logic [63:0]  vcc;
    logic         scc;
    logic [31:0]  m0;
    logic [31:0]  mode;
    logic [31:0]  status;
    logic [31:0]  trapsts;
    logic [5:0]   vm_cnt;
    logic [2:0]   exp_cnt;
    logic [3:0]   lgkm_cnt;
    logic         solo;        // the only wave of its group
    logic [6:0]   sgpr_size;
    logic [9:0]   vgpr_base;
    logic [8:0]   vgpr_size;
    logic [15:0]  lds_base;
    logic [16:0]  lds_size;
    logic [3:0]   wave_in_group;
    logic [7:0]   shared_global;  // rows of the pool that all waves share, and clause temporaries
    logic [6:0]   shared_temps;   // behind them (lds.md section 2)
    logic [1:0]   alignment_mode; // cu_pkg::alignment_e
  } wave_t;

  // Registers whose wait states the ISA leaves to the program, as the instruction at the issue stage
  // sees them: what they hold, or in a unit with exposed_hazards what they held (exposed_hazards.sv).
  typedef struct packed {
    logic        vskip;    // of a vector instruction
    logic [31:0] mode;     // of s_getreg and s_setreg
    logic [31:0] trapsts;
    logic        restore;  // the instruction writes all of TRAPSTS, from the value above
    logic [31:0] m0;       // of messages, the data share, s_movrel
    logic [63:0] vcc;      // of the mask that a vector ALU instruction takes from VCC
    logic [63:0] exec;     // of a vector ALU instruction
    logic        vccz;
    logic        execz;
    logic        dpp_old;  // DPP: the first source's row as it was before it was last written
  } seen_t;

  // Bits of STATUS that have to do with the trap handler, each of all waves.
  typedef struct packed {
    logic [15:0] dbg_sys;
    logic [15:0] dbg_user;
    logic [15:0] trap_en;
    logic [15:0] priv;
  } trap_bits_t;

  // What a scalar instruction does to the wave state registers of its wave; SGPRs go by sgpr_write_t.
  typedef struct packed {
    logic [47:0] pc;
    logic        exec_we;
    logic [63:0] exec;
    logic [1:0]  vcc_we;  // low, high word
    logic [63:0] vcc;
    logic        scc_we;
    logic        scc;
    logic        m0_we;
    logic [31:0] m0;
    logic        mode_we;
    logic [31:0] mode;
    logic        prio_we;
    logic [1:0]  prio;
    logic        illegal;      // halts with TRAPSTS.ILLEGAL_INST
    logic        fetch_fault;  // halts with TRAPSTS.MEM_VIOL
    logic        endpgm;
  } wave_write_t;

  // s_setreg of TRAPSTS: bits [14:0] that it writes.
  typedef struct packed {
    logic [14:0] mask;
    logic [14:0] data;
  } trapsts_write_t;

  // What it does to the wave's being privileged, halted or stepped. Apart from the above, whose
  // width simulation pays for every cycle.
  typedef struct packed {
    trapsts_write_t trapsts;
    logic           priv_we;
    logic           priv;
    logic           halt_we;
    logic           halt;
    logic           stops;  // from now on HALT keeps the wave from issuing
    logic           step;   // a trap by single step follows
  } control_write_t;

  // SGPRs are written four at a time: one 4-aligned row of a wave's window.
  typedef struct packed {
    logic [3:0]   slot;
    logic [4:0]   row;
    logic [3:0]   we;
    logic [127:0] data;
  } sgpr_write_t;

  // Result of the SALU for one instruction.
  typedef struct packed {
    logic        sdst_we;
    logic [63:0] sdst;
    logic        scc_we;
    logic        scc;
    logic        exec_we;
    logic [63:0] exec;
    logic        m0_we;
    logic [31:0] m0;
    logic        mode_we;
    logic [31:0] mode;
  } salu_rsp_t;

  // Format of the first dword. FLAT-family SEG is judged by the vmem decoder.
  function automatic class_e class_of(logic [31:26] w);
    class_of = front_pkg::ClassNone;
    if (!w[31]) begin
      class_of = front_pkg::ClassValu;
    end else if (w[31:30] == 2'b10) begin
      class_of = front_pkg::ClassScalar;
    end else begin
      unique case (w[29:26])
        4'b0000: class_of = front_pkg::ClassSmem;
        4'b0100: class_of = front_pkg::ClassValu;
        4'b0110: class_of = front_pkg::ClassLds;
        4'b0111: class_of = front_pkg::ClassVmem;
        4'b0001, 4'b0101, 4'b1000, 4'b1010, 4'b1100: class_of = front_pkg::ClassVother;
        default: class_of = front_pkg::ClassNone;
      endcase
    end
  endfunction

  // An instruction whose first dword is w takes 8 bytes (gfx9-encoding.md section 1).
  function automatic logic size8_of(logic [31:0] w);
    logic lit0, lit1, ext0;
    lit0 = w[7:0] == 8'hFF;
    lit1 = w[15:8] == 8'hFF;
    ext0 = w[8:0] == 9'd255 || w[8:0] == 9'd249 || w[8:0] == 9'd250;
    if (!w[31]) begin
      // VOP1 and VOPC share the escape of VOP2; madmk and madak always carry a literal.
      size8_of = ext0 || w[30:25] == 6'd23 || w[30:25] == 6'd24 || w[30:25] == 6'd36 ||
                 w[30:25] == 6'd37;
    end else if (w[31:30] == 2'b10) begin
      if (w[29:23] == 7'h7D) size8_of = lit0;
      // The second field of s_set_gpr_idx_on is four mask bits, never a literal.
      else if (w[29:23] == 7'h7E) size8_of = lit0 || (lit1 && w[22:16] != 7'd17);
      else if (w[29:23] == 7'h7F) size8_of = 1'b0;
      else if (w[29:28] == 2'b11) size8_of = w[27:23] == 5'd20;
      else size8_of = lit0 || lit1;
    end else begin
      unique case (w[29:26])
        4'b0000, 4'b0001, 4'b0100, 4'b0110, 4'b0111, 4'b1000, 4'b1010, 4'b1100: size8_of = 1'b1;
        default: size8_of = 1'b0;
      endcase
    end
  endfunction

  // Number of the lowest bit set; 0 for none.
  function automatic logic [3:0] lowest16(logic [15:0] v);
    logic [15:0] one;
    one = v & (~v + 16'd1);
    lowest16 = {|(one & 16'hFF00), |(one & 16'hF0F0), |(one & 16'hCCCC), |(one & 16'hAAAA)};
  endfunction

  // Round robin: the lowest request above `last`, else the lowest of all.
  function automatic logic [3:0] pick16(logic [15:0] req, logic [3:0] last);
    logic [15:0] above;
    above = req & ~((16'd2 << last) - 16'd1);
    pick16 = front_pkg::lowest16(|above ? above : req);
  endfunction

  // Every register of the 32-bit codes first..first+count-1 exists for a wave with `size` SGPRs:
  // s0..size-1, FLAT_SCRATCH, XNACK_MASK, VCC; with PRIV also TTMP0..15. No tuple has both.
  function automatic logic sgprs_ok(logic [6:0] first, logic [4:0] count, logic [6:0] size,
                                    logic priv);
    logic [7:0] last;
    last = {1'b0, first} + {3'd0, count} - 8'd1;
    sgprs_ok = (last <= 8'd107 &&
                (first >= 7'd102 || last < {1'b0, size} || (last >= 8'd102 && size >= 7'd102))) ||
               (priv && first >= 7'd108 && last <= 8'd123);
  endfunction

  // A 7-bit operand code as source or destination of `two ? 64 : 32` bits.
  function automatic logic scode_ok(logic [6:0] code, logic two, logic [6:0] size,
                                    logic priv);
    if (two) begin
      scode_ok = !code[0] && (front_pkg::sgprs_ok(code, 5'd2, size, priv) || code == 7'd126);
    end else begin
      scode_ok = front_pkg::sgprs_ok(code, 5'd1, size, priv) || code == 7'd124 || code >= 7'd126;
    end
  endfunction
endpackage
