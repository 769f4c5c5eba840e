# SPDX-License-Identifier: Apache-2.0
"""A wave: its registers, and scalar, control and memory instructions (gfx9-encoding.md, control-flow.md)."""
import re

from wl.reading import atomic, buffer, export, format_access, image, places, scalar_memory, share, table, vector, words
from wl.reading.bits import ALL, M32, signed, typed, width


ROWS = {row.name: row for row in table.scalar_rows()}
NAMES = vector.NAMES
PC_BITS = (1 << 48) - 1
TTMP0, S_TRAP = 108, 0xBF92
BUFFER_OPCODES = (*range(16, 38), 61, *range(64, 77), *range(96, 109))
MEM_VIOL = share.MEM_VIOL
LAST_SGPR, FLAT_SCRATCH, SECOND_NAMES = 101, 102, 6


class Registers(list):
    """The registers of a wave by code. With second names the codes 102 to 107 name the last six SGPRs of the
    allocation (D-REG-20, D-REG-21)."""

    def __init__(self, allocated, second_names):
        super().__init__([0] * 128)
        first = (allocated + 15) // 16 * 16 - SECOND_NAMES
        self.first_name = list(range(128))
        for i in range(SECOND_NAMES if second_names else 0):
            if first + i <= LAST_SGPR:
                self.first_name[first + i] = FLAT_SCRATCH + i

    def __getitem__(self, code):
        if isinstance(code, slice):
            return [self[i] for i in range(*code.indices(len(self)))]
        return super().__getitem__(self.first_name[code])

    def __setitem__(self, code, value):
        if isinstance(code, slice):
            for i, word in zip(range(*code.indices(len(self))), value, strict=True):
                self[i] = word
        else:
            super().__setitem__(self.first_name[code], value)


class Wave:
    def __init__(self, machine, group, number, slot, pc):
        self.machine, self.group, self.number, self.slot, self.pc = machine, group, number, slot, pc
        self.s = Registers(machine.sgprs, machine.second_names)
        self.v = [[0] * 64 for _ in range(256)] + machine.shared
        self.scc, self.trapsts, self.mode = 0, 0, machine.mode
        self.priv = self.user_priority = 0
        self.halt = 0  # the host resumes a wave that halts
        self.state = "runs"
        self.sent = []

    # ---- registers
    @property
    def vcc(self):
        return self.get64(words.VCC)

    @property
    def exec(self):
        return self.get64(words.EXEC)

    @exec.setter
    def exec(self, value):
        self.set64(words.EXEC, value)

    @property
    def m0(self):
        return self.s[words.M0]

    def get64(self, number):
        return self.s[number] | self.s[number + 1] << 32

    def set64(self, number, value):
        self.s[number], self.s[number + 1] = value & M32, value >> 32 & M32

    def set32(self, number, value):
        self.s[number] = value & M32

    def shared_row(self, number):
        machine = self.machine
        if number >= machine.globals + machine.temps:
            raise NotImplementedError("a shared register that there is not")
        return 256 + number + (machine.temps if number >= machine.globals and self.slot % 2 else 0)

    # ---- running
    def fetch(self, at):
        return int.from_bytes(self.machine.memory.read(at, 4), "little")

    def step(self):
        """An instruction, and the trap behind it where the program is stepped through (D-FLOW-23)."""
        stepped = self.mode >> 11 & 1 and self.machine.tba is not None and not self.priv
        first = self.fetch(self.pc)
        self.execute(first)
        if stepped and self.state != "ended" and first >> 16 != S_TRAP:
            self.enter_trap(0)

    def enter_trap(self, number):
        self.set64(TTMP0, self.pc | number << 48)
        self.priv, self.pc = 1, self.machine.tba

    def execute(self, first):
        top = first >> 23
        if first >> 31 == 0 or first >> 26 == 0x34:
            more = [self.fetch(self.pc + 4)] if self.long(first) else []
            self.pc += vector.execute(self, first, more)
        elif top == 0x17F:
            self.pc = self.sopp(first >> 16 & 127, first & 0xFFFF, self.pc + 4) & PC_BITS
        elif top == 0x17D:
            self.one_source(first)
        elif top == 0x17E:
            self.compare(first)
        elif first >> 28 == 11:
            self.sopk(first)
        elif first >> 30 == 2:
            self.two_sources(first)
        else:
            self.memory_instruction(first, self.fetch(self.pc + 4))

    def long(self, first):
        return first >> 31 or first & 511 in (words.SDWA, words.DPP, words.LITERAL)

    def memory_instruction(self, first, second):
        kind = first >> 26
        self.pc += 8
        if kind == 0x30:
            return scalar_memory.execute(self, NAMES["SMEM", first >> 18 & 255], first, second)
        if self.mode >> 28 & 1:
            return None
        if kind == 0x31:
            return export.execute(self, first, second)
        if kind == 0x36:
            op = first >> 17 & 255
            return share.execute(self, NAMES.get(("DS", op), ""), op, (first, second))
        if kind == 0x37 and first >> 14 & 3 == 2:
            name = NAMES["GLOBAL", first >> 18 & 127]
            if "_atomic_" in name:
                return atomic.global_(self, name, first, second)
            return self.global_(name, first, second)
        if kind == 0x37:
            return self.private(NAMES[("FLAT", "SCRATCH")[first >> 14 & 3], first >> 18 & 127], first, second)
        if kind == 0x38 and NAMES["MUBUF", first >> 18 & 127].startswith("buffer_wbinvl1"):
            return None
        if kind == 0x38 and first >> 18 & 127 in BUFFER_OPCODES:
            return buffer.execute(self, NAMES["MUBUF", first >> 18 & 127], first, second)
        if kind == 0x38 and first >> 18 & 127 in format_access.MUBUF:
            return format_access.execute(self, NAMES["MUBUF", first >> 18 & 127], first, second)
        if kind == 0x3A:
            return format_access.execute(self, NAMES["MTBUF", first >> 15 & 15], first, second)
        if kind == 0x3C:
            return image.execute(self, NAMES["MIMG", (first & 1) << 7 | first >> 18 & 127], first, second)
        raise NotImplementedError(f"0x{first:08x} at 0x{self.pc:x}")

    # ---- scalar
    def source(self, code, literal, bits):
        if code == words.LITERAL:
            return literal
        return vector.Scalar(code).raw(self, 0, bits)

    def after(self, *codes):
        """The address behind the instruction, and its literal."""
        if words.LITERAL in codes:
            return self.pc + 8, self.fetch(self.pc + 4)
        return self.pc + 4, 0

    def operand(self, code, literal, kind):
        raw = self.source(code, literal, width(kind))
        if code == words.LITERAL and width(kind) == 64 and kind[0] == "i":
            raw = signed(raw, 32)
        return typed(raw, kind)

    def by_table(self, row, values, dst):
        """values: of the sources."""
        bits = width(row.result) if row.result else 0
        given = list(values)
        if row.reads_dst:
            given.append(self.get64(dst) if bits == 64 else self.s[dst])
        if row.scc_in:
            given.append(self.scc)
        exact = None
        if row.execs:
            after, exact = row.meaning(*given, self.exec)
            self.set64(dst, exact & ALL)
            self.exec = after & ALL
            self.scc = int(self.exec != 0)
            return
        if row.meaning:
            exact = row.meaning(*given)
            (self.set64 if bits == 64 else self.set32)(dst, exact & ALL)
        if callable(row.flag):
            self.scc = int(bool(row.flag(exact, *values)))
        elif row.flag == "nz":
            self.scc = int(exact & ((1 << bits) - 1) != 0)

    def two_sources(self, w):
        name, codes, dst = NAMES["SOP2", w >> 23 & 127], (w & 255, w >> 8 & 255), w >> 16 & 127
        npc, literal = self.after(*codes)
        if name == "s_cbranch_g_fork":
            self.fork(self.source(codes[0], 0, 64), self.source(codes[1], 0, 64), npc)
        elif name == "s_rfe_restore_b64":
            self.priv, self.halt, self.pc = 0, 0, self.source(codes[0], 0, 64) & PC_BITS & ~3
        else:
            row = ROWS[name]
            self.by_table(row, [self.operand(c, literal, k) for c, k in zip(codes, row.sources)], dst)
            self.pc = npc

    def one_source(self, w):
        name, code, dst = NAMES["SOP1", w >> 8 & 255], w & 255, w >> 16 & 127
        npc, literal = self.after(code) if name != "s_getpc_b64" else (self.pc + 4, 0)
        if name in ("s_getpc_b64", "s_setpc_b64", "s_swappc_b64", "s_rfe_b64"):
            target = npc if name == "s_getpc_b64" else self.source(code, 0, 64) & PC_BITS & ~3
            if name in ("s_getpc_b64", "s_swappc_b64"):
                self.set64(dst, places.pointer(npc))  # D-FLOW-33
            if name == "s_rfe_b64":
                self.priv = self.halt = 0
            self.pc = target
            return
        if name == "s_cbranch_join":
            self.join(self.source(code, 0, 32), npc)
            return
        if name == "s_set_gpr_idx_idx":
            self.set32(words.M0, self.m0 & ~255 | self.source(code, literal, 32) & 255)
        elif name.startswith("s_movrel"):
            bits = 64 if name.endswith("64") else 32
            wide, offset = bits == 64, self.m0
            at = code + offset & 127 if "movrels" in name else dst + offset & 127
            value = (self.get64(at) if wide else self.s[at]) if "movrels" in name else self.source(code, literal, bits)
            (self.set64 if wide else self.set32)(dst if "movrels" in name else at, value)
        else:
            row = ROWS[name]
            self.by_table(row, [self.operand(code, literal, row.sources[0])], dst)
        self.pc = npc

    def compare(self, w):
        name, codes = NAMES["SOPC", w >> 16 & 127], (w & 255, w >> 8 & 255)
        if name == "s_set_gpr_idx_on":
            npc, literal = self.after(codes[0])
            self.mode |= 1 << 27
            self.set32(words.M0, self.m0 & ~0xF0FF | self.source(codes[0], literal, 32) & 255 | (codes[1] & 15) << 12)
        else:
            npc, literal = self.after(*codes)
            if name == "s_setvskip":
                bit = self.source(codes[0], literal, 32) >> (self.source(codes[1], literal, 32) & 31) & 1
                self.mode = self.mode & ~(1 << 28) | bit << 28
            else:
                row = ROWS[name]
                self.by_table(row, [self.operand(c, literal, k) for c, k in zip(codes, row.sources)], 0)
        self.pc = npc

    def sopk(self, w):
        if self.machine.rdna and w >> 16 == words.WAIT_VSCNT >> 16:
            self.pc += 4
            return
        name, imm, dst = NAMES["SOPK", w >> 23 & 31], w & 0xFFFF, w >> 16 & 127
        npc = self.pc + 4
        if name == "s_cbranch_i_fork":
            self.fork(self.get64(dst), npc + 4 * signed(imm, 16), npc)
            return
        if name == "s_call_b64":
            self.set64(dst, places.pointer(npc))
            npc += 4 * signed(imm, 16)
        elif name == "s_getreg_b32":
            offset, size = imm >> 6 & 31, (imm >> 11) + 1
            self.set32(dst, self.hardware(imm & 63) >> offset & ((1 << size) - 1))
        elif name.startswith("s_setreg"):
            if name == "s_setreg_imm32_b32":
                npc += 4
            self.set_hardware(imm, self.fetch(self.pc + 4) if name == "s_setreg_imm32_b32" else self.s[dst])
        else:
            row = ROWS[name]
            first = [typed(self.s[dst], row.sources[0])] if len(row.sources) == 2 else []
            self.by_table(row, first + [typed(imm, row.sources[-1])], dst)
        self.pc = npc & PC_BITS

    def hardware(self, number):
        if number == 1:
            return self.mode
        if number == 3:
            return self.trapsts
        if number == 2:
            tg = len(self.group.waves) > 1
            system, user = self.conditions()
            return (
                self.scc
                | self.user_priority << 3
                | self.priv << 5
                | (self.machine.tba is not None) << 6
                | (not self.exec) << 9
                | (not self.vcc) << 10
                | tg << 11
                | self.halt << 13
                | 1 << 16
                | user << 20
                | system << 21
            )
        if 16 <= number <= 19:
            address = (self.machine.tba or 0, self.machine.tma)[(number - 16) // 2] & PC_BITS
            return address >> (40 if number % 2 else 8) & M32  # D-SCA-7
        if number == 32:
            return self.machine.temps << 8 | self.machine.globals
        if number == 6 and self.slot == self.number:  # of the first group, which lies at the beginning
            return 2 * ((len(self.group.lds) + 511) // 512) << 12  # units of 256 bytes (D-SCA-4)
        raise NotImplementedError(f"s_getreg of {number}")

    def conditions(self):
        """COND_DBG_SYS and COND_DBG_USER of the launch."""
        return (self.machine.cond_dbg in (who, "both") for who in ("sys", "user"))

    def set_hardware(self, imm, value):
        offset, size = imm >> 6 & 31, (imm >> 11) + 1
        mask = ((1 << size) - 1) << offset & M32
        if imm & 63 == 1:
            self.mode = self.mode & ~mask | value << offset & mask
        elif imm & 63 == 3 and self.priv:
            mask &= 0x79FF
            self.trapsts = self.trapsts & ~mask | value << offset & mask
        elif imm & 63 == 2 and self.priv:  # D-SCA-8
            after = self.hardware(2) & ~mask | value << offset & mask
            self.scc, self.user_priority, self.halt = after & 1, after >> 3 & 3, after >> 13 & 1

    # ---- control
    def fork(self, mask, target, npc):
        target &= PC_BITS & ~3
        passes, fails = mask & self.exec, ~mask & self.exec
        if passes == self.exec:
            self.pc = target
        elif fails == self.exec:
            self.pc = npc
        elif fails.bit_count() < passes.bit_count():
            self.push(passes, target)
            self.exec, self.pc = fails, npc
        else:
            self.push(fails, npc)
            self.exec, self.pc = passes, target

    def push(self, mask, pc):
        depth = self.mode >> 29
        self.set64(4 * depth, mask)
        self.set64(4 * depth + 2, pc)
        self.mode = self.mode & 0x1FFFFFFF | (depth + 1 & 7) << 29

    def join(self, saved, npc):
        depth = self.mode >> 29
        if depth == saved:
            self.pc = npc
            return
        depth = depth - 1 & 7
        self.mode = self.mode & 0x1FFFFFFF | depth << 29
        self.exec = self.get64(4 * depth)
        self.pc = self.get64(4 * depth + 2) & PC_BITS & ~3

    def sopp(self, op, imm, npc):
        """Returns the next PC."""
        if op in (64, 65):  # shared_on, shared_off
            self.mode = self.mode | 1 << 22 if op == 64 else self.mode & ~(1 << 22)
            if op == 64:
                self.set32(words.M0, self.m0 & ~0xF0000 | (imm & 15) << 16)
            return npc
        if op == 66:  # clause: a wave runs alone up to its barriers in any case
            return npc
        name = NAMES["SOPP", op]
        system, user = self.conditions()
        taken = {
            "s_branch": True,
            "s_cbranch_scc0": not self.scc,
            "s_cbranch_scc1": self.scc,
            "s_cbranch_vccz": not self.vcc,
            "s_cbranch_vccnz": self.vcc,
            "s_cbranch_execz": not self.exec,
            "s_cbranch_execnz": self.exec,
            "s_cbranch_cdbgsys": system,
            "s_cbranch_cdbguser": user,
            "s_cbranch_cdbgsys_or_user": system or user,
            "s_cbranch_cdbgsys_and_user": system and user,
        }
        if name in taken:
            return npc + 4 * signed(imm, 16) if taken[name] else npc
        if name == "s_endpgm":
            self.state = "ended"
        elif name == "s_barrier":
            self.state = "waits" if len(self.group.waves) > 1 else "runs"
        elif name == "s_set_gpr_idx_off":
            self.mode &= ~(1 << 27)
        elif name == "s_set_gpr_idx_mode":
            self.set32(words.M0, self.m0 & ~0xF000 | (imm & 15) << 12)
        elif name == "s_trap":
            if self.machine.tba is None:
                return npc
            self.enter_trap(imm & 255)
            return self.pc
        elif name == "s_setprio":
            self.user_priority = imm & 3
        elif name == "s_sethalt":
            self.halt = imm & 1 if self.priv else 0
        elif name not in (
            "s_nop",
            "s_waitcnt",
            "s_sleep",
            "s_wakeup",
            "s_icache_inv",
            "s_setkill",
        ):
            raise NotImplementedError(name)
        return npc

    # ---- memory
    def global_(self, name, first, second):
        addr, data, saddr, dst = second & 255, second >> 8 & 255, second >> 16 & 127, second >> 24
        offset, memory = signed(first, 13), self.machine.memory
        kind = name.split("_")[2]
        size = {
            "ubyte": 1,
            "sbyte": 1,
            "ushort": 2,
            "sshort": 2,
            "byte": 1,
            "short": 2,
            "dword": 4,
            "dwordx2": 8,
            "dwordx3": 12,
            "dwordx4": 16,
        }[kind]
        loaded = {}
        for lane in range(64):
            if not self.exec >> lane & 1:
                continue
            if saddr == 0x7F:
                at = self.v[addr][lane] | self.v[addr + 1][lane] << 32
            else:
                at = self.get64(saddr) + self.v[addr][lane]
            if first >> 13 & 1:  # to the LDS (buffer-memory.md 9)
                where = buffer.local_place(self.m0, offset, lane, len(self.group.lds))
                if where is not None:
                    opcode = buffer.Opcode(name)
                    data = [places.canonical(at + offset + b) for b in range(opcode.size)]
                    if buffer.transfer(memory, self.group.lds, where, data, opcode):
                        self.trapsts |= MEM_VIOL
                continue
            where = [places.canonical(at + offset + b) for b in range(size)]
            if name.startswith("global_load"):
                value, violated = buffer.fetch(memory, where)
                loaded[lane] = signed(value, 8 * size) & M32 if kind[0] == "s" else value
            else:
                value = sum(self.v[data + i][lane] << 32 * i for i in range((size + 3) // 4))
                violated = buffer.put(memory, where, (value & (1 << 8 * size) - 1).to_bytes(size, "little"))
            self.trapsts |= MEM_VIOL * violated
        for lane, value in loaded.items():
            for i in range((size + 3) // 4):
                self.v[dst + i][lane] = value >> 32 * i & M32

    def private(self, name, first, second):
        """SCRATCH, and FLAT: loads and stores of dwords; in the LDS loads of dwords that are aligned and there."""
        addr, data, saddr, dst = second & 255, second >> 8 & 255, second >> 16 & 127, second >> 24
        if name.startswith("flat_atomic_"):
            return self.flat_atomic(name, first, second)
        form, kind, count = re.fullmatch(r"(flat|scratch)_(load|store)_dwordx?(\d?)", name).groups()
        count, memory, loaded = int(count or 1), self.machine.memory, {}
        for lane in range(64):
            if not self.exec >> lane & 1:
                continue
            segment = form
            if form == "flat":
                at = (self.v[addr][lane] | self.v[addr + 1][lane] << 32) + (first & 0xFFF) & ALL
                segment, at = places.aperture(at)
                if segment == "lds":
                    if kind == "store" or at % 4 or at + 4 * count > len(self.group.lds):
                        raise NotImplementedError(f"{name} at 0x{at:x} of the LDS")
                    loaded[lane] = bytes(self.group.lds[at : at + 4 * count])
                    continue
            else:
                at = (self.v[addr][lane] if saddr == 0x7F else self.s[saddr]) + signed(first, 13)
            where, _ = places.lane_places(segment, places.UNALIGNED, 4 * count, lane, at, self.get64(FLAT_SCRATCH))
            if kind == "load":
                loaded[lane] = b"".join(memory.read(byte, 1) for byte in where)
            else:
                value = b"".join(self.v[data + i][lane].to_bytes(4, "little") for i in range(count))
                for byte, part in zip(where, value):
                    memory.write(byte, bytes([part]))
        for lane, value in loaded.items():
            for i in range(count):
                self.v[dst + i][lane] = int.from_bytes(value[4 * i : 4 * i + 4], "little")

    def flat_atomic(self, name, first, second):
        """At memory that is no aperture's."""
        change, addr, data, dst = atomic.Atomic(name), second & 255, second >> 8 & 255, second >> 24
        for lane in range(64):
            if not self.exec >> lane & 1:
                continue
            form, at = places.aperture((self.v[addr][lane] | self.v[addr + 1][lane] << 32) + (first & 0xFFF) & ALL)
            if form != "global":
                raise NotImplementedError(f"{name} in an aperture")
            registers = [self.v[data + i][lane] for i in range(change.registers)]
            old, violated = change.at_memory(self.machine.memory, places.canonical(at), registers)
            self.trapsts |= MEM_VIOL * violated
            for i, word in enumerate(change.words(old) if first >> 16 & 1 else ()):
                self.v[dst + i][lane] = word
