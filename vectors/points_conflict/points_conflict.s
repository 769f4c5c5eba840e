; SPDX-License-Identifier: Apache-2.0
; DS writes and reads of every size, in the LDS and the GDS, whose quads take one to four cycles in a bank (lds.md 4.1).
; All bytes written are 7, and v10 adds up what is read.

.macro size write, read, data, dwords, space
  ds_write_\write v1, \data \space
  ds_read_\read v[20:20+\dwords-1], v1 \space
  s_waitcnt lgkmcnt(0) & expcnt(0)
  v_add_u32 v10, v10, v20
  .if \dwords > 1
  v_add_u32 v10, v10, v21
  .endif
  .if \dwords > 2
  v_add_u32 v10, v10, v22
  .endif
  .if \dwords > 3
  v_add_u32 v10, v10, v23
  .endif
.endm

.macro sizes space
  size b8, u8, v4, 1, \space
  size b16, u16, v4, 1, \space
  size b32, b32, v4, 1, \space
  size b64, b64, v[4:5], 2, \space
  .ifb \space  ; the GDS has none of these
  size b96, b96, v[4:6], 3
  size b128, b128, v[4:7], 4
  .endif
.endm

.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 m0, 0x1000  ; of the GDS: 4096 bytes from 0 on
  v_mov_b32 v4, 0x07070707
  v_mov_b32 v5, v4
  v_mov_b32 v6, v4
  v_mov_b32 v7, v4
  v_mov_b32 v10, 0
  ; One cycle and two: 16 and 32 bytes between lanes.
  v_lshlrev_b32 v1, 4, v0
  sizes
  sizes gds
  v_lshlrev_b32 v1, 5, v0
  sizes
  sizes gds
  ; Four cycles: 64 bytes between lanes, so that all four are in one bank.
  v_lshlrev_b32 v1, 6, v0
  sizes
  sizes gds
  ; Three: the last two lanes of a quad have one address.
  v_and_b32 v2, 3, v0
  v_min_u32 v2, 2, v2
  v_lshlrev_b32 v2, 6, v2
  v_lshrrev_b32 v1, 2, v0
  v_lshl_add_u32 v1, v1, 8, v2
  sizes
  sizes gds
  v_lshlrev_b32 v0, 2, v0
  global_store_dword v0, v10, s[4:5]
  s_endpgm
