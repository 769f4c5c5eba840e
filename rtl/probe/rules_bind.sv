// SPDX-License-Identifier: Apache-2.0
// Binds the rules of time to every compute unit of a build that has them (tb/top/rules.mk).
bind fetch fetch_rules u_rules (.clk_i(clk_i), .rst_ni(rst_ni));
bind vgpr_arbiter vgpr_turns u_turns (.clk_i(clk_i), .rst_ni(rst_ni));
bind wave_select select_rules u_rules (.clk_i(clk_i), .rst_ni(rst_ni));
bind vmem order_rules u_rules (.clk_i(clk_i), .rst_ni(rst_ni));
bind issue return_rules u_rules (.clk_i(clk_i), .rst_ni(rst_ni));
