# SPDX-License-Identifier: Apache-2.0
"""Unmodified OpenCL programs on the devices of build/libwavelock-opencl.so: Debian's own, and tb/opencl/programs with
Debian's libraries.

opencl_programs.py [NAME...]   these programs; else all
opencl_programs.py --list      their names

A program whose package is missing counts as failed: `scripts/setup nightly` installs all of them. Exit code 1 when one
failed.
"""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

from wl import ROOT


DRIVER = os.path.abspath(os.path.join(ROOT, "build", "libwavelock-opencl.so"))
PROGRAMS = os.path.join(ROOT, "tb", "opencl", "programs")
PYTHON = "/usr/bin/python3"  # Debian's: it has python3-pyopencl
LIMIT = 1200  # seconds of a program
SHOWN = 25  # lines of a program that failed


class Wrong(Exception):
    """What a program should have said or done."""


class Place:
    """A folder for a program, and how it finds the driver. said: what its last process printed."""

    def __init__(self, folder):
        self.folder, self.said = folder, ""
        with open(self.path("wavelock.icd"), "w", encoding="utf-8") as file:
            file.write(DRIVER + "\n")

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, device, *words, limit=LIMIT, code=0, **variables):
        """The output of the program, which ends with this exit code on this device."""
        own = {name: value for name, value in os.environ.items() if not name.startswith(("WAVELOCK_", "OPENCL_"))}
        own.update(
            OCL_ICD_VENDORS=self.folder,
            WAVELOCK_DEVICE=device,
            HOME=self.folder,
            XDG_CACHE_HOME=self.path("cache"),
            PYOPENCL_NO_CACHE="1",
            **variables,
        )
        try:
            done = subprocess.run(
                words,
                cwd=self.folder,
                env=own,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            self.said = (error.stdout or b"").decode("utf-8", "replace")
            raise Wrong(f"no end after {limit} s") from error
        self.said = done.stdout
        if done.returncode != code:
            raise Wrong(f"exit code {done.returncode}, expected {code}")
        return done.stdout


def has(text, pattern, what):
    """The match of a pattern that the text of a program must have."""
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        raise Wrong(f'nothing like "{pattern}": {what}')
    return found


# ---- clinfo --------------------------------------------------------------------------------------

WIDTHS = {"CHAR": 1, "SHORT": 2, "INT": 1, "LONG": 1, "HALF": 2, "FLOAT": 1, "DOUBLE": 1}
ROUNDING = "CL_FP_DENORM CL_FP_INF_NAN CL_FP_ROUND_TO_NEAREST CL_FP_ROUND_TO_ZERO CL_FP_ROUND_TO_INF CL_FP_FMA".split()
EXTENSIONS = """cl_khr_extended_versioning cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics
cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics
cl_khr_int64_base_atomics cl_khr_int64_extended_atomics cl_khr_fp64 cl_khr_fp16 cl_khr_3d_image_writes
cl_khr_image2d_from_buffer cl_khr_subgroups cl_khr_subgroup_extended_types cl_khr_subgroup_non_uniform_vote
cl_khr_subgroup_ballot cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative
cl_khr_subgroup_clustered_reduce cl_khr_subgroup_rotate""".split()
FEATURES = """__opencl_c_int64 __opencl_c_fp64 __opencl_c_images __opencl_c_3d_image_writes __opencl_c_read_write_images
__opencl_c_subgroups __opencl_c_generic_address_space __opencl_c_program_scope_global_variables
__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device
__opencl_c_atomic_scope_all_devices __opencl_c_work_group_collective_functions""".split()
VERSION_1, VERSION_3 = "0x400000", "0xc00000"


def feature(name, with_it, without_it):
    """An answer that depends on a feature of OpenCL C, or on an extension."""
    return with_it if name in FEATURES + EXTENSIONS else without_it


def atomics(*always):
    """Orders and scopes of atomic operations."""
    names = ("ORDER_ACQ_REL", "ORDER_SEQ_CST", "SCOPE_DEVICE", "SCOPE_ALL_DEVICES")
    more = [name for name in names if feature(f"__opencl_c_atomic_{name.lower()}", True, False)]
    return {f"CL_DEVICE_ATOMIC_{name}" for name in ["ORDER_RELAXED", "SCOPE_WORK_GROUP", *always, *more]}


GROUP = 1024  # work-items
VARIABLES = feature("__opencl_c_program_scope_global_variables", str(64 << 10), "0")
# Questions of clinfo to a device of OpenCL 3.0, and the answers: a pattern, or a set of words.
OF_DEVICE = {
    "CL_DEVICE_NAME": "Wavelock (lockstep|RTL|model)",
    "CL_DEVICE_VENDOR": "Wavelock",
    "CL_DEVICE_VENDOR_ID": "0x57564c4b",
    "CL_DEVICE_VERSION": r"OpenCL 3\.0 .*",
    "CL_DRIVER_VERSION": r"\d+\.\d+.*",
    "CL_DEVICE_OPENCL_C_VERSION": r"OpenCL C 1\.2 .*",
    "CL_DEVICE_TYPE": {"CL_DEVICE_TYPE_GPU"},
    "CL_DEVICE_PROFILE": "FULL_PROFILE",
    "CL_DEVICE_AVAILABLE": "CL_TRUE",
    "CL_DEVICE_COMPILER_AVAILABLE": "CL_TRUE",
    "CL_DEVICE_LINKER_AVAILABLE": "CL_TRUE",
    "CL_DEVICE_MAX_COMPUTE_UNITS": "1",
    "CL_DEVICE_MAX_CLOCK_FREQUENCY": "1000",
    "CL_DEVICE_PARTITION_MAX_SUB_DEVICES": "0",
    "CL_DEVICE_PARTITION_PROPERTIES": "CL_NONE",
    "CL_DEVICE_PARTITION_AFFINITY_DOMAIN": "",
    "CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS": "3",
    "CL_DEVICE_MAX_WORK_ITEM_SIZES": f"{GROUP} {GROUP} {GROUP}",
    "CL_DEVICE_MAX_WORK_GROUP_SIZE": str(GROUP),
    "CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": "64",
    "CL_DEVICE_MAX_NUM_SUB_GROUPS": feature("cl_khr_subgroups", str(GROUP // 64), "0"),
    "CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS": feature("cl_khr_subgroups", "CL_TRUE", "CL_FALSE"),
    "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT": "CL_TRUE",
    "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": "64",
    **{f"CL_DEVICE_PREFERRED_VECTOR_WIDTH_{of}": str(width) for of, width in WIDTHS.items()},
    **{f"CL_DEVICE_NATIVE_VECTOR_WIDTH_{of}": str(width) for of, width in WIDTHS.items()},
    **{f"CL_DEVICE_{of}_FP_CONFIG": set(ROUNDING) for of in ("HALF", "SINGLE", "DOUBLE")},
    "CL_DEVICE_ADDRESS_BITS": "64",
    "CL_DEVICE_ENDIAN_LITTLE": "CL_TRUE",
    "CL_DEVICE_GLOBAL_MEM_SIZE": str(2 << 30),
    "CL_DEVICE_ERROR_CORRECTION_SUPPORT": "CL_FALSE",
    "CL_DEVICE_MAX_MEM_ALLOC_SIZE": str(1 << 30),
    "CL_DEVICE_HOST_UNIFIED_MEMORY": "CL_FALSE",
    "CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE": "128",
    "CL_DEVICE_MEM_BASE_ADDR_ALIGN": "1024",
    "CL_DEVICE_GLOBAL_MEM_CACHE_TYPE": "CL_NONE",
    "CL_DEVICE_IMAGE_SUPPORT": "CL_TRUE",
    "CL_DEVICE_MAX_SAMPLERS": "16",
    "CL_DEVICE_IMAGE_MAX_BUFFER_SIZE": str(1 << 26),
    "CL_DEVICE_IMAGE_MAX_ARRAY_SIZE": "2048",
    **{f"CL_DEVICE_IMAGE2D_MAX_{of}": "16384" for of in ("HEIGHT", "WIDTH")},
    **{f"CL_DEVICE_IMAGE3D_MAX_{of}": "2048" for of in ("HEIGHT", "WIDTH", "DEPTH")},
    "CL_DEVICE_MAX_READ_IMAGE_ARGS": "128",
    "CL_DEVICE_MAX_WRITE_IMAGE_ARGS": "64",
    "CL_DEVICE_LOCAL_MEM_TYPE": "CL_LOCAL",
    "CL_DEVICE_LOCAL_MEM_SIZE": str(64 << 10),
    "CL_DEVICE_MAX_CONSTANT_ARGS": r"[1-9]\d*",
    "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE": str(1 << 30),
    "CL_DEVICE_MAX_PARAMETER_SIZE": "4096",
    "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES": {"CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE", "CL_QUEUE_PROFILING_ENABLE"},
    "CL_DEVICE_PREFERRED_INTEROP_USER_SYNC": "CL_TRUE",
    "CL_DEVICE_PROFILING_TIMER_RESOLUTION": "1",
    "CL_DEVICE_EXECUTION_CAPABILITIES": {"CL_EXEC_KERNEL"},
    "CL_DEVICE_PRINTF_BUFFER_SIZE": str(1 << 20),
    "CL_DEVICE_BUILT_IN_KERNELS": "",
    "CL_DEVICE_EXTENSIONS": set(EXTENSIONS),
    "CL_DEVICE_EXTENSIONS_WITH_VERSION": {VERSION_1, *EXTENSIONS},
    "CL_DEVICE_NUMERIC_VERSION": VERSION_3,
    "CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR": "0x402000",
    "CL_DEVICE_OPENCL_C_ALL_VERSIONS": " ".join(
        f"OpenCL C:{v}" for v in (VERSION_1, "0x401000", "0x402000", VERSION_3)
    ),
    "CL_DEVICE_OPENCL_C_FEATURES": {VERSION_3, *FEATURES},
    "CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED": "",
    "CL_DEVICE_SVM_CAPABILITIES": {"CL_DEVICE_SVM_COARSE_GRAIN_BUFFER"},
    "CL_DEVICE_IL_VERSION": " ".join(f"SPIR-V_1.{minor}" for minor in range(3)),
    "CL_DEVICE_ILS_WITH_VERSION": " ".join(f"SPIR-V:0x40{minor}000" for minor in range(3)),
    "CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION": "",
    **{f"CL_DEVICE_PREFERRED_{of}_ATOMIC_ALIGNMENT": "0" for of in ("PLATFORM", "GLOBAL", "LOCAL")},
    "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES": atomics(),
    "CL_DEVICE_ATOMIC_FENCE_CAPABILITIES": atomics("ORDER_ACQ_REL", "SCOPE_WORK_ITEM"),
    "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE": VARIABLES,
    "CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE": VARIABLES,
    "CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT": feature("__opencl_c_generic_address_space", "CL_TRUE", "CL_FALSE"),
    "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT": feature(
        "__opencl_c_work_group_collective_functions", "CL_TRUE", "CL_FALSE"
    ),
    "CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS": feature("__opencl_c_read_write_images", "64", "0"),
    "CL_DEVICE_IMAGE_PITCH_ALIGNMENT": "256",
    "CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT": "256",
    "CL_DEVICE_PIPE_SUPPORT": "CL_FALSE",
    "CL_DEVICE_MAX_PIPE_ARGS": "0",
    "CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS": "0",
    "CL_DEVICE_PIPE_MAX_PACKET_SIZE": "0",
    "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES": "",
    "CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES": "",
    "CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE": "0",
    "CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE": "0",
    "CL_DEVICE_MAX_ON_DEVICE_QUEUES": "0",
    "CL_DEVICE_MAX_ON_DEVICE_EVENTS": "0",
}
OF_PLATFORM = {
    "CL_PLATFORM_NAME": "Wavelock",
    "CL_PLATFORM_VENDOR": "Wavelock",
    "CL_PLATFORM_VERSION": r"OpenCL 3\.0 .*",
    "CL_PLATFORM_PROFILE": "FULL_PROFILE",
    "CL_PLATFORM_EXTENSIONS": {"cl_khr_icd", *EXTENSIONS},
    "CL_PLATFORM_EXTENSIONS_WITH_VERSION": {VERSION_1, "cl_khr_icd", *EXTENSIONS},
    "CL_PLATFORM_NUMERIC_VERSION": VERSION_3,
    "CL_PLATFORM_HOST_TIMER_RESOLUTION": "1",
    "CL_PLATFORM_ICD_SUFFIX_KHR": "WAVELOCK",
}
DEVICES = ("lockstep", "RTL", "model")
FIRST = "CL_DEVICE_NAME"  # of a device's lines
# Lists that are empty.
NOT_THERE = (
    "Supported affinity domains",
    "Built-in kernels",
    "Latest conformance test passed",
    "Device enqueue capabilities",
)


def compare(said, expected, whose):
    """The lines of one device, or of the platform: each is expected, and none is left out."""
    for name, value in said.items():
        if name not in expected:
            raise Wrong(f"{whose}: {name} is none of OpenCL 3.0")
        known = expected[name]
        good = set(re.findall(r"\w+", value)) == known if isinstance(known, set) else re.fullmatch(known, value)
        if not good:
            raise Wrong(f'{whose}: {name} is "{value}", expected {known}')
    if left := expected.keys() - said.keys():
        raise Wrong(f"{whose}: nothing is said of {', '.join(sorted(left))}")


def clinfo(place):
    """Each line is one that is expected, and no line is missing."""
    text = place.run("lockstep,rtl,model", "clinfo", "--raw")
    devices, platform = [], {}
    for line in text.splitlines():
        found = re.match(r"\[WAVELOCK/(\d)\]\s+(CL_\w+)\s*(.*?)\s*$", line)
        if found and found[2] == FIRST:
            devices.append({})
        if found:
            devices[int(found[1])][found[2]] = found[3]
        elif found := re.match(r"  (CL_PLATFORM_\w+)\s+(.*?)\s*$", line):
            platform[found[1]] = found[2]
    if len(devices) != len(DEVICES):
        raise Wrong(f"{len(devices)} devices, expected {len(DEVICES)}")
    compare(platform, OF_PLATFORM, "platform")
    for name, said in zip(DEVICES, devices):
        compare(said, {**OF_DEVICE, FIRST: f"Wavelock {name}"}, name)
    text = place.run("lockstep,rtl,model", "clinfo")
    for kind, answer in (
        ("DEFAULT", r"Success \(1\)"),
        ("CPU", "No devices found in platform"),
        ("GPU", r"Success \(3\)"),
        ("ACCELERATOR", "No devices found in platform"),
        ("CUSTOM", "No devices found in platform"),
        ("ALL", r"Success \(3\)"),
    ):
        has(text, rf"^  clCreateContextFromType\(NULL, CL_DEVICE_TYPE_{kind}\) +{answer}$", f"contexts of type {kind}")
    for line in text.splitlines():
        if re.search(r"<.*: error -?\d+>", line) or ("n/a" in line and not line.strip().startswith(NOT_THERE)):
            raise Wrong(line.strip())


# ---- other programs of Debian --------------------------------------------------------------------


def clpeak(place):
    """The test of integers on the model: each width of vectors gets a rate."""
    text = place.run("model", "clpeak", "-p", "0", "-d", "0", "--compute-integer", "--use-event-timer")
    for width in ("", "2", "4", "8", "16"):
        rate = has(text, rf"^ +int{width} +: ([\d.]+)$", f"a rate of int{width}")
        if not float(rate[1]):
            raise Wrong(f"the rate of int{width} is 0")


PASSWORD = "42"
# One device, and launches as small as can be: hashcat makes them for large units else.
SMALL = ["-d", "1", "-n", "1", "-u", "1", "-T", "64", "--force", "--potfile-disable", "--outfile-autohex-disable"]
# Two at a time need two names: hashcat refuses to run beside one of its own.
ALONE = ["--session", f"wavelock-{os.getpid()}", "--restore-disable", "--logfile-disable"]


def hashcat(device, mode, digest, *options, **variables):
    """hashcat finds a password of two digits by its mask."""

    def run(place):
        words = ["hashcat", "-m", mode, "-a", "3", *SMALL, *ALONE, *options, digest, "?d?d"]
        text = place.run(device, *words, **variables)
        if re.search("self-test failed", text, re.IGNORECASE):
            raise Wrong("the self test failed")
        if "--self-test-disable" not in options:
            has(text, "Finished self-test", "the self test")
        has(text, rf"{digest}:{PASSWORD}\s*$", "the password")
        has(text, r"^Status\.+: Cracked", "the end")

    return run


MD5 = "a1d0c6e83f027327d8461063f4ac58a6"
SHA1 = "92cfceb39d57d914ed8b14d0e37643de0797ae56"


def tuner(place):
    """The tuner of xaxpy: each choice of parameters gives the right results."""
    words = "-platform 0 -device 0 -precision 32 -n 4096 -runs 1 -fraction 16".split()
    text = place.run("model", "clblast_tuner_xaxpy", *words)
    has(text, "reference OK", "the kernel that the others are compared with")
    has(text, "results match", "a choice of parameters")
    has(text, "Completed tuning process", "the end")
    if wrong := re.search(r".*(mismatch|results don't match|failed).*", text, re.IGNORECASE):
        raise Wrong(wrong[0].strip())


# ---- programs of this tree -----------------------------------------------------------------------


def summary(text):
    """The last line of a program that counts its own checks."""
    found = has(text, r"^(\d+) checks, 0 wrong$", "the sum of the checks")
    if not int(found[1]):
        raise Wrong("nothing was checked")


def of_c(name, library):
    """A program in C with a library of Debian, on a device."""

    def on(device, **variables):
        def run(place):
            source = os.path.join(PROGRAMS, name + ".c")
            words = "cc -std=c11 -O1 -Wall -Wextra -Werror -o".split()
            place.run(device, *words, place.path(name), source, f"-l{library}", "-lOpenCL", "-lm")
            summary(place.run(device, place.path(name), **variables))

        return run

    return on


def of_python(name, device, **variables):
    """A program with pyopencl."""

    def run(place):
        summary(place.run(device, PYTHON, os.path.join(PROGRAMS, name + ".py"), **variables))

    return run


# The packages that a program needs, and what runs it.
Program = collections.namedtuple("Program", "packages run")

SAMPLE = {"WAVELOCK_LOCKSTEP": "groups:2"}  # the rest of each launch on the model
ALL = {
    "clinfo": Program("clinfo", clinfo),
    "clpeak on the model": Program("clpeak", clpeak),
    "hashcat's self test and MD5 on the model": Program("hashcat", hashcat("model", "0", MD5)),
    "hashcat's self test and SHA1 on the model": Program("hashcat", hashcat("model", "100", SHA1)),
    "hashcat with MD5 in lockstep": Program(
        "hashcat", hashcat("lockstep", "0", MD5, "--self-test-disable", WAVELOCK_LOCKSTEP="groups:4")
    ),
    "clblast_tuner_xaxpy on the model": Program("clblast-utils", tuner),
    **{
        f"pyopencl: {name} {where}": Program("python3-pyopencl", of_python(name, device, **variables))
        for name in ("arrays", "elementwise", "reductions", "scans")
        for device, where, variables in (("model", "on the model", {}), ("lockstep", "in lockstep", {}))
    },
    **{
        f"{library} {where}": Program(package, of_c(name, library)(device, **variables))
        for name, library, package in (("fft", "clFFT", "libclfft-dev"), ("blas", "clblast", "libclblast-dev"))
        for device, where, variables in (("model", "on the model", {}), ("lockstep", "in lockstep", SAMPLE))
    },
}


def installed(package):
    """Whether Debian's package is here."""
    words = ["dpkg-query", "-W", "-f=${db:Status-Status}", package]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout == "installed"
    except FileNotFoundError:
        return False


def judge(program):
    """Runs a program: None, or what went wrong."""
    if not installed(program.packages):
        return f"the package {program.packages} is missing: scripts/setup nightly"
    folder = tempfile.mkdtemp(prefix="wavelock-")
    place = Place(folder)
    try:
        program.run(place)
        return None
    except Wrong as wrong:
        return "\n".join([str(wrong), *(f"  | {line}" for line in place.said.splitlines()[-SHOWN:])])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--list", action="store_true", help="the names of the programs")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these programs; else all")
    options = parser.parse_args()
    if options.list:
        print("\n".join(ALL))
        return 0
    for name in options.names:
        if name not in ALL:
            parser.error(f'found "{name}", expected one of --list')
    if not os.path.exists(DRIVER):
        parser.error(f"{DRIVER} is missing: make build/libwavelock-opencl.so")
    failed = 0
    names = options.names or list(ALL)
    for name in names:
        wrong = judge(ALL[name])
        if wrong:
            failed += 1
            print(f"FAIL: {name}: {wrong}", flush=True)
    print(f"{len(names) - failed} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
