# SPDX-License-Identifier: Apache-2.0
"""A test program under construction: one wave stores results row by row, and each row has its expected values.

VGPRs: v0 lane, v1 lane*4, v2..v5 destination, v6 scalar results (a lane each), v8..v43 operands from the buffer `in`.
SGPRs: s[8:9] in, s[10:11] out, s[12:13] results, s[14:17] and s20 scratch, s24.. operands.
"""
import json

from wl.reading.bits import ALL, LANES, M32


COLLECTOR, FIRST_ROW_REGISTER = 6, 8
ROWS_A_STORE_REACHES = 15  # 13-bit signed offset, 256 bytes a row


class Program:
    memory_unit = None  # the memory that alone can run it: gfx9 or rdna

    def __init__(self, name, about, rows=()):
        """rows: contents of v8, v9, ... (64 dwords each)."""
        self.name, self.about = name, about
        self.lines, self.expected, self.rows = [], [], [list(r) for r in rows]
        self.v = {FIRST_ROW_REGISTER + i: list(r) for i, r in enumerate(rows)}
        self.s = {}
        self.exec, self.vcc, self.m0, self.scc, self.mode = ALL, None, None, None, None
        self.offset, self.collected = 0, []
        self.covered = {}
        self.lds, self.handler = 0, []  # lines of a trap handler
        self.isa = None  # the instruction set that alone can run it
        self.ecc = False  # a unit with SRAM-ECC alone can run it
        self.exports = []  # what the wave sends to the sink, in order
        self.asm(
            "s_load_dwordx4 s[8:11], s[0:1], 0x0",
            "v_lshlrev_b32 v1, 2, v0",
            f"v_mov_b32 v{COLLECTOR}, 0",
            "s_waitcnt lgkmcnt(0)",
        )
        self._load_rows()

    def _load_rows(self):
        for i in range(len(self.rows)):
            if i and i % ROWS_A_STORE_REACHES == 0:
                self.asm(f"s_add_u32 s8, s8, {ROWS_A_STORE_REACHES * 256}", "s_addc_u32 s9, s9, 0")
            self.asm(f"global_load_dword v{FIRST_ROW_REGISTER + i}, v1, s[8:9] offset:{i % ROWS_A_STORE_REACHES * 256}")
        self.asm("s_waitcnt vmcnt(0)")

    # ---- text ------------------------------------------------------------------------------------
    def asm(self, *lines):
        self.lines += ["  " + line for line in lines]

    def word(self, codes, comment=""):
        self.lines.append(
            "  .long " + ", ".join(f"0x{c & M32:08x}" for c in codes) + (f"  // {comment}" if comment else "")
        )

    def cover(self, form, name, what):
        self.covered.setdefault((form, name), []).append(what)

    # ---- state the tests set ---------------------------------------------------------------------
    def set_s(self, number, value):
        value &= M32
        if self.s.get(number) != value:
            self.asm(f"s_mov_b32 s{number}, 0x{value:x}")
            self.s[number] = value

    def _set_pair(self, name, value):
        if value in (0, ALL):
            self.asm(f"s_mov_b64 {name}, {0 if not value else -1}")
        else:
            self.set_s(16, value)
            self.set_s(17, value >> 32)
            self.asm(f"s_mov_b64 {name}, s[16:17]")

    def set_exec(self, value):
        if self.exec != value:
            self._set_pair("exec", value)
            self.exec = value

    def set_vcc(self, value):
        if self.vcc != value:
            self._set_pair("vcc", value)
            self.vcc = value

    def set_m0(self, value):
        if self.m0 != value:
            self.asm(f"s_mov_b32 m0, 0x{value & M32:x}")
            self.m0 = value & M32

    def set_mode(self, value):
        if self.mode != value:
            self.asm(f"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0x{value:x}", "s_nop 1")
            self.mode = value

    def set_scc(self, value):
        self.asm(f"s_cmp_eq_u32 0, {0 if value else 1}")
        self.scc = value

    # ---- results ---------------------------------------------------------------------------------
    def store(self, register, values, note=""):
        """A row of 64 dwords into `out`."""
        assert len(values) == LANES
        self.set_exec(ALL)
        if self.offset == ROWS_A_STORE_REACHES:
            self.asm(f"s_add_u32 s10, s10, {ROWS_A_STORE_REACHES * 256}", "s_addc_u32 s11, s11, 0")
            self.offset = 0
        self.asm(
            f"global_store_dword v{register}, v1, s[10:11] offset:{self.offset * 256}".replace(
                f"v{register}, v1", f"v1, v{register}"
            )
            + f"  // out[{len(self.expected)}] {note}"
        )
        self.offset += 1
        self.expected += [v & M32 for v in values]

    def collect(self, register, value):
        """One scalar (any scalar source text) becomes an element of a row."""
        self.asm(f"v_writelane_b32 v{COLLECTOR}, {register}, {len(self.collected)}")
        self.collected.append(value & M32)
        if len(self.collected) == LANES:
            self.flush()

    def collect64(self, first, value):
        lo, hi = first if isinstance(first, tuple) else (f"s{first}", f"s{first + 1}")
        self.collect(lo, value)
        self.collect(hi, value >> 32)

    def flush(self):
        if self.collected:
            was = self.exec
            rest = LANES - len(self.collected)
            old = self.expected_collector()
            self.store(
                COLLECTOR, self.collected + old[len(self.collected) :], "scalars" + (f", {rest} unused" if rest else "")
            )
            self._collector = self.expected[-LANES:]
            self.collected = []
            self.set_exec(was)

    def expected_collector(self):
        return getattr(self, "_collector", [0] * LANES)

    def describe(self):
        """The description. It ends the program's text, apart from s_endpgm."""
        self.flush()
        given = [v for r in self.rows for v in r] or [0]
        return {
            "about": self.about,
            "program": "program.s",
            **({"isa": self.isa} if self.isa else {}),
            **({"memory_unit": self.memory_unit} if self.memory_unit else {}),
            **({"sramecc": True} if self.ecc else {}),
            "launch": {"grid": [LANES], "group": [LANES], "lds": self.lds}
            | ({"trap_handler": "handler"} if self.handler else {}),
            "args": [
                {"buffer": "in", "type": "u32", "count": len(given), "init": {"values": given}},
                {"buffer": "out", "type": "u32", "count": len(self.expected)},
            ],
            "expect": {"buffers": [{"buffer": "out", "values": self.expected}]}
            | ({"exports": self.exports} if self.exports else {}),
        }

    def write(self, folder):
        test = self.describe()
        folder = folder / self.name
        folder.mkdir(parents=True, exist_ok=True)
        source = (
            [f"// {self.about}. Written by scripts/wl/vectors/directed_vectors.py.", ".globl main", "main:"]
            + self.lines
            + ["  s_endpgm", *self.handler, ""]
        )
        (folder / "program.s").write_text("\n".join(source))
        (folder / "test.json").write_text(json.dumps(test))
