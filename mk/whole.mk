# SPDX-License-Identifier: Apache-2.0
# A build may be killed at any moment, and make goes by the times of files. So each output is written beside its name,
# and gets the name when it is whole. A build that was killed leaves nothing that looks like a result.

# A recipe that compiles $< to the object $@ begins with COMPILING, and its command ends with TO_OBJECT behind -MD or
# -MMD. The dependency file comes first: no object is without its own. The object has the time at which its compiler
# began, so that a source that is changed meanwhile is compiled again.
COMPILING = @mkdir -p $(@D) && : >$@.new
TO_OBJECT = -MP -MF $(basename $@).d.part -MT $@ -c -o $(basename $@).part $< && \
  touch -r $@.new $(basename $@).part && mv $(basename $@).d.part $(basename $@).d && mv $(basename $@).part $@ && \
  rm $@.new
TO_ARCHIVE = rm -f $@.part && $(AR) rcs $@.part $^ && mv $@.part $@

# What is known of the objects in folders $(1): their dependency files. An object that has none, or an empty one, is
# made again. So is an object or an archive (of $(2), too) without content, which has 8 bytes at most. A machine that
# lost its power leaves such files.
define KNOWN
KNOWN := $(shell find $(1) -name verilated -prune -o -name '*.o' -printf '%p ' -o -name '*.d' -size +0 -printf '%p ')
EMPTY := $(shell find $(1) $(2) -name verilated -prune -o -name '*.[oa]' -size -9c -printf '%p ')
-include $$(filter %.d,$$(KNOWN))
$$(sort $$(EMPTY) $$(filter-out $$(patsubst %.d,%.o,$$(filter %.d,$$(KNOWN))),$$(filter %.o,$$(KNOWN)))): FORCE
endef
.PHONY: FORCE
