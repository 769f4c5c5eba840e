// SPDX-License-Identifier: Apache-2.0
#include "observe/views/konata.h"

#include <inttypes.h>

void konata_begin(konata_log *k, FILE *to) {
  *k = (konata_log){.to = to};
  fputs("Kanata\t0004\nC=\t0\n", to);
}

void konata_at(konata_log *k, uint64_t cycle) {
  if (cycle > k->cycle) fprintf(k->to, "C\t%" PRIu64 "\n", cycle - k->cycle);
  k->cycle = cycle;
}

void konata_appears(const konata_log *k, uint64_t id, uint64_t own, uint32_t thread) {
  fprintf(k->to, "I\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\n", id, own, thread);
}

void konata_label(const konata_log *k, uint64_t id, int where) { fprintf(k->to, "L\t%" PRIu64 "\t%d\t", id, where); }

void konata_stage(const konata_log *k, uint64_t id, const char *stage) {
  fprintf(k->to, "S\t%" PRIu64 "\t0\t%s\n", id, stage);
}

void konata_needs(const konata_log *k, uint64_t id, uint64_t producer) {
  fprintf(k->to, "W\t%" PRIu64 "\t%" PRIu64 "\t0\n", id, producer);
}

void konata_ends(konata_log *k, uint64_t id) { fprintf(k->to, "R\t%" PRIu64 "\t%" PRIu64 "\t0\n", id, k->retired++); }

void konata_flushed(const konata_log *k, uint64_t id) {
  fprintf(k->to, "R\t%" PRIu64 "\t%" PRIu64 "\t1\n", id, k->retired);
}
