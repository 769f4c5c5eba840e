// A dot product of doubles. Each work-item sums every 64th product of its part. The group adds these sums in pairs. A
// second launch adds the sums of the groups. fma is where it stands, so the sum has one value.
#pragma OPENCL FP_CONTRACT OFF
#define GROUP 64

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void parts(global double *sums, global const double *x,
                                                                     global const double *y, uint each) {
  local double part[GROUP];
  uint l = get_local_id(0), start = get_group_id(0) * each;
  double sum = 0;
  for (uint i = l; i < each; i += GROUP) sum = fma(x[start + i], y[start + i], sum);
  part[l] = sum;
  for (uint half_size = GROUP / 2; half_size; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size) part[l] += part[l + half_size];
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

kernel void whole(global double *dot, global const double *sums, uint groups) {
  double sum = sums[0];
  for (uint i = 1; i < groups; i++) sum += sums[i];
  *dot = sum;
}
