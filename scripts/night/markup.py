# SPDX-License-Identifier: Apache-2.0
"""Elements of HTML and SVG as text. Whatever is put into one is escaped, but for what is an element already."""
import html

from runner import printable

VOID = {"meta", "link", "br"}


class Markup(str):
    """Text that is escaped."""


def escaped(value):
    return value if isinstance(value, Markup) else Markup(html.escape(printable(str(value))))


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
