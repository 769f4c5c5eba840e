// SPDX-License-Identifier: Apache-2.0
// Between memory and the LDS: loads of MUBUF, GLOBAL and SCRATCH with LDS = 1, and buffer_store_lds_dword
// (buffer-memory.md 9; D-MEM-12, D-MEM-31, D-MEM-32, D-MEM-77, D-WAIT-25, D-WAIT-28; control-flow.md 5.4), standalone
// and in lockstep.
#include "buffers.h"

#include "wavelock/decode.h"

enum { LDS = WL_MUBUF_LDS, STORE = WL_OP_buffer_store_lds_dword, DWORD = WL_OP_buffer_load_dword, ENTRY = 16 };

static const struct access buffer = {.base = kData, .records = 200, .data_format = 4, .form = OFFEN};

// The instruction, and in M0 what it needs. Lane l has the dword at 4 * l of the buffer, 50 lanes of which are in
// range.
static void open_move(struct program *p, uint32_t op, uint32_t m0, uint32_t offset, uint32_t type) {
  struct access a = buffer;
  a.type = type;
  open_access(p, &a, op, 255, SOFFSET);
  p->init.sgpr[SOFFSET + 1] = m0;
  p->init.lds_size = 1000;
  p->at = kCode;
  emit(p, sop1(WL_OP_s_mov_b32, M0, SOFFSET + 1));
  emit(p, S_NOP);
  emit2(p, mubuf(op, 255, 1, 4, SOFFSET, OFFEN | LDS | offset));
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  fill(p, 4);
  for (uint32_t l = 0; l < WL_LANES; l++) vgpr(p, 1)[l] = 4 * l;
  p->init.exec = 0xfffffffeffffffffull;
}

static uint32_t *lds_words(const struct program *p) { return (uint32_t *)(uintptr_t)wl_model_lds_words(p->model); }

static uint32_t memory_word(const struct program *p, uint32_t byte) {
  uint32_t word = 0;
  assert_true(wl_mem_read(p->mem, kData + byte, &word, 4));
  return word;
}

// One transfer of each entry that has lanes, by passes.
static void transfer_all(struct program *p, wl_mem_op op, uint32_t first, uint64_t lanes) {
  for (uint32_t q = 0; q < 4; q++) {
    for (uint32_t entry = first / ENTRY; entry <= (first + 256) / ENTRY; entry++) {
      wl_lds_access a = {.op = op, .bank = entry % 4, .row = entry / 4}, predicted;
      char why[160];
      for (uint32_t l = 16 * q; l < 16 * q + 16; l++) {
        const uint32_t at = first + 4 * l;
        if ((lanes >> l & 1) && at / ENTRY == entry) a.byte_enable |= 15u << at % ENTRY;
      }
      if (a.byte_enable == 0) continue;
      bad(wl_model_lds_transfer(p->model, &a, &predicted, why), why);
      assert_int_equal(predicted.byte_enable, a.byte_enable);
      const uint32_t *words = lds_words(p) + entry * 4;
      for (uint32_t i = 0; i < 4; i++) assert_int_equal(predicted.data[i], a.byte_enable >> 4 * i & 1 ? words[i] : 0);
      assert_int_equal(wl_model_lds_transfer(p->model, &a, &predicted, why), WL_BAD_EVENT);
    }
  }
}

// Accesses memory for the lanes of a dword or less at 4 * l.
static void access_memory(struct program *p, wl_mem_op op, uint32_t offset, uint64_t lanes) {
  for (uint32_t line = 0; line < 5; line++) {
    wl_transaction t = {.unit = WL_UNIT_VMEM, .op = op, .line = kData + 64 * line};
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if ((lanes >> l & 1) && (4 * l + offset) / 64 == line) t.lanes |= 1ull << l;
    }
    if (t.lanes != 0) transact(p, &t);
  }
}

struct move {
  uint32_t op, m0, offset, type;
  uint32_t first;   // byte of the LDS of lane 0
  uint64_t inside;  // lanes whose dword lies in the 1000 bytes of the wave
};

static const struct move moves[] = {
    {DWORD, 0, 0, 0, 0, ~0ull},
    {DWORD, 0x10000 + 23, 4, 0, 24, ~0ull},  // 16 bits of M0, the sum rounded down
    {WL_OP_buffer_load_ubyte, 8, 0, 0, 8, ~0ull},
    {WL_OP_buffer_load_sbyte, 8, 0, 0, 8, ~0ull},
    {WL_OP_buffer_load_ushort, 12, 8, 0, 20, ~0ull},
    {WL_OP_buffer_load_sshort, 12, 0, 0, 12, ~0ull},
    {DWORD, 900, 0, 0, 900, (1ull << 25) - 1},
    {DWORD, 901, 0, 0, 900, (1ull << 25) - 1},
    {DWORD, 0xfffc, 8, 0, 0x10004, 0},
    {DWORD, 0, 0, 1, 0, ~0ull},
    {STORE, 40, 0, 0, 40, ~0ull},
    {STORE, 902, 4, 0, 904, (1ull << 24) - 1},
    {STORE, 0, 0, 2, 0, ~0ull},
};

static uint32_t loaded(uint32_t op, uint32_t word) {
  switch (op) {
    case WL_OP_buffer_load_ubyte: return (uint8_t)word;
    case WL_OP_buffer_load_sbyte: return (uint32_t)(int8_t)word;
    case WL_OP_buffer_load_ushort: return (uint16_t)word;
    case WL_OP_buffer_load_sshort: return (uint32_t)(int16_t)word;
    default: return word;
  }
}

static void in_lockstep(struct program *p, const struct move *m) {
  const bool store = m->op == STORE;
  const uint64_t active = m->type == 0 ? p->init.exec & m->inside : 0;
  uint64_t reached = 0;
  char why[160];
  for (uint32_t l = 0; l < WL_LANES; l++) reached |= (uint64_t)(4 * l + m->offset < buffer.records) << l;
  for (int i = 0; i < 3; i++) issue(p, 0, WL_OK);
  assert_int_equal(state_regs(p, 0).counters & 0xffff, 1);
  if (store) transfer_all(p, WL_MEM_LOAD, m->first, active);
  access_memory(p, store ? WL_MEM_STORE : WL_MEM_LOAD, m->offset, active & reached);
  if (!store) transfer_all(p, WL_MEM_STORE, m->first, active);
  bad(wl_model_return(p->model, WL_UNIT_VMEM, 0, 0, why), why);
}

static void values(void **state) {
  (void)state;
  for (uint32_t n = 0; n < 2 * sizeof moves / sizeof moves[0]; n++) {
    const struct move *m = &moves[n / 2];
    struct program p, before;
    open_move(&p, m->op, m->m0, m->offset, m->type);
    open_move(&before, m->op, m->m0, m->offset, m->type);
    const uint64_t active = m->type == 0 ? p.init.exec & m->inside : 0;
    start(&p, 0);
    if (n & 1) in_lockstep(&p, m);
    else run(&p, WL_OK);
    if (m->op != STORE) {
      for (uint32_t l = 0; l < WL_LANES; l++) {
        const uint32_t byte = 4 * l + m->offset;
        // Out of range: 0 (D-MEM-12).
        if (active >> l & 1) {
          lds_words(&before)[m->first / 4 + l] = byte < buffer.records ? loaded(m->op, memory_word(&p, byte)) : 0;
        }
      }
    }
    for (uint32_t i = 0; i < 1024; i++) {
      if (lds_words(&p)[i] != lds_words(&before)[i]) fail_msg("move %u, LDS dword %u is 0x%x", n, i, lds_words(&p)[i]);
    }
    for (uint32_t l = 0; l < WL_LANES && m->op == STORE; l++) {
      const uint32_t byte = 4 * l + m->offset;
      const bool stored = (active >> l & 1) && byte < buffer.records;
      if (memory_word(&p, byte) != (stored ? lds_words(&p)[m->first / 4 + l] : memory_word(&before, byte)))
        fail_msg("move %u, lane %u", n, l);
    }
    assert_int_equal(state_regs(&p, 0).trapsts & WL_TRAPSTS_MEM_VIOL, 0);
    program_close(&p);
    program_close(&before);
  }
}

// ---- GLOBAL and SCRATCH ----------------------------------------------------------------------------------
// Lane l reads the dword at 4 * l of the data: for SCRATCH at private offset 0.
struct segment {
  uint32_t segment, op, m0;
  int32_t offset, first;  // first: byte of the wave's LDS of lane 0
  uint64_t inside;
};
static const struct segment segments[] = {
    {WL_SEG_GLOBAL, DWORD, 0, -8, -8, ~3ull},
    {WL_SEG_GLOBAL, DWORD, 1, -2, -4, ~1ull},  // -1, rounded down
    {WL_SEG_GLOBAL, WL_OP_buffer_load_sbyte, 7, -2, 4, ~0ull},
    {WL_SEG_GLOBAL, WL_OP_buffer_load_ubyte, 0x10004, 4092, 4096, 0},
    {WL_SEG_SCRATCH, DWORD, 900, 4, 904, (1ull << 24) - 1},
    {WL_SEG_SCRATCH, WL_OP_buffer_load_ushort, 0x10008, -8, 0, ~0ull},
    {WL_SEG_SCRATCH, WL_OP_buffer_load_sshort, 0, -4096, -4096, 0},
};
enum { BASE = 512 };  // of the wave's LDS

static void open_segment(struct program *p, const struct segment *s) {
  program_open(p);
  p->init.sgpr_count = 16;
  p->init.sgpr[4] = (uint32_t)kData;
  p->init.sgpr[SOFFSET] = s->m0;
  p->init.lds_base = BASE;
  p->init.lds_size = 1000;
  p->init.exec = 0xfffffffeffffffffull;
  emit(p, sop1(WL_OP_s_mov_b64, WL_FLAT_SCRATCH, 4));
  emit(p, sop1(WL_OP_s_mov_b32, M0, SOFFSET));
  emit(p, S_NOP);
  const uint64_t words = global(s->op, 255, 1, 255, s->segment == WL_SEG_GLOBAL ? 4 : OFF, (uint32_t)s->offset);
  emit2(p, (words & ~(3ull << 14)) | (uint64_t)s->segment << 14 | WL_FLAT_LDS);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  fill(p, 5);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    // GLOBAL adds 32 bits of a VGPR: the data lies 4096 bytes behind SADDR.
    vgpr(p, 1)[l] = s->segment == WL_SEG_GLOBAL ? 4 * l + 4096 - (uint32_t)s->offset : -(uint32_t)s->offset;
  }
  if (s->segment == WL_SEG_GLOBAL) p->init.sgpr[4] -= 4096;
}

static void global_and_scratch(void **state) {
  (void)state;
  for (uint32_t n = 0; n < 2 * sizeof segments / sizeof segments[0]; n++) {
    const struct segment *s = &segments[n / 2];
    struct program p, before;
    open_segment(&p, s);
    open_segment(&before, s);
    const uint64_t active = p.init.exec & s->inside;
    start(&p, 0);
    if (n & 1) {
      char why[160];
      for (int i = 0; i < 4; i++) issue(&p, 0, WL_OK);
      access_memory(&p, WL_MEM_LOAD, 0, active);
      transfer_all(&p, WL_MEM_STORE, (uint32_t)(BASE + s->first), active);
      bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
      assert_int_equal(state_regs(&p, 0).trapsts, 0);
    } else {
      run(&p, WL_OK);
    }
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (active >> l & 1)
        lds_words(&before)[(uint32_t)(BASE + s->first) / 4 + l] = loaded(s->op, memory_word(&p, 4 * l));
    }
    for (uint32_t i = 0; i < 1024; i++) {
      if (lds_words(&p)[i] != lds_words(&before)[i]) fail_msg("segment %u, dword %u is 0x%x", n, i, lds_words(&p)[i]);
    }
    program_close(&p);
    program_close(&before);
  }
}

// A DS instruction reads a dword that such a load has yet to write; lane 0 lies before the LDS.
static void global_waits(void **state) {
  (void)state;
  for (uint32_t offset = 0; offset < 8; offset += 4) {
    struct program p;
    open_segment(&p, &segments[0]);
    p.init.lds_base = 0;
    p.init.exec = 7;  // lanes 0 and 1 are taken out, lane 2 writes dword 0
    p.at -= 8;
    emit2(&p, ds(WL_OP_ds_read_b32, 8, 9, 0, 0, offset));
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 9)[l] = 0;
    start(&p, 0);
    for (int i = 0; i < 4; i++) issue(&p, 0, WL_OK);
    issue(&p, 0, offset == 0 ? WL_HAZARD_PENDING : WL_OK);
    program_close(&p);
  }
}

// ---- format_x -----------------------------------------------------------------------------------------------
enum { UINT = 4, FLOAT = 7, SEL_0 = 0, SEL_1 = 1, SEL_X = 4, SEL_W = 7 };
static const struct {
  uint32_t dfmt, nfmt, select, bytes;
} formats[] = {{1, UINT, SEL_X, 1},  {4, FLOAT, SEL_X, 4}, {14, UINT, SEL_W, 16}, {14, FLOAT, SEL_X, 16},
               {4, UINT, SEL_1, 4},  {4, FLOAT, SEL_1, 4}, {4, UINT, SEL_0, 4},   {0, UINT, SEL_1, 0},
               {15, UINT, SEL_1, 0}, {11, UINT, SEL_X, 8}};

// X of an element that is in range. Out of range and unbound it is 0, whatever DST_SEL is (D-MEM-12).
static uint32_t expected_x(const struct program *p, size_t n, uint32_t byte) {
  const uint32_t word = memory_word(p, byte + (formats[n].select == SEL_W ? 12 : 0));
  if (formats[n].select == SEL_0) return 0;
  if (formats[n].select == SEL_1) return formats[n].nfmt == UINT ? 1 : 0x3f800000;
  return formats[n].bytes == 1 ? word & 0xff : word;
}

static void format_x(void **state) {
  (void)state;
  for (size_t n = 0; n < sizeof formats / sizeof formats[0]; n++) {
    for (int how = 0; how < 3; how++) {  // standalone, in lockstep, of a unit that does not report its LDS
      struct access lane[WL_LANES];
      struct program p;
      char why[160];
      uint64_t exec = 0xfffffffeffffffffull;
      for (uint32_t l = 0; l < WL_LANES; l++) {
        lane[l] = (struct access){.base = kData, .records = 200, .data_format = formats[n].dfmt, .form = OFFEN};
        lane[l].flags = FORMAT_ACCESS;
        lane[l].bytes = formats[n].bytes;
        lane[l].offset = 5 * l;
        lane[l].lane = l;
      }
      open_access(&p, &lane[0], WL_OP_buffer_load_format_x, 255, SOFFSET);
      p.init.sgpr[7] |= formats[n].nfmt << 12 | formats[n].select;
      p.init.sgpr[SOFFSET + 1] = 64;
      p.init.lds_size = 312;  // 62 lanes
      p.init.exec = exec;
      p.at = kCode;
      emit(&p, sop1(WL_OP_s_mov_b32, M0, SOFFSET + 1));
      emit(&p, S_NOP);
      emit2(&p, mubuf(WL_OP_buffer_load_format_x, 255, 1, 4, SOFFSET, OFFEN | LDS));
      emit(&p, S_WAITCNT_0);
      emit(&p, S_ENDPGM);
      fill(&p, 6);
      for (uint32_t l = 0; l < WL_LANES; l++) set_address(&p, &lane[l], l);
      exec &= (1ull << 62) - 1;
      const uint32_t kept = lds_words(&p)[16 + 32], behind = lds_words(&p)[16 + 62];
      if (how == 2) wl_model_at_issue(p.model, WL_UNIT_LDS);
      start(&p, 0);
      if (how == 0) {
        run(&p, WL_OK);
      } else {
        for (int i = 0; i < 3; i++) issue(&p, 0, WL_OK);
        const wl_lds_access early = {.op = WL_MEM_STORE, .row = 1, .byte_enable = 15};
        if (how == 1 && formats[n].bytes != 0) {
          wl_lds_access predicted;
          assert_int_equal(wl_model_lds_transfer(p.model, &early, &predicted, why), WL_BAD_EVENT);
        }
        serve(&p, lane, exec, false);
        if (how == 1) transfer_all(&p, WL_MEM_STORE, 64, exec);
        bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
      }
      for (uint32_t l = 0; l < 62; l++) {
        const uint32_t bytes = formats[n].bytes;
        const bool in = bytes != 0 && 5 * l + bytes <= 200;
        const uint32_t x = l == 32 ? kept : in ? expected_x(&p, n, 5 * l) : 0;
        if (lds_words(&p)[16 + l] != x) fail_msg("format %zu, %d, lane %u: 0x%x", n, how, l, lds_words(&p)[16 + l]);
      }
      assert_int_equal(lds_words(&p)[16 + 62], behind);
      program_close(&p);
    }
  }
}

// X is written when memory has served the whole element.
static void format_x_whole(void **state) {
  (void)state;
  const struct access a = {.base = kData, .records = 200, .data_format = 11};
  wl_lds_access write = {.op = WL_MEM_STORE, .byte_enable = 15}, predicted;
  wl_transaction t = {.unit = WL_UNIT_VMEM, .op = WL_MEM_LOAD, .line = kData, .lanes = 1};
  struct program p;
  char why[160];
  open_access(&p, &a, WL_OP_buffer_load_format_x, 255, SOFFSET);
  p.init.sgpr[7] |= UINT << 12 | SEL_X;
  p.init.exec = 1;
  p.at = kCode;
  emit2(&p, mubuf(WL_OP_buffer_load_format_x, 255, 1, 4, SOFFSET, LDS));
  fill(&p, 7);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  transact(&p, &t);
  assert_int_equal(wl_model_lds_transfer(p.model, &write, &predicted, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "lanes 0x1 before memory was accessed for them"));
  t.component = 1;
  transact(&p, &t);
  bad(wl_model_lds_transfer(p.model, &write, &predicted, why), why);
  assert_int_equal(predicted.data[0], memory_word(&p, 0));
  bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
  program_close(&p);
}

static void refused(struct program *p, wl_lds_access a, const char *said) {
  wl_lds_access predicted;
  char why[160];
  assert_int_equal(wl_model_lds_transfer(p->model, &a, &predicted, why), WL_BAD_EVENT);
  if (strstr(why, said) == NULL) fail_msg("\"%s\", not \"%s\"", why, said);
}

static void bad_transfers(void **state) {
  (void)state;
  const wl_lds_access write = {.op = WL_MEM_STORE, .byte_enable = 0xffff},
                      read = {.op = WL_MEM_LOAD, .byte_enable = 15};
  wl_lds_access a;
  struct program p;
  char why[160];
  open_move(&p, DWORD, 0, 0, 0);
  start(&p, 0);
  refused(&p, write, "no such instruction is in flight");
  for (int i = 0; i < 3; i++) issue(&p, 0, WL_OK);
  refused(&p, read, "buffer_load_dword writes the LDS");
  refused(&p, write, "lanes 0xf before memory was accessed for them");
  a = write;
  a.bank = 4;
  refused(&p, a, "bank 4, row 0 is out of range");
  a = write;
  a.row = 256;
  refused(&p, a, "row 256 is out of range");
  a = write;
  a.byte_enable = 7;
  refused(&p, a, "bytes 0x7 of bank 0, row 0 are the dword of no lane");
  a = write;  // lane 32 is off
  a.row = 2;
  a.byte_enable = 15;
  refused(&p, a, "are the dword of no lane");
  access_memory(&p, WL_MEM_LOAD, 0, p.init.exec & ((1ull << 50) - 1));
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "returns before it has written the LDS"));
  transfer_all(&p, WL_MEM_STORE, 0, p.init.exec);
  refused(&p, write, "lanes 0xf are served a second time");
  bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
  program_close(&p);

  open_move(&p, STORE, 0, 0, 0);
  start(&p, 0);
  for (int i = 0; i < 3; i++) issue(&p, 0, WL_OK);
  refused(&p, write, "buffer_store_lds_dword reads the LDS");
  wl_transaction t = {.unit = WL_UNIT_VMEM, .op = WL_MEM_STORE, .line = kData, .lanes = 1}, predicted;
  assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "before the LDS was read for them"));
  bad(wl_model_lds_transfer(p.model, &read, &a, why), why);
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_int_equal(predicted.data[0], lds_words(&p)[0]);
  program_close(&p);
}

// A unit that does not report its LDS.
static void unfollowed(void **state) {
  (void)state;
  for (uint32_t n = 0; n < 2; n++) {
    const uint32_t op = n == 0 ? DWORD : STORE;
    const uint64_t reached = (1ull << 50) - 1;
    struct program p;
    char why[160];
    open_move(&p, op, 0, 0, 0);
    wl_model_at_issue(p.model, WL_UNIT_LDS);
    const uint32_t lds = lds_words(&p)[7], memory = memory_word(&p, 28);
    start(&p, 0);
    for (int i = 0; i < 3; i++) issue(&p, 0, WL_OK);
    access_memory(&p, n == 0 ? WL_MEM_LOAD : WL_MEM_STORE, 0, p.init.exec & reached);
    bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
    assert_int_equal(lds_words(&p)[7], n == 0 ? memory : lds);
    assert_int_equal(memory_word(&p, 28), n == 0 ? memory : lds);
    program_close(&p);
  }
}

static bool legal(uint64_t words) {
  const uint32_t w[2] = {(uint32_t)words, (uint32_t)(words >> 32)};
  wl_decoded d;
  wl_decode_words(w, WL_GFX900, false, 100, 32, false, &d);
  return d.legal;
}

static void legality(void **state) {
  (void)state;
  const uint64_t tfe = (uint64_t)WL_MUBUF_TFE << 32;
  for (uint32_t op = 0; op < 128; op++) {
    const bool moves =
        op == WL_OP_buffer_load_format_x || (op >= WL_OP_buffer_load_ubyte && op <= DWORD) || op == STORE;
    assert_int_equal(legal(mubuf(op, 255, 255, 4, 8, LDS)), moves);  // VDATA is not judged, VADDR neither without a use
    assert_false(legal(mubuf(op, 0, 0, 4, 8, LDS) | tfe));
  }
  assert_true(legal(mubuf(STORE, 255, 0, 4, 8, 0)));
  assert_false(legal(mubuf(STORE, 0, 0, 4, 8, 0) | tfe));
  assert_false(legal(mubuf(DWORD, 0, 32, 4, 8, LDS | OFFEN)));
  assert_false(legal(mubuf(STORE, 0, 32, 4, 8, LDS | IDXEN)));
  assert_false(legal(mubuf(STORE, 0, 0, 4, 8, LDS | WL_MUBUF_RESERVED)));
}

// M0 by a scalar instruction: one state (row 15). By the vector ALU: five (row 9).
static void wait_states(void **state) {
  (void)state;
  const uint64_t moves_lds[] = {mubuf(DWORD, 0, 0, 4, 8, LDS),
                                mubuf(STORE, 0, 0, 4, 8, LDS),
                                mubuf(WL_OP_buffer_load_format_x, 0, 0, 4, 8, LDS),
                                global(DWORD, 0, 0, 0, OFF, 0) | WL_FLAT_LDS,
                                mubuf(DWORD, 0, 0, 4, 8, 0),
                                global(DWORD, 0, 0, 0, OFF, 0)};
  for (uint32_t n = 0; n < 12; n++) {
    const bool uses = n % 6 < 4;
    const uint32_t needed = !uses ? 0 : n < 6 ? 1 : 5;
    for (uint32_t nops = 0; nops < 6; nops++) {
      struct program p;
      wl_effect e;
      program_open(&p);
      p.init.sgpr_count = 16;
      emit(&p, n < 6 ? sop1(WL_OP_s_mov_b32, M0, 8) : vop1(WL_OP_v_readfirstlane_b32, M0, VGPR));
      for (uint32_t i = 0; i < nops; i++) emit(&p, S_NOP);
      emit2(&p, moves_lds[n % 6]);
      start(&p, 0);
      for (uint32_t i = 0; i <= nops; i++) assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
      assert_int_equal(wl_model_issue(p.model, 0, 0, &e), nops < needed ? WL_HAZARD_STATES : WL_OK);
      program_close(&p);
    }
  }
}

// What reads a dword of the LDS that a load has yet to write must wait for it (control-flow.md 5.4).
static void waits(void **state) {
  (void)state;
  // Lanes 0 to 9 write bytes 64 to 103 of the LDS. v1 is 0, v2 is 96, v[4:5] byte 100 of the shared aperture.
  const uint64_t load = mubuf(DWORD, 0, 0, 4, 8, LDS);
  const struct {
    uint64_t use;
    bool hazard;
  } list[] = {
      {ds(WL_OP_ds_read_b32, 8, 1, 0, 0, 60), false},
      {ds(WL_OP_ds_read_b32, 8, 1, 0, 0, 61), true},
      {ds(WL_OP_ds_read_b32, 8, 1, 0, 0, 100), true},
      {ds(WL_OP_ds_read_b32, 8, 1, 0, 0, 104), false},
      {ds(WL_OP_ds_read_b128, 8, 1, 0, 0, 52), true},
      {ds(WL_OP_ds_read_u8, 8, 2, 0, 0, 7), true},
      {ds(WL_OP_ds_read_u8, 8, 2, 0, 0, 8), false},
      {ds(WL_OP_ds_read2_b32, 8, 1, 0, 0, 20 << 8), true},
      {ds(WL_OP_ds_write_b32, 0, 1, 8, 0, 64), false},
      {ds(WL_OP_ds_add_u32, 0, 1, 8, 0, 64), true},
      {mubuf(STORE, 0, 0, 4, 8, LDS), true},
      {mubuf(STORE, 0, 0, 4, 8, LDS | 40), false},
      {mubuf(DWORD, 0, 0, 4, 8, LDS), false},
      {0xdc500000ull | (uint64_t)(4 | 8 << 24) << 32, true},   // flat_load_dword v8, v[4:5]
      {0xdc500004ull | (uint64_t)(4 | 8 << 24) << 32, false},  // offset:4
      {0xdc700000ull | (uint64_t)(4 | 8 << 8) << 32, false},   // flat_store_dword v[4:5], v8
      {vop1(WL_OP_v_mov_b32, 8, WL_SRC_LDS_DIRECT), true},
  };
  for (size_t n = 0; n < 2 * sizeof list / sizeof list[0]; n++) {
    const uint64_t use = list[n / 2].use;
    struct program p;
    wl_effect e;
    program_open(&p);
    p.init.sgpr_count = 16;
    emit(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL));
    emit(&p, 64);
    emit(&p, S_NOP);
    emit2(&p, load);
    if (n & 1) emit(&p, S_WAITCNT_0);
    emit(&p, (uint32_t)use);
    emit(&p, (uint32_t)(use >> 32));
    p.init.exec = 0x3ff;
    start(&p, 0);
    for (uint32_t l = 0; l < WL_LANES; l++) {
      vgpr(&p, 1)[l] = 0;
      vgpr(&p, 2)[l] = 96;
      vgpr(&p, 4)[l] = 100;
      vgpr(&p, 5)[l] = 0x10000;
    }
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
    if (n & 1) {
      transfer_all(&p, WL_MEM_STORE, 64, p.init.exec);
      char why[160];
      bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
      issue(&p, 0, WL_OK);
    }
    const bool hazard = list[n / 2].hazard && !(n & 1);
    const wl_result result = wl_model_issue(p.model, 0, 1, &e);
    if (result != (hazard ? WL_HAZARD_PENDING : WL_OK)) fail_msg("%zu: %d, %s", n, (int)result, e.why);
    if (hazard) assert_non_null(strstr(e.why, "missing wait, vmcnt: buffer_load_dword at 0x1000c loads the LDS, "));
    program_close(&p);
  }
}

// The same standalone, where an instruction that lists nothing runs on a shorter path.
static void waits_standalone(void **state) {
  (void)state;
  for (uint32_t n = 0; n < 2; n++) {
    struct program p;
    wl_run_report report;
    open_move(&p, DWORD, 0, 0, 0);
    p.at -= 8;
    if (n == 1) emit(&p, S_WAITCNT_0);
    emit2(&p, ds(WL_OP_ds_read_b32, 8, 9, 0, 0, 0));
    emit(&p, S_WAITCNT_0);
    emit(&p, S_ENDPGM);
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 9)[l] = 4 * l;
    start(&p, 0);
    wl_model_run(p.model, 100, &report);
    assert_int_equal(report.result, n == 0 ? WL_HAZARD_PENDING : WL_OK);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),           cmocka_unit_test(bad_transfers),      cmocka_unit_test(unfollowed),
      cmocka_unit_test(legality),         cmocka_unit_test(wait_states),        cmocka_unit_test(waits),
      cmocka_unit_test(waits_standalone), cmocka_unit_test(global_and_scratch), cmocka_unit_test(global_waits),
      cmocka_unit_test(format_x),         cmocka_unit_test(format_x_whole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
