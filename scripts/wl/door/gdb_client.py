# SPDX-License-Identifier: Apache-2.0
"""A small client of GDB's remote protocol, for make debug GDB=... where no GDB is at hand (docs/debug.md).

usage: gdb_client.py PORT|PATH [REQUEST...]

Each REQUEST is the text of a packet, as '?' or 'p20', or 'monitor COMMAND' for a command of the prompt. Prints each
reply. Without requests it reads them from stdin, a line each.
"""
import socket
import sys

MOST = 16384  # bytes of a packet: PacketSize


class Broken(Exception):
    """The server did what the protocol does not allow; the text says what."""


def framed(data):
    """A packet of some bytes."""
    out = bytearray()
    for byte in data:
        out += bytes((ord("}"), byte ^ 0x20)) if byte in b"$#}*" else bytes((byte,))
    return b"$" + bytes(out) + b"#%02x" % (sum(out) & 0xFF)


class Client:
    """A connection. output: what the server has said on the console since it was read last."""

    def __init__(self, at, timeout=60):
        if at.isdecimal():
            self.socket = socket.create_connection(("127.0.0.1", int(at)), timeout)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(timeout)
            self.socket.connect(at)
        self.kept, self.output = b"", ""

    def close(self):
        self.socket.close()

    def byte(self):
        if not self.kept:
            self.kept = self.socket.recv(65536)
            if not self.kept:
                raise EOFError("the server has closed the connection")
        first, self.kept = self.kept[:1], self.kept[1:]
        return first

    def send(self, data):
        """Sends bytes as they are."""
        self.socket.sendall(data)

    def packet(self):
        """The next packet, and an acknowledgement for it."""
        while True:
            byte = self.byte()
            if byte == b"$":
                break
            if byte not in b"+-":
                raise Broken(f"found {byte!r} between packets")
        data, total = bytearray(), 0
        while (byte := self.byte()) != b"#":
            total += byte[0]
            if byte == b"}":
                byte = self.byte()
                total += byte[0]
                byte = bytes((byte[0] ^ 0x20,))
            data += byte
        said = self.byte() + self.byte()
        if int(said, 16) != total & 0xFF:
            raise Broken(f"checksum {said.decode()}, expected {total & 0xFF:02x}")
        self.send(b"+")
        return bytes(data)

    def ask(self, text):
        """Sends a request and returns the reply. Text for the console before the reply goes to output."""
        self.send(framed(text.encode("latin-1")))
        while True:
            reply = self.packet().decode("latin-1")
            if not reply.startswith("O") or reply == "OK":
                return reply
            self.output += bytes.fromhex(reply[1:]).decode()

    def monitor(self, command):
        """A command of the prompt: what it prints."""
        self.output = ""
        reply = self.ask("qRcmd," + command.encode().hex())
        if reply != "OK":
            raise Broken(f"monitor {command}: {reply}")
        return self.output

    def document(self, name):
        """A document of qXfer, as 'features:read:target.xml'."""
        text = ""
        while True:
            part = self.ask(f"qXfer:{name}:{len(text):x},{MOST // 4:x}")
            if part[:1] not in ("m", "l"):
                raise Broken(f"qXfer:{name}: {part}")
            text += part[1:]
            if part[0] == "l":
                return text


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    try:
        client = Client(sys.argv[1])
        for line in sys.argv[2:] or (line.rstrip("\n") for line in sys.stdin):
            word, _, command = line.partition(" ")
            if word == "monitor":
                print(client.monitor(command), end="", flush=True)
                continue
            client.output = ""
            reply = client.ask(line)
            print(f"{client.output}{reply}", flush=True)
    except (OSError, EOFError, Broken) as error:
        print(f"gdb_client: {sys.argv[1]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
