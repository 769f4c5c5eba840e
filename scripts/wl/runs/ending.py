# SPDX-License-Identifier: Apache-2.0
"""How a command of scripts/wavelock ends, be it a verb of the front door or a module."""
import os
import sys

from wl import Error

ERROR, INTERRUPTED, UNREAD = 6, 130, 141  # exit codes (docs/verdicts.md); the last where nobody reads standard output


def unread():
    """Whether standard output is a pipe that nobody reads: another pipe of this process may be broken, too."""
    import select

    output = select.poll()
    output.register(1, 0)
    return bool(output.poll(0))


def leave_output():
    """What is still printed goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def why(error):
    if isinstance(error, OSError) and error.errno:  # Python names no file where it cannot write
        places = [str(name) for name in (error.filename, error.filename2) if name]
        return f"{' to '.join(places) or 'standard output, or a file'}: {error.strerror}"
    return str(error)


def ended(call, *arguments):
    """The exit code of what is called, whatever ends it."""
    try:
        try:
            return call(*arguments)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Error, OSError) as error:
        gone = isinstance(error, BrokenPipeError) and unread()
        leave_output()
        if gone:
            return UNREAD
        print(f"ERROR: {why(error)}", file=sys.stderr)
        return ERROR
