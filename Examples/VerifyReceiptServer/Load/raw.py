#!/usr/bin/env python3
"""Raw HTTP at random, beside a good client: each answer belongs to its request, and nobody waits for somebody else.

    raw.py SERVER RECEIPT [--seconds 60] [--connections 16] [--seed 1] [--bound 1.0]

Each connection sends a series of requests, pipelined and in pieces of random sizes: receipts with and without chunks, at
both endpoints, HEAD and GET, bodies of many keys; now and then it ends with what is not HTTP, asks for another protocol,
has two Hosts or none, or is cut off. What has to come back for each is known beforehand, and compared in order. A good
client asks all the time. Exit status 1 if an answer is wrong, is missing, or is one too many; if the good client waits
longer than `--bound` seconds; or if afterwards something is held, or the counters don't have the answers that were
received. SERVER and RECEIPT as for faults.py.
"""

import argparse
import asyncio
import json
import pathlib
import random
import sys
import time

from client import CUT, Connection, Failure, Server, check, chunked, get, post, samples

# What ends a connection: the bytes, and the status of the last answer; None if they are cut off.
ENDS = [
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n", 400),
    (b"GET /health HTTP/1.1\r\n\r\n", 400),
    (b"GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    (b"POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", 400),
    (b"GET /health\x00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    (b"POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    (b"GET /health HTTP/1.1\r\nHost:\r\nHost: b\r\n\r\n", 400),
    (b"GET /health HTTP/2.0\r\nHost: a\r\n\r\n", 400),
    (b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n" + 9999 * b"x", 200),
    (b"CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n" + 9999 * b"x", 404),
    (b"POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{", None),
    (b"POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{", None),
    (b"POST /verifyRec", None),
]


class Series:
    """Requests, and what has to come back, in order."""

    def __init__(self, given, seed):
        self.random = random.Random(seed)
        self.given, self.bytes, self.expected, self.end = given, b"", [], None
        for _ in range(self.random.randint(1, 6)):
            self.add()
        if self.random.random() < 0.5:
            data, self.end = self.random.choice(ENDS)
            self.bytes += data
            self.is_cut = True
        else:
            self.is_cut = False

    def add(self):
        kind = self.random.randrange(10)
        if kind < 6:
            sample = self.random.choice(self.given)
            self.bytes += (chunked(sample, self.random) if kind < 2 else sample.request)
            self.expected.append(("sample", sample))
        elif kind == 6:
            self.bytes += get("/health")
            self.expected.append(("status", 200))
        elif kind == 7:
            self.bytes += b"HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            self.expected.append(("head", 200))
        elif kind == 8:
            count = self.random.randint(1, 3000)
            body = b"{" + b",".join(b'"%x":1' % number for number in range(count)) + b"}"
            self.bytes += post("/verifyReceipt", body)
            self.expected.append(("body", None))
        else:
            self.bytes += get("/nothing-is-here")
            self.expected.append(("status", 404))

    def pieces(self):
        place = 0
        while place < len(self.bytes):
            size = self.random.choice([1, 3, 40, 700, 5000, len(self.bytes)])
            yield self.bytes[place : place + size]
            place += size


async def head_of(connection):
    async with asyncio.timeout(connection.timeout):
        return int((await connection.reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1])


async def run(server, series, counts):
    async with Connection(server.port, timeout=30) as connection:
        async def write():
            for piece in series.pieces():
                await connection.send(piece)
                if series.random.random() < 0.1:
                    await asyncio.sleep(0.001)
            if series.is_cut and series.end is None:
                connection.writer.write_eof()

        writing = asyncio.create_task(write())
        try:
            for kind, what in series.expected:
                if kind == "head":
                    status = await head_of(connection)
                    check(status == what, f"HEAD: {status}")
                    continue
                status, body = await connection.receive()
                if kind == "sample":
                    what.compare(status, body)
                    counts["answers"] += 1
                elif kind == "body":
                    check(status == 200 and json.loads(body)["status"] in (21000, 21002), f"many keys: {status}, {body[:100]!r}")
                    counts["answers"] += 1
                else:
                    check(status == what, f"{status}, not {what}")
            if series.end is not None:
                status, _ = await connection.receive()
                check(status == series.end, f"{status} for the last request, or for what is none")
                rest = await connection.ended()
                check(rest == b"", f"an answer too many: {rest[:200]!r}")
            elif series.is_cut:
                rest = await connection.ended()
                check(rest.startswith(b"HTTP/1.1 400 "), f"half a request: {rest[:200]!r}")
            await writing
        except CUT as error:
            raise Failure(f"an answer is missing: {error!r}, after {series.bytes[:200]!r}") from error
        finally:
            writing.cancel()
        counts["requests"] += len(series.expected)


async def work(server, arguments):
    given = arguments.samples
    good = next(sample for sample in given if sample.name == "small")
    end, counts, latencies = time.monotonic() + arguments.seconds, {"answers": 0, "requests": 0, "series": 0}, []

    async def bad(number):
        while time.monotonic() < end:
            counts["series"] += 1
            await run(server, Series(given, f"{arguments.seed} {number} {counts['series']}"), counts)

    async def patient():
        async with Connection(server.port) as connection:
            while time.monotonic() < end:
                start = time.monotonic()
                good.compare(*await connection.ask(good.request))
                latencies.append(time.monotonic() - start)
                counts["answers"] += 1
                await asyncio.sleep(0.01)

    before = await server.metric("answers_total")
    async with asyncio.TaskGroup() as group:
        for number in range(arguments.connections):
            group.create_task(bad(number))
        group.create_task(patient())
    await server.drained()
    counted = await server.metric("answers_total") - before
    return counts, sorted(latencies), counted, server.memory()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("server", type=pathlib.Path)
    parser.add_argument("receipt", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bound", type=float, default=1)
    arguments = parser.parse_args()
    arguments.samples = samples(arguments.receipt.resolve())
    with Server(arguments.server) as server:
        try:
            counts, latencies, counted, memory = asyncio.run(work(server, arguments))
        except* Failure as group:
            sys.exit(f"raw: {group.exceptions[0]}")
    print(f"raw: {counts['requests']:,} requests of {counts['series']:,} connections, each answered as it has to be; the good "
          f"client: {len(latencies):,} answers, {latencies[len(latencies) // 2] * 1e3:.0f} ms (p50), "
          f"{latencies[-1] * 1e3:.0f} ms at most; answers_total has {counted:.0f} of {counts['answers']}; {memory:.0f} MiB")
    sys.exit(latencies[-1] > arguments.bound or counted != counts["answers"])


if __name__ == "__main__":
    main()
