#!/bin/bash -eu
exec bash -eu "$SRC/swift-app-store-receipt/Fuzz/oss-fuzz/build.sh"
