#!/usr/bin/env python3
"""OpenSSL's verdict on every forged or odd receipt beside ours, and why they differ.

    python3 Tests/Fixtures/compare_openssl.py           the differences
    python3 Tests/Fixtures/compare_openssl.py --all     every receipt

`openssl cms -verify` and `openssl smime -verify` (PKCS #7) get the test root as the only trusted
certificate, the receipt's creation date as the time, and no purpose to check: what a validator
does that leaves everything to them. Exits with 1 if a difference has no explanation, or the other
way round. The explanations were written for OpenSSL 3.0; another version may differ in a few.
"""

import argparse
import base64
import datetime
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import explanations
from make_forgeries import FORGERIES, load

# Attribute 12 with its version, 1, and the header of its IA5String.
CREATION_DATE = re.compile(
    rb"\x02\x01\x0c\x02\x01\x01\x04.\x16.([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z)", re.DOTALL)
USUAL_DATE = b"2025-03-01T10:00:00Z"

COMMANDS = {"cms": ["cms"], "pkcs7": ["smime"]}


def seconds(data):
    """The creation date in Unix time; where there is none to be found, the usual one."""
    match = CREATION_DATE.search(data)
    for text in ([match[1]] if match else []) + [USUAL_DATE]:
        try:
            moment = datetime.datetime.strptime(text.decode("ascii"), "%Y-%m-%dT%H:%M:%SZ")
        except ValueError:
            continue
        return int(moment.replace(tzinfo=datetime.timezone.utc).timestamp())


def pem(certificate):
    body = base64.encodebytes(certificate).decode("ascii")
    return f"-----BEGIN CERTIFICATE-----\n{body}-----END CERTIFICATE-----\n"


def accepts(command, path, root, at):
    try:
        result = subprocess.run(
            ["openssl", *command, "-verify", "-inform", "DER", "-in", path, "-binary",
             "-CAfile", root, "-no-CApath", "-no-CAstore", "-attime", str(at),
             "-purpose", "any", "-out", "/dev/null"],
            capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "time-out"
    if result.returncode < 0:
        return f"signal {-result.returncode}"
    return "accept" if result.returncode == 0 else "refuse"


def verdicts(folder):
    """(entry, {command: verdict}) for every receipt of the manifest."""
    path, root = folder / "receipt.p7", folder / "root.pem"
    for receipt, data in load():
        path.write_bytes(data)
        root.write_text(pem((FORGERIES / receipt["caller"]["root"]).read_bytes()))
        at = seconds(data)
        yield receipt, {
            name: accepts(command, path, root, at) for name, command in COMMANDS.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="print receipts without difference too")
    arguments = parser.parse_args()

    accepted = dict.fromkeys(COMMANDS, 0)
    reasons = explanations.flatten([receipt["id"] for receipt, _ in load()])
    unexplained, unneeded, forgeries = [], set(reasons), 0
    print(subprocess.run(["openssl", "version"], capture_output=True, text=True).stdout.strip())
    print(f"{'id':44} {'ours':7} {'cms':7} {'pkcs7':7} why")
    with tempfile.TemporaryDirectory() as folder:
        for receipt, found in verdicts(pathlib.Path(folder)):
            name, ours = receipt["id"], receipt["verdict"]
            differs = any(verdict != ours for verdict in found.values())
            why = reasons.get(name, "") if differs else ""
            if differs:
                unneeded.discard(name)
                unexplained += [] if why else [name]
            if ours == "refuse" and name[0] != "Z":
                forgeries += 1
                for command, verdict in found.items():
                    accepted[command] += verdict == "accept"
            if differs or arguments.all:
                print(f"{name:44} {ours:7} {found['cms']:7} {found['pkcs7']:7} {why}")
    print(f"of {forgeries} forgeries A to F, accepted: "
          + ", ".join(f"{command} {count}" for command, count in accepted.items()))
    for name in unexplained:
        print(f"no explanation: {name}", file=sys.stderr)
    for name in sorted(unneeded):
        print(f"explained, but no difference: {name}", file=sys.stderr)
    sys.exit(1 if unexplained or unneeded else 0)


if __name__ == "__main__":
    main()
