#!/usr/bin/env python3
"""Builds the harness that the README shows, as a package of its own, and runs it.

    Fuzz/harness.py [--seconds 10]

Then makes the same harness wrong, reading BER for DER, and shows that it finds that. Exit status 1 if not.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import fuzzing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=int, default=10)
    options = parser.parse_args()
    readme = (fuzzing.FUZZ / "README.md").read_text()
    manifest, source = re.findall(r"```swift\n(.*?)```", readme, re.S)[:2]
    path = '"../swift-app-store-receipt/Fuzz"'
    if manifest.count(path) != 1 or source.count("try DER.parse(") != 1:
        sys.exit("README: not the harness that this script knows")
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder)
        file = package / "Sources" / "FuzzASN1" / "FuzzASN1.swift"
        file.parent.mkdir(parents=True)
        (package / "Package.swift").write_text(manifest.replace(path, f'"{fuzzing.FUZZ}"'))
        for wrong in (False, True):
            file.write_text(source.replace("try DER.parse(", "try BER.parse(") if wrong else source)
            flags = ["--sanitize", "fuzzer", *fuzzing.MODES["address"]]
            binary = fuzzing.build_products(["FuzzASN1"], flags, package / ".build", package) / "FuzzASN1"
            done = subprocess.run(
                [binary, f"-artifact_prefix={folder}/", f"-max_total_time={options.seconds}", "-print_final_stats=1",
                 fuzzing.seeds("reader")],
                env=fuzzing.ENVIRONMENT, capture_output=True, text=True, errors="replace")
            violated = (re.findall("VIOLATED.*", done.stderr) or [""])[0][:120]
            count = (re.findall(r"number_of_executed_units: (\d+)", done.stderr) or ["0"])[0]
            print(f"reads {'BER for ' if wrong else ''}DER: {int(count):,} executions {violated}", flush=True)
            if (done.returncode != 0, bool(violated)) != (wrong, wrong):
                sys.exit(f"ended with {done.returncode}:\n{done.stderr[-2000:]}")


main()
