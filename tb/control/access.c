// SPDX-License-Identifier: Apache-2.0
// wavelock-access: registers that instructions read and write, and first and step of the execution unit, by the model.
// For scripts/wl/control/control_words.py.
//
// usage: wavelock-access [gfx900|gfx906] <words
//
// A line of the input is the one or two dwords of an instruction in hexadecimal. A line of the output is an object of
// JSON for it, or null where the compute unit does not have the instruction.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "wavelock/control.h"
#include "wavelock/decode.h"
#include "wavelock/model.h"
#include "wavelock/registers.h"

enum { VGPRS = 256 };

static const char *unit_name(const wl_decoded *d) {
  switch (d->unit) {
    case WL_UNIT_VALU: return "valu";
    case WL_UNIT_SMEM: return "smem";
    case WL_UNIT_LDS: return d->gds ? "gds" : "lds";
    case WL_UNIT_VMEM: return d->flat ? "flat" : "vmem";
    case WL_UNIT_EXPORT: return "export";
    default: return "scalar";
  }
}

static const char *flag(bool set) { return set ? "true" : "false"; }

static void print_sources(const wl_decoded *d) {
  const char *between = "";
  printf("\"sources\": [");
  for (uint32_t i = 0; i < WL_DECODED_SOURCES; i++) {
    const wl_decoded_operand *o = &d->src[i];
    if (o->kind != WL_DECODED_VGPR && o->kind != WL_DECODED_SGPR && o->kind != WL_DECODED_FLAG) continue;
    const char *kind = o->kind == WL_DECODED_VGPR ? "v" : o->kind == WL_DECODED_SGPR ? "s" : "f";
    printf("%s[%" PRIu32 ", \"%s\", %" PRIu32 ", %" PRIu32 "]", between, i, kind, o->reg, o->regs);
    between = ", ";
  }
  printf("]");
}

static void print_instruction(const wl_decoded *d) {
  static const char *const operations[] = {
      [WL_MEM_LOAD] = "load", [WL_MEM_STORE] = "store", [WL_MEM_ATOMIC] = "atomic"};
  printf("{\"name\": \"%s\", \"format\": \"%s\", \"unit\": \"%s\", \"operation\": \"%s\", ", d->name, d->format,
         unit_name(d), operations[d->mem_op]);
  const wl_unit_cycles cycles = wl_latency_cycles(d->latency, 0);
  printf("\"first\": %" PRIu32 ", \"step\": %" PRIu32 ", ", cycles.first, cycles.step);
  printf("\"returns\": %s, \"dpp\": %s, \"movrel\": %s, ", flag(d->returns), flag(d->dpp), flag(d->movrel));
  print_sources(d);
  printf(", \"vdst\": [%" PRIu32 ", %" PRIu32 "], \"sdst\": [%" PRIu32 ", %" PRIu32 "], ", d->vdst, d->vdst_vgprs,
         d->sdst, d->sdst_regs);
  printf("\"reads_vcc\": %s, \"reads_vdst\": %s, \"writes_exec\": %s, \"writes_src0\": %s, \"tfe\": %" PRIu32 "}\n",
         flag(d->reads_vcc), flag(d->reads_vdst), flag(d->writes_exec), flag(d->writes_src0), d->tfe_vgpr);
}

int main(int argc, char **argv) {
  const wl_isa isa = argc > 1 && !strcmp(argv[1], wl_isa_name(WL_GFX906)) ? WL_GFX906 : WL_GFX900;
  char line[64];
  if (argc > 2 || (argc == 2 && isa == WL_GFX900 && strcmp(argv[1], wl_isa_name(WL_GFX900)) != 0)) {
    fprintf(stderr, "usage: wavelock-access [gfx900|gfx906] <words\n");
    return 2;
  }
  while (fgets(line, sizeof line, stdin)) {
    uint32_t words[2] = {0, 0};
    wl_decoded d;
    if (sscanf(line, "%" SCNx32 " %" SCNx32, &words[0], &words[1]) < 1) {
      fprintf(stderr, "wavelock-access: not a word: %s", line);
      return 2;
    }
    wl_decode_words(words, isa, false, WL_SGPR_COUNT, VGPRS, false, &d);
    if (d.legal) print_instruction(&d);
    else printf("null\n");
  }
  return ferror(stdin) || fflush(stdout) ? 1 : 0;
}
