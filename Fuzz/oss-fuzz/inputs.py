#!/usr/bin/env python3
"""Writes what stands beside the fuzzers of OSS-Fuzz.

    Fuzz/oss-fuzz/inputs.py OUT

For each target FuzzNAME_seed_corpus.zip, out of the committed corpus, the fixtures and the conformance set,
FuzzNAME.dict and FuzzNAME.options; and the folder `fixtures`, which some fuzzers read when they start.
"""

import hashlib
import pathlib
import shutil
import sys
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import fuzzing


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    for target, row in fuzzing.TARGETS.items():
        name = fuzzing.product(target)
        seeds = {hashlib.sha1(data).hexdigest(): data
                 for source in (fuzzing.committed(target), fuzzing.fixtures(target)) for data in source}
        with zipfile.ZipFile(out / f"{name}_seed_corpus.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for digest, data in sorted(seeds.items()):
                if len(data) <= row["bytes"]:
                    archive.writestr(digest, data)
        if fuzzing.dictionary(target):
            shutil.copy(fuzzing.dictionary(target), out / f"{name}.dict")
        (out / f"{name}.options").write_text(f"[libfuzzer]\nmax_len = {row['bytes']}\ntimeout = 10\n\n"
                                           "[asan]\ndetect_leaks = 0\n")
    shutil.copytree(fuzzing.ROOT / "Tests" / "Fixtures", out / "fixtures", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("*.py", "*.md", "attacks", "__pycache__"))


main()
