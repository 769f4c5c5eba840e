// SPDX-License-Identifier: Apache-2.0
// The device API in a program of one's own: a kernel of a code object, launched on the model.
//   cc device.c $(pkg-config --cflags --libs wavelock-device)
// usage: device SAXPY_CODE_OBJECT    of vectors/saxpy/saxpy.cl: saxpy(global float *y, const float *x, float a, uint n)
#include <stdio.h>
#include <wavelock/device.h>

enum { N = 1000 };

typedef struct {
  uint64_t y, x;
  float a;
  uint32_t n;
} arguments;

static bool run(wl_device *d, const char *path, wl_error *error) {
  static float x[N], y[N];
  for (int i = 0; i < N; i++) {
    x[i] = (float)i;
    y[i] = 1;
  }
  wl_code *code = wl_device_load(d, path, error);
  const wl_kernel *kernel = code ? wl_code_kernel(code, "saxpy", error) : NULL;
  arguments args = {.a = 2, .n = N};
  args.x = kernel ? wl_device_alloc(d, sizeof x, 0, error) : 0;
  args.y = args.x ? wl_device_alloc(d, sizeof y, 0, error) : 0;
  if (!args.y || !wl_device_write(d, args.x, x, sizeof x, error) || !wl_device_write(d, args.y, y, sizeof y, error))
    return false;

  const wl_launch launch = {.grid = {N, 1, 1}, .group = {64, 1, 1}, .kernarg = &args, .kernarg_size = sizeof args};
  wl_launch_result result;
  if (!wl_device_launch(d, kernel, &launch, &result, error) || !wl_device_read(d, args.y, y, sizeof y, error))
    return false;
  printf("%s: %llu instructions, y[100] is %g\n", wl_verdict_name(result.verdict),
         (unsigned long long)result.instructions, y[100]);
  return result.verdict == WL_PASS && y[100] == 201 && wl_device_free(d, args.x, error) &&
         wl_device_free(d, args.y, error);
}

int main(int argc, char **argv) {
  wl_error error = {""};
  wl_device *d = argc == 2 ? wl_device_open(WL_DEVICE_MODEL, NULL, &error) : NULL;
  const bool good = d && run(d, argv[1], &error);
  if (!good) fprintf(stderr, "device: %s\n", argc == 2 ? error.text : "usage: device SAXPY_CODE_OBJECT");
  wl_device_close(d);
  return good ? 0 : 1;
}
