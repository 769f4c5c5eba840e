# SPDX-License-Identifier: Apache-2.0
"""Scalar memory (buffer-memory.md 13): loads, stores and atomics of one wave, by pairs and by V#.

scripts/wl/reading/scalar_memory.py computes what an instruction reads and writes.
"""

from wl.reading import scalar_memory, words
from wl.reading.atomic import Atomic
from wl.reading.bits import LANES, M32, M64
from wl.vectors.directed.atomics import OPERATIONS, Atomics
from wl.vectors.directed.buffer import BOUND, FAR, operand, resource


PAIR, QUAD, DATA, REGISTER = 34, 36, 40, 33  # s[34:35]: base; s[36:39]: V#; from s40 on: data; s33: offset
UNTOUCHED = FAR + 0x7000  # no case reaches the bytes from here to 0x7f00
LAST = 0xFFFFFFFFF000  # the last page below 2^48
LOADS = ("dword", "dwordx2", "dwordx4", "dwordx8", "dwordx16")
STORES = LOADS[:3]


class Scalars(Atomics):
    memory_unit = None

    def set_code(self, code, value):
        if code < 102:
            self.set_s(code, value)
        elif code == words.M0:
            self.set_m0(value)
        elif code == words.VCC:
            self.set_vcc(value | 0x5A5A5A5A << 32)
        else:
            self.asm(f"s_mov_b32 {operand(code)}, 0x{value:x}")
            self.s[code] = value

    def instruction(self, name, base, offset=0, code=None, both=True, data=DATA, glc=0, extra=0):
        """Its words. code: of the register that is added; both: offset and register, else the register alone, in the
        field OFFSET if `both` is None, else in SOFFSET."""
        imm, soe = int(code is None or both is True), int(code is not None and both is not None)
        first = 0x30 << 26 | words.NUMBER["SMEM", name] << 18 | imm << 17 | glc << 16 | soe << 14 | data << 6
        field = offset & 0x1FFFFF if imm else code if not soe else self.random.getrandbits(21)
        self.word([first | base >> 1 | extra, (code << 25 if soe else 0) | field], f"{name}, IMM {imm}, SOE {soe}")

    def where(self, name, at=0, v=None, offset=0, register=None, code=REGISTER, both=True):
        """Base and offset registers, and the place. register: the value of the register, None without one."""
        if v is None:
            for i in range(2):
                self.set_s(PAIR + i, at >> 32 * i)
        else:
            for i, word in enumerate(v):
                self.set_s(QUAD + i, word)
        if register is not None:
            self.set_code(code, register)
        used = offset if register is None or both is True else 0
        scale = 64 if name.startswith("s_scratch_") else 1
        return scalar_memory.Place(at & M64, used, register or 0, v, scale)

    def fill(self, first, values):
        for i, value in enumerate(values):
            self.s.pop(first + i, None)
            self.set_s(first + i, value)

    def access(self, name, data=DATA, glc=0, spoil=False, extra=0, **how):
        """One instruction, waited for. spoil: its data registers are written behind it (D-MEM-50)."""
        self.cover("SMEM", name, "cases")
        place = self.where(name, **how)
        atomic = Atomic(name) if "_atomic_" in name else None
        count = atomic.registers if atomic else scalar_memory.count_of(name)
        values = [self.random.getrandbits(32) for _ in range(count + 1)]  # the one behind stays
        if atomic:
            at = place.atomic(atomic.size)
            old = int.from_bytes(self.memory.read(at, atomic.size), "little") if at is not None else 0
            new, compare = self.operand(atomic, old)
            values[:count] = atomic.words(new) + (atomic.words(compare) if atomic.compares else [])
        self.fill(data, values)
        given = {k: how[k] for k in ("offset", "both") if k in how}
        code = how.get("code", REGISTER) if how.get("register") is not None else None
        self.instruction(
            name, PAIR if how.get("v") is None else QUAD, code=code, data=data, glc=glc, extra=extra, **given
        )
        left = list(values)
        if atomic:
            returned = scalar_memory.change(self.memory, place, atomic, values[:count])
            if glc:
                left[: atomic.results] = atomic.words(returned)
        elif "_store_" in name:
            scalar_memory.store(self.memory, place, values[:count])
            if spoil:
                left = [~v & M32 for v in values]
                self.asm(*(f"s_not_b32 s{data + i}, s{data + i}" for i in range(count + 1)))
        else:
            left[:count] = scalar_memory.load(self.memory, place, count)
        self.asm("s_waitcnt lgkmcnt(0)")
        for i, value in enumerate(left):
            self.s[data + i] = value
        if "_store_" not in name or spoil:
            for i, value in enumerate(left):
                self.collect(f"s{data + i}", value)


# ---- programs -----------------------------------------------------------------------------------------------


# D-MEM-68, D-MEM-49, D-MEM-74.
def buffer_loads():
    """Range, in bytes and in records; where sums wrap; what of the V# is ignored."""
    p = Scalars("directed_smem_buffer_load", "s_buffer_load: range, offsets, wraps, lines", more={LAST: 0x1000})
    r = p.random
    for n, kind in enumerate(LOADS):
        name, count = f"s_buffer_load_{kind}", scalar_memory.count_of(f"s_buffer_load_{kind}")
        for cut in {0, 1, count // 2, count - 1, count}:  # dwords that are in range
            offset = 4 * r.randrange(200)
            for stride in (0, 1, 4, 0x3FFF):
                records = offset + 4 * cut if stride < 2 else (offset + 4 * cut + stride - 1) // stride
                v = resource(FAR + r.randrange(4), stride, records, r.randrange(2), r.randrange(2))
                p.access(name, v=v, offset=offset)
            for less in (1, 2, 3):
                if cut:
                    p.access(name, v=resource(FAR, 0, offset + 4 * cut - less), offset=offset)
                    p.access(name, v=resource(FAR, 0, offset + 4 * cut), offset=offset + less)
        for border in range(5):  # lines
            p.access(name, v=resource(FAR + 64 * n + 16 * border, 0, M32), offset=44 - 4 * border)
        v = resource(FAR + 0x400, 0, 0x800)
        for code in (REGISTER, words.M0, words.VCC, 102, 101, 0):
            if code:
                p.access(name, v=v, offset=r.randrange(256), register=r.randrange(0x700), code=code)
                p.access(name, v=v, register=r.randrange(0x800), code=code, both=False)
                p.access(name, v=v, register=r.randrange(0x800), code=code, both=None)
        p.access(name, v=v, offset=-4)  # 2^32 - 4: out of range
        p.access(name, v=v, offset=-8, register=0x104)
        p.access(name, v=v, offset=12, register=M32 - 7)  # 4
        p.access(name, v=v, offset=-0x100000, register=0x100020)
        p.access(name, v=v, offset=0xFFFFF, register=0xFFF00001 + 0x20)
        p.access(name, v=resource(FAR - 0xFFFFFFFC, 2, M32), offset=-4)  # more than 2^32 bytes: dwords do not wrap
        p.access(name, v=resource(FAR - 0xFFFFFFFC, 0, M32), offset=-4)  # the first alone is in range
        p.access(name, v=resource(FAR - 0xFFFFFFF8 + 0x80, 0, M32), register=0xFFFFFFF8, both=False)
        p.access(name, v=resource(LAST + 0xFE0, 0, M32))  # D-MEM-61
        p.access(name, v=resource(LAST + 0xFFC, 0, M32), offset=0)
        p.access(name, v=resource(FAR + 0x7FE0, 0, 0x8000))  # the page behind is not mapped
        for v in (
            resource(FAR, 16, 0),
            resource(FAR, 0, 64, data_format=0),
            resource(FAR, 0, 64, add_tid=1, index_stride=3, swizzle=1),
            resource(FAR, 0, 64, rest=3 << 30),
            resource(FAR, 0, 16, data_format=0, rest=0x249),  # SEL_1 in all four
            resource(FAR, 0, 16, rest=0x3F187FFF),
        ):
            p.access(name, v=v, offset=r.randrange(16))
    own_base(p)
    in_a_handler(p)
    return p


def own_base(p):
    """A load of one dword over a word of its V#, its base or its offset register."""
    for target in (QUAD, QUAD + 2, QUAD + 3):
        p.access("s_buffer_load_dword", data=0x5C, v=resource(FAR, 0, 64), offset=4)  # sets the V#
        place = scalar_memory.Place(0, 8, 0, [p.s[QUAD + i] for i in range(4)])
        p.instruction("s_buffer_load_dword", QUAD, 8, data=target)
        p.s[target] = scalar_memory.load(p.memory, place, 1)[0]
        p.asm("s_waitcnt lgkmcnt(0)")
        p.collect(f"s{target}", p.s[target])
    p.where("s_load_dword", FAR + 0x40, register=16)
    p.instruction("s_load_dword", PAIR, 4, REGISTER, data=REGISTER)
    p.s[REGISTER] = scalar_memory.load(p.memory, scalar_memory.Place(FAR + 0x40, 4, 16), 1)[0]
    p.asm("s_waitcnt lgkmcnt(0)")
    p.collect(f"s{REGISTER}", p.s[REGISTER])


# D-REG-19, D-ENC-7, D-MEM-73.
def in_a_handler(p):
    """With PRIV = 1: a V# in TTMPs, data of stores and atomics in TTMPs."""
    p.free = UNTOUCHED
    start = p.place([7, 9, 11, 13], 4)
    v = resource(start, 0, 64, data_format=BOUND)
    p.where("s_store_dword", start)
    p.asm("s_trap 1")
    p.handler = [
        ".p2align 8",
        "handler:",
        *(f"  s_mov_b32 ttmp{4 + i}, 0x{word:x}" for i, word in enumerate(v)),
        "  s_mov_b32 ttmp8, 0x11223344",
        "  s_mov_b32 ttmp9, 0x55667788",
        "  s_mov_b32 ttmp10, 5",
        f"  s_buffer_load_dword s{DATA}, ttmp[4:7], 0x4",
        f"  s_store_dwordx2 ttmp[8:9], s[{PAIR}:{PAIR + 1}], 0x8",
        f"  s_atomic_add ttmp10, s[{PAIR}:{PAIR + 1}], 0x0 glc",
        "  s_waitcnt lgkmcnt(0)",
        f"  s_mov_b32 s{DATA + 1}, ttmp10",
        "  s_add_u32 ttmp0, ttmp0, 4",
        "  s_addc_u32 ttmp1, ttmp1, 0",
        "  s_rfe_b64 ttmp[0:1]",
    ]
    for i, value in enumerate((12, 9, 0x11223344, 0x55667788)):
        p.memory.write(start + 4 * i, value.to_bytes(4, "little"))
    for i, value in enumerate((9, 7)):
        p.s[DATA + i] = value
        p.collect(f"s{DATA + i}", value)


def loads():
    """Pairs: each form of the offset; s_scratch_load has 64 times the register."""
    p = Scalars("directed_smem_load", "s_load and s_scratch_load: every form of the offset, wraps", more={LAST: 0x1000})
    r = p.random
    for kind in LOADS:
        name = f"s_load_{kind}"
        for n in range(6):
            at, offset, register = FAR + r.randrange(0x4000), r.randrange(-0x800, 0x800), r.randrange(0x1000)
            p.access(name, at=at + 0x1000, offset=offset)
            code = (REGISTER, words.M0, words.VCC)[n % 3]
            p.access(name, at=at + 0x1000, offset=offset, register=register, code=code)
            p.access(name, at=at, offset=offset, register=register, code=code, both=(None, False)[n % 2])
        p.access(name, at=FAR - 0xFFFFFFFF, register=M32)
        p.access(name, at=FAR + 0x100000, offset=-0x100000)
        p.access(name, at=FAR + (1 << 48))
        p.access(name, at=M64 - 0xFFF, offset=0x1000)
        p.access(name, at=LAST + 0xFE0)
        p.access(name, at=FAR + 0x7FE4, offset=1)
        p.access(name, at=(1 << 64) - 0x1000 + (FAR & 0xFFF), register=FAR & M32)
    for kind in STORES:
        name = f"s_scratch_load_{kind}"
        for n in range(8):
            at, offset, register = FAR + 0x400 + r.randrange(64), r.randrange(-0x400, 0x400), r.randrange(0x40)
            p.access(name, at=at, offset=offset)
            code = (REGISTER, words.M0, words.VCC)[n % 3]
            p.access(name, at=at, offset=offset, register=register, code=code)
            p.access(name, at=at, offset=offset, register=register, code=code, both=(None, False)[n % 2])
        p.access(name, at=FAR - 64 * 0x80000000, register=0x80000000)
        p.access(name, at=FAR - 64 * M32, offset=8, register=M32)
    return p


# D-MEM-50, D-MEM-52, D-MEM-53.
def stores():
    """Stores by pair and by V#, and what other ports see of them."""
    p = Scalars(
        "directed_smem_store", "scalar stores: offsets, range, unmapped pages, other ports", more={LAST: 0x1000}
    )
    r = p.random
    for kind in STORES:
        name = f"s_store_{kind}"
        for n in range(8):
            at, offset, register = FAR + 0x1000 + r.randrange(0x4000), r.randrange(-0x800, 0x800), r.randrange(0x800)
            code = (REGISTER, words.M0, words.VCC, 101)[n % 4]
            p.access(name, at=at, offset=offset, spoil=n % 2 == 0)
            p.access(name, at=at, offset=offset, register=register, code=code, spoil=n % 2 == 1)
            p.access(name, at=at, register=register, code=code, both=(None, False)[n % 2])
            p.access(f"s_load_{kind}", at=at, register=register, code=code, both=(None, False)[n % 2])
        p.access(name, at=FAR + 64 * 5 + 52)  # a line border
        p.access(name, at=FAR + 64 * 9 + 60)
        p.access(name, at=FAR + 0x7FF8)  # the page behind is not mapped
        p.access(name, at=FAR + 0x8000)
        p.access(name, at=FAR + (1 << 48))
        p.access(name, at=LAST + 0xFF8)
        name = f"s_scratch_store_{kind}"
        for n in range(4):
            at, offset, register = FAR + 0x400 + r.randrange(64), r.randrange(-0x400, 0x400), r.randrange(0x40)
            p.access(name, at=at, offset=offset, register=register, code=(REGISTER, words.M0)[n % 2])
            p.access(name, at=at, register=register, both=(None, False)[n % 2], spoil=True)
        p.access(name, at=FAR - 64 * M32, offset=8, register=M32)
        name, count = f"s_buffer_store_{kind}", scalar_memory.count_of(name)
        for cut in range(count + 1):
            offset = 4 * r.randrange(200)
            for stride in (0, 1, 4, 20, 0x3FFF):
                records = offset + 4 * cut if stride < 2 else (offset + 4 * cut + stride - 1) // stride
                v = resource(FAR + r.randrange(4), stride, records, r.randrange(2), r.randrange(2))
                p.access(name, v=v, offset=offset)
            for less in (1, 3):
                if cut:
                    p.access(name, v=resource(FAR, 0, offset + 4 * cut - less), offset=offset)
                    p.access(name, v=resource(FAR, 0, offset + 4 * cut), offset=offset + less, spoil=True)
        v = resource(FAR + 0x400, 0, 0x800)
        p.access(name, v=v, offset=-4)
        p.access(name, v=v, offset=-8, register=0x104, code=words.M0)
        p.access(name, v=v, offset=12, register=M32 - 7)
        p.access(name, v=resource(FAR - 0xFFFFFFFC, 2, M32), offset=-4)
        p.access(name, v=resource(FAR - 0xFFFFFFFC, 0, M32), offset=-4)
        p.access(name, v=resource(LAST + 0xFF8, 0, M32))
        p.access(name, v=resource(FAR, 0, 64, data_format=0, rest=3 << 30), offset=20)
    between_ports(p)
    return p


def between_ports(p):
    """A scalar store, then a vector load; a vector store, then a scalar load; each waited for."""
    p.memory_unit = "gfx9"  # by VM_CNT
    p.free = UNTOUCHED
    start = p.place([0] * LANES, 4)
    p.set_exec(0)
    p.access("s_store_dwordx4", at=start + 16)  # EXEC does not matter
    p.asm("s_dcache_wb", "s_waitcnt lgkmcnt(0)")
    row = [int.from_bytes(p.memory.read(start + 4 * lane, 4), "little") for lane in range(LANES)]
    p.set_exec((1 << LANES) - 1)
    p.asm(f"global_load_dword v20, v1, s[{PAIR}:{PAIR + 1}] offset:-16", "s_waitcnt vmcnt(0)")
    p.where("s_store_dword", start + 16)
    p.store(20, row, "what the scalar store left")
    p.asm(f"global_store_dword v1, v0, s[{PAIR}:{PAIR + 1}] offset:-16", "s_waitcnt vmcnt(0)", "s_dcache_inv")
    p.asm("s_dcache_inv_vol", "s_waitcnt lgkmcnt(0)")
    for lane in range(LANES):
        p.memory.write(start + 4 * lane, lane.to_bytes(4, "little"))
    p.access("s_load_dwordx16", at=start + 32)


# D-MEM-48, D-MEM-51.
def atomics():
    """Every operation by pair and by V#, with and without a return; forced addresses, range, unmapped pages."""
    p = Scalars("directed_smem_atomic", "scalar atomics: operations, returns, alignment, range", more={LAST: 0x1000})
    r = p.random
    for wide in (0, 1):
        size = 8 if wide else 4
        for operation in OPERATIONS:
            for kind in ("s_atomic", "s_buffer_atomic"):
                name = f"{kind}_{operation}" + "_x2" * wide
                for n in range(8):
                    at = p.place(p.old(32 << wide, 1), size, skip=4 * r.randrange(8))
                    glc, low, offset = n % 2, r.randrange(size), 4 * r.randrange(-50, 50)
                    how = {"at": at - offset + low}
                    if kind == "s_buffer_atomic":
                        base = at - 0x80000 + offset
                        how, offset = {"v": resource(base, 0, M32)}, at + low - base
                    if n // 2 == 1:
                        how |= {"register": offset & M32, "both": (None, False)[r.randrange(2)]}
                        if kind == "s_atomic":
                            how["at"] = at + low - how["register"]
                    elif n // 2 == 2:
                        how |= {"register": 24, "offset": offset - 24, "code": words.M0}
                    else:
                        how |= {"offset": offset}
                    p.access(name, glc=glc, **how)
        for operation in ("add", "cmpswap", "swap"):
            name = f"s_buffer_atomic_{operation}" + "_x2" * wide
            at = p.place(p.old(32, 8), 8)
            for records in (0, 1, 3, 4, 5, 7, 8, 9, 12, 13, 16):
                for offset in (0, 4, 8, 3):
                    p.access(name, glc=records % 2, v=resource(at, 0, records), offset=offset)
            p.access(name, glc=1, v=resource(at, 4, 2), offset=4)
            p.access(name, glc=1, v=resource(at, 0, 64), offset=-4)
            p.access(name, glc=1, v=resource(LAST + 0xFF8, 0, 64), offset=0)
            p.access(name, glc=1, v=resource(LAST + 0xFF8, 0, 64), offset=8)
            name = f"s_atomic_{operation}" + "_x2" * wide
            p.access(name, glc=1, at=FAR + 0x8000)
            p.access(name, glc=0, at=FAR + 0x8000)
            p.access(name, glc=1, at=FAR + (1 << 48))
            p.access(name, glc=1, at=M64, offset=1)
            p.set_exec(0)
            p.access(name, glc=1, at=at + 4)
            p.access(name, glc=0, at=at + 4)
    return p


# D-MEM-62.
def effects():
    """Instructions that change nothing, and instructions that give a time."""
    p = Scalars("directed_smem_rest", "caches, probes and clocks: no effect on memory; times ascend", 0x1000)
    for name in ("s_dcache_inv", "s_dcache_wb", "s_dcache_inv_vol", "s_dcache_wb_vol"):
        p.cover("SMEM", name, "cases")
        p.asm(name)
        p.instruction(name, 126, -1, 127, data=127, glc=1)  # no field has a meaning
    for name in ("s_dcache_discard", "s_dcache_discard_x2", "s_atc_probe", "s_atc_probe_buffer"):
        p.cover("SMEM", name, "cases")
        base = QUAD if name == "s_atc_probe_buffer" else PAIR
        p.where(name, FAR, v=resource(FAR, 0, 64) if base == QUAD else None, register=8)
        for data in (0, 127):
            p.instruction(name, base, 64, data=data)
            p.instruction(name, base, 64, REGISTER, data=data)
    p.asm("s_waitcnt lgkmcnt(0)")
    times(p)
    return p


def times(p):
    """Two cycles with a real time between them: it is 1/16 of a cycle's number, rounded down."""
    for name in ("s_memtime", "s_memrealtime"):
        p.cover("SMEM", name, "cases")
    for turn in range(3):
        p.asm(
            "s_memtime s[40:41]",
            "s_waitcnt lgkmcnt(0)",
            f"s_sleep {turn}",
            "s_memrealtime s[42:43]",
            "s_waitcnt lgkmcnt(0)",
            "s_nop 3",
            "s_memtime s[44:45]",
            "s_waitcnt lgkmcnt(0)",
        )
        p.asm(
            "s_sub_u32 s46, s44, s40",
            "s_subb_u32 s47, s45, s41",
            "s_cmp_lg_u64 s[46:47], 0",
            "s_cselect_b32 s48, 1, 0",  # time goes on
            "s_lshr_b32 s49, s47, 31",  # and never back
            "s_lshr_b64 s[50:51], s[40:41], 4",
            "s_sub_u32 s50, s42, s50",
            "s_subb_u32 s51, s43, s51",
            "s_lshr_b32 s51, s51, 31",
            "s_lshr_b64 s[52:53], s[44:45], 4",
            "s_sub_u32 s52, s52, s42",
            "s_subb_u32 s53, s53, s43",
            "s_lshr_b32 s53, s53, 31",
            "s_or_b32 s54, s41, s45",  # a run has less than 2^32 cycles
        )
        for register, value in ((48, 1), (49, 0), (51, 0), (53, 0), (54, 0)):
            p.collect(f"s{register}", value)


def programs():
    return [buffer_loads(), loads(), stores(), atomics(), effects()]
