// SPDX-License-Identifier: Apache-2.0
// The f32 and f64 operations of the bodies in isa/vop*.def, pure: on integers alone, by fp_*.c in every mode. fp_fast.h
// has the same names.
//
// Files of this level are compiled without the host's float registers (refmodel/rules.mk). scripts/wl/checks/pure.py
// looks at their instructions.
#ifndef WAVELOCK_FP_PURE_H
#define WAVELOCK_FP_PURE_H

#include "execute/fp.h"

enum { FP_PURE = true };

#define f32_add(a, b) wl_f32_add(a, b, MODE)
#define f32_sub(a, b) wl_f32_sub(a, b, MODE)
#define f32_subrev(a, b) wl_f32_subrev(a, b, MODE)
#define f32_mul(a, b) wl_f32_mul(a, b, MODE)
#define f32_fma(a, b, c) wl_f32_fma(a, b, c, MODE)
#define f32_fma_to_odd(a, b, c) f32_fma(a, b, c)  // wl_fp_fma_mix computes all lanes
#define f32_dot2(a, b, c) wl_f32_dot2(a, b, c, MODE)
#define f32_mad(a, b, c) wl_f32_mad(a, b, c, MODE)
#define f32_rcp(a) wl_f32_rcp(a, MODE)
#define f32_rcp_iflag(a) wl_f32_rcp_iflag(a, CLAMP, MODE)
#define f32_sqrt(a) wl_f32_sqrt(a, MODE)
#define f32_min(a, b) wl_f32_min(a, b, MODE)
#define f32_max(a, b) wl_f32_max(a, b, MODE)
#define f32_med3(a, b, c) wl_f32_med3(a, b, c, MODE)
#define f32_trunc(a) wl_f32_rint(a, WL_TRUNC, MODE)
#define f32_ceil(a) wl_f32_rint(a, WL_CEIL, MODE)
#define f32_floor(a) wl_f32_rint(a, WL_FLOOR, MODE)
#define f32_rndne(a) wl_f32_rint(a, WL_RNDNE, MODE)
#define f32_fract(a) wl_f32_fract(a, MODE)
#define f32_from_i32(a) wl_f32_from_i32((int32_t)(a), MODE)
#define f32_from_u32(a) wl_f32_from_u32(a, MODE)
#define f32_from_byte(a) wl_f32_from_u32((a)&0xff, 0)
#define f32_to_i32(a) wl_f32_to_i32(a, WL_TO_INT_TRUNC, MODE)
#define f32_to_u32(a) wl_f32_to_u32(a, MODE)
#define f16_add(a, b) wl_f16_add(a, b, MODE)
#define f16_sub(a, b) wl_f16_sub(a, b, MODE)
#define f16_subrev(a, b) wl_f16_subrev(a, b, MODE)
#define f16_mul(a, b) wl_f16_mul(a, b, MODE)
#define f16_fma(a, b, c) wl_f16_fma(a, b, c, MODE)
#define f16_mad(a, b, c) wl_f16_mad(a, b, c, MODE)
#define f16_min(a, b) wl_f16_min(a, b, MODE)
#define f16_max(a, b) wl_f16_max(a, b, MODE)
#define f16_med3(a, b, c) wl_f16_med3(a, b, c, MODE)
#define f32_lt wl_f32_lt
#define f32_le wl_f32_le
#define f32_eq wl_f32_eq
#define f32_ordered wl_f32_ordered

#define f64_add(a, b) wl_f64_add(a, b, MODE)
#define f64_mul(a, b) wl_f64_mul(a, b, MODE)
#define f64_fma(a, b, c) wl_f64_fma(a, b, c, MODE)
#define f64_min(a, b) wl_f64_min(a, b, MODE)
#define f64_max(a, b) wl_f64_max(a, b, MODE)
#define f64_rint(a, how) wl_f64_rint(a, how, MODE)
#define f64_fract(a) wl_f64_fract(a, MODE)
#define f64_from_i32(a) wl_f64_from_int((int32_t)(a))
#define f64_from_u32(a) wl_f64_from_int((uint32_t)(a))
#define f64_to_i32(a) wl_f64_to_i32(a, MODE)
#define f64_to_u32(a) wl_f64_to_u32(a, MODE)
#define f64_rcp(a) wl_f64_rcp(a, MODE)
#define f64_sqrt(a) wl_f64_sqrt(a, MODE)
#define f64_lt wl_f64_lt
#define f64_le wl_f64_le
#define f64_eq wl_f64_eq
#define f64_ordered wl_f64_ordered
enum { HOST_FMA64 = false };

#endif
