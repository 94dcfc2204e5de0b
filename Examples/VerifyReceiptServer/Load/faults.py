#!/usr/bin/env python3
"""Bad connections, bad bodies, bad moments: no answer may be wrong, and nothing may be held afterwards.

    faults.py SERVER RECEIPT [--connections 300] [--seconds 5] [--only NAME]

SERVER is this package's executable, RECEIPT the library's command-line tool, which says what is right.
"""

import argparse
import asyncio
import base64
import json
import pathlib
import random
import signal
import sys
import tempfile
import time

from client import CONFORMANCE, CUT, Connection, Failure, Server, check, chunked, post, samples

sys.path.insert(0, str(CONFORMANCE / "Runners"))
from conformance import build, value_at  # noqa: E402


def conformance(arguments):
    """Every request of the conformance set."""
    document = json.loads((CONFORMANCE / "receipts.json").read_text())
    groups = {}
    for case in document["cases"]:
        if case["operation"] == "endpoint":
            caller = case["caller"]
            groups.setdefault((*case["anchors"], *caller.get("apps", [])), []).append(case)
    asked = 0
    with tempfile.TemporaryDirectory() as folder:
        def file(block):
            path = pathlib.Path(folder, block)
            path.write_bytes(base64.b64decode(document["blocks"][block]))
            return path
        for cases in groups.values():
            caller = cases[0]["caller"]
            options = [f"--issuer={file(block)}" for block in caller["issuers"]]
            options += [o for app in caller.get("apps", []) for o in ("--bundle-id", app)]
            with Server(arguments.server, *options, root=file(cases[0]["anchors"][0])) as server:
                asked += asyncio.run(ask_all(server, cases, document["blocks"]))
    return f"{asked} requests"


async def ask_all(server, cases, blocks):
    async with Connection(server.port) as connection:
        for case in cases:
            # A case for no endpoint in particular has the same answer at the one that its receipt is for.
            sandbox = case["caller"].get("endpoint") == "sandbox"
            path = "/sandbox/verifyReceipt" if sandbox else "/verifyReceipt"
            status, body = await connection.ask(post(path, build(case["input"], blocks)))
            answer = json.loads(body)
            if "endpoint" not in case["caller"] and answer["status"] == 21007:
                _, body = await connection.ask(post("/sandbox" + path, build(case["input"], blocks)))
                answer = json.loads(body)
            check(status == 200, f"{case['id']}: HTTP {status}")
            check((answer["status"] == 0) == (case["result"] == "ACCEPT"), f"{case['id']}: {body[:200]!r}")
            for pointer, value in case.get("fields", {}).items():
                if "/request_date" not in pointer:
                    found = value_at(answer, pointer)
                    check(found == value, f"{case['id']}: {pointer} is {found!r}, expected {value!r}")
    return len(cases)


def pieces(arguments):
    """Requests in pieces: of a byte, chunked, pipelined."""
    with Server(arguments.server) as server:
        return asyncio.run(send_pieces(server, arguments.samples))


async def send_pieces(server, all_samples):
    count = 0
    random.seed(16)
    for sample in all_samples:
        async with Connection(server.port) as connection:
            data = sample.request
            size = 1 if len(data) < 10_000 else 37
            for start in range(0, len(data), size):
                connection.writer.write(data[start:start + size])
                if start % 64 == 0:
                    await asyncio.sleep(0)
            sample.compare(*await connection.receive())
            for _ in range(3):
                sample.compare(*await connection.ask(chunked(sample, random)))
            count += 4
    async with Connection(server.port) as connection:
        for _ in range(20):
            batch = random.choices(all_samples, k=50)
            writing = asyncio.create_task(connection.send(b"".join(s.request for s in batch)))
            for sample in batch:
                sample.compare(*await connection.receive())
            await writing
            count += len(batch)
    await server.drained()
    return f"{count} requests"


def lengths(arguments):
    """Bodies cut off, too long, and of another length than announced."""
    with Server(arguments.server, "--max-body", "200000", "--request-timeout", "2") as server:
        return asyncio.run(send_lengths(server, arguments.samples))


async def send_lengths(server, all_samples):
    random.seed(16)
    counts = await asyncio.gather(*(send_wrong_length(server, sample) for sample in all_samples))
    count = sum(counts)
    for body in (b" " * 200_001, b'{"receipt-data":"' + b"A" * 5_000_000):
        async with Connection(server.port) as connection:
            status, answer = await connection.ask(post("/verifyReceipt", body))
            check((status, answer) == (413, b'{"status":21000}'), f"an oversized body: {status} {answer!r}")
        count += 1
    await server.drained()
    return f"{count} requests"


async def send_wrong_length(server, sample):
    for half in (True, False):
        async with Connection(server.port) as connection:
            await connection.send(sample.request[:random.randrange(1, len(sample.request))])
            if half:
                connection.writer.write_eof()
                said = await connection.ended()
                check(said.startswith(b"HTTP/1.1 400 "), f"a cut request: {said[:200]!r}")
            else:
                await asyncio.sleep(0.01)  # and leaves
    announced = b"Content-Length: %d"
    for change in (-1, 1):
        length = len(sample.body)
        request = sample.request.replace(announced % length, announced % (length + change))
        async with Connection(server.port) as connection:
            start = time.monotonic()
            await connection.send(request)
            said = await connection.ended()
            check(b'"status":0' not in said, f"another length: {said[:200]!r}")
            check(change < 0 or said == b"", f"a body that isn't complete was answered: {said[:200]!r}")
            check(time.monotonic() - start < 20, "a request that doesn't end was waited for")
    return 4


def connections(arguments):
    """Many connections that idle, are slow with a head or a body, or don't take their answers."""
    seconds = max(5, arguments.connections // 100)
    while True:
        options = ["--request-timeout", str(seconds), "--idle-timeout", str(seconds),
                   "--max-connections", str(arguments.connections + 500)]
        with Server(arguments.server, *options) as server:
            before = server.memory()
            if note := asyncio.run(hold_connections(server, arguments, seconds)):
                return f"{note}; memory {before:.0f} MiB before, {server.memory():.0f} MiB after"
        # On a busy machine the first are closed before the last are open.
        seconds *= 3
        check(seconds < 200, f"{arguments.connections} connections are never open at once")


async def hold_connections(server, arguments, seconds):
    medium, large = (next(s for s in arguments.samples if s.name == n) for n in ("medium", "large"))
    opened, closed = [], 0

    async def bad(number):
        connection = Connection(server.port)
        await connection.__aenter__()
        opened.append(connection)
        kind = number % 4
        try:
            if kind == 0:
                # What an answer leaves behind is held, too.
                await connection.ask(large.request)
            elif kind == 1:
                await connection.send(b"POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nX-Slow: ")
            elif kind == 2:
                await connection.send(medium.request[:-100])
            elif kind == 3:
                connection.writer.transport.pause_reading()
                connection.writer.write(large.request * 100 if number < 100 else medium.request)
            for _ in range(3 if kind in (1, 2) else 0):
                await asyncio.sleep(1)
                await connection.send(b"A")
        except ConnectionError:
            pass

    tasks = []
    for number in range(arguments.connections):
        tasks.append(asyncio.create_task(bad(number)))
        if number % 200 == 199:
            await asyncio.sleep(0.05)
    start = time.monotonic()
    while (held := await server.metric("connections")) <= arguments.connections:
        if time.monotonic() - start > seconds:
            await asyncio.gather(*tasks)
            for connection in opened:
                connection.abort()
            return None
        await asyncio.sleep(0.2)
    memory = server.memory()
    latencies = []
    async with Connection(server.port) as good:
        for _ in range(200):
            sample = random.choice(arguments.samples)
            start = time.monotonic()
            sample.compare(*await good.ask(sample.request))
            latencies.append(time.monotonic() - start)
    await asyncio.gather(*tasks)
    start = time.monotonic()
    while await server.metric("connections") > 1:
        check(time.monotonic() - start < 250, "slow connections stay open")
        await asyncio.sleep(0.5)
    await server.drained()
    for connection in opened:
        connection.abort()
    latencies.sort()
    return (f"{held - 1:.0f} connections, {memory:.0f} MiB with them; beside them "
            f"p50 {latencies[100] * 1e3:.1f} ms, worst {latencies[-1] * 1e3:.1f} ms; all closed in time")


def storm(arguments):
    """Good requests beside garbage and disconnects, on many connections at once."""
    with Server(arguments.server) as server:
        return asyncio.run(send_storm(server, arguments))


async def send_storm(server, arguments):
    end = time.monotonic() + arguments.seconds
    counts = {"answers": 0, "garbage": 0, "disconnects": 0}

    async def good(number):
        chosen = random.Random(number)
        async with Connection(server.port) as connection:
            while time.monotonic() < end:
                sample = chosen.choice(arguments.samples)
                sample.compare(*await connection.ask(sample.request))
                counts["answers"] += 1

    async def garbage(number):
        chosen = random.Random(number)
        while time.monotonic() < end:
            data = bytearray(chosen.choice(arguments.samples).request)
            for _ in range(chosen.choice([1, 5, 200])):
                data[chosen.randrange(len(data))] = chosen.randrange(256)
            async with Connection(server.port) as connection:
                try:
                    await connection.send(data)
                    connection.writer.write_eof()
                    await connection.ended()
                except ConnectionError:
                    pass
            counts["garbage"] += 1

    async def leaver(number):
        chosen = random.Random(number)
        while time.monotonic() < end:
            async with Connection(server.port) as connection:
                request = chosen.choice(arguments.samples).request
                await connection.send(request[:chosen.randrange(len(request) + 1)])
                await asyncio.sleep(chosen.choice([0, 0.001, 0.01]))
            counts["disconnects"] += 1

    await asyncio.gather(*map(good, range(8)), *map(garbage, range(8)), *map(leaver, range(8)))
    await server.drained()
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def overload(arguments):
    """More requests than the server takes on: the rest is told to retry."""
    with Server(arguments.server, "--max-requests", "1") as server:
        return asyncio.run(send_overload(server, arguments))


async def send_overload(server, arguments):
    end = time.monotonic() + arguments.seconds
    counts = {"answers": 0, "told to retry": 0}

    async def client(number):
        chosen = random.Random(number)
        async with Connection(server.port) as connection:
            while time.monotonic() < end:
                batch = [chosen.choice(arguments.samples) for _ in range(4)]
                await connection.send(b"".join(s.request for s in batch))
                for sample in batch:
                    status, body = await connection.receive()
                    if status == 503:
                        answer = json.loads(body)
                        check(answer.get("status") == 21005 and answer.get("is-retryable") is True, body)
                        counts["told to retry"] += 1
                    else:
                        sample.compare(status, body)
                        counts["answers"] += 1

    await asyncio.gather(*map(client, range(16)))
    check(all(counts.values()), f"no overload, or nothing else: {counts}")
    await server.drained()
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def signals(arguments):
    """kill -9 and SIGTERM in the midst of requests, and a start on the same port."""
    server = Server(arguments.server)
    with server:
        notes = []
        for number, rounds in ((signal.SIGKILL, 5), (signal.SIGTERM, 5)):
            counts = {"answers": 0, "cut": 0, "begun": 0}
            for _ in range(rounds):
                asyncio.run(stop_amid(server, arguments, number, counts))
                server.start()
            if number == signal.SIGTERM:
                check(counts["cut"] == 0, f"SIGTERM: {counts['cut']} requests got no answer")
            notes.append(f"{rounds} × {number.name}: " + ", ".join(f"{c} {n}" for n, c in counts.items()))
    return "; ".join(notes)


async def stop_amid(server, arguments, number, counts):
    stopping = asyncio.Event()

    async def client(seed):
        chosen, begun = random.Random(seed), False
        try:
            async with Connection(server.port) as connection:
                while not stopping.is_set():
                    sample = chosen.choice(arguments.samples)
                    cut = chosen.randrange(len(sample.request))
                    # The head must have been read, or nothing has begun.
                    await connection.send(sample.request[:max(cut, 200)])
                    begun = chosen.random() < 0.1
                    if begun:
                        await asyncio.sleep(0.05)
                        await stopping.wait()
                        await asyncio.sleep(0.1)
                        counts["begun"] += 1
                    await connection.send(sample.request[max(cut, 200):])
                    sample.compare(*await connection.receive())
                    counts["answers"] += 1
                    if begun:
                        return
        except CUT:
            # Only a request that was on its way when the signal came may be lost, and by SIGTERM none that had begun.
            check(stopping.is_set(), "a connection was cut before the signal")
            if number == signal.SIGKILL or begun:
                counts["cut"] += 1

    clients = [asyncio.create_task(client(seed)) for seed in range(32)]
    await asyncio.sleep(0.5)
    stopping.set()
    await asyncio.sleep(0.05 if number == signal.SIGTERM else 0)
    server.process.send_signal(number)
    await asyncio.gather(*clients)
    status = await asyncio.to_thread(server.process.wait, 60)
    check(status == (0 if number == signal.SIGTERM else -number), f"exit status {status}")


PHASES = [conformance, pieces, lengths, connections, storm, overload, signals]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", type=pathlib.Path)
    parser.add_argument("tool", type=pathlib.Path, metavar="receipt")
    parser.add_argument("--connections", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", choices=[phase.__name__ for phase in PHASES])
    arguments = parser.parse_args()
    arguments.samples = samples(arguments.tool)
    for phase in PHASES:
        if arguments.only in (None, phase.__name__):
            start = time.monotonic()
            try:
                note = phase(arguments)
            except Failure as failure:
                sys.exit(f"{phase.__name__}: {failure}")
            print(f"{phase.__name__}: {note} ({time.monotonic() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
