# SPDX-License-Identifier: Apache-2.0
"""The page of a night, report.html, from the data of its report.json (scripts/wl/night/page_data.py).

The page is one file: no script, nothing from the network. Programs under test wrote its contents, so every text is
escaped (scripts/wl/night/markup.py).
"""
import os
import urllib.parse

from wl.failures.groups import INFRASTRUCTURE
from wl.night import pictures
from wl.night.markup import Markup, el, joined
from wl.night.page_data import CAUSES
from wl.runs.runner import duration


STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.css")
NOT_MEASURED = "Not measured this night."
AT_ONCE = 2  # jobs of a group that are shown at once
FEW, LONG = 12, 2000  # lines and characters of a list that are shown at once
METRICS = {
    "line": "RTL, lines",
    "toggle": "RTL, toggles",
    "model_line": "model, lines",
    "model_branch": "model, branches",
}
# Nothing is fetched and no script runs, whatever the text of a page says.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def count(number):
    return f"{number:,}".replace(",", "\u202f")  # a narrow space that does not end a line


def many(number, word):
    return f"{count(number)} {word}{'' if number == 1 else 's'}"


def percent(hit, of):
    """Rounded down: what is not whole is never 100 %."""
    return f"{int(1000 * hit / of) / 10:.1f} %" if of else "none"


def code(text):
    return el("code", text)


def line(text):
    """A line to copy: one click selects it."""
    return el("pre", code(text), class_="line")


def scrolled(content, label, class_="scroll"):
    return el("div", content, class_=class_, tabindex="0", role="region", aria_label=label)


def table(label, heads, rows, class_=None, shown=False):
    """heads: (text, class or None) of each column. rows: lists of cells, or (class of the row, cells). The first cell
    of a row is its head. shown: whether the label stands above the table."""
    cells = []
    for row in rows:
        style, row = row if isinstance(row, tuple) else (None, row)
        first, *rest = row
        line_ = [el("th", first, scope="row", class_=heads[0][1])]
        line_ += [el("td", cell, class_=c) for cell, (_, c) in zip(rest, heads[1:])]
        cells.append(el("tr", *line_, class_=style))
    head = el("thead", el("tr", *(el("th", text, scope="col", class_=c) for text, c in heads)))
    caption = [el("caption", label)] if shown else []
    return scrolled(el("table", *caption, head, el("tbody", *cells), class_=class_), label)


def listed(lines, what):
    """A list; a long one opens by a click."""
    items = el("ul", *(el("li", text) for text in lines))
    if len(lines) <= FEW and sum(map(len, lines)) <= LONG:
        return items
    return el("details", el("summary", f"{len(lines)} {what}"), items)


def section(name, title, *content):
    return el("section", el("h2", title, id=f"{name}-title"), *content, id=name, aria_labelledby=f"{name}-title")


# ---- the top -----------------------------------------------------------------------------------------


def sentence(d):
    """One line on what happened."""
    total = d["total"]
    passed = total["jobs"] - total["failed"]
    if d["verdict"] == "NOTHING RAN":
        return "No job ran."
    text = f"{count(passed)} of {many(total['jobs'], 'job')} passed"
    if total["failed"]:
        new = sum(cause["known"] == "new" for cause in d["causes"])
        text += f", {count(total['failed'])} failed: {many(len(d['causes']), 'cause')}" + (
            f", {new} new" if new else ""
        )
    if d["findings"]:
        text += f"; {many(len(d['findings']), 'finding')}"
    if d["partial"]:
        text += f"; the night ended early: {d['partial']}"
    if d["verdict"] == "INCOMPLETE":
        text += "; what was open was not run again, or nothing new ran"
    left = sum(kind["left"] for kind in d["kinds"])
    return text + (f"; {many(left, 'job')} did not run." if left else ".")


def top(d):
    total = d["total"]
    style = d["verdict"] if d["verdict"] in ("PASS", "FAIL") else "OTHER"
    facts = {
        "took": duration(total["seconds"]),
        "instructions in lockstep": count(total["instructions"]),
        "cycles": count(total["cycles"]),
        "seeds": " to ".join(map(str, dict.fromkeys(d["seeds"] or ["none"]))),
        "verdicts": ", ".join(f"{name} {count(number)}" for name, number in d["verdicts"].items()) or "none",
        "build": d["build"],
    }
    return el(
        "header",
        el("a", "To the content", href="#content", class_="skip"),
        el(
            "div",
            el("h1", f"Nightly {d['name']}"),
            el("p", d["verdict"], class_="word"),
            el("p", sentence(d)),
            class_=f"verdict {style}",
        ),
        el("dl", *(fact(name, text) for name, text in facts.items()), class_="facts"),
    )


def fact(name, text):
    return el("div", el("dt", name), el("dd", text), class_="broad" if name == "build" else None)


def contents(sections):
    links = (el("li", el("a", title, href=f"#{name}")) for name, title in sections)
    return el("nav", el("ul", *links), aria_label="Sections")


def checks(d):
    found = [
        listed(d["not_checked"], "things") if d["not_checked"] else el("p", "All that was asked for ran to its end.")
    ]
    number = "n"
    rows = [
        [
            kind["kind"],
            count(kind["jobs"]) + (f" of {count(kind['jobs'] + kind['left'])}" if kind["left"] else ""),
            count(kind["jobs"] - kind["again"]),
            count(kind["failed"]),
            duration(kind["seconds"]),
        ]
        for kind in d["kinds"]
    ]
    heads = [("kind", None), ("jobs", number), ("new ones", number), ("failed", number)]
    heads.append(("time of the workers", number))
    return [*found, table("Jobs by kind", heads, rows)]


# ---- failures ----------------------------------------------------------------------------------------


def tag_of(group):
    """The tag of a group or of a cause."""
    known = group["known"]
    if group["name"].startswith(INFRASTRUCTURE):
        return el("span", "the machine", class_="tag part")
    if not known:
        return el("span", "not in the history", class_="tag part")
    word = known.split(" ")[0].rstrip(",")
    return el("span", word, class_=f"tag {'bad' if word in ('new', 'back') else 'part'}")


def over(shrunk):
    return "" if shrunk.get("whole", True) else ", the time was over"


def index(d):
    """A line for each cause."""
    groups = {group["name"]: group for group in d["groups"]}
    rows = []
    for number, cause in enumerate(d["causes"], 1):
        shrunk = groups[cause["program"]]["shrunk"]
        rows.append(
            [
                el("a", cause["name"], href=f"#cause-{number}"),
                tag_of(cause),
                count(len(cause["jobs"])),
                count(len(cause["groups"])),
                ", ".join(cause["suspects"]) or "not known",
                shrunk.get("size", "not made small") + over(shrunk),
            ]
        )
    heads = [("cause", None), ("since", None), ("jobs", "n"), ("groups", "n"), ("modules", "mono"), ("program", None)]
    found = table("Causes of failures", heads, rows, class_="wide index")
    why = d["not_ranked"] and el("p", f"No module is named: {d['not_ranked']}.", class_="quiet small")
    return el("div", found, *([why] if why else []))


def program(group):
    """The small program with its line, or why there is none."""
    shrunk = group["shrunk"]
    if "folder" not in shrunk:
        why = shrunk.get("about") or "no run looked at it"
        return [el("h4", "Program"), el("p", f"It was not made small: {why}.", class_="quiet")]
    runs = f"by {shrunk['runs']} runs " if "runs" in shrunk else ""  # cvise does not say how many
    text = f"{shrunk['size']}, {runs}in {shrunk['seconds']} s"
    others = shrunk["other_seeds"]
    text += f". {others} other seeds fail in the same way" + (
        "." if shrunk["whole"] else ". The time was over before it was as small as can be."
    )
    return [
        el("h4", "Program, made small"),
        el("pre", code("\n".join(group["run"]["program"])), class_="program", tabindex="0"),
        el("p", text, class_="quiet small"),
        line(shrunk["again"]),
    ]


def history(run):
    """The last instructions of the wave."""
    steps = run["history"]
    if not steps:
        return []
    rows = []
    for number, step in enumerate(steps):
        words = " ".join(word.removeprefix("0x") for word in step["words"])
        cells = [step["cycle"], step["pc"], step["instruction"], words]
        rows.append(("last", cells) if number == len(steps) - 1 else cells)
    heads = [("cycle", "n"), ("PC", "mono"), ("instruction", "mono"), ("words", "mono")]
    return [el("h4", "Last instructions of the wave"), table(f"Last instructions of slot {run['slot']}", heads, rows)]


def both(run):
    """Both states side by side: what differs first, then the wave state registers."""
    found = []
    sides = [("what", None), ("DUT", "mono"), ("expected", "mono")]
    if run["values"]:
        rows = [("differs" if a != b else None, [name, a, b]) for name, a, b in run["values"]]
        found += [el("h4", f"{run['row']}: the values"), table(f"{run['row']} in both", sides, rows)]
    if run["states"]:
        empty = [name for name, *both_ in run["states"] if not any(int(value or "1", 16) for value in both_)]
        rows = [("differs" if a != b else None, [name, a, b]) for name, a, b in run["states"] if name not in empty]
        found += [el("h4", "Wave state registers"), table("Wave state registers in both", sides, rows)]
        if empty:
            found.append(el("p", f"0 in both: {', '.join(empty)}", class_="quiet small"))
    return found


def lanes(words):
    """64 lanes as runs of equal values."""
    found = []
    for lane, word in enumerate(words):
        if found and found[-1][2] == word:
            found[-1][1] = lane
        else:
            found.append([lane, lane, word])
    return ", ".join(f"{w}" + (f" in lane {a}" if a == b else f" in lanes {a} to {b}") for a, b, w in found)


def operands(run):
    if not run["operands"]:
        return []
    rows = [[o["name"], o["value"] if "value" in o else lanes(o["lanes"])] for o in run["operands"]]
    heads = [("operand", None), ("as the model had it before", "mono")]
    last = run["history"][-1]["instruction"] if run["history"] else "the last instruction"
    return [el("h4", "Operands of ", code(last)), table("Operands of the last instruction", heads, rows)]


def timing(run):
    found = run["diagram"]
    if not found or not found["rows"]:
        return []
    title = "Cycles before the failure"
    more = [] if found["whole"] else [el("p", "Only cycles of issue are known of this run.", class_="quiet small")]
    return [
        el("h4", title),
        el(
            "div",
            pictures.labels(found),
            scrolled(pictures.diagram(found, title), f"{title}, a picture", "scroll end"),
            class_="timing",
        ),
        pictures.legend(found),
        *more,
    ]


def images(run):
    """Images that are not as expected: what was expected, what was found, and the difference."""
    found = []
    for one in run["images"]:
        name = f"{one['image']}, level {one['level']}"
        shown = [
            el(
                "figure",
                el("img", src=f"data:image/png;base64,{data}", alt=f"{name}: {side}"),
                el("figcaption", side),
            )
            for side, data in one["pictures"].items()
            if data
        ]
        found.append(el("h4", f"Image {name}: {many(one['differing'], 'texel')} not as expected"))
        if shown:
            found.append(scrolled(joined(shown), f"Pictures of {name}", "scroll images"))
        if len(shown) < len(one["pictures"]):
            found.append(el("p", "Pictures that are missing or too large are not shown.", class_="quiet small"))
    return found


def job(entry):
    """The output of one job, and the line that repeats it."""
    state = entry["state"] + (f": {entry['differs']}" if entry["differs"] else "")
    parts = [el("p", el("b", entry["id"]), f" {state}")]
    parts.append(el("p", entry["why"], class_="small"))
    parts.append(line(entry["again"]))
    if entry["waveform"].startswith("none"):
        parts.append(el("p", f"Waveform: {entry['waveform']}", class_="quiet small"))
    elif entry["waveform"]:
        parts += [
            el("p", "Waveform:", class_="quiet small"),
            line(f"gtkwave {entry['waveform'].removesuffix('.fst')}.gtkw"),
        ]
    return el("li", *parts)


def group_of(number, group):
    run = group["run"]
    said = [tag_of(group), el("b", many(group["count"], "job"))]
    if group["flaky"]:
        said.append(el("span", f" {group['flaky']} flaky: a defect of the bench", class_="tag bad"))
    if " " in group["known"]:
        said += [" ", to_first(group["known"], group["first"])]
    parts = [el("h4", group["name"], id=f"group-{number}-title"), el("p", *said)]
    if run:
        if run["headline"]:
            of = " of the small program" if run["small"] else ""
            parts.append(el("p", f"The run{of} says: ", code(run["headline"])))
        if run["log"]:
            lines = "\n".join(run["log"])
            parts += [el("h4", "The last lines that it said"), el("pre", code(lines), tabindex="0")]
        left = [*program(group), *operands(run)]
        right = [*history(run), *both(run)]
        parts += timing(run)
        parts += images(run)
        parts.append(el("div", el("div", *left), el("div", *right), class_="pair"))
    else:
        parts += program(group)
    more = group["count"] - len(group["jobs"])
    first, others = group["jobs"][:AT_ONCE], group["jobs"][AT_ONCE:]
    parts.append(el("h4", "Jobs"))
    parts.append(el("ul", *map(job, first)))
    if others:
        parts.append(el("details", el("summary", many(len(others), "more job")), el("ul", *map(job, others))))
    if more:
        parts.append(el("p", f"and {count(more)} more, in junit.xml", class_="quiet"))
    return el("article", *parts, class_="group", id=f"group-{number}", aria_labelledby=f"group-{number}-title")


def failures(d):
    if not d["groups"]:
        return [el("p", "No job failed.")]
    return [index(d), *(cause_of(number, cause, d) for number, cause in enumerate(d["causes"], 1))]


def cause_of(number, cause, d):
    """A cause: the group whose program was made small, then the others."""
    groups = {group["name"]: (n, group) for n, group in enumerate(d["groups"], 1)}
    said = [tag_of(cause), el("b", f"{many(len(cause['jobs']), 'job')} in {many(len(cause['groups']), 'group')}")]
    if " " in cause["known"]:
        said += [" ", to_first(cause["known"], cause["first"])]
    parts = [el("h3", cause["name"], id=f"cause-{number}-title"), el("p", *said)]
    if cause["by_runs"]:
        text = "Their programs no longer fail without some instructions of this kind, and still fail without others: "
        parts.append(el("p", text, ", ".join(cause["by_runs"]), class_="small"))
    parts.append(group_of(*groups[cause["program"]]))
    others = [groups[name] for name in cause["groups"] if name != cause["program"]]
    if others:
        rows = (
            el("details", el("summary", f"{g['name']}: {many(g['count'], 'job')}"), group_of(n, g)) for n, g in others
        )
        parts += [el("h4", many(len(others), "more group")), *rows]
    return el("article", *parts, class_="cause", id=f"cause-{number}", aria_labelledby=f"cause-{number}-title")


def to_first(known, first):
    """What is known of a group, with a link to the first night that had it."""
    return el("a", known, href=urllib.parse.quote(first)) if first else known


def fixed(d):
    """A line for the groups that came in one night: mostly they are one bug."""
    lines = {}
    for group in d["fixed"]:
        lines.setdefault((group["known"], group["first"]), []).append(group)
    found = []
    for (known, first), of_line in lines.items():
        names = el("ul", *(el("li", el("b", group["name"]), f": {group['passes']} passes") for group in of_line))
        found.append(el("p", el("b", many(len(of_line), "group")), " ", to_first(known, first)))
        found.append(names if len(of_line) <= AT_ONCE else el("details", el("summary", "which ones"), names))
    return found


def changes(d):
    found = d["changes"]
    if not found:
        return [el("p", "There is no night before this one.")]
    commits = found["commits"]
    said = f"{many(len(commits), 'commit')} since {found['since']}"
    return [
        el("p", said + (f": {found['why']}." if found.get("why") else ".")),
        *([listed(commits, "commits")] if commits else []),
    ]


# ---- coverage and mutants ----------------------------------------------------------------------------


def bars(label, head, rows):
    """rows: (name, hit, of)."""
    cells = [
        [
            name,
            pictures.bar([(hit, "hit")], of, f"{name}: {percent(hit, of)}"),
            percent(hit, of),
            f"{count(hit)} of {count(of)}",
        ]
        for name, hit, of in rows
    ]
    heads = [(head, None), ("share", "picture"), ("percent", "n"), ("hit", "n")]
    return table(label, heads, cells, class_="wide", shown=True)


def covered(d):
    opcodes, found = d["opcodes"], d["coverage"]
    rows = [("opcodes in lockstep", opcodes["hit"], opcodes["of"])]
    parts = [bars("Opcodes that issued in lockstep, of those that model and RTL have", "what", rows)]
    if d["tables"]:
        parts.append(el("p", "Each opcode, and each row of the plan: ", joined(map(code, d["tables"]), " "), "."))
    parts.append(el("h3", "Code"))
    if found and "error" in found:
        return [*parts, el("p", f"It cannot be shown: {found['error']}")]
    if not found or "code" not in found:
        parts.append(el("p", NOT_MEASURED))
    else:
        for metric in dict.fromkeys(row["metric"] for row in found["code"]):
            rows = [(row["block"], row["hit"], row["of"]) for row in found["code"] if row["metric"] == metric]
            parts.append(bars(METRICS.get(metric, metric), "block", rows))
    parts.append(el("h3", "Functional"))
    if not found or "functional" not in found:
        parts.append(el("p", NOT_MEASURED))
        holes = opcodes["holes"]
        return [*parts, el("h3", "Holes"), listed(holes, "holes") if holes else el("p", "none")]
    parts.append(bars("Functional points", "group", [(r["group"], r["hit"], r["of"]) for r in found["functional"]]))
    holes = [
        joined([el("b", f"{row['group']}: {hole['name']}"), f": {hole['fill']}"])
        for row in found["functional"]
        for hole in row["holes"]
    ]
    return [*parts, el("h3", "Holes"), listed(holes, "holes") if holes else el("p", "none")]


def mutants(d):
    found = d["mutants"]
    if not found:
        return [el("p", NOT_MEASURED)]
    if "error" in found:
        return [el("p", f"It cannot be shown: {found['error']}")]
    rows = []
    for block in found.get("blocks", []):
        counted = block["mutants"] - block["never"] - block["equivalent"]
        parts = [(block["caught"], "hit"), (block["silent"], "miss"), (block["equivalent"], "before")]
        name = f"{block['block']}: {block['caught']} caught, {block['silent']} silent, {block['never']} never activated"
        median = block["median_cycles"]
        rows.append(
            [
                block["block"],
                pictures.bar(parts, block["mutants"], name),
                percent(block["caught"], counted),
                *(count(block[key]) for key in ("mutants", "caught", "silent", "equivalent", "never")),
                "" if median is None else f"{median:g}",
            ]
        )
    words = ("mutants", "caught", "silent", "equivalent", "never activated", "median cycles to the verdict")
    heads = [("block", None), ("share", "picture"), ("score", "n"), *((word, "n") for word in words)]
    keys = (("hit", "caught"), ("miss", "silent"), ("before", "equivalent"), ("never", "never activated"))
    parts = [
        table(
            "Mutants by block; the score counts those that were activated and are not equivalent",
            heads,
            rows,
            class_="wide",
            shown=True,
        ),
        el("ul", *(el("li", el("span", class_=f"key {c}"), word) for c, word in keys), class_="legend"),
        el("h3", "Survivors"),
    ]
    survivors = found.get("survivors", [])
    if not survivors:
        return [*parts, el("p", "none")]
    heads = [("place", "mono"), ("operator", None), ("before", "mono"), ("after", "mono"), ("what would kill it", None)]
    rows = [[f"{s['file']}:{s['line']}", s["operator"], s["before"], s["after"], s["kill"]] for s in survivors]
    whole = table(f"{many(len(survivors), 'survivor')}", heads, rows)
    return [*parts, whole if len(rows) <= FEW else el("details", el("summary", f"{len(rows)} survivors"), whole)]


# ---- trends ------------------------------------------------------------------------------------------


def series(nights):
    """(name, [value of a night or None], how a value reads) of each trend."""
    yield "jobs", [night["jobs"] for night in nights], count
    yield "failed jobs", [night["failed"] for night in nights], count
    yield "groups of failures", [night["groups"] for night in nights], count
    yield "causes", [(night["measures"].get(CAUSES) or [None])[0] for night in nights], count
    yield "instructions in lockstep", [night["instructions"] for night in nights], count
    rates = [round(n["instructions"] / n["lockstep_seconds"]) if n["lockstep_seconds"] else None for n in nights]
    yield "instructions per second of a worker", rates, count
    names = dict.fromkeys(name for night in nights for name in night["measures"] if name != CAUSES)
    for name in names:
        pairs = [night["measures"].get(name) for night in nights]
        kind, _, metric = name.partition(": ")
        if kind == "ratio":
            values = [pair[0] / pair[1] if pair and pair[1] else None for pair in pairs]
            yield f"lockstep by bare, {metric}", values, "{:.3f}".format
            continue
        values = [100 * pair[0] / pair[1] if pair and pair[1] else None for pair in pairs]
        title = {"mutants": "mutation score", "opcodes": "opcodes issued", "functional": "functional coverage"}.get(
            kind
        )
        yield title or METRICS.get(metric, name), values, lambda value: f"{int(10 * value) / 10:.1f} %"


def trends(d):
    nights = d["trends"]
    if nights is None:
        return [el("p", "This run is not in the history: it had a planted fault, or it is the slice of make test.")]
    figures, rows = [], []
    for name, values, read in series(nights):
        points = [(n["name"], value, "" if value is None else read(value)) for n, value in zip(nights, values)]
        known = [value for value in values if value is not None]
        last = read(values[-1]) if values and values[-1] is not None else "not measured"
        if len(known) > 1:
            between = f"{read(min(known))} to {read(max(known))} in {len(known)} nights"
        else:
            between = "the first night of it" if known else ""
        figure = pictures.trend(points, f"{name}: {last}; {between}")
        figures.append(
            el("figure", el("figcaption", el("b", last), name), figure, el("p", between, class_="quiet small"))
        )
        rows.append([name, *(word or "–" for _, _, word in points)])
    heads = [("what", None), *((night["name"], "n") for night in nights)]
    return [
        el("div", *figures, class_="trends"),
        el("details", el("summary", "The numbers"), table("Trends", heads, rows)),
    ]


# ---- the page ----------------------------------------------------------------------------------------


def document(title, body):
    """A page as text."""
    with open(STYLE, encoding="utf-8") as file:
        style = Markup(file.read())
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name_="color-scheme", content="light dark"),
        el("link", rel="icon", href="data:,"),
        el("title", title),
        el("style", style),
    )
    return "<!DOCTYPE html>\n" + el("html", head, body, lang="en") + "\n"


def index_of(nights):
    """The list of nights, index.html, as text. nights: of page_data.nights."""
    rows = []
    for night in nights:
        name, verdict = night["name"], night["verdict"]
        way = urllib.parse.quote(f"{name}/report.html")
        word = el("span", verdict, class_=f"tag {'bad' if verdict == 'FAIL' else 'part'}") if verdict else "no page"
        rows.append(
            [
                el("a", name, href=way) if verdict else name,
                word,
                *(count(night[key]) for key in ("jobs", "failed", "groups", "fixed", "instructions")),
                duration(night["seconds"]),
                f"{night['day']}, {night['revision']}",
            ]
        )
    words = ("jobs", "failed", "groups of failures", "fixed groups", "instructions in lockstep", "took")
    heads = [("night", None), ("verdict", None), *((word, "n") for word in words), ("day, revision", None)]
    content = section("nights", "Nights", table("Nights", heads, rows, class_="wide") if rows else el("p", "none"))
    return document("Nights", el("body", el("main", el("h1", "Nights"), content, id="content")))


def html_of(d):
    """The page of a night as text."""
    parts = [("not-checked", "Not checked", checks(d)), ("failures", "Failures", failures(d))]
    if d["findings"]:
        parts.insert(0, ("findings", "Findings", [listed(d["findings"], "findings")]))
    if d["fixed"]:
        parts.append(("fixed", "Fixed", fixed(d)))
    if d["trends"] is not None:
        parts.append(("changes", "Changes", changes(d)))
    parts += [
        ("coverage", "Coverage", covered(d)),
        ("mutants", "Mutants", mutants(d)),
        ("trends", "Trends", trends(d)),
    ]
    body = el(
        "body",
        top(d),
        contents([(name, title) for name, title, _ in parts]),
        el("main", *(section(name, title, *content) for name, title, content in parts), id="content"),
        el("footer", el("p", f"Binaries and profiles: sha256 {d['identity']}", class_="quiet small")),
    )
    return document(f"{d['verdict']}: nightly {d['name']}", body)
