#!/usr/bin/env python3
"""Writes the transaction receipts, genuine and forged, with a manifest of their verdicts.

    python3 Tests/Fixtures/make_transactions.py            write everything
    python3 Tests/Fixtures/make_transactions.py --check    write nothing; exit 1 if a file differs

Every run writes the same bytes, as `make_fixtures.py` does, whose keys and certificates it needs.
"""

import argparse
import json
import pathlib
import sys

# Leaves no compiled copies of the modules among the fixtures.
sys.dont_write_bytecode = True

import authority
import signing
import transaction_forgeries
import transactions
from make_fixtures import FIXTURES, ROOT, load_keys
from make_forgeries import key_path as attacker_path
from samples import BUNDLE

FOLDER = FIXTURES / "Transactions"

CALLER = {
    "bundleIdentifier": BUNDLE,
    "version": "1.2.3",
    "vendorIdentifier": transactions.VENDOR,
    "environments": ["Production"],
    "now": "2026-12-01T00:00:00Z",
    "acceptsCancelled": False,
    "root": "../authority/root.cer",
    "issuers": [
        "store.cer", "../authority/developer-relations-sha1.cer",
        "../authority/developer-relations-sha256.cer",
    ],
}


def key_path(name):
    return FOLDER / f"{name}.pem"


def entry(case):
    expect = dict(case.expect)
    if case.issuers:
        expect["issuers"] = [f"{name}.cer" for name in case.issuers]
    return {
        "id": case.id, "error": case.error, "reason": case.reason, "expect": expect,
    }


def manifest(cases):
    """A line for each receipt."""
    def line(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    lines = ",\n".join(line(entry(case)) for case in cases)
    return f'{{\n"caller": {line(CALLER)},\n"receipts": [\n{lines}\n]\n}}\n'.encode("utf-8")


def make_all():
    """Path to contents, for everything but the keys."""
    keys = {name: signing.Key.from_pem(key_path(name)) for name in transactions.KEYS}
    given = authority.certificates(load_keys())
    made = transactions.certificates(keys, given)
    keys |= {name: signing.Key.from_pem(attacker_path(name)) for name in ("attacker", "rsa-1024")}
    cases = transaction_forgeries.all_cases(transaction_forgeries.Shop(keys, given | made))
    files = {FOLDER / f"{name}.cer": certificate.encoding for name, certificate in made.items()}
    for case in cases:
        files[FOLDER / f"{case.id}.plist"] = case.data
        for name, certificate in case.issuers.items():
            files[FOLDER / f"{name}.cer"] = certificate.encoding
    files[FOLDER / "manifest.json"] = manifest(cases)
    return files


def complaints():
    absent = [path for path in map(key_path, transactions.KEYS) if not path.exists()]
    if absent:
        return [f"missing: {path.relative_to(ROOT)}" for path in absent]
    files = make_all()
    known = files.keys() | set(map(key_path, transactions.KEYS))
    found = [f"missing: {path.relative_to(ROOT)}" for path in files if not path.exists()]
    found += [f"differs: {path.relative_to(ROOT)}" for path, contents in files.items()
              if path.exists() and path.read_bytes() != contents]
    return found + [f"not made by this script: {path.relative_to(ROOT)}"
                    for path in sorted(FOLDER.glob("*")) if path not in known]


def write():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, bits in transactions.KEYS.items():
        if not key_path(name).exists():
            signing.generate_pem(key_path(name), bits)
            print(f"new key: {key_path(name).relative_to(ROOT)}")
    files = make_all()
    for path, contents in files.items():
        path.write_bytes(contents)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    if not parser.parse_args().check:
        write()
        return
    found = complaints()
    for complaint in found:
        print(complaint, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
