#!/usr/bin/env python3
"""Writes the test authority's certificates, the sample receipts and the expected answers.

    python3 Tests/Fixtures/make_fixtures.py            write everything
    python3 Tests/Fixtures/make_fixtures.py --check    write nothing; exit 1 if a file differs

Every run writes the same bytes: dates and serial numbers are fixed, RSA PKCS#1 v1.5 signatures
have no random part, and the private keys are committed. Needs Python 3.11.
"""

import argparse
import base64
import pathlib
import sys

# Leaves no compiled copies of the modules among the fixtures.
sys.dont_write_bytecode = True

import authority
import oddities
import samples
import signing

FIXTURES = pathlib.Path(__file__).resolve().parent
ROOT = FIXTURES.parent.parent
AUTHORITY = FIXTURES / "authority"
RECEIPTS = FIXTURES / "Receipts"
EXAMPLES = ROOT / "Examples" / "Receipts"

EXAMPLES_README = """\
Sample receipts to try the tool on: an iPhone app's, a Mac app's, and one in Xcode's form (Base64). Made by
`Tests/Fixtures/make_fixtures.py` with a test authority; no store ever issued them.

The signatures of the first two are verified under the test authority's root:

```
swift run receipt verify Examples/Receipts/ios.p7 --bundle-id com.example.app --environment Production \\
  --root Tests/Fixtures/authority/root.cer
```

The one in Xcode's form is verified by its own certificate:

```
swift run receipt verify Examples/Receipts/xcode.b64 --bundle-id com.example.app --environment Xcode \\
  --allow-xcode --xcode-certificate Tests/Fixtures/authority/storekit-test.cer
```
"""


def load_keys():
    return {name: signing.Key.from_pem(AUTHORITY / f"{name}.pem") for name in authority.KEY_NAMES}


def missing_keys():
    paths = [AUTHORITY / f"{name}.pem" for name in authority.KEY_NAMES]
    return [path for path in paths if not path.exists()]


def make_all():
    """Path to contents, for everything but the keys."""
    files = {}
    certificates = authority.certificates(load_keys())
    for name, certificate in certificates.items():
        files[AUTHORITY / f"{name}.cer"] = certificate.encoding
    for name, make in (samples.SAMPLES | oddities.ODDITIES).items():
        sample = make(certificates)
        files[RECEIPTS / f"{name}.p7"] = sample.encoding
        files[RECEIPTS / f"{name}.json"] = sample.answer
    xcode = base64.b64encode(files[RECEIPTS / "xcode-ber.p7"]) + b"\n"
    files[EXAMPLES / "ios.p7"] = files[RECEIPTS / "ios-sha256-subscriptions.p7"]
    files[EXAMPLES / "macos.p7"] = files[RECEIPTS / "macos-sha256-no-purchases.p7"]
    files[EXAMPLES / "xcode.b64"] = xcode
    files[EXAMPLES / "README.md"] = EXAMPLES_README.encode("utf-8")
    return files


def strangers(files):
    """Files beside ours that we would not write: left over from a sample renamed or removed."""
    keys = {AUTHORITY / f"{name}.pem" for name in authority.KEY_NAMES}
    known = files.keys() | keys
    present = [path for folder in (AUTHORITY, RECEIPTS, EXAMPLES) for path in folder.glob("*")]
    return sorted(path for path in present if path not in known)


def check(files):
    complaints = []
    for path, contents in files.items():
        if not path.exists():
            complaints.append(f"missing: {path.relative_to(ROOT)}")
        elif path.read_bytes() != contents:
            complaints.append(f"differs: {path.relative_to(ROOT)}")
    for path in strangers(files):
        complaints.append(f"not made by this script: {path.relative_to(ROOT)}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()

    absent = missing_keys()
    if arguments.check:
        complaints = [f"missing: {path.relative_to(ROOT)}" for path in absent]
        complaints = complaints or check(make_all())
        for complaint in complaints:
            print(complaint, file=sys.stderr)
        sys.exit(1 if complaints else 0)

    for folder in (AUTHORITY, RECEIPTS, EXAMPLES):
        folder.mkdir(parents=True, exist_ok=True)
    # A new key changes every signature under it: expect all samples to differ afterwards.
    for path in absent:
        signing.generate_pem(path)
        print(f"new key: {path.relative_to(ROOT)}")
    files = make_all()
    for path, contents in files.items():
        path.write_bytes(contents)
    for path in strangers(files):
        print(f"not made by this script: {path.relative_to(ROOT)}", file=sys.stderr)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")


if __name__ == "__main__":
    main()
