# SPDX-License-Identifier: Apache-2.0
"""Compute shaders in GLSL (docs/kernels.md): from a .comp to a program and its description.

glslangValidator makes SPIR-V of the shader. Mesa's compiler ACO makes code of it for a GPU that need not be there:
RADV's null device. The code gets a prologue that sets the SGPRs as RADV does. Mesa's driver for CPUs, lavapipe, runs
the same SPIR-V, or that of the shader with EXPECTED defined: what the buffers then hold is expected.

Comments of the shader say what it works on:

    // buffer NAME TYPE COUNT CONTENTS      binding 0 of set 0, then 1, ...; behind it: ulp N, a distance allowed
    // also NAME TYPE COUNT CONTENTS        a further element of the same binding
    // groups X Y Z                         workgroups; 1 without it

CONTENTS: zero, iota, iota[start,step], random, random[lo,hi], edge, or pointers[a,b]: addresses of buffers.
"""
import functools
import glob
import hashlib
import json
import os
import random
import re
import struct
import subprocess
import tempfile

from wl import Error
from wl.runs import descriptions, units


PROGRAM = "wavelock-shader"  # of the build's folder: tb/shader
FOLDER = os.path.join("vectors", "glsl")
CACHE = os.path.join("build", "shaders")
GPUS = {"vega10": "gfx900", "vega20": "gfx906", "raven": "gfx900"}  # RADV's name: the instruction set
GLSLANG = "glslangValidator"
DRIVERS = "/usr/share/vulkan/icd.d"
RADV, LAVAPIPE = "radeon_icd.x86_64.json", "lvp_icd.x86_64.json"
TYPES = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q"}
TYPES |= {"f16": "e", "f32": "f", "f64": "d"}
EDGES = {  # as bits
    "e": (0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00),
    "f": (0, 1 << 31, 1, 0x7FFFFF, 0x800000, 0x3F800000, 0xBF800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000),
    "d": (0, 1 << 63, 1, 1 << 52, 0x3FF << 52, 0xBFF << 52, (0x7FF << 52) - 1, 0x7FF << 52, 0xFFF << 52, 0xFFF << 51),
}
# RADV reaches what it points to with 32 bits here: descriptors of set 0, then the numbers of workgroups.
SET, BUFFERS = 0xFFFF800000010000, 16
SET_NAME = "set"
LOW = SET & 0xFFFFFFFF
GRID = 16 * BUFFERS  # behind the descriptors
V = 0x27FAC  # last word of a V# for a storage buffer: DST_SEL XYZW, 32 bits, FLOAT
# Mesa 22.3's pipeline cache, of Debian 12: a head, an entry with the sizes of each stage's binary, the binary itself.
# In that: enum and stage, ac_shader_config, radv_shader_info, sizes, code.
SIZES, BINARY = 52, 232
COMPUTE = 5  # MESA_SHADER_COMPUTE
CONFIG, USER_SGPRS, TOTAL, CODE_SIZE, CODE = 12, 88, 1296, 1304, 1324
SETS, DATA = 32, 32  # of USER_SGPRS, an index and a number each
# SPIR-V
LOCAL_SIZE, EXECUTION_MODE = 17, 16
TYPE_ARRAY, TYPE_POINTER, CONSTANT, SPEC_CONSTANT, VARIABLE, DECORATE = 28, 32, 43, 50, 59, 71
BINDING_OF, SET_OF = 33, 34
STORAGE_BUFFER, OTHERS = 12, {0: "images or samplers", 2: "uniform buffers", 9: "push constants"}  # storage classes


class Refused(Error):
    """The shader cannot be made: why."""


def paths():
    """The shaders of the tree."""
    return sorted(glob.glob(os.path.join(FOLDER, "*.comp")))


def unit(gpu):
    """The least unit that runs code for a GPU."""
    return ("gfx906",) if GPUS[gpu] == "gfx906" else units.DEFAULT


# ---- what the comments say -------------------------------------------------------------------------


class Buffer:
    """A line of the comments."""

    WHAT = re.compile(
        r"// (?:buffer|also) (\w+) (\w+) ([1-9]\d*) (zero|edge|(?:iota|random|pointers)(?:\[[^\]]*\])?)(?: ulp (\d+))?"
    )

    def __init__(self, line, index):
        found = self.WHAT.fullmatch(line)
        if not found or found[2] not in TYPES:
            raise Refused(f'found "{line}", expected // buffer NAME TYPE COUNT CONTENTS, and ulp N where needed')
        self.name, self.type, self.count, self.init = found[1], found[2], int(found[3]), found[4]
        self.ulp = int(found[5] or 0)
        self.size = struct.calcsize(TYPES[self.type]) * self.count
        # Over a border of 4 GiB: addresses carry.
        self.address = (5 + index << 36) + 0xFFFFF000

    def arguments(self):
        found = re.search(r"\[(.*)\]", self.init)
        return re.split(r"[\s,]+", found[1].strip()) if found else []

    def contents(self):
        """The bytes before the run."""
        code = TYPES[self.type]
        kind = re.match(r"\w+", self.init)[0]
        of_float = code in EDGES
        bits = 8 * struct.calcsize(code)
        draw = random.Random(self.name)
        if kind == "zero":
            return bytes(self.size)
        if kind == "iota":
            start, step = map(float if of_float else int, self.arguments() or (0, 1))
            values = [start + step * i for i in range(self.count)]
            return b"".join(
                struct.pack(code, v) if of_float else (v % (1 << bits)).to_bytes(bits // 8, "little") for v in values
            )
        if kind == "edge" and of_float:
            return b"".join(draw.choice(EDGES[code]).to_bytes(bits // 8, "little") for _ in range(self.count))
        if kind == "edge":
            return b"".join(
                ((1 << draw.randrange(bits + 1)) + d & (1 << bits) - 1).to_bytes(bits // 8, "little")
                for d in (draw.randrange(-1, 2) for _ in range(self.count))
            )
        limits = [float(word) if of_float else int(word, 0) for word in self.arguments()]
        if of_float:
            low, high = limits or (-1, 1)
            return struct.pack(f"<{self.count}{code}", *(draw.uniform(low, high) for _ in range(self.count)))
        if limits:
            return struct.pack(f"<{self.count}{code}", *(draw.randrange(*limits) for _ in range(self.count)))
        return draw.randbytes(self.size)


class Shader:
    """A shader with what its comments say."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file]
        self.about = lines[0].removeprefix("// ") if lines and lines[0].startswith("// ") else os.path.basename(path)
        said = [line for line in lines if line.startswith(("// buffer ", "// also "))]
        self.buffers = [Buffer(line, i) for i, line in enumerate(said)]
        if not 1 <= len(self.buffers) <= BUFFERS or said[0].startswith("// also "):
            raise Refused(f"found {len(self.buffers)} buffers in comments, expected 1 to {BUFFERS}, // buffer first")
        names = [SET_NAME, *(b.name for b in self.buffers)]
        if twice := [name for name in names if names.count(name) > 1]:
            raise Refused(f"buffer {twice[0]}: the name is taken")
        firsts = [i for i, line in enumerate(said) if line.startswith("// buffer ")] + [len(said)]
        self.bindings = ",".join(str(end - begin) for begin, end in zip(firsts, firsts[1:]))
        groups = [line.split()[2:] for line in lines if line.startswith("// groups ")]
        if len(groups) > 1 or not all(word.isdecimal() and int(word) for g in groups for word in g):
            raise Refused("expected one comment // groups with 1 to 3 numbers from 1 on")
        self.groups = ([int(word) for g in groups for word in g] + [1, 1, 1])[:3]

    def numbers(self, buffer):
        """The numbers of the buffers that this one points to; nothing for another one."""
        if not buffer.init.startswith("pointers"):
            return []
        names = [b.name for b in self.buffers]
        wrong = [name for name in buffer.arguments() if name not in names]
        if wrong or len(buffer.arguments()) != buffer.count:
            raise Refused(f"buffer {buffer.name}: expected pointers to {buffer.count} buffers")
        return [names.index(name) for name in buffer.arguments()]

    def contents(self, buffer):
        numbers = self.numbers(buffer)
        if numbers:
            return struct.pack(f"<{buffer.count}Q", *(self.buffers[n].address for n in numbers))
        try:
            return buffer.contents()
        except (ValueError, TypeError, OverflowError, struct.error) as error:
            raise Refused(f"buffer {buffer.name}: {buffer.init} of {buffer.type}: {error}") from None


# ---- tools -----------------------------------------------------------------------------------------


def call(argv, **more):
    """Runs a tool of others without a cache of its own."""
    environment = os.environ | {"MESA_SHADER_CACHE_DISABLE": "true", "LC_ALL": "C"} | more
    try:
        done = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Refused(f"{argv[0]}: {error.strerror} (scripts/setup)") from None
    if done.returncode:
        said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        died = [f"signal {-done.returncode}"] if done.returncode < 0 else []
        raise Refused(f"{argv[0]} failed: " + "\n".join(said + died))


def driver(name):
    path = os.path.join(DRIVERS, name)
    if not os.path.exists(path):
        raise Refused(f"{path}: no such file: Debian's mesa-vulkan-drivers is missing (scripts/setup)")
    return {"VK_DRIVER_FILES": path, "VK_ICD_FILENAMES": path}


@functools.lru_cache(maxsize=None)
def versions(program):
    """What makes the results: drivers and compiler by their packages' versions, the program by its text."""
    packages = ("mesa-vulkan-drivers", "glslang-tools")
    argv = ["dpkg-query", "-W", "-f=${Package} ${Version}\n", *packages]
    known = subprocess.run(argv, capture_output=True, text=True, check=False).stdout
    with open(program, "rb") as tool, open(__file__, "rb") as this:
        return known.encode() + hashlib.sha256(tool.read() + this.read()).digest()


# ---- code ------------------------------------------------------------------------------------------


def instructions(spirv):
    """(opcode, operands) of each instruction of a SPIR-V module."""
    words = struct.unpack(f"<{len(spirv) // 4}I", spirv)
    at = 5
    while at < len(words):
        count = words[at] >> 16
        yield words[at] & 0xFFFF, words[at + 1 : at + count]
        at += count


def local_size(spirv):
    for opcode, operands in instructions(spirv):
        if opcode == EXECUTION_MODE and operands[1] == LOCAL_SIZE:
            return list(operands[2:5])
    raise Refused("expected a local_size that is a constant")


def check_resources(spirv, bindings):
    """Refuses what a shader asks for beside the storage buffers that its comments name."""
    in_binding = [int(count) for count in bindings.split(",")]
    places, pointers, arrays, numbers, variables = {}, {}, {}, {}, []
    for opcode, operands in instructions(spirv):
        if opcode == DECORATE and operands[1] in (BINDING_OF, SET_OF):
            places[operands[0], operands[1]] = operands[2]
        elif opcode == TYPE_POINTER:
            pointers[operands[0]] = operands[2]
        elif opcode == TYPE_ARRAY:
            arrays[operands[0]] = operands[2]
        elif opcode in (CONSTANT, SPEC_CONSTANT):
            numbers[operands[1]] = operands[2]
        elif opcode == VARIABLE:
            variables.append(operands)
    for kind, name, storage, *_ in variables:
        if storage in OTHERS:
            raise Refused(f"found {OTHERS[storage]}, expected storage buffers alone")
        if storage != STORAGE_BUFFER:
            continue
        group, binding = places[name, SET_OF], places[name, BINDING_OF]
        count = numbers[arrays[pointers[kind]]] if pointers[kind] in arrays else 1
        if group or binding >= len(in_binding) or count > in_binding[binding]:
            array = f", {count} elements" if count > 1 else ""
            raise Refused(f"set {group}, binding {binding}{array}: no comment // buffer or // also says what it holds")


class Code:
    """What RADV made."""

    def __init__(self, cache):
        def word(at):
            return struct.unpack_from("<I", cache, at)[0]

        if len(cache) <= BINARY + CODE or word(SIZES + 4 * COMPUTE) != word(BINARY + TOTAL):
            raise Refused("the pipeline cache is not that of Mesa 22.3 (Debian 12)")
        self.vgprs = word(BINARY + CONFIG + 4)
        self.lds = 512 * (word(BINARY + CONFIG + 44) >> 15 & 0x1FF)
        self.scratch = word(BINARY + CONFIG + 36) // 64
        self.rsrc1, self.rsrc2 = word(BINARY + CONFIG + 40), word(BINARY + CONFIG + 44)
        self.words = struct.unpack_from(f"<{word(BINARY + CODE_SIZE) // 4}I", cache, BINARY + CODE)
        locations = struct.unpack_from(f"<{2 * (SETS + DATA)}b", cache, BINARY + USER_SGPRS)
        pairs = list(zip(locations[::2], locations[1::2]))
        self.grid = any(pair == (3, 2) for pair in pairs[SETS:])
        if pairs[0] != (2, 1) or self.user != (5 if self.grid else 3):
            raise Refused("expected buffers of set 0 and, beside them, no push constants or other resources")

    @property
    def user(self):
        """User SGPRs that RADV sets."""
        return self.rsrc2 >> 1 & 0x1F

    def text(self):
        """The program in assembly."""

        def bit(word, at):
            return word >> at & 1

        mine = 2 if self.scratch else 0
        system = sum(bit(self.rsrc2, at) for at in (7, 8, 9, 10)) + bool(self.scratch)
        moves = [f"s_mov_b32 s{self.user + i}, s{mine + i}" for i in reversed(range(system))]
        moves += ["s_bitset1_b32 s1, 31"] if self.scratch else []
        moves += [f"s_mov_b32 s2, {LOW:#x}"]
        if self.grid:
            moves += [f"s_mov_b32 s3, {LOW + GRID:#x}", f"s_mov_b32 s4, {SET >> 32:#x}"]
        words = [self.words[i : i + 8] for i in range(0, len(self.words), 8)]
        directives = {
            "group_segment_fixed_size": self.lds,
            "private_segment_fixed_size": self.scratch,
            "user_sgpr_flat_scratch_init": int(bool(self.scratch)),
            "system_sgpr_private_segment_wavefront_offset": int(bool(self.scratch)),
            "system_sgpr_workgroup_id_x": bit(self.rsrc2, 7),
            "system_sgpr_workgroup_id_y": bit(self.rsrc2, 8),
            "system_sgpr_workgroup_id_z": bit(self.rsrc2, 9),
            "system_sgpr_workgroup_info": bit(self.rsrc2, 10),
            "system_vgpr_workitem_id": self.rsrc2 >> 11 & 3,
            "next_free_vgpr": self.vgprs,
            "next_free_sgpr": 102,
            "reserve_vcc": 0,
            "reserve_flat_scratch": 0,
            "reserve_xnack_mask": 0,
            "float_round_mode_32": self.rsrc1 >> 12 & 3,
            "float_round_mode_16_64": self.rsrc1 >> 14 & 3,
            "float_denorm_mode_32": self.rsrc1 >> 16 & 3,
            "float_denorm_mode_16_64": self.rsrc1 >> 18 & 3,
            "dx10_clamp": bit(self.rsrc1, 21),
            "ieee_mode": bit(self.rsrc1, 23),
            "fp16_overflow": bit(self.rsrc1, 26),
        }
        lines = [".globl shader", ".p2align 8", ".type shader,@function", "shader:"]
        lines += [f"  {move}" for move in moves]
        lines += ["  s_branch code", ".p2align 8", "code:"]
        lines += ["  .long " + ", ".join(f"{word:#010x}" for word in row) for row in words]
        lines += ['.section .rodata,"a",@progbits', ".p2align 6", ".amdhsa_kernel shader"]
        lines += [f"  .amdhsa_{name} {number}" for name, number in directives.items()]
        return "\n".join([*lines, ".end_amdhsa_kernel", ""])


# ---- program and description -----------------------------------------------------------------------


def made(path, program, gpu, optimised):
    """{end of a name: bytes} of a shader: .s, .json, and the contents of buffers before and behind the run."""
    shader = Shader(path)
    with tempfile.TemporaryDirectory() as folder:
        at = functools.partial(os.path.join, folder)
        compiler = [GLSLANG, "-V", "--target-env", "vulkan1.2", "--quiet", path, "-o"]
        call([*compiler, at("code.spv")])
        call([*compiler, at("expected.spv"), "-DEXPECTED"])
        with open(at("code.spv"), "rb") as file, open(at("expected.spv"), "rb") as other:
            spirv, expected = file.read(), other.read()
        check_resources(spirv, shader.bindings)
        check_resources(expected, shader.bindings)
        size = local_size(spirv)
        verb = "compile" if optimised else "noopt"
        call([program, verb, at("code.spv"), shader.bindings, at("cache")], RADV_FORCE_FAMILY=gpu, **driver(RADV))
        with open(at("cache"), "rb") as file:
            code = Code(file.read())
        words = [shader.bindings, *map(str, shader.groups)]
        for buffer in shader.buffers:
            numbers = shader.numbers(buffer)
            words.append("@" + ",".join(map(str, numbers)) if numbers else at(buffer.name))
            with open(at(buffer.name), "wb") as file:
                file.write(shader.contents(buffer))
        call([program, "run", at("expected.spv"), *words], **driver(LAVAPIPE))
        after = {}
        for buffer in shader.buffers:
            with open(at(buffer.name), "rb") as file:
                after[buffer.name] = file.read()
    return files(shader, code, size, after, gpu)


def files(shader, code, size, after, gpu):
    """The files that made() returns. In the description "@" stands before an end of a name."""
    descriptors = b"".join(struct.pack("<QII", b.address, b.size, V) for b in shader.buffers).ljust(GRID, b"\0")
    found = {".s": code.text().encode(), ".set": descriptors + struct.pack("<4I", *shader.groups, 0)}
    arguments = [
        {"buffer": SET_NAME, "type": "u32", "count": GRID // 4 + 4, "init": {"file": "@.set"}, "address": f"{SET:#x}"}
    ]
    expected = []
    for buffer in shader.buffers:
        before = shader.contents(buffer)
        same = shader.numbers(buffer) or after[buffer.name] == before
        found[f".{buffer.name}.before"] = before
        arguments.append(
            {
                "buffer": buffer.name,
                "type": buffer.type,
                "count": buffer.count,
                "init": {"file": f"@.{buffer.name}.before"},
                "address": f"{buffer.address:#x}",
            }
        )
        if same:
            expected.append({"buffer": buffer.name, "unchanged": True})
            continue
        found[f".{buffer.name}.after"] = after[buffer.name]
        expected.append({"buffer": buffer.name, "file": f"@.{buffer.name}.after"})
        if buffer.ulp:
            expected[-1]["ulp"] = buffer.ulp
    description = {
        "about": shader.about,
        "program": "@.s",
        "isa": GPUS[gpu],
        "launch": {"grid": [g * s for g, s in zip(shader.groups, size)], "group": size},
        "memcheck": "bounds",
        "args": arguments,
        "expect": {"buffers": expected},
    }
    found[".json"] = json.dumps(description, indent=1).encode()
    return found


def described(path, program, gpu="vega10", optimised=True, cache=CACHE):
    """The path of the description of a shader. It is made where the cache does not have it. program: of tb/shader."""
    with open(path, "rb") as file:
        text = file.read()
    key = hashlib.sha256(repr((text, versions(program), gpu, optimised)).encode()).hexdigest()[:16]
    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.join(cache, key)
    whole = os.path.join(folder, stem + ".json")
    if not os.path.exists(whole):
        descriptions.write(named(stem, made(path, program, gpu, optimised)), [], folder)
    return whole


def named(stem, found):
    """{name: bytes} of what made() returns, the description last."""
    mine = {stem + end: contents for end, contents in found.items()}
    return mine | {stem + ".json": found[".json"].replace(b'"@.', f'"{stem}.'.encode())}
