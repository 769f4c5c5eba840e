rtl/probe/fetch_rules.sv
rtl/probe/order_rules.sv
rtl/probe/return_rules.sv
rtl/probe/select_rules.sv
rtl/probe/vgpr_turns.sv
rtl/probe/rules_bind.sv
