// SPDX-License-Identifier: Apache-2.0
// Decoded code is kept as long as its memory is mapped, so that a model can run any number of programs.
#include "wave/code.h"

#include "program.h"

static uint32_t pages(const struct program *p) {
  uint32_t count = 0;
  for (uint32_t b = 0; b < WL_CODE_BUCKETS; b++)
    for (const struct wl_decoded_page *c = p->model->code[b]; c != NULL; c = c->next) count++;
  return count;
}

enum { CODE_BYTES = 4 * WL_PAGE };

// A program on pages of its own, after which only they are mapped as code.
static void move_code(struct program *p, uint32_t n) {
  wl_mem_unmap(p->mem, p->init.pc, CODE_BYTES);
  p->at = p->init.pc = kCode + UINT64_C(0x100000000) * n;
  assert_true(wl_mem_map(p->mem, p->at, CODE_BYTES));
  emit(p, sop1(WL_OP_s_mov_b32, 2, M0));
  emit(p, vop2(WL_OP_v_add_u32, 1, VGPR + 1, VGPR + 2));
  emit(p, sopp(WL_OP_s_nop, 1));
  emit(p, S_ENDPGM);
}

static void programs_one_after_the_other(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  for (uint32_t n = 1; n <= 20; n++) {
    move_code(&p, n);
    start(&p, n % 3);
    run(&p, WL_OK);
    assert_int_equal(pages(&p), 1);
  }
  program_close(&p);
}

// As in lockstep, where the model is told of each instruction.
static void issue_by_issue(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  for (uint32_t n = 1; n <= 20; n++) {
    move_code(&p, n);
    start(&p, n % 3);
    for (int i = 0; i < 4; i++) issue(&p, n % 3, WL_OK);
    assert_int_equal(pages(&p), 1);
  }
  program_close(&p);
}

// Waves that ended remember instructions of the code that is gone; s_icache_inv looks at what all remember.
static void what_waves_remember(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  for (uint32_t slot = 0; slot < 4; slot++) {
    move_code(&p, 1);
    start(&p, slot);
    run(&p, WL_OK);
  }
  move_code(&p, 2);
  p.at = p.init.pc;
  emit(&p, sopp(WL_OP_s_icache_inv, 0));
  for (int i = 0; i < 16; i++) emit(&p, S_NOP);
  emit(&p, S_ENDPGM);
  start(&p, 5);
  run(&p, WL_OK);
  assert_int_equal(pages(&p), 1);
  program_close(&p);
}

// The code of waves that run stays, whatever else starts.
static void live_waves_keep_theirs(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  move_code(&p, 1);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  wl_mem_unmap(p.mem, p.init.pc, CODE_BYTES);
  p.init.group = 1;
  p.init.vgpr_base = p.init.vgpr_size;
  p.init.lds_base = p.init.lds_size;
  start(&p, 1);
  assert_int_equal(pages(&p), 1);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(programs_one_after_the_other),
      cmocka_unit_test(issue_by_issue),
      cmocka_unit_test(what_waves_remember),
      cmocka_unit_test(live_waves_keep_theirs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
