// SPDX-License-Identifier: Apache-2.0
// TFE = 1 of MUBUF and MTBUF: the register behind the data gets 0 in every lane of EXEC (D-MEM-21, D-MEM-42, D-MEM-63).
#include "buffers.h"

#include "wavelock/decode.h"

#define TFE ((uint64_t)WL_MUBUF_TFE << 32)
enum { VDATA = 8, XYZW = 07654, GLC = WL_MUBUF_GLC };

struct row {
  uint64_t words;
  uint32_t tfe;   // register of TFE behind VDATA
  uint32_t data;  // registers of data that are written
  uint32_t dwords;
  bool atomic;
};

static const struct row *rows(uint32_t *count) {
  static struct row list[24];
  const uint32_t fields = OFFEN;
  uint32_t n = 0;
#define LOAD(name, tfe_at, memory_dwords) \
  list[n++] =                             \
      (struct row){mubuf(WL_OP_buffer_##name, VDATA, 1, 4, SOFFSET, fields) | TFE, tfe_at, tfe_at, memory_dwords, 0}
  LOAD(load_ubyte, 1, 1);
  LOAD(load_sshort, 1, 1);
  LOAD(load_dword, 1, 1);
  LOAD(load_dwordx2, 2, 2);
  LOAD(load_dwordx3, 3, 3);
  LOAD(load_dwordx4, 4, 4);
  LOAD(load_short_d16, 1, 1);
  LOAD(load_ubyte_d16_hi, 1, 1);
  LOAD(load_format_x, 1, 2);
  LOAD(load_format_xyzw, 4, 2);
  LOAD(load_format_d16_x, 1, 2);
  LOAD(load_format_d16_xyz, 2, 2);
  LOAD(load_format_d16_hi_x, 1, 2);
#undef LOAD
#define ATOMIC(name, tfe_at, registers)                                                                         \
  list[n++] = (struct row){mubuf(WL_OP_buffer_atomic_##name, VDATA, 1, 4, SOFFSET, fields | GLC) | TFE, tfe_at, \
                           registers, 1, 1}
  ATOMIC(swap, 1, 1);
  ATOMIC(cmpswap, 2, 1);
  ATOMIC(add_x2, 2, 2);
  ATOMIC(cmpswap_x2, 4, 2);
#undef ATOMIC
  *count = n;
  return list;
}

// A buffer of 16_16_16_16 UINT: lanes 0 to 7 are in range.
static const struct access buffer = {.base = kData, .records = 64, .data_format = 12, .form = OFFEN};

static void open_row(struct program *p, uint64_t words, uint32_t type) {
  struct access a = buffer;
  a.type = type;
  open_access(p, &a, WL_OP_buffer_load_dword, VDATA, SOFFSET);
  p->init.sgpr[7] |= 4 << 12 | XYZW;
  p->at = kCode;
  emit2(p, words);
  for (uint32_t v = VDATA; v < 16; v++) {
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(p, v)[l] = 0xa0b0c000 + 256 * v + l;
  }
  for (uint32_t l = 0; l < WL_LANES; l++) vgpr(p, 1)[l] = 8 * l;
  p->init.exec = 0xffff0000ffff7f7full;
}

static void in_lockstep(struct program *p, const struct row *row, uint32_t type) {
  uint32_t mask, data[16];
  char why[160];
  issue(p, 0, WL_OK);
  if (type == 0) {
    for (uint32_t k = 0; k < row->dwords; k++) {
      wl_transaction t = {.unit = WL_UNIT_VMEM, .line = kData, .component = k, .lanes = p->init.exec & 0xff};
      if (row->atomic) t.op = WL_MEM_ATOMIC, t.wide = row->data == 2;
      if (row->atomic) t.atomic = (wl_mem_atomic)(wl_field((uint32_t)row->words, WL_MUBUF_OP) % 32);
      // Before it has all of its data, TFE's register is not written.
      assert_int_equal(wl_model_write_back_vgpr(p->model, WL_UNIT_VMEM, 0, 0, VDATA + row->tfe, 0, &mask, data, why),
                       WL_BAD_EVENT);
      transact(p, &t);
    }
    for (uint32_t q = 0; q < 4; q++) {
      bad(wl_model_write_back_vgpr(p->model, WL_UNIT_VMEM, 0, 0, VDATA + row->tfe, q, &mask, data, why), why);
      assert_int_equal(mask, p->init.exec >> (16 * q) & 0xffff);
      for (uint32_t i = 0; i < 16; i++) assert_int_equal(data[i], 0);
      assert_int_equal(wl_model_return(p->model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
      for (uint32_t r = 0; r < row->data; r++)
        bad(wl_model_write_back_vgpr(p->model, WL_UNIT_VMEM, 0, 0, VDATA + r, q, &mask, data, why), why);
      assert_int_equal(wl_model_write_back_vgpr(p->model, WL_UNIT_VMEM, 0, 0, VDATA + row->tfe, q, &mask, data, why),
                       WL_BAD_EVENT);
    }
    // No other register.
    for (uint32_t v = VDATA + row->data; v < 16; v++) {
      if (v != VDATA + row->tfe)
        assert_int_equal(wl_model_write_back_vgpr(p->model, WL_UNIT_VMEM, 0, 0, v, 0, &mask, data, why), WL_BAD_EVENT);
    }
  }
  bad(wl_model_return(p->model, WL_UNIT_VMEM, 0, 0, why), why);
}

static void registers(void **state) {
  (void)state;
  uint32_t count;
  const struct row *list = rows(&count);
  for (uint32_t n = 0; n < 4 * count; n++) {
    const struct row *row = &list[n / 4];
    const uint32_t type = n % 2;
    struct program p, plain;
    open_row(&p, row->words, type);
    open_row(&plain, row->words & ~TFE, type);
    start(&p, 0);
    start(&plain, 0);
    if (n & 2) in_lockstep(&p, row, type);
    else run(&p, WL_OK);
    run(&plain, WL_OK);
    for (uint32_t v = VDATA; v < 16; v++) {
      for (uint32_t l = 0; l < WL_LANES; l++) {
        const bool zero = v == VDATA + row->tfe && type == 0 && (p.init.exec >> l & 1);
        const uint32_t expected = zero ? 0 : vgpr(&plain, v)[l];
        if (vgpr(&p, v)[l] != expected) fail_msg("row %u, v%u lane %u is 0x%x", n, v, l, vgpr(&p, v)[l]);
      }
    }
    uint8_t memory[2][128];
    assert_true(wl_mem_read(p.mem, kData, memory[0], 128) && wl_mem_read(plain.mem, kData, memory[1], 128));
    assert_memory_equal(memory[0], memory[1], 128);
    program_close(&p);
    program_close(&plain);
  }
}

// EXEC = 0: nothing is written. Stores, and atomics without GLC, do not have the register.
static void without(void **state) {
  (void)state;
  const uint64_t list[] = {
      mubuf(WL_OP_buffer_load_dword, VDATA, 1, 4, SOFFSET, OFFEN) | TFE,
      mubuf(WL_OP_buffer_store_dword, VDATA, 1, 4, SOFFSET, OFFEN) | TFE,
      mubuf(WL_OP_buffer_store_format_xy, VDATA, 1, 4, SOFFSET, OFFEN) | TFE,
      mubuf(WL_OP_buffer_atomic_add, VDATA, 1, 4, SOFFSET, OFFEN) | TFE,
  };
  for (uint32_t n = 0; n < 4; n++) {
    struct program p;
    open_row(&p, list[n], 0);
    if (n == 0) p.init.exec = 0;
    start(&p, 0);
    run(&p, WL_OK);
    for (uint32_t v = VDATA; v < 16; v++) assert_int_equal(vgpr(&p, v)[20], 0xa0b0c000 + 256 * v + 20);
    program_close(&p);
  }
}

static bool legal(uint64_t words, uint32_t vgprs) {
  const uint32_t w[2] = {(uint32_t)words, (uint32_t)(words >> 32)};
  wl_decoded d;
  wl_decode_words(w, WL_GFX900, false, 100, vgprs, false, &d);
  return d.legal;
}

static void legality(void **state) {
  (void)state;
  uint32_t count;
  const struct row *list = rows(&count);
  for (uint32_t n = 0; n < count; n++) {
    assert_true(legal(list[n].words, VDATA + list[n].tfe + 1));
    assert_false(legal(list[n].words, VDATA + list[n].tfe));
    assert_true(legal(list[n].words & ~TFE, VDATA + list[n].tfe));
  }
  assert_true(legal(mubuf(WL_OP_buffer_store_dwordx4, 28, 1, 4, SOFFSET, 0) | TFE, 32));
  assert_true(legal(mubuf(WL_OP_buffer_store_format_xyzw, 28, 1, 4, SOFFSET, 0) | TFE, 32));
  assert_true(legal(mubuf(WL_OP_buffer_atomic_cmpswap_x2, 28, 1, 4, SOFFSET, 0) | TFE, 32));
  assert_false(legal(mubuf(WL_OP_buffer_wbinvl1, 0, 0, 4, SOFFSET, 0) | TFE, 32));
  assert_false(legal(mubuf(WL_OP_buffer_wbinvl1_vol, 0, 0, 4, SOFFSET, 0) | TFE, 32));
  assert_true(legal(mubuf(WL_OP_buffer_wbinvl1, 0, 0, 4, SOFFSET, 0), 0));
}

// A use of the register waits for the load; a load of it does not (D-WAIT-6, D-WAIT-7), and the older one is first.
static void waits(void **state) {
  (void)state;
  uint32_t count, mask, data[16];
  const struct row *list = rows(&count);
  for (uint32_t n = 0; n < count; n++) {
    const uint32_t v = VDATA + list[n].tfe;
    const struct {
      uint64_t first, second;
      wl_result result;
    } pairs[] = {
        {list[n].words, mubuf(WL_OP_buffer_store_dword, v, 1, 4, SOFFSET, 0), WL_HAZARD_PENDING},
        {list[n].words, ds(WL_OP_ds_read_b32, v, 0, 0, 0, 0), WL_HAZARD_PENDING},
        {list[n].words, mubuf(WL_OP_buffer_load_dword, v, 1, 4, SOFFSET, 0), WL_OK},
        {list[n].words, mubuf(WL_OP_buffer_store_dword, v + 1, 1, 4, SOFFSET, 0), WL_OK},
        {ds(WL_OP_ds_read_b32, v, 0, 0, 0, 0), list[n].words, WL_HAZARD_PENDING},
        {mubuf(WL_OP_buffer_load_dword, v, 1, 4, SOFFSET, 0), list[n].words, WL_OK},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
      struct program p;
      wl_effect e;
      char why[160];
      program_open(&p);
      p.init.sgpr_count = 16;
      p.init.sgpr[7] = 12u << 15;
      emit2(&p, pairs[i].first);
      emit2(&p, pairs[i].second);
      start(&p, 0);
      assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
      const wl_result result = wl_model_issue(p.model, 0, 1, &e);
      if (result != pairs[i].result) fail_msg("row %u, pair %zu: %s", n, i, e.why);
      // All is out of range here: what comes in order is all that holds back a write.
      if (i == 2 || i == 5) {
        assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 1, v, 1, &mask, data, why), WL_BAD_EVENT);
        bad(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, v, 1, &mask, data, why), why);
        bad(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 1, v, 1, &mask, data, why), why);
      }
      program_close(&p);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(registers), cmocka_unit_test(without), cmocka_unit_test(legality),
                                     cmocka_unit_test(waits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
