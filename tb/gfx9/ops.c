// SPDX-License-Identifier: Apache-2.0
#include "gfx9/gfx9.h"

#include <stdio.h>
#include <string.h>

#include "gfx9/disasm.h"
#include "wavelock/decode.h"
#include "wavelock/encoding.h"

bool wl_gfx9_unit(uint32_t isa, wl_config *config, char why[160]) {
  if (!wl_isa_of_number(isa, &config->isa)) {
    snprintf(why, 160, "the DUT has instruction set %u; the checker knows 900 and 906 (gfx900, gfx906)", isa);
    return false;
  }
  if (config->sramecc && config->isa != WL_GFX906) {
    snprintf(why, 160, "the DUT reported size \"sramecc\" as 1, expected 0: gfx900 has no SRAM-ECC");
    return false;
  }
  return true;
}

void wl_gfx9_text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *text, size_t size) {
  disassemble(unit->isa, pc, words, text, size);
}

static wl_block block_of(wl_format format) {
  switch (format) {
    case WL_FMT_SMEM: return WL_UNIT_SMEM;
    case WL_FMT_VOP1:
    case WL_FMT_VOP2:
    case WL_FMT_VOPC:
    case WL_FMT_VOP3:
    case WL_FMT_VOP3P:
    case WL_FMT_VINTRP: return WL_UNIT_VALU;
    case WL_FMT_DS: return WL_UNIT_LDS;
    case WL_FMT_FLAT:
    case WL_FMT_MUBUF:
    case WL_FMT_MTBUF:
    case WL_FMT_MIMG: return WL_UNIT_VMEM;
    case WL_FMT_EXP: return WL_UNIT_EXPORT;
    default: return WL_UNIT_SCALAR;
  }
}

bool wl_gfx9_instruction(const wl_config *unit, const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size,
                         wl_instruction *out) {
  wl_decoded d;
  const bool privileged = true;  // a handler's instructions have names, too
  wl_decode_words(words, unit->isa, unit->rdna, sgpr_size ? sgpr_size : WL_SGPR_COUNT,
                  vgpr_size ? vgpr_size : WL_BEFORE_VGPRS, privileged, &d);
  const wl_format format = wl_format_of(words[0]);
  *out = (wl_instruction){.size = d.size,
                          .block = block_of(format),
                          .halves = format == WL_FMT_FLAT && wl_field(words[0], WL_FLAT_SEG) == WL_SEG_FLAT};
  if (!d.legal) return false;
  out->ends = !strncmp(d.name, "s_endpgm", 8);
  snprintf(out->name, sizeof out->name, "%s%s", d.name, d.dpp ? "_dpp" : d.sdwa ? "_sdwa" : "");
  return true;
}

static const wl_control_ops control = {
#define CONTROL_OP(result, name, function, parameters, sentence) .name = function,
#include "wavelock/model_ops.def"
};

const wl_model_ops wl_gfx9_ops = {
    .size = sizeof wl_gfx9_ops,
    .version = WL_MODEL_OPS_VERSION,
    .isa = "GFX9",
    .control = &control,
#define OP(level, result, name, function, parameters, sentence) .name = function,
#include "wavelock/model_ops.def"
};
