// SPDX-License-Identifier: Apache-2.0
// Buffers of every format, by inline assembly: MTBUF names the format, MUBUF takes it from the V#.
#define DONE "\n\ts_waitcnt vmcnt(0)"
#define FORMAT(data, number) "format:[BUF_DATA_FORMAT_" #data ",BUF_NUM_FORMAT_" #number "] idxen"

#define LOAD(data, number)                                                                                      \
  __asm__ volatile("tbuffer_load_format_xyzw %0, %1, %2, 0 " FORMAT(data, number) DONE                          \
                   : "=v"(v) : "v"(item), "s"(in) : "memory");                                                  \
  sum = mixed(sum, v);

// The bytes of a known word that the store leaves are seen too.
#define STORE(data, number)                                                                                     \
  *mine = (uint4)(0xa5a5a5a5);                                                                                  \
  __asm__ volatile("s_waitcnt vmcnt(0)\n\ttbuffer_store_format_xyzw %0, %1, %2, 0 " FORMAT(data, number) DONE   \
                   : : "v"(given), "v"(item), "s"(out) : "memory");                                             \
  sum = mixed(sum, *mine);

#define INTEGERS(each, data) each(data, UINT) each(data, SINT)
#define NUMBERS(each, data) each(data, UNORM) each(data, SNORM) INTEGERS(each, data)
#define SCALED(data) LOAD(data, USCALED) LOAD(data, SSCALED)

static uint mixed(uint sum, uint4 v) { return (((sum * 31 + v.x) * 31 + v.y) * 31 + v.z) * 31 + v.w; }

// A V# of 16 bytes a record; `last`: its fourth word.
static uint4 resource(const volatile global void *at, uint records, uint last) {
  return (uint4)((uint)(ulong)at, (uint)((ulong)at >> 32) | 16u << 16, records, last);
}

kernel void by_instruction(global uint *sums, global const uint4 *from, global const uint4 *data,
                           volatile global uint4 *to, uint records) {
  const uint item = get_global_id(0), count = get_global_size(0);
  const uint4 in = resource(from, records, 0x20fac), out = resource(to, count, 0x20fac), given = data[item];
  volatile global uint4 *mine = to + item;
  uint4 v;
  uint sum = 0;
  NUMBERS(LOAD, 8) SCALED(8) NUMBERS(LOAD, 16) SCALED(16) LOAD(16, FLOAT)
  NUMBERS(LOAD, 8_8) SCALED(8_8) INTEGERS(LOAD, 32) LOAD(32, FLOAT)
  sums[item] = sum;
  NUMBERS(LOAD, 16_16) SCALED(16_16) LOAD(16_16, FLOAT) NUMBERS(LOAD, 10_11_11) SCALED(10_11_11)
  LOAD(10_11_11, FLOAT) NUMBERS(LOAD, 11_11_10) SCALED(11_11_10) LOAD(11_11_10, FLOAT)
  sums[count + item] = sum;
  NUMBERS(LOAD, 10_10_10_2) SCALED(10_10_10_2) NUMBERS(LOAD, 2_10_10_10) SCALED(2_10_10_10)
  NUMBERS(LOAD, 8_8_8_8) SCALED(8_8_8_8) INTEGERS(LOAD, 32_32) LOAD(32_32, FLOAT)
  sums[2 * count + item] = sum;
  NUMBERS(LOAD, 16_16_16_16) SCALED(16_16_16_16) LOAD(16_16_16_16, FLOAT) INTEGERS(LOAD, 32_32_32)
  LOAD(32_32_32, FLOAT) INTEGERS(LOAD, 32_32_32_32) LOAD(32_32_32_32, FLOAT)
  sums[3 * count + item] = sum;
  NUMBERS(STORE, 8) NUMBERS(STORE, 16) STORE(16, FLOAT) NUMBERS(STORE, 8_8) INTEGERS(STORE, 32) STORE(32, FLOAT)
  sums[4 * count + item] = sum;
  NUMBERS(STORE, 16_16) STORE(16_16, FLOAT) NUMBERS(STORE, 10_11_11) STORE(10_11_11, FLOAT)
  NUMBERS(STORE, 11_11_10) STORE(11_11_10, FLOAT)
  sums[5 * count + item] = sum;
  NUMBERS(STORE, 10_10_10_2) NUMBERS(STORE, 2_10_10_10) NUMBERS(STORE, 8_8_8_8) INTEGERS(STORE, 32_32)
  STORE(32_32, FLOAT)
  sums[6 * count + item] = sum;
  NUMBERS(STORE, 16_16_16_16) STORE(16_16_16_16, FLOAT) INTEGERS(STORE, 32_32_32) STORE(32_32_32, FLOAT)
  INTEGERS(STORE, 32_32_32_32) STORE(32_32_32_32, FLOAT)
  sums[7 * count + item] = sum;
}

// formats: fourth words of a V#, with DST_SEL. 16 bits go through the same formats.
kernel void by_resource(global uint *sums, global const uint4 *from, global const uint4 *data,
                        volatile global uint4 *to, constant uint *formats, uint kinds) {
  const uint item = get_global_id(0), count = get_global_size(0);
  const uint4 given = data[item];
  const uint2 halves = given.xy;
  volatile global uint4 *mine = to + item;
  for (uint i = 0; i < kinds; i++) {
    const uint4 in = resource(from, count, formats[i]), out = resource(to, count, formats[i]);
    uint4 v;
    uint2 packed;
    __asm__ volatile("buffer_load_format_xyzw %0, %1, %2, 0 idxen" DONE : "=v"(v) : "v"(item), "s"(in) : "memory");
    __asm__ volatile("buffer_load_format_d16_xyzw %0, %1, %2, 0 idxen" DONE
                     : "=v"(packed) : "v"(item), "s"(in) : "memory");
    uint sum = mixed(mixed(0, v), (uint4)(packed, 0, 0));
    *mine = (uint4)(0xa5a5a5a5);
    __asm__ volatile("s_waitcnt vmcnt(0)\n\tbuffer_store_format_xyzw %0, %1, %2, 0 idxen" DONE
                     : : "v"(given), "v"(item), "s"(out) : "memory");
    sum = mixed(sum, *mine);
    *mine = (uint4)(0xa5a5a5a5);
    __asm__ volatile("s_waitcnt vmcnt(0)\n\tbuffer_store_format_d16_xyzw %0, %1, %2, 0 idxen" DONE
                     : : "v"(halves), "v"(item), "s"(out) : "memory");
    sums[i * count + item] = mixed(sum, *mine);
  }
}
