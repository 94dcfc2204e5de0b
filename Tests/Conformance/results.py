#!/usr/bin/env python3
"""Writes RESULTS.md from the files in `Results/`, and a sentence about them in the repository's README.

    python3 Tests/Conformance/results.py             write them
    python3 Tests/Conformance/results.py --check     write nothing; exit 1 if one differs
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
README = FOLDER.parents[1] / "README.md"
OWN = "swift-app-store-receipt"
TITLES = {"ACCEPT": "accepted", "REFUSE": "refused", "CRASH": "crashed", "HANG": "hung"}

INTRODUCTION = """\
# Results

What libraries answer to the cases of `receipts.json`, made by `results.py` from the files in `Results/`.
`Runners/*/runner.json` says how each was installed and run.

A library is asked only for what it claims. Operations that it lacks and cases that need a feature it does not claim are
skipped, and count neither for nor against it; the features are listed below the table. So don't compare the numbers of
two libraries that claim different things directly: compare the columns of faults.

| column | what |
|---|---|
| run | cases that were asked |
| right | the same result, and every field that the library gives has the right value |
| forgeries | refused by the set, accepted by the library |
| valid | accepted by the set, refused by the library: forms that some receipts have, down to very odd ones |
| fields | the right result, and a wrong value |
| crash, hang | the process ended, or was silent for 10 seconds; on a busy machine, for 20 to 60 |
| rules | answered otherwise where careful people disagree (features of kind *rule*): neither right nor a fault |
| time | all cases, by the clock of a busy machine: a rough figure |
"""


class Outcome:
    """What a library answered, beside what the set says."""

    def __init__(self, report, cases, rules):
        self.report, self.rules = report, rules
        self.rows = [(cases[row["id"]], row) for row in report["results"] if row["result"] != "SKIPPED"]
        self.skipped = len(report["results"]) - len(self.rows)
        differing = [(case, row) for case, row in self.rows if row["result"] != case["result"] or "wrongFields" in row]
        # A crash is no rule.
        self.by_rule = [(case, row) for case, row in differing
                        if row["result"] in ("ACCEPT", "REFUSE") and rules & set(case.get("features", ()))]
        kept = {case["id"] for case, _ in self.by_rule}
        self.wrong = [(case, row) for case, row in differing if case["id"] not in kept]

    def count(self, expected, given):
        return sum(case["result"] == expected and row["result"] == given for case, row in self.wrong)

    @property
    def name(self):
        return self.report["library"]

    @property
    def faults(self):
        """Forgeries that were accepted, valid ones that were refused, wrong values, crashes, hangs."""
        fields = sum("wrongFields" in row for _, row in self.wrong)
        fallen = [sum(row["result"] == name for _, row in self.rows) for name in ("CRASH", "HANG")]
        return [self.count("REFUSE", "ACCEPT"), self.count("ACCEPT", "REFUSE"), fields, *fallen]

    @property
    def right(self):
        return len(self.rows) - len(self.wrong) - len(self.by_rule)

    def line(self):
        numbers = [len(self.rows), self.right, *self.faults, len(self.by_rule), self.skipped]
        about = self.report
        cells = [self.name, about["version"], about["language"], *map(str, numbers), f"{about['seconds']:g} s"]
        return f"| {' | '.join(cells)} |"

    def details(self):
        accepted = collections.Counter(
            case["reason"] for case, row in self.wrong if case["result"] == "REFUSE" and row["result"] == "ACCEPT")
        refused = [case["id"] for case, row in self.wrong if case["result"] == "ACCEPT" and row["result"] == "REFUSE"]
        values = [case["id"] for case, row in self.wrong if "wrongFields" in row]
        fallen = [f"{case['id']} ({row['result'].lower()})" for case, row in self.wrong if row["result"] in ("CRASH", "HANG")]
        critical = [case["id"] for case, row in self.wrong
                    if case["result"] == "REFUSE" and row["result"] == "ACCEPT" and case["importance"] == "critical"]
        rules = collections.Counter(name for case, _ in self.by_rule for name in case["features"] if name in self.rules)
        by_reason = ", ".join(f"{reason} {count}" for reason, count in accepted.most_common())
        rows = [
            ("Claims", self.report["note"]),
            ("Operations", ", ".join(self.report["operations"])),
            ("Skipped by feature", ", ".join(sorted(self.report["without"])) or "none"),
            ("Accepted forgeries", by_reason or "none"),
            ("Of critical importance", listed(critical, 12)),
            ("Refused valid ones", listed(refused, 12)),
            ("Wrong values", listed(values, 8)),
            ("Crashes and hangs", listed(fallen, 8)),
            ("Other rules", ", ".join(f"{name} {count}" for name, count in rules.most_common()) or "none"),
        ]
        lines = "\n".join(f"- **{title}:** {words}" for title, words in rows)
        return f"### {self.name}\n\n{self.report['version']}, run on {self.report['date']}.\n\n{lines}"


def listed(names, most):
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return (shown + (f" and {len(names) - most} more" if len(names) > most else "")) or "none"


def hardest(outcomes, cases):
    """The cases that most libraries get wrong, with how many were asked."""
    asked, failed = collections.Counter(), collections.defaultdict(list)
    for outcome in outcomes:
        asked.update(case["id"] for case, _ in outcome.rows)
        for case, row in outcome.wrong:
            failed[case["id"]].append(outcome.name)
    rank = {"critical": 0, "high": 1, "medium": 2, "low": 3}
    order = sorted(failed, key=lambda name: (-len(failed[name]), rank[cases[name]["importance"]], name))
    # One for each reason and flag is more instructive than ten of the same.
    chosen, seen = [], set()
    for name in order:
        kind = tuple(cases[name]["flags"])
        if kind not in seen:
            seen.add(kind)
            chosen.append(name)
    rows = [
        f"| `{name}` | {cases[name]['comment']} | {cases[name]['result']} | {len(failed[name])} of {asked[name]} |"
        for name in chosen[:10]]
    return "| case | what | right | wrong |\n|---|---|---|--:|\n" + "\n".join(rows)


def measured():
    """The set's version and digest, its cases by id, and what each library answered, the best first."""
    data = (FOLDER / "receipts.json").read_bytes()
    document = json.loads(data)
    digest = hashlib.sha256(data).hexdigest()
    cases = {case["id"]: case for case in document["cases"]}
    rules = {name for name, feature in document["features"].items() if feature["kind"] == "rule"}
    reports = [json.loads(path.read_bytes()) for path in sorted((FOLDER / "Results").glob("*.json"))]
    stale = [report["library"] for report in reports if report["set"]["sha256"] != digest]
    if stale:
        raise SystemExit(f"results of another set: {', '.join(stale)}")
    outcomes = [Outcome(report, cases, rules) for report in reports]
    outcomes.sort(key=lambda outcome: (len(outcome.wrong) / max(1, len(outcome.rows)), outcome.name))
    return document["version"], digest, cases, outcomes


def page(version, digest, cases, outcomes):
    """RESULTS.md."""
    others = [outcome for outcome in outcomes if outcome.name != OWN]
    heads = ["library", "version", "language", "run", "right", "forgeries", "valid", "fields", "crash", "hang", "rules", "skipped", "time"]
    rule = "|".join(["---"] * 3 + ["--:"] * 10)
    table = f"| {' | '.join(heads)} |\n|{rule}|\n" + "\n".join(outcome.line() for outcome in outcomes)
    absent = (FOLDER / "Runners" / "NOT-RUN.md").read_text(encoding="utf-8").strip()
    return "\n\n".join([
        INTRODUCTION.strip(), f"Set {version}, {len(cases)} cases, SHA-256 `{digest[:16]}…`.", table,
        "The set was made with the first of them, which therefore has no fault: every case was decided by the rules in "
        "`README.md`, which that library follows.",
        "## What most get wrong", "The worst case of each kind, for the libraries other than this one.", hardest(others, cases),
        "## By library", *(outcome.details() for outcome in outcomes), absent]) + "\n"


def readme(cases, outcomes):
    """The README of the repository, with a sentence on these results."""
    own = next(outcome for outcome in outcomes if outcome.name == OWN)
    others = [outcome for outcome in outcomes if outcome.name != OWN]
    shares = [100 * outcome.right // len(outcome.rows) for outcome in others]
    forged = [outcome.faults[0] for outcome in others]
    text = (
        f"[The conformance set](Tests/Conformance/README.md) has {len(cases):,} receipts, requests and texts from our own test\n"
        f"authority, for libraries in any language. This library, with which it was made, answers {own.right:,} as expected; "
        f"the\n{len(others)} others are asked only for what they claim, are right in {min(shares)} to {max(shares)} % of that, "
        f"and accept {min(forged)} to {max(forged)}\nforgeries: [results](Tests/Conformance/RESULTS.md).")
    page, count = re.subn(
        r"(<!-- results: \S+ -->\n).*?(<!-- end -->)", lambda match: f"{match[1]}{text}\n{match[2]}",
        README.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    if count != 1:
        raise SystemExit("README.md has no place for the results")
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    is_check = parser.parse_args().check
    version, digest, cases, outcomes = measured()
    made = {FOLDER / "RESULTS.md": page(version, digest, cases, outcomes), README: readme(cases, outcomes)}
    differing = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if is_check:
        sys.exit("\n".join(f"differs: {path.name}" for path in differing) or None)
    for path in differing:
        path.write_text(made[path], encoding="utf-8")


if __name__ == "__main__":
    main()
