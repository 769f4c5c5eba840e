# SPDX-License-Identifier: Apache-2.0
"""Writes the descriptions of the vectors that a script has to build/vectors. Their programs lie below vectors/.

usage: write_vectors.py [DIR]    (default: build/vectors)

DIR has the vectors directed_* (directed_vectors.py) and the values of the third reading (program_vectors.py), too.
"""
import sys

from wl.runs import descriptions
from wl.vectors import control_vectors, family_vectors, flow_vectors, kernel_vectors, listing_vectors, litmus_vectors
from wl.vectors import share_vectors, wait_state_vectors


SCRIPTS = (
    share_vectors,
    flow_vectors,
    litmus_vectors,
    control_vectors,
    kernel_vectors,
    wait_state_vectors,
    family_vectors,
    listing_vectors,
)


def files():
    """{path below the folder of vectors: its bytes} of all scripts."""
    return {path: contents for script in SCRIPTS for path, contents in script.files().items()}


def main(words):
    made = files()
    mine = [path for path in descriptions.files_below(*words) if not descriptions.of_another_writer(path)]
    descriptions.write(made, mine, *words)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
