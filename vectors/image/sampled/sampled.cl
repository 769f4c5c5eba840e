// Copies an image turned by 180 degrees: the work-item of texel (x, y) reads the opposite one through a sampler.
kernel void turn(write_only image2d_t to, read_only image2d_t from, sampler_t how) {
  const int2 size = get_image_dim(from), at = {get_global_id(0), get_global_id(1)};
  if (at.x < size.x && at.y < size.y) write_imagef(to, at, read_imagef(from, how, size - 1 - at));
}
