# SPDX-License-Identifier: Apache-2.0
"""The values of the variables of one call of the door, as text."""
import os
import re

from wl import Error


class Refused(Error):
    """The call cannot be done; the text says why."""


VARIABLES = {}  # of this call: what was typed


def value(name, default=""):
    return VARIABLES.get(name, default)


def flag(name):
    """A variable that is 1 or not."""
    text = value(name)
    if text not in ("", "0", "1"):
        raise Refused(f'{name}: found "{text}", expected 0 or 1')
    return text == "1"


def number(name, default, least=1):
    text = value(name, str(default))
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < least:
        raise Refused(f'{name}: found "{text}", expected a number from {least}')
    return int(text)


def hours():
    """HOURS as a text; empty if it was not given."""
    found = value("HOURS")
    if found and not (re.fullmatch(r"[0-9]*\.?[0-9]+", found) and float(found) > 0):
        raise Refused(f'HOURS: found "{found}", expected a number above 0, as 8 or 0.5')
    return found


def parallel():
    return number("JOBS", os.cpu_count() or 1)


def folder_of(name):
    """A variable that names a folder."""
    if not os.path.isdir(value(name)):
        raise Refused(f'{name}: found "{value(name)}", expected a folder')
    return value(name)


def first_and_how_many(default):
    """The seeds of random programs by SEEDS and FIRST; None where neither is set and there is no default."""
    several = re.fullmatch(r"([0-9]{1,18})\.\.([0-9]{1,18})", value("SEEDS"))
    if several:
        if value("FIRST"):
            raise Refused(f"FIRST={value('FIRST')} and SEEDS={value('SEEDS')}: one of them")
        first, last = map(int, several.groups())
        if 0 < first <= last:
            return first, last - first + 1
    if value("SEEDS") and (several or not re.fullmatch("0*[1-9][0-9]{0,17}", value("SEEDS"))):
        raise Refused(f'SEEDS: found "{value("SEEDS")}", expected a range as 1..20 or a number from 1')
    return number("FIRST", 1) if value("FIRST") else None, int(value("SEEDS")) if value("SEEDS") else default
