"""What `run`, `campaign`, `planted.py` and `oss-fuzz` share: the fuzzers, their inputs, and building them."""

import concurrent.futures
import hashlib
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import time

import edge_seeds
import message_seeds
import text_seeds
from fixture_seeds import FUZZ, ROOT, WORK, conformance, derived, judged, read_hex, signed

# No look at leaks: what globals of Swift hold on to may look like one, since their pointers have bits of their own. 16 MB of
# freed memory are kept, not 256, and callers of an allocation not noted, which saves a quarter of the time; to see those, set
# ASAN_OPTIONS=malloc_context_size=30.
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no",
               "ASAN_OPTIONS": ":".join(filter(None, ["malloc_context_size=2:quarantine_size_mb=16",
                                                      os.environ.get("ASAN_OPTIONS"), "detect_leaks=0"]))}


def read_targets():
    """The fuzzers by their names, with the arguments that they have in the manifest."""
    text = re.sub(r"\s+", " ", (FUZZ / "Package.swift").read_text())
    rows = re.findall(r'Fuzzer\( ?"(\w+)", (in: "\w+", [^()]*)\)', text)
    targets = {}
    for name, arguments in rows:
        pairs = re.findall(r'(\w+): (?:"(\w+)"|(\d+))', arguments)
        targets[name.lower()] = {key: word or int(number) for key, word, number in pairs}
    if len(targets) != text.count("Fuzzer(") or not all({"bytes", "share"} <= row.keys() for row in targets.values()):
        sys.exit("Package.swift: a fuzzer that cannot be read")
    kept = {path.stem for path in (FUZZ / "Corpus").glob("*.hex")} | {path.name for path in (FUZZ / "Regressions").iterdir()}
    if unknown := kept - targets.keys():
        sys.exit(f"inputs of no fuzzer: {', '.join(sorted(unknown))}")
    return targets


TARGETS = read_targets()
# `blind.py` leaves some out of TARGETS.
ALL = set(TARGETS)


def product(target):
    return "Fuzz" + target.capitalize()


EDGES = ["-Xswiftc", "-sanitize-coverage=edge,inline-8bit-counters,pc-table"]
# How fuzzers can be built, all in release mode.
MODES = {
    # Writes down what inputs are compared with, and tries that.
    "compare": [],
    # Twice as fast without.
    "fast": EDGES,
    # With AddressSanitizer, and comparisons. Not two --sanitize: SwiftPM then leaves out the coverage without a word.
    "address": ["-Xswiftc", "-sanitize=fuzzer,address"],
    # With AddressSanitizer, without comparisons: for inputs that nothing mutates.
    "replay": ["-Xswiftc", "-sanitize=fuzzer,address", *EDGES],
    # Counts how often each line runs, for llvm-cov.
    "coverage": ["-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"],
}


def build(targets, mode, package=FUZZ):
    """Builds fuzzers in one of the modes. Gives the folder they are in."""
    # SwiftPM takes one product or everything.
    products = [None] if set(targets) == ALL else map(product, targets)
    flags = ["--sanitize", "fuzzer", *MODES[mode]]
    return build_products(products, flags, package / f".build-{mode}", package, {"FUZZERS_ONLY": "1"})


def copy_fuzzers(package, synchronise):
    """Puts the fuzzers into another copy of the package, one with bugs, which the compiler may warn of."""
    ENVIRONMENT["RECEIPT_WARNINGS_ARE_ERRORS"] = "0"
    copy = package / "Fuzz"
    synchronise(FUZZ / "Sources", copy / "Sources")
    for link in filter(pathlib.Path.is_symlink, (FUZZ / "Sources").iterdir()):
        if not (copy / "Sources" / link.name).is_symlink():
            (copy / "Sources" / link.name).symlink_to(link.readlink())
    (copy / "Package.swift").write_bytes((FUZZ / "Package.swift").read_bytes())


def build_tool(name):
    """Builds a tool that is no fuzzer, in plain release mode. Gives its path."""
    return build_products([name], [], FUZZ / ".build-release") / name


def build_products(products, flags, scratch, package=FUZZ, variables=None):
    """Builds each of these products; everything for None. Gives the folder they are in."""
    # SwiftPM does not see new files of the package around this one unless it plans anew, nor that the links in `Sources`
    # import modules that are not products.
    (scratch / "release.yaml").unlink(missing_ok=True)
    # A harness of somebody else's is elsewhere, and uses this one.
    folders = [folder for folder in (package, *package.parents) if (folder / "Sources" / "ReceiptParsing").is_dir()]
    library = folders[0] if folders else ROOT
    changed = max(file.stat().st_mtime for file in (library / "Sources").rglob("*.swift"))
    for name in ("Inspection", "ReceiptTool"):
        for file in scratch.glob(f"*/release/{name}.build/*.o"):
            if file.stat().st_mtime < changed:
                file.unlink()
    for name in products:
        command = ["swift", "build", "-c", "release", *flags, *(["--product", name] if name else []),
                   "--package-path", package, "--scratch-path", scratch]
        report(f"building {name or 'all fuzzers'} in {scratch.name}")
        process = subprocess.Popen(command, env={**ENVIRONMENT, **(variables or {})}, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True,
                                   errors="replace")
        lines = []
        for line in slowly(process.stdout, lines):
            report(f"  {line.strip()[:100]}")
        if process.wait() != 0:
            errors = [line for line in lines if "error:" in line]
            sys.exit("".join(errors[:20] or lines))
    return scratch / "release"


def report(text):
    print(text, file=sys.stderr, flush=True)


def slowly(lines, kept, seconds=10):
    """Keeps every line, and gives one now and then: so that nobody waits before a silent terminal."""
    last = time.monotonic()
    for line in lines:
        kept.append(line)
        if time.monotonic() - last >= seconds:
            last = time.monotonic()
            yield line


def in_parallel(function, items, jobs):
    """What the function gives for each item, in their order, so many at a time."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(function, items))


# Inputs

def fixtures(target):
    """Inputs out of the project's own fixtures and its conformance set."""
    folder, kind = ROOT / "Tests" / "Fixtures", TARGETS[target].get("seeds")
    files = sorted((folder / "Receipts").glob("*.p7"))
    forgeries = sorted((folder / "Forgeries").glob("*.p7"))
    # What a forgery is refused by may be what `verifier` trusts: the property knows those that are judged as all are.
    files += [file for file in forgeries if kind != "signed" or file.stem in judged(folder / "Forgeries")]
    if kind == "lists":
        names = judged(folder / "Transactions")
        # And an app's receipt, which is none of these.
        lists = [next(message_seeds.receipts())]
        lists += [o.read_bytes() for o in sorted((folder / "Transactions").glob("*.plist")) if o.stem in names]
        # An input that begins with 0 chooses a list: see `TransactionProperty`.
        return lists + list(text_seeds.property_lists()) + [
            b"\0" + random.Random(number).randbytes(26) for number in range(128)]
    if kind == "bodies":
        # Genuine ones, and those with a wrong end, app or cancellation.
        files += sorted((folder / "Transactions").glob("[EP]*.plist"))
    if kind == "wrapped":
        # As they should be, and wrongly signed.
        files += sorted((folder / "Transactions").glob("[PS]*.plist"))
    certificates = sorted((folder / "authority").glob("*.cer"))
    made = {"signed": signed, "certificates": edge_seeds.certificates, "elements": edge_seeds.elements,
            "messages": message_seeds.messages,
            "containers": message_seeds.containers, "receipts": message_seeds.receipts,
            "wrapped": message_seeds.receipts, "dates": edge_seeds.dates,
            "payloads": edge_seeds.payloads, "purchases": edge_seeds.refunds, "keys": edge_seeds.keys}
    inputs = list(made[kind]()) if kind in made else []
    inputs += list(derived(kind, [f.read_bytes() for f in files], [f.read_bytes() for f in certificates]))
    if kind in ("purchases", "pairs", "containers", "edited", "bodies"):
        # Choices for payloads: see `ChosenPayload`.
        inputs += [b"\0" + random.Random(number).randbytes(16 + number) for number in range(128)]
    if kind == "choices":
        inputs += [random.Random(number).randbytes(number) for number in range(0, 256, 2)]
    if kind == "base64":
        inputs += text_seeds.foreign()
    if kind == "json":
        inputs += [text.encode() for text in text_seeds.json()]
    return inputs + [data for data in conformance(kind) if len(data) <= TARGETS[target]["bytes"]]


def corpus_folder():
    """The folder with receipts that are not part of the project; None unless RECEIPT_CORPUS names one."""
    name = os.environ.get("RECEIPT_CORPUS")
    return pathlib.Path(name) if name else None


def foreign(target):
    """Inputs out of that folder. What comes of them is never committed."""
    folder = corpus_folder()
    if folder is None:
        return
    receipts = sorted((folder / "receipts").glob("files/*")) + sorted((folder / "receipts").glob("malformed/*"))
    kind = TARGETS[target].get("seeds")
    if kind == "signed":
        receipts = []  # another authority has signed those
    if kind in ("json", "lists"):
        names = {"json": "json/*.json", "lists": "legacy/*.plist"}[kind]
        yield from (file.read_bytes() for file in sorted((folder / "receipts").glob(names)))
    certificates = sorted((folder / "receipts" / "certs").glob("*.cer"))
    yield from derived(kind, [f.read_bytes() for f in receipts], [f.read_bytes() for f in certificates])
    kinds = {"reader": "*", "transcoder": "*", "certificate": "*x509*", "container": "*cms*", "receipt": "*cms*"}
    for file in sorted((folder / "suites" / "corpora").glob(kinds.get(target, "none") + ".hex")):
        for line in file.read_text().splitlines():
            yield bytes.fromhex(line.split()[-1] if line.strip() else "")


def committed(target):
    corpus = FUZZ / "Corpus" / f"{target}.hex"
    if corpus.exists():
        yield from read_hex(corpus)
    for file in sorted((FUZZ / "Regressions" / target).glob("*.hex")):
        yield from read_hex(file)


def seeds(target):
    """A folder with all inputs that are not too long for a fuzzer, written anew."""
    return inputs(target, "seeds", TARGETS[target]["bytes"])


def inputs(target, name, limit):
    """A folder with all inputs of up to so many bytes, written anew."""
    folder = WORK / ("foreign" if corpus_folder() else "own") / f"{target}-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {}
    for source in (committed(target), fixtures(target), foreign(target)):
        for data in source:
            if len(data) <= limit:
                wanted[hashlib.sha1(data).hexdigest()] = data
    present = {file.name for file in folder.iterdir()}
    for name in present - wanted.keys():
        (folder / name).unlink(missing_ok=True)
    for name in wanted.keys() - present:
        # Several fuzzers of one target may do this at the same time.
        temporary = folder.parent / f"{folder.name}-{name}.{os.getpid()}"
        temporary.write_bytes(wanted[name])
        temporary.rename(folder / name)
    return folder


def found(target):
    """The folder for inputs that the fuzzer finds. Those that came of foreign receipts stay apart."""
    folder = WORK / ("foreign" if corpus_folder() else "own") / f"{target}-found"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


# Running

def dictionary(target):
    """The file of words for a fuzzer; None if it has none."""
    name = TARGETS[target].get("dictionary")
    return FUZZ / "Corpus" / f"{name}.dict" if name else None


def fuzz(target, binaries, seconds, found_folder, extra=(), artifacts=WORK, of_core=False, verbose=False):
    """Runs one fuzzer. Gives its figures; `crash` is the file of the input that ended it.

    `of_core`: the seconds are those of a core, however long other processes keep it waiting. It is killed then.
    `verbose`: prints every ten seconds how far it is.
    """
    artifacts.mkdir(parents=True, exist_ok=True)
    command = [
        binaries / product(target), found_folder, seeds(target),
        f"-max_len={TARGETS[target]['bytes']}", f"-max_total_time={0 if of_core else seconds}", "-print_final_stats=1",
        "-timeout=10", "-report_slow_units=60", "-rss_limit_mb=2048", "-reduce_inputs=0",
        # With AddressSanitizer: no single allocation may come near what a declared length can ask for.
        "-malloc_limit_mb=4", "-print_funcs=0", "-detect_leaks=0",
        f"-artifact_prefix={artifacts}/{target}-", *extra,
    ]
    command += [f"-dict={dictionary(target)}"] if dictionary(target) else []
    # Weighing inputs by rare features takes a fifth of the time of a small fuzzer.
    command += ["-entropic=0"] if binaries.parent.name == ".build-fast" else []
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace",
                               preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
                               if of_core else None)
    lines = []
    for line in slowly(process.stdout, lines):
        figures = re.match(r"#(\d+).*?cov: (\d+).*?exec/s: (\d+)", line)
        if verbose and figures:
            executions, edges, rate = map(int, figures.groups())
            report(f"  {target}: {executions:,} executions, {edges:,} edges, {rate:,} a second")
    log = "".join(lines)
    # Other processes may run beside it: a rate by the clock would be theirs, too.
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status = os.waitstatus_to_exitcode(status)
    if not re.search(r"Loaded 1 modules +\([1-9]\d* inline 8-bit counters\)", log):
        sys.exit(f"{target} was built without coverage:\n{log[:2000]}")

    def number(pattern, default=0):
        matches = re.findall(pattern, log)
        return int(matches[-1]) if matches else default

    # What ended the process was written last.
    crash = (re.findall(r"Test unit written to (\S+)", log) or [None])[-1]
    if crash and not pathlib.Path(crash).exists():
        # libFuzzer says so in any case, also if the process could not open a file. Then the log has to do.
        crash = None
    kind = crash and re.search("-(timeout|slow-unit|[a-z]+)-", pathlib.Path(crash).name)[1]
    if kind in ("timeout", "slow-unit") and not is_reproduced(target, binaries, crash):
        # A machine that stood still for some seconds looks like an input that takes so long.
        print(f"{target}: {crash} takes no time by itself", flush=True)
        # The process goes on after a slow input, and ends with 0 unless something else happens.
        crash, status = None, 0 if kind == "timeout" else status
    return {
        "executions": number(r"number_of_executed_units: (\d+)"),
        "edges": number(r"\bcov: (\d+)"),
        "features": number(r"\bft: (\d+)"),
        "per second": number(r"average_exec_per_sec: +(\d+)"),
        "memory": number(r"peak_rss_mb: +(\d+)"),
        "violated": (re.findall(r"VIOLATED.*|AddressSanitizer: .*|ERROR: libFuzzer: .*|Fatal error: .*", log) or [""])[0],
        "crash": pathlib.Path(crash) if crash else None,
        "core seconds": round(usage.ru_utime + usage.ru_stime, 1),
        "log": log,
        "status": status,
    }


def is_reproduced(target, binaries, crash):
    """Whether the input of a timeout alone ends the process, too."""
    done = subprocess.run([binaries / product(target), crash, "-timeout=10"], env=ENVIRONMENT, capture_output=True)
    return done.returncode != 0


def minimised(target, binaries, crash, seconds=20):
    """The smallest input that libFuzzer finds to end the process, too."""
    smallest = crash.with_name(crash.name + ".small")
    subprocess.run(
        [binaries / product(target), crash, "-minimize_crash=1", f"-max_total_time={seconds}",
         f"-exact_artifact_path={smallest}", "-timeout=10"],
        env=ENVIRONMENT, capture_output=True)
    return smallest if smallest.exists() else crash


def file_regression(target, crash, violated, private=False):
    """Writes a crash down: as a regression vector, unless a foreign receipt may be in it."""
    data = crash.read_bytes()
    private = private or corpus_folder() is not None
    folder = (WORK / "foreign" / "crashes" if private else FUZZ / "Regressions") / target
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / (hashlib.sha1(data).hexdigest()[:12] + ".hex")
    reason = re.sub(r"[^\x20-\x7e]", "?", violated)[:160]
    file.write_text(f"# {reason}\n{data.hex() or '-'}\n")
    return file
