#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The assembler of the unit in this folder: asm.py IN.s OUT.bin. A line is an operation and three numbers."""
import sys

OPERATIONS = ("halt", "lane", "scalar", "mul", "put", "take", "store")


def main():
    image = bytearray()
    with open(sys.argv[1], encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.split(";")[0].replace(",", " ").split()
            if not words:
                continue
            if words[0] != ".word" and words[0] not in OPERATIONS:
                print(f'{sys.argv[1]}:{number}: found "{words[0]}", expected an operation', file=sys.stderr)
                return 1
            if words[0] == ".word":
                image += int(words[1], 0).to_bytes(4, "little")
            else:
                d, a, b = (int(word, 0) for word in (*words[1:], "0", "0", "0")[:3])
                image += bytes((b, a, d, OPERATIONS.index(words[0])))
    with open(sys.argv[2], "wb") as file:
        file.write(image)
    return 0


if __name__ == "__main__":
    sys.exit(main())
