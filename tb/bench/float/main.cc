// SPDX-License-Identifier: Apache-2.0
// Runs the execution units alone: reads passes, writes what the units answer.
//
// A line of input has hexadecimal numbers: opcode (VOP3), NEG, ABS, OMOD, CLAMP, MODE (fp_mode_t), 16 mask bits with
// OP_SEL and OP_SEL_HI above them. Then come sources 0, 1, 2 of 64 bits for each of 16 lanes. A line of output: mask
// bits, exceptions of the pass, 64 bits for each lane, exceptions of each lane. A lane's own exceptions come from a
// pass in which it alone is active.
// A unit that does not answer in the cycle that its row says ends the run with exit code 1.
#include <cinttypes>
#include <cstdint>
#include <cstdio>

#include "Vfloat_unit.h"
#include "verilated.h"

static const int kLanes = 16;

static void cycle(Vfloat_unit *dut) {
  dut->clk_i = 1;
  dut->eval();
  dut->clk_i = 0;
  dut->eval();
}

// The unit's answer to a pass of these lanes stands at its outputs. False if it does not come in its cycle.
static bool answers(Vfloat_unit *dut, unsigned lanes) {
  dut->lanes_i = lanes;
  dut->req_valid_i = 1;
  dut->eval();
  if (!dut->in_unit_o) {
    std::fprintf(stderr, "ERROR: opcode %u is not in the unit\n", dut->opcode_i);
    return false;
  }
  // A request comes two cycles after its issue.
  for (int waited = 2; waited < dut->first_o; waited++) {
    if (dut->rsp_valid_o) {
      std::fprintf(stderr, "ERROR: opcode %u answers %d cycles early\n", dut->opcode_i, dut->first_o - waited);
      return false;
    }
    cycle(dut);
    dut->req_valid_i = 0;
  }
  if (!dut->rsp_valid_o) std::fprintf(stderr, "ERROR: opcode %u does not answer in time\n", dut->opcode_i);
  return dut->rsp_valid_o;
}

int main() {
  VerilatedContext context;
  Vfloat_unit dut(&context);
  dut.rst_ni = 0;
  dut.clk_i = 0;
  dut.req_valid_i = 0;
  dut.eval();
  cycle(&dut);
  dut.rst_ni = 1;
  unsigned opcode, neg, abs, omod, clamp, mode, mask;
  while (std::scanf("%x %x %x %x %x %x %x", &opcode, &neg, &abs, &omod, &clamp, &mode, &mask) == 7) {
    for (int lane = 0; lane < kLanes; lane++) {
      uint64_t a, b, c;
      if (std::scanf("%" SCNx64 " %" SCNx64 " %" SCNx64, &a, &b, &c) != 3) {
        std::fprintf(stderr, "ERROR: a pass of %x has less than 16 lanes\n", opcode);
        return 2;
      }
      dut.a_i[lane] = (uint32_t)a;
      dut.b_i[lane] = (uint32_t)b;
      dut.c_i[lane] = (uint32_t)c;
      dut.a_hi_i[lane] = (uint32_t)(a >> 32);
      dut.b_hi_i[lane] = (uint32_t)(b >> 32);
      dut.c_hi_i[lane] = (uint32_t)(c >> 32);
    }
    dut.opcode_i = opcode;
    dut.neg_i = neg;
    dut.abs_i = abs;
    dut.omod_i = omod;
    dut.clamp_i = clamp;
    dut.fp_mode_i = mode;
    dut.mask_i = mask & 0xffff;
    dut.op_sel_i = mask >> 16;
    if (!answers(&dut, 0xffff)) return 1;
    std::printf("%x %x", (unsigned)dut.bits_o, (unsigned)dut.excp_o);
    for (int lane = 0; lane < kLanes; lane++) {
      std::printf(" %" PRIx64, (uint64_t)dut.hi_o[lane] << 32 | dut.lo_o[lane]);
    }
    cycle(&dut);
    for (int lane = 0; lane < kLanes; lane++) {
      if (!answers(&dut, 1u << lane)) return 1;
      std::printf(" %x", (unsigned)dut.excp_o);
      cycle(&dut);
    }
    std::printf("\n");
  }
  dut.final();
  return 0;
}
