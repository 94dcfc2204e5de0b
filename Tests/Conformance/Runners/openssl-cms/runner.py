"""Runner for `openssl cms -verify`: signature and chain, at the creation date."""

import base64
import datetime
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from conformance import run  # noqa: E402

FOLDER = pathlib.Path(tempfile.mkdtemp())


def openssl(*arguments):
    finished = subprocess.run(["openssl", "cms", "-verify", "-inform", "DER", "-binary", *arguments],
                              cwd=FOLDER, capture_output=True, timeout=8)
    if finished.returncode != 0:
        lines = finished.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ValueError(next((line.split("error:")[-1] for line in lines if "error:" in line), "refused"))


def created(payload):
    """The creation date: the IA5String behind the INTEGERs 12 and 1. Not OpenSSL's job, so it is guessed roughly."""
    place = payload.find(bytes.fromhex("02010c020101"))
    if place < 0 or payload[place + 8:place + 9] != b"\x16":
        return None
    count = payload[place + 9]
    try:
        text = payload[place + 10:place + 10 + count].decode("ascii")
        return int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())
    except ValueError:
        return None


def judge(case, data, anchors):
    (FOLDER / "receipt").write_bytes(data)
    pem = "-----BEGIN CERTIFICATE-----\n{}-----END CERTIFICATE-----\n"
    (FOLDER / "root.pem").write_text("".join(pem.format(base64.encodebytes(one).decode()) for one in anchors))
    openssl("-in", "receipt", "-noverify", "-nosigs", "-out", "payload")
    date = created((FOLDER / "payload").read_bytes())
    moment = [] if date is None else ["-attime", str(date)]
    openssl("-in", "receipt", "-CAfile", "root.pem", "-purpose", "any", *moment, "-out", "payload")


run(judge)
