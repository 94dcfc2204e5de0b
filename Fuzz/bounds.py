"""Time and memory of every entry point and every command over adversarial inputs: linear in the input, and not much
more than an ordinary one takes. `run --bounds` and `run --entry-points` are the ways in."""

import dataclasses
import json
import os
import pathlib
import re
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import time

import entry_points
import fuzzing

# How many times the time of an ordinary byte a byte may take, and how many times that of a byte of the smallest input
# one of the largest may.
MOST_TIME, MOST_GROWTH = 20, 1.5
# Growth counts above so many times the time of an ordinary byte. What is faster than that is about as fast as memory,
# which is slower the more there is of it.
GROWTH_COUNTS_ABOVE = 2
# What a call may take beside what it takes for each byte: a microsecond for the clock, 256 KiB.
CONSTANT_TIME, CONSTANT_MEMORY = 1e-6, 256 << 10
# The same for a process: what one takes longer than another for nothing, and what its allocator keeps.
PROCESS_TIME, PROCESS_MEMORY = 0.005, 16 << 20
# What an ordinary byte of a file takes at least: less than this is noise. In nanoseconds.
LEAST_ORDINARY = 5
# How long one measurement may take, in seconds: far more than 16 MiB at the highest bound.
TIMEOUT = 60
# Memory of one process, in bytes: what takes more has failed before it disturbs others.
MOST_ADDRESSES = 16 << 30
# What is over a bound is measured again, so often: another process may have been in the way for a while.
CHANCES = 5

README = fuzzing.FUZZ / "README.md"
# What was measured so far: several runs, each of some entry points, make one table.
RESULTS = fuzzing.WORK / "bounds.json"
MARKS = "<!-- run --bounds -->", "<!-- end -->"


@dataclasses.dataclass
class Figure:
    """What one input costs."""
    bytes: int
    seconds: float
    memory: int
    most_memory: float
    printed: int = 0

    @property
    def nanoseconds(self):
        return self.seconds * 1e9 / max(self.bytes, 1)


class Failure(Exception):
    """An input that has no figures: too slow, or the end of the process."""


# Measuring

class Library:
    """A process with the library in it, which measures calls; another one after a failure."""

    def __init__(self, timeout):
        self.tool = fuzzing.build_tool("Bounds")
        self.timeout = timeout
        self.process = None
        listing = json.loads(subprocess.check_output([self.tool, "--list"], env=fuzzing.ENVIRONMENT))
        self.entry_points, self.shapes = listing["entryPoints"], listing["shapes"]
        if not listing["countsMemory"]:
            print("Memory is not counted on this platform.")

    def ask(self, *words):
        if self.process is None:
            self.process = subprocess.Popen(
                [self.tool], env=fuzzing.ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, preexec_fn=limit_memory)
        self.process.stdin.write(("\t".join(map(str, words)) + "\n").encode())
        self.process.stdin.flush()
        line = b""
        deadline = time.monotonic() + self.timeout
        while not line.endswith(b"\n"):
            if not select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                self.stop()
                raise Failure(f"no end after {self.timeout} s")
            part = os.read(self.process.stdout.fileno(), 1 << 16)
            if not part:
                status = self.stop()
                raise Failure(f"the process ended with status {status}")
            line += part
        return json.loads(line)

    def stop(self):
        process, self.process = self.process, None
        if process is None:
            return None
        process.kill() if process.poll() is None else None
        process.stdin.close()
        process.stdout.close()
        return process.wait()

    def measure(self, entry_point, shape, size, runs=1):
        """The figure of an entry point; `None` if the input does not come so far."""
        answer = self.ask("measure", entry_point["name"], shape, size, runs)
        if "isSkipped" in answer:
            return None
        most = entry_point["memoryOfBER" if answer["isBER"] else "memory"]
        seconds = max(answer["nanoseconds"] / 1e9 - CONSTANT_TIME, 0)
        return Figure(answer["bytes"], seconds, max(answer["memory"] - CONSTANT_MEMORY, 0), most)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# The commands of the tool

RECEIPTS = {"receipt", "certificate"}
ENCODINGS = RECEIPTS | {"encoding", "message", "base64"}
ALL = RECEIPTS | {"base64", "transaction", "json", "answer", "request", "foreign"}
AT = ["--at", "2025-06-15T00:00:00Z"]


# Receipts for what does little more than other commands do, or other entry points of the library.
FEW = (
    "an ordinary receipt", "purchases of many products", "renewals one behind the other, the last first",
    "withheld purchases that all differ", "transactions of 200 digits", "texts of escapes and controls",
    "purchases of dates that are none", "each attribute again and again", "a long bundle identifier",
    "certificates without contents", "certificates that all differ", "signers and certificates",
    "BER round ordinary purchases")
# Commands for which the short form takes those alone.
QUICK = {"verify", "owned", "ids", "attributes"}


@dataclasses.dataclass
class Command:
    """A command of the tool with options. `{}` stands for the file."""
    name: str
    arguments: list
    kinds: set
    ordinary: str
    # Bytes of memory for each byte of an input, beside a constant.
    memory: float
    # Names of the only inputs, in place of all of these kinds.
    only: tuple = ()
    # How the input is written: `plain`, `base64`, or as `lines`, many short inputs of this shape in Base64.
    form: str = "plain"

    @property
    def is_variant(self):
        """Whether it does what another one does, and writes it in another form."""
        return any(word in self.arguments for word in ("--json", "--allow-xcode", "--repaired", "-o", "--keyed"))


def commands():
    receipt, answer = "an ordinary receipt", "an ordinary answer"

    def one(name, *arguments, kinds=RECEIPTS, ordinary=receipt, memory=16.0):
        return Command(" ".join([name, *(a for a in arguments if a.startswith("-") and a != "--at")]),
                       [name, *arguments, "{}"], kinds, ordinary, memory)

    found = [
        one("show", memory=48), one("show", "--json", memory=96),
        one("show", "--format", "verify-receipt", kinds=RECEIPTS | {"transaction"}, memory=128),
        one("verify", *AT), one("verify", "--json", *AT), one("verify", "--allow-xcode", *AT),
        one("owned", *AT, memory=64), one("owned", "--json", *AT, memory=96),
        one("ids", memory=64), one("ids", "--json", memory=96),
        one("diff", kinds={"json", "answer"}, ordinary=answer, memory=256),
        one("diff", "--json", kinds={"json", "answer"}, ordinary=answer, memory=256),
        one("doctor", kinds=ALL, memory=96), one("doctor", "--json", kinds=ALL, memory=96),
        one("doctor", "--repaired", kinds=ALL, memory=96),
        one("redact", kinds=ALL, memory=24), one("redact", "-o", "/dev/null", kinds=ALL, memory=24),
        one("tree", kinds=ENCODINGS), one("tree", "--json", kinds=ENCODINGS), one("attributes", memory=24),
        one("redact", "--json", kinds=ALL, memory=32), one("diff", "--purchases", kinds={"json", "answer"}, ordinary=answer, memory=256),
    ]
    found.append(Command("diff RECEIPT ANSWER", ["diff", "{receipt}", "{}"], {"json", "answer"}, answer, 256))
    found.append(Command("owned --renewals", ["owned", *AT, "--renewals", "{}", "{receipt}"], {"json", "answer"},
                         answer, 256))
    for kind in ("summary", "show", "verify-receipt", "ids", "owned", "calls", "diff"):
        shapes, ordinary = ({"answer"}, answer) if kind == "diff" else ({"receipt"}, receipt)
        for form in ("line", "lines"):
            arguments = ["batch", "--jobs", "1", "--answer", kind, *AT, "{}"]
            memory = {"line": 128, "lines": 8 if kind != "calls" else 16}[form]
            found.append(Command(
                f"batch --answer {kind}, {'one line' if form == 'line' else 'many lines'}", arguments, shapes, ordinary,
                256 if kind == "diff" else memory, () if kind == "diff" else FEW, form))
    found.append(Command("batch --verify", ["batch", "--jobs", "1", "--verify", "{}"], {"receipt"}, receipt, 128, FEW, "line"))
    found.append(Command("batch --keyed", ["batch", "--jobs", "1", "--keyed", "{}"], {"receipt"}, receipt, 128, FEW, "keyed"))
    found.append(Command("batch --paths", ["batch", "--jobs", "1", "--paths", "{}"], {"receipt"}, receipt, 128, FEW, "path"))
    return found


class Tool:
    """The tool `receipt`, and files to run it on."""

    def __init__(self, library, timeout):
        self.library, self.timeout = library, timeout
        # Without the counters of fuzzers: the tool as people have it.
        scratch = fuzzing.FUZZ / ".build-tool"
        self.tool = fuzzing.build_products(["receipt"], [], scratch, fuzzing.ROOT) / "receipt"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bounds-"))
        self.kinds = {shape["name"]: shape["kind"] for shape in library.shapes}
        self.last = {}
        # A process counts the memory of the one that it is forked from: this one has more and more of it.
        self.runner = subprocess.Popen(
            [sys.executable, fuzzing.FUZZ / "runner.py"], env=fuzzing.ENVIRONMENT, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, preexec_fn=limit_memory)
        self.receipt = self.folder / "receipt"
        library.ask("write", "an ordinary receipt", 4096, "plain", self.receipt)
        self.nothing = min(self.run(["show", self.receipt]) for _ in range(5))

    def run(self, arguments):
        """The seconds of a core that the tool takes, the most memory that it has, and the bytes that it prints."""
        command = [str(word) for word in [self.tool, *arguments]]
        self.runner.stdin.write(json.dumps({"command": command, "timeout": self.timeout}).encode() + b"\n")
        self.runner.stdin.flush()
        answer = json.loads(self.runner.stdout.readline())
        if "status" not in answer:
            raise Failure(f"no end after {self.timeout} s")
        if answer["status"] not in (0, 1):  # 2 is a wrong command line, which takes no time
            raise Failure(f"the process ended with status {answer['status']}")
        return answer["seconds"], answer["memory"], answer["printed"]

    def file(self, form, shape, size):
        """A file with the input, and how many bytes it has."""
        if form == "plain":
            path = self.folder / f"{size}.receipt"
            if self.last.get(path) != shape:
                self.library.ask("write", shape, size, "plain", path)
                self.last[path] = shape
            return path, path.stat().st_size
        path, line = self.folder / "lines", self.folder / "line"
        # Lines of 2 KiB and more: most shapes are longer than that by themselves. An answer is a line as it is.
        is_answer = self.kinds[shape] == "answer"
        length = 2048 if form == "lines" else size if is_answer else size * 3 // 4
        self.library.ask("write", shape, length, "plain" if is_answer else "base64", line)
        text = line.read_bytes().replace(b"\n", b"")
        line.write_bytes(text)
        if form == "path":
            path.write_text(f"{line}\n")
            return path, len(text)
        text = (b"key\t" if form == "keyed" else b"") + text + b"\n"
        path.write_bytes(text * (max(1, size // len(text)) if form == "lines" else 1))
        return path, path.stat().st_size

    def measure(self, command, shape, size, runs=1):
        path, count = self.file(command.form, shape, size)
        names = {"{}": path, "{receipt}": self.receipt}
        arguments = [names.get(word, word) for word in command.arguments]
        figures = [self.run(arguments) for _ in range(runs)]
        seconds = min(figure[0] for figure in figures) - self.nothing[0] - PROCESS_TIME
        memory = min(figure[1] for figure in figures) - self.nothing[1] - PROCESS_MEMORY
        return Figure(count, max(seconds, 0), max(memory, 0), command.memory, figures[0][2])

    def close(self):
        self.runner.stdin.close()
        self.runner.wait()
        shutil.rmtree(self.folder)


# Judging

class Worst:
    """The highest of some numbers, and the shape that it belongs to."""

    def __init__(self):
        self.number, self.shape = 0.0, "–"

    def take(self, number, shape):
        if number > self.number:
            self.number, self.shape = number, shape


class Judgement:
    """The worst figures of an entry point, and those that are over a bound."""

    # The bounds are so many times as wide.
    slack = 1

    def __init__(self, name, ordinary, most_growth=MOST_GROWTH, most_time=MOST_TIME):
        self.name, self.ordinary = name, ordinary
        self.most_growth, self.most_time = most_growth * self.slack, most_time * self.slack
        self.ratio, self.growth, self.memory, self.printed = Worst(), Worst(), Worst(), Worst()
        self.most_memory = 0
        self.violations = []
        self.shapes = 0

    def problems(self, figures):
        """What is over a bound in figures of rising sizes, the last one new."""
        last = figures[-1]
        found = []
        if last.nanoseconds > self.ordinary * self.most_time:
            found.append(f"{last.nanoseconds:.1f} ns a byte, at most {self.ordinary * self.most_time:.1f}")
        if last.memory > last.most_memory * self.slack * last.bytes:
            found.append(f"{last.memory / max(last.bytes, 1):.1f} × memory, at most {last.most_memory * self.slack:g}")
        if (growth := self.growth_of(figures)) > self.most_growth:
            found.append(f"{growth:.2f} × the time a byte of {figures[0].bytes:,} bytes, at most {self.most_growth}")
        return found

    def is_over_time(self, figures, factor=1):
        return (figures[-1].nanoseconds > self.ordinary * self.most_time * factor
                or self.growth_of(figures) > self.most_growth * factor)

    def growth_of(self, figures):
        # A shape of a fixed size does not grow.
        first, last = figures[0], figures[-1]
        if last.bytes < 2 * first.bytes or last.nanoseconds < self.ordinary * GROWTH_COUNTS_ABOVE:
            return 0
        return last.nanoseconds / max(first.nanoseconds, self.ordinary * GROWTH_COUNTS_ABOVE)

    def take(self, figures, shape):
        self.shapes += 1
        for figure in figures:
            self.ratio.take(figure.nanoseconds / self.ordinary, shape)
            self.memory.take(figure.memory / max(figure.bytes, 1), shape)
            self.printed.take(figure.printed / max(figure.bytes, 1), shape)
            self.most_memory = max(self.most_memory, figure.most_memory)
        self.growth.take(self.growth_of(figures), shape)

    @property
    def row(self):
        cells = [
            self.name, str(self.shapes), f"{self.ordinary:.2f}", f"{self.ratio.number:.1f}", self.ratio.shape,
            f"{self.growth.number:.2f}", f"{self.most_growth:g}", self.growth.shape, f"{self.memory.number:.1f}", f"{self.most_memory:g}",
            self.memory.shape, f"{self.printed.number:.1f}" if self.printed.number else ""]
        return "| " + " | ".join(cells) + " |"


HEADER = """\
| entry point | inputs | ordinary byte, ns | time × | worst input | growth | bound | of | memory × | bound | of | printed × |
|---|--:|--:|--:|---|--:|--:|---|--:|--:|---|--:|"""


def judge(judgement, shape, sizes, measure, say):
    """Measures one shape in rising sizes, and stops at the first one that is over a bound."""
    figures = []
    for size in sizes:
        try:
            # The smallest size is what growth is measured by: by chance it may only be too small.
            runs = 3 if size == sizes[0] else 1
            figure = measure(shape, size, runs)
            if figure is None:
                break
            figures.append(figure)
            for chance in range(CHANCES):
                # Memory is counted; no other process makes anything four times as slow.
                if not judgement.is_over_time(figures) or judgement.is_over_time(figures, 4):
                    break
                time.sleep(0.2 * chance)
                again = measure(shape, size, 1 + chance)
                figure.seconds = min(figure.seconds, again.seconds)
                figure.memory = min(figure.memory, again.memory)
        except Failure as failure:
            problems = [str(failure)]
        else:
            problems = judgement.problems(figures)
        if problems:
            line = f"{judgement.name}, {shape}, {size >> 10:,} KiB: " + "; ".join(problems)
            judgement.violations.append(line)
            say("OVER " + line)
            break
    if figures:
        judgement.take(figures, shape)


def chosen(entries, word):
    return [e for e in entries if not word or re.search(word, e["name"] if isinstance(e, dict) else e.name)]


def run(megabytes, word=None, what="all", is_short=False, is_verbose=False, timeout=TIMEOUT):
    """Everything that has `word` in its name. Whether all is within the bounds."""
    top = megabytes << 20
    # Whoever runs it for every change has something else running beside it; what is quadratic grows eightfold.
    Judgement.slack = 2 if is_short else 1
    # Growth is that from the first to the last.
    sizes = [64 << 10, 512 << 10] if is_short else [size for size in (64 << 10, 1 << 20, 16 << 20) if size <= top]
    start = time.monotonic()

    def say(text):
        print(text, file=sys.stderr, flush=True)

    if what == "all" and is_short:
        parts = fuzzing.in_parallel(
            lambda part: run(megabytes, word, part, True, is_verbose, timeout), ["library", "tool"], 2)
        return all(parts)
    library = Library(timeout)
    listed, present = entry_points.names(), [e["name"] for e in library.entry_points]
    if different := sorted(set(listed) ^ set(present)):
        sys.exit(f"{entry_points.LIST} and Sources/Bounds disagree about {', '.join(different)}")
    judgements = []
    try:
        if what in ("all", "library"):
            judgements += library_judgements(library, sizes, word, say, is_verbose)
            say(f"the library: {time.monotonic() - start:.0f} s")
        if what in ("all", "tool"):
            judgements += tool_judgements(library, sizes, word, say, is_short, timeout)
            say(f"and the tool: {time.monotonic() - start:.0f} s")
    finally:
        library.stop()
    if not judgements:
        sys.exit(f"nothing is called {word}")
    for judgement in judgements:
        if not judgement.shapes and not judgement.violations:
            judgement.violations.append(f"{judgement.name}: no input comes so far")
    print("\n".join([HEADER, *(j.row for j in judgements)]))
    if not is_short:
        results = read_results()
        results |= {j.name: {"row": j.row, "violations": j.violations} for j in judgements}
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False))
    return is_within([line for j in judgements for line in j.violations])


def is_within(violations):
    print("\n".join(["", *violations, f"{len(violations)} over a bound."] if violations else ["", "All within the bounds."]))
    return not violations


def read_results():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def write_table():
    """Puts the table of what was measured into the README."""
    library = Library(TIMEOUT)
    names = [e["name"] for e in library.entry_points] + [f"`receipt {c.name}`" for c in commands()]
    results = read_results()
    if missing := [name for name in names if name not in results]:
        print(f"Not measured yet: {', '.join(missing)}", file=sys.stderr)
    found = [results[name] for name in names if name in results]
    table = "\n".join([HEADER, *(each["row"] for each in found)])
    text = README.read_text()
    before, rest = text.split(MARKS[0], 1)
    README.write_text(f"{before}{MARKS[0]}\n{table}\n{MARKS[1]}{rest.split(MARKS[1], 1)[1]}")
    return is_within([line for each in found for line in each["violations"]]) and not missing


def library_judgements(library, sizes, word, say, is_verbose):
    entries = {e["name"]: e for e in library.entry_points}
    ordinary = {}

    def usual(entry):
        name = entry["name"]
        if name not in ordinary:
            own = library.measure(entry, entry["ordinary"], min(1 << 20, sizes[-1]), 5).nanoseconds
            reading = entries[entry["reading"]]
            ordinary[name] = own if reading is entry else max(own, usual(reading))
        return ordinary[name]

    judgements = []
    for entry in chosen(library.entry_points, word):
        judgements.append(Judgement(entry["name"], usual(entry), entry["growth"], entry["time"]))
        if judgements[-1].ordinary <= 0:
            sys.exit(f"{entry['name']}: the ordinary input takes no time")
    for shape in library.shapes:
        for judgement in judgements:
            entry = entries[judgement.name]
            if shape["kind"] in entry["kinds"]:
                begun = time.monotonic()
                judge(judgement, shape["name"], sizes,
                      lambda *how, entry=entry: library.measure(entry, *how), say)
                if is_verbose:
                    say(f"{time.monotonic() - begun:6.2f} s {judgement.name}, {shape['name']}")
    return judgements


def tool_judgements(library, sizes, word, say, is_short, timeout):
    tool = Tool(library, timeout)
    # Starting a process takes so long that growth says nothing below a megabyte.
    sizes = [256 << 10] if is_short else [size for size in sizes if size >= 1 << 20] or sizes[-1:]
    measured = [c for c in chosen(commands(), word) if not (is_short and c.is_variant)]
    judgements = []
    try:
        for command in measured:
            ordinary = tool.measure(command, command.ordinary, 2 << 20 if is_short else 8 << 20, 3).nanoseconds
            judgements.append(Judgement(f"`receipt {command.name}`", max(ordinary, LEAST_ORDINARY)))
        # Each input is made once, for all commands.
        for shape in library.shapes:
            for command, judgement in zip(measured, judgements):
                is_quick = is_short and command.name.split()[0] in QUICK and "receipt" in command.kinds
                only = FEW if is_quick else command.only
                if shape["kind"] in command.kinds and (not only or shape["name"] in only):
                    judge(judgement, shape["name"], sizes,
                          lambda *how, command=command: tool.measure(command, *how), say)
    finally:
        tool.close()
    return judgements
