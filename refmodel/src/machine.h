// SPDX-License-Identifier: Apache-2.0
// The whole model: its waves, pools, pending memory operations and the cache of decoded code.
#ifndef WAVELOCK_MACHINE_H
#define WAVELOCK_MACHINE_H

#include "internal.h"
#include "wait_states.h"

enum { WL_WHY = 160, WL_MAX_TAGS = 64, WL_CODE_INSNS = WL_PAGE / 4, WL_CODE_BUCKETS = 256 };

// How the run loop treats an instruction (wl_insn.kind). It goes by the order of the first four.
typedef enum {
  WL_KIND_UNDECODED,
  WL_KIND_PLAIN,    // fn, then fall through
  WL_KIND_WATCHED,  // as plain, but its wait states matter (wait_states.h), or it has to be waited for (hazard.c)
  WL_KIND_FLOW,     // fn may change next_pc, or break a program rule (wl_model.event)
  WL_KIND_MODE,     // fn may change MODE.VSKIP or MODE.GPR_IDX_EN
  WL_KIND_SLOW,     // always through step: registers depend on M0 (movrel), or legality on the wave
  WL_KIND_HALT,     // fn may halt the wave
  WL_KIND_END,
  WL_KIND_BARRIER,
  WL_KIND_ICACHE_INV,
  WL_KIND_ILLEGAL,  // by its words alone
  WL_KIND_FETCH_FAULT,
  WL_KIND_PAGE_END,  // not an instruction: what follows is in the next page
} wl_kind;

// Core-only bits of wl_insn.flags.
enum {
  WL_INSN_READS_SDST = 32,  // bitset, cmov, SOPK: the destination is also a source
  WL_INSN_IF_SCC = 64,      // cmov: writes only with SCC = 1
  WL_INSN_MOVREL = 128,     // s_movrels, s_movreld: an SGPR number depends on M0
};

// One row of ds.def, global.def or smem.def: what a lane transfers.
enum { WL_WHOLE, WL_LOW_HALF, WL_HIGH_HALF };
// What a DS instruction does.
enum {
  WL_DS_MOVE,  // loads or stores
  WL_DS_ATOMIC,
  WL_DS_SRC2,   // atomic whose operand comes from memory too
  WL_DS_COUNT,  // append, consume: one access for the wave
  WL_DS_LANES,  // swizzle, permute: no access
  WL_DS_NOTHING,
};
enum { WL_LDS_ENTRY = 16 };  // bytes of one row of a bank
// How a DS address is formed (lds.md 3.1, 3.4).
enum { WL_AT_VGPR, WL_AT_SRC2, WL_AT_ADDTID, WL_AT_OFFSET, WL_AT_OWNER, WL_AT_LINEAR, WL_AT_NOWHERE };
struct wl_access {
  const char *name;
  uint16_t op;
  bool store;        // writes memory
  uint8_t bytes;     // one access of one lane: 1, 2, 4, 8, 12, 16 (SMEM: 4..64)
  bool sign;         // sign-extend a byte or short
  uint8_t half;      // of the register: WL_WHOLE, or only one half (the other is kept)
  uint8_t accesses;  // DS: 2 for read2, write2
  uint16_t scale;    // DS: bytes one unit of OFFSET0, OFFSET1 stands for
  uint8_t what;      // DS: WL_DS_*
  uint8_t where;     // DS: WL_AT_*
  uint8_t data;      // DATA operands
  bool returns;      // writes VDST (SMEM: SDST)
  // DS: the new value of what memory holds (t), and the exchange between lanes.
  uint64_t (*operate)(uint64_t t, uint64_t d0, uint64_t d1, uint32_t mode);
  void (*exchange)(const uint32_t *addr, const uint32_t *data, uint32_t offset, uint64_t exec, uint32_t to[WL_LANES]);
  wl_insn_fn fn;  // performs it at once
};

// A memory instruction between its issue and its return.
struct wl_pending {
  struct wl_pending *next;  // younger, of the same wave and unit
  struct wl_insn insn;
  const struct wl_access *access;
  uint32_t tag;
  uint64_t exec;
  uint32_t mode;                  // at issue
  uint64_t address[2][WL_LANES];  // VMEM: of component 0. LDS: byte in the LDS, by access. SMEM: [0][0]
  uint32_t data[4][WL_LANES];     // rows to store, or bytes loaded so far; DS atomics: DATA0, DATA1, then old values
  uint64_t requested[4][2];       // VMEM: lanes, by component and line (0: that of the first byte, 1: the next)
  uint64_t performed[4][2];
  uint64_t lanes[2][2];   // LDS: lanes with bytes to serve (active and in range), by access and entry (0: that of the
                          // first byte, 1: the next)
  uint64_t served[2][2];  // LDS: those served
  uint64_t smem_requested, smem_performed;  // SMEM: bytes
  uint32_t smem_data[16];
  uint64_t pc;
  uint64_t unmapped;   // lanes of which memory did not have some byte
  uint32_t landed[4];  // VGPR row: bit a pass. SMEM: landed[0], bit a dword
  bool viol;
  bool operands_read;  // GDS: EXP_CNT has fallen
};

// Lanes of an access that the LDS has still to serve, in part or whole.
static inline uint64_t wl_ds_left(const struct wl_pending *p, uint32_t access) {
  return (p->lanes[access][0] & ~p->served[access][0]) | (p->lanes[access][1] & ~p->served[access][1]);
}

// Registers that loads will write, or GDS instructions read, and the program has not waited for (hazard.c).
// Kinds of instructions that complete in order: by wl_unit, but GDS by itself (control-flow.md section 5.3).
enum { WL_HAZARD_EXP = WL_UNIT_VMEM + 1, WL_HAZARD_GDS, WL_HAZARD_KINDS };
struct wl_unwaited {
  uint8_t kind;  // WL_HAZARD_EXP: a GDS instruction reads it
  bool sgpr;
  uint16_t first, count;
  uint32_t number;   // of the instruction among those of its kind
  const char *name;  // of the instruction, which is at pc
  uint64_t pc;
};
struct wl_hazards {
  uint32_t issued[WL_HAZARD_KINDS];
  uint32_t count;
  struct wl_unwaited list[128];
};

// Messages under way of the wave in a slot, oldest first; entry n is at n % WL_MESSAGES.
enum { WL_MESSAGES = 256 };
struct wl_messages {
  uint32_t sent, taken;
  wl_message list[WL_MESSAGES];
};

struct wl_group {
  uint32_t size, launched, ended;
  uint32_t members;  // bit wave_in_group, of those launched
};

// Decoded instructions of a 4 KiB page for waves of one allocation and kind of alignment mode (see cache.c).
struct wl_code {
  struct wl_code *next;
  uint64_t base;
  uint32_t sgpr_size, vgpr_size;
  bool global_legal;
  bool mapped, next_mapped;
  uint32_t next_word;                      // first dword of the page after
  uint32_t words[WL_CODE_INSNS];           // the page as decoded
  struct wl_insn insn[WL_CODE_INSNS + 2];  // the two past the end are WL_KIND_PAGE_END
};

struct wl_model {
  wl_config config;
  wl_mem *mem;
  struct wl_wave wave[WL_MAX_WAVES];
  struct wl_hazards hazards[WL_MAX_WAVES];
  struct wl_wait_states wait_states[WL_MAX_WAVES];
  bool ignore_hazards;                                         // in wl_model_run
  struct wl_pending *pending[WL_MAX_WAVES][WL_UNIT_VMEM + 1];  // oldest first
  struct wl_pending *free_pending;
  const struct wl_pending *lds_open;  // DS instruction that is served in part
  struct wl_group group[WL_MAX_GROUPS];
  uint32_t (*vgpr)[WL_LANES];
  uint8_t *lds;
  uint32_t lds_bytes;
  wl_result event;  // set by an fn of WL_KIND_FLOW that breaks a program rule
  struct wl_code *code[WL_CODE_BUCKETS];
  struct wl_code *recent_code;
  struct wl_messages messages[WL_MAX_WAVES];
  bool alone;  // wl_model_run: messages go out at once
  void (*hear_message)(void *to, const wl_message *message);
  void *message_to;
  bool (*go_on)(void *to, uint64_t instructions);  // NULL: nobody is asked
  void *go_on_to;
  wl_unmapped unmapped;
  void (*hear_issue)(void *to, uint32_t slot, const wl_effect *e, const wl_told *told, const wl_state_regs *before);
  void *issue_to;
};

static inline uint64_t wl_pc_mask(uint64_t pc) { return pc & 0xfffffffffffcull; }
static inline uint32_t wl_csp(const struct wl_wave *w) { return w->mode >> WL_MODE_CSP_SHIFT; }
uint32_t wl_status(const struct wl_wave *w);
// Whether HALT stops the wave: in the trap handler it waits for the return.
static inline bool wl_halted(const struct wl_wave *w) { return w->faulted || (w->halt && !w->priv); }
// Whether an instruction issued now is followed by the trap handler (D-FLOW-23, D-FLOW-24).
static inline bool wl_single_step(const struct wl_wave *w) {
  return (w->mode & WL_MODE_DEBUG_EN) != 0 && w->trap_enabled && !w->priv;
}
// GLOBAL does not know the other modes.
static inline bool wl_global_legal(const struct wl_wave *w) { return w->alignment_mode == WL_ALIGN_UNALIGNED; }
// Why these words are illegal, where they alone do not tell: "; " and a sentence, or "".
const char *wl_illegal_why(const struct wl_wave *w, uint32_t w0, uint32_t w1);
static inline bool wl_is_sopp(const struct wl_insn *insn, uint32_t op) {
  return insn->format == WL_FMT_SOPP && insn->op == op;
}
static inline bool wl_is_trap(const struct wl_insn *insn) { return wl_is_sopp(insn, 18); }
static inline bool wl_is_message(const struct wl_insn *insn) { return wl_is_sopp(insn, 16) || wl_is_sopp(insn, 17); }
// Into the trap handler; TTMP0 and TTMP1 say where from and why (control-flow.md section 6). Returns the handler's
// address.
uint64_t wl_enter_trap(struct wl_wave *w, uint64_t pc, uint32_t id);  // control.c

static inline bool wl_is_fork_or_join(const struct wl_insn *insn) {
  return (insn->format == WL_FMT_SOPK && insn->op == 16) || (insn->format == WL_FMT_SOP2 && insn->op == 41) ||
         (insn->format == WL_FMT_SOP1 && insn->op == 46);
}

// decode.c: size in bytes of the instruction that starts with w0 (gfx9-encoding.md section 1).
wl_format wl_format_of(uint32_t w0);
uint32_t wl_insn_size(uint32_t w0);
bool wl_is_vector_format(wl_format f);  // those that VSKIP discards
// Decodes; sets kind to WL_KIND_ILLEGAL where the words alone are illegal. name is NULL where the unit has no such
// opcode.
void wl_decode(struct wl_insn *insn, uint32_t w0, uint32_t w1);
bool wl_decode_scalar(struct wl_insn *insn);  // SOP2, SOP1, SOPC, SOPK, SOPP (decode_scalar.c)
bool wl_decode_memory(struct wl_insn *insn);  // SMEM, DS, FLAT (decode_memory.c)

// cache.c. NULL: out of memory.
struct wl_code *wl_code_page(struct wl_model *m, const struct wl_wave *w, uint64_t pc);
void wl_code_decode(struct wl_code *page, uint32_t index);
void wl_code_refresh(struct wl_model *m);
void wl_code_free(struct wl_model *m);
// Where an instruction of the cache lies; 0: it is not of the cache.
uint64_t wl_code_address(const struct wl_model *m, const struct wl_insn *insn);
// The instruction at the wave's pc, decoded from memory as it is now.
const struct wl_insn *wl_code_fetch(struct wl_model *m, const struct wl_wave *w);

// The row a memory instruction was decoded from (memory_now.c).
const struct wl_access *wl_access_row(const struct wl_insn *insn);
const struct wl_access *wl_access_find(wl_format format, uint32_t op, uint8_t *index);
static inline uint32_t wl_access_rows(const struct wl_access *a) { return ((a->bytes + 3u) / 4u) * a->accesses; }

// lds_rows.c
const struct wl_access *wl_ds_rows(uint32_t *count);
// lds.c: performs any DS instruction at once (wl_insn_fn).
void wl_lds_now(struct wl_wave *w, const struct wl_insn *insn);

// Whether the lanes name consecutive dwords: lane l byte at[0] + 4 * l, without a wrap.
static inline bool wl_consecutive(const uint32_t at[WL_LANES]) {
  uint32_t differs = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) differs |= at[l] ^ (at[0] + 4 * l);
  return differs == 0 && at[0] <= UINT32_MAX - 4 * WL_LANES;
}

// address.c
void wl_global_addresses(const struct wl_wave *w, const struct wl_insn *insn, uint64_t address[WL_LANES]);
// Whether the lanes access consecutive dwords, and where the first does. It does not look at EXEC.
bool wl_global_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first);
uint64_t wl_smem_address(const struct wl_wave *w, const struct wl_insn *insn);
static inline bool wl_is_gds(const struct wl_insn *insn) {
  return insn->format == WL_FMT_DS && (insn->words[0] >> 16 & 1);
}
uint32_t wl_ds_accesses(const struct wl_insn *insn, const struct wl_access *a);
// The table of lds.md 3.2 for accesses of so many bytes: the address bits that the mode clears, and those that must be
// 0.
static inline uint32_t wl_natural(uint32_t bytes) { return bytes == 12 ? 16 : bytes; }
static inline uint32_t wl_cleared_bits(uint32_t mode, uint32_t bytes) {
  return mode == WL_ALIGN_DWORD ? wl_natural(bytes) - 1 : 0;
}
static inline uint32_t wl_zero_bits(uint32_t mode, uint32_t bytes) {
  const uint32_t all = wl_natural(bytes) - 1;
  return mode == WL_ALIGN_STRICT ? all : mode == WL_ALIGN_DWORD_STRICT ? all & 3 : 0;
}
// Where the active lanes access (bytes of the LDS array, which ends in the GDS); returns those that are in range and as
// aligned as they must be. exec: those of one lane for append and consume.
uint64_t wl_ds_addresses(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                         uint32_t access, uint64_t exec, uint64_t address[WL_LANES]);
// The lowest thread of an owner write that lies past the group's LDS, or -1.
int wl_owner_overflow(const struct wl_wave *w, const struct wl_insn *insn);
// What a load writes to its register: raw bytes from memory, extended or merged into the old value.
static inline uint32_t wl_load_value(uint32_t bytes, bool sign, uint32_t half, uint32_t raw, uint32_t old) {
  if (bytes == 1) raw = sign ? (uint32_t)(int8_t)raw : (uint8_t)raw;
  if (bytes == 2) raw = sign ? (uint32_t)(int16_t)raw : (uint16_t)raw;
  if (half == WL_LOW_HALF) return (old & 0xffff0000u) | (raw & 0xffffu);
  if (half == WL_HIGH_HALF) return (old & 0xffffu) | raw << 16;
  return raw;
}

// write_back.c: what the instruction writes to row r of the lane, once its data is there.
uint32_t wl_written_back_value(const struct wl_pending *p, uint32_t r, uint32_t lane, uint32_t old);

// pending.c. NULL: out of memory. Takes addresses and store data as they are at issue.
struct wl_pending *wl_pending_new(struct wl_wave *w, const struct wl_insn *insn, uint32_t tag);
void wl_pending_fill(const struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn);
struct wl_pending *wl_pending_find(const struct wl_model *m, wl_unit unit, uint32_t slot, uint32_t tag);
void wl_pending_remove(struct wl_model *m, wl_unit unit, uint32_t slot, struct wl_pending *p);
void wl_pending_free_all(struct wl_model *m);
bool wl_pending_any(const struct wl_model *m);

// transaction.c: counts an access to unmapped memory. insn is at pc.
void wl_note_unmapped(struct wl_model *m, uint32_t slot, uint64_t pc, const struct wl_insn *insn, uint32_t lane,
                      uint64_t address);

// hazard.c: use of registers whose load the program has not waited for (control-flow.md section 5.4).
void wl_hazard_reset(struct wl_hazards *h);
// window: number that insn gives v0.
bool wl_hazard_check(const struct wl_hazards *h, const struct wl_insn *insn, uint32_t window, uint64_t pc,
                     char why[WL_WHY]);
// A fork or join has changed CSP: the entry of the stack that it used, which its operands do not name.
bool wl_hazard_stack(const struct wl_hazards *h, uint32_t old_csp, uint32_t csp, const char *name, uint64_t pc,
                     char why[WL_WHY]);
// A memory instruction is issued, an s_waitcnt met. While nothing is listed, those alone need to be told that have
// WL_UNWAITED among their firsts: they list something.
void wl_hazard_issue(struct wl_hazards *h, const struct wl_insn *insn, uint64_t pc);
void wl_hazard_wait(struct wl_hazards *h, const struct wl_insn *insn);

// issue.c
// First reason for which the wave cannot issue insn now (why NULL: not wanted), or false.
bool wl_must_wait(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size);
// The instruction with everything applied that depends on the wave: GPR-index mode, shared registers, movrel, the
// allocation check. Returns insn, or copy filled in; NULL: illegal instruction.
const struct wl_insn *wl_resolve(const struct wl_wave *w, const struct wl_insn *insn, struct wl_insn *copy);
// Runs fn on the registers that the instruction means.
static inline void wl_execute(struct wl_wave *w, const struct wl_insn *insn) {
  uint32_t(*const window)[WL_LANES] = w->vgpr;
  if (insn->pool) w->vgpr = w->model->vgpr;
  insn->fn(w, insn);
  w->vgpr = window;
}
void wl_note_ranges(struct wl_insn *insn);  // decode.c: fills sgpr_end, vgpr_end

// Registers that insn is about to write, into e; before it executes.
void wl_note_writes(wl_effect *e, const struct wl_wave *w, const struct wl_insn *insn);
// told.c: memory and registers of a memory instruction.
void wl_told_memory(const struct wl_wave *w, const struct wl_pending *p, wl_told *out);

// wave.c
uint32_t wl_lgkm_cost(const struct wl_insn *insn);
void wl_wave_fault(struct wl_wave *w, uint32_t trapsts);
void wl_wave_end(struct wl_wave *w);

// s_waitcnt fields (control-flow.md section 5.1)
static inline uint32_t wl_wait_vm(int32_t simm) { return ((uint32_t)simm & 15) | ((uint32_t)simm >> 10 & 0x30); }
static inline uint32_t wl_wait_exp(int32_t simm) { return (uint32_t)simm >> 4 & 7; }
static inline uint32_t wl_wait_lgkm(int32_t simm) { return (uint32_t)simm >> 8 & 15; }

// Writes a reason and returns WL_BAD_EVENT.
wl_result wl_bad(char why[WL_WHY], const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
