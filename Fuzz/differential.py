#!/usr/bin/env python3
"""Compares what this package accepts with what others accept, on seeds, corpora and mutants.

    Fuzz/differential.py [--mutants 20000] [--signed 1500] [--seed 1] [--minutes 0] [--learn]
    Fuzz/differential.py --only signed                     # what signed receipts are for others, and nothing else

- swift-asn1: is this DER, is this BER, on elements and their mutants, and on every line of the suites in the folder
  that RECEIPT_CORPUS names, where 99.9 % have to agree about DER;
- OpenSSL `asn1parse`: on some of the same, as each is a process;
- `openssl cms -verify`, apple-purchase-receipt-verifier and asn1crypto (both of PyPI): all three on the same signed
  fixtures and mutants of them;
- an independent decoder of receipts, `receipts/oracle.py` in the folder that RECEIPT_CORPUS names, if it is there: on
  mutants of receipts, every attribute.

With --minutes it goes on with other random numbers for so long. Each kind of difference is a line of
Differential/differences.json with the reason why it is right so. Exit status 1 if one is not there; `--learn` prints
those with examples, to be judged by hand. What this package accepts and a peer refuses counts as a difference like any
other.
"""

import argparse
import collections
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import fuzzing
import receipt_peers

PACKAGE = fuzzing.FUZZ / "Differential"
AUTHORITY = fuzzing.ROOT / "Tests" / "Fixtures" / "authority"
SUITES = "suites, "
REASONS = json.loads((PACKAGE / "differences.json").read_text())


class Differences:
    def __init__(self):
        self.counts, self.examples, self.compared = collections.Counter(), {}, collections.Counter()

    def add(self, kind, data):
        self.counts[kind] += 1
        if len(data) < len(self.examples.get(kind, data + b"\0")):
            self.examples[kind] = data

    def report(self, learn):
        for name, count in self.compared.items():
            different = sum(number for kind, number in self.counts.items() if kind.startswith(name + ":"))
            print(f"{name}: {count:,} compared, {different:,} differ ({100 * (count - different) / max(count, 1):.3f} % agree)")
        unknown = [kind for kind in self.counts if reason(kind) is None]
        for kind, count in sorted(self.counts.items()):
            known = kind not in unknown
            print(f"  {'' if known else 'UNKNOWN '}{count:6,}  {kind}" + (f" – {reason(kind)}" if known else ""))
            if not known or learn:
                print(f"          {self.examples[kind].hex()}")
        suites = SUITES + "swift-asn1 DER"
        different = sum(number for kind, number in self.counts.items() if kind.startswith(suites + ":"))
        if different > self.compared[suites] / 1000:
            print(f"{suites}: less than 99.9 % agree")
            return False
        return not unknown


def reason(kind):
    """Why a kind of difference is right so; the same for what the suites have and for what is made here."""
    return REASONS.get(kind.removeprefix(SUITES))


def lines_of(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=fuzzing.ENVIRONMENT)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout.splitlines()


def verdicts(binary, inputs):
    roots = [AUTHORITY / "root.cer", AUTHORITY / "storekit-test.cer"]
    rows = lines_of([binary, *roots], "".join(data.hex() + "\n" for data in inputs))
    return list(map(json.loads, rows))


def mutants(binary, inputs, count, seed):
    with tempfile.TemporaryDirectory() as folder:
        for index, data in enumerate(inputs):
            with open(f"{folder}/{index:06}", "wb") as file:
                file.write(data)
        return [bytes.fromhex(line) for line in lines_of([binary, str(count), str(seed), folder], "")]


def unique(inputs):
    return list(dict.fromkeys(data for data in inputs if data))


# swift-asn1

def suites():
    """Every line of the suites of other projects: corpora of fuzzers and cases of ASN.1."""
    folder = fuzzing.corpus_folder()
    if folder is None:
        return
    for file in sorted((folder / "suites" / "corpora").glob("*.hex")):
        yield from (bytes.fromhex(line.split()[-1]) for line in file.read_text().splitlines() if line.strip())
    for line in (folder / "suites" / "asn1" / "cases.jsonl").read_text().splitlines():
        yield bytes.fromhex(json.loads(line)["hex"])


def compare_asn1(differences, inputs, rows, prefix=""):
    for data, row in zip(inputs, rows):
        for name, code, theirs in ((prefix + "swift-asn1 DER", row.get("der"), row["swiftASN1DER"]),
                                   (prefix + "swift-asn1 BER", row.get("ber"), row["swiftASN1BER"])):
            differences.compared[name] += 1
            if (code is None) != theirs:
                differences.add(f"{name}: {'accepts' if theirs else 'refuses'}, we {code or 'accept'}", data)


# OpenSSL

def openssl(*arguments, data):
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        done = subprocess.run(["openssl", *arguments, "-in", file.name], capture_output=True, timeout=60)
        return done.returncode == 0


def compare_asn1parse(differences, inputs, rows):
    for data, row in zip(inputs, rows):
        differences.compared["OpenSSL asn1parse"] += 1
        theirs = openssl("asn1parse", "-inform", "DER", "-noout", data=data)
        code = row.get("ber")
        if (code is None) != theirs:
            differences.add(
                f"OpenSSL asn1parse: {'accepts' if theirs else 'refuses'}, we {code or 'accept'}", data)


# The independent decoder

def load_oracle():
    folder = fuzzing.corpus_folder()
    path = folder / "receipts" / "oracle.py" if folder else None
    if path is None or not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("oracle", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def oracle_rows(oracle, data):
    """Type, version and value of every attribute, or why there are none."""
    try:
        root = oracle.read(data)
        if root.end != len(data):
            return "bytes follow"
        if not oracle.is_(root, 16) or oracle.oid(root.kids[0]) != "1.2.840.113549.1.7.2":
            return "no signedData"
        content = root.kids[1].kids[0].kids[2]
        payload = oracle.octets(content.kids[1].kids[0])
        rows = []
        for kind, version, value, _ in oracle.attributes(payload)[1]:
            rows.append(f"{kind} {version} {value.hex()}")
            if kind == 17:
                rows += [f"{k} {v} {o.hex()}" for k, v, o, _ in oracle.attributes(value)[1]]
        return rows
    except (oracle.BERError, AttributeError, IndexError, TypeError, RecursionError) as error:
        return type(error).__name__


def compare_oracle(differences, oracle, inputs, rows):
    for data, row in zip(inputs, rows):
        differences.compared["decoder"] += 1
        theirs, code = oracle_rows(oracle, data), row.get("receipt")
        if isinstance(theirs, str):
            if code is None:
                # Nobody has looked into the certificates before the signature is verified.
                verdict = "accept" if row.get("signature") else "verify"
                differences.add(f"decoder: refuses, we {verdict}", data)
        elif code is not None:
            differences.add(f"decoder: accepts, we {code}", data)
        elif theirs != row["attributes"]:
            differences.add("decoder: other attributes", data)


def compare_elements(differences, elements, rows, count):
    compare_asn1(differences, elements, rows)
    step = max(1, len(elements) // max(1, count))
    compare_asn1parse(differences, elements[::step], rows[::step])


def compare_signed(differences, peers, signed, rows):
    for data, row in zip(signed, rows):
        for peer in peers:
            peer.compare(differences, data, row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--mutants", type=int, default=20_000)
    parser.add_argument("--signed", type=int, default=1_500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--only", choices=["elements", "signed", "decoder"])
    parser.add_argument("--learn", action="store_true")
    options = parser.parse_args()

    binary = fuzzing.build_products(["Verdicts"], [], PACKAGE / ".build", PACKAGE) / "Verdicts"
    mutator = fuzzing.build_tool("Mutants")
    differences = Differences()

    def inputs(target, count, seed):
        """Inputs of a fuzzer, mutants of them, and what this library says about each."""
        own = fuzzing.fixtures(target)
        if target == "verifier":
            # No forgeries: they break rules of Apple's, of which the others know nothing.
            own = [file.read_bytes() for file in sorted((fuzzing.ROOT / "Tests/Fixtures/Receipts").glob("*.p7"))]
        given = unique([*fuzzing.committed(target), *own, *fuzzing.foreign(target)])
        given = unique(given + mutants(mutator, given, count, seed))
        return given, verdicts(binary, given)

    parts = {
        "elements": lambda seed: compare_elements(differences, *inputs("reader", options.mutants, seed), options.signed),
        "signed": lambda seed: compare_signed(differences, peers, *inputs("verifier", options.signed, seed)),
    }
    if options.only in (None, "elements"):
        lines = list(suites())
        compare_asn1(differences, lines, verdicts(binary, lines), SUITES)
    peers = list(receipt_peers.all_peers(AUTHORITY))
    oracle = load_oracle()
    if oracle is None:
        print("skipped: RECEIPT_CORPUS does not name a folder with receipts/oracle.py")
    else:
        parts["decoder"] = lambda seed: compare_oracle(
            differences, oracle, *inputs("receipt", options.mutants, seed))
    seed, end = options.seed, time.monotonic() + 60 * options.minutes
    while True:
        for name, compare in parts.items():
            if options.only in (None, name):
                fuzzing.report(f"{name}, seed {seed}")
                compare(seed)
        seed += 1
        if time.monotonic() >= end:
            break
    sys.exit(not differences.report(options.learn))


main()
