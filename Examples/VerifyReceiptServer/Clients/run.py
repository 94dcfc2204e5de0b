#!/usr/bin/env python3
"""Starts the server, lets clients of verifyReceipt send receipts to it, and compares what they say with results.json.

    python3 run.py              all clients that are installed; README.md says how to install them
    python3 run.py --pypi       those that pip installs, which it does first
    python3 run.py --update     writes results.json and README.md instead of comparing
    python3 run.py NAME …       only these clients

CLIENTS, in the environment, is the folder of installed clients. Exit status 1 if a client says something else than
before.
"""

import argparse
import contextlib
import json
import os
import pathlib
import queue
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True

import page
from relay import Relay, certificate

FOLDER = pathlib.Path(__file__).resolve().parent
SERVER = FOLDER.parent
FIXTURES = FOLDER.parents[2] / "Tests" / "Fixtures"
CLIENTS = pathlib.Path(os.environ.get("CLIENTS", SERVER / ".build" / "clients"))
RESULTS = FOLDER / "results.json"
SECONDS = 30
LENGTH = 240  # of what a client says
#: What the server is started with, by the name of the pass.
PASSES = {"default": [], "latest_receipt_info": ["--derived-latest-receipt-info"]}


def read(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def install(venv):
    """The clients that are on PyPI, in an environment of their own."""
    if not (venv / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    packages = [f"{about['name']}=={about['version']}" for about in read("clients.json") if about.get("pypi")]
    # One of them is for the old pydantic and does not say so.
    subprocess.run([venv / "bin" / "pip", "install", "--quiet", *packages, "pydantic<2"], check=True)


def built():
    command = ["swift", "build", "--package-path", SERVER, "--product", "VerifyReceiptServer"]
    subprocess.run([*command, "--quiet"], check=True)
    found = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return pathlib.Path(found.stdout.strip()) / "VerifyReceiptServer"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


@contextlib.contextmanager
def serving(binary, options, log):
    """The server, trusting the test authority: the ports of production and the sandbox."""
    ports = free_port(), free_port()
    issuers = [FIXTURES / "Transactions" / "store.cer", *(FIXTURES / "authority").glob("developer-relations-*.cer")]
    arguments = ["--any-app", "--port", str(ports[0]), "--sandbox-port", str(ports[1]),
                 "--max-connections", "100", "--root", FIXTURES / "authority" / "root.cer"]
    for issuer in issuers:
        arguments += ["--issuer", issuer]
    with open(log, "wb") as errors:
        process = subprocess.Popen([binary, *arguments, *options], stdout=errors, stderr=errors)
    try:
        for port in ports:
            connect(process, port, log)
        yield ports
    finally:
        process.terminate()
        process.wait(SECONDS)


def connect(process, port, log):
    for _ in range(SECONDS * 10):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    sys.exit(f"the server does not listen on {port}:\n" + pathlib.Path(log).read_text(errors="replace")[-2000:])


class Client:
    """A client that is installed, or not: `missing` says what for."""

    def __init__(self, about):
        self.about, self.name = about, about["name"]
        places = {"clients": str(CLIENTS), "venv": str(CLIENTS / "venv")}
        self.command = [part.format(**places) for part in about["command"]]
        self.library = CLIENTS / about["library"] if "library" in about else None
        needed = [self.command[0], *([str(self.library)] if self.library else [])]
        self.missing = next((one for one in needed if not (shutil.which(one) or pathlib.Path(one).is_dir())), None)

    def said(self, receipts, ports, tls):
        """What it says of each receipt, and which statuses it got on the way."""
        notes = []
        relays = [
            Relay(name, port, notes, tls[0] if self.about.get("https") else None)
            for name, port in zip(("production", "sandbox"), ports)]
        command = [*self.command, *(relay.url for relay in relays), *([str(self.library)] if self.library else [])]
        modules = os.pathsep.join([str(CLIENTS / "node_modules"), "/usr/share/nodejs"])
        environment = os.environ | {
            "SSL_CERT_FILE": str(tls[1]), "NODE_EXTRA_CA_CERTS": str(tls[1]), "NODE_PATH": modules,
            "NO_PROXY": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1"}
        process, made = None, {}
        for receipt in receipts:
            process = process or Conversation(command, environment)
            del notes[:]
            answer = process.ask(receipt["data"])
            if answer is None:
                process.kill()
                answer, process = {"verdict": "crashed", "says": "the process ended, or was silent"}, None
            if not notes or notes[-1][1] != receipt["status"]:
                sys.exit(f"{self.name}, {receipt['name']}: status {receipt['status']} expected, not {notes}: {answer}")
            if answer["verdict"] == "valid" and receipt["status"] not in (0, 21006):
                sys.exit(f"{self.name} accepts {receipt['name']}: {answer}")
            made[receipt["name"]] = {"asked": ", ".join(f"{name} {status}" for name, status in notes), **answer}
        if process:
            process.kill()
        for relay in relays:
            relay.close()
        return made


class Conversation:
    """A client's process, which says `ready` and then answers line by line."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(
            command, cwd=FOLDER, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.drain, daemon=True).start()
        if self.line() != "ready\n":
            self.kill()
            sys.exit(f"{' '.join(command)} does not start")

    def drain(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def line(self):
        """The next line, or None if there is none in time."""
        with contextlib.suppress(queue.Empty):
            return self.lines.get(timeout=SECONDS)

    def ask(self, data):
        try:
            self.process.stdin.write(data + "\n")
            self.process.stdin.flush()
        except OSError:
            return None
        line = self.line()
        if line is None:
            return None
        answer = json.loads(line)
        says = answer["says"].replace("com.example.app.", "").replace(f"{FOLDER}/", "").replace(f"{CLIENTS}/", "")
        says = " ".join(says.split())
        return {"verdict": answer["verdict"], "says": says if len(says) <= LENGTH else says[:LENGTH] + "…"}

    def kill(self):
        self.process.kill()
        self.process.wait()


def run(clients, binary):
    receipts, made = read("receipts.json"), {}
    with tempfile.TemporaryDirectory() as folder:
        tls = certificate(folder)
        for name, options in PASSES.items():
            with serving(binary, options, pathlib.Path(folder) / "server.log") as ports:
                made[name] = {client.name: client.said(receipts, ports, tls) for client in clients}
    return made


def differences(made, known):
    """Lines in words; and how many answers are as before."""
    found, same = [], 0
    for name, clients in made.items():
        for client, answers in clients.items():
            for receipt, answer in answers.items():
                before = known.get(name, {}).get(client, {}).get(receipt)
                if answer == before:
                    same += 1
                else:
                    found.append(f"{client}, {receipt}, {name}:\n  before {before}\n  now    {answer}")
    return found, same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--pypi", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--server", type=pathlib.Path, help="the server's executable, instead of building it")
    arguments = parser.parse_args()
    if arguments.pypi:
        install(CLIENTS / "venv")
    wanted = [
        Client(about) for about in read("clients.json")
        if (about.get("pypi") or not arguments.pypi) and (not arguments.names or about["name"] in arguments.names)]
    skipped = [client for client in wanted if client.missing]
    for client in skipped:
        print(f"skipped: {client.name} needs {client.missing}")
    if arguments.pypi and skipped:
        sys.exit("pip did not install what it should")
    present = [client for client in wanted if not client.missing]
    if not present:
        sys.exit("no client is installed; see README.md")
    made = run(present, arguments.server or built())
    known = read(RESULTS.name) if RESULTS.exists() else {}
    if arguments.update:
        for name, clients in made.items():
            known.setdefault(name, {}).update(clients)
        RESULTS.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        page.write()
        return
    found, same = differences(made, known)
    print("\n".join(found))
    if not page.is_current():
        found.append("README.md")
        print("README.md is not what page.py makes of results.json")
    print(f"{same} passed, {len(found)} failed, {len(skipped)} skipped")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
