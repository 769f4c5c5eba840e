// SPDX-License-Identifier: Apache-2.0
// A random program while it is made: what is known of the registers, and the instruction under construction.
//
// Registers of a program with n VGPRs:
//   s[0:23]     the fork stack; plain registers outside a fork
//   s[24:79]    plain registers
//   s[0:1], s2  at the start: kernel arguments, workgroup
//   s[80:81]    middle of the read-only buffer of edge values: -2048..+2047 bytes are in it
//   s[82:83]    private memory of the wave: -4096..+8143 bytes are its own
//   s[84:85]    call and jump address
//   s86         wave number: in its workgroup [3:0], in the grid [31:16]
//   s[87:88]    loop counters
//   s89         scratch
//   s[90:93]    CSP saved by a fork
//   s[94:101]   EXEC saved by a fork
//   s[100:101]  s[82:83], while that points elsewhere; with 96 SGPRs s[92:93]
// Where s[90:95] are second names of FLAT_SCRATCH, XNACK_MASK and VCC, s[74:79] have these places: s74 CSP, s[76:77]
// EXEC, s[78:79] s[82:83]. Then s[24:71] are plain.
//   v[0:n-7]    plain registers
//   v[n-6]      lane*stride into the edge values
//   v[n-5:n-4]  the address s[82:83] + v[n-3]
//   v[n-3]      lane*stride into private memory
//   v[n-2]      LDS address: wave*4096 + 0..15 + lane*stride
//   v[n-1]      lane number
#ifndef WAVELOCK_RANDOM_PROGRAM_H
#define WAVELOCK_RANDOM_PROGRAM_H

#include <stdio.h>

#include "core/skeleton.h"
#include "profile.h"
#include "words.h"

enum {
  SGPRS = WL_SGPR_COUNT,
  FORK_STACK = 24,
  PLAIN_SGPRS = 80,
  VCC = WL_VCC,
  M0 = WL_M0,
  EXEC = WL_EXEC,
  SCALARS = WL_LAST_REGISTER + 1,
  VGPRS = 256,
  PHYS_VGPRS = 1024
};
enum { OP_WAITCNT_VSCNT = 23, NULL_SDST = 125 };  // s_waitcnt_vscnt null, n (buffer-memory.md 14.2)
enum { GDS_BYTES = 4096, GDS_COMMON = 512, LDS_TAIL = 512, LDS_CONSTANTS = 60, LDS_UNIT = 512 };
enum { LDS_HIGH = 0x10000, LANE_HIGH = 0x20000 };  // upper words of FLAT addresses of LDS and scratch
enum { EDGE_BYTES = 4096, PRIVATE_BYTES = 16384, LDS_BYTES = 4096, MAX_TOUCHES = 16, RESERVED_VGPRS = 6 };

// Tables of operands for float opcodes (floats.c): of a format (f, h, F; i, s) and for a kind of opcode. They lie
// behind the edge values.
enum { FLOAT_TABLES = 24 };
typedef enum { FLOAT_SUM, FLOAT_PRODUCT, FLOAT_FUSED, FLOAT_SINGLE, FLOAT_SCALED } float_kind;
typedef struct {
  char format;
  float_kind kind;
  uint32_t at;  // byte of the buffer
} float_table;

// What memory operations may do. OWN: load and store in the wave's own memory. LOAD: load from another wave's memory.
// STORE: store to memory that no wave loads from.
typedef enum { ACCESS_OWN, ACCESS_LOAD, ACCESS_STORE } memory_access;

typedef enum { UNIT_SALU, UNIT_SMEM, UNIT_VALU, UNIT_LDS, UNIT_VMEM, UNIT_EXPORT, UNIT_FLOW } unit;

typedef struct {
  bool vgpr, write;
  uint8_t first, count;
} touch;

typedef struct {
  char text[256];
  unit unit;
  touch touches[MAX_TOUCHES];
  int touch_count;
  char bus[32];        // the scalar operand on the constant bus; "": none yet; "-": an implicit or a later one
  uint32_t bus_bits;   // its width if it may be named again, else 0
  bool literal;        // it has a literal
  bool indexed;        // GPR-index mode applies
  bool stores;         // writes memory
  bool reads_private;  // loads from memory that this wave writes
  bool ordered;        // waits for all memory accesses before it
  uint8_t wide_store;  // store data of more than 64 bits: its first VGPR + 1
  uint8_t wide_count;  // and its number of VGPRs
  bool reads_flags;    // VCCZ or EXECZ as data
  bool reads_vccz;     // as data or as a branch
  bool lane_select;    // the last SGPR touched is a lane number
  bool dpp;            // reads SRC0 across lanes
  uint16_t permuted;   // DPP: the VGPR of SRC0 + 1; 0: it is not known by number
  bool div_fmas;       // reads VCC as v_div_fmas does
  bool takes_m0;       // needs a wait state after a scalar write of M0
  bool conditional;    // may leave its destination as it is
  bool hwreg_write, hwreg_read;
  bool samples;     // image instruction with a sampler
  bool flat;        // counts in VM_CNT and LGKM_CNT
  bool flat_lds;    // and lanes of it may be in the LDS
  bool gds;         // reads its VGPRs late: EXP_CNT
  uint32_t late;    // what reads its VGPRs late: 0 GDS, 1 and on the types of exports
  uint32_t fields;  // number of source fields that are chosen
  bool lds_done;    // needs all earlier LDS operations complete
  uint32_t idle;    // further issue slots it takes (s_nop)
} insn;

// ---- opcodes and holes of coverage ----
typedef struct {
  enum {
    SOP1,
    SOP2,
    SOPC,
    SOPK,
    SMEM,
    VOP1,
    VOP1S,
    VOP2,
    VOP2S,
    VOPC,
    VOP3,
    VOP3P,
    DS,
    MUBUF,
    MTBUF,
    GLOBAL,
    FLAT,
    SCRATCH,
    MIMG
  } format;
  uint32_t number;
  const char *name, *operands;
  int group;
} opcode;

// Fields and kinds of operands, and what EXEC has, as points of opcodes name them (docs/coverage.md).
typedef enum {
  FIELD_SRC0,
  FIELD_SRC1,
  FIELD_SRC2,
  FIELD_SDST,
  FIELD_ADDRESS,
  FIELD_SOFFSET,
  FIELDS_OF_OPERANDS
} cover_field;
typedef enum {
  KIND_VGPR,
  KIND_SGPR,
  KIND_STATE,
  KIND_INTEGER,
  KIND_FLOAT,
  KIND_LITERAL,
  KIND_FLAG,
  KIND_DIRECT,
  KIND_SDWA,
  KIND_DPP,
  KIND_LDS,
  KIND_GDS,
  KIND_NO_VGPR,
  KIND_OFFSET,
  KIND_INDEX,
  KIND_BOTH,
  KIND_IMMEDIATE,
  KIND_SUM,
  KIND_HALVES,
  KINDS_OF_OPERANDS
} cover_kind;
typedef enum { COVER_NONE, COVER_SOME, COVER_ALL, COVER_ANY } cover_exec;
// An instruction that fills a hole: an opcode with a kind of operand in a field.
typedef struct {
  const opcode *of;
  cover_exec exec;
  cover_field field;
  cover_kind kind;
  bool lng;  // VOP1, VOP2 or VOPC in VOP3 form
} cover_hole;

// A hole of the group `range`: what a lane of a buffer does there.
typedef enum { BUFFER_PRIVATE, BUFFER_STRUCTURED, BUFFER_RAW, BUFFERS } cover_buffer;
typedef enum {
  TRANSFER_LOAD,
  TRANSFER_STORE,
  TRANSFER_ATOMIC,
  TRANSFER_FORMAT_LOAD,
  TRANSFER_FORMAT_STORE,
  TRANSFERS
} cover_transfer;
typedef enum { RANGE_IN, RANGE_EMPTY, RANGE_INDEX, RANGE_OFFSET, RANGE_CARRY, RANGE_SPLIT, RANGES } cover_lane;
typedef struct {
  cover_buffer buffer;
  bool swizzled;
  cover_transfer transfer;
  cover_lane range;
} cover_range;
enum { MOST_RANGES = BUFFERS * 2 * TRANSFERS * RANGES };
// The units that holes of the group `issue` name beside a full counter.
typedef enum { FULL_SCALAR, FULL_SMEM, FULL_LDS, FULL_VMEM, FULL_EXPORT, FULL_UNITS } cover_full;
// Waves of a workgroup in holes of the group `barrier`: 2, 3 to 15, 16.
enum { MEET_TWO = 1, MEET_SOME = 2, MEET_ALL = 4 };

enum { MOST_PAIRS = 128, MOST_AIMED = 4, MOST_PATTERNS = 128 };

// What blocks take in turn, so that each variant comes equally often (in_turn).
typedef enum {
  TURN_LIMIT,
  TURN_ALONE,
  TURN_BORDER,
  TURN_SHARE,
  TURN_FLAT,
  TURN_BUFFER,
  TURN_END,
  TURN_SGPRS,
  TURN_MODE,
  TURN_FLAG,
  TURN_SPECIAL,
  TURN_FAULT,
  TURN_TUPLE,
  TURN_QUAD,
  TURNS
} kind_in_turn;

typedef struct {
  rng random;
  profile profile;
  // --cover: holes of single opcodes, and the first one that this program fills. Holes of ranges; bits of the units of
  // full counters, and MEET_*.
  struct {
    cover_hole *holes;
    uint32_t count, first;
    cover_range ranges[MOST_RANGES];
    uint32_t range_count, full, meetings;
  } cover;
  // Pairs that shall meet (aim.c): those asked for and those chosen. The shift of their blocks, if it is given.
  struct {
    bool asked[MOST_PAIRS], shifted, no_traps;
    uint32_t pair[MOST_AIMED], count;
    int shift;
  } aim;
  const cover_hole *asked;         // what the next instruction shall have; NULL: anything
  const cover_range *asked_range;  // the same for a buffer instruction
  uint32_t place;                  // of a program among others: spread evenly over 32 bits
  // The unit, where it is not the build's own: its sizes, and patterns of the instructions that it lacks.
  struct {
    bool given;
    uint32_t waves, vgprs, lds, gds, count;
    char lacks[MOST_PATTERNS][48];
  } unit;
  bool lacking;         // an instruction of this part is one of them
  uint32_t taken_back;  // parts, one after the other
  FILE *out;
  skeleton body;
  uint32_t vgprs, waves, groups;
  // LDS of a workgroup: 4096 bytes per wave, then a tail that its waves share, then constants. Programs of 16 waves
  // have neither tail nor constants.
  uint32_t lds_bytes, lds_tail;  // tail: where it begins
  uint32_t sgprs;                // the allocation: 102, or 96 and then one level of forks
  bool alias;                    // for a unit with second names of VCC, XNACK_MASK and FLAT_SCRATCH
  // s0 and on that are plain; the first register with CSP, with EXEC, with s[82:83]
  uint32_t plain_sgprs, saved_csp, saved_exec, saved_base;
  bool traps;             // there is a trap handler
  bool clears;            // which clears the flags of floats each time
  bool faults;            // waves may end in faults
  uint32_t ended;         // waves of a group that end before the end of the program
  bool meets;             // it fills holes of barriers at its end: no wave ends before
  uint32_t gone;          // waves of a group that end at once, the first ones
  bool modes;             // waves have a MODE of their own
  bool again;             // launched twice: its waves leave state behind, and read what is there when they start
  uint32_t start;         // label: there the kernel of the second launch goes on
  bool changes;           // and at its end the first launch changes the code
  bool taken;             // launched twice: the second time its waves are taken and restored
  uint32_t places;        // at which they may be
  uint32_t changed;       // label of the routine that changes
  bool rdna;              // for a unit with the memory of RDNA
  uint32_t images;        // stages of image instructions that the unit has (image.md 1)
  const char *alignment;  // the launch's alignment mode; NULL: UNALIGNED
  uint32_t cond_dbg;      // of the launch: 0 none, 1 user, 2 sys, 3 both
  // shared registers: SHARED_COMMON in common, shared_part for every wave, SHARED_LAST in common; clause temporaries
  uint32_t shared_global, shared_temps, shared_part;
  uint32_t shared_first, shared_count;  // absolute operands lie in these and in the temporaries
  uint32_t shared_fields;               // bit per field with absolute operands: SRC0, SRC1, SRC2, VDST
  // control flow
  uint32_t fork_depth, loop_depth, call_depth;
  uint32_t divergent;  // open blocks that the waves of a workgroup may run differently often
  memory_access access;
  bool direct;        // the next vector source is LDS_DIRECT
  bool skipping;      // VSKIP is set
  bool indexing;      // GPR-index mode is on
  bool index_writes;  // it indexes destinations too
  uint32_t index;     // by this
  uint32_t exec_due;  // instructions until EXEC is set anew; 0: it may stay
  // by register: number of the load in flight among its kind + 1; 0: none
  bool vgpr_sampled[VGPRS];  // the load is of an image instruction with a sampler
  uint32_t vgpr_vm[VGPRS], vgpr_lds[VGPRS], vgpr_gds[VGPRS];
  uint32_t vgpr_exp[VGPRS];  // the same for VGPRs that a GDS instruction or an export reads, of both together
  uint32_t gds_issued, exp_issued;
  uint32_t exp_kinds;     // bit by insn.late: issued since the last expcnt(0)
  bool lds_out, gds_out;  // issued since the last lgkmcnt(0)
  bool sgpr_smem[SCALARS];
  bool smem_out, smem_stores;  // scalar memory is in flight; with stores or atomics
  bool flat_out;               // FLAT is in flight
  bool flat_lds_out;           // FLAT with lanes in the LDS is
  uint32_t vm_issued, lds_issued, vm_waited, lds_waited, stores_issued;
  // issue slots, for the wait states: the slot behind the last producer of each kind; 0: there was none
  uint32_t slot;                // the next one
  uint32_t valu_sgpr[SCALARS];  // VALU writes of an SGPR
  uint32_t valu_vgpr[VGPRS];    // VALU writes of a VGPR
  uint32_t valu_unnamed;        // VALU writes of VGPRs that are not known one by one
  bool half_vcc;                // one word of VCC may have been written since both were
  uint32_t wide_store[VGPRS], m0_slot, setreg_slot, vskip_slot;
  // one violation of a program rule
  struct {
    int kind;  // 0: none
    bool done;
    uint32_t left, wave;     // emitted by this wave, when this many instructions are left
    char text[96], why[64];  // the instruction; part of the checker's message
  } violation;
  uint8_t recent_v[8], recent_s[8];  // some registers written last
  uint32_t turns[TURNS];             // how often each was asked for
  bool limiting;                     // the buffer of this kind ends at one of the lanes' elements
  uint32_t limited;
  bool last_vgprs, last_sgprs;  // destinations, and half of the sources, are the last registers of the wave
  uint32_t private_stride;      // of the lanes' addresses in v[n-3]
  float_table tables[FLOAT_TABLES];
  uint32_t table_count, table_words;
  // While a float case is made: the operands of the next vector instructions, by source field. Their destinations lie
  // elsewhere: not from the first operand to before `end`.
  struct {
    bool on;
    uint8_t vgpr[3];
    uint32_t end;
    bool scalar;  // this field takes an SGPR with the same value, where it may
    uint32_t field, sgpr;
  } given;
} program;

// The first SGPR that is a second name (gfx9-encoding.md, D-REG-20); SCALARS: none is.
static inline uint32_t second_names(const program *p) { return p->alias && p->sgprs < SGPRS ? p->sgprs - 6 : SCALARS; }
static inline uint32_t plain_vgprs(const program *p) { return p->vgprs - RESERVED_VGPRS; }
static inline uint32_t knob(const program *p, int k) { return p->profile.knob[k]; }

// ---- emit.c: finished instructions ----
__attribute__((format(printf, 2, 3))) void append(insn *i, const char *format, ...);
void touch_sgprs(insn *i, uint32_t first, uint32_t count, bool write);
void touch_vgprs(insn *i, uint32_t first, uint32_t count, bool write);
// Writes an instruction behind the waits and wait states that it needs, and notes its effects.
void emit(program *p, insn *i);
// Writes a fixed instruction, which touches reserved registers only.
__attribute__((format(printf, 2, 3))) void emit_text(program *p, const char *format, ...);
// Emits a scalar instruction that reads and writes one SGPR each, and the same of VGPRs.
__attribute__((format(printf, 4, 5))) void scalar_op(program *p, uint32_t to, uint32_t from, const char *format, ...);
__attribute__((format(printf, 4, 5))) void vector_op(program *p, uint32_t to, uint32_t from, const char *format, ...);
// The fixed vector instruction before this wrote VCC.
void wrote_vcc(program *p);
void emit_wait_all(program *p);
// s_waitcnt_vscnt, for a unit with the memory of RDNA.
void wait_stores(program *p, uint32_t vs);
// A label that is reached from several places: nothing is in flight there, all wait states are over.
void emit_label(program *p, uint32_t label);
void settle(program *p);  // the same without a label

// ---- unit.c: what the unit has ----
// Reads a description of a unit: lines `lacks PATTERN`, `waves N`, `vgprs N`, `lds BYTES`, `gds BYTES`, `images N`.
// false: the message is on stderr.
bool unit_read(program *p, const char *path);
// Whether a program with the profile fits into the unit; to be asked once, before the first instruction.
bool unit_fit(program *p);
bool unit_has_lds(const program *p);
bool unit_has(const program *p, const char *text);  // an instruction, as the assembler reads it
// Emits a part of the program. If the unit lacks an instruction of it, the program is as it was before, but for its
// random numbers, and the answer is false.
bool unit_try(program *p, void (*part)(program *, int), int argument);
bool unit_has_any(const program *p);  // false: so many parts were taken back that the profile has none for the unit

// ---- operand.c: random operands; each function appends the operand's text and notes its registers ----
uint32_t edge_value(rng *r);
bool float_here(program *p);  // whether the next value is one that is hard for floats: knob float_values
void scalar_source(program *p, insn *i, uint32_t bits, bool literal);
void scalar_destination(program *p, insn *i, uint32_t bits, bool also_read);
// Sometimes the other name of FLAT_SCRATCH, XNACK_MASK or VCC, given by their codes. Any other register is itself.
uint32_t some_name(program *p, uint32_t code);
uint32_t plain_pair(program *p);  // first register of an even pair that may be written
// class: f, h, i, s (32 bits), l, F (64 bits), v (VGPR only). any: the field takes scalars too.
void vector_source(program *p, insn *i, char class, bool any, bool literal);
// Returns the number of the first of count registers.
uint32_t vgpr_source(program *p, insn *i, uint32_t count);
void vector_destination(program *p, insn *i, uint32_t count, bool also_read);
void mask_destination(program *p, insn *i, bool exec);
void mask_source(program *p, insn *i);

// ---- opcode.c ----
// The segment of GLOBAL, FLAT and SCRATCH: WL_SEG_*.
static inline uint32_t segment(const opcode *o) {
  return o->format == FLAT ? WL_SEG_FLAT : o->format == SCRATCH ? WL_SEG_SCRATCH : WL_SEG_GLOBAL;
}
extern const opcode opcodes[];
extern const uint32_t opcode_count;
// Emits one instruction of a group. Nothing, if none may be emitted now.
void random_opcode(program *p, int group);

bool may_emit(const opcode *o, memory_access access);
void vector_opcode(program *p, const opcode *o);
void emit_opcode(program *p, const opcode *o);  // an instruction of any opcode

// A scalar load from s[base:base+1] + offset.
void scalar_load(program *p, const opcode *o, uint32_t base, int offset);
// A GLOBAL instruction. Its addresses are s[saddr:saddr+1] + v[address], with saddr 0 v[address:address+1].
void global_access(program *p, const opcode *o, uint32_t address, uint32_t saddr, int offset);
// Sometimes, and where it may be: sets M0 and chooses an offset, so that a load of GLOBAL or SCRATCH with LDS = 1
// writes to the wave's own LDS. Returns whether it does.
bool goes_to_lds(program *p, const opcode *o, int *offset);
void load_to_lds(program *p, insn *i);  // of such a load: what it needs and writes, but its address; emits it
// Appends the VGPR operands of GLOBAL, FLAT and SCRATCH. The address is v[address:address+count-1], or with count 0
// "off". Returns whether GLC is due.
bool flat_operands(program *p, insn *i, const opcode *o, uint32_t address, uint32_t count);

// ---- flat.c ----
void flat_access(program *p, const opcode *o);
// FLAT whose lanes begin at this address and lie `stride` bytes apart. One wave alone uses the LDS then.
void flat_at_limit(program *p, const opcode *o, uint64_t first, uint32_t stride);
void scratch_access(program *p, const opcode *o);

// ---- scalar_memory.c ----
// Scalar memory instructions other than s_load.
void scalar_memory(program *p, const opcode *o);

// ---- buffer.c ----
void buffer_access(program *p, const opcode *o);
// The same in a buffer that ends at one of the lanes' elements: raw (0), structured (1) or swizzled (2).
void buffer_limit(program *p, const opcode *o, uint32_t kind);
// DFMT, and NFMT above it, of a format that there is.
uint32_t buffer_format(program *p);

// ---- image.c ----
void image_access(program *p, const opcode *o);
uint32_t image_stage(const opcode *o);  // 1 to 3 for A to C (image.md 1)

// ---- ds.c ----
void data_share(program *p, const opcode *o);  // on the wave's own LDS
// M0 = (wave number * scale << shift) + add. grid: the wave's number in the grid, else in its workgroup. Writes s89.
void wave_m0(program *p, bool grid, uint32_t scale, uint32_t shift, uint32_t add);
void random_gds(program *p);
void random_direct(program *p);   // a vector instruction that reads LDS_DIRECT
void direct_address(program *p);  // M0 for a read of LDS_DIRECT
void random_owner(program *p);
void owner_access(program *p, uint32_t number);  // the owner operation with this opcode
// An access to the wave's own part of the GDS. Whether there is room for it, and the GDS has the opcode.
bool gds_access(program *p, const opcode *o);
const char *gds_common_name(const program *p);  // the atomic that a program has on the common part of the GDS
void past_lds(program *p);                      // an access that is out of range in all lanes
// An access at the addresses in v[r]. src2: the other operand lies some dwords before or behind them.
void at_limit(program *p, uint32_t r, bool src2);
// An access whose address has no VGPR, around `end`.
void limit_by_number(program *p, uint32_t end);
void gds_limit(program *p);  // an atomic of all waves around the end of the GDS
// All waves of the workgroup, between barriers: atomics that commute, on one place; or owner writes and reads.
void random_reduce(program *p);

// ---- cover.c ----
// Reads holes of coverage and raises the weights and knobs that fill them. place: 0 to 2^32 - 1, where in the list the
// program begins. false: the message is on stderr.
bool cover_read(program *p, const char *path, uint32_t place);
void cover_opcodes(program *p);  // fills holes of opcodes, at the start of a program
// Whether the next instruction shall have this kind of operand in this field.
static inline bool asks(const program *p, cover_field field, cover_kind kind) {
  return p->asked && p->asked->field == field && p->asked->kind == kind;
}

// ---- cover_points.c ----
void cover_note(program *p, const char *group, const char *name);  // a hole by its name
void cover_points(program *p);                                     // fills holes of ranges and counters
// Waves of the workgroup with which a program at this place fills holes of barriers, at most so many; 0: any number.
uint32_t cover_waves(const program *p, uint32_t fit, uint32_t place);
void cover_meetings(program *p);  // fills them, at the end of a program: one wave is left then

// ---- aim.c ----
void aim_note(program *p, const char *name);                 // a hole of the group `coincidence`
bool aim_find(program *p, const char *id);                   // --aim. false: no such pair
void aim_prepare(program *p, uint32_t fit, uint32_t place);  // before the registers are chosen
void aim_first(program *p);                                  // the blocks at the start of a program, and at its end
void aim_last(program *p);
void aim_end(program *p);  // before the waves end

// ---- cover_words.c ----
// A scalar or vector instruction as words, for a hole of any kind but SDWA and DPP.
void cover_in_words(program *p, const cover_hole *hole);
// The code of a 32-bit operand of this kind: of a register that holds anything.
uint32_t operand_code(program *p, cover_kind kind);

// ---- forms.c: the second dwords of SDWA and DPP ----
bool has_sdwa(const opcode *o);
bool has_dpp(const opcode *o);
// Appends the selects of an SDWA instruction with this number of sources.
void sdwa_selects(program *p, insn *i, const opcode *o, uint32_t sources);
// Random DPP control, row mask and bank mask: bits 31:24 and 19:8 of the second dword. text: the same in the
// assembler's words.
uint32_t dpp_control(program *p, char *text, size_t size);
// An instruction as words, whose DPP form the assembler does not have.
void dpp_words(program *p, const opcode *o);
// v_cndmask_b32 in SDWA form as words: with SEXT, which the assembler does not write (D-VEC-37).
void cndmask_words(program *p, const opcode *o);

// ---- flow.c ----
// Everything behind the entry label.
void random_program(program *p);
// New strides for the lanes' addresses, all in the wave's own memory.
void random_stride(program *p);
void vector_step(program *p);  // a vector instruction, by the profile's weights
// Sets bits of MODE to a random value that neighbouring waves have in common by chance alone. Writes s89.
void mode_of_wave(program *p, uint32_t offset, uint32_t size);
void random_straight(program *p, uint32_t length);
// A block that ends when it has at least length instructions.
void random_block(program *p, uint32_t length);
// A random length for a block.
uint32_t random_part(program *p);

void address_of(program *p, uint32_t label,
                bool before);  // s[84:85] = the label's address. before: it lies before here

// ---- corners.c ----
// The first of two borders of 4 GiB, 4 GiB apart. The pages on either side are buffers that no wave stores to.
static const uint64_t BORDER = UINT64_C(0x500000000);
void random_border(program *p);
void random_mem_violation(program *p);
void random_counters(program *p);
void full_counter(program *p, cover_full unit);  // instructions of this unit that wait for a counter at its limit
void random_m0(program *p);
void random_code(program *p);
void random_class(program *p);
void random_aperture(program *p);
void random_store_load(program *p);
// The lanes' addresses in v[r:r+1]. apart: those of lanes with odd numbers are 4 GiB higher. Writes s[84:85].
void wide_address(program *p, uint32_t r, uint64_t first, uint32_t stride, bool apart);

// ---- limits.c ----
// The variant of so many that is next. The first follows from the program's place.
uint32_t in_turn(program *p, kind_in_turn of, uint32_t variants);
uint32_t access_of(const opcode *o);  // 0: it loads, 1: it stores, 2: an atomic
void random_limit(program *p);        // operands around a limit
// The kernel of the second launch. It begins at any dword of a line, and goes on behind the first kernel's first
// instructions.
void random_again(program *p);
// The first instruction of a program, and the last but its end.
void random_first(program *p);
void random_last(program *p);
// For programs with two launches: state that a wave leaves behind as it ends.
void leave_state(program *p);

// ---- export.c ----
void random_export(program *p);

// ---- floats.c ----
// Loads operands that are hard for an opcode into VGPRs and executes it and others of its kind on them.
void random_float_case(program *p);
// Single instructions on operands of which one alone is special. Each stands behind a trap that clears the flags in
// TRAPSTS: a flag that another instruction has raised would hide its own.
void random_flag(program *p);
// One operand that is hard by itself: bits of h, f or F.
uint64_t float_value(rng *r, char format);
// The words of all tables, in the order in which they lie in memory.
void float_tables(program *p, void (*word)(void *to, uint32_t value), void *to);

// ---- faults.c ----
enum { FAULT_TRAP = 255 };       // on this trap the handler faults
void random_faults(program *p);  // the end of a program: its waves may fault
void fault_in_handler(program *p);

// ---- share.c ----
// In bytes: an offset of the first lane's LDS or GDS address, 0 to 15, and a stride of the lanes' addresses, 0 to 32.
// The profile's `misaligned` says how often they may be any number, not only multiples of 4.
uint32_t lds_first(program *p);
uint32_t lds_stride(program *p);
// Sets the lanes' addresses, with new strides. wave: the SGPR with the number of the wave whose LDS they are in.
// Writes s89.
void lane_addresses(program *p, uint32_t wave);
// Some instructions on memory that other waves use too, between barriers where that needs them.
void random_share(program *p);
// One wave of every workgroup ends here.
void random_early_end(program *p);
// Whether every wave of the workgroup executes this place equally often, with CSP 0 and in its own memory.
bool everybody(const program *p);
void meet(program *p);  // a barrier with nothing in flight

// ---- violation.c ----
bool violation_find(program *p, const char *name);    // false: no such kind
void violation_prepare(program *p);                   // after waves and registers are chosen
void random_violation(program *p);                    // emits it
void violation_expect(const program *p, FILE *json);  // writes the expectation into test.json
void violation_report(const program *p);              // on stdout: kind, wave, expected verdict, instruction

// ---- control.c ----
void random_misc(program *p);
void random_control(program *p);  // sleep, messages, halt, traps, single step
void random_trap(program *p);
void random_end(program *p);       // an instruction that ends the wave
void control_handler(program *p);  // the trap handler, where there is one

// ---- taken.c ----
enum { TRAP_START = 252, TRAP_TAKE = 253, TRAP_LAST = 254, TURN_WAVES = 16 };
void taken_prepare(program *p);  // before the weights count
void taken_start(program *p);    // the first instructions of a program whose waves are taken
void taken_place(program *p);    // sometimes a place at which the wave may be taken; all waves of a group come to it
void taken_end(program *p);
void taken_in_handler(program *p);
// The kernel `turn`. The argument `kept` lies at this byte of the arguments.
void taken_turn(program *p, uint32_t kept_at);
uint32_t taken_private(const program *p);   // where the private memories begin in `out`
uint32_t taken_compared(const program *p);  // bytes of `out` that are compared
uint32_t taken_bytes(const program *p);     // all bytes of it

// ---- shared.c ----
enum { SHARED_COMMON = 4, SHARED_LAST = 2 };  // registers in common: the first and the last ones
void random_shared(program *p);
uint32_t shared_register(program *p, uint32_t count);  // first of count registers for an absolute operand

// ---- raw.c ----
// A few instructions as bare words. Then the reserved registers and MODE are set again.
void random_raw(program *p);
// The last instruction of a program with bare words: it always is illegal.
void random_raw_end(program *p);

#endif
