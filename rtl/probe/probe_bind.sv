// SPDX-License-Identifier: Apache-2.0
// Binds the probe to every compute unit of a lockstep build.
bind cu probe u_probe (.clk_i(clk_i), .rst_ni(rst_ni));
