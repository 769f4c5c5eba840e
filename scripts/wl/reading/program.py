# SPDX-License-Identifier: Apache-2.0
"""Building a program as the tool does (vectors/README.md): what lies where in memory, and its symbols."""
import os
import re
import struct
import subprocess
import tempfile

MC = ["llvm-mc-16", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-mattr=-xnack", "-filetype=obj"]
LLD = ["ld.lld-16", "-shared"]
# The descriptor of a program without an .amdhsa_kernel (vectors/README.md).
DESCRIPTOR = """
.section .rodata,"a",@progbits
.p2align 6
.amdhsa_kernel {}
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 102
  .amdhsa_kernarg_size 256
.end_amdhsa_kernel
"""
LOAD, SYMBOLS = 1, 2  # types of a segment and of a section


class Program:
    """segments: (address, bytes); symbols: name -> address, relative to where it is loaded; entry: the name of the
    first .globl symbol; descriptor: numbers that the source gives the kernel's descriptor. sgprs: those that it
    allocates to a wave."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            source = file.read()
        self.entry = re.search(r"^\s*\.globl\s+(\w+)", source, re.M).group(1)
        self.descriptor = {k: int(v, 0) for k, v in re.findall(r"^\s*\.amdhsa_(\w+)\s+(\d\w*)\s*$", source, re.M)}
        if ".amdhsa_kernel" not in source:
            source += DESCRIPTOR.format(self.entry)
        with tempfile.TemporaryDirectory() as folder:
            part, whole = (os.path.join(folder, n) for n in ("o", "co"))
            subprocess.run([*MC, "-I", os.path.dirname(path), "-o", part, "-"], input=source.encode(), check=True)
            subprocess.run([*LLD, part, "-o", whole], check=True)
            with open(whole, "rb") as file:
                elf = file.read()
        self.read(elf)
        self.sgprs = self.granules() * 8

    @classmethod
    def of_object(cls, path):
        """The segments and symbols of a code object."""
        self = cls.__new__(cls)
        with open(path, "rb") as file:
            self.read(file.read())
        return self

    def read(self, elf):
        segments, sections = struct.unpack_from("<QQ", elf, 32)
        segment_size, segment_count, section_size, section_count = struct.unpack_from("<HHHH", elf, 54)
        self.segments, self.symbols = [], {}
        for i in range(segment_count):
            head = struct.unpack_from("<IIQQQQQQ", elf, segments + i * segment_size)
            kind, _, offset, address, _, stored, size, _ = head
            if kind == LOAD:
                self.segments.append((address, elf[offset : offset + stored] + bytes(size - stored)))
        heads = [struct.unpack_from("<IIQQQQI", elf, sections + i * section_size) for i in range(section_count)]
        for _, kind, _, _, offset, size, link in heads:
            for at in range(offset, offset + size if kind == SYMBOLS else offset, 24):
                name, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", elf, at)
                start = heads[link][4] + name
                if section:
                    self.symbols[elf[start : elf.index(b"\0", start)].decode()] = value

    def granules(self):
        """Granules of SGPRs, by compute_pgm_rsrc1 (kernel-launch.md 2)."""
        at = self.symbols[f"{self.entry}.kd"] + 48
        for start, contents in self.segments:
            if start <= at < start + len(contents):
                return (int.from_bytes(contents[at - start : at - start + 4], "little") >> 6 & 15) + 1
        raise ValueError(f"{self.entry} has no descriptor")
