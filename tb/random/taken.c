// SPDX-License-Identifier: Apache-2.0
// Programs that are launched twice, the second time with waves that are taken. At a random place the trap handler saves
// all that a wave has, and ends it. A wave of another group restores it and goes on. At their end all waves are saved
// in both launches. Behind each launch the kernel `turn` xors what they have left into `kept`, and clears it. So `kept`
// is zero in the end.
//
//   s_trap TRAP_START  s86 has the wave's number, s2 its group. s3 = 1: it restores the wave of this number
//   s_trap TRAP_TAKE   a place at which it may be taken. All waves of its group come to it equally often
//   s_trap TRAP_LAST   the end: it is saved; before that it is taken if it has not been
//
// `out` has a record for each wave at its end, then the private memories, which are compared. Then come memory that all
// waves store to, a record for each wave that is taken, and a dword that is 1 when waves are to be taken. A record has
// 64 dwords of each VGPR, two rows of SGPRs, the wave's part of the LDS, and a flag.
// TTMPs: [0:1] PC   2, 3, 9 temporaries   [4:7] V# of a record, whose lanes have dwords of their own   8 STATUS
//   10 places until the wave is taken   11 MODE   [12:13] EXEC   14 M0   15 TRAPSTS
#include "program.h"

enum { ROW = 256, PAGE = 1024 };
enum { MOST_WAVES = 4 };             // of a program: the cycles go into their records
enum { ALONE = 64, TOGETHER = 12 };  // of so many instructions or blocks waves may be taken before one

// The last wave of a group also has what lies behind the parts of all.
static uint32_t lds_end(const program *p) { return (p->lds_bytes + LDS_UNIT - 1) & ~(LDS_UNIT - 1u); }
static uint32_t last_part(const program *p) { return lds_end(p) - (p->waves - 1) * LDS_BYTES; }
static uint32_t sgprs_at(const program *p) { return p->vgprs * ROW; }
static uint32_t lds_at(const program *p) { return sgprs_at(p) + 2 * ROW; }
static uint32_t flag_at(const program *p) { return lds_at(p) + last_part(p); }
static uint32_t record(const program *p) { return (flag_at(p) + ROW + PAGE - 1) & ~(PAGE - 1u); }
static uint32_t all_waves(const program *p) { return p->waves * p->groups; }
uint32_t taken_private(const program *p) { return p->taken ? all_waves(p) * record(p) : 0; }
static uint32_t taken_at(const program *p) { return taken_private(p) + (all_waves(p) + 1) * PRIVATE_BYTES; }
static uint32_t go_at(const program *p) { return taken_at(p) + all_waves(p) * record(p); }

uint32_t taken_compared(const program *p) { return taken_private(p) + all_waves(p) * PRIVATE_BYTES; }
uint32_t taken_bytes(const program *p) { return go_at(p) + ROW; }

void taken_prepare(program *p) {
  const uint32_t *weight = p->profile.weight;
  if (!knob(p, KNOB_TAKEN) || !rng_percent(&p->random, knob(p, KNOB_TAKEN))) return;
  // Where a program has an end of its own, where V# have other rules, and where registers belong to no wave: none is.
  if (p->faults || p->meets || p->violation.kind || p->aim.count) return;
  if (p->rdna || weight[GROUP_RAW] || weight[GROUP_SHARED]) return;
  p->taken = p->traps = true;
  if (p->waves > MOST_WAVES) p->waves = MOST_WAVES;
  if (p->groups > MOST_WAVES / p->waves) p->groups = MOST_WAVES / p->waves;
  p->profile.weight[GROUP_CODE] = p->profile.weight[GROUP_EARLY_END] = 0;
}

void taken_start(program *p) {
  const uint32_t loop = p->body.labels++;
  emit_text(p, "s_cmp_ge_u32 s2, %u", p->groups);
  emit_text(p, "s_cselect_b32 s3, 1, 0");
  emit_text(p, "s_mul_i32 s4, s3, %u", p->groups);
  emit_text(p, "s_sub_u32 s2, s2, s4");
  emit_text(p, "v_readfirstlane_b32 s86, v0");
  emit_text(p, "s_lshr_b32 s86, s86, 6");
  emit_text(p, "s_mul_i32 s84, s2, %u", p->waves);
  emit_text(p, "s_add_u32 s84, s84, s86");
  emit_text(p, "s_lshl_b32 s84, s84, 16");
  emit_text(p, "s_or_b32 s86, s86, s84");
  emit_text(p, "s_trap %u", TRAP_START);
  // No wave finds in the LDS what an earlier one has left.
  emit_text(p, "s_and_b32 s4, s86, 15");
  emit_text(p, "s_lshl_b32 s5, s4, 12");
  emit_text(p, "s_cmp_eq_u32 s4, %u", p->waves - 1);
  emit_text(p, "s_cselect_b32 s4, 0x%x, 0x%x", last_part(p) / ROW, LDS_BYTES / ROW);
  emit_text(p, "s_mov_b32 m0, -1");
  emit_text(p, "v_and_b32 v1, 63, v0");
  emit_text(p, "v_lshlrev_b32 v1, 2, v1");
  emit_text(p, "v_add_u32 v1, s5, v1");
  emit_text(p, "v_mov_b32 v2, 0");
  fprintf(p->out, ".L%u:\n", loop);
  emit_text(p, "ds_write_b32 v1, v2");
  emit_text(p, "v_add_u32 v1, 0x%x, v1", ROW);
  emit_text(p, "s_sub_u32 s4, s4, 1");
  emit_text(p, "s_cmp_lg_u32 s4, 0");
  emit_text(p, "s_cbranch_scc1 .L%u", loop);
  meet(p);
}

void taken_place(program *p) {
  if (!p->taken || rng_below(&p->random, p->waves == 1 ? ALONE : TOGETHER)) return;
  emit_text(p, "s_trap %u", TRAP_TAKE);
  p->places++;
}

void taken_end(program *p) {
  emit_wait_all(p);
  emit_text(p, "s_mov_b32 s89, 0");  // it may have counters as they fell
  emit_text(p, "s_trap %u", TRAP_LAST);
}

// ---- the handler ----

static void symbol(program *p, const char *name, uint32_t value) { fprintf(p->out, ".set .L%s, 0x%x\n", name, value); }

static const char macros[] =
    // What lies in the second row of SGPRs, by lanes.
    ".macro each_else do\n"
    "  .set .Lreg, 0\n"
    "  .rept .Lsgprs - 64\n"
    "  \\do s[64 + .Lreg], .Lreg\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    "  .irp name, vcc_lo,vcc_hi,flat_scratch_lo,flat_scratch_hi,xnack_mask_lo,xnack_mask_hi\n"
    "  \\do \\name, .Lreg\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    "  .irp name, ttmp0,ttmp1,ttmp8,ttmp11,ttmp12,ttmp13,ttmp14,ttmp15\n"
    "  \\do \\name, .Lreg\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    ".endm\n"
    ".macro keep register, lane\n"
    "  v_writelane_b32 v1, \\register, \\lane\n"
    ".endm\n"
    ".macro give register, lane\n"
    "  v_readlane_b32 \\register, v1, \\lane\n"
    ".endm\n"
    ".macro each_vgpr do, more\n"
    "  .set .Lreg, 0\n"
    "  .rept .Lvgprs\n"
    "  s_mov_b32 ttmp2, 256 * .Lreg\n"
    "  \\do v[.Lreg], off, ttmp[4:7], ttmp2 \\more\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    ".endm\n"
    // ttmp[4:5] = the record's address, with STRIDE 4; ttmp3: where the records begin
    ".macro address_record\n"
    "  s_lshr_b32 ttmp2, s86, 16\n"
    "  s_mul_i32 ttmp2, ttmp2, .Lrecord\n"
    "  s_add_u32 ttmp3, ttmp3, ttmp2\n"
    "  s_getreg_b32 ttmp4, hwreg(18)\n"
    "  s_getreg_b32 ttmp5, hwreg(19)\n"
    "  s_lshl_b64 ttmp[4:5], ttmp[4:5], 8\n"
    "  s_add_u32 ttmp4, ttmp4, ttmp3\n"
    "  s_addc_u32 ttmp5, ttmp5, 4 << 16\n"
    "  s_mov_b32 ttmp6, 0x1000000\n"
    "  s_mov_b32 ttmp7, 0x00807000\n"
    ".endm\n"
    // v2 = the lanes' places in the LDS; ttmp3: the next row of the record, ttmp9: the last but one
    ".macro lds_begin\n"
    "  s_and_b32 ttmp2, s86, 15\n"
    "  s_cmp_eq_u32 ttmp2, .Lwaves - 1\n"
    "  s_mov_b32 ttmp9, .Llds_at + .Lpart\n"
    "  s_cselect_b32 ttmp9, .Lflag_at, ttmp9\n"
    "  s_lshl_b32 ttmp2, ttmp2, 12\n"
    "  v_mbcnt_lo_u32_b32 v2, -1, 0\n"
    "  v_mbcnt_hi_u32_b32 v2, -1, v2\n"
    "  v_lshlrev_b32 v2, 2, v2\n"
    "  v_add_u32 v2, ttmp2, v2\n"
    "  s_mov_b32 m0, -1\n"
    "  s_mov_b32 ttmp3, .Llds_at\n"
    ".endm\n"
    ".macro lds_next label\n"
    "  v_add_u32 v2, 0x100, v2\n"
    "  s_add_u32 ttmp3, ttmp3, 0x100\n"
    "  s_cmp_lt_u32 ttmp3, ttmp9\n"
    "  s_cbranch_scc1 \\label\n"
    ".endm\n";

static const char paths[] =
    ".Lplace:\n"
    "  s_sub_u32 ttmp10, ttmp10, 1\n"
    "  s_cmp_eq_u32 ttmp10, 0\n"
    "  s_cbranch_scc0 .Lnext\n"
    "  s_add_u32 ttmp0, ttmp0, 4\n"
    "  s_addc_u32 ttmp1, ttmp1, 0\n"
    "  s_mov_b32 ttmp3, .Ltaken_at\n"
    "  s_branch .Lsave\n"
    ".Llast:\n"
    "  s_cmp_gt_i32 ttmp10, 0\n"
    "  s_cselect_b32 ttmp3, .Ltaken_at, 0\n"
    ".Lsave:\n"
    "  address_record\n"
    "  s_mov_b64 ttmp[12:13], exec\n"
    "  s_mov_b32 ttmp14, m0\n"
    "  s_getreg_b32 ttmp11, hwreg(HW_REG_MODE)\n"
    "  s_getreg_b32 ttmp15, hwreg(HW_REG_TRAPSTS)\n"
    "  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 32), 0\n"
    "  s_mov_b64 exec, -1\n"
    "  s_nop 4\n"
    "  each_vgpr buffer_store_dword\n"
    "  s_waitcnt vmcnt(0) expcnt(0)\n"
    "  .set .Lreg, 0\n"
    "  .rept 64\n"
    "  v_writelane_b32 v0, s[.Lreg], .Lreg\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    "  each_else keep\n"
    "  s_mov_b32 ttmp2, .Lsgprs_at\n"
    "  buffer_store_dword v0, off, ttmp[4:7], ttmp2\n"
    "  buffer_store_dword v1, off, ttmp[4:7], ttmp2 offset:256\n"
    "  s_barrier\n"
    "  lds_begin\n"
    ".Lsave_lds:\n"
    "  ds_read_b32 v3, v2\n"
    "  s_waitcnt lgkmcnt(0)\n"
    "  buffer_store_dword v3, off, ttmp[4:7], ttmp3\n"
    "  s_waitcnt expcnt(0)\n"
    "  lds_next .Lsave_lds\n"
    "  s_waitcnt vmcnt(0)\n"
    "  v_mov_b32 v3, 1\n"
    "  s_mov_b32 ttmp2, .Lflag_at\n"
    "  buffer_store_dword v3, off, ttmp[4:7], ttmp2\n"
    "  s_endpgm_saved\n"
    ".Lrestore:\n"
    "  s_mov_b32 ttmp3, .Ltaken_at\n"
    "  address_record\n"
    "  s_mov_b64 exec, -1\n"
    "  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 32), 0\n"
    "  s_mov_b32 ttmp2, .Lflag_at\n"
    ".Lwait:\n"
    "  s_sleep 2\n"
    "  buffer_load_dword v3, off, ttmp[4:7], ttmp2 glc\n"
    "  s_waitcnt vmcnt(0)\n"
    "  v_cmp_ne_u32 vcc, 1, v3\n"
    "  s_nop 4\n"
    "  s_cbranch_vccnz .Lwait\n"
    "  lds_begin\n"
    ".Lrestore_lds:\n"
    "  buffer_load_dword v3, off, ttmp[4:7], ttmp3 glc\n"
    "  s_waitcnt vmcnt(0)\n"
    "  ds_write_b32 v2, v3\n"
    "  s_waitcnt lgkmcnt(0)\n"
    "  lds_next .Lrestore_lds\n"
    "  s_barrier\n"
    "  s_mov_b32 ttmp2, .Lsgprs_at\n"
    "  buffer_load_dword v0, off, ttmp[4:7], ttmp2 glc\n"
    "  buffer_load_dword v1, off, ttmp[4:7], ttmp2 offset:256 glc\n"
    "  s_waitcnt vmcnt(0)\n"
    "  .set .Lreg, 0\n"
    "  .rept 64\n"
    "  v_readlane_b32 s[.Lreg], v0, .Lreg\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    "  each_else give\n"
    "  each_vgpr buffer_load_dword, glc\n"
    "  s_waitcnt vmcnt(0)\n"
    "  s_mov_b32 ttmp10, 0\n"
    "  s_mov_b32 m0, ttmp14\n"
    "  s_mov_b64 exec, ttmp[12:13]\n"
    "  s_mov_b64 vcc, vcc\n"  // VCCZ (control-flow.md 2.3)
    "  s_setreg_b32 hwreg(HW_REG_TRAPSTS, 0, 9), ttmp15\n"
    "  s_setreg_b32 hwreg(HW_REG_MODE), ttmp11\n"
    "  s_lshr_b32 ttmp2, ttmp8, 3\n"
    "  s_setreg_b32 hwreg(HW_REG_STATUS, 3, 2), ttmp2\n"  // USER_PRIO
    "  s_nop 0\n"
    "  s_branch .Lback\n";

// From group to group another number of places: s2 = the group.
static void start_path(program *p) {
  fprintf(p->out, ".Lstart:\n");
  emit_text(p, "s_cmp_eq_u32 s3, 1");
  emit_text(p, "s_cbranch_scc1 .Lrestore");
  emit_text(p, "s_getreg_b32 ttmp4, hwreg(18)");
  emit_text(p, "s_getreg_b32 ttmp5, hwreg(19)");
  emit_text(p, "s_lshl_b64 ttmp[4:5], ttmp[4:5], 8");
  emit_text(p, "s_add_u32 ttmp4, ttmp4, .Lgo_at");
  emit_text(p, "s_addc_u32 ttmp5, ttmp5, 0");
  emit_text(p, "s_load_dword ttmp10, ttmp[4:5], 0x0");
  emit_text(p, "s_add_u32 ttmp2, s2, 1");
  emit_text(p, "s_mul_i32 ttmp2, ttmp2, 0x%x", (uint32_t)rng_next(&p->random) | 1);
  emit_text(p, "s_lshr_b32 ttmp2, ttmp2, 16");
  emit_text(p, "s_mul_i32 ttmp2, ttmp2, 0x%x", p->places + 1);
  emit_text(p, "s_lshr_b32 ttmp2, ttmp2, 16");
  emit_text(p, "s_add_u32 ttmp2, ttmp2, 1");
  emit_text(p, "s_waitcnt lgkmcnt(0)");
  emit_text(p, "s_mul_i32 ttmp10, ttmp10, ttmp2");
  emit_text(p, "s_branch .Lnext");
}

void taken_in_handler(program *p) {
  if (!p->taken) return;
  const uint32_t other = p->body.labels++;
  symbol(p, "vgprs", p->vgprs);
  symbol(p, "sgprs", p->sgprs);
  symbol(p, "waves", p->waves);
  symbol(p, "part", LDS_BYTES);
  symbol(p, "sgprs_at", sgprs_at(p));
  symbol(p, "lds_at", lds_at(p));
  symbol(p, "flag_at", flag_at(p));
  symbol(p, "record", record(p));
  symbol(p, "taken_at", taken_at(p));
  symbol(p, "go_at", go_at(p));
  fputs(macros, p->out);
  emit_text(p, "s_cmp_lt_u32 ttmp2, %u", TRAP_START);
  emit_text(p, "s_cbranch_scc1 .L%u", other);
  emit_text(p, "s_cmp_eq_u32 ttmp2, %u", TRAP_START);
  emit_text(p, "s_cbranch_scc1 .Lstart");
  emit_text(p, "s_cmp_eq_u32 ttmp2, %u", TRAP_LAST);
  emit_text(p, "s_cbranch_scc1 .Llast");
  fputs(paths, p->out);
  start_path(p);
  fprintf(p->out, ".L%u:\n", other);
}

// ---- the kernel behind each launch ----

static const char turn[] =
    "  s_load_dwordx2 s[4:5], s[0:1], 0x8\n"
    "  s_load_dwordx2 s[6:7], s[0:1], .Lkept_at\n"
    "  s_mov_b32 m0, 0\n"
    "  s_lshl_b32 s8, s2, 10\n"
    "  v_lshlrev_b32 v1, 2, v0\n"
    "  v_lshlrev_b32 v0, 4, v0\n"
    "  v_add_u32 v0, s8, v0\n"
    "  s_waitcnt lgkmcnt(0)\n"
    "  s_cmp_lg_u32 s2, 0\n"
    "  s_cbranch_scc1 .Lturn\n"
    "  v_mov_b32 v2, 0\n"
    "  v_mov_b32 v3, 1\n"
    "  .set .Lreg, 0\n"
    "  .rept 16\n"
    "  ds_write_b32 v1, v2 offset:256 * .Lreg gds\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    "  v_mov_b32 v16, .Lgo_at\n"
    "  global_store_dword v16, v3, s[4:5]\n"
    ".Lturn:\n"
    "  global_load_dwordx4 v[4:7], v0, s[4:5]\n"
    "  global_load_dwordx4 v[8:11], v0, s[6:7]\n"
    "  s_waitcnt vmcnt(0)\n"
    "  .set .Lreg, 0\n"
    "  .rept 4\n"
    "  v_xor_b32 v[8 + .Lreg], v[8 + .Lreg], v[4 + .Lreg]\n"
    "  v_mov_b32 v[12 + .Lreg], 0\n"
    "  .set .Lreg, .Lreg + 1\n"
    "  .endr\n"
    "  global_store_dwordx4 v0, v[8:11], s[6:7]\n"
    "  global_store_dwordx4 v0, v[12:15], s[4:5]\n"
    "  v_add_u32 v0, .Lstep, v0\n"
    "  s_add_u32 s8, s8, .Lstep\n"
    "  s_cmp_lt_u32 s8, .Lcompared\n"
    "  s_cbranch_scc1 .Lturn\n"
    "  s_endpgm\n";

void taken_turn(program *p, uint32_t kept_at) {
  symbol(p, "kept_at", kept_at);
  symbol(p, "step", TURN_WAVES * PAGE);
  symbol(p, "compared", taken_compared(p));
  fprintf(p->out,
          "\n.globl turn\n.p2align 8\n.type turn,@function\nturn:\n%s.Lend_turn:\n.size turn, .Lend_turn-turn\n", turn);
}
