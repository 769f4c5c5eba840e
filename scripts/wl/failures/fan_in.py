# SPDX-License-Identifier: Apache-2.0
"""What a register or an event of the unit depends on, read from its RTL: docs/nightly.md, Causes.

A node is a signal of a module, a function of a package, or what a function declares: (module, name), (package,
function), (package, "function.name"). All instances of a module are one, and so are all elements and fields of a
signal.
"""
import collections
import functools
import glob
import os
import re

from wl.tree.verilog import CLOSING, OPENING, Reader, Unreadable

FILES = "rtl/files.f"
STATE = "tb/probe/state.def"
PROBES = "rtl/probe"
PROBE = os.path.join(PROBES, "probe.sv")
BINDS = os.path.join(PROBES, "*_bind.sv")
NAME = re.compile(r"(?<![\w.$'`:])[A-Za-z_]\w*(?:::\w+)?")
HEAD = re.compile(r"^(module|package) (\w+)", re.M)
PORT = re.compile(r"\b(input|output)\b([^,()]*)")
UNIT = re.compile(r"\bcu\.([\w.\[\]]+)")  # a signal of the unit, as the probe names it
PLACE = re.compile(r'\.(\w+) = \{?&", cu\.([\w.\[\]:]+)')
ROW = re.compile(r"^(?:REGISTER_\d+\((\w+), \d+, (\w+)|STATUS_ROW\((\w+))", re.M)
BITS = re.compile(r"^STATUS_BIT\((\w+), (\w+)", re.M)
# Events that carry the values of a row of the state table.
CARRIED = {"VGPR": ("vgpr", "valu_write"), "SGPR": ("sgpr_event",), "LDS": ("lds", "lds_transfer")}
# Rows that are words of an event.
NAMES = {
    "instruction dword 0": "issue",
    "instruction dword 1": "issue",
    "write data": "mem_request",
    "byte enables": "mem_request",
    "compare data": "mem_atomic",
    "stored line": "mem_request",
    "read data": "mem_return",
    "memory": "mem_request",
    "LDS cycles": "lds_cycles",
    "retire": "issue",
}
# How the probe names what writes, by classes of instructions (scripts/wl/failures/groups.py).
SOURCES = {
    "vector ALU": "Valu",
    "LDS": "Lds",
    "vector memory": "Vmem",
    "scalar memory": "Smem",
    "export": "Export",
    "scalar": "Salu",
}
SCC = "WL_STATUS_SCC"
EVENTS = "      // the arbiter; the slot"  # behind it the probe reports the events of a cycle
STATEMENT = re.compile(r"(?<=;)\n|(?<=begin)\n|\n(?= *(?:if|end)\b)")
IF = re.compile(r"\s*(?:end else )?if\b")

KEEPS, STEPS = 0.7, 20  # of shares()

Edge = collections.namedtuple("Edge", "source file line")  # line: of the assignment; 0: it is a port


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def behind(tokens, at):
    """The place behind the bracket that opens there."""
    depth = 0
    while True:
        depth += (tokens[at].text in OPENING) - (tokens[at].text in CLOSING)
        at += 1
        if not depth:
            return at


class Module(Reader):
    """A file: its name, the directions of its ports, and its instances as (module, name, [(port, expression)])."""

    def __init__(self, path, text):
        self.path, self.instances = path, []
        super().__init__(text)
        head = HEAD.search(text)
        if not head:
            raise Unreadable(f"{path}: found no module or package, expected one")
        self.kind, self.name = head.groups()
        header = without_comments(text[head.start() :].partition(");")[0]) if self.kind == "module" else ""
        self.ports = {}
        for direction, words in PORT.findall(header):
            names = re.findall(r"[A-Za-z_]\w*", re.sub(r"\[[^]]*\]", "", words))
            self.ports.update({names[-1]: direction} if names else {})

    def instance(self):
        start = self.at
        super().instance()
        its = self.tokens[start : self.at]
        at = behind(its, 2) if its[1].text == "#" else 1
        name, ports = its[at].text, []
        while at < len(its) - 2:
            if its[at].text == "." and its[at - 1].text in ("(", ","):
                port, value = its[at + 1], its[at + 1].text
                if its[at + 2].text == "(":
                    end = behind(its, at + 2)
                    value, at = self.text[its[at + 2].end : its[end - 1].start], end - 2
                ports.append((port.text, value))
            at += 1
        self.instances.append((its[0].text, name, ports))


class Design:
    """edges: {node: [Edge]}, from what is assigned to what it is assigned from and under which conditions."""

    def __init__(self, paths):
        self.modules = {}
        for path in paths:
            module = Module(path, read(path))
            self.modules[module.name] = module
        self.functions = collections.defaultdict(set)  # {name: packages and modules that have it}
        for module in self.modules.values():
            for scope in {*module.declared, *(place.scope for place in module.places)} - {""}:
                self.functions[scope].add(module.name)
        self.edges = collections.defaultdict(list)
        for module in self.modules.values():
            for place in module.places:
                self._assignment(module, place)
            for target, value in re.findall(r"\bassign\s+\{([^}]*)\}\s*=([^;]*);", without_comments(module.text)):
                for node in self.nodes(module, target):
                    self._edges(node, self.nodes(module, value), module.path, 0)
            for name, _, ports in module.instances:
                if name in self.modules:
                    self._ports(module, self.modules[name], ports)

    def nodes(self, module, text, scope=""):
        """What an expression reads."""
        found = set()
        for name in NAME.findall(without_comments(text)):
            package, _, function = name.rpartition("::")
            if name in module.declared.get(scope, {}) and scope:
                found.add((module.name, f"{scope}.{name}"))
            elif name in module.declared.get("", {}) or name in module.ports:
                found.add((module.name, name))
            else:
                homes = self.functions.get(function, set())
                home = package or (module.name if module.name in homes else min(homes, default=""))
                if home in homes:
                    found.add((home, function))
        return found

    @functools.lru_cache(maxsize=None)
    def sources(self, node):
        return {edge.source for edge in self.edges.get(node, ())}

    def _edges(self, node, sources, file, line):
        self.edges[node] += [Edge(source, file, line) for source in sources if source != node]

    def _assignment(self, module, place):
        if place.role != "value":
            return
        line = module.line(place.node.start)
        sources = self.nodes(module, module.text[place.node.start : place.node.end], place.scope)
        for guard in place.guards or ():
            sources |= self.nodes(module, guard or "", place.scope)
        name = NAME.match(place.target) if place.target else None
        if name:
            sources |= self.nodes(module, place.target[name.end() :], place.scope)  # an index
            targets = {(module.name, name[0])}
        elif place.statement:
            targets = self.nodes(module, module.text[place.statement[0] : place.node.start], place.scope)
        else:
            targets = set()
        if place.scope:  # what a function computes of something is its value
            own = (module.name, place.scope)
            self._edges(own, sources, module.path, line)
            if name and name[0] != place.scope:
                self._edges((module.name, f"{place.scope}.{name[0]}"), sources, module.path, line)
            return
        for target in targets:
            self._edges(target, sources, module.path, line)

    def _ports(self, module, inner, ports):
        for port, value in ports:
            outside = self.nodes(module, value)
            if inner.ports.get(port) == "output":
                for node in outside:
                    self._edges(node, {(inner.name, port)}, module.path, 0)
            else:
                self._edges((inner.name, port), outside, module.path, 0)

    def signal(self, path, top="cu"):
        """The nodes that a path from the top means, as u_wave_state.pc_q[0]."""
        here, words = {top}, re.sub(r"\[[^]]*\]", "", path).split(".")
        for word in words:
            inner = {
                kind
                for name in here
                for kind, instance, _ in self.modules[name].instances
                if instance == word and kind in self.modules
            }
            if not inner:
                found = {(name, word) for name in here if (name, word) in self.edges}
                if found:
                    return found  # what comes behind it is a field
            here = inner or here  # a generate block has a name, too
        # What the probe adds to a module is computed from the module.
        outputs = (
            (name, port) for name in here - {top} for port, way in self.modules[name].ports.items() if way == "output"
        )
        return set(outputs)


@functools.lru_cache(maxsize=1)
def design():
    """The unit in rtl/."""
    return Design([path for path in read(FILES).split() if path.startswith("rtl/")])


@functools.lru_cache(maxsize=1)
def held():
    """{row of the state table or event: [(path of a signal that holds it, source of the event or "")]}, by what the
    probe says of them."""
    probe, rows = read(PROBE), read(STATE)
    places = collections.defaultdict(list)
    for name, path in PLACE.findall(probe):
        places[name].append((path, ""))
    found = collections.defaultdict(list, {row: list(places[row.lower()]) for row in CARRIED})
    for register, array, status in ROW.findall(rows):
        if register:
            found[register] = places[array]
        else:
            bits = [name for name, field in BITS.findall(rows) if (field == SCC) == (status == "SCC")]
            found[status] = [path for name in [*bits, *["trap"] * (status != "SCC")] for path in places[name]]
    conditions, variables = [], collections.defaultdict(list)
    for statement in STATEMENT.split(without_comments(probe[probe.index(EVENTS) :])):
        text = re.sub(r"^\s*\n", "", statement)
        indent = len(text) - len(text.lstrip())
        conditions = [one for one in conditions if one[0] < indent]
        paths = UNIT.findall(text) + [path for _, its in conditions for path in its]
        paths += [path for name in re.findall(r"\w+", text) for path in variables[name]]
        if IF.match(text):
            conditions.append((indent, UNIT.findall(text)))
        if assigned := re.match(r"\s*(\w+) =", text):
            variables[assigned[1]] = paths
        source = "".join(re.findall(r"\bSrc(\w+)", text)[:1])
        for name in re.findall(r"\b(?:wl_probe_)?(\w+)\(", text):
            found[name] += [(path, source) for path in dict.fromkeys(paths)]
    for row, events in CARRIED.items():
        found[row] += [one for event in events for one in found[event]]
    return dict(found)


def asserted(file, line):
    """The nodes that an assertion there is about, or the signals of its module. One of the probe is about another."""
    name = os.path.splitext(os.path.basename(file))[0]
    own = name in design().modules
    binds = "".join(map(read, glob.glob(BINDS)))
    module = design().modules.get(name if own else "".join(re.findall(rf"\bbind (\w+) {name}\b", binds)[:1]))
    if not module:
        return set()
    lines = without_comments(read(os.path.join(PROBES, f"{name}.sv")) if not own else module.text).split("\n")
    first = max((at for at in range(line) if "assert" in lines[at]), default=line - 1)
    text = "\n".join(lines[first:]).partition(";")[0].partition("assert")[2]
    if own:
        found = design().nodes(module, text)
    else:
        paths = re.findall(rf"\b{module.name}\.([\w.]+)", text)
        found = {node for path in paths for node in design().signal(path, module.name)}
    return found or {(module.name, port) for port, way in module.ports.items() if way == "output"}


def starts(row, instruction_class=""):
    """The nodes that hold a row of the state table, or that an event reports. instruction_class: of
    scripts/wl/failures/groups.py: what reports the events of other classes is left out. A text that ends with the place
    of an assertion, as rtl/flow/barrier.sv:60, has the nodes that the assertion is about."""
    place = re.search(r"(rtl/\S+):(\d+)$", row)
    if place:
        return asserted(place[1], int(place[2]))
    source = SOURCES.get(instruction_class)
    all_of_it = held().get(NAMES.get(row, row), ())
    its = [path for path, of in all_of_it if not source or not of or of == source] or [path for path, _ in all_of_it]
    return {node for path in its for node in design().signal(path)}


def shares(nodes):
    """{file: its share} of what these nodes depend on: each node of a step hands KEEPS of what it has to what it
    depends on, in equal parts. The share is of what came to all files in all steps. Empty without a node."""
    having = collections.Counter(dict.fromkeys(nodes, 1.0))
    total = collections.Counter(having)
    for _ in range(STEPS):
        handed = collections.Counter()
        for node, value in having.items():
            sources = design().sources(node)
            for source in sources:
                handed[source] += KEEPS * value / len(sources)
        having = handed
        total.update(handed)
    found = collections.Counter()
    for (module, _), value in total.items():
        found[design().modules[module].path] += value
    whole = found.total()
    return {file: value / whole for file, value in found.items()}


@functools.lru_cache(maxsize=1)
def usual_shares():
    """{file: the mean of its shares} over all rows and events."""
    rows = [nodes for nodes in map(starts, held()) if nodes]
    found = collections.Counter()
    for nodes in rows:
        found.update(shares(nodes))
    return {file: share / len(rows) for file, share in found.items()}


@functools.lru_cache(maxsize=1)
def calls():
    """{file of a package: {(file, line) in a module that calls a function of it: how many packages the call goes
    through, this one included}}. Verilator does not count lines of packages."""
    callers = collections.defaultdict(set)
    for node, edges in design().edges.items():
        for edge in edges:
            if design().modules[edge.source[0]].kind == "package":
                callers[edge.source].add((node, edge.file, edge.line))
    found = {}
    for package in (module for module in design().modules.values() if module.kind == "package"):
        its = found[package.path] = {}
        todo = [(node, 1) for node in callers if node[0] == package.name]
        seen = {node for node, _ in todo}
        for node, depth in todo:  # grows meanwhile
            for caller, file, line in callers[node]:
                if design().modules[caller[0]].kind != "package":
                    its[file, line] = min(depth, its.get((file, line), depth))
                elif caller not in seen:
                    seen.add(caller)
                    todo.append((caller, depth + (caller[0] != package.name)))
    return found
