#!/usr/bin/env python3
"""Throughput, latency and memory, beside a handler that reads the same body and does nothing with it. Needs wrk.

    throughput.py SERVER RECEIPT [--seconds 10] [--connections 64] [--requests 1000000]
"""

import argparse
import asyncio
import json
import pathlib
import subprocess
import tempfile
import time

from client import Connection, Server, check, samples


def wrk(server, path, seconds, connections, *files):
    script = pathlib.Path(__file__).with_name("post.lua")
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", script,
         f"http://127.0.0.1:{server.port}{path}", "--", *files],
        check=True, capture_output=True, text=True).stdout
    result = json.loads(output.split("RESULT ")[1].splitlines()[0])
    check(result["wrong"] == 0 and result["errors"] == 0, f"{path}: {result}")
    return result


async def ask(server, sample):
    async with Connection(server.port) as connection:
        status, body = await connection.ask(sample.request)
        sample.compare(status, body)
        return body


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", type=pathlib.Path)
    parser.add_argument("tool", type=pathlib.Path, metavar="receipt")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--requests", type=int, default=0, help="with each answer compared, for the memory")
    parser.add_argument("--option", action="append", default=[], help="for the server, such as --option=--log-level=error")
    arguments = parser.parse_args()
    genuine = [s for s in samples(arguments.tool) if s.name in ("small", "medium", "large")]
    with tempfile.TemporaryDirectory() as folder, Server(arguments.server, *arguments.option) as server:
        print(f"{'':8}{'body':>8}{'answer':>8}{'a second':>10}{'p50':>9}{'p99':>9}{'p99.9':>9}   of doing nothing")
        for sample in genuine:
            body, expected = pathlib.Path(folder, sample.name), pathlib.Path(folder, sample.name + ".json")
            body.write_bytes(sample.body)
            answer = asyncio.run(ask(server, sample))
            expected.write_bytes(answer)
            idle = wrk(server, "/health", arguments.seconds, arguments.connections, body)
            busy = wrk(server, sample.path, arguments.seconds, arguments.connections, body)
            rates = [r["requests"] / r["seconds"] for r in (busy, idle)]
            times = "".join(f"{busy[k] / 1e3:6.2f} ms" for k in ("p50", "p99", "p999"))
            print(f"{sample.name:8}{len(sample.body):8}{len(answer):8}{rates[0]:10.0f}{times}   "
                  f"{rates[0] / rates[1]:.2f} × {rates[1]:.0f} a second, p50 {busy['p50'] / idle['p50']:.1f} ×, "
                  f"p99 {busy['p99'] / idle['p99']:.1f} ×", flush=True)
        done, start = 0, time.monotonic()
        while done < arguments.requests:
            for sample in genuine:
                files = [pathlib.Path(folder, sample.name + suffix) for suffix in ("", ".json")]
                result = wrk(server, sample.path, 10, arguments.connections, *files)
                check(result["compared"] == result["requests"], "not every answer was compared")
                done += result["requests"]
            print(f"{done} answers compared in {time.monotonic() - start:.0f} s, {server.memory():.1f} MiB", flush=True)


if __name__ == "__main__":
    main()
