// SPDX-License-Identifier: Apache-2.0
// A random program while it is made: what is known of the registers, and the instruction under construction.
//
// Registers of a program with n VGPRs:
//   s[0:23]    the fork stack; plain registers outside a fork
//   s[24:79]   plain registers            v[0:n-7] plain registers
//   s[0:1], s2 at the start: kernel arguments, workgroup
//   s[80:81]   middle of the read-only buffer of edge values: -2048..+2047 bytes are in it
//   s[82:83]   private memory of the wave: -4096..+8143 bytes are its own
//   s[84:85]   call and jump address      s[87:88] loop counters     s89 scratch
//   s86 wave number: in its group [3:0], in the grid [31:16]
//   s[90:93]   CSP saved by a fork        s[94:101] EXEC saved by a fork; s[100:101] (s[92:93] of 96 SGPRs) also
//   s[82:83]
//              while it points elsewhere
//   v[n-6]     lane*stride into the edge values    v[n-5:n-4] address of v[n-3]    v[n-3] lane*stride into private
//   memory v[n-2]     LDS address: wave*4096 + 0..15 + lane*stride                                v[n-1] lane number
#ifndef WAVELOCK_RANDOM_PROGRAM_H
#define WAVELOCK_RANDOM_PROGRAM_H

#include <stdio.h>

#include "profile.h"
#include "rng.h"

enum {
  SGPRS = 102,
  FORK_STACK = 24,
  PLAIN_SGPRS = 80,
  VCC = 106,
  M0 = 124,
  EXEC = 126,
  SCALARS = 128,
  VGPRS = 256,
  POOL_ROWS = 1024
};
enum { GDS_BYTES = 4096, GDS_COMMON = 512, LDS_TAIL = 512, LDS_CONSTANTS = 60 };
enum { EDGE_BYTES = 4096, PRIVATE_BYTES = 16384, LDS_BYTES = 4096, MAX_TOUCHES = 16, RESERVED_VGPRS = 6 };

// What memory operations may do: to the wave's own places anything; to another wave's only load; store where nobody
// loads.
typedef enum { ACCESS_OWN, ACCESS_LOAD, ACCESS_STORE } memory_access;

typedef enum { UNIT_SALU, UNIT_SMEM, UNIT_VALU, UNIT_LDS, UNIT_VMEM, UNIT_FLOW } unit;

typedef struct {
  bool vgpr, write;
  uint8_t first, count;
} touch;

typedef struct {
  char text[256];
  unit unit;
  touch touches[MAX_TOUCHES];
  int touch_count;
  char bus[32];  // the scalar operand that takes the constant bus; "" while none does, "-" an implicit or later one
  uint32_t bus_bits;   // its width when it may be named again, else 0
  bool literal;        // the dword after the instruction is taken
  bool indexed;        // GPR-index mode applies
  bool stores;         // writes memory
  bool reads_private;  // loads from memory that this wave writes
  uint8_t wide_store;  // first VGPR + 1 of store data of more than 64 bits, its count below
  uint8_t wide_count;
  bool reads_flags;  // VCCZ or EXECZ as data
  bool lane_select;  // the last SGPR touched is a lane number
  bool dpp;          // reads its VGPRs across lanes
  bool hwreg_write, hwreg_read;
  bool gds;         // its VGPRs are read late: EXP_CNT
  uint32_t fields;  // sources chosen
  bool lds_done;    // all LDS operations before it must be over
  uint32_t idle;    // further issue slots it takes (s_nop)
} insn;

typedef struct {
  rng random;
  profile profile;
  FILE *out;
  uint32_t left, emitted;  // instructions
  uint32_t vgprs, waves, groups, labels;
  // LDS of a workgroup: 4096 bytes a wave, and where there is room a tail that waves share and constants behind it
  uint32_t lds_bytes, lds_tail;  // tail: where it begins
  uint32_t sgprs;                // the allocation: 102, or 96 and then one level of forks
  bool traps;                    // there is a trap handler
  bool faults;                   // waves may end in what must be refused
  bool again;                    // launched twice: the first launch changes, at its end, what the second meets
  uint32_t changed;              // label of that routine
  const char *alignment;         // the launch's alignment mode, in which GLOBAL is illegal; NULL: UNALIGNED
  uint32_t cond_dbg;             // the launch's: 0 none, 1 user, 2 sys, 3 both
  // shared registers: a few that all waves set to the same values, shared_part of every wave, a few more in common;
  // clause temporaries
  uint32_t shared_global, shared_temps, shared_part;
  uint32_t shared_first, shared_count;  // absolute operands lie in these and in the temporaries
  uint32_t shared_fields;               // operands that are absolute, by field: SRC0, SRC1, SRC2, VDST
  // control flow
  uint32_t depth, fork_depth, loop_depth, call_depth;
  uint32_t divergent;  // blocks open that not every wave of the workgroup runs equally often
  memory_access access;
  bool direct;        // the next vector source is LDS_DIRECT
  bool skipping;      // VSKIP is set
  bool indexing;      // GPR-index mode is on
  bool index_writes;  // and destinations are indexed, by index
  uint32_t index;
  uint32_t exec_due;  // instructions until EXEC is refreshed; 0: not due
  // loads on their way: number of the load among its kind + 1, by register; 0: none
  uint32_t vgpr_vm[VGPRS], vgpr_lds[VGPRS], vgpr_gds[VGPRS];
  uint32_t vgpr_exp[VGPRS];  // the same for registers that a GDS instruction reads
  uint32_t gds_issued;
  bool sgpr_smem[SCALARS];
  bool smem_out;
  uint32_t vm_issued, lds_issued, vm_waited, lds_waited, stores_issued;
  // issue slots, for the wait states
  uint32_t slot;
  uint32_t valu_sgpr[SCALARS];  // slot after the last VALU write
  uint32_t valu_vgpr[VGPRS];
  uint32_t valu_unnamed;  // the same for VGPRs that were not noted one by one
  bool half_vcc;          // one word of VCC may have been written since both were
  uint32_t wide_store[VGPRS], m0_slot, setreg_slot, vskip_slot;
  // the planted violation
  struct {
    int kind;  // 0: none
    bool done;
    uint32_t left, wave;  // planted when so many instructions are left
    char text[96], why[64];
  } plant;
  // registers written last
  uint8_t recent_v[8], recent_s[8];
} program;

static inline uint32_t plain_vgprs(const program *p) { return p->vgprs - RESERVED_VGPRS; }
static inline uint32_t knob(const program *p, int k) { return p->profile.knob[k]; }

// ---- emit.c: finished instructions ----
__attribute__((format(printf, 2, 3))) void append(insn *i, const char *format, ...);
void touch_sgprs(insn *i, uint32_t first, uint32_t count, bool write);
void touch_vgprs(insn *i, uint32_t first, uint32_t count, bool write);
// Puts in front of the instruction the waits and idle slots it needs, writes it, and notes what it does.
void emit(program *p, insn *i);
// A fixed instruction of the scalar side that touches nothing but reserved registers.
__attribute__((format(printf, 2, 3))) void emit_text(program *p, const char *format, ...);
void emit_wait_all(program *p);
// A place that is reached from several others: nothing on its way, all wait states over.
void emit_label(program *p, uint32_t label);
void settle(program *p);

// ---- operand.c: choices; each appends the operand's text and notes its registers ----
uint32_t directed_value(rng *r);
void scalar_source(program *p, insn *i, uint32_t bits, bool literal);
void scalar_destination(program *p, insn *i, uint32_t bits, bool also_read);
uint32_t plain_pair(program *p);  // first register of an even pair that may be written
void vector_source(program *p, insn *i, char class, bool any, bool literal);
uint32_t vgpr_source(program *p, insn *i,
                     uint32_t count);  // appends the first register of count and returns its number
void vector_destination(program *p, insn *i, uint32_t count, bool also_read);
void mask_destination(program *p, insn *i, bool exec);
void mask_source(program *p, insn *i);

// ---- opcode.c ----
typedef struct {
  enum { SOP1, SOP2, SOPC, SOPK, SMEM, VOP1, VOP1S, VOP2, VOP2S, VOPC, VOP3, VOP3P, DS, GLOBAL } format;
  uint32_t number;
  const char *name, *operands;
  int group;
} opcode;
extern const opcode opcodes[];
extern const uint32_t opcode_count;
// Emits one instruction of a group.
void random_opcode(program *p, int group);

bool may_emit(const program *p, const opcode *o, int group);
void vector_opcode(program *p, const opcode *o);

// A scalar load from s[base:base+1] + offset.
void scalar_load(program *p, const opcode *o, uint32_t base, int offset);
// A GLOBAL instruction whose lanes' addresses are in v[address], to s[saddr:saddr+1], or for saddr 0 in
// v[address:address+1].
void global_access(program *p, const opcode *o, uint32_t address, uint32_t saddr, int offset);

// ---- ds.c ----
void data_share(program *p, const opcode *o);  // an instruction on the wave's own LDS
void random_gds(program *p);
void random_direct(program *p);  // a vector instruction that reads LDS_DIRECT
void random_owner(program *p);
void past_lds(program *p);  // an access that is out of range in all lanes
// All waves of the workgroup between barriers: atomics that commute, on one place; owner writes and reads.
void random_reduce(program *p);

// ---- forms.c: the second dwords of SDWA and DPP ----
bool has_sdwa(const opcode *o);
bool has_dpp(const opcode *o);
// Appends the selects of an SDWA instruction with so many sources.
void sdwa_selects(program *p, insn *i, const opcode *o, uint32_t sources);
// A random DPP control, row and bank masks: bits 31:24 and 19:8 of the second dword; text takes the assembler's words
// for it.
uint32_t dpp_control(program *p, char *text, size_t size);
// An instruction that has a DPP form in the unit and none in the assembler, as words.
void dpp_words(program *p, const opcode *o);

// ---- flow.c ----
// Everything between the entry label and s_endpgm.
void random_program(program *p);
// New strides for the lanes' addresses, which are those of the wave's own places.
void random_stride(program *p);
void vector_step(program *p);  // a vector instruction, as the profile weighs them
void random_straight(program *p, uint32_t length);
// At most so many instructions of a block (no less than one while any are left).
void random_block(program *p, uint32_t length);
// Length of a part of what is left.
uint32_t random_part(program *p);

void address_of(program *p, uint32_t label, bool before);  // s[84:85] = address of a label before or behind here

// ---- corners.c ----
// Two borders of 4 GiB with a page on either side, 4 GiB apart: buffers that nobody stores to.
static const uint64_t BORDER = UINT64_C(0x500000000);
void random_border(program *p);
void random_violation(program *p);
void random_counters(program *p);
void random_m0(program *p);
void random_code(program *p);
void random_class(program *p);

// ---- faults.c ----
enum { FAULT_TRAP = 255 };       // the trap by which a handler is told to fault
void random_faults(program *p);  // at the end: each wave may come to something that must be refused
void fault_in_handler(program *p);

// ---- share.c ----
// Where the first lane's LDS or GDS address lies, 0 to 15, and the stride of the lanes', 0 to 32: as often as the
// profile says, such that they are no multiples of 4.
uint32_t lds_first(program *p);
uint32_t lds_stride(program *p);
// The lanes' addresses with new strides; LDS those of the wave whose number is in SGPR wave (s89 may be lost).
void lane_addresses(program *p, uint32_t wave);
// Some instructions on places that other waves use too, between barriers where that needs them.
void random_share(program *p);
// One wave of every workgroup ends here.
void random_early_end(program *p);
// Every wave of the workgroup is here equally often, with CSP 0 and places of its own.
bool everybody(const program *p);
void meet(program *p);  // a barrier with nothing on its way

// ---- plant.c ----
bool plant_find(program *p, const char *name);  // false: no such kind
void plant_prepare(program *p);                 // after waves and registers are chosen
void random_plant(program *p);
void plant_expect(const program *p, FILE *json);  // what test.json expects of the run
void plant_tell(const program *p);                // on stdout

// ---- control.c ----
void random_misc(program *p);
void random_control(program *p);  // sleep, messages, halt, traps, single step
void random_trap(program *p);
void random_end(program *p);       // an instruction that ends the wave
void control_handler(program *p);  // the trap handler, where there is one

// ---- shared.c ----
enum { SHARED_COMMON = 4, SHARED_LAST = 2 };  // rows in common: the first and the last
void random_shared(program *p);
uint32_t shared_register(program *p, uint32_t count);  // first of count registers for an absolute operand

// ---- raw.c ----
// A few instructions as bare words, and what puts the reserved registers and MODE back.
void random_raw(program *p);
// The instruction that ends a program with raw ones: always illegal.
void random_raw_end(program *p);

#endif
