// SPDX-License-Identifier: Apache-2.0
// Binds the probe to every compute unit of a lockstep build, and what is asserted in all of them.
bind lds lds_report u_report (.clk_i(clk_i), .rst_ni(rst_ni));
bind vmem vmem_report u_report (.clk_i(clk_i), .rst_ni(rst_ni));
bind vmem vmem_kept u_kept ();
bind cu waits_report u_waits ();
bind simd valu_order u_order (.clk_i(clk_i), .rst_ni(rst_ni));
bind cu probe u_probe (.clk_i(clk_i), .rst_ni(rst_ni));
