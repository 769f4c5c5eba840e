// The four banks of the LDS (lds.md section 4):
// - strides that spread over the banks, that meet in one bank, and that share an entry;
// - every width of read and write;
// - both addresses of read2/write2 and their st64 forms;
// - lanes out of range.
//
//   out: rows of 64 dwords, one for each check
//   s[30:31] out   v0 lane   v4 lane*4   v8 lane*8   v16 lane*16   v32 lane*32   v64 lane*64
// Decisions: D-LDS-3, D-LDS-4.
.text
.globl lds_banks
.p2align 8
.type lds_banks,@function
.macro row n, reg=v1
  global_store_dword v4, \reg, s[30:31] offset:(\n%8)*256
  .if \n % 8 == 7
    s_add_u32 s30, s30, 2048
    s_addc_u32 s31, s31, 0
  .endif
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
lds_banks:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_lshlrev_b32 v8, 3, v0
  v_lshlrev_b32 v16, 4, v0
  v_lshlrev_b32 v32, 5, v0
  v_lshlrev_b32 v64, 6, v0
  v_mul_u32_u24 v2, 3, v0
  v_add_u32 v3, 0x1000, v0
  v_mov_b32 v6, 0
  lgkm

// Rows 0..3: b32 at strides 4 (four lanes an entry), 16 (four banks), 32 (two banks), 64 (one bank).
  ds_write_b32 v4, v2
  ds_read_b32 v1, v4
  lgkm
  row 0
  ds_write_b32 v16, v2
  ds_read_b32 v1, v16
  lgkm
  row 1
  ds_write_b32 v32, v2
  ds_read_b32 v1, v32
  lgkm
  row 2
  ds_write_b32 v64, v2
  ds_read_b32 v1, v64
  lgkm
  row 3
// Row 4: all lanes read one dword (lane 5's of row 3). Row 5: all lanes write one dword: the highest lane wins.
  ds_read_b32 v1, v6 offset:320
  lgkm
  row 4
  ds_write_b32 v6, v0 offset:12
  ds_read_b32 v1, v6 offset:12
  lgkm
  row 5

// Rows 6..9: b128 at stride 16, read back as b32 from each of its dwords.
  v_mov_b32 v20, v0
  v_add_u32 v21, 0x100, v0
  v_add_u32 v22, 0x200, v0
  v_add_u32 v23, 0x300, v0
  ds_write_b128 v16, v[20:23]
  ds_read_b32 v1, v16
  lgkm
  row 6
  ds_read_b32 v1, v16 offset:4
  lgkm
  row 7
  ds_read_b32 v1, v16 offset:8
  lgkm
  row 8
  ds_read_b32 v1, v16 offset:12
  lgkm
  row 9
// Row 10: b128 read of the neighbour's entry (offset 16), with its four dwords added. The last lane reads 1024 and up,
// which the code below writes.
  ds_write_b128 v6, v[20:23] offset:1024
  ds_read_b128 v[24:27], v16 offset:16
  lgkm
  v_add3_u32 v1, v24, v25, v26
  v_add_u32 v1, v1, v27
  row 10
// Row 11: b96 write and read at stride 16. Three of four dwords change, and the fourth keeps the b128's.
  ds_write_b96 v16, v[21:23]
  ds_read_b96 v[24:26], v16
  ds_read_b32 v27, v16 offset:12
  lgkm
  v_add3_u32 v1, v24, v25, v26
  v_lshl_or_b32 v1, v27, 16, v1
  row 11
// Row 12: b64 at stride 8 (two lanes an entry).
  ds_write_b64 v8, v[20:21]
  ds_read_b64 v[24:25], v8
  lgkm
  v_lshl_add_u32 v1, v25, 12, v24
  row 12
// Rows 13, 14: bytes and shorts, signed and not, at stride 1 and 2: sixteen and eight lanes an entry.
  v_lshlrev_b32 v9, 1, v0
  v_sub_u32 v10, 0, v0
  ds_write_b8 v0, v10 offset:2048
  ds_read_u8 v24, v0 offset:2048
  ds_read_i8 v25, v0 offset:2048
  lgkm
  v_lshl_add_u32 v1, v24, 16, v25
  row 13
  ds_write_b16 v9, v10 offset:2304
  ds_read_u16 v24, v9 offset:2304
  ds_read_i16 v25, v9 offset:2304
  lgkm
  v_lshl_add_u32 v1, v24, 1, v25
  row 14
// Row 15: write2/read2 with different offsets, row 16: their st64 forms, row 17: 64-bit read2.
  ds_write2_b32 v4, v2, v3 offset0:0 offset1:64
  ds_read2_b32 v[24:25], v4 offset0:64 offset1:0
  lgkm
  v_lshl_add_u32 v1, v24, 8, v25
  row 15
  ds_write2st64_b32 v4, v3, v2 offset0:4 offset1:6
  ds_read2st64_b32 v[24:25], v4 offset0:4 offset1:6
  lgkm
  v_lshl_add_u32 v1, v24, 8, v25
  row 16
  ds_write2_b64 v8, v[20:21], v[22:23] offset0:0 offset1:64
  ds_read2_b64 v[24:27], v8 offset0:64 offset1:0
  lgkm
  v_add3_u32 v1, v24, v25, v26
  v_lshl_add_u32 v1, v27, 4, v1
  row 17
// Row 18: read2 with equal offsets gives one value twice; row 19: write2 with equal offsets writes DATA0.
  ds_read2_b32 v[24:25], v4 offset0:3 offset1:3
  lgkm
  v_sub_u32 v1, v24, v25
  row 18
  ds_write2_b32 v4, v2, v3 offset0:0 offset1:0
  ds_read_b32 v1, v4
  lgkm
  row 19
// Row 20: d16 reads keep the other half; row 21: d16_hi stores take the high half.
  v_mov_b32 v24, 0x5a5a5a5a
  v_mov_b32 v25, 0x5a5a5a5a
  ds_read_u16_d16 v24, v4
  ds_read_u16_d16_hi v25, v4
  lgkm
  v_add_u32 v1, v24, v25
  row 20
  v_lshlrev_b32 v26, 16, v0
  ds_write_b16_d16_hi v4, v26
  ds_write_b8_d16_hi v4, v26 offset:3
  ds_read_b32 v1, v4
  lgkm
  row 21
// Row 22: holes in EXEC: odd lanes write, all read. Row 23: each lane writes its dword 3 bytes further. So
// the fourth byte of a dword is the first of the lane's value. The other three belong to the lane before, whose upper
// bytes are 0.
  s_mov_b64 s[40:41], exec
  ds_write_b32 v4, v6
  s_mov_b32 s34, 0xaaaaaaaa
  s_mov_b32 s35, s34
  s_mov_b64 exec, s[34:35]
  ds_write_b32 v4, v3
  s_mov_b64 exec, s[40:41]
  ds_read_b32 v1, v4
  lgkm
  row 22
  v_add_u32 v10, 3, v4
  ds_write_b32 v10, v2
  ds_read_b32 v1, v4
  lgkm
  row 23
  s_endpgm
.Lend:
.size lds_banks, .Lend-lds_banks

.rodata
.p2align 6
.amdhsa_kernel lds_banks
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_group_segment_fixed_size 8192
  .amdhsa_next_free_vgpr 68
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
