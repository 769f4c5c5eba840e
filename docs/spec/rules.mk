# The check programs of the specification: build/spec/NAME computes the figures that numerics.md states, and judges them.
SPEC_CHECKS := div_check div_sim_f32 div_sim_f64 transcendental_check

$(BUILD)/spec/%: docs/spec/%.c | $(BUILD)/setup.mk
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -o $@.part $< -lmpfr -lgmp -lm && mv $@.part $@

.PHONY: spec-checks
spec-checks: $(addprefix $(BUILD)/spec/,$(SPEC_CHECKS))
