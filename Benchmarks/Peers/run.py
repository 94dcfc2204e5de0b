#!/usr/bin/env python3
"""Measures other libraries over the made-up receipts and over certificates, each in a process of its own.

    Benchmarks/Peers/run.py                         all that are there; says which are not, and why
    Benchmarks/Peers/run.py --only ruby,cryptobyte --seconds 1 --sizes small,large
    Benchmarks/Peers/run.py --operations certificates --json results.json

What a peer finds is compared with what this program finds by itself; a peer that finds something else is not timed.
This library is measured before and after each, and each is compared with the mean of the two.
Results are Markdown. The Swift libraries, and one in Rust, are built from what `libraries.sh` has cloned.
"""

import argparse
import datetime
import functools
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import typing

FOLDER = pathlib.Path(__file__).resolve().parent
BENCHMARKS = FOLDER.parent
BUILD = BENCHMARKS / ".build" / "peers"
SIZES = ["small", "medium", "large", "1k", "10k"]
OPERATIONS = ["identifiers", "fields", "validate", "certificates"]
BOUNCY_CASTLE = ["/usr/share/java/bcprov.jar", "/usr/share/java/bcpkix.jar", "/usr/share/java/bcutil.jar"]


class Missing(Exception):
    """Why a peer isn't there."""


def output(*command, **options):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        status = f"signal {-result.returncode}" if result.returncode < 0 else f"exit status {result.returncode}"
        lines = (result.stderr + result.stdout).strip().splitlines() or [status]
        raise Missing(next((line for line in lines if "error:" in line), lines[-1])[:300])
    return result.stdout.strip()


def needs(program):
    if not shutil.which(program):
        raise Missing(f"there is no {program}")


def python(library):
    def prepare():
        environment = BUILD / "python"
        interpreter = environment / "bin" / "python3"
        if not interpreter.exists():
            output(sys.executable, "-m", "venv", environment)
        packages = [library] + (["pyasn1-modules"] if library == "pyasn1" else [])
        try:
            version = output(interpreter, "-c", f"import importlib.metadata as m; print(m.version('{library}'))")
        except Missing:
            output(interpreter, "-m", "pip", "install", "--quiet", *packages)
            version = output(interpreter, "-c", f"import importlib.metadata as m; print(m.version('{library}'))")
        return [interpreter, FOLDER / "python" / "peer.py", library], f"{version}, Python {platform.python_version()}"
    return prepare


def go(library):
    def prepare():
        needs("go")
        # Debian's golang-golang-x-crypto-dev, without modules.
        sources = "/usr/share/gocode/src/golang.org/x/crypto/cryptobyte"
        if not pathlib.Path(sources).exists():
            raise Missing("apt-get install golang-golang-x-crypto-dev")
        environment = os.environ | {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
        output("go", "build", "-o", BUILD / "go-peer", FOLDER / "go" / "main.go", env=environment)
        version = output("go", "env", "GOVERSION")
        if library == "cryptobyte":
            package = output("dpkg-query", "-W", "-f", "${Version}", "golang-golang-x-crypto-dev")
            version = f"x/crypto {package}, {version}"
        return [BUILD / "go-peer", library], version
    return prepare


def java():
    needs("javac")
    if not all(pathlib.Path(jar).exists() for jar in BOUNCY_CASTLE[:2]):
        raise Missing("apt-get install libbcpkix-java")
    path = ":".join([*BOUNCY_CASTLE, str(BUILD / "java")])
    output("javac", "-cp", path, "-d", BUILD / "java", FOLDER / "java" / "Peer.java")
    version = output("dpkg-query", "-W", "-f", "${Version}", "libbcpkix-java")
    return ["java", "-cp", path, "Peer"], f"{version}, Java {output('javac', '-version').split()[-1]}"


def ruby():
    needs("ruby")
    version = output("ruby", "-ropenssl", "-e", "puts OpenSSL::VERSION + ', Ruby ' + RUBY_VERSION")
    return ["ruby", FOLDER / "ruby" / "peer.rb"], version


def php():
    needs("php")
    if not pathlib.Path("/usr/share/php/phpseclib/autoload.php").exists():
        raise Missing("apt-get install php-phpseclib")
    version = output("dpkg-query", "-W", "-f", "${Version}", "php-phpseclib")
    return ["php", FOLDER / "php" / "peer.php"], f"{version}, PHP {output('php', '-r', 'echo PHP_VERSION;')}"


def swift(product, *clones):
    def prepare():
        needs("swift")
        cloned(*clones)
        # A target must be below its package, so the package comes to the libraries.
        shutil.copytree(FOLDER / "swift", libraries, dirs_exist_ok=True)
        arguments = ["swift", "build", "-c", "release", "--package-path", libraries, "--product", product]
        output(*arguments)
        return [pathlib.Path(output(*arguments, "--show-bin-path")) / product], revision(clones[0])
    return prepare


def rust(library, version, *clones):
    def prepare():
        needs("cargo")
        registry = pathlib.Path("/usr/share/cargo/registry")
        if not clones and not list(registry.glob(f"{library}-*")):
            raise Missing(f"apt-get install librust-{library}-dev")
        cloned(*clones)
        # Cargo writes beside the manifest.
        shutil.copytree(FOLDER / "rust", BUILD / "rust", dirs_exist_ok=True)
        settings = ['source.crates-io.replace-with="debian"', f'source.debian.directory="{registry}"']
        settings += [f'patch.crates-io.{crate}.path="{libraries / clone / crate}"'
                     for clone in clones for crate in ("der", "spki", "const-oid")]
        output("cargo", "build", "--release", "--offline", *(part for one in settings for part in ("--config", one)),
               "--manifest-path", BUILD / "rust" / library / "Cargo.toml", "--target-dir", BUILD / "rust" / "target")
        found = revision(clones[0]) if clones else next(registry.glob(f"{library}-[0-9]*")).name.split("-")[-1]
        return [BUILD / "rust" / "target" / "release" / f"{library}-peer"], f"{version}{found}, {output('rustc', '-V')}"
    return prepare


def cloned(*names):
    for name in names:
        if not (libraries / name).exists():
            raise Missing(f"no {name} in {libraries}; Benchmarks/Peers/libraries.sh clones it")


def revision(name):
    return output("git", "-C", libraries / name, "rev-parse", "--short=10", "HEAD")


class Peer(typing.NamedTuple):
    name: str
    language: str
    prepare: typing.Callable
    """Makes it ready; gives the command and the version."""
    leaves: dict = {}
    """What it leaves out, by operation."""
    without: tuple = ()
    """The attributes that it doesn't read."""


PATH = "device, Apple's marker extensions"
PEERS = [
    Peer("TPInAppReceipt", "Swift", swift("TPInAppReceiptPeer", "TPInAppReceipt"), {"validate": "device"},
         (13, 14, 25, 1710, 1720, 1722)),
    Peer("AppReceiptValidator", "Swift", swift("AppReceiptValidatorPeer", "AppReceiptValidator", "ASN1Decoder"), {},
         (0, 1, 8, 9, 10, 11, 13, 14, 15, 16, 18, 25, 1707, 1710, 1713, 1719, 1720, 1721, 1722)),
    Peer("RevenueCat", "Swift", swift("RevenueCatPeer", "purchases-ios"), {},
         (1, 8, 9, 10, 11, 13, 14, 15, 16, 18, 25, 1710, 1720, 1722)),
    Peer("app-store-server-library-swift", "Swift", swift("ApplePeer", "app-store-server-library-swift"),
         {"identifiers": "all but the last one"}),
    Peer("asn1", "Rust", rust("asn1", ""), {"certificates": "names"}),
    Peer("der", "Rust", rust("der", "0.8.0, ", "formats"), {"certificates": "names, dates, extensions"}),
    Peer("encoding/asn1", "Go", go("encoding/asn1"), {"validate": PATH}),
    Peer("cryptobyte", "Go", go("cryptobyte"), {"certificates": "names, dates, extensions, signature"}),
    Peer("crypto/x509", "Go", go("crypto/x509"), {"certificates": "nothing"}),
    Peer("Bouncy Castle", "Java", java, {"validate": PATH, "certificates": "what extensions and keys contain"}),
    Peer("OpenSSL of Ruby", "Ruby", ruby, {"validate": PATH}),
    Peer("asn1crypto", "Python", python("asn1crypto"), {"certificates": "whatever isn't asked for"}),
    Peer("pyasn1", "Python", python("pyasn1"), {"certificates": "what extensions and keys contain"}),
    Peer("apple-purchase-receipt-verifier", "Python and Rust", python("apple-purchase-receipt-verifier"),
         {"validate": "device"}),
    Peer("phpseclib", "PHP", php),
]
# What `compare` has measured.
OURS = {"certificates": {"this library": "what names, extensions and keys contain", "swift-certificates": "nothing",
                         "openssl": "what extensions contain"}}


# What is right: a reader of a few lines, which shares nothing with anybody.

def elements(data, start=0, end=None):
    """Identifier, and the contents' first and last offset, of one element after the other."""
    end = len(data) if end is None else end
    while start < end:
        identifier, length, start = data[start], data[start + 1], start + 2
        if length >= 0x80:
            count = length & 0x7F
            length, start = int.from_bytes(data[start:start + count], "big"), start + count
        yield identifier, start, start + length
        start += length


def payload(data):
    place = next(elements(data))
    for index in (1, 0, 2, 1, 0):  # ContentInfo, [0], SignedData, encapContentInfo, [0]
        place = list(elements(data, place[1], place[2]))[index]
    return data[place[1]:place[2]]


def attributes(data):
    _, start, end = next(elements(data))
    for _, start, end in elements(data, start, end):
        type, _, value = list(elements(data, start, end))
        yield int.from_bytes(data[type[1]:type[2]], "big"), data[value[1]:value[2]]


@functools.cache
def expected(size, without):
    answer = dict.fromkeys(["purchases", "identifiers", "last", "characters", "integers", "seconds"], 0)

    def read(container):
        for type, value in attributes(container):
            if type == 17:
                answer["purchases"] += 1
                read(value)
                continue
            if type in without:
                continue
            identifier, start, end = next(elements(value)) if value[0] in (2, 12, 22) else (0, 0, 0)
            contents = value[start:end]
            if type == 2:
                answer["app"] = contents.decode()
            if type in (1703, 1705):
                answer["identifiers"] += int(contents) % 10 ** 9
                answer["last"] = int(contents)
            if type in (0, 2, 3, 10, 19, 1702, 1703, 1705, 1721):
                answer["characters"] += len(contents)
            elif type in (1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722):
                answer["integers"] += int.from_bytes(contents, "big", signed=True)
            elif type in (8, 12, 18, 21, 1704, 1706, 1708, 1712) and contents:
                date = datetime.datetime.strptime(contents.decode(), "%Y-%m-%dT%H:%M:%S%z")
                answer["seconds"] += int(date.timestamp())

    read(payload((BUILD / "receipts" / f"{size}.p7").read_bytes()))
    return {name: str(value) for name, value in answer.items()}


def split(data):
    """The elements that a file consists of."""
    ends = [0] + [end for _, _, end in elements(data)]
    return [data[start:end] for start, end in zip(ends, ends[1:])]


def of_certificate(data):
    """Bytes of the subject, the last 16 bits of the serial number, and bits of the key, added up."""
    def members(data):
        _, start, end = next(elements(data))
        return split(data[start:end])

    fields = members(members(data)[0])
    serial, _, _, _, subject, key = fields[fields[0][0] == 0xA0:][:6]
    _, start, end = next(elements(serial))
    number = int.from_bytes(serial[start:end], "big", signed=True)
    _, start, end = next(elements(members(key)[1]))
    return len(subject) + number % 65536 + 8 * (end - start - 1) - members(key)[1][start]


def compare(*arguments, **options):
    return output("swift", "run", "-c", "release", "--package-path", BENCHMARKS, "compare", *arguments, **options)


def ours(operations, sizes, seconds):
    """This library's rows, by operation and size: read by `compare`, in a process of its own, too."""
    measures = {"identifier": ("identifiers", "ours"), "materialise": ("fields", "ours"),
                "validate": ("validate", "ours-cold")}
    names = ",".join(f"{measure}/{size}" for measure, (operation, _) in measures.items() if operation in operations
                     for size in sizes)
    # The head comes with the first row, whatever it is.
    rows = json.loads(compare("--only", names or "sha1/60", "--seconds", seconds, "--json"))
    found = {}
    for row in rows:
        operation, subject = measures.get(row["measure"], ("", ""))
        if row["subject"] == subject:
            found[operation, row["input"]] = figures(row)
    return found, rows[0]["head"]


def between(peers, own, measure):
    """Each peer with what is measured of it, and with our own times as they are just then: a machine gets faster and
    slower by the minute. `own` gives times by key; of those before and after a peer the means count."""
    before = own()
    for peer in peers:
        found = measure(peer)
        after = own()
        yield peer, found, {key: (before[key] + after[key]) / 2 for key in before}
        before = after


def figures(row):
    return {name: row[name] for name in ("ns", "p10", "p90", "rounds")}


def ask(command, operation, file, seconds):
    """What a peer prints, or `{"problem": why}`."""
    try:
        printed = output(*command, operation, file, BUILD / "receipts" / "root.cer", seconds,
                         timeout=120 + 20 * seconds)
        # A library may print lines of its own.
        result = json.loads(next((line for line in printed.splitlines() if line.startswith("{")), ""))
    except subprocess.TimeoutExpired:
        return {"problem": "more than two minutes"}
    except (Missing, ValueError) as problem:
        return {"problem": f"fails: {problem}"}
    return {"problem": result["skip"]} if "skip" in result else result


def measure(command, operation, file, seconds, answer):
    """The row of one peer, or why there is none."""
    result = ask(command, operation, file, seconds)
    if "problem" in result:
        return result
    for name, value in result["answer"].items():
        if answer[name] != value:
            return {"problem": f"finds {name} {value[:80]}, not {answer[name][:80]}"}
    rounds = sorted(result["ns"])
    quantile = statistics.quantiles(rounds, n=10, method="inclusive")
    return {"ns": statistics.median(rounds), "p10": quantile[0], "p90": quantile[8], "rounds": len(rounds)}


def certificates(peers, seconds):
    """Rows for one certificate, of those in which all find the same, by name; and how many, and how large."""
    file = BUILD / "receipts" / "certificates.der"
    candidates = split(file.read_bytes())
    right = [str(of_certificate(one)) for one in candidates]
    agreed = [True] * len(candidates)
    readers = []
    for peer, command in peers:
        result = ask(command, "certificates", file, 0)
        if "problem" in result:
            skipped(peer.name, "certificates", result["problem"])
            continue
        same = [one == other for one, other in zip(result["answer"]["each"].split(), right, strict=True)]
        if same.count(False):
            skipped(peer.name, f"{same.count(False)} of {len(candidates)} certificates", "refused, or read otherwise")
        # Who is wrong so often must not decide for everybody.
        if same.count(False) <= len(candidates) // 10:
            readers.append((peer, command))
            agreed = [one and other for one, other in zip(agreed, same)]
    chosen = [one for one, isAgreed in zip(candidates, agreed) if isAgreed]
    answer = {"each": " ".join(str(of_certificate(one)) for one in chosen)}
    # The folder that `compare` reads certificates from, beside the fixtures'.
    corpus = BUILD / "corpus" / "suites" / "x509"
    shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir(parents=True)
    for index, one in enumerate(chosen):
        (corpus / f"{index}.der").write_bytes(one)
    file = BUILD / "receipts" / "agreed.der"
    file.write_bytes(b"".join(chosen))
    size = sum(map(len, chosen)) / len(chosen)
    compared = []

    def own():
        rows = json.loads(compare("--only", "der-certificate", "--seconds", seconds, "--json",
                                  env=os.environ | {"RECEIPT_CORPUS": str(BUILD / "corpus")}))
        if rows[0]["bytes"] != int(size):
            sys.exit("compare has measured other certificates: one of the fixtures is refused by a peer")
        compared.append({row["subject"]: figures(row) for row in rows})
        return {"ours": compared[-1]["ours"]["ns"]}

    found = {}
    for (peer, _), row, beside in between(
            readers, own, lambda reader: measure(reader[1], "certificates", file, seconds, answer)):
        if "problem" in row:
            skipped(peer.name, "certificates", row["problem"])
            continue
        for name in ("ns", "p10", "p90"):
            row[name] /= len(chosen)
        found[peer.name] = row | beside
    first = {("this library" if name == "ours" else name): row | {"ours": compared[0]["ours"]["ns"]}
             for name, row in compared[0].items()}
    return first | found, len(chosen), len(candidates), size


def skipped(name, what, why):
    print(f"skipped: {name}, {what}: {why}", file=sys.stderr)


def duration(nanoseconds):
    for size, unit in [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]:
        if nanoseconds >= size:
            return f"{nanoseconds / size:{'.3g' if nanoseconds < 1000 * size else '.0f'}} {unit}"
    return f"{nanoseconds:.0f} ns"


def times(ratio):
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def leaves_out(peer, operation):
    if operation == "fields" and peer.without:
        return ", ".join(map(str, peer.without))
    return peer.leaves.get(operation, "")


def table(operation, sizes, own, rows):
    lines = [f"| {operation} | {' | '.join(sizes)} | × ours, {sizes[-1]} | leaves out |",
             f"|---|{'--:|' * (len(sizes) + 1)}---|"]
    name = "this library, from Base64" if operation == "identifiers" else "this library"
    lines.append(f"| **{name}** | " + " | ".join(duration(own[operation, size]["ns"]) for size in sizes) + " | 1 | |")
    for peer, found in rows:
        cells = [found.get((operation, size), {}) for size in sizes]
        if not any("ns" in cell for cell in cells):
            continue
        last = cells[-1].get("ns") and cells[-1]["ns"] / cells[-1]["ours"]
        lines.append(f"| {peer.name} ({peer.language}) | "
                     + " | ".join(duration(cell["ns"]) if "ns" in cell else "–" for cell in cells)
                     + f" | {times(last) if last else '–'} |"
                     + f" {leaves_out(peer, operation)} |")
    return "\n".join(lines)


def certificate_table(found, count, total, size, peers):
    lines = [f"{count} certificates, {size:,.0f} bytes on average; {total - count} more that not all read alike.\n",
             "| certificates | one | MB/s | × ours | leaves out |", "|---|--:|--:|--:|---|"]
    about = {peer.name: (f"{peer.name} ({peer.language})", leaves_out(peer, "certificates")) for peer in peers}
    for name, row in found.items():
        title, leaves = about.get(name, (name, OURS["certificates"].get(name)))
        lines.append(f"| {title} | {duration(row['ns'])} | {times(size / row['ns'] * 1000)} | "
                     f"{times(row['ns'] / row['ours'])} | {leaves} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="parts of names or languages, with commas between")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--operations", default=",".join(OPERATIONS))
    parser.add_argument("--seconds", type=float, default=0.5, help="for each operation and size, about")
    parser.add_argument("--libraries", type=pathlib.Path, help="what libraries.sh has filled; else $PEERS_LIBRARIES",
                        default=os.environ.get("PEERS_LIBRARIES", BUILD / "libraries"))
    parser.add_argument("--json", type=pathlib.Path, help="writes all rows, too")
    options = parser.parse_args()
    sizes, operations = options.sizes.split(","), options.operations.split(",")
    if unknown := set(sizes) - set(SIZES) | set(operations) - set(OPERATIONS):
        parser.error(f"no such size or operation: {', '.join(sorted(unknown))}")
    chosen = [peer for peer in PEERS if not options.only or any(part in f"{peer.name} {peer.language}".lower()
                                                               for part in options.only.lower().split(","))]
    if not chosen:
        parser.error(f"no such peer: {options.only}; there are {', '.join(peer.name for peer in PEERS)}")
    global libraries
    libraries = options.libraries.resolve()
    BUILD.mkdir(parents=True, exist_ok=True)
    peers, versions = [], []
    for peer in chosen:
        try:
            command, version = peer.prepare()
        except Missing as problem:
            print(f"not there: {peer.name}: {problem}", file=sys.stderr)
            continue
        versions.append(f"- {peer.name}: {version}")
        peers.append((peer, command))
    try:
        compare("--write", BUILD / "receipts")
        own, head = ours(operations, sizes, options.seconds)
    except Missing as problem:
        sys.exit(f"compare: {problem}")

    def read(peer_and_command):
        peer, command = peer_and_command
        found = {}
        for operation in operations:
            if operation == "certificates":
                continue
            for size in sizes:
                file = BUILD / "receipts" / f"{size}.p7"
                row = measure(command, operation, file, options.seconds, expected(size, peer.without))
                if "problem" in row:
                    skipped(peer.name, f"{operation}, {size}", row["problem"])
                    if size == sizes[0]:
                        break
                found[operation, size] = row
        return found

    def own_times():
        return {key: row["ns"] for key, row in ours(operations, sizes, options.seconds / 2)[0].items()}

    rows = [(peer, {key: row | {"ours": beside[key]} for key, row in found.items()})
            for (peer, _), found, beside in between(peers, own_times, read)]
    print(f"- this library: {head['revision']}, {head['compiler']}\n- {head['processor']['name']}, "
          f"{head['operatingSystem']}, load {head['loadAverage']:.1f}, {head['date']}\n" + "\n".join(versions) + "\n")
    tables = [table(operation, sizes, own, rows) for operation in operations if operation != "certificates"]
    flat = [{"subject": name, "measure": operation, "input": size} | row
            for name, found in [("ours", own), *((peer.name, found) for peer, found in rows)]
            for (operation, size), row in found.items()]
    if "certificates" in operations:
        try:
            found, *counts = certificates(peers, options.seconds)
        except Missing as problem:
            sys.exit(f"compare: {problem}")
        tables.append(certificate_table(found, *counts, chosen))
        flat += [{"subject": name, "measure": "certificates", "input": ""} | row for name, row in found.items()]
    print("\n\n".join(tables))
    if options.json:
        options.json.write_text(json.dumps({"head": head, "peers": versions, "rows": flat}, indent=1) + "\n")


if __name__ == "__main__":
    main()
