// SPDX-License-Identifier: Apache-2.0
// What the harness of every testbench repeats: a unit, its checker and two memories, and the end of a run.
#include <stdio.h>
#include <stdlib.h>

#include "check/internal.h"

struct wl_harness {
  wl_unit *unit;
  wl_checker *checker;
  wl_mem *memory, *model_memory;
};

wl_harness *wl_harness_new_sized(const wl_checker_options *options, size_t size) {
  wl_error error = {"out of memory for the harness"};
  wl_harness *h = calloc(1, sizeof *h);
  if (h) {
    h->unit = wl_unit_new("");
    h->memory = wl_mem_new();
    h->model_memory = wl_mem_new();
    if (h->unit && h->memory && h->model_memory)
      h->checker = wl_checker_new_sized(options, size, h->model_memory, h->unit, &error);
  }
  if (h && h->checker) return h;
  fprintf(stderr, "ERROR: %s\n", error.text);
  wl_harness_free(h);
  return NULL;
}

void wl_harness_free(wl_harness *h) {
  if (!h) return;
  wl_checker_free(h->checker);
  wl_unit_free(h->unit);
  wl_mem_free(h->model_memory);
  wl_mem_free(h->memory);
  free(h);
}

wl_checker *wl_harness_checker(const wl_harness *h) { return h->checker; }

wl_mem *wl_harness_memory(const wl_harness *h) { return h->memory; }

bool wl_harness_load(wl_harness *h, uint64_t address, const void *bytes, size_t size) {
  wl_mem *both[] = {h->memory, h->model_memory};
  for (int i = 0; i < 2; i++)
    if (!wl_mem_map(both[i], address, size) || !wl_mem_write(both[i], address, bytes, size)) return false;
  return true;
}

bool wl_harness_access(wl_harness *h, int port, int id, bool store, uint64_t line, uint64_t enables, uint32_t *data) {
  const wl_unit_description *d = &h->unit->description;
  const bool told = d->sizes_reported >> WL_SIZE_line_bytes & 1;
  const uint32_t size = told ? d->size[WL_SIZE_line_bytes] : unit_sizes[WL_SIZE_line_bytes].standard;
  uint8_t *page = wl_mem_page_to_write(h->memory, line), *bytes = (uint8_t *)data;
  for (uint32_t i = 0; page && i < size; i++) {
    uint8_t *at = page + line % WL_PAGE + i;
    if (!store) bytes[i] = *at;
    else if (enables >> i & 1) *at = bytes[i];
  }
  if (port) wl_probe_mem_performed(h->unit, port, id, !page, data);
  return page != NULL;
}

bool wl_harness_go_on(const wl_harness *h, bool ended) {
  return !wl_checker_stop(h->checker) && (!ended || wl_checker_busy(h->checker));
}

wl_verdict wl_harness_close(wl_harness *h, const char *why) {
  wl_checker_result result;
  if (*why) wl_checker_cut_short(h->checker, WL_HANG, -1, why);
  wl_checker_finish(h->checker, h->memory, &result);
  printf("%s: %llu cycles, %llu instructions, %llu events; not checked: %s\n", wl_verdict_name(result.verdict),
         (unsigned long long)result.cycles, (unsigned long long)result.instructions, (unsigned long long)result.events,
         result.not_checked);
  wl_harness_free(h);
  return result.verdict;
}
