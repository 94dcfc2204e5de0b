"""The table that `make_forgeries.py --judge` prints: judge.py's verdicts beside the manifest's."""

import collections
import json
import time

import judge

# Whoever makes the block again and compares cannot tell a wrong block from a wrong signer.
SAME = {"padding": "signer"}


def verdict(data, caller, root):
    try:
        judge.examine(data, caller, root)
    except judge.Refusal as refusal:
        return "refuse", refusal.args[0], ": ".join(refusal.args)
    return "accept", None, ""


def judge_manifest(receipts, fixtures):
    """Prints a line for each receipt; returns how many of each group had the right verdict."""
    counts = collections.defaultdict(lambda: [0, 0])
    for receipt, data in receipts:
        root = (fixtures / "Forgeries" / receipt["caller"]["root"]).read_bytes()
        start = time.perf_counter()
        said, category, reason = verdict(data, receipt["caller"], root)
        seconds = time.perf_counter() - start
        count = counts[{"P": "valid", "Z": "further"}.get(receipt["id"][0], "forgeries")]
        count[0] += said == receipt["verdict"]
        count[1] += 1
        wrong = "" if said == receipt["verdict"] else "  <-- WRONG VERDICT"
        expected = SAME.get(receipt["class"], receipt["class"])
        other = "" if category == expected else f"  (manifest: {receipt['class']})"
        slow = f"  [{seconds:.1f} s]" if seconds > 1 else ""
        print(f"{receipt['id']:44} {said}  {reason}{other}{slow}{wrong}")
    return counts


def judge_samples(fixtures, counts):
    """The sample receipts, each under the expectations that fit it; Xcode's have to be refused."""
    root = (fixtures / "authority" / "root.cer").read_bytes()
    for path in sorted((fixtures / "Receipts").glob("*.p7")):
        answer = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        show = answer["show"]
        caller = {
            "bundleIdentifier": show["bundleIdentifier"],
            "version": show["appVersion"],
            "deviceIdentifierHex": answer["deviceIdentifierHex"],
            "environments": [show["environment"]],
            "now": "2026-12-01T00:00:00Z",
        }
        said, _, reason = verdict(path.read_bytes(), caller, root)
        right = "refuse" if show["environment"] == "Xcode" else "accept"
        counts["samples"][0] += said == right
        counts["samples"][1] += 1
        wrong = "" if said == right else "  <-- WRONG VERDICT"
        print(f"{path.stem:44} {said}  {reason}{wrong}")


def report(receipts, fixtures):
    """The exit status: 0 if every verdict is the right one."""
    counts = judge_manifest(receipts, fixtures)
    judge_samples(fixtures, counts)
    for name, (right, total) in counts.items():
        print(f"{name}: {right} of {total}")
    return 0 if all(right == total for right, total in counts.values()) else 1
