# SPDX-License-Identifier: Apache-2.0
"""Pictures of a night's page, as SVG: a timing diagram, bars of parts, a row of bars over nights.

Colours are classes of the page's style sheet, so a picture follows light and dark. A word or a number beside a colour
says the same.
"""

from wl.night.markup import el, joined


ROW, HEAD = 22, 26  # of a diagram: height of a row, and of what is above the rows: the style sheet has both too
WIDTH, LEAST, MOST = 700, 5, 24  # of the cycles, of one of them
TREND_HEIGHT, TREND_BAR, TREND_MOST = 64, 8, 240

# Stage of docs/views.md: class, word of the legend. Any other stage is a reason to wait.
STAGES = {
    "F": ("fetch", "F fetch"),
    "I": ("issue", "I issue"),
    "X": ("execute", "X execute"),
    "M": ("memory", "M memory or LDS"),
    "B": ("back", "B write back"),
}
WAIT = ("wait", "wait, with its reason")


def short(text, most):
    return text if len(text) <= most else text[: most - 1] + "…"


def segment(stage, x, width, y):
    name = stage[0]
    style = STAGES.get(name, WAIT)[0]
    title = f"{name}: cycle {stage[1]}" + (f" to {stage[2] - 1}" if stage[2] - stage[1] > 1 else "")
    parts = [el("rect", el("title", title), x=x, y=y + 3, width=width, height=ROW - 6, class_=f"stage {style}")]
    word = short(name, max(1, int((width - 2) / 6.6)))
    if width >= 9 and (len(name) == 1 or len(word) > 3):
        parts.append(el("text", word, x=x + width / 2, y=y + 15, class_="in"))
    return joined(parts)


def labels(found):
    """The instructions of a diagram, one below the other as its rows are."""
    return el("ol", *(el("li", row["text"], title=row["text"]) for row in found["rows"]), class_="labels")


def diagram(found, name):
    """The cycles before a failure: a row for each instruction, a colour for each stage. found: of stages.diagram."""
    first, last = found["from"], found["to"]
    wide = min(MOST, max(LEAST, WIDTH / (last - first + 1)))
    width, bottom = (last - first + 1) * wide, HEAD + ROW * len(found["rows"])

    def x(cycle):
        return round((cycle - first) * wide, 1)

    step = next(s for s in (1, 2, 5, 10, 20, 50) if s * wide >= 44)
    parts = []
    for cycle in range(-(-first // step) * step, last + 1, step):
        parts.append(el("line", x1=x(cycle), x2=x(cycle), y1=HEAD - 4, y2=bottom, class_="grid"))
        if abs(cycle - found["failure"]) * wide > 40:
            parts.append(el("text", cycle, x=x(cycle) + 2, y=14, class_="tick"))
    fail = found["failure"]
    parts.append(el("rect", x=x(fail), y=HEAD - 6, width=round(wide, 1), height=bottom - HEAD + 6, class_="fail"))
    parts.append(el("text", fail, x=x(fail) + wide, y=14, class_="tick failing"))
    for number, row in enumerate(found["rows"]):
        parts += [segment(s, x(s[1]), round((s[2] - s[1]) * wide, 1), HEAD + ROW * number) for s in row["stages"]]
    size = {"width": round(width), "height": bottom + 4, "view_box": f"0 0 {round(width)} {bottom + 4}"}
    said = f"Cycles {first} to {last}; the failure is in cycle {fail}"
    return el("svg", el("title", f"{name}. {said}"), *parts, role="img", class_="timing", **size)


def legend(found):
    """The words for the colours of a diagram."""
    used = {stage[0] for row in found["rows"] for stage in row["stages"]}
    items = [STAGES[name] for name in STAGES if name in used]
    items += [WAIT] * bool(used - STAGES.keys())
    items.append(("fail", "cycle of the failure"))
    return el("ul", *(el("li", el("span", class_=f"key {style}"), word) for style, word in items), class_="legend")


def bar(parts, whole, name):
    """A bar of parts of a whole: [(count, class)]."""
    at, found = 0.0, [el("rect", width="100%", height=12, class_="rest")]
    for count, style in parts:
        share = 100 * count / whole if whole else 0
        found.append(el("rect", x=f"{at:.2f}%", width=f"{share:.2f}%", height=12, class_=style))
        at += share
    return el("svg", el("title", name), *found, role="img", class_="bar", width="100%", height=12)


def trend(points, name):
    """Bars side by side, from 0 to the greatest value. points: [(night, value or None, word of it)]."""
    top = max((value for _, value, _ in points if value is not None), default=0) or 1
    wide = min(TREND_MOST / max(len(points), 1), 3 * TREND_BAR)
    found = [el("line", x1=0, x2=TREND_MOST, y1=TREND_HEIGHT - 0.5, y2=TREND_HEIGHT - 0.5, class_="axis")]
    for number, (night, value, word) in enumerate(points):
        if value is None:
            continue
        height = max(1.5, (TREND_HEIGHT - 4) * value / top) if value else 0
        style = "now" if number == len(points) - 1 else "before"
        size = {"x": round(number * wide + 1, 1), "y": round(TREND_HEIGHT - 1 - height, 1), "width": round(wide - 2, 1)}
        found.append(el("rect", el("title", f"{night}: {word}"), **size, height=round(height, 1), class_=style))
    size = {"width": TREND_MOST, "height": TREND_HEIGHT, "view_box": f"0 0 {TREND_MOST} {TREND_HEIGHT}"}
    return el("svg", el("title", name), *found, role="img", class_="trend", **size)
