; SPDX-License-Identifier: Apache-2.0
; HAZARD: the compiler does not look into the text, which uses what it loads without a wait.
define amdgpu_kernel void @missing_wait(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %value = call i32 asm sideeffect "global_load_dword $0, $1, off\0Av_add_u32 $0, 1, $0", "=&v,v"(ptr addrspace(1) %in)
  store i32 %value, ptr addrspace(1) %out
  ret void
}
