// Halves an image: each texel of the result is sampled in the middle of four.
kernel void halve(write_only image2d_t to, read_only image2d_t from, sampler_t how) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  const float2 middle = (convert_float2(at) + 0.5f) / convert_float2(get_image_dim(to));
  write_imagef(to, at, read_imagef(from, how, middle));
}
