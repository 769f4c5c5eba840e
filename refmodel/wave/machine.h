// SPDX-License-Identifier: Apache-2.0
// The whole model: its waves, registers, memories, pending memory instructions and decoded code, and what the files of
// the model offer each other.
#ifndef WAVELOCK_MACHINE_H
#define WAVELOCK_MACHINE_H

#include "isa/internal.h"
#include "wave/wait_states.h"

enum {
  WL_WHY = 160,  // bytes of a message
  WL_MAX_TAGS = 64,
  WL_CODE_INSNS = WL_PAGE / 4,
  WL_CODE_BUCKETS = 256,
  WL_UNITS = WL_UNIT_VMEM + 1,
};

// Whether instructions of the unit access memory or the LDS: they stay pending after issue.
static inline bool wl_is_memory_unit(wl_block unit) {
  return unit == WL_UNIT_SMEM || unit == WL_UNIT_LDS || unit == WL_UNIT_VMEM;
}

// How wl_model_run treats an instruction (wl_insn.kind).
typedef enum {
  WL_KIND_UNDECODED,
  WL_KIND_PLAIN,    // fn, and nothing else
  WL_KIND_WATCHED,  // as plain, but a row of the wait-state table or an s_waitcnt may have to be checked
  WL_KIND_FLOW,     // fn may change next_pc, or break a program rule (wl_model.event)
  WL_KIND_MODE,     // fn may change MODE.VSKIP or MODE.GPR_IDX_EN
  WL_KIND_SLOW,     // registers or legality depend on the wave's state
  WL_KIND_HALT,     // fn may halt the wave
  WL_KIND_END,
  WL_KIND_BARRIER,
  WL_KIND_ICACHE_INV,
  WL_KIND_ILLEGAL,  // by its words alone
  WL_KIND_FETCH_FAULT,
  WL_KIND_PAGE_END,  // no instruction: the code goes on in the next page
} wl_kind;

// Whether calling fn is all that the run loop has to do, apart from hazards and the program counter.
static inline bool wl_runs_in_loop(wl_kind kind) {
  return kind == WL_KIND_PLAIN || kind == WL_KIND_WATCHED || kind == WL_KIND_FLOW;
}

// ---- memory instructions -----------------------------------------------------------------------
// The part of a register that an access of one or two bytes uses.
enum { WL_WHOLE, WL_LOW_HALF, WL_HIGH_HALF };
// What a DS instruction does.
enum {
  WL_DS_MOVE,  // loads or stores
  WL_DS_ATOMIC,
  WL_DS_SRC2,   // atomic whose operand comes from the LDS too
  WL_DS_COUNT,  // append, consume: one access for the wave
  WL_DS_LANES,  // swizzle, permute: no access
  WL_DS_NOTHING,
};
// How a DS address is formed (lds.md 3.1, 3.4).
enum {
  WL_AT_VGPR,     // ADDR and the offsets
  WL_AT_SRC2,     // ADDR, and for access 1 a distance from it
  WL_AT_ADDTID,   // M0, the offset and the lane number
  WL_AT_OFFSET,   // the offset alone
  WL_AT_OWNER,    // owner write: the thread's own place (lds.md 1.2)
  WL_AT_LINEAR,   // owner read: a dword number (lds.md 1.3)
  WL_AT_NOWHERE,  // no access
};
enum { WL_LDS_ENTRY = 16 };  // bytes of an entry of an LDS bank

// What a lane transfers: one row of ds.def, global.def or smem.def.
struct wl_access {
  const char *name;
  uint16_t op;
  uint8_t mem_op;       // wl_mem_op
  uint8_t bytes;        // of one access of one lane: 1, 2, 4, 8, 12, 16 (SMEM: 4..64)
  bool sign;            // a loaded byte or short is sign-extended
  uint8_t half;         // WL_WHOLE, or the half of the register that is used; a load keeps the other half
  uint8_t accesses;     // DS: 2 for read2 and write2
  uint16_t scale;       // DS: bytes per unit of OFFSET0 and OFFSET1
  uint8_t what;         // DS: WL_DS_*
  uint8_t where;        // DS: WL_AT_*
  uint8_t data;         // number of DATA operands
  uint8_t destination;  // wl_mem_destination: VDST, SDST or none
  // DS atomics: the new value for what memory holds (t) and the DATA operands.
  uint64_t (*operate)(uint64_t t, uint64_t d0, uint64_t d1, uint32_t mode);
  // WL_DS_LANES: the result of all lanes.
  void (*exchange)(const uint32_t *addr, const uint32_t *data, uint32_t offset, uint64_t exec, uint32_t to[WL_LANES]);
  wl_insn_fn fn;  // executes the instruction at once, for wl_model_run
};
// VGPRs (SMEM: SGPRs) that the instruction transfers.
static inline uint32_t wl_access_regs(const struct wl_access *a) { return ((a->bytes + 3u) / 4u) * a->accesses; }

// A memory instruction in flight, from its issue to its return.
struct wl_pending {
  struct wl_pending *next;  // younger, of the same wave and unit
  struct wl_insn insn;
  const struct wl_access *access;
  uint32_t tag;
  uint64_t exec;  // at issue
  uint32_t mode;  // at issue
  // Byte addresses. VMEM: [0], of component 0. LDS: by access, in the LDS array. SMEM: [0][0].
  uint64_t address[2][WL_LANES];
  // By VGPR: what a store writes, or what a load has read so far. DS atomics: DATA0 and DATA1, which the old values
  // replace as lanes are served. DS lane exchange: [0], the result.
  uint32_t data[4][WL_LANES];
  // VMEM: lanes by component, and by line: 0 has the component's first byte, 1 is the line after.
  uint64_t requested[4][2];
  uint64_t accessed[4][2];
  // LDS: active lanes in range, by access, and by entry: 0 has the access's first byte, 1 is the entry after.
  uint64_t lanes[2][2];
  uint64_t served[2][2];                   // those of them that were served
  uint64_t smem_requested, smem_accessed;  // SMEM: bit i is byte i
  uint32_t smem_data[16];
  uint64_t pc;
  uint64_t unmapped;         // lanes that accessed unmapped memory
  uint32_t vgpr_written[4];  // by VGPR: bit q is lanes 16*q..16*q+15
  uint32_t sgprs_written;    // SMEM: bit i is SGPR sdst + i
  bool viol;                 // an access was out of range or unmapped: MEM_VIOL at return
  bool operands_read;        // GDS: EXP_CNT has fallen
};

// The lanes of an access that are not yet served completely.
static inline uint64_t wl_ds_left(const struct wl_pending *p, uint32_t access) {
  return (p->lanes[access][0] & ~p->served[access][0]) | (p->lanes[access][1] & ~p->served[access][1]);
}

// ---- missing waits (hazard.c) ------------------------------------------------------------------
// Registers that memory instructions still use, as far as the program's s_waitcnt tell: destinations of loads, and
// operands of GDS instructions. Instructions of one kind complete in order (control-flow.md 5.3); a kind is a wl_block,
// or one of these.
enum { WL_HAZARD_EXP = WL_UNITS, WL_HAZARD_GDS, WL_HAZARD_KINDS };
struct wl_unwaited {
  uint8_t kind;  // WL_HAZARD_EXP: an operand that a GDS instruction reads
  bool sgpr;     // else VGPRs
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

// ---- the model ---------------------------------------------------------------------------------
// Messages in flight of the wave in a slot, oldest first. Entry n is at n % WL_MESSAGES.
enum { WL_MESSAGES = 256 };
struct wl_messages {
  uint32_t sent, taken;
  wl_message list[WL_MESSAGES];
};

struct wl_group {
  uint32_t size, launched, ended;
  uint32_t members;  // bit wave_in_group of each launched wave
};

// The decoded instructions of a 4 KiB page of code. Waves share it if their allocation and the legality of GLOBAL are
// the same (code.c).
struct wl_decoded_page {
  struct wl_decoded_page *next;
  uint64_t base;
  uint32_t sgpr_size, vgpr_size;
  bool global_legal;
  bool mapped, next_mapped;
  uint32_t next_word;                      // first dword of the page after
  uint32_t words[WL_CODE_INSNS];           // the page as decoded
  struct wl_insn insn[WL_CODE_INSNS + 2];  // the last two are WL_KIND_PAGE_END
};

struct wl_model {
  wl_config config;
  wl_mem *mem;
  struct wl_wave wave[WL_MAX_WAVES];
  struct wl_hazards hazards[WL_MAX_WAVES];
  struct wl_wait_states wait_states[WL_MAX_WAVES];
  bool ignore_hazards;                                 // in wl_model_run
  struct wl_pending *pending[WL_MAX_WAVES][WL_UNITS];  // oldest first
  struct wl_pending *free_pending;
  const struct wl_pending *lds_open;  // the DS instruction that is served in part, if any
  struct wl_group group[WL_MAX_GROUPS];
  uint32_t (*vgpr)[WL_LANES];  // the VGPR file
  uint8_t *lds;                // the LDS, then the GDS
  uint32_t lds_bytes;
  wl_result event;  // set by an fn of WL_KIND_FLOW that breaks a program rule
  struct wl_decoded_page *code[WL_CODE_BUCKETS];
  struct wl_decoded_page *recent_code;
  struct wl_messages messages[WL_MAX_WAVES];
  bool standalone;  // in wl_model_run: messages leave at once
  void (*on_message)(void *to, const wl_message *message);
  void *on_message_to;
  bool (*on_turn)(void *to, uint64_t instructions);
  void *on_turn_to;
  wl_unmapped unmapped;
  void (*on_issue)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced, const wl_state_regs *before);
  void *on_issue_to;
};

// ---- waves (wave.c, flow.c, control.c) ---------------------------------------------------------
static inline uint64_t wl_pc_mask(uint64_t pc) { return pc & 0xfffffffffffcull; }  // 48 bits, dword-aligned
static inline uint32_t wl_csp(const struct wl_wave *w) { return wl_field(w->mode, WL_MODE_CSP); }
uint32_t wl_status(const struct wl_wave *w);  // the STATUS register
// Whether the wave is stopped. HALT has no effect in the trap handler.
static inline bool wl_halted(const struct wl_wave *w) { return w->faulted || (w->halt && !w->priv); }
// Whether the trap handler follows an instruction that is issued now (D-FLOW-23, D-FLOW-24).
static inline bool wl_single_step(const struct wl_wave *w) {
  return (w->mode & WL_MODE_DEBUG_EN) != 0 && w->trap_enabled && !w->priv;
}
// Whether VSKIP discards the instruction (control-flow.md 2.4).
static inline bool wl_discarded(const struct wl_wave *w, const struct wl_insn *insn) {
  return (w->mode & WL_MODE_VSKIP) && wl_is_vector_format((wl_format)insn->format);
}
// Whether GLOBAL instructions are legal: only in this alignment mode.
static inline bool wl_global_legal(const struct wl_wave *w) { return w->alignment_mode == WL_ALIGN_UNALIGNED; }
// The wave enters its trap handler: TTMP0 and TTMP1 get pc and trap id (control-flow.md 6). Returns the handler's
// address.
uint64_t wl_enter_trap(struct wl_wave *w, uint64_t pc, uint32_t id);
// How much LGKM_CNT rises at issue (control-flow.md 5.2).
uint32_t wl_lgkm_cost(const struct wl_insn *insn);
// The wave stops for good: sets HALT and these bits of TRAPSTS.
void wl_wave_fault(struct wl_wave *w, uint32_t trapsts);
void wl_wave_end(struct wl_wave *w);
// Writes a reason and returns WL_BAD_EVENT.
wl_result wl_bad(char why[WL_WHY], const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- decoding (decode*.c) ----------------------------------------------------------------------
// Size in bytes of the instruction that starts with w0 (gfx9-encoding.md 1).
uint32_t wl_insn_size(uint32_t w0);
// Decodes from the words alone. kind is WL_KIND_ILLEGAL if they are illegal, name NULL if the opcode is not there.
void wl_decode(struct wl_insn *insn, uint32_t w0, uint32_t w1);
bool wl_decode_scalar(struct wl_insn *insn);  // SOP2, SOP1, SOPC, SOPK, SOPP; false: illegal
bool wl_decode_memory(struct wl_insn *insn);  // SMEM, DS, FLAT; false: illegal
void wl_note_ranges(struct wl_insn *insn);    // fills sgpr_end, vgpr_end, needs_priv
// The reason for which these words are illegal in this wave, if the words do not show it: "; " and a sentence, or "".
const char *wl_illegal_why(const struct wl_wave *w, uint32_t w0, uint32_t w1);

// ---- decoded code (code.c) ---------------------------------------------------------------------
// The page that holds pc, decoded for this wave. NULL: out of memory.
struct wl_decoded_page *wl_code_page(struct wl_model *m, const struct wl_wave *w, uint64_t pc);
void wl_code_decode(struct wl_decoded_page *page, uint32_t index);  // index: dword of the page
void wl_code_refresh(struct wl_model *m);                           // forgets pages that memory no longer agrees with
void wl_code_free(struct wl_model *m);
// Address of an instruction of a decoded page; 0: it is in no page.
uint64_t wl_code_address(const struct wl_model *m, const struct wl_insn *insn);
// The instruction at the wave's pc, as memory holds it now. NULL: out of memory.
const struct wl_insn *wl_code_fetch(struct wl_model *m, const struct wl_wave *w);

// ---- issue (issue.c) ---------------------------------------------------------------------------
// Whether wait counters keep the wave from issuing insn now; why (unless NULL) gets the first reason.
bool wl_must_wait(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size);
// The instruction for this wave now: GPR-index mode, shared registers and movrel applied, the allocation checked.
// Returns insn, or copy if anything was applied. NULL: illegal instruction.
const struct wl_insn *wl_resolve(const struct wl_wave *w, const struct wl_insn *insn, struct wl_insn *copy);
// Calls fn of a resolved instruction.
static inline void wl_execute(struct wl_wave *w, const struct wl_insn *insn) {
  uint32_t(*const v0)[WL_LANES] = w->vgpr;
  if (insn->absolute_vgprs) w->vgpr = w->model->vgpr;
  insn->fn(w, insn);
  w->vgpr = v0;
}
// Notes in e which registers insn will write. Call it before insn executes.
void wl_note_writes(wl_effect *e, const struct wl_wave *w, const struct wl_insn *insn);
// Fills what a trace reports of a memory instruction (traced.c).
void wl_report_memory(const struct wl_wave *w, const struct wl_pending *p, wl_traced *out);

// ---- missing waits (hazard.c, control-flow.md 5.4) ---------------------------------------------
void wl_hazard_reset(struct wl_hazards *h);
// Whether insn, which w is about to issue at pc, uses a listed register.
bool wl_hazard_check(const struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                     char why[WL_WHY]);
// The same for the stack entry that a fork or join has used, which its operands do not name. It changed CSP from
// old_csp.
bool wl_hazard_stack(const struct wl_hazards *h, uint32_t old_csp, uint32_t csp, const char *name, uint64_t pc,
                     char why[WL_WHY]);
// A memory instruction has been issued. While the list is empty, call this only for instructions with WL_UNWAITED: only
// they add an entry.
void wl_hazard_issue(struct wl_hazards *h, const struct wl_insn *insn, uint64_t pc);
// The wait of an s_waitcnt is over.
void wl_hazard_wait(struct wl_hazards *h, const struct wl_insn *insn);

// ---- addresses and values of memory instructions (address.c, lds_rows.c, memory_now.c) ----------
// The table row of an instruction, and of an opcode (NULL: not in the unit; *index is for wl_insn.sub).
const struct wl_access *wl_access_row(const struct wl_insn *insn);
const struct wl_access *wl_access_find(wl_format format, uint32_t op, uint8_t *index);
const struct wl_access *wl_ds_rows(uint32_t *count);
// Executes any DS instruction at once (a wl_insn_fn; lds.c).
void wl_lds_now(struct wl_wave *w, const struct wl_insn *insn);

// Whether lane l names byte at[0] + 4 * l for every lane, without wrapping at 2^32.
static inline bool wl_consecutive(const uint32_t at[WL_LANES]) {
  uint32_t differs = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) differs |= at[l] ^ (at[0] + 4 * l);
  return differs == 0 && at[0] <= UINT32_MAX - 4 * WL_LANES;
}
void wl_global_addresses(const struct wl_wave *w, const struct wl_insn *insn, uint64_t address[WL_LANES]);
// Whether all 64 lanes, active or not, name consecutive dwords; *first gets lane 0's address.
bool wl_global_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first);
uint64_t wl_smem_address(const struct wl_wave *w, const struct wl_insn *insn);
static inline bool wl_is_gds(const struct wl_insn *insn) { return insn->mem_space == WL_SPACE_GDS; }
// Accesses per lane: 0, 1 or 2. The two of read2 and write2 are one if they have the same address.
uint32_t wl_ds_accesses(const struct wl_insn *insn, const struct wl_access *a);
// OFFSET0 (access 0) or OFFSET1, which lies 8 bits higher, of an instruction with two addresses per lane.
static inline uint32_t wl_ds_offset(const struct wl_insn *insn, uint32_t access) {
  return wl_field((uint32_t)insn->simm >> 8 * access, WL_DS_OFFSET0);
}
// The alignment table of lds.md 3.2 for an access of `bytes`: address bits that the mode clears, and bits that must be
// 0.
static inline uint32_t wl_natural(uint32_t bytes) { return bytes == 12 ? 16 : bytes; }
static inline uint32_t wl_cleared_bits(uint32_t mode, uint32_t bytes) {
  return mode == WL_ALIGN_DWORD ? wl_natural(bytes) - 1 : 0;
}
static inline uint32_t wl_zero_bits(uint32_t mode, uint32_t bytes) {
  const uint32_t all = wl_natural(bytes) - 1;
  return mode == WL_ALIGN_STRICT ? all : mode == WL_ALIGN_DWORD_STRICT ? all & 3 : 0;
}
// Fills the byte addresses of the lanes in exec, in the array that holds LDS and GDS. Returns the lanes that are in
// range and aligned. exec: the active lanes; for append and consume one of them.
uint64_t wl_ds_addresses(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                         uint32_t access, uint64_t exec, uint64_t address[WL_LANES]);
// The lowest thread whose owner write lies past the group's LDS, or -1.
int wl_owner_overflow(const struct wl_wave *w, const struct wl_insn *insn);
// What a load writes to a register: the raw bytes, extended, or merged into the old value.
static inline uint32_t wl_load_value(uint32_t bytes, bool sign, uint32_t half, uint32_t raw, uint32_t old) {
  if (bytes == 1) raw = sign ? (uint32_t)(int8_t)raw : (uint8_t)raw;
  if (bytes == 2) raw = sign ? (uint32_t)(int16_t)raw : (uint16_t)raw;
  if (half == WL_LOW_HALF) return (old & 0xffff0000u) | (raw & 0xffffu);
  if (half == WL_HIGH_HALF) return (old & 0xffffu) | raw << 16;
  return raw;
}

// ---- memory instructions in flight (pending.c, transaction.c, write_back.c) ---------------------------
// A record of insn with addresses and store data as they are now, added to the wave's list. NULL: out of memory.
struct wl_pending *wl_pending_new(struct wl_wave *w, const struct wl_insn *insn, uint32_t tag);
void wl_pending_fill(const struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn);  // not in any list
struct wl_pending *wl_pending_find(const struct wl_model *m, wl_block unit, uint32_t slot, uint32_t tag);
void wl_pending_remove(struct wl_model *m, wl_block unit, uint32_t slot, struct wl_pending *p);
void wl_pending_free_all(struct wl_model *m);
bool wl_pending_any(const struct wl_model *m);
// What the instruction writes to its VGPR vdst + r in this lane, once its data is complete. old: the value before.
uint32_t wl_written_back_value(const struct wl_pending *p, uint32_t r, uint32_t lane, uint32_t old);
// Counts an access of insn, which is at pc, to unmapped memory.
void wl_note_unmapped(struct wl_model *m, uint32_t slot, uint64_t pc, const struct wl_insn *insn, uint32_t lane,
                      uint64_t address);

#endif
