// SPDX-License-Identifier: Apache-2.0
// Sparse byte-addressed memory in 4 KiB pages: what both the model and the testbench's memory are made of.
#ifndef WAVELOCK_MEM_H
#define WAVELOCK_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WL_PAGE = 4096 };

typedef struct wl_mem wl_mem;

wl_mem *wl_mem_new(void);  // nothing mapped; NULL if out of memory
void wl_mem_free(wl_mem *m);
// Maps the pages that hold [addr, addr+size), zero-filled where they were not mapped. false: out of memory,
// or the range passes 2^48.
bool wl_mem_map(wl_mem *m, uint64_t addr, uint64_t size);
bool wl_mem_mapped(const wl_mem *m, uint64_t addr);
// All of [addr, addr+size) or nothing; false if any byte is unmapped.
bool wl_mem_read(const wl_mem *m, uint64_t addr, void *to, size_t size);
bool wl_mem_write(wl_mem *m, uint64_t addr, const void *from, size_t size);
// The page that holds addr, or NULL; valid until wl_mem_free.
uint8_t *wl_mem_page(const wl_mem *m, uint64_t addr);
// First address at which the two differ or only one is mapped. false: equal. *bytes is the number compared.
bool wl_mem_differ(const wl_mem *a, const wl_mem *b, uint64_t *addr, uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
