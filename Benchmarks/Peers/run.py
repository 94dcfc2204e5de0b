#!/usr/bin/env python3
"""Measures libraries in other languages over the made-up receipts, each in a process of its own, beside this one.

    Benchmarks/Peers/run.py                         all that are there; says which are not, and why
    Benchmarks/Peers/run.py --only ruby,cryptobyte --seconds 1 --sizes small,large
    Benchmarks/Peers/run.py --json results.json

What a peer finds is compared with what this program finds by itself in the receipt; a peer that finds something else is
not timed. Results are Markdown.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
BENCHMARKS = FOLDER.parent
BUILD = BENCHMARKS / ".build" / "peers"
SIZES = ["small", "medium", "large", "1k", "10k"]
OPERATIONS = ["identifiers", "fields", "validate"]
BOUNCY_CASTLE = ["/usr/share/java/bcprov.jar", "/usr/share/java/bcpkix.jar", "/usr/share/java/bcutil.jar"]


class Missing(Exception):
    """Why a peer isn't there."""


def output(*command, **options):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        raise Missing((result.stderr or result.stdout).strip().splitlines()[-1:] or ["it fails"])
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


# Name, language, what its validation leaves out, and how it is made ready.
PEERS = [
    ("asn1crypto", "Python", "", python("asn1crypto")),
    ("pyasn1", "Python", "", python("pyasn1")),
    ("apple-purchase-receipt-verifier", "Python and Rust", "device",
     python("apple-purchase-receipt-verifier")),
    ("encoding/asn1", "Go", "device, Apple's marker extensions", go("encoding/asn1")),
    ("cryptobyte", "Go", "", go("cryptobyte")),
    ("Bouncy Castle", "Java", "device, Apple's marker extensions", java),
    ("OpenSSL of Ruby", "Ruby", "device, Apple's marker extensions", ruby),
    ("phpseclib", "PHP", "", php),
]


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


def expected(data):
    answer = dict.fromkeys(["purchases", "identifiers", "characters", "integers", "seconds"], 0)

    def read(container):
        for type, value in attributes(container):
            if type == 17:
                answer["purchases"] += 1
                read(value)
                continue
            identifier, start, end = next(elements(value)) if value[0] in (2, 12, 22) else (0, 0, 0)
            contents = value[start:end]
            if type in (1703, 1705):
                answer["identifiers"] += int(contents)
            if type in (0, 2, 3, 10, 19, 1702, 1703, 1705, 1721):
                answer["characters"] += len(contents)
            elif type in (1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722):
                answer["integers"] += int.from_bytes(contents, "big", signed=True)
            elif type in (8, 12, 18, 21, 1704, 1706, 1708, 1712) and contents:
                date = datetime.datetime.strptime(contents.decode(), "%Y-%m-%dT%H:%M:%S%z")
                answer["seconds"] += int(date.timestamp())

    read(payload(data))
    return {name: str(value) for name, value in answer.items()}


def compare(*arguments):
    return output("swift", "run", "-c", "release", "--package-path", BENCHMARKS, "compare", *arguments)


def ours(sizes, seconds):
    """This library's rows, by operation and size: read by `compare`, in a process of its own, too."""
    measures = {"identifier": ("identifiers", "history"), "materialise": ("fields", "ours"),
                "validate": ("validate", "ours-cold")}
    names = ",".join(f"{measure}/{size}" for measure in measures for size in sizes)
    rows = json.loads(compare("--only", names, "--seconds", seconds, "--json"))
    found = {}
    for row in rows:
        operation, subject = measures[row["measure"]]
        if row["subject"] == subject:
            found[operation, row["input"]] = {name: row[name] for name in ("ns", "p10", "p90", "rounds")}
    return found, rows[0]["head"]


def measure(command, operation, size, seconds, answer):
    """The row of one peer, or why there is none."""
    arguments = [operation, BUILD / "receipts" / f"{size}.p7", BUILD / "receipts" / "root.cer", seconds]
    try:
        result = json.loads(output(*command, *arguments, timeout=120 + 20 * seconds))
    except subprocess.TimeoutExpired:
        return {"problem": "more than two minutes"}
    except (Missing, ValueError) as problem:
        return {"problem": f"fails: {problem}"}
    if "skip" in result:
        return {"problem": result["skip"]}
    for name, value in result["answer"].items():
        if answer[name] != value:
            return {"problem": f"finds {name} {value}, not {answer[name]}"}
    rounds = sorted(result["ns"])
    quantile = statistics.quantiles(rounds, n=10, method="inclusive")
    return {"ns": statistics.median(rounds), "p10": quantile[0], "p90": quantile[8], "rounds": len(rounds)}


def duration(nanoseconds):
    for size, unit in [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]:
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}" if nanoseconds < 1000 * size else f"{nanoseconds / size:.0f} {unit}"
    return f"{nanoseconds:.0f} ns"


def table(operation, sizes, own, rows):
    # Nobody verifies anything in the other two.
    tells = operation == "validate"
    lines = [f"| {operation} | {' | '.join(sizes)} | × ours, {sizes[-1]} |" + (" leaves out |" if tells else ""),
             f"|---|{'--:|' * (len(sizes) + 1)}" + ("---|" if tells else "")]
    name = "this library, from Base64" if operation == "identifiers" else "this library"
    lines.append(f"| **{name}** | " + " | ".join(duration(own[operation, size]["ns"]) for size in sizes)
                 + " | 1 |" + (" nothing |" if tells else ""))
    for name, language, leaves, found in rows:
        cells = [found.get((operation, size), {}) for size in sizes]
        if not any("ns" in cell for cell in cells):
            continue
        last = cells[-1].get("ns")
        ratio = last / own[operation, sizes[-1]]["ns"] if last else None
        lines.append(f"| {name} ({language}) | "
                     + " | ".join(duration(cell["ns"]) if "ns" in cell else "–" for cell in cells)
                     + (" | –" if ratio is None else f" | {ratio:,.0f}" if ratio >= 100 else f" | {ratio:.3g}") + " |"
                     + (f" {leaves} |" if tells else ""))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="parts of names, with commas between")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--seconds", type=float, default=0.5, help="for each operation and size, about")
    parser.add_argument("--json", type=pathlib.Path, help="writes all rows, too")
    options = parser.parse_args()
    sizes = options.sizes.split(",")
    if unknown := set(sizes) - set(SIZES):
        parser.error(f"no such size: {', '.join(sorted(unknown))}")
    chosen = [peer for peer in PEERS if not options.only or any(part in peer[0].lower() or part in peer[1].lower()
                                                               for part in options.only.lower().split(","))]
    if not chosen:
        parser.error(f"no such peer: {options.only}")
    BUILD.mkdir(parents=True, exist_ok=True)
    try:
        compare("--write", BUILD / "receipts")
        own, head = ours(sizes, options.seconds)
    except Missing as problem:
        sys.exit(f"compare: {problem}")
    answers = {size: expected((BUILD / "receipts" / f"{size}.p7").read_bytes()) for size in sizes}
    rows, versions = [], []
    for name, language, leaves, prepare in chosen:
        try:
            command, version = prepare()
        except Missing as problem:
            print(f"not there: {name}: {problem}", file=sys.stderr)
            continue
        versions.append(f"- {name}: {version}")
        found = {}
        for operation in OPERATIONS:
            for size in sizes:
                row = measure(command, operation, size, options.seconds, answers[size])
                if "problem" in row:
                    print(f"skipped: {name}, {operation}, {size}: {row['problem']}", file=sys.stderr)
                    if size == sizes[0]:
                        break
                found[operation, size] = row
        rows.append((name, language, leaves, found))
    print(f"- this library: {head['revision']}, {head['compiler']}\n- {head['processor']['name']}, "
          f"{head['operatingSystem']}, load {head['loadAverage']:.1f}, {head['date']}\n" + "\n".join(versions) + "\n")
    print("\n\n".join(table(operation, sizes, own, rows) for operation in OPERATIONS))
    if options.json:
        flat = [{"subject": name, "measure": operation, "input": size} | row
                for name, _, _, found in [("ours", "", "", own), *rows] for (operation, size), row in found.items()]
        options.json.write_text(json.dumps({"head": head, "peers": versions, "rows": flat}, indent=1) + "\n")


if __name__ == "__main__":
    main()
