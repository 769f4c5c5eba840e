// What a kernel gets of its images and samplers: the words of image.md 15.2 and 15.3, for the host's side alone.
// Lane i stores word i of each object into a row of 12.
.globl main
main:
  s_load_dwordx8 s[4:11], s[0:1], 0x0       // out, and three objects
  v_cmp_gt_u32 vcc, 12, v0
  s_and_b64 exec, exec, vcc
  v_lshlrev_b32 v0, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_dword v1, v0, s[6:7]
  global_load_dword v2, v0, s[8:9]
  v_cmp_gt_u32 vcc, 16, v0
  s_and_saveexec_b64 s[12:13], vcc          // a sampler has 4 words
  global_load_dword v3, v0, s[10:11]
  s_waitcnt vmcnt(0)
  global_store_dword v0, v3, s[4:5] offset:96
  s_mov_b64 exec, s[12:13]
  global_store_dword v0, v1, s[4:5]
  global_store_dword v0, v2, s[4:5] offset:48
  s_endpgm
