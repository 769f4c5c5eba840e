# SPDX-License-Identifier: Apache-2.0
"""Writes the parameters of rtl/cu_pkg.sv that model and coverage points need as C (tb/base/sizes.h).

usage: unit_sizes.py [--model [--assembler=PATH]] [-DMACRO=VALUE...]

-D: the macros with which Verilator reads the RTL. --model: the unit has an instruction set of its own, whose model
defines wl_unit_model; --assembler: its assembler.
"""
import os
import re
import subprocess
import sys

from wl import Error

PACKAGE = "rtl/cu_pkg.sv"
FIELDS = {"waves": "NumWaves", "phys_vgprs": "PhysVgprs", "lds_entries": "LdsEntries", "gds_entries": "GdsEntries"}
FIELDS["valu_delay"] = "ValuDelay"
FIELDS["images"] = "Images"
QUEUE = "VmemQueueDepth"
ASSEMBLER = "--assembler="
KINDS = {"rdna": "RdnaMemory", "vcc_alias": "VccAlias", "control": "ControlWords", "sramecc": "Sramecc"}


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    model = "--model" in sys.argv
    assembler = "".join(word.removeprefix(ASSEMBLER) for word in sys.argv if word.startswith(ASSEMBLER))
    text = subprocess.check_output([os.environ.get("VERILATOR", "verilator"), "-E", *words, PACKAGE], text=True)
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
    if model:
        print("extern const wl_model_ops wl_unit_model;")
    print(f"const wl_model_ops *const wl_unit_ops = {'&wl_unit_model' if model else '0'};")
    print(f'const char wl_unit_assembler[] = "{assembler}";')
    return 0


if __name__ == "__main__":
    sys.exit(main())
