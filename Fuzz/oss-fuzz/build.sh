#!/bin/bash -eu
# Builds every fuzzer into $OUT, with its inputs, dictionary and options: in the builder of OSS-Fuzz and of
# ClusterFuzzLite, and in a folder laid out like it by `check`.

# Sets SWIFTFLAGS for $SANITIZER.
. precompile_swift

cd "$SRC/swift-app-store-receipt/Fuzz"
for target in $(./run --list); do
  product="Fuzz${target^}"
  # Without --sanitize=fuzzer, SwiftPM gives each executable a main of its own.
  # shellcheck disable=SC2086
  swift build -c release $SWIFTFLAGS --sanitize=fuzzer --product "$product" --scratch-path "$WORK/build"
  cp "$WORK/build/release/$product" "$OUT/"
done
python3 oss-fuzz/inputs.py "$OUT"
