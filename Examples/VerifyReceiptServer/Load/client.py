"""A server to test, what to ask it, and what it has to answer. Standard library only."""

import asyncio
import base64
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONFORMANCE = ROOT / "Tests" / "Conformance"
FIXTURES = ROOT / "Tests" / "Fixtures"
AUTHORITY = FIXTURES / "authority" / "root.cer"


# What a connection says that has ended.
CUT = (asyncio.IncompleteReadError, ConnectionError)


class Failure(Exception):
    """The server did what it must not do."""


def check(condition, message):
    if not condition:
        raise Failure(message)


class Server:
    """A server process on a port of its own."""

    def __init__(self, binary, *options, root=AUTHORITY):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.command = [str(binary), "--port", str(self.port), "--root", str(root), *options]
        if "--bundle-id" not in options:
            self.command.append("--any-app")
        self.log = tempfile.TemporaryFile()
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=self.log)
        for _ in range(1000):
            if self.process.poll() is not None:
                self.log.seek(0)
                raise Failure(f"the server didn't start: {self.log.read().decode()[-1000:]}")
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)
        raise Failure("the server doesn't listen")

    def end(self, number=signal.SIGTERM, timeout=60):
        """Sends a signal; the exit status."""
        self.process.send_signal(number)
        return self.process.wait(timeout)

    def __enter__(self):
        return self

    def __exit__(self, exception, *_):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        elif exception:
            self.log.seek(0)
            print(f"The server ended with {self.process.returncode}:", self.log.read().decode(errors="replace")[-10000:], file=sys.stderr)

    def memory(self):
        """The resident memory, in MiB."""
        pages = int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    async def metric(self, name):
        async with Connection(self.port) as connection:
            _, body = await connection.ask(get("/metrics"))
        values = [l.split()[-1] for l in body.decode().splitlines()
                  if l.startswith("verify_receipt_" + name)]
        return sum(map(float, values))

    async def drained(self, seconds=40):
        """Waits until nothing is held for any connection but the one that asks."""
        for _ in range(seconds * 10):
            held = [await self.metric(n) for n in ("connections", "requests", "held_bytes")]
            if held[0] <= 1 and held[1] <= 1 and held[2] == 0:
                return
            await asyncio.sleep(0.1)
        raise Failure(f"still held: {held}")


class Sample:
    """A request, and the answer it must get."""

    def __init__(self, name, path, body, expected):
        self.name, self.path, self.body, self.expected = name, path, body, expected
        self.request = post(path, body)

    def compare(self, status, body):
        """Compares an answer with the expected one, key order included, but for the time it was given at."""
        check(status == 200, f"{self.name}: HTTP {status}")
        check(without_time(body) == self.expected, f"{self.name}: answered {body[:300]!r}")


def without_time(body):
    def pairs(members):
        return [(k, v) for k, v in members if not k.startswith("request_date")]
    return json.loads(body, object_pairs_hook=pairs)


def post(path, body, *headers):
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", *headers, f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chunked(sample, random):
    """The request of a sample, whose body comes in chunks."""
    head = f"POST {sample.path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    parts, place = [], 0
    while place < len(sample.body):
        part = sample.body[place:][:random.choice([1, 7, 64, 1000, len(sample.body)])]
        parts.append(b"%x\r\n%s\r\n" % (len(part), part))
        place += len(part)
    return head + b"".join(parts) + b"0\r\n\r\n"


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def receipt_body(bytes_):
    return json.dumps({"receipt-data": base64.b64encode(bytes_).decode()}).encode()


def samples(tool):
    """Genuine receipts with the answers of the command-line tool, and others with their status."""
    found = []
    genuine = {"small": "macos-sha256-no-purchases", "medium": "ios-sha256-subscriptions",
               "large": "many-purchases"}
    for size, name in genuine.items():
        file = FIXTURES / "Receipts" / f"{name}.p7"
        answer = subprocess.run(
            [tool, "show", "--format", "verify-receipt", "--verify", "--root", AUTHORITY, file],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        expected = without_time(answer)
        check(expected[0] == ("status", 0), f"{name} is not valid to the tool")
        sandbox = ("environment", "Sandbox") in expected
        paths = ["/verifyReceipt", "/sandbox/verifyReceipt"]
        body = receipt_body(file.read_bytes())
        found.append(Sample(size, paths[sandbox], body, expected))
        other = [("status", 21007 if sandbox else 21008)]
        found.append(Sample(size + " elsewhere", paths[not sandbox], body, other))
    forged = (FIXTURES / "Forgeries" / "A01-payload-changed.p7").read_bytes()
    found.append(Sample("forged", "/verifyReceipt", receipt_body(forged), [("status", 21003)]))
    found.append(Sample("no receipt", "/verifyReceipt", b"{}", [("status", 21002)]))
    found.append(Sample("no JSON", "/verifyReceipt", b"\x00\xff" * 500, [("status", 21000)]))
    return found


class Connection:
    """A connection to a server."""

    def __init__(self, port, timeout=60):
        self.port, self.timeout = port, timeout

    async def __aenter__(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        return self

    async def __aexit__(self, *_):
        self.abort()

    def abort(self):
        self.writer.transport.abort()

    async def send(self, data):
        async with asyncio.timeout(self.timeout):
            self.writer.write(data)
            await self.writer.drain()

    async def receive(self):
        """The status and the body of the next answer. Raises `IncompleteReadError` if it isn't complete."""
        async with asyncio.timeout(self.timeout):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = 0
            for line in head.split(b"\r\n"):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            return int(head.split(b" ", 2)[1]), await self.reader.readexactly(length)

    async def ask(self, data):
        await self.send(data)
        return await self.receive()

    async def ended(self):
        """Waits until the server closes the connection; what it sent before."""
        async with asyncio.timeout(self.timeout):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""
