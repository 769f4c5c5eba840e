// SPDX-License-Identifier: Apache-2.0
// The addresses of a vector memory instruction by the formulas of buffer-memory.md 2 to 5, 10 and 14.1, byte by byte.
#ifndef TB_VMEM_UNIT_FORMULAS_H
#define TB_VMEM_UNIT_FORMULAS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { FORM_GLOBAL, FORM_BUFFER, FORM_SCRATCH, FORM_FLAT } vmem_form;  // vmem_pkg::form_e
typedef enum { ALIGN_DWORD, ALIGN_DWORD_STRICT, ALIGN_STRICT, ALIGN_UNALIGNED } vmem_alignment;

typedef struct {
  vmem_form form;
  bool rdna;    // of a unit with RDNA memory (14.1)
  bool format;  // an element of a format; its DATA_FORMAT stands in the V#, 0: unbound
  bool atomic;
  uint32_t size;  // bytes of a lane's element in memory: 1, 2, 4, 8, 12, 16; an atomic has 4 or 8
  vmem_alignment alignment;
  bool idxen, offen;     // buffer
  bool has_sgpr;         // GLOBAL: base is an SGPR pair; SCRATCH: soffset is the offset
  uint32_t resource[4];  // buffer: the V#
  uint64_t base;         // GLOBAL: the SGPR pair; SCRATCH, FLAT: FLAT_SCRATCH
  uint32_t soffset;      // buffer: the value of SOFFSET; SCRATCH: that of SADDR
  int32_t offset;        // the immediate
} vmem_access;

// Dword k of a lane's element: its bytes 4k, 4k + 1 .. that are transferred.
typedef struct {
  bool out;             // of range, unbound or dropped: the lane gets 0
  bool violates;        // in range and dropped: MEM_VIOL
  bool narrow;          // addresses are taken mod 2^48, and canonical (D-MEM-44)
  uint32_t first;       // bit b: byte 4k + b is in the first request of the dword (D-MEM-60)
  uint32_t second;      // in the second
  uint64_t address[4];  // of each byte
} vmem_dword;

// The low 48 bits of an address, in the form of 64 bits (buffer-memory.md 12, D-MEM-44).
uint64_t vmem_canonical(uint64_t address);

// `vgpr` has the lane's address VGPRs. An atomic has one dword here, k = 0: all four bits of `first`, address[0] its
// word's. `lane` is 0 to 63; one of FLAT is not in the shared aperture.
void vmem_formulas(const vmem_access *a, uint32_t lane, const uint32_t vgpr[2], uint32_t k, vmem_dword *d);

#ifdef __cplusplus
}
#endif
#endif
