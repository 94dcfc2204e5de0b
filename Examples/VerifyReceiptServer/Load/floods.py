#!/usr/bin/env python3
"""What some clients can cost the others, in figures.

    floods.py SERVER RECEIPT [--only starve|keys|idle] [--hostile 40] [--connections 10000] [--seconds 10]

`starve`: hostile connections post a large receipt, then ask for /metrics thousands of times and read nothing; how many
requests of others get 200 within 50 ms? `keys`: what a body of many keys costs, beside Base64 of the same size. `idle`:
connections that idle, each after the answer to 300 kB; what the server says and has of memory. Exit status 1 if fewer than
95 % are answered in time, keys cost four times as much, or memory is above 682 MiB (two thirds of the unit's) or not what
/metrics says. Linux; SERVER and RECEIPT as for faults.py.
"""

import argparse
import asyncio
import base64
import os
import pathlib
import sys
import time

from client import Connection, Server, get, post, samples

PADDED = 300_000


def by_name(arguments, name):
    return next(sample for sample in arguments.samples if sample.name == name)


def starve(arguments):
    async def work(server):
        large, small = by_name(arguments, "large"), by_name(arguments, "small")
        end, latencies, refused = time.monotonic() + arguments.seconds, [], 0

        async def hostile():
            async with Connection(server.port) as connection:
                connection.writer.transport.pause_reading()
                connection.writer.write(post(large.path, large.body + b" " * (400_000 - len(large.body))))
                while time.monotonic() < end:
                    connection.writer.write(get("/metrics") * 1000)
                    try:
                        async with asyncio.timeout(end - time.monotonic()):
                            await connection.writer.drain()
                    except (TimeoutError, ConnectionError):
                        break
                await asyncio.sleep(max(0, end - time.monotonic()))

        async def good():
            nonlocal refused
            async with Connection(server.port) as connection:
                while time.monotonic() < end:
                    start = time.monotonic()
                    status, _ = await connection.ask(small.request)
                    if status == 200:
                        latencies.append(time.monotonic() - start)
                    else:
                        refused += 1
                    await asyncio.sleep(0.02)

        tasks = [asyncio.create_task(hostile()) for _ in range(arguments.hostile)]
        await asyncio.sleep(1)
        ready, _ = await ask(server, get("/ready"))
        await asyncio.gather(good(), good(), good(), good())
        await asyncio.gather(*tasks, return_exceptions=True)
        return latencies, refused, ready

    with Server(arguments.server) as server:
        latencies, refused, ready = asyncio.run(work(server))
    total, fast = len(latencies) + refused, sum(latency <= 0.05 for latency in latencies)
    print(f"starve: {arguments.hostile} hostile connections; of {total} requests of others {fast / total:.1%} answered "
          f"within 50 ms, {refused / total:.1%} refused; /ready said {ready}")
    return fast >= 0.95 * total


async def ask(server, request):
    async with Connection(server.port) as connection:
        return await connection.ask(request)


def processor_time(server):
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def keys(arguments):
    count = 400_000
    many = b"{" + b",".join(b'"%x":1' % number for number in range(count)) + b"}"
    text = base64.b64encode(os.urandom(len(many) * 3 // 4 // 3 * 3))
    bodies = {"keys": many, "Base64": b'{"receipt-data":"' + text + b'"}'}
    costs = {}
    with Server(arguments.server) as server:
        for name, body in bodies.items():
            before = processor_time(server)
            for _ in range(20):
                asyncio.run(ask(server, post("/verifyReceipt", body)))
            costs[name] = (processor_time(server) - before) / 20
    ratio = costs["keys"] / max(costs["Base64"], 1e-9)
    print(f"keys: {count} keys, {len(many) / 1e6:.1f} MB: {costs['keys'] * 1e3:.1f} ms of processor time, {ratio:.1f} times "
          f"Base64 of that size")
    return ratio <= 4


def idle(arguments):
    large = by_name(arguments, "large")
    request = post(large.path, large.body + b" " * (PADDED - len(large.body)))

    async def work(server):
        opened = []
        for _ in range(arguments.connections):
            connection = Connection(server.port)
            await connection.__aenter__()
            await connection.ask(request)
            opened.append(connection)
        said, there = await server.metric("memory_bytes") / 2**20, server.memory()
        open_there = await server.metric("connections") - 1
        for connection in opened:
            connection.abort()
        return said, there, open_there

    with Server(arguments.server, "--idle-timeout", "600") as server:
        before = server.memory()
        said, there, count = asyncio.run(work(server))
    print(f"idle: {count:.0f} connections, each after {PADDED // 1000} kB: {there:.0f} MiB, /metrics says {said:.0f}; "
          f"{before:.0f} before")
    return there <= 1024 * 2 / 3 and abs(said - there) <= 0.2 * there


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("server", type=pathlib.Path)
    parser.add_argument("receipt", type=pathlib.Path)
    parser.add_argument("--only", choices=["starve", "keys", "idle"])
    parser.add_argument("--hostile", type=int, default=40)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10)
    arguments = parser.parse_args()
    arguments.samples = samples(arguments.receipt.resolve())
    results = [phase(arguments) for phase in (starve, keys, idle) if arguments.only in (None, phase.__name__)]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
