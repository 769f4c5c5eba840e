; SPDX-License-Identifier: Apache-2.0
; Groups of two waves add to one word of LDS between barriers. The second kernel requires its group.
@sum = internal addrspace(3) global i32 undef

define amdgpu_kernel void @two_waves(ptr addrspace(1) %out) {
  store i32 0, ptr addrspace(3) @sum
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %old = atomicrmw add ptr addrspace(3) @sum, i32 %lane syncscope("workgroup") monotonic
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %all = load i32, ptr addrspace(3) @sum
  %x = call i32 @llvm.amdgcn.workgroup.id.x()
  %z = call i32 @llvm.amdgcn.workgroup.id.z()
  %row = shl i32 %z, 1
  %group = or i32 %row, %x
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %group
  store i32 %all, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @required(ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %y
  store i32 %y, ptr addrspace(1) %to
  ret void
}

declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.z()

!0 = !{i32 8, i32 4, i32 1}
