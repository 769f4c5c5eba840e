# SPDX-License-Identifier: Apache-2.0
"""Elements of HTML and SVG as text. Whatever is put into one is escaped, but for what is an element already."""
import html
import re

from wl.runs.runner import printable


VOID = {"meta", "link", "br", "img"}
SPECIAL = re.compile(r"[^ !#-%(-;=?-~]")  # most texts have none of it, as those of the holes of a night


class Markup(str):
    """Text that is escaped."""


def escaped(value):
    if isinstance(value, Markup):
        return value
    text = str(value)
    return Markup(html.escape(printable(text)) if SPECIAL.search(text) else text)


def joined(parts, between=""):
    return Markup(between.join(map(escaped, parts)))


def el(name, *content, **attributes):
    """An element. Attributes `class_`, `name_`, `view_box` and `aria_label` are class, name, viewBox and aria-label.

    One with the value None is left out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            key = {"class_": "class", "view_box": "viewBox", "name_": "name"}.get(key, key.replace("_", "-"))
            words.append(f'{key}="{escaped(value)}"')
    start = f"<{' '.join(words)}>"
    return Markup(start if name in VOID else f"{start}{joined(content)}</{name}>")
