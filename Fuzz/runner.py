"""Runs commands and says what they took: a line of JSON in, a line of JSON out. A process of its own that stays small,
because the system counts the memory of a process from that of the one that it is forked from."""

import json
import os
import select
import subprocess
import sys
import time


def run(command, timeout):
    read, write = os.pipe()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=write, stderr=write)
    os.close(write)
    printed, deadline = 0, time.monotonic() + timeout
    try:
        while select.select([read], [], [], max(0, deadline - time.monotonic()))[0]:
            part = os.read(read, 1 << 16)
            if not part:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                return {"status": process.returncode, "seconds": usage.ru_utime + usage.ru_stime, "printed": printed,
                        "memory": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)}
            printed += len(part)
        process.kill()
        process.wait()
        return {}
    finally:
        os.close(read)


for line in sys.stdin:
    print(json.dumps(run(**json.loads(line))), flush=True)
