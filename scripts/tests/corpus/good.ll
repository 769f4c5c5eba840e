; SPDX-License-Identifier: Apache-2.0
; Both kernels pass, whatever their arguments are: the second writes to an address that nobody allocated.
@part = internal addrspace(3) global [64 x i32] undef

define amdgpu_kernel void @sums(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) #0 {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %lane
  %value = load i32, ptr addrspace(1) %from
  %mine = getelementptr i32, ptr addrspace(3) @part, i32 %lane
  store i32 %value, ptr addrspace(3) %mine
  %sum = add i32 %value, %n
  %other = xor i32 %lane, 1
  %theirs = getelementptr i32, ptr addrspace(3) @part, i32 %other
  %more = load i32, ptr addrspace(3) %theirs
  %both = add i32 %sum, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %both, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @outside(i64 %number) {
  %wild = inttoptr i64 %number to ptr addrspace(1)
  %value = load i32, ptr addrspace(1) %wild
  store volatile i32 %value, ptr addrspace(1) %wild
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

attributes #0 = { "target-cpu"="fiji" "amdgpu-flat-work-group-size"="1,32" }
