#!/usr/bin/env bash
# Clones the libraries that `run.py` builds from source into a folder, at the revisions that were measured, and changes
# what keeps them from building on Linux. Nothing of theirs is in this repository.
#
#     Benchmarks/Peers/libraries.sh [FOLDER]          $PEERS_LIBRARIES, or Benchmarks/.build/peers/libraries
set -euo pipefail
folder=${1:-${PEERS_LIBRARIES:-$(dirname "$0")/../.build/peers/libraries}}
mkdir -p "$folder"
cd "$folder"

library() { # OWNER/NAME, revision, paths; true if it is new
  local name=${1#*/}
  [[ -d $name ]] && return 1
  rm -rf "$name.part"
  git clone --quiet --filter=blob:none --no-checkout "https://github.com/$1" "$name.part" &&
    git -C "$name.part" reset --quiet --soft "$2" &&
    git -C "$name.part" checkout --quiet "$2" -- "${@:3}" && mv "$name.part" "$name" || exit 1
}

# TPInAppReceipt 4.0.2 and a commit. Foundation has `Bundle`, `NSData` and more that FoundationEssentials has not. What
# asks an OCSP server gets the code for Apple's systems instead of async-http-client. The blocking calls and the default
# validator need Security.framework; `TPInAppReceiptPeer` puts the validator together.
if library tikhop/TPInAppReceipt 5a28593c3e88b0e01d97e5baa6bdd969ab91b856 Sources; then (
  cd TPInAppReceipt/Sources
  find . -name '*.swift' -exec sed -i 's/FoundationEssentials/Foundation/' {} +
  sed -i '1i import Foundation' Decoding.swift Extras.swift
  sed -i '1i import FoundationNetworking' Extensions/Data+Extension.swift
  sed -i '/^extension AppReceipt {/,/^}/d' Validation.swift
  cd Validator
  sed -i '/^extension ReceiptValidator {/,/^}/d' Validator.swift
  sed -i '/@_spi(Blocking)/,+1d' ReceiptVerifier.swift
  cd 'Default Verifiers'
  sed -i '1i import FoundationNetworking
    s/^#if canImport(Darwin)/#if true/' Chain/X509_ChainVerifier.swift
  sed -i '/struct SignatureVerifier/a public init() {}' Signature/X509_SignatureVerifier.swift
); fi

# AppReceiptValidator 1.1.3, unchanged, with swift-crypto 4 instead of 2. It needs a fork of ASN1Decoder, whose public
# repository is older than the release; in the original 1.10.0, `sub` is made public as in the fork.
library IdeasOnCanvas/AppReceiptValidator f8b38f88afe31341a3efaef4bd4ad6e672a85f47 Sources || true
if library filom/ASN1Decoder 7e1523662c69d019a3299bbfb22fb824141dd1f6 ASN1Decoder; then
  sed -i 's/^    var sub: /    public internal(set) var sub: /' ASN1Decoder/ASN1Decoder/ASN1Object.swift
fi

# RevenueCat's parser, without Objective-C, and without what logs by `os`.
if library RevenueCat/purchases-ios ff486da380002b66ba57efd9910f62db7ad2c225 Sources/LocalReceiptParsing; then (
  cd purchases-ios/Sources/LocalReceiptParsing
  sed -i '/^ *@objc$/d' PurchasesReceiptParser.swift
  sed -i '/fetchAndParseLocalReceipt() throws/,/}/d' "$(find . -name PurchasesReceiptParser+Extensions.swift)"
  sed -i '/^import os$/d
    s/@objc(RCLogLevel) //
    /^\/\/\/ An in-memory cache/,/^private let store/d
    /let fileContext: String/,/^}/{/^}/!d}
    /^private extension LogLevel/,/^}/d' "$(find . -name LoggerType.swift)"
); fi

# Apple's: its receipt utility is one file, which needs swift-asn1 alone. Nothing changed.
library apple/app-store-server-library-swift 8468d10f77cf2000f88de8fa722c5f6238ba1265 Sources || true

# Rust's `der` 0.8.0, `const-oid` and `spki`, which need no registry. Nothing changed.
library RustCrypto/formats cb02c0f0418bf1cb133892165f9979360664eabe Cargo.toml der const-oid spki || true
