# SPDX-License-Identifier: Apache-2.0
"""JSON that somebody else wrote: a stored run, a journal, the result of a worker. It is data and never trusted.

A value is compared with a form before anything reads it:

    COUNT             a number from 0 to 2^53 - 1; any other range in the same way
    float             a number from 0, and not infinite
    str, bool         text without NUL; true or false
    a set of words    one of them
    a pattern of re   text that it matches as a whole
    [form]            a list of such
    {"key": form}     an object with these keys, and perhaps others. A key as "key?" may be missing.
    {str: form}       an object with any keys, all of that form
    (form, form)      one of these; None is null
    object            anything
"""
import json
import math
import os
import re

from wl import Error

COUNT = range(1 << 53)
HEX = re.compile("0x[0-9a-f]+")
DEEPEST = 64  # lists and objects in each other
LONGEST = 60  # characters of what was found, in a message
LARGEST = 1 << 30  # bytes of a file


class Damaged(Error):
    """The file, the place in it, what was found and what was expected."""


def found(value):
    """The value that was found, for a message of one line."""
    text = json.dumps(value) if isinstance(value, (str, int, float, type(None))) else ""
    kind = {list: "a list", dict: "an object"}.get(type(value), "")
    return kind or (text if len(text) <= LONGEST else text[:LONGEST] + "...")


def no_number(name):
    raise ValueError(f"found {name}, expected a number")


def deep(value):
    level = [value]
    for _ in range(DEEPEST):
        level = [v for v in level if isinstance(v, (list, dict))]
        level = [child for v in level for child in (v.values() if isinstance(v, dict) else v)]
        if not level:
            return False
    return True


DECODER = json.JSONDecoder(parse_constant=no_number)


def parsed(text):
    """The value of a JSON text, as str or as bytes. ValueError says what is wrong with it."""
    if isinstance(text, bytes):
        text = text.decode()
    try:
        value = DECODER.decode(text)
        if not deep(value):
            return value
    except RecursionError:
        pass
    raise ValueError(f"found more than {DEEPEST} lists and objects in each other")


def wrong(value, form, place=""):
    """The value without its form, and its place; empty if all have it. place: of the value."""
    if isinstance(form, tuple):
        several = [wrong(value, one, place) for one in form]
        return "" if "" in several else several[0]
    if isinstance(form, list):
        if not isinstance(value, list):
            return said(place, value, "a list")
        return next(filter(None, (wrong(v, form[0], f"{place}[{n}]") for n, v in enumerate(value))), "")
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return said(place, value, "an object")
        return next(filter(None, wrong_keys(value, form, place)), "")
    return "" if simple(value, form) else said(place, value, named(form))


def wrong_keys(value, form, place):
    for key, of in form.items():
        if key is str:
            yield from (wrong(v, of, f"{place}.{found(k)[1:-1]}".lstrip(".")) for k, v in value.items())
            continue
        name = key.removesuffix("?")
        at = f"{place}.{name}".lstrip(".")
        if name in value:
            yield wrong(value[name], of, at)
        elif name == key:
            yield f"{at}: missing"


def said(place, value, expected):
    return f"{place}{': ' if place else ''}found {found(value)}, expected {expected}"


def simple(value, form):
    """Whether a value that is no list and no object has its form."""
    if form is object:
        return True
    if form is None:
        return value is None
    if form is bool:
        return isinstance(value, bool)
    if isinstance(form, range):
        return isinstance(value, int) and not isinstance(value, bool) and value in form
    if form is float:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return number and 0 <= value < COUNT.stop and math.isfinite(value)
    text = isinstance(value, str) and "\0" not in value and not re.search("[\ud800-\udfff]", value)
    if isinstance(form, re.Pattern):
        return text and form.fullmatch(value) is not None
    return text and (form is str or value in form)


def named(form):
    """A form in words."""
    if isinstance(form, range):
        return f"a number from {form.start} to {form.stop - 1}"
    if isinstance(form, re.Pattern):
        return f"text as {form.pattern}"
    words = {None: "null", bool: "true or false", float: "a number from 0", str: "text"}
    return words[form] if form in words else f"one of {', '.join(sorted(form))}"


def loads(text, form, place):
    """The value of a JSON text of this form. place: of the text, as a file and a line."""
    try:
        value = parsed(text)
    except UnicodeDecodeError as error:
        raise Damaged(f"{place}: byte {error.start} is no UTF-8") from None
    except ValueError as error:
        raise Damaged(f"{place}: expected JSON: {error}") from None
    what = wrong(value, form)
    if what:
        raise Damaged(f"{place}: {what}")
    return value


def text_of(path):
    """The bytes of a regular file. A device or a pipe is Damaged."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise Damaged(f"{path}: expected a file")
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                raise Damaged(f"{path}: more than {LARGEST} bytes")
            return file.read()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Damaged(f"{path}: {error.strerror}") from None


def read(path, form):
    """The value of a JSON file of this form. FileNotFoundError where there is none."""
    return loads(text_of(path), form, path)
