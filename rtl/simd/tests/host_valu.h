// The vector operations in host arithmetic, operands for them, and the table of opcodes under test.
#ifndef HOST_VALU_H
#define HOST_VALU_H

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <vector>
#include <immintrin.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;
typedef __int128 i128;

static u64 rng_state = 1;
static u64 rnd() {
  rng_state ^= rng_state << 13;
  rng_state ^= rng_state >> 7;
  rng_state ^= rng_state << 17;
  return rng_state * 0x2545F4914F6CDD1Dull;
}
// ---- operands -----------------------------------------------------------------------------------
static u32 operand() {
  static const u32 edge[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
                             0x80800000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x7f7fffff,
                             0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffa55555,
                             0xffffffff, 0x7fffffff, 0x4f000000, 0xcf000000, 0x4effffff, 0x4f800000,
                             0x4f7fffff, 0x3effffff, 0x3f7fffff, 0x4b000001, 0x4b800000, 0x33800000,
                             0x387fc000, 0x477fe000, 0x477ff000, 0x33000000, 0x20,       0x1f};
  u64 r = rnd();
  switch (r & 7) {
    case 0:
    case 1:
      return edge[(r >> 8) % (sizeof edge / sizeof *edge)];
    case 2:
      return (u32)(r >> 32) & 0x807fffff;  // denormal
    case 3:
      return ((u32)(r >> 32) & 0x807fffff) | (u32)(110 + (r >> 8) % 40) << 23;  // near 1
    case 4:
      return ((u32)(r >> 32) & 0x80700007) | (u32)(120 + (r >> 8) % 16)
                                                 << 23;  // few bits: ties, cancellation
    case 5:
      return ((r >> 8 & 1) ? 1u : ~0u) * ((u32)(r >> 32) >> (r >> 16 & 31));  // small integers
    default:
      return (u32)(r >> 32);
  }
}

// ---- host arithmetic
// ------------------------------------------------------------------------------
struct Mode {
  u32 raw;
  int rm32() const { return raw & 3; }
  int rm16() const { return raw >> 2 & 3; }
  bool in32() const { return raw >> 4 & 1; }
  bool out32() const { return raw >> 5 & 1; }
  bool in16() const { return raw >> 6 & 1; }
  bool out16() const { return raw >> 7 & 1; }
  bool dx10() const { return raw >> 8 & 1; }
  bool ieee() const { return raw >> 9 & 1; }
  bool ovfl() const { return raw >> 23 & 1; }
};
static Mode M;
static int host_round(int rm) {
  static const int r[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  return r[rm];
}
static float F(u32 x) {
  float f;
  memcpy(&f, &x, 4);
  return f;
}
static u32 U(float f) {
  u32 x;
  memcpy(&x, &f, 4);
  return x;
}
static bool nan32(u32 x) { return (x & 0x7fffffff) > 0x7f800000; }
static bool snan32(u32 x) { return nan32(x) && !(x & 0x400000); }
static u32 fz(u32 x, bool keep) { return !keep && !(x & 0x7f800000) ? x & 0x80000000 : x; }
template <class T>
static u32 in_round(int rm, T f) {
  fesetround(host_round(rm));
  volatile float r = f();
  fesetround(FE_TONEAREST);
  return nan32(U(r)) ? 0x7fc00000 : U(r);
}
static bool nan_of(u32 &out, std::initializer_list<u32> l) {
  for (u32 x : l)
    if (nan32(x)) {
      out = x | 0x400000;
      return true;
    }
  return false;
}
static u32 add32(u32 a, u32 b, bool flip_a, bool flip_b) {
  u32 n;
  if (nan_of(n, {a, b})) return n;
  volatile float x = F(a ^ (flip_a ? 0x80000000 : 0)), y = F(b ^ (flip_b ? 0x80000000 : 0));
  return fz(in_round(M.rm32(), [&] { return x + y; }), M.out32());
}
static u32 mul32(u32 a, u32 b) {
  u32 n;
  if (nan_of(n, {a, b})) return n;
  volatile float x = F(a), y = F(b);
  return fz(in_round(M.rm32(), [&] { return x * y; }), M.out32());
}
static u32 fma32(u32 a, u32 b, u32 c) {
  u32 n;
  if (nan_of(n, {a, b, c})) return n;
  volatile float x = F(a), y = F(b), z = F(c);
  return fz(
      in_round(
          M.rm32(),
          [&] { return _mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(x), _mm_set_ss(y), _mm_set_ss(z))); }),
      M.out32());
}
// The sum is rounded to odd in double, which a scaling and the rounding to float do not notice.
static u32 div_fmas32(u32 a, u32 b, u32 c, bool vcc) {
  u32 n;
  if (nan_of(n, {a, b, c})) return n;
  volatile double x = F(a), y = F(b), z = F(c);
  fesetround(FE_TOWARDZERO);
  feclearexcept(FE_INEXACT);
  volatile double sum = fma(x, y, z);
  bool inexact = fetestexcept(FE_INEXACT);
  fesetround(FE_TONEAREST);
  if (!vcc || sum == 0) return fma32(a, b, c);
  u64 bits;
  double odd = sum;
  memcpy(&bits, &odd, 8);
  bits |= inexact;
  memcpy(&odd, &bits, 8);
  volatile double scaled = odd * (fabs(z) >= 2 ? 0x1p64 : 0x1p-64);
  return fz(in_round(M.rm32(), [&] { return (float)scaled; }), M.out32());
}
static u32 mad32(u32 a, u32 b, u32 c) {
  a = fz(a, false);
  b = fz(b, false);
  c = fz(c, false);
  u32 n;
  if (nan_of(n, {a, b, c})) return n;
  volatile float x = F(a), y = F(b), z = F(c);
  u32 p = in_round(M.rm32(), [&] { return x * y; });
  if (nan32(p)) return p;
  volatile float q = F(fz(p, false));
  return fz(in_round(M.rm32(), [&] { return q + z; }), false);
}
static bool less32(u32 a, u32 b) {  // -0 below +0
  if (F(a) == F(b)) return (a >> 31) > (b >> 31);
  return F(a) < F(b);
}
static u32 min32(u32 a, u32 b) {
  if (M.ieee() && snan32(a)) return a | 0x400000;
  if (M.ieee() && snan32(b)) return b | 0x400000;
  if (nan32(a)) return b;
  if (nan32(b)) return a;
  return less32(a, b) ? a : b;
}
static u32 max32(u32 a, u32 b) {
  if (M.ieee() && snan32(a)) return a | 0x400000;
  if (M.ieee() && snan32(b)) return b | 0x400000;
  if (nan32(a)) return b;
  if (nan32(b)) return a;
  return less32(b, a) ? a : b;
}
static u32 med32(u32 a, u32 b, u32 c) {
  if (nan32(a) || nan32(b) || nan32(c)) return min32(min32(a, b), c);
  u32 m = max32(max32(a, b), c);
  if (F(m) == F(a)) return max32(b, c);
  if (F(m) == F(b)) return max32(a, c);
  return max32(a, b);
}
static u32 integral(u32 a, float (*f)(float)) { return nan32(a) ? a | 0x400000 : U(f(F(a))); }
static u32 fract32(u32 a) {
  u32 n;
  if (nan_of(n, {a})) return n;
  volatile float x = F(a), fl = floorf(x);
  u32 r = in_round(M.rm32(), [&] { return x - fl; });
  return fz(r == 0x3f800000 ? 0x3f7fffff : r, M.out32());
}
static u32 ldexp32(u32 a, u32 b) {
  u32 n;
  if (nan_of(n, {a})) return n;
  i32 e = (i32)b;
  e = e > 600 ? 600 : e < -600 ? -600 : e;
  volatile double x = ldexp((double)F(a), e);
  return fz(in_round(M.rm32(), [&] { return (float)x; }), M.out32());
}
static u32 toint(u32 a, int how) {  // 0 u32, 1 i32, 2 rpi, 3 flr
  if (nan32(a)) return how < 2 ? 0 : a >> 31 ? 0x80000000 : 0x7fffffff;
  double x = F(a), r = how == 2 ? floor(x + 0.5) : how == 3 ? floor(x) : trunc(x);
  if (how == 0) return r <= 0 ? 0 : r >= 4294967295.0 ? 0xffffffff : (u32)r;
  return r >= 2147483647.0 ? 0x7fffffff : r <= -2147483648.0 ? 0x80000000 : (u32)(i32)r;
}
static u32 tof16(u32 a) {
  if (nan32(a)) return (a >> 16 & 0x8000) | 0x7e00 | (a >> 13 & 0x1ff);
  __m128 x = _mm_set_ss(F(a));
  u32 h = 0;
  switch (M.rm16()) {
    case 0:
      h = _mm_extract_epi16(_mm_cvtps_ph(x, 0), 0);
      break;
    case 1:
      h = _mm_extract_epi16(_mm_cvtps_ph(x, 2), 0);
      break;
    case 2:
      h = _mm_extract_epi16(_mm_cvtps_ph(x, 1), 0);
      break;
    default:
      h = _mm_extract_epi16(_mm_cvtps_ph(x, 3), 0);
      break;
  }
  if ((h & 0x7fff) == 0x7c00 && (a & 0x7fffffff) != 0x7f800000 && M.ovfl())
    h = (h & 0x8000) | 0x7bff;
  if (!(h & 0x7c00) && !M.out16()) h &= 0x8000;
  return h;
}
static u32 fromf16(u32 a) {
  a &= 0xffff;
  if (!(a & 0x7c00) && !M.in16()) a &= 0x8000;
  return U(_mm_cvtss_f32(_mm_cvtph_ps(_mm_set1_epi16((short)a))));
}
static u32 class32(u32 a, u32 set) {
  int n;
  bool s = a >> 31;
  switch (std::fpclassify(F(a))) {
    case FP_NAN:
      n = snan32(a) ? 0 : 1;
      break;
    case FP_INFINITE:
      n = s ? 2 : 9;
      break;
    case FP_NORMAL:
      n = s ? 3 : 8;
      break;
    case FP_SUBNORMAL:
      n = s ? 4 : 7;
      break;
    default:
      n = s ? 5 : 6;
      break;
  }
  return set >> n & 1;
}
static bool cond_f(int c, u32 a, u32 b) {
  float x = F(a), y = F(b);
  bool r[16] = {false,
                x<y, x == y, x <= y, x>
                    y,
                x < y || x > y,
                x >= y,
                !(nan32(a) || nan32(b)),
                nan32(a) || nan32(b),
                !(x >= y),
                !(x < y || x > y),
                !(x > y),
                !(x <= y),
                !(x == y),
                !(x < y),
                true};
  return r[c];
}
template <class T>
static bool cond_i(int c, T x, T y) {
  bool r[8] = {false, x<y, x == y, x <= y, x> y, x != y, x >= y, true};
  return r[c];
}
static u32 omod_clamp32(u32 r, int omod, bool clamp) {
  if (omod && !M.ieee() && !M.out32()) {
    if (!nan32(r)) {
      volatile float x = F(r), k = omod == 1 ? 2.0f : omod == 2 ? 4.0f : 0.5f;
      // Below the least normal number: +0, never rounded up to it.
      r = fabs((double)x * k) < 0x1p-126 ? 0 : in_round(M.rm32(), [&] { return x * k; });
    }
  }
  if (clamp) {
    if (nan32(r))
      r = M.dx10() ? 0 : r;
    else if (r >> 31)
      r = 0;
    else if (r > 0x3f800000)
      r = 0x3f800000;
  }
  return r;
}
static u32 omod_clamp16(u32 h, int omod, bool clamp) {
  bool nan = (h & 0x7fff) > 0x7c00;
  if (omod && !M.ieee() && !M.out16() && !nan && (h & 0x7fff) != 0x7c00) {
    float x = _mm_cvtss_f32(_mm_cvtph_ps(_mm_set1_epi16((short)h))) * (omod == 1   ? 2.0f
                                                                       : omod == 2 ? 4.0f
                                                                                   : 0.5f);
    h = tof16(U(x));
    if (h == 0x8000) h = 0;
  }
  if (clamp) {
    if (nan)
      h = M.dx10() ? 0 : h;
    else if (h >> 15)
      h = 0;
    else if (h > 0x3c00)
      h = 0x3c00;
  }
  return h;
}

// ---- opcodes
// ----------------------------------------------------------------------------------------
struct Lane {
  u64 a, b, c;
  bool carry;
  int lane;
  bool clamp;
  int omod;
};  // operands: low 32 bits, or 64
struct Out {
  u64 d;
  bool bit;
};
enum Form { Int, Flt, FltNoB, ToInt, FromInt, H16, FromH16, CmpF, Class, CmpI };
struct Op {
  int opcode;
  const char *name;
  int nsrc;
  Form form;
  std::function<Out(const Lane &)> f;
  int rows = 1;
  int wide = 0;
  bool mask = false, vop3b = false, carry = false;
  bool vcc = false;  // besides its sources
};
static std::vector<Op> ops;
static Out V(u64 d, bool bit = false) { return {d, bit}; }
static i64 s24(u64 x) { return (i32)(x << 8) >> 8; }
static u64 u24(u64 x) { return x & 0xffffff; }
static int clz(u32 x) { return x ? __builtin_clz(x) : -1; }
static u32 satu(i128 x, bool c) {
  return c ? (x < 0 ? 0 : x > 0xffffffffll ? 0xffffffff : (u32)x) : (u32)x;
}
static u32 sats(i128 x, bool c) {
  return c ? (x < -0x80000000ll ? 0x80000000 : x > 0x7fffffff ? 0x7fffffff : (u32)x) : (u32)x;
}
static u32 sad8(u32 a, u32 b) {
  u32 s = 0;
  for (int i = 0; i < 4; i++) s += abs((int)(a >> 8 * i & 255) - (int)(b >> 8 * i & 255));
  return s;
}
// 16-bit operations, and the sums of bytes that saturate.
static u32 satu16(i64 x, bool c) { return c ? (u32)std::min<i64>(std::max<i64>(x, 0), 65535) : (u32)x & 65535; }
static u32 sats16(i64 x, bool c) {
  return (u32)(c ? std::min<i64>(std::max<i64>(x, -32768), 32767) : x) & 65535;
}
static u32 half(int n, u32 a, u32 b, u32 c, bool clamp) {
  i64 x = (int16_t)a, y = (int16_t)b, z = (int16_t)c, ux = a & 65535, uy = b & 65535, uz = c & 65535;
  switch (n) {  // as VOP3P
    case 0: return sats16(x * y + z, clamp);
    case 1: return (u32)(ux * uy) & 65535;
    case 2: return sats16(x + y, clamp);
    case 3: return sats16(x - y, clamp);
    case 4: return (u32)(uy << (ux & 15)) & 65535;
    case 5: return (u32)(uy >> (ux & 15));
    case 6: return (u32)(y >> (ux & 15)) & 65535;
    case 7: return (u32)std::max(x, y) & 65535;
    case 8: return (u32)std::min(x, y) & 65535;
    case 9: return satu16(ux * uy + uz, clamp);
    case 10: return satu16(ux + uy, clamp);
    case 11: return satu16(ux - uy, clamp);
    case 12: return (u32)std::max(ux, uy);
    case 13: return (u32)std::min(ux, uy);
    case 14: return satu16(uy - ux, clamp);
    case 15: return (u32)std::min({x, y, z}) & 65535;
    case 16: return (u32)std::min({ux, uy, uz});
    case 17: return (u32)std::max({x, y, z}) & 65535;
    case 18: return (u32)std::max({ux, uy, uz});
    case 19: return (u32)(x + y + z - std::min({x, y, z}) - std::max({x, y, z})) & 65535;
    default: return (u32)(ux + uy + uz - std::min({ux, uy, uz}) - std::max({ux, uy, uz}));
  }
}
static u32 msad8(u64 a, u32 b, int first, bool masked) {
  u32 s = 0;
  for (int i = 0; i < 4; i++) {
    int x = (int)(a >> 8 * (first + i) & 255), y = (int)(b >> 8 * i & 255);
    if (!masked || y) s += (u32)abs(x - y);
  }
  return s;
}
static u64 qsad(u64 a, u32 b, u64 c, bool masked) {
  u64 r = 0;
  for (int k = 0; k < 4; k++)
    r |= (u64)std::min(msad8(a, b, k, masked) + (u32)(c >> 16 * k & 65535), 65535u) << 16 * k;
  return r;
}
static void add(int opcode, const char *name, int nsrc, Form form,
                std::function<Out(const Lane &)> f) {
  Op o;
  o.opcode = opcode;
  o.name = name;
  o.nsrc = nsrc;
  o.form = form;
  o.f = f;
  ops.push_back(o);
}
#define A ((u32)l.a)
#define B ((u32)l.b)
#define C ((u32)l.c)
#define OP(code, name, n, form, expr)                 \
  add(code, name, n, form, [](const Lane &l) -> Out { \
    (void)l;                                          \
    return V(expr);                                   \
  })
static void table() {
  OP(257, "add_f32", 2, Flt, add32(A, B, 0, 0));
  OP(258, "sub_f32", 2, Flt, add32(A, B, 0, 1));
  OP(259, "subrev_f32", 2, Flt, add32(A, B, 1, 0));
  OP(261, "mul_f32", 2, Flt, mul32(A, B));
  OP(459, "fma_f32", 3, Flt, fma32(A, B, C));
  OP(482, "div_fmas_f32", 3, Flt, div_fmas32(A, B, C, l.carry));
  ops.back().vcc = true;
  OP(449, "mad_f32", 3, Flt, mad32(A, B, C));
  OP(278, "mac_f32", 2, Flt, mad32(A, B, C));
  OP(266, "min_f32", 2, Flt, fz(min32(A, B), M.out32()));
  OP(267, "max_f32", 2, Flt, fz(max32(A, B), M.out32()));
  OP(464, "min3_f32", 3, Flt, fz(min32(min32(A, B), C), M.out32()));
  OP(467, "max3_f32", 3, Flt, fz(max32(max32(A, B), C), M.out32()));
  OP(470, "med3_f32", 3, Flt, fz(med32(A, B, C), M.out32()));
  OP(347, "fract_f32", 1, Flt, fract32(A));
  OP(348, "trunc_f32", 1, Flt, integral(A, truncf));
  OP(349, "ceil_f32", 1, Flt, integral(A, ceilf));
  OP(350, "rndne_f32", 1, Flt, integral(A, rintf));
  OP(351, "floor_f32", 1, Flt, integral(A, floorf));
  OP(648, "ldexp_f32", 2, FltNoB, ldexp32(A, B));
  OP(327, "cvt_u32_f32", 1, ToInt, toint(A, 0));
  OP(328, "cvt_i32_f32", 1, ToInt, toint(A, 1));
  OP(332, "cvt_rpi", 1, ToInt, toint(A, 2));
  OP(333, "cvt_flr", 1, ToInt, toint(A, 3));
  OP(325, "cvt_f32_i32", 1, FromInt, in_round(M.rm32(), [&] {
       volatile i32 x = (i32)A;
       return (float)x;
     }));
  OP(326, "cvt_f32_u32", 1, FromInt, in_round(M.rm32(), [&] {
       volatile i64 x = A;
       return (float)x;
     }));
  OP(337, "cvt_f32_ubyte0", 1, FromInt, U((float)(A & 255)));
  OP(338, "cvt_f32_ubyte1", 1, FromInt, U((float)(A >> 8 & 255)));
  OP(339, "cvt_f32_ubyte2", 1, FromInt, U((float)(A >> 16 & 255)));
  OP(340, "cvt_f32_ubyte3", 1, FromInt, U((float)(A >> 24)));
  OP(330, "cvt_f16_f32", 1, H16, tof16(A));
  OP(331, "cvt_f32_f16", 1, FromH16, fromf16(A));
  OP(321, "mov", 1, Int, A);
  OP(363, "not", 1, Int, (u32)~A);
  OP(364, "bfrev", 1, Int, ([&] {
       u32 r = 0;
       for (int i = 0; i < 32; i++) r |= (A >> i & 1) << (31 - i);
       return r;
     })());
  OP(365, "ffbh_u32", 1, Int, (u32)clz(A));
  OP(366, "ffbl", 1, Int, (u32)(A ? __builtin_ctz(A) : -1));
  OP(367, "ffbh_i32", 1, Int, (u32)clz((i32)A < 0 ? ~A : A));
  OP(262, "mul_i32_i24", 2, Int, (u32)(s24(A) * s24(B)));
  OP(263, "mul_hi_i32_i24", 2, Int, (u32)((s24(A) * s24(B)) >> 32));
  OP(264, "mul_u32_u24", 2, Int, (u32)(u24(A) * u24(B)));
  OP(265, "mul_hi_u32_u24", 2, Int, (u32)((u24(A) * u24(B)) >> 32));
  OP(268, "min_i32", 2, Int, (i32)A < (i32)B ? A : B);
  OP(269, "max_i32", 2, Int, (i32)A > (i32)B ? A : B);
  OP(270, "min_u32", 2, Int, A < B ? A : B);
  OP(271, "max_u32", 2, Int, A > B ? A : B);
  OP(272, "lshrrev", 2, Int, B >> (A & 31));
  OP(273, "ashrrev", 2, Int, (u32)((i32)B >> (A & 31)));
  OP(274, "lshlrev", 2, Int, (u32)(B << (A & 31)));
  OP(275, "and", 2, Int, A & B);
  OP(276, "or", 2, Int, A | B);
  OP(277, "xor", 2, Int, A ^ B);
  OP(308, "add_u32", 2, Int, satu((i128)A + B, l.clamp));
  OP(309, "sub_u32", 2, Int, satu((i128)A - B, l.clamp));
  OP(310, "subrev_u32", 2, Int, satu((i128)B - A, l.clamp));
  OP(668, "add_i32", 2, Int, sats((i128)(i32)A + (i32)B, l.clamp));
  OP(669, "sub_i32", 2, Int, sats((i128)(i32)A - (i32)B, l.clamp));
  OP(450, "mad_i32_i24", 3, Int, sats((i128)s24(A) * s24(B) + (i32)C, l.clamp));
  OP(451, "mad_u32_u24", 3, Int, satu((i128)u24(A) * u24(B) + C, l.clamp));
  OP(497, "mad_u32_u16", 3, Int, satu((i128)(A & 0xffff) * (B & 0xffff) + C, l.clamp));
  OP(498, "mad_i32_i16", 3, Int, sats((i128)(int16_t)A * (int16_t)B + (i32)C, l.clamp));
  OP(456, "bfe_u32", 3, Int, (A >> (B & 31)) & (u32)((1ull << (C & 31)) - 1));
  OP(457, "bfe_i32", 3, Int, ([&] {
       int o = B & 31, w = C & 31;
       if (!w) return 0u;
       if (o + w > 32) return (u32)((i32)A >> o);
       return (u32)((i32)(A << (32 - o - w)) >> (32 - w));
     })());
  OP(458, "bfi", 3, Int, (A & B) | (~A & C));
  OP(461, "lerp_u8", 3, Int, ([&] {
       u32 r = 0;
       for (int i = 0; i < 32; i += 8)
         r |= (((A >> i & 255) + (B >> i & 255) + (C >> i & 1)) >> 1) << i;
       return r;
     })());
  OP(462, "alignbit", 3, Int, (u32)((((u64)A << 32) | B) >> (C & 31)));
  OP(463, "alignbyte", 3, Int, (u32)((((u64)A << 32) | B) >> (C & 3) * 8));
  OP(465, "min3_i32", 3, Int, (u32)std::min({(i32)A, (i32)B, (i32)C}));
  OP(466, "min3_u32", 3, Int, std::min({A, B, C}));
  OP(468, "max3_i32", 3, Int, (u32)std::max({(i32)A, (i32)B, (i32)C}));
  OP(469, "max3_u32", 3, Int, std::max({A, B, C}));
  OP(471, "med3_i32", 3, Int,
     (u32)((i64)(i32)A + (i32)B + (i32)C - std::min({(i32)A, (i32)B, (i32)C}) -
           std::max({(i32)A, (i32)B, (i32)C})));
  OP(472, "med3_u32", 3, Int, (u32)((u64)A + B + C - std::min({A, B, C}) - std::max({A, B, C})));
  OP(473, "sad_u8", 3, Int, (u32)(sad8(A, B) + C));
  OP(474, "sad_hi_u8", 3, Int, (u32)((sad8(A, B) << 16) + C));
  OP(475, "sad_u16", 3, Int,
     (u32)(abs((int)(A & 65535) - (int)(B & 65535)) + abs((int)(A >> 16) - (int)(B >> 16)) + C));
  OP(476, "sad_u32", 3, Int, (u32)((A > B ? A - B : B - A) + C));
  OP(493, "perm", 3, Int, ([&] {
       u64 d = ((u64)A << 32) | B;
       u32 r = 0;
       for (int i = 0; i < 4; i++) {
         u32 s = C >> 8 * i & 255, v;
         if (s < 8)
           v = d >> 8 * s & 255;
         else if (s < 12)
           v = (d >> (8 * (2 * (s - 8) + 1) + 7) & 1) ? 255 : 0;
         else
           v = s == 12 ? 0 : 255;
         r |= v << 8 * i;
       }
       return r;
     })());
  static const struct {
    int opcode, nsrc, n;
  } halves[] = {{294, 2, 10}, {295, 2, 11}, {296, 2, 14}, {297, 2, 1},  {298, 2, 4},  {299, 2, 5},
                {300, 2, 6},  {303, 2, 12}, {304, 2, 7},  {305, 2, 13}, {306, 2, 8},  {491, 3, 9},
                {492, 3, 0},  {501, 3, 15}, {502, 3, 16}, {504, 3, 17}, {505, 3, 18}, {507, 3, 19},
                {508, 3, 20}, {670, 2, 2},  {671, 2, 3}};
  for (auto &h : halves) {
    int n = h.n;
    add(h.opcode, "16-bit", h.nsrc, Int,
        [n](const Lane &l) { return V(half(n, A, B, C, l.clamp)); });
  }
  for (int n = 0; n < 14; n++) {
    // The bench's OMOD field is OP_SEL_HI of sources 0 and 1 here.
    add(896 + n, "packed", n % 9 ? 2 : 3, Int, [n](const Lane &l) {
      return V(half(n, A, B, C, l.clamp) |
               half(n, l.omod & 1 ? A >> 16 : A, l.omod & 2 ? B >> 16 : B, C, l.clamp) << 16);
    });
  }
  OP(663, "cvt_pk_u16_u32", 2, Int, std::min(A, 65535u) | std::min(B, 65535u) << 16);
  OP(664, "cvt_pk_i16_i32", 2, Int, sats16((i32)A, true) | sats16((i32)B, true) << 16);
  OP(399, "sat_pk_u8_i16", 1, Int,
     (u32)std::min(std::max<int>((int16_t)A, 0), 255) |
         (u32)std::min(std::max<int>((int16_t)(A >> 16), 0), 255) << 8);
  OP(484, "msad_u8", 3, Int, (u32)(msad8(A, B, 0, true) + C));
  for (int m = 0; m < 2; m++) {
    add(485 + m, "qsad", 3, Int, [m](const Lane &l) { return V(qsad(l.a, B, l.c, m)); });
    ops.back().rows = 2;
    ops.back().wide = 5;
  }
  OP(499, "xad", 3, Int, (u32)((A ^ B) + C));
  OP(509, "lshl_add", 3, Int, (u32)((A << (B & 31)) + C));
  OP(510, "add_lshl", 3, Int, (u32)((A + B) << (C & 31)));
  OP(511, "add3", 3, Int, (u32)(A + B + C));
  OP(512, "lshl_or", 3, Int, (u32)((A << (B & 31)) | C));
  OP(513, "and_or", 3, Int, (A & B) | C);
  OP(514, "or3", 3, Int, A | B | C);
  OP(645, "mul_lo", 2, Int, (u32)(A * B));
  OP(646, "mul_hi_u32", 2, Int, (u32)(((u64)A * B) >> 32));
  OP(647, "mul_hi_i32", 2, Int, (u32)(((i64)(i32)A * (i32)B) >> 32));
  OP(651, "bcnt", 2, Int, (u32)(__builtin_popcount(A) + B));
  OP(652, "mbcnt_lo", 2, Int,
     (u32)(__builtin_popcount(A & (u32)((1ull << std::min(l.lane, 32)) - 1)) + B));
  OP(653, "mbcnt_hi", 2, Int,
     (u32)(__builtin_popcount(A & (u32)((1ull << std::max(l.lane - 32, 0)) - 1)) + B));
  OP(659, "bfm", 2, Int, (u32)((u32)((1ull << (A & 31)) - 1) << (B & 31)));
  OP(655, "lshlrev_b64", 2, Int, l.b << (A & 63));
  ops.back().rows = 2;
  ops.back().wide = 2;
  OP(656, "lshrrev_b64", 2, Int, l.b >> (A & 63));
  ops.back().rows = 2;
  ops.back().wide = 2;
  OP(657, "ashrrev_i64", 2, Int, (u64)((i64)l.b >> (A & 63)));
  ops.back().rows = 2;
  ops.back().wide = 2;
  auto b3 = [](int code, const char *n, int nsrc, std::function<Out(const Lane &)> f) {
    add(code, n, nsrc, Int, f);
    ops.back().mask = ops.back().vop3b = true;
  };
  b3(281, "add_co", 2, [](const Lane &l) {
    i128 r = (i128)A + B;
    return V(satu(r, l.clamp), r >> 32 & 1);
  });
  b3(282, "sub_co", 2, [](const Lane &l) {
    i128 r = (i128)A - B;
    return V(satu(r, l.clamp), r < 0);
  });
  b3(283, "subrev_co", 2, [](const Lane &l) {
    i128 r = (i128)B - A;
    return V(satu(r, l.clamp), r < 0);
  });
  b3(284, "addc_co", 2, [](const Lane &l) {
    i128 r = (i128)A + B + l.carry;
    return V(satu(r, l.clamp), r >> 32 & 1);
  });
  ops.back().carry = true;
  b3(285, "subb_co", 2, [](const Lane &l) {
    i128 r = (i128)A - B - l.carry;
    return V(satu(r, l.clamp), r < 0);
  });
  ops.back().carry = true;
  b3(286, "subbrev_co", 2, [](const Lane &l) {
    i128 r = (i128)B - A - l.carry;
    return V(satu(r, l.clamp), r < 0);
  });
  ops.back().carry = true;
  b3(488, "mad_u64_u32", 3, [](const Lane &l) {
    unsigned __int128 r = (unsigned __int128)A * B + l.c;
    bool o = r >> 64 & 1;
    return V(o && l.clamp ? ~0ull : (u64)r, o);
  });
  ops.back().rows = 2;
  ops.back().wide = 4;
  b3(489, "mad_i64_i32", 3, [](const Lane &l) {
    i128 r = (i128)(i32)A * (i32)B + (i64)l.c;
    return V((u64)r, r >> 64 & 1);
  });
  ops.back().rows = 2;
  ops.back().wide = 4;
  OP(256, "cndmask", 2, Int, l.carry ? B : A);
  ops.back().carry = true;
  for (int x = 0; x < 2; x++) {
    for (int c = 0; c < 16; c++) {
      add(64 + 16 * x + c, x ? "cmpx_f32" : "cmp_f32", 2, CmpF,
          [c](const Lane &l) { return V(0, cond_f(c, A, B)); });
      ops.back().mask = true;
      ops.back().rows = 0;
    }
    add(16 + x, "cmp_class", 2, Class, [](const Lane &l) { return V(0, class32(A, B)); });
    ops.back().mask = true;
    ops.back().rows = 0;
    for (int c = 0; c < 8; c++) {
      add(192 + 16 * x + c, "cmp_i32", 2, CmpI,
          [c](const Lane &l) { return V(0, cond_i<i32>(c, A, B)); });
      ops.back().mask = true;
      ops.back().rows = 0;
      add(200 + 16 * x + c, "cmp_u32", 2, CmpI,
          [c](const Lane &l) { return V(0, cond_i<u32>(c, A, B)); });
      ops.back().mask = true;
      ops.back().rows = 0;
      add(160 + 16 * x + c, "cmp_i16", 2, CmpI,
          [c](const Lane &l) { return V(0, cond_i<int16_t>(c, (int16_t)A, (int16_t)B)); });
      ops.back().mask = true;
      ops.back().rows = 0;
      add(168 + 16 * x + c, "cmp_u16", 2, CmpI,
          [c](const Lane &l) { return V(0, cond_i<uint16_t>(c, (uint16_t)A, (uint16_t)B)); });
      ops.back().mask = true;
      ops.back().rows = 0;
      add(224 + 16 * x + c, "cmp_i64", 2, CmpI,
          [c](const Lane &l) { return V(0, cond_i<i64>(c, l.a, l.b)); });
      ops.back().mask = true;
      ops.back().rows = 0;
      ops.back().wide = 3;
      add(232 + 16 * x + c, "cmp_u64", 2, CmpI,
          [c](const Lane &l) { return V(0, cond_i<u64>(c, l.a, l.b)); });
      ops.back().mask = true;
      ops.back().rows = 0;
      ops.back().wide = 3;
    }
  }
}

#endif
