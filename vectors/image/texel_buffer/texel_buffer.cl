// Image1d_buffer_t: two formats and orders, what the queries say, and accesses behind the last texel. There a load gets
// zeros, and a store changes nothing.
kernel void texels(write_only image1d_buffer_t to, read_only image1d_buffer_t from, read_only image1d_buffer_t colours,
                   global float *seen, global int *facts) {
  const int x = get_global_id(0), count = get_global_size(0);
  const float4 colour = read_imagef(colours, x);
  write_imageui(to, x, read_imageui(from, x) + (uint4)(100, 200, 300, 400));
  seen[x] = colour.x;
  seen[count + x] = colour.y;
  seen[2 * count + x] = colour.z;
  seen[3 * count + x] = colour.w;
  if (x) return;
  facts[0] = get_image_width(to);
  facts[1] = get_image_width(colours);
  facts[2] = get_image_channel_data_type(from) - CLK_SNORM_INT8;
  facts[3] = get_image_channel_order(colours) - CLK_R;
}
