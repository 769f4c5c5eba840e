// SPDX-License-Identifier: Apache-2.0
// Decoded code, one page at a time.
#ifndef WAVELOCK_WAVE_CODE_H
#define WAVELOCK_WAVE_CODE_H

#include "wave/model.h"

enum { WL_CODE_INSNS = WL_PAGE / 4 };

// The decoded instructions of a 4 KiB page of code. Waves share it if their allocation and their alignment mode
// are the same (code.c).
struct wl_decoded_page {
  struct wl_decoded_page *next;
  uint64_t base;
  uint32_t sgpr_size, vgpr_size;
  uint32_t second_end;  // of its waves
  uint32_t alignment_mode;
  bool pure;     // wl_model_pure
  bool checked;  // wl_accesses_checked
  bool watched;  // the memory and the LDS are watched
  bool viewed;   // the memory is a view
  bool marked;   // there are marks in the LDS
  wl_isa isa;    // of the unit
  bool rdna;     // of the unit
  bool mapped, next_mapped;
  uint32_t next_word;                      // first dword of the page after
  uint32_t words[WL_CODE_INSNS];           // the page as decoded
  struct wl_insn insn[WL_CODE_INSNS + 2];  // the last two are WL_KIND_PAGE_END
};

// The page that holds pc, decoded for this wave. NULL: out of memory.
struct wl_decoded_page *wl_code_page(struct wl_model *m, const struct wl_wave *w, uint64_t pc);
void wl_code_decode(struct wl_decoded_page *page, uint32_t index);  // index: dword of the page
void wl_code_refresh(struct wl_model *m);                           // forgets pages that memory no longer agrees with
// Frees pages whose memory has been unmapped. No wave runs or remembers their instructions.
void wl_code_drop_unmapped(struct wl_model *m);
void wl_code_free(struct wl_model *m);
// Address of an instruction of a decoded page; 0: it is in no page.
uint64_t wl_code_address(const struct wl_model *m, const struct wl_insn *insn);
// The instruction at the wave's pc, as memory holds it now. NULL: out of memory.
const struct wl_insn *wl_code_fetch(struct wl_model *m, const struct wl_wave *w);

#endif
