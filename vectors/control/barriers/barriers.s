// Each kind of setter, and the wait that it needs. Behind each wait the operand or result is used at once.
//
//   rows: 78 77 9 77 33 77 77 77 5 5 5 154 9 77 77   in: 77
//   s[6:7] in   s[16:19] V# of in
// Decisions: D-CTRL-19, D-CTRL-24, D-CTRL-33, D-CTRL-41.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  // A load and its result.
  ctrl 2+W0, 11+B0
  i global_load_dword v2, v1, s[6:7]
  i v_add_u32 v3, 1, v2
  row v3
  // Write and read on one barrier: address and result.
  ctrl 11, 2+W1+R1, 11+B1
  i v_mov_b32 v4, v1
  i global_load_dword v5, v4, s[6:7]
  i v_mov_b32 v4, 0
  row v5
  // A store's data.
  set v6, 9
  ctrl 2+R2, 11+B2
  i global_store_dword v1, v6, s[4:5] offset:512
  i v_mov_b32 v6, 10
  .set rows, rows + 1
  // FLAT: two for each barrier, from each half one.
  set v10, v1
  set v11, 5
  ctrl 2+W3+R3, 11+B3
  i flat_load_dword v7, v[10:11]
  i v_mov_b32 v10, 0
  row v7
  // LDS: the write's operands, then a read behind it in its queue.
  set v8, 33
  ctrl 1+R4, 2+W5, 11+B4
  i ds_write_b32 v1, v8
  i ds_read_b32 v9, v1
  i v_mov_b32 v8, 0
  ctrl 11+B5
  i v_mov_b32 v9, v9
  row v9
  // Scalar loads of one and of many words on one barrier.
  ctrl 1+W0, 2+W0, 1+B0
  i s_load_dword s20, s[6:7], 0x0
  i s_load_dwordx4 s[24:27], s[6:7], 0x10
  i s_mov_b32 s21, s20
  scalar_row s21
  scalar_row s27
  // Loads in their queue: the younger one's barrier covers the older.
  ctrl 1, 2+W1, 11+B1
  i global_load_dword v12, v1, s[6:7]
  i global_load_dword v13, v1, s[6:7] offset:8
  i v_mov_b32 v12, v12
  row v12
  // No lanes: everything is signalled all the same.
  set v14, 5
  ctrl 1, 2+W2+R2, 2+W3+R3
  i s_mov_b64 exec, 0
  i global_load_dword v14, v1, s[6:7]
  i ds_read_b32 v23, v1
  ctrl 2+B2+B3+R4, 1+B4, 1
  i ds_write_b32 v1, v0
  i s_mov_b64 exec, -1
  row v14
  // Instructions that VSKIP discards set nothing.
  set v15, 5
  ctrl 1, 1+W0, 1+W0
  i s_setvskip 1, 0
  i global_load_dword v15, v1, s[6:7]
  i ds_read_b32 v15, v1
  ctrl 1+B0
  i s_setvskip 0, 0
  row v15
  // And the same without lanes and without anything in between.
  set v16, 5
  ctrl 1, 2+W5, 1+B5
  i s_mov_b64 exec, 0
  i global_load_dword v16, v1, s[6:7]
  i s_mov_b64 exec, -1
  row v16
  // Loads of two queues on one barrier.
  ctrl 1+W1, 2+W1, 11+B1
  i global_load_dword v17, v1, s[6:7]
  i s_load_dword s22, s[6:7], 0x0
  i v_add_u32 v17, s22, v17
  row v17
  // A store is performed when a younger buffer_wbinvl1 has signalled.
  set v18, 9
  ctrl 1, 2+W2, 2+W3+B2
  i global_store_dword v1, v18, s[4:5] offset:256*rows
  i buffer_wbinvl1
  i global_load_dword v19, v1, s[4:5] offset:256*rows
  ctrl 11+B3
  i v_mov_b32 v19, v19
  row v19
  // A load into the LDS: M0 0, then a read of what it wrote.
  ctrl
  i s_mov_b32 s16, 0
  i s_mov_b32 s17, 5
  i s_movk_i32 s18, 0x1000
  ctrl 1, 1, 2+W4
  i s_mov_b32 s19, 0x30020000
  i s_mov_b32 m0, 0
  i buffer_load_dword v1, s[16:19], 0 offen lds
  ctrl 2+W5+B4, 11+B5
  i ds_read_b32 v20, v1
  i v_mov_b32 v20, v20
  row v20
  // An atomic that returns.
  set v21, 0
  ctrl 2+W0+R1, 11+B0
  i global_atomic_add v22, v1, v21, s[6:7] glc
  i v_mov_b32 v22, v22
  row v22
  // Scalar setters without a result.
  ctrl 2+W2, 2+W3+B2, 2+W4+B3
  i s_dcache_inv
  i s_dcache_wb
  i s_memtime s[28:29]
  ctrl 5+B4
  i s_endpgm
