#!/usr/bin/env python3
"""Runs a runner on the conformance set and writes what came out.

    python3 Tests/Conformance/run.py RUNNER [--set FILE] [--output FILE] [--seconds N] [--date DAY] [--strict]

RUNNER is a folder of `Runners/`, or any folder with a `runner.json`. The runner gets the set on standard input and writes
a line of JSON for each case. One that ends or is silent for N seconds (10) before all cases are answered has failed at the
first case without an answer: that case gets a process of its own, and then the rest goes on. Exit status 1 if the runner
could not be run, and with `--strict`, if any case came out wrong.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True

FOLDER = pathlib.Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
RESULTS = ("ACCEPT", "REFUSE", "SKIPPED", "CRASH", "HANG")


class Runner:
    """A runner by its `runner.json`."""

    def __init__(self, folder):
        self.folder = folder
        self.about = json.loads((folder / "runner.json").read_text(encoding="utf-8"))
        places = {"repository": str(REPOSITORY), "runner": str(folder), "build": os.environ.get(
            "CONFORMANCE_BUILD", str(REPOSITORY / ".build"))}
        self.command = [part.format(**places) for part in self.about["command"]]

    def claims(self, case):
        """Whether the library has the operation and every feature that the case needs."""
        return case["operation"] in self.about["operations"] and not (
            set(case.get("features", ())) & set(self.about["without"]))

    def run(self, document, cases, seconds, answers):
        """One process; its answers are added. Returns None, CRASH or HANG, and the last words on standard error."""
        text = json.dumps(document | {"cases": cases}, ensure_ascii=False).encode()
        process = subprocess.Popen(
            self.command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        lines, errors = queue.Queue(), []
        threads = [
            threading.Thread(target=feed, args=(process.stdin, text), daemon=True),
            threading.Thread(target=drain, args=(process.stdout, lines), daemon=True),
            threading.Thread(target=lambda: errors.append(process.stderr.read()), daemon=True)]
        for thread in threads:
            thread.start()
        asked = {case["id"] for case in cases}
        while True:
            try:
                line = lines.get(timeout=seconds)
            except queue.Empty:
                process.kill()
                return "HANG", ""
            if line is None:
                break
            answer = parsed(line)
            if answer and answer["id"] in asked:
                answers[answer["id"]] = answer
        process.wait()
        threads[2].join(timeout=5)
        words = (errors[0] if errors else b"").decode("utf-8", "replace").strip()[-300:]
        return (None if asked <= answers.keys() else "CRASH"), words


def feed(stream, text):
    try:
        stream.write(text)
        stream.close()
    except BrokenPipeError:
        pass


def drain(stream, lines):
    for line in stream:
        lines.put(line)
    lines.put(None)


def parsed(line):
    """An answer; other lines are the library's own chatter."""
    try:
        answer = json.loads(line)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) and answer.get("result") in RESULTS and "id" in answer else None


def run_all(runner, document, cases, seconds):
    """An answer for every case."""
    answers, rest = {}, cases
    while rest:
        failure, _ = runner.run(document, rest, seconds, answers)
        rest = [case for case in rest if case["id"] not in answers]
        if not rest:
            break
        first = rest[0]
        alone, words = runner.run(document, [first], seconds, answers)
        if alone:
            answers[first["id"]] = {"id": first["id"], "result": alone, "detail": words.splitlines()[-1] if words else ""}
        elif failure is None:
            raise SystemExit(f"{first['id']}: answered only when asked alone")
        rest = rest[1:]
    return answers


def differences(case, answer):
    """The pointers whose values are wrong, and how many were answered."""
    given = answer.get("fields") or {}
    expected = {pointer: value for pointer, value in case.get("fields", {}).items() if pointer in given}
    return [pointer for pointer, value in expected.items() if not same(given[pointer], value)], len(expected)


def same(given, expected):
    """Equal as JSON: true is not 1."""
    return type(given) is type(expected) and given == expected


def outcome(case, answer):
    made = {"id": case["id"], "result": answer["result"]}
    if answer.get("detail") and answer["result"] != case["result"]:
        made["detail"] = str(answer["detail"])[:200]
    if answer["result"] == case["result"]:
        wrong, answered = differences(case, answer)
        if wrong:
            made["wrongFields"] = {pointer: answer["fields"][pointer] for pointer in wrong}
        if answered:
            made["fieldsAnswered"] = answered
    return made


def explanation(case, made):
    """What was expected and what was answered."""
    if "wrongFields" not in made:
        return f"expected {case['result']}, answered {made['result']} {made.get('detail', '')}".strip()
    return "; ".join(f"{pointer}: expected {json.dumps(case['fields'][pointer])}, answered {json.dumps(value)}"[:200]
                     for pointer, value in made["wrongFields"].items())


def is_right(case, made):
    return made["result"] == "SKIPPED" or made["result"] == case["result"] and "wrongFields" not in made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runner", type=pathlib.Path)
    parser.add_argument("--set", type=pathlib.Path, default=FOLDER / "receipts.json")
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("--strict", action="store_true", help="exit status 1 and the first 40 if an answer is wrong")
    parser.add_argument("--all", action="store_true", help="list all wrong answers")
    arguments = parser.parse_args()
    folder = arguments.runner if arguments.runner.exists() else FOLDER / "Runners" / arguments.runner
    runner = Runner(folder.resolve())
    data = arguments.set.read_bytes()
    document = json.loads(data)
    asked = [case for case in document["cases"] if runner.claims(case)]
    start = time.monotonic()
    answers = run_all(runner, document, asked, arguments.seconds)
    seconds = time.monotonic() - start
    skipped = {"result": "SKIPPED"}
    results = [outcome(case, answers.get(case["id"], skipped)) for case in document["cases"]]
    wrong = [made for case, made in zip(document["cases"], results) if not is_right(case, made)]
    about = {name: runner.about[name] for name in ("library", "language", "version", "operations", "without", "note")}
    report = about | {
        "date": arguments.date, "seconds": round(seconds, 1),
        "set": {"version": document["version"], "sha256": hashlib.sha256(data).hexdigest()}, "results": results}
    # A runner from elsewhere leaves nothing in the checkout.
    is_ours = FOLDER / "Runners" in folder.resolve().parents
    output = arguments.output or (FOLDER / "Results" if is_ours else pathlib.Path.cwd()) / f"{folder.resolve().name}.json"
    output.parent.mkdir(exist_ok=True)
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in report.items() if name != "results"]
    rows = ",\n".join(json.dumps(made, ensure_ascii=False) for made in results)
    output.write_text("{\n" + ",\n".join(lines) + ',\n"results": [\n' + rows + "\n]\n}\n", encoding="utf-8")
    print(f"{len(asked)} of {len(results)} cases run in {seconds:.1f} s; {len(wrong)} wrong; all answers in {output}")
    listed = wrong if arguments.all else wrong[:40] if arguments.strict else []
    cases = {case["id"]: case for case in document["cases"]}
    for made in listed:
        print(f"  {made['id']}: {explanation(cases[made['id']], made)}")
    if listed and len(listed) < len(wrong):
        print(f"  … and {len(wrong) - len(listed)} more, which --all lists")
    sys.exit(1 if wrong and arguments.strict else 0)


if __name__ == "__main__":
    main()
