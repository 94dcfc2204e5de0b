"""Inputs made of the fixtures of the project's tests, and of its conformance set."""

import base64
import hashlib
import json
import os
import pathlib
import re
import sys

FUZZ = pathlib.Path(__file__).resolve().parent
ROOT = FUZZ.parent
sys.path.insert(0, str(ROOT / "Tests" / "Fixtures"))

import der

WORK = FUZZ / ".build-corpus"


def read_hex(file):
    """The inputs of a file: one a line in hexadecimal; `#` begins a comment."""
    for line in file.read_text().splitlines():
        if data := line.partition("#")[0].strip():
            yield bytes.fromhex("" if data == "-" else data)


def elements(data, start, end, deep=True):
    """(start, contents, end) of the elements in a range, and of those inside them, as far as they are DER."""
    while start < end:
        if start + 2 > end or data[start] & 0x1F == 0x1F or data[start + 1] == 0x80:
            return
        position, length = start + 2, data[start + 1]
        if length > 0x80:
            count = length & 0x7F
            length = int.from_bytes(data[position : position + count], "big")
            position += count
        if position + length > end:
            return
        yield start, position, position + length
        # What stands in an OCTET STRING may be an encoding, too.
        if deep and (data[start] & 0x20 or data[start] == 4):
            yield from elements(data, position, position + length)
        start = position + length


def payload(data):
    """The contents of the payload's SET; None if the bytes are no DER container."""
    first = next(elements(data, 0, len(data), deep=False), None)
    for start, contents, end in elements(data, *(first[1:] if first else (0, 0))):
        inner = data[contents : contents + 1]
        if data[start] == 4 and inner == b"\x31":
            return next(data[s:e] for _, s, e in elements(data, contents, end, deep=False))
    return None


def derived(kind, receipts, certificates):
    """Inputs of a kind, made of whole receipts and certificates."""
    if kind in ("receipts", "containers", "signed", "messages"):
        yield from receipts
    elif kind in ("payloads", "purchases"):
        for contents in filter(None, map(payload, receipts)):
            yield contents
            yield from refunded(contents)
            yield from alike(contents)
    elif kind == "pairs":
        sets = [der.element(0x31, contents) for contents in filter(None, map(payload, receipts))]
        yield from (first + second for first, second in zip(sets, sets[1:] + sets[:1]))
        yield from (one + one for one in sets)
    elif kind == "edited":
        # Behind which quotation mark of the answer, how many characters are left out, and what is put in.
        changes = [bytes([0, mark, removed, len(text)]) + text
                   for mark in range(2, 256, 9) for removed, text in ((1, b"7"), (0, b',"a":1'), (9, b""))]
        for number, data in enumerate(receipts):
            yield data
            yield data + changes[number % len(changes)]
    elif kind == "bodies":
        for data in receipts:
            yield json.dumps({"receipt-data": base64.b64encode(data).decode()}).encode()
    elif kind == "wrapped":
        for data in receipts:
            text = base64.b64encode(data)
            yield from (data, text, data + b"\0", b'{"receipt":"' + text + b'"}', b"data:;base64," + text,
                        data.decode("latin-1").encode(), b"\n".join(text[i : i + 76] for i in range(0, len(text), 76)))
    elif kind == "certificates":
        yield from certificates
        for data in receipts:
            yield from (data[s:e] for s, _, e in elements(data, 0, len(data))
                        if data[s] == 0x30 and 400 < e - s)
    elif kind == "elements":
        shapes = set()
        for data in [*receipts, *certificates]:
            for start, contents, end in elements(data, 0, len(data)):
                # One of each length is enough.
                shape = (data[start], end - contents)
                if shape not in shapes and not shapes.add(shape):
                    yield data[start:end]
    elif kind == "dates":
        for data in receipts:
            yield from re.findall(rb"\d{4}-\d\d-\d\d[ Tt][^\x00-\x1f\x80-\xff]{9,}", data)


def attribute(kind, value):
    """An attribute of version 1."""
    number = kind.to_bytes(2 if kind > 127 else 1, "big")
    return der.element(0x30, der.element(2, number) + der.element(2, b"\1") + der.element(4, value))


def refunded(contents):
    """The attributes of a payload, and one purchase more: a copy of its first that is cancelled, or unreadably so."""
    for start, inner, end in elements(contents, 0, len(contents), deep=False):
        parts = list(elements(contents, inner, end, deep=False))
        if contents[parts[0][1] : parts[0][2]] == b"\x11":
            purchase = contents[parts[2][1] : parts[2][2]]
            own = next(elements(purchase, 0, len(purchase), deep=False))
            for date in (b"\x16\x142025-04-18T01:02:03Z", b"\x16\x00", b"\x05\x00"):
                copy = purchase[own[1] : own[2]] + attribute(1712, date)
                yield contents + attribute(17, der.element(0x31, copy))
                # The other one is gone, so that this is the only one.
                yield contents[:start] + attribute(17, der.element(0x31, copy)) + contents[end:]
            return


def alike(contents):
    """Four purchases that are alike, but that an attribute of the last has another type, or a place of its own."""
    for start, inner, end in elements(contents, 0, len(contents), deep=False):
        parts = list(elements(contents, inner, end, deep=False))
        if contents[parts[0][1] : parts[0][2]] == b"\x11":
            _, inner, end = next(elements(contents, *parts[2][1:], deep=False))
            attributes = [contents[s:e] for s, _, e in elements(contents, inner, end, deep=False)]
            # No cancellation, but in the last one. As long as those of the store, whose lengths have two bytes.
            attributes = [data for data in attributes if b"\2\2\6\xb0" not in data[:6]]
            attributes.append(attribute(1790, bytes(max(256 - sum(map(len, attributes)), 0))))
            usual = attribute(17, der.element(0x31, b"".join(attributes)))
            for others in ([*attributes[:-2], attribute(1712, b""), attributes[-1]], [*attributes[1:], attributes[0]]):
                yield 3 * usual + attribute(17, der.element(0x31, b"".join(others)))
            return


def judged(folder):
    """The forgeries of a manifest that need no settings of their own."""
    return {row["id"] for row in json.loads((folder / "manifest.json").read_text())["receipts"] if not row["expect"]}


def signed():
    """What `signed_seeds.py` makes, which takes some seconds: kept until it, or the test authority, is another one."""
    sources = [FUZZ / "signed_seeds.py", *sorted((ROOT / "Tests" / "Fixtures").rglob("*.p[ye]*"))]
    digest = hashlib.sha1(b"".join(source.read_bytes() for source in sources)).hexdigest()
    file = WORK / f"signed-{digest}.hex"
    if not file.exists():
        import signed_seeds

        WORK.mkdir(parents=True, exist_ok=True)
        temporary = file.with_suffix(f".{os.getpid()}")
        made = [*(data for _, data in signed_seeds.broken()), *signed_seeds.crowded()]
        temporary.write_text("".join(f"{data.hex()}\n" for data in made))
        for old in WORK.glob("signed-*.hex"):
            old.unlink(missing_ok=True)
        temporary.rename(file)
    return [*read_hex(file), *read_hex(ROOT / "Tests" / "Fixtures" / "genuine.hex")]


# Which cases of the conformance set are inputs of a kind.
READING = ("verify", "read", "validate")
OPERATIONS = {"receipts": READING, "messages": READING, "containers": READING, "base64": ("base64",),
              "bodies": ("endpoint",), "wrapped": ("base64", "endpoint")}


def conformance(kind):
    """Inputs out of the conformance set."""
    data = json.loads((ROOT / "Tests" / "Conformance" / "receipts.json").read_text())

    def build(pieces):
        for piece in pieces:
            if "block" in piece:
                unit = base64.b64decode(data["blocks"][piece["block"]])
            elif "encode" in piece:
                unit = base64.b64encode(b"".join(build(piece["encode"])))
            else:
                unit = base64.b64decode(piece["base64"]) if "base64" in piece else piece["text"].encode()
            # What is repeated thousands of times is too long for a fuzzer.
            yield unit * min(piece.get("count", 1), 64)

    for case in data["cases"]:
        if case["operation"] in OPERATIONS.get(kind, ()):
            yield b"".join(build(case["input"]))
