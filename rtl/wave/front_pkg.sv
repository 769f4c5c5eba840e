// SPDX-License-Identifier: Apache-2.0
// Types and functions shared by the front, scalar and flow blocks. In a struct of many words the wide fields stand
// last, aligned to words: Verilator then copies them without shifts.
package front_pkg;
  // Unit that executes an instruction, from its first dword alone (gfx9-encoding.md 2).
  typedef enum logic [2:0] {
    ClassScalar,  // SOP1, SOP2, SOPC, SOPK, SOPP
    ClassSmem,
    ClassValu,
    ClassLds,
    ClassVmem,    // FLAT, SCRATCH, GLOBAL, MUBUF and MTBUF
    ClassExport,
    ClassVother,  // vector formats that the unit does not execute: VINTRP, MIMG
    ClassNone     // no format
  } class_e;

  typedef enum logic [2:0] { FmtSop2, FmtSop1, FmtSopc, FmtSopk, FmtSopp, FmtSmem } sfmt_e;

  // What a scalar instruction does besides the scalar ALU's result and a branch.
  typedef enum logic [4:0] {
    EffectNone,
    EffectNop,
    EffectWaitcnt,
    EffectWaitcntVs,
    EffectEndpgm,
    EffectTrap,
    EffectSendmsg,
    EffectSendmsghalt,
    EffectTtracedata,
    EffectBarrier,
    EffectIcacheInv,
    EffectWakeup,
    EffectSleep,
    EffectClause,
    EffectSethalt,
    EffectSetprio,
    EffectFork,
    EffectJoin,
    EffectMovrels,
    EffectMovreld,
    EffectGetreg,
    EffectSetreg,
    EffectSetvskip,
    EffectReturn  // from the trap handler
  } scalar_effect_e;

  // A row of scalar_table.
  typedef enum logic [2:0] {
    AcceptAny,
    AcceptNoLiteral,
    AcceptRegister,
    AcceptPair,       // an SGPR or TTMP: what may begin the pair of a fork or a return
    AcceptPairVcc,    // that, or VCC
    AcceptNull        // code 125, which names no register (D-MEM-57)
  } scalar_accept_e;
  typedef struct packed {
    logic           used;
    logic           is64;
    logic [2:0]     imm;  // cu_pkg::imm_e
    scalar_accept_e accept;
  } scalar_source_t;
  typedef struct packed {
    logic       present;  // the opcode is in the unit
    logic       sdst_en;
    logic       sdst64;
  } scalar_destination_t;
  typedef struct packed {
    scalar_source_t      src0, src1, src2;  // src2: SDST, where an instruction reads it
    scalar_destination_t dst;
    scalar_effect_e      effect;
  } scalar_row_t;

  // How a scalar memory instruction forms its address (buffer-memory.md 13).
  typedef enum logic [1:0] {
    FormNone,     // no address, no operands but SDATA
    FormPair,     // from a base of 64 bits
    FormScratch,  // the same; the offset register counts 64 bytes
    FormBuffer    // from a resource V#
  } smem_form_e;
  // What it does.
  typedef enum logic [1:0] {
    SmemAccess,
    SmemTime,      // it gives the number of a cycle
    SmemRealtime,  // or the 16th part of that
    SmemNothing    // it only counts and returns
  } smem_kind_e;
  // A row of smem_table.
  typedef struct packed {
    logic       present;      // the opcode is in the unit
    smem_form_e form;
    smem_kind_e kind;
    cu_pkg::mem_op_e op;
    logic [2:0] dwords_log2;  // of the access, as a power of 2
    cu_pkg::mem_atomic_e atomic;
  } smem_row_t;

  // A decoded scalar instruction without its sources (scalar_decode.sv).
  typedef struct packed {
    logic           legal;        // opcode present, fields well formed; register numbers are checked elsewhere
    logic           priv;         // only for a wave with PRIV
    scalar_effect_e effect;
    sfmt_e          fmt;
    logic [7:0]     op;           // op_pkg: the enum of the format
    logic           sdst_en;
    logic           sdst64;
    logic [6:0]     sdst;         // isa_pkg::operand_code_e
    logic [15:0]    simm;
  } scalar_dec_t;

  // A decoded instruction of scalar memory without its sources.
  typedef struct packed {
    logic                   legal;        // opcode present, fields well formed; register numbers are checked elsewhere
    smem_form_e             form;
    smem_kind_e             kind;
    cu_pkg::mem_atomic_e    atomic;
    logic [6:0]             sdata;
    logic [4:0]             sdata_count;  // registers of SDATA that are read or written, 0: no SDATA
    cu_pkg::mem_operation_t mem;          // 4 bytes if it has no effect
  } smem_dec_t;

  // What the issue stage reads of the selected wave. The operand view is one too: registers as the instruction there
  // reads them. The ISA leaves their wait states to the program. In a unit with exposed hazards some of them have older
  // values (exposed_hazards.sv).
  typedef struct packed {
    logic               scc;
    logic               solo;            // the only wave of its group
    logic [6:0]         sgpr_size;
    cu_pkg::phys_vgpr_t vgpr_base;
    logic [8:0]         vgpr_size;
    logic [16:0]        lds_size;
    cu_pkg::slot_t      wave_in_group;
    logic [7:0]         shared_global;   // physical VGPRs that all waves share (lds.md 2)
    logic [6:0]         shared_temps;    // clause temporaries behind them
    logic [1:0]         alignment_mode;  // cu_pkg::alignment_e
    logic [15:0]        lds_base;
    logic [47:0]        pc;
    isa_pkg::status_t   status;
    isa_pkg::trapsts_t  trapsts;
    logic [31:0]        m0;
    isa_pkg::mode_t     mode;
    logic [63:0]        vcc;
    logic [63:0]        exec;
  } wave_t;

  // The wait counters of one wave.
  typedef struct packed {
    logic [5:0] vs;
    logic [5:0] vm;
    logic [2:0] exp;
    logic [3:0] lgkm;
  } wait_counts_t;

  // By how much an instruction raises each wait counter when it issues.
  typedef struct packed {
    logic       vs;
    logic       vm;
    logic       exp;
    logic [1:0] lgkm;
  } count_t;

  // What an issue policy must know of an instruction (issue_policy_gfx9.sv).
  typedef struct packed {
    logic        drains;        // issues when nothing of its wave is in flight
    logic        waits;         // s_waitcnt: issues when `control` allows it
    logic        waits_vs;      // s_waitcnt_vscnt: issues when VS_CNT is at most control[5:0]
    logic        sees_returns;  // reads a register that a completion changes
    logic [15:0] control;       // isa_pkg::waitcnt_t
    count_t      counts;
  } policy_query_t;

  // Why the policy keeps an instruction. Only waveforms show it.
  typedef enum logic [3:0] {
    ReasonNone, ReasonDrain, ReasonVmCnt, ReasonExpCnt, ReasonLgkmCnt, ReasonCounterFull, ReasonReturn, ReasonVsCnt,
    ReasonStore, ReasonBarrierFull  // of control words
  } policy_reason_e;

  // What completes in this cycle, each with its slot.
  typedef struct packed {
    logic          vmem;
    logic          vmem_vs;    // VS_CNT falls, not VM_CNT
    cu_pkg::slot_t vmem_slot;
    logic          lds;
    cu_pkg::slot_t lds_slot;
    logic          gds_read;   // the operands of a GDS instruction are read
    cu_pkg::slot_t gds_slot;
    logic          exported;   // the sink has taken an export
    cu_pkg::slot_t export_slot;
    logic [1:0]    smem;       // 0, or by how much LGKM_CNT falls
    cu_pkg::slot_t smem_slot;
    logic          msg;        // a message that LGKM_CNT counts
    cu_pkg::slot_t msg_slot;
    logic          msg_taken;  // the host takes any message
  } completions_t;

  // What the issue stage did with the selected wave (wave_select.sv).
  typedef struct packed {
    logic       issued;   // an instruction leaves the issue stage, a refused one too
    logic       stall;    // the wave stalls until a unit releases it
    logic       blocked;  // the policy or the message queue keeps the instruction
    logic       idle;     // s_nop issues
    logic [2:0] idle_cycles;
  } outcome_t;

  // What the instruction that issues asks of the flow blocks.
  typedef struct packed {
    logic       arrive;  // at its group's barrier
    logic       icache_inv;
    logic       wakeup;
    logic       sleep;
    logic [6:0] beats;   // of the sleep
    logic       clause;
    logic [7:0] count;   // of instructions of the clause
  } flow_t;

  // Physical VGPRs of a vector ALU instruction and of a memory instruction.
  typedef struct packed {
    logic [2:0]         is_vgpr;  // source i is a VGPR
    cu_pkg::phys_vgpr_t src2, src1, src0;
    cu_pkg::phys_vgpr_t vdst;
  } valu_vgprs_t;
  typedef struct packed {
    cu_pkg::phys_vgpr_t addr;
    cu_pkg::phys_vgpr_t data0;
    cu_pkg::phys_vgpr_t data1;
    cu_pkg::phys_vgpr_t vdst;
  } mem_vgprs_t;

  // A scalar memory instruction as issued. smem.sv takes it with its slot.
  typedef struct packed {
    smem_dec_t    dec;
    logic [15:0]  dwords;  // that are accessed: bit k is 4k bytes behind addr
    logic [63:2]  addr;
    logic [127:0] data;    // of a store or an atomic, from the first register on; 0 if nothing is accessed
  } smem_req_t;

  // Bits of STATUS that belong to the trap handler, one vector over all waves each.
  typedef struct packed {
    cu_pkg::wave_mask_t dbg_sys;
    cu_pkg::wave_mask_t dbg_user;
    cu_pkg::wave_mask_t trap_en;
    cu_pkg::wave_mask_t priv;
  } trap_bits_t;

  // What a scalar instruction writes to the wave state registers of its wave. SGPRs have sgpr_row_write_t.
  typedef struct packed {
    logic [1:0]     exec_we;      // low, high word
    logic [1:0]     vcc_we;
    logic           scc_we;
    logic           scc;
    logic           m0_we;
    logic           mode_we;
    logic           prio_we;
    logic [1:0]     prio;
    logic           illegal;      // halts with TRAPSTS.ILLEGAL_INST
    logic           fetch_fault;  // halts with TRAPSTS.MEM_VIOL
    logic           endpgm;
    logic [47:0]    pc;
    logic [31:0]    m0;
    isa_pkg::mode_t mode;
    logic [63:0]    vcc;
    logic [63:0]    exec;
  } wave_write_t;

  // TRAPSTS as s_setreg writes it. SAVECTX and bit 9 keep their values.
  // verilator lint_off UNUSEDPARAM
  parameter logic [31:0] TrapstsWritable = {17'd0, 15'b111_1_00_111111111};  // EXCP_HI, ILLEGAL_INST, EXCP
  // STATUS, likewise: its bits that a program has instructions for (D-SCA-8).
  parameter logic [31:0] StatusWritable = {18'd0, 14'b1_00000000_11_00_1};  // HALT, USER_PRIO, SCC
  // verilator lint_on UNUSEDPARAM

  // What s_setreg writes to the hardware register `id`, for the owner of that register. Its bits outside the mask stay;
  // with a mask of zeros nothing is written.
  typedef struct packed {
    logic [5:0]  id;  // isa_pkg::hwreg_e
    logic [31:0] mask;
    logic [31:0] data;
  } setreg_t;

  // Effects on hardware registers, PRIV, HALT and single step. A separate struct, because a wider wave_write_t slows
  // simulation.
  typedef struct packed {
    setreg_t        setreg;
    logic           priv_we;
    logic           priv;
    logic           halt_we;
    logic           halt;
    logic           stops;  // from now on HALT keeps the wave from issuing
    logic           step;   // the wave enters its trap handler before its next instruction
  } control_write_t;

  // A write to the SGPR file: up to four words of one row. A row is four neighbouring registers, the first a multiple
  // of 4. Each half has its number of a row (first_rows).
  typedef logic [5*cu_pkg::SgprHalves-1:0] sgpr_rows_t;
  typedef struct packed {
    cu_pkg::slot_t slot;
    sgpr_rows_t    row;
    logic [3:0]    we;
    logic [127:0]  data;
  } sgpr_row_write_t;

  // Result of the scalar ALU for one instruction.
  typedef struct packed {
    logic           sdst_we;
    logic           scc_we;
    logic           scc;
    logic           exec_we;
    logic           m0_we;
    logic           mode_we;
    logic [31:0]    m0;
    isa_pkg::mode_t mode;
    logic [63:0]    exec;
    logic [63:0]    sdst;
  } salu_rsp_t;

  // Class of an instruction from its leading bits. The vmem decoder checks SEG of the FLAT family.
  function automatic class_e class_of(logic [31:26] w);
    class_of = front_pkg::ClassNone;
    if (w[31] == isa_pkg::EncVop2) begin
      class_of = front_pkg::ClassValu;
    end else if (w[31:30] == isa_pkg::EncSop2) begin
      class_of = front_pkg::ClassScalar;
    end else begin
      unique case (w)
        isa_pkg::EncSmem: class_of = front_pkg::ClassSmem;
        isa_pkg::EncVop3: class_of = front_pkg::ClassValu;
        isa_pkg::EncDs:   class_of = front_pkg::ClassLds;
        isa_pkg::EncFlat, isa_pkg::EncMubuf, isa_pkg::EncMtbuf: class_of = front_pkg::ClassVmem;
        isa_pkg::EncExp: class_of = front_pkg::ClassExport;
        isa_pkg::EncVintrp, isa_pkg::EncMimg: class_of = front_pkg::ClassVother;
        default: class_of = front_pkg::ClassNone;
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
      scode_ok = !code[0] && (front_pkg::sgprs_ok(code, 5'd2, size, priv) || code == 7'(isa_pkg::SrcExecLo));
    end else begin
      scode_ok = front_pkg::sgprs_ok(code, 5'd1, size, priv) || code == 7'(isa_pkg::SrcM0) ||
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
    for (int unsigned half = 0; half < cu_pkg::SgprHalves; half++) begin
      first_rows[5*half +: 5] = 5'(front_pkg::first_name({row, half[0], 1'b0}, size) >> 2);
    end
  endfunction

  // The field that SIMM16 of s_getreg or s_setreg names, as a mask. It ends at bit 31 (control-flow.md 1).
  function automatic logic [31:0] hwreg_mask(logic [4:0] size_less_1, logic [4:0] offset);
    hwreg_mask = ((32'd2 << size_less_1) - 32'd1) << offset;
  endfunction

  // Where a write to one register of 32 bits, or with two to a pair, lies in its row of four.
  function automatic logic [3:0] sgpr_row_we(logic [1:0] place, logic two);
    sgpr_row_we = !two ? 4'd1 << place : place[1] ? 4'b1100 : 4'b0011;
  endfunction
endpackage
