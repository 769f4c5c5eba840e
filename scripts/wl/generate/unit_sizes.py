# SPDX-License-Identifier: Apache-2.0
"""Writes the parameters of rtl/cu_pkg.sv that model and coverage points need as C (tb/base/sizes.h).

usage: unit_sizes.py [-DMACRO=VALUE...]    the macros with which Verilator reads the RTL
"""
import os
import re
import subprocess
import sys

from wl import Error

PACKAGE = "rtl/cu_pkg.sv"
FIELDS = {"waves": "NumWaves", "phys_vgprs": "PhysVgprs", "lds_entries": "LdsEntries", "gds_entries": "GdsEntries"}
FIELDS["valu_delay"] = "ValuDelay"
QUEUE = "VmemQueueDepth"
KINDS = {"rdna": "RdnaMemory", "vcc_alias": "VccAlias", "control": "ControlWords", "sramecc": "Sramecc"}


def main():
    text = subprocess.check_output([os.environ.get("VERILATOR", "verilator"), "-E", *sys.argv[1:], PACKAGE], text=True)
    found = dict(re.findall(r"^\s*parameter\s+int\s+unsigned\s+(\w+)\s*=\s*(\d+)\s*;", text, re.M))
    found |= dict(re.findall(r"^\s*parameter\s+bit\s+(\w+)\s*=\s*1'b([01])\s*;", text, re.M))
    missing = [name for name in [*FIELDS.values(), QUEUE, "Isa", *KINDS.values()] if name not in found]
    if missing:
        raise Error(f"{PACKAGE}: no number found for {', '.join(missing)}")
    fields = ", ".join(f".{field} = {found[name]}" for field, name in (FIELDS | KINDS).items())
    fields += f", .isa = WL_GFX{found['Isa']}"
    print('#include "base/sizes.h"\n')
    print(f"const wl_config wl_rtl_sizes = {{{fields}}};")
    print(f"const uint32_t wl_rtl_vmem_queue = {found[QUEUE]};")
    return 0


if __name__ == "__main__":
    sys.exit(main())
