// SPDX-License-Identifier: Apache-2.0
// Operations that move values between lanes or to SGPRs, and v_nop. A lane computes nothing for them:
// simd selects the lanes.
package valu_lane_pkg;
  typedef enum logic [4:0] {
    Nop,
    Readlane, Readfirstlane,  // a scalar result only
    Writelane,                // a move with its own lane mask
    Swap
  } op_e;
endpackage
