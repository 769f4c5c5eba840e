// Writes a level of an image from the one before: the kernel sees each as an image of its own.
kernel void next(write_only image2d_t to, read_only image2d_t from, sampler_t how, uint width, uint height) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  const float2 middle = (convert_float2(at) + 0.5f) / (float2)(width, height);
  write_imagef(to, at, read_imagef(from, how, middle));
}
