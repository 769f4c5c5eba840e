// SPDX-License-Identifier: Apache-2.0
// Gives a decoded vector instruction its executor and the loop of its opcode, for the level of the host.
#include "execute/vector.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

// What each level of the host has (vector_host.h). A model for one level, WL_LEVEL (refmodel/rules.mk), has that one in
// place of all but pure.
#ifdef WL_LEVEL
#define JOIN2(before, level, after) before##level##after
#define JOIN(before, level, after) JOIN2(before, level, after)
#define HOSTS(before, after) \
  before##pure##after, JOIN(before, WL_LEVEL, after), JOIN(before, WL_LEVEL, after), JOIN(before, WL_LEVEL, after)
#elif defined __x86_64__
#define HOSTS(before, after) before##pure##after, before##base##after, before##avx2##after, before##avx512##after
#else
#define HOSTS(before, after) before##pure##after, before##base##after
#endif
#define VOP1(op, name, ...) wl_lanes_fn HOSTS(wl_, _##name);
#define VOP2 VOP1
#define VOP3 VOP1
#define VOP3P VOP1
#define VOPC(op, opx, name, ...) VOP1(op, cmp_##name, )
#include "isa/vop1.def"
#include "isa/vop2.def"
#include "isa/vop3.def"
#include "isa/vop3p.def"
#include "isa/vopc.def"
#undef VOP1
#undef VOP2
#undef VOP3
#undef VOP3P
#undef VOPC

static wl_lanes_fn *const loops[WL_VOP_COUNT][WL_HOST_COUNT] = {
#define VOP1(op, name, ...) [WL_VOP_##name] = {HOSTS(wl_, _##name)},
#define VOP2 VOP1
#define VOP3 VOP1
#define VOP3P VOP1
#define VOPC(op, opx, name, ...) VOP1(op, cmp_##name, )
#include "isa/vop1.def"
#include "isa/vop2.def"
#include "isa/vop3.def"
#include "isa/vop3p.def"
#include "isa/vopc.def"
#undef VOP1
#undef VOP2
#undef VOP3
#undef VOP3P
#undef VOPC
};

static bool host_forced;
static wl_host forced_host;

#ifdef __x86_64__
// clang does not know the name of this one.
static bool supports_f16c(void) {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}
#endif

bool wl_host_supported(wl_host host) {
#ifdef WL_LEVEL
  enum { only_base = WL_HOST_BASE, only_avx2 = WL_HOST_AVX2, only_avx512 = WL_HOST_AVX512 };
  if (host != WL_HOST_PURE && (int)host != JOIN(only_, WL_LEVEL, )) return false;
#endif
#ifdef __x86_64__
  if (host == WL_HOST_AVX512) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") && wl_host_supported(WL_HOST_AVX2);
  }
  if (host == WL_HOST_AVX2) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && supports_f16c() &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
  }
#endif
  return host == WL_HOST_PURE || host == WL_HOST_BASE;
}

void wl_vector_use(wl_host host) {
  host_forced = true;
  forced_host = host;
}

wl_host wl_host_used(void) {
  if (host_forced) return forced_host;
  wl_host best = WL_HOST_PURE;
  for (wl_host h = WL_HOST_BASE; h < WL_HOST_COUNT; h++) {
    if (wl_host_supported(h)) best = h;
  }
  return best;
}

static enum wl_executor plain_executor(const struct wl_vop *op) {
  if (op->compare) return WL_EXECUTE_COMPARE;
  if (op->quad || op->mix || op->result16 == WL_RESULT_16_KEEP) return WL_EXECUTE_ANY;
  if (op->rows == 2 || op->wide) return WL_EXECUTE_WIDE;
  if (op->mask_in || op->mask_out) return op->sources == 2 ? WL_EXECUTE_MASKED : WL_EXECUTE_ANY;
  if (op->reads_vdst) return WL_EXECUTE_MAC;
  if (op->literal_k) return WL_EXECUTE_MADK;
  return op->sources == 1 ? WL_EXECUTE_1 : op->sources == 2 ? WL_EXECUTE_2 : WL_EXECUTE_3;
}

// Whether a field changes what the opcode alone does. The decoder has cleared fields that the opcode ignores.
static bool modified(const struct wl_insn *n) {
  const unsigned fields = (1u << n->vop->sources) - 1;
  const bool selected = n->sel != (n->vop->packed & fields) << 3;
  return n->neg || n->abs || n->omod || n->clamp || selected || n->extra != WL_EXTRA_NONE;
}

void wl_vector_bind(struct wl_insn *n, bool pure) {
  static const wl_insn_fn *const executors[WL_HOST_COUNT] = {HOSTS(wl_execute_, )};
  const wl_host h = pure ? WL_HOST_PURE : wl_host_used();
  const bool once = n->vop->form != WL_FORM_LANES;
  wl_lanes_fn *const *loop = loops[n->vop - wl_vops];
  // fp_*.c says what it raises. Opcodes that the host computes have the pure loop for that.
  const bool by_host = n->vop->raises == WL_RAISES_BY_HOST && h != WL_HOST_PURE;
  n->exact = by_host ? loop[WL_HOST_PURE] : loop[h];
  n->lanes = by_host || n->vop->raises == WL_RAISES_NOTHING ? loop[h] : wl_collect;
  n->fn = executors[h][once ? WL_EXECUTE_ONCE : modified(n) ? WL_EXECUTE_ANY : plain_executor(n->vop)];
}
