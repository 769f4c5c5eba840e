// SPDX-License-Identifier: Apache-2.0
// What memory instructions access, and memory instructions in flight.
#ifndef WAVELOCK_MEMORY_MEMORY_H
#define WAVELOCK_MEMORY_MEMORY_H

#include "isa/access.h"
#include "isa/state.h"
#include "memory/image.h"
#include "memory/rows.h"
#include "memory/watch.h"

enum {
  WL_LDS_ENTRY = 16,  // bytes of an entry of an LDS bank
  WL_ISSUE_TAGS = 64,
  WL_MAX_TAGS = 128,  // 64 + t is the LDS half of the FLAT instruction t
  WL_COMPONENTS = 8,  // of a VMEM instruction, as in wl_transaction
  WL_BEHIND_CUT = 4,  // component 4 + k is the part of dword k that lies behind the cut
};

// Where the lanes of a memory instruction access.
struct wl_places {
  // VMEM: active lanes that have something to access, by component. SMEM: [0], bit i: byte i is accessed, or
  // comes from the clock.
  uint64_t reached[WL_COMPONENTS];
  uint64_t violation;     // VMEM: lanes that were left out of them by a rule that sets MEM_VIOL
  uint64_t wrapped;       // VMEM, SMEM (lane 0): lanes whose addresses count mod 2^48 (D-MEM-61)
  uint8_t cut[WL_LANES];  // VMEM: bytes of a dword before the cut; 4: it is not cut
  // Byte addresses. VMEM: by component, of its first byte. LDS: by access, in the LDS array. SMEM: [0][0]. Memory is
  // mapped at canonical ones alone (D-MEM-44); those of 48 bits are made canonical.
  uint64_t address[WL_COMPONENTS][WL_LANES];
};

// Who reads the LDS: an instruction at pc, issued in a clause (0: in none) by a wave with this window.
struct wl_reader {
  uint32_t clause, lds_base;
  const char *name;
  uint64_t pc;
};

// Who wrote absolute data to a dword of the LDS; clause 0: nobody.
struct wl_mark {
  uint32_t clause;
  const char *name;
  uint64_t pc;
};

// For the watch: the wave that issued an atomic or a load with GLC, and its clock then. clock 0: that is not watched.
struct wl_issued {
  uint32_t slot, clock;
};

// A memory instruction in flight, from its issue to its return.
struct wl_pending {
  struct wl_pending *next;  // younger, of the same wave
  struct wl_insn insn;
  const struct wl_access *access;  // its row; FORMAT, MIMG: &element
  uint32_t tag;
  uint64_t exec;  // at issue
  uint32_t mode;  // at issue
  // By dword in memory, which is the VGPR but of FORMAT: what a store writes, or what a load has read so far. Atomics:
  // DATA0 and DATA1 of DS, the VGPRs of DATA; the old values replace the first of them as lanes are served. DS lane
  // exchange: [0], the result.
  uint32_t data[4][WL_LANES];
  // VMEM: lanes by component, and by line: 0 has the component's first byte, 1 is the line after.
  uint64_t requested[WL_COMPONENTS][2];
  uint64_t accessed[WL_COMPONENTS][2];
  uint64_t split[WL_COMPONENTS];  // requested lanes of line 0 whose component reaches into the line after
  // LDS: active lanes in range, by access, and by entry: 0 has the access's first byte, 1 is the entry after.
  // wl_moves_lds: [0][0], active lanes whose dword lies in the wave's LDS.
  uint64_t lanes[2][2];
  uint64_t served[2][2];                   // those of them that were served
  uint64_t smem_requested, smem_accessed;  // SMEM: bit i is byte i
  uint32_t smem_data[16];  // SMEM: what a store writes, an atomic operates with, or what was read so far
  uint64_t pc;
  uint64_t order;           // DS in lockstep: instructions of the unit are numbered as they issue
  struct wl_reader reader;  // with wl_memory.marks
  struct wl_issued issued;
  uint64_t unmapped;            // lanes that accessed unmapped memory
  uint32_t vgpr_written[5];     // by VGPR, that of TFE behind the others: bit q is lanes 16*q..16*q+15
  uint32_t sgprs_written;       // SMEM: bit i is SGPR sdst + i
  struct wl_sets sets;          // of the second wait policy
  struct wl_sampled *operands;  // of one that it follows and whose operands are not read: what it has read so far
  bool viol;                    // an access was out of range or unmapped: MEM_VIOL at return
  bool ignored;                 // it accesses and writes nothing (D-MEM-63)
  bool operands_read;           // of GDS, and of those that a policy follows
  uint8_t converted;            // FORMAT loads, MIMG: bit q: data has the components of lanes 16*q..16*q+15
  struct wl_places at;
  uint64_t lds_first;            // wl_moves_lds: as of wl_lds_move_lanes
  struct wl_access element;      // FORMAT, MIMG: the row with the bytes of the element
  struct wl_data_format format;  // FORMAT
  struct wl_image image;         // MIMG
  struct wl_texels *texels;      // of a sample or gather4; else of an earlier one, or NULL
};

// The lanes of an access that are not yet served completely.
static inline uint64_t wl_ds_left(const struct wl_pending *p, uint32_t access) {
  return (p->lanes[access][0] & ~p->served[access][0]) | (p->lanes[access][1] & ~p->served[access][1]);
}

struct wl_memory {
  wl_mem *mem;
  uint8_t *lds;  // the LDS, then the GDS
  uint32_t lds_bytes, gds_bytes;
  const struct wl_rows *rows;  // of the host
  bool rdna, sramecc;          // wl_config
  wl_unmapped unmapped;
  // The instruction of the first unmapped access; NULL: unmapped.pc is known. In wl_model_run the pc of an instruction
  // follows from where it lies in decoded code.
  const struct wl_insn *unmapped_by;
  // From the first clause on: by dword of the LDS. clause: of the instruction that issues now; 0: none.
  struct wl_mark *marks;
  uint32_t clause;
  char absolute[160];  // what was found last; "": nothing
  uint64_t absolute_pc;
  uint64_t issued;                             // instructions of the LDS in lockstep
  uint64_t clock;                              // what s_memtime gives when it executes at once
  struct wl_pending *in_flight[WL_MAX_WAVES];  // by slot, oldest first
  struct wl_pending *by_tag[WL_MAX_WAVES][WL_BLOCKS][WL_MAX_TAGS];
  struct wl_pending *free_pending;
};

// What executes a decoded memory instruction at once, for waves with this alignment mode (memory_now.c).
wl_insn_fn wl_memory_fn(const struct wl_insn *insn, uint32_t alignment_mode);

// ---- what is allocated (bounds.c) ------------------------------------------------------------------
static inline bool wl_bounds_known(const struct wl_memory *m) {
  uint32_t count;
  return wl_mem_ranges(m->mem, &count) != NULL;
}
// Whether an access goes through wl_check_access.
static inline bool wl_accesses_checked(const struct wl_memory *m) {
  return wl_bounds_known(m) || wl_mem_watched(m->mem) != NULL;
}
// Whether accesses of the LDS do so too.
static inline bool wl_watched(const struct wl_memory *m) { return wl_mem_watched(m->mem) != NULL; }
// Looks at an instruction at its issue: counts the lanes that access what is not allocated, and tells the watch. by:
// it executes at once.
void wl_check_access(struct wl_memory *m, uint32_t slot, struct wl_pending *p, const struct wl_insn *by);
// Memory, or the LDS or GDS, performs an atomic for a lane, as wl_watch_atomic.
static inline void wl_note_atomic(struct wl_memory *m, const struct wl_pending *p, bool lds, uint64_t at) {
  if (__builtin_expect(p->issued.clock != 0, 0)) wl_watch_atomic(wl_mem_watched(m->mem), p, lds, at);
}
// Memory performs a load for these lanes, as wl_watch_load.
static inline void wl_note_load(struct wl_memory *m, const struct wl_pending *p, uint64_t lanes) {
  if (__builtin_expect(p->issued.clock != 0, 0)) wl_watch_load(wl_mem_watched(m->mem), p, lanes);
}
// An s_waitcnt in code for a watched memory (a wl_insn_fn).
void wl_watched_wait(struct wl_wave *w, const struct wl_insn *insn);
// As above, for a vector instruction at w->pc that reads LDS_DIRECT, for the watch and for absolute data of clauses.
void wl_check_direct(const struct wl_wave *w, const struct wl_insn *insn);
// Does so, then executes the instruction at once (a wl_insn_fn).
void wl_checked_now(struct wl_wave *w, const struct wl_insn *insn);

// ---- the bytes of a lane (stretches.c) -----------------------------------------------------------------
// Bytes of a lane that follow each other.
struct wl_stretch {
  uint64_t at;
  uint32_t bytes;
};
enum { WL_STRETCHES = WL_TEXELS };  // of a lane, at most
// What a lane accesses; what a scalar instruction does. Return their number.
uint32_t wl_lane_stretches(const struct wl_pending *p, uint32_t lane, struct wl_stretch to[WL_STRETCHES]);
uint32_t wl_scalar_stretches(const struct wl_pending *p, struct wl_stretch to[WL_STRETCHES]);

// ---- addresses (address.c) -------------------------------------------------------------------------
// Whether lane l names byte at[0] + 4 * l for every lane, without wrapping at 2^32.
static inline bool wl_consecutive(const uint32_t at[WL_LANES]) {
  uint32_t differs = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) differs |= at[l] ^ (at[0] + 4 * l);
  return differs == 0 && at[0] <= UINT32_MAX - 4 * WL_LANES;
}
// Whether all lanes of a VGPR hold the same value.
static inline bool wl_uniform(const uint32_t *vgpr) {
  uint32_t differs = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) differs |= vgpr[l] ^ vgpr[0];
  return differs == 0;
}
void wl_global_addresses(const struct wl_wave *w, const struct wl_insn *insn, uint64_t address[WL_LANES]);
// The address, and a distance between two, as those of the lane count.
static inline uint64_t wl_wrap(const struct wl_places *p, uint32_t lane, uint64_t address) {
  return p->wrapped >> lane & 1 ? wl_canonical(address) : address;
}
static inline uint64_t wl_wrap_distance(const struct wl_places *p, uint32_t lane, uint64_t distance) {
  return p->wrapped >> lane & 1 ? distance & WL_MEM_ADDRESS_BITS : distance;
}
// Whether all 64 lanes, active or not, name consecutive dwords; *first gets lane 0's address.
bool wl_global_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first);
// The part of wl_vmem_places for MUBUF (buffer.c). false: it is ignored (D-MEM-63).
bool wl_buffer_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                      struct wl_places *to);
// The part of wl_vmem_places for SCRATCH (buffer.c).
void wl_scratch_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                       struct wl_places *to);
// The places in scratch that lanes name by these private offsets.
void wl_private_places(const struct wl_wave *w, const uint32_t offset[WL_LANES], const struct wl_access *a,
                       uint64_t exec, struct wl_places *to);
// MUBUF and SCRATCH: whether all 64 lanes, active or not, name one whole dword of their scratch. Then dword k of lane l
// lies at *first + 256 * k + 4 * l, by its low 48 bits, and is in range.
bool wl_scratch_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first);
// Accesses per lane: 0, 1 or 2. The two of read2 and write2 are one if they have the same address.
uint32_t wl_ds_accesses(const struct wl_insn *insn, const struct wl_access *a);
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

// ---- vector memory of any format (places.c) ----------------------------------------------------------
// Fills `to` for a vector memory instruction. exec: the active lanes. false: it accesses and writes nothing.
bool wl_vmem_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                    struct wl_places *to);

// ---- formats (format.c) --------------------------------------------------------------------------------
// A lane's element in memory, as registers have it: all four components, of D16 in 16 bits. What lies past the element
// is not read.
void wl_format_load(const struct wl_data_format *f, const uint32_t element[4], uint32_t component[4]);
// The element of the first `count` components. Past its size it is 0. false: nothing is stored.
bool wl_format_store(const struct wl_data_format *f, uint32_t count, const uint32_t component[4], uint32_t element[4]);
// The four components of an element as 32 bits, and what DST_SEL makes of them. f is a format.
void wl_format_components(const struct wl_data_format *f, const uint32_t element[4], uint32_t component[4]);
void wl_format_select(const struct wl_data_format *f, uint32_t component[4]);
bool wl_format_is_unsigned(const struct wl_data_format *f);  // UNORM or SRGB
uint32_t wl_half_to_float(uint32_t h);                       // exact; the payload of a NaN is shifted
uint32_t wl_rounded_half(uint32_t f);                        // to nearest even; a NaN becomes quiet
// Bytes of an element. 0: nothing is transferred.
uint32_t wl_format_bytes(const struct wl_data_format *f, wl_mem_op op);
// The format of a FORMAT instruction, and its row with the bytes of the element.
struct wl_access wl_format_access(const struct wl_wave *w, const struct wl_insn *insn, struct wl_data_format *f);
// The components of a lane in its registers: reg[0] is the first of them.
void wl_format_given(const struct wl_access *a, uint32_t (*reg)[WL_LANES], uint32_t lane, uint32_t component[4]);
// What register r of a load gets. old: what it keeps (wl_kept).
uint32_t wl_format_register(const struct wl_access *a, const uint32_t component[4], uint32_t r, uint32_t old);

// ---- images (image_pending.c, image_now.c; the rest is in image.h) ----------------------------------------
// Fills a record of MIMG, whose insn, access and exec it has. The texels of a sample are in memory of their own, which
// p->texels keeps for the next; NULL: out of memory.
void wl_image_fill(const struct wl_wave *w, struct wl_pending *p);
// Executes an image instruction at once (a wl_insn_fn).
void wl_image_now(struct wl_wave *w, const struct wl_insn *insn);
// The texels of a sample or gather4 that accesses memory. NULL: it accesses none.
static inline struct wl_texels *wl_texels_of(const struct wl_pending *p) {
  return wl_image_samples(&p->insn) && wl_image_accesses(&p->insn, &p->image) ? p->texels : NULL;
}

// ---- FLAT (flat.c) -----------------------------------------------------------------------------------
// The half of an instruction that the unit has: WL_UNIT_LDS the lanes in the shared aperture, WL_UNIT_VMEM the others,
// which complete in order with vector memory.
struct wl_insn wl_flat_half(const struct wl_insn *insn, wl_block unit);
// The active lanes of a half.
uint64_t wl_flat_lanes(const struct wl_wave *w, const struct wl_insn *half);
// The part of wl_vmem_places for the half of WL_UNIT_VMEM.
void wl_flat_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                    struct wl_places *to);

// The image of an instruction in flight; NULL: it has none.
static inline const struct wl_image *wl_image_in(const struct wl_pending *p) {
  return wl_is_image(&p->insn) && p->image.what == WL_IMAGE_READY ? &p->image : NULL;
}

// ---- atomics at memory (atomic.c) ----------------------------------------------------------------
// The new value of a word of 4 bytes, with wide of 8, that holds t. compare is used by WL_ATOMIC_CMPSWAP alone. A word
// of 4 bytes has zeros above.
uint64_t wl_atomic_value(wl_mem_atomic what, bool wide, uint64_t t, uint64_t data, uint64_t compare);
// The operands of a lane of VMEM, from the VGPRs of DATA: the new value, then of cmpswap the one to compare with.
struct wl_atomic_operands {
  uint64_t data, compare;
};
struct wl_atomic_operands wl_atomic_operands(const struct wl_access *a, uint32_t (*data)[WL_LANES], uint32_t lane);
// One atomic on a mapped word; returns what it held.
uint64_t wl_atomic_at(const struct wl_access *a, uint8_t *word, struct wl_atomic_operands o);

// ---- scalar memory (scalar.c) ------------------------------------------------------------------------
// Fills address[0][0], reached[0] and wrapped of `to` for an SMEM instruction.
void wl_smem_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                    struct wl_places *to);
// The operands of an atomic, from the registers of SDATA.
struct wl_atomic_operands wl_smem_operands(const struct wl_access *a, const uint32_t *sdata);
// What a clock instruction gives in this cycle (D-MEM-62).
static inline uint64_t wl_smem_clock(const struct wl_access *a, uint64_t cycle) { return cycle / a->scale; }
// The function that executes this SMEM instruction at once.
wl_insn_fn wl_smem_now_fn(const struct wl_insn *insn);

// ---- values of the DS instructions (ds_operations.c) ----------------------------------------------
// An atomic: the new value for what memory holds (t) and the DATA operands.
uint64_t wl_ds_operate(const struct wl_insn *insn, uint64_t t, uint64_t d0, uint64_t d1, uint32_t mode);
// WL_DS_LANES: the result of all lanes.
void wl_ds_exchange(const struct wl_insn *insn, const uint32_t *addr, const uint32_t *data, uint64_t exec,
                    uint32_t to[WL_LANES]);

// ---- a memory instruction as it is at issue (operation.c) -------------------------------------------
// Fills the addresses and the store data of insn.
void wl_pending_fill(const struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn);
// The row of p->data that the instruction writes to its VGPR vdst + r, once its data is complete.
static inline const uint32_t *wl_written_back_row(const struct wl_pending *p, uint32_t r) {
  const struct wl_access *a = p->access;
  // read2 and wrxchg2 with two equal addresses access once. Both parts of the destination get that result.
  const bool twice = a->accesses == 2 && wl_ds_accesses(&p->insn, a) == 1;
  return p->data[twice ? r % (wl_access_regs(a) / 2) : r];
}
// What a D16 load keeps of a register that holds `old`: with SRAM-ECC nothing (D-MEM-81).
static inline uint32_t wl_kept(const struct wl_memory *m, uint32_t old) { return m->sramecc ? 0 : old; }
// What it writes in a lane. raw: of that row. old: what it keeps (wl_kept).
static inline uint32_t wl_written_back_value(const struct wl_pending *p, uint32_t raw, uint32_t old) {
  return wl_load_value(p->access->bytes, p->access->sign, p->access->half, raw, old);
}

// Copies those of up to 64 bytes whose enables are set. The others become 0.
static inline void wl_copy_enabled(uint32_t *to, const uint8_t *from, uint64_t enables, uint32_t bytes) {
  if (enables == ~0ull >> (64 - bytes)) {
    memcpy(to, from, bytes);
    return;
  }
  for (uint32_t i = 0; i < bytes / 4; i++, enables >>= 4) {
    uint32_t word;
    memcpy(&word, from + 4 * i, 4);
    to[i] = word & (((uint32_t)(enables & 15) * 0x00204081u) & 0x01010101u) * 0xffu;
  }
}

// ---- between memory and the LDS (lds_move.c) -----------------------------------------------------------
// Active lanes of an instruction of wl_moves_lds whose dword lies in the wave's LDS. first: the byte of the LDS array
// of lane 0; lane l has that at 4 * l more.
uint64_t wl_lds_move_lanes(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first);
// Fills lds_first and lanes of such an instruction, and leaves other lanes out of exec.
void wl_lds_move_fill(const struct wl_wave *w, struct wl_pending *p);
// Moves the dwords of these lanes: a load's from data to the LDS, the others from the LDS to data.
void wl_lds_move(struct wl_memory *m, struct wl_pending *p, uint64_t lanes);

// ---- the LDS (lds.c) ---------------------------------------------------------------------------------
static inline wl_mem_op wl_lds_op(const struct wl_access *a, uint32_t access) {
  if (a->what == WL_DS_MOVE) return a->mem_op == WL_MEM_STORE ? WL_MEM_STORE : WL_MEM_LOAD;
  return a->what == WL_DS_SRC2 && access == 1 ? WL_MEM_LOAD : WL_MEM_ATOMIC;
}
// Transfers bytes first .. first + count - 1 of a lane's access. An atomic access is always whole.
void wl_lds_serve(struct wl_memory *m, struct wl_pending *p, uint32_t access, uint32_t lane, uint32_t first,
                  uint32_t count);
// Executes any DS instruction at once (a wl_insn_fn), or the LDS half of FLAT.
void wl_lds_now(struct wl_wave *w, const struct wl_insn *insn);
// As above, for its record.
void wl_lds_finish(struct wl_wave *w, struct wl_pending *p);
// The function that executes this instruction of the LDS at once (ds_now.c).
wl_insn_fn wl_ds_now_fn(const struct wl_insn *insn);

// ---- absolute data of clauses (marks.c) ----------------------------------------------------------------
// Makes m->marks. false: out of memory.
bool wl_marks_new(struct wl_memory *m);
// The LDS from byte `at` on is allocated to a group.
void wl_marks_clear(struct wl_memory *m, uint64_t at, uint32_t bytes);
// A lane reads bytes of the LDS array; m->absolute gets what is wrong with that. There are marks.
void wl_marks_read(struct wl_memory *m, const struct wl_reader *r, uint64_t at, uint32_t bytes, uint32_t lane);
// An instruction accesses them.
void wl_marks_access(struct wl_memory *m, const struct wl_pending *p, wl_mem_op op, uint64_t at, uint32_t bytes,
                     uint32_t lane);

// ---- memory instructions in flight (in_flight.c) ----------------------------------------------------
// A record of insn as it is now, added to the wave's list. NULL: out of memory.
struct wl_pending *wl_pending_new(struct wl_wave *w, const struct wl_insn *insn, uint32_t tag);
static inline struct wl_pending *wl_pending_find(const struct wl_memory *m, wl_block unit, uint32_t slot,
                                                 uint32_t tag) {
  if (slot >= WL_MAX_WAVES || tag >= WL_MAX_TAGS || !wl_is_memory_unit(unit)) return NULL;
  return m->by_tag[slot][unit][tag];
}
void wl_pending_remove(struct wl_memory *m, uint32_t slot, struct wl_pending *p);
void wl_pending_free_all(struct wl_memory *m);
// Fills a record anew: insn, of w, in place of what it is, which it stays by name.
void wl_pending_refill(const struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn);
bool wl_pending_any(const struct wl_memory *m);
// The oldest that completes in order with p and is older; NULL: none.
const struct wl_pending *wl_pending_before(const struct wl_memory *m, uint32_t slot, const struct wl_pending *p);

// ---- accesses to unmapped memory, and outside of the LDS (unmapped.c) ---------------------------------
// Counts an access of insn. pc: of insn. image: of an instruction of MIMG, else NULL.
void wl_note_unmapped(struct wl_memory *m, uint32_t slot, uint64_t pc, const struct wl_insn *insn,
                      const struct wl_image *image, uint32_t lane, uint64_t address);
// As above, for an instruction that w executes immediately. The run loop finds the pc of the first by the instruction.
void wl_note_unmapped_now(struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint64_t address);
// Counts the lanes of an instruction of w that access the LDS outside of the workgroup's allocation. by: it executes at
// once; NULL: w->pc is its pc.
void wl_note_outside_lds(const struct wl_wave *w, const struct wl_pending *p, const struct wl_insn *by);
// Whether there may be such lanes.
static inline bool wl_may_be_outside(const struct wl_wave *w, const struct wl_pending *p) {
  if (p->insn.unit == WL_UNIT_LDS) return p->viol;
  return wl_moves_lds(&p->insn) && !p->ignored && p->exec != wl_exec(w);
}
// As above, for a read of LDS_DIRECT by this lane.
void wl_note_outside_direct(const struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint32_t at,
                            uint32_t bytes);

#endif
