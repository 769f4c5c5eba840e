# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium for tests of pages: its DevTools protocol over two pipes.

A message is JSON with a zero behind it."""
import json
import os
import shutil
import subprocess
import tempfile

PATIENCE = 120  # seconds that Chromium gets to end
# No sandbox: root may not have one, and the page is this project's own.
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")


class Failed(Exception):
    """What Chromium refused."""


class Chromium:
    """One page. events: what it told without being asked, as (method, parameters)."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="wavelock-chromium-")
        (from_us, self.write_to), (self.read_from, to_us) = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{from_us} 4>&{to_us}', "sh", "chromium", *OPTIONS]
            + ["--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(from_us, to_us),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(from_us)
        os.close(to_us)
        self.last, self.rest, self.events, self.session = 0, b"", [], None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{part}.enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.read_from, 1 << 16)
            if not more:
                raise Failed(f"chromium ended with code {self.process.wait()}")
            self.rest += more
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def ask(self, method, **parameters):
        self.last += 1
        asked = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            asked["sessionId"] = self.session
        text = json.dumps(asked).encode() + b"\0"
        while text:
            text = text[os.write(self.write_to, text) :]
        while True:
            found = self.message()
            if found.get("id") == self.last:
                if "error" in found:
                    raise Failed(f"{method}: {found['error']['message']}")
                return found["result"]
            if "method" in found:
                self.events.append((found["method"], found.get("params", {})))

    def open(self, url):
        """Loads a page to its end."""
        self.events.clear()
        self.ask("Page.navigate", url=url)
        while not any(method == "Page.loadEventFired" for method, _ in self.events):
            found = self.message()
            self.events.append((found.get("method", ""), found.get("params", {})))

    def value(self, expression):
        """What an expression of JavaScript gives."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in found:
            raise Failed(found["exceptionDetails"]["exception"].get("description", expression))
        return found["result"].get("value")

    def close(self):
        os.close(self.write_to)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read_from)
        shutil.rmtree(self.profile, ignore_errors=True)
