; SPDX-License-Identifier: Apache-2.0
; The first kernel passes. gfx900 has no instruction for the second. The third does not end, the last runs past its end.
@part = internal addrspace(3) global i32 undef

define amdgpu_kernel void @alone(ptr addrspace(1) %out) {
  %value = load i32, ptr addrspace(3) @part
  store i32 %value, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @dot(ptr addrspace(1) %out, i32 %a, i32 %b, i32 %c) {
  %value = call i32 @llvm.amdgcn.sdot4(i32 %a, i32 %b, i32 %c, i1 false)
  store i32 %value, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @endless(ptr addrspace(1) %out) {
  br label %loop

loop:
  store volatile i32 1, ptr addrspace(1) %out
  br label %loop
}

define amdgpu_kernel void @past_its_end(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  unreachable
}

declare i32 @llvm.amdgcn.sdot4(i32, i32, i32, i1)
