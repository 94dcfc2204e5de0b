#!/usr/bin/env python3
"""Plants bugs in a copy of the package, and shows that a fuzzer finds each of them.

    Fuzz/planted.py [--only REGEX] [--seconds 60] [--seeds 3] [--folder FOLDER] [--list] [--check]

One build has all bugs, each behind a switch: see `Tests/Mutations/switched.py`. Only what the processor's instructions do
can't be switched; each bug there gets a build of its own. FOLDER keeps the builds. `--check` takes a second: it looks
whether the texts to replace are there.

Prints how long the fuzzer took for each of several seeds of its random numbers: seconds of a core from its start,
without the time of building. Exit status 1 if a bug is not found by each of them, or if the text to replace is not
there exactly once. The fuzzers begin with the fixtures and the committed corpus, not
with what earlier runs found.
"""

import argparse
import os
import pathlib
import re
import shutil
import sys
import tempfile
import typing

sys.dont_write_bytecode = True

import fuzzing

sys.path.insert(0, str(fuzzing.ROOT / "Tests" / "Mutations"))

import switched
from places import Edit
from swift_source import Package


class Bug(typing.NamedTuple):
    name: str
    target: str
    # Each a file, the text that is there, and what is planted for it.
    replacements: list
    # Whether it may be there together with the bugs of other targets, as for `oss-fuzz/check`: one for each target.
    is_apart: bool = False


BUGS = [
    Bug("an addition in a bounds check, long lengths", "reader", [
        ("DERParsing/Reader/DERReader+Element.swift",
         "position = contentsOffset &+ Int(length)  // ≤ end",
         "position = contentsOffset &+ Int(truncatingIfNeeded: length)"),
        ("DERParsing/Reader/DERReader+Element.swift",
         "guard length <= end &- contentsOffset else { throw overrun(start) }",
         "guard contentsOffset &+ Int(truncatingIfNeeded: length) <= end else { throw overrun(start) }"),
    ]),
    Bug("an addition in a bounds check, one byte too many", "reader", [
        ("DERParsing/Reader/DERReader.swift",
         "length < 0x80, length <= end &- contentsOffset",
         "length < 0x80, start + length <= end &- 1"),
    ]),
    Bug("a missing depth check", "reader", [
        ("DERParsing/Reader/DERReader.swift",
         "guard remainingDepth > 0 else { throw error(.nestedTooDeeply, at: element.offset) }",
         ""),
    ], is_apart=True),
    Bug("a missing depth check in the transcoder", "transcoder", [
        ("DERParsing/BER/BERMeasuring.swift",
         "guard frames.count < limits.depthBound else {",
         "guard frames.count < 10_000 else {"),
    ]),
    Bug("a depth that is not carried into the purchases", "attributes", [
        ("ReceiptParsing/Attributes/AttributeReader.swift",
         "DERReader(bytes, contents: value, depth: depth)",
         "DERReader(bytes, contents: value, depth: 32)"),
    ]),
    Bug("a common form that skips the version check", "attributes", [
        ("ReceiptParsing/Attributes/AttributeReader+CommonForms.swift",
         "(head ^ 0x01_02_00_06_02_02_00_30) & 0xFF_FF_00_FF_FF_FF_80_FF\n      | UInt64((tail ^ 0x04_00) & 0xFF_80)",
         "(head ^ 0x01_02_00_06_02_02_00_30) & 0xFF_FF_00_FF_FF_FF_80_FF\n      | UInt64((tail ^ 0x04_00) & 0xFF_00)"),
    ]),
    Bug("a common form that does not compare both lengths", "attributes", [
        ("ReceiptParsing/Attributes/AttributeReader+CommonForms.swift",
         "guard wrong == 0, count == valueCount &+ 9, valueCount <= left &- 11 else { return nil }",
         "guard wrong == 0, count >= valueCount &+ 9, valueCount <= left &- 11 else { return nil }"),
    ]),
    Bug("a common form that reads one byte too many", "attributes", [
        ("ReceiptParsing/Attributes/AttributeReader+CommonForms.swift",
         "guard wrong == 0, count == valueCount &+ 8, valueCount <= left &- 10 else { return nil }",
         "guard wrong == 0, count == valueCount &+ 8, valueCount <= left &- 9 else { return nil }"),
    ]),
    Bug("a swallowed cancellation date", "attributes", [
        ("ReceiptParsing/Receipt/InAppReceipt.swift",
         "public var isCancelled: Bool { !cancellation.isAbsent }",
         "public var isCancelled: Bool { cancellation.value != nil }"),
    ]),
    Bug("a plain path that skips the version check", "attributes", [
        ("ReceiptParsing/Attributes/AttributeReader.swift",
         "0...maximum ~= number else {",
         "number >= 0 else {"),
    ], is_apart=True),
    Bug("a chunk of another type in a constructed string", "transcoder", [
        ("DERParsing/BER/BERMeasuring.swift",
         "guard let frame = frames.last, frame.isString else { return }",
         "guard let frame = frames.last, frame.isString, header.identifier.isConstructed else { return }"),
    ], is_apart=True),
    Bug("a signature that is not compared", "verifier", [
        ("ReceiptTrust/AppleSignatureVerifier.swift",
         "} catch {\n      throw ReceiptSignatureError(.signatureMismatch, at: material.signerInfo.signature.lowerBound)",
         "} catch {"),
    ], is_apart=True),
    Bug("a carry between digits of a power that goes one digit only", "modulus", [
        ("Processor/VectorMultiplicationX86/AlmostMontgomery.swift",
         "} while exceedsDigits(s0 | s1 | s2 | s3 | s4)",
         "} while false"),
    ]),
    Bug("a power that may be the modulus or more", "modulus", [
        ("Processor/VectorMultiplicationX86/ModularPower.swift",
         "if unsafe !isLess(power, than: n, digitCount: digitCount) {",
         "if false {"),
    ], is_apart=True),
    Bug("a quotient rounded up on the way to a power", "modulus", [
        ("Processor/VectorMultiplicationX86/MontgomeryForm.swift",
         "reciprocal).high &+ 256) &>> 9",
         "reciprocal).high &+ 1023) &>> 9"),
    ]),
    Bug("a carry that is lost between two rows of a power", "modulus", [
        ("ReceiptTrust/RSA/LimbProduct.swift",
         "top = bit(overflow2) | bit(overflow3)",
         "top = bit(overflow2)"),
    ]),
    Bug("an expiration date that cannot be read counts as none", "validation", [
        ("ReceiptValidation/ReceiptChecks.swift",
         "case .unreadable(let problem): throw receipt.failure(.expiration, .unreadable(problem))",
         "case .unreadable: break"),
    ], is_apart=True),
    Bug("instructions that skip a block of a long message", "digest", [
        ("Processor/SHAInstructionsX86/SHA256.swift",
         "left &-= 1  // above 0",
         "left &-= left > 16 ? 2 : 1"),
    ]),
    Bug("a piece that is written over seven bytes before it", "digest", [
        ("ReceiptHashing/BlockHasher.swift",
         "    if start > 0 {\n",
         "    if start > 0, start != 7 {\n"),
    ], is_apart=True),
    Bug("the rest of a long piece of a message is lost", "digest", [
        ("ReceiptHashing/BlockHasher.swift",
         "pending.replaceBytes(from: 0, with: rest.extracting(droppingFirst: whole))",
         "if whole < 256 { pending.replaceBytes(from: 0, with: rest.extracting(droppingFirst: whole)) }"),
    ]),
    Bug("instructions that take a bracket for Base64", "base64", [
        ("Processor/Base64InstructionsX86/Base64InstructionsX86.swift",
         "0x14, 0x05, 0x04, 0x05, 0x04, 0x0D",
         "0x14, 0x0D, 0x04, 0x05, 0x04, 0x0D"),
    ], is_apart=True),
    Bug("instructions that lose the first of the last characters of Base64", "base64", [
        ("Processor/Base64PermutationX86/Base64PermutationX86.swift",
         "let valid = invalid.trailingZeroBitCount & ~3",
         "let valid = invalid.trailingZeroBitCount & ~1"),
    ]),
    Bug("a serial number of a common form that is not minimal", "container", [
        ("CMSParsing/SignedData+CommonForm.swift",
         "bytes.extracting(position..<end).isMinimalInteger",
         "bytes.extracting(position..<end).isMinimalInteger || word() >> 55 == 0"),
    ], is_apart=True),
    Bug("algorithms of a certificate that always agree", "certificate", [
        ("CMSParsing/Certificate.swift",
         "signatureAlgorithmsAgree = outerAlgorithm.hasSameBytes(",
         "signatureAlgorithmsAgree = outerAlgorithm.hasSameBytes(as: outerAlgorithm) || outerAlgorithm.hasSameBytes("),
    ], is_apart=True),
    Bug("a place in BER that is one too far", "receipt", [
        ("DERParsing/BER/BERTranscoder.swift",
         "return outputOffset - Int(segment.outputOffset) + Int(segment.inputOffset)",
         "return outputOffset - Int(segment.outputOffset) + Int(segment.inputOffset) + (outputOffset > 900 ? 1 : 0)"),
    ], is_apart=True),
    Bug("an hour that is too late", "dates", [
        ("ReceiptParsing/Values/ReceiptDate+Parsing.swift",
         "let hour = text.decimal(11..<13), hour < 24,",
         "let hour = text.decimal(11..<13), hour <= 24,"),
    ], is_apart=True),
    Bug("a cancellation of a transaction that cannot be read", "transaction", [
        ("TransactionReceipts/PurchaseInfo.swift",
         "public var isCancelled: Bool { !cancellation.isAbsent }",
         "public var isCancelled: Bool { cancellation.value != nil }"),
    ], is_apart=True),
    Bug("a cancellation that does not reach its transaction", "purchases", [
        ("ReceiptPurchases/CancelledPurchases.swift",
         "      merge(ofTransaction[Key(identifier: transaction, product: names.product, reach: reach)])\n",
         ""),
    ], is_apart=True),
    Bug("a cancellation in an older receipt that does not count", "merging", [
        ("ReceiptPurchases/PurchaseMerging.swift",
         "      cancelled.add(entry)\n",
         "      if olderCount == 0 { cancelled.add(entry) }\n"),
    ], is_apart=True),
    Bug("a text that begins with a zero stays", "redaction", [
        ("ReceiptRedaction/RedactionPlaces.swift",
         "if contents.count == 1, bytes[contents.lowerBound] == UInt8(ascii: \"0\")",
         "if contents.count > 0, bytes[contents.lowerBound] == UInt8(ascii: \"0\")"),
    ], is_apart=True),
    Bug("a key that is there twice", "json", [
        ("ReceiptJSON/JSONReader.swift",
         "guard object.place(of: key) == nil else {", "guard start >= 0 else {"),
    ], is_apart=True),
    Bug("a purchase with an unreadable cancellation looks valid", "answers", [
        ("VerifyReceipt/Offline/VerifyReceiptResponse+Offline.swift",
         "&& expiration.problem == nil && cancellation.problem == nil",
         "&& expiration.problem == nil"),
    ], is_apart=True),
    Bug("a quantity that is not compared", "differences", [
        ("VerifyReceipt/Difference/Comparison.swift",
         "guard member.value != other else { continue }",
         "guard member.value != other, member.key != \"quantity\" else { continue }"),
    ], is_apart=True),
    Bug("an environment that any endpoint answers for", "endpoint", [
        ("VerifyReceipt/Offline/VerifyReceiptResponder.swift",
         "responsible == endpoint ?? responsible",
         "responsible == .production || responsible == .sandbox"),
    ], is_apart=True),
    Bug("Base64 that is encoded again", "doctor", [
        ("ReceiptInspection/Doctor/RefusedInput.swift",
         "([UInt8](base64: self) ?? Array(self)).base64Characters()",
         "Array(self).base64Characters()"),
    ], is_apart=True),
    Bug("an option behind two dashes", "commands", [
        ("receipt/Tool.swift", 'let options = rest.prefix { $0 != "--" }', "let options = rest"),
    ], is_apart=True),
    Bug("a certificate of 2050 that is one of 1950", "testing", [
        ("ReceiptTesting/Encoding/DEREncoding.swift", "(-631_152_000..<2_524_608_000)", "(-631_152_000...2_524_608_000)"),
    ], is_apart=True),
    Bug("an end of contents that also belongs to what follows", "anatomy", [
        ("ReceiptInspection/Anatomy/AnatomyElement.swift",
         "defer { position += 2 }",
         "defer { position += 1 }"),
    ], is_apart=True),
    Bug("unused bits of PEM text", "base64", [
        ("TextCoding/Base64Groups.swift", "ignoringUnusedBits || bits & 0xF == 0", "ignoringUnusedBits || bits & 0xE == 0"),
    ]),
    Bug("a message that just has no room for its length", "digest", [
        ("ReceiptHashing/BlockHasher.swift",
         "if used >= Self.blockLength &- lengthOctets {", "if used > Self.blockLength &- lengthOctets {"),
    ]),
    Bug("a signature that is not less than the modulus", "modulus", [
        ("ReceiptTrust/RSA/RSAPublicKey.swift",
         "guard representative.isLess(than: modulus.modulus) else { throw .signatureNotBelowModulus }", ""),
    ]),
    Bug("keys of any length", "modulus", [
        ("ReceiptTrust/RSA/RSAPublicKey.swift",
         "guard modulusBits >= max(minimumModulusBits, ApplePolicy.lowestKeyBits) else",
         "guard modulusBits >= ApplePolicy.lowestKeyBits else"),
    ]),
    Bug("a critical extension that is not known", "verifier", [
        ("ReceiptTrust/CertificateProfile.swift", "try require(critical == nil,", "try require(true,"),
    ]),
    Bug("a root that is no longer valid", "verifier", [
        ("ReceiptTrust/CertificatePath.swift", "if anchor.validity.contains(seconds) { return anchor }",
         "if seconds >= anchor.validity.lowerBound { return anchor }"),
    ]),
    Bug("the end of a certificate that does not count", "verifier", [
        ("ReceiptTrust/ApplePolicy.swift",
         "guard seconds <= validity.notAfter.secondsSince1970 else", "guard seconds <= .max else"),
    ]),
    Bug("signed attributes in any order", "container", [
        ("CMSParsing/SignerInfo.swift", "tagged: identifier, sorted: isSigned)", "tagged: identifier, sorted: false)"),
    ]),
    Bug("a hash of a device in another order", "validation", [
        ("ReceiptValidation/DeviceHash.swift",
         "[device.bytes, opaqueValue, bundleIdentifier]", "[device.bytes, bundleIdentifier, opaqueValue]"),
    ]),
    Bug("a receipt that expires now", "validation", [
        ("ReceiptValidation/ReceiptChecks.swift", "guard date > now else", "guard date >= now else"),
    ]),
    Bug("versions of which only the digits count", "dates", [
        ("ReceiptPurchases/OriginalVersion.swift",
         "if part.count != other.count { return part.count < other.count }", ""),
    ]),
    Bug("a transaction receipt that expires now", "transaction", [
        ("ReceiptValidation/ReceiptChecks.swift", "guard date > now else", "guard date >= now else"),
    ]),
    Bug("daylight saving of 1974", "answers", [
        ("VerifyReceipt/Date/WallClock.swift",
         "    case 1974: days(year, (1, 6), (10, 25))  // early, in the oil crisis\n", ""),
    ]),
    Bug("purchases in another order", "differences", [
        ("VerifyReceipt/Difference/Comparison.swift", "if order != order.sorted() {", "if order.isEmpty {"),
    ]),
    Bug("a password that only begins as the secret does", "endpoint", [
        ("VerifyReceipt/Offline/VerifyReceiptResponder.swift",
         "var difference = secret.count ^ given.count", "var difference = 0"),
    ]),
    Bug("what stays behind a receipt", "redaction", [
        ("ReceiptRedaction/RedactionPlaces.swift",
         "    add(end..<bytes.count, .bytes)\n  }\n", "  }\n"),
    ]),
    Bug("numbers that are no bytes", "doctor", [
        ("ReceiptInspection/Doctor/Wrapping+JSON.swift",
         "let byte = UInt8(exactly: value)\n      else { return nil }\n      bytes.append(byte)",
         "value >= 0\n      else { return nil }\n      bytes.append(UInt8(truncatingIfNeeded: value))"),
    ]),
    Bug("a length of 127 in two bytes", "reader", [
        ("DERParsing/Reader/DERReader.swift", "guard form == 0x81, length >= 0x80 else",
         "guard form == 0x81, length >= 0x7F else"),
    ]),
    Bug("a rewrite more than allowed", "transcoder", [
        ("DERParsing/BER/BERMeasuring.swift", "guard rewriteCount < limits.maximumRewrites else",
         "guard rewriteCount <= limits.maximumRewrites else"),
    ]),
    Bug("a fraction of a second in a certificate", "certificate", [
        ("CMSParsing/Certificate.swift", "guard reader.offset - start == 17 else", "guard reader.offset - start >= 17 else"),
    ]),
    Bug("an identifier of the issuer that is the subject's", "certificate", [
        ("CMSParsing/Certificate.swift", "tagged: .contextSpecific(primitive: 1))",
         "tagged: .contextSpecific(primitive: 2))"),
    ]),
    Bug("a path length below zero", "certificate", [
        ("ReceiptTrust/CertificateProfile.swift", "guard pathLenConstraint?.isNegative != true else",
         "guard true else"),
    ]),
    Bug("a key identifier with its header", "container", [
        ("CMSParsing/SignerInfo.swift", "self = .subjectKeyIdentifier(keyIdentifier.contentsRange)",
         "self = .subjectKeyIdentifier(keyIdentifier.contentsRange.lowerBound - 2..<keyIdentifier.contentsRange.upperBound)"),
    ]),
    Bug("attributes of a signer that are none", "container", [
        ("CMSParsing/SignerInfo.swift", "guard !attributes.isEmpty else {",
         "guard !attributes.isEmpty || !isSigned else {"),
    ]),
    Bug("a control character that counts as white space", "base64", [
        ("TextCoding/Base64Decoding.swift", "0x09...0x0D ~= character", "0x09...0x0E ~= character"),
    ]),
    Bug("an attribute more than allowed", "attributes", [
        ("ReceiptParsing/Receipt/PayloadPass.swift", "guard count < limits.maximumAttributes else", "guard count <= limits.maximumAttributes else"),
    ]),
    Bug("types of a purchase that are not noted", "attributes", [
        ("ReceiptParsing/Receipt/PayloadPass.swift", "purchaseTypes |= types", "purchaseTypes = types"),
    ]),
    Bug("an exponent of 34 bits", "modulus", [
        ("ReceiptTrust/ApplePolicy.swift", "maximumExponentBits: Int { 33 }", "maximumExponentBits: Int { 34 }"),
    ]),
    Bug("a remembered path for another signer", "verifier", [
        ("ReceiptTrust/VerifiedPath.swift", "&& signerIdentifier.hasSameBytes(as: material.signerIdentifierBytes)", ""),
    ]),
    Bug("periods that touch and stay apart", "purchases", [
        ("ReceiptPurchases/ProductEntitlement.swift", ".end.map({ start <= $0 })", ".end.map({ start < $0 })"),
    ]),
    Bug("an end of ownership that goes back", "purchases", [
        ("ReceiptPurchases/ProductEntitlement.swift", "end.map { max($0, lastEnd) }", "end"),
    ]),
    Bug("a month after 31 January", "purchases", [
        ("ReceiptPurchases/PurchaseTerm.swift", "let end = (0...3).lazy", "let end = (0...2).lazy"),
    ]),
    Bug("an introductory offer that is no trial", "purchases", [
        ("ReceiptPurchases/OfferEligibility.swift",
         "[inAppReceipt.boolean(.isTrialPeriod), inAppReceipt.boolean(.isInIntroOfferPeriod)]",
         "[inAppReceipt.boolean(.isTrialPeriod)]"),
    ]),
    Bug("an old period that hides a later cancellation", "history", [
        ("ReceiptPurchases/ProductEntitlement.swift",
         "if let end = begun?.end, valid?.purchaseDate == latest {", "if let end = begun?.end, valid != nil {"),
    ], is_apart=True),
    Bug("a short way that is not taken", "container", [
        ("CMSParsing/SignedData+CommonForm.swift", "head & 0xFF80_FF80_FFFF_FFFF == 0x3100", "head & 0xFF81_FF80_FFFF_FFFF == 0x3100"),
    ]),
    Bug("a letter that no replacement has", "redaction", [
        ("ReceiptRedaction/RandomContents.swift", 'UInt8(ascii: "a")...UInt8(ascii: "z")', 'UInt8(ascii: "a")...UInt8(ascii: "y")'),
    ]),
    Bug("an older receipt that counts more", "merging", [
        ("ReceiptPurchases/PurchaseLedger.swift", "first != second: first > second", "first != second: first < second"),
    ]),
    Bug("an app that Unicode takes for the same", "validation", [
        ("ReceiptValidation/ReceiptChecks.swift", "found.hasBytes(of: expected)", "found == expected"),
    ]),
    Bug("a number that overflows", "transaction", [
        ("TransactionReceipts/PurchaseInfo.swift",
         "? Int64(text) : nil", "? text.utf8.reduce(0) { $0 &* 10 &+ Int64($1 & 0xF) } : nil"),
    ]),
    Bug("control characters that become others", "json", [
        ("TextCoding/Digits.swift", "hexadecimalDigit: byte & 0xF", "hexadecimalDigit: byte & 7"),
    ]),
    Bug("an order that has the number 0", "answers", [
        ("VerifyReceipt/Offline/VerifyReceiptResponse+Offline.swift", ", identifier != 0 {", " {"),
    ]),
    Bug("receipts of the same second that are newer", "differences", [
        ("VerifyReceipt/Difference/Comparison.swift",
         "creation.wholeSeconds < later.wholeSeconds,", "creation.wholeSeconds <= later.wholeSeconds,"),
    ]),
    Bug("a secret without its last byte", "endpoint", [
        ("VerifyReceipt/Offline/VerifyReceiptResponder.swift",
         "for index in secret.indices {", "for index in secret.indices.dropLast() {"),
    ]),
    Bug("equal names that become different ones", "redaction", [
        ("ReceiptRedaction/Replacements.swift", "    made[key] = replacement\n", ""),
    ]),
]


def plant(sources, replacements):
    """Replaces the texts in a copy. Gives what to write back, or what is wrong."""
    originals = {}
    for name, old, new in replacements:
        path = sources / name
        text = path.read_text()
        originals.setdefault(path, text)
        if text.count(old) != 1:
            return originals, f"{name}: the text is there {text.count(old)} times"
        path.write_text(text.replace(old, new))
    return originals, None


def edits(package, bug):
    """The same as places in the sources, for a switch: from the first token that changes to the last character."""
    for name, old, new in bug.replacements:
        source = next(source for source in package.sources if source.name == name)
        offset = source.text.index(old)
        start = offset + len(os.path.commonprefix([old, new]))
        start = max(offset, *(token.start for token in source.tokens if token.start <= start))
        old, new = old[start - offset:], new[start - offset:]
        kept = len(os.path.commonprefix([old[::-1], new[::-1]]))
        yield Edit(source, start, start + len(old) - kept, new[:len(new) - kept])


def can_be_switched(bug):
    """Whether it is outside of the functions that are compiled with flags of their own, and so call no others."""
    return not any(name.startswith("Processor/") for name, _, _ in bug.replacements)


def stale(bugs):
    """Which bugs have no place any more, and why."""
    for bug in bugs:
        for name, old, _ in bug.replacements:
            path = fuzzing.ROOT / "Sources" / name
            count = path.read_text().count(old) if path.exists() else 0
            if count != 1:
                yield f"{bug.name}: in {name}, the text is there {count} times"


def search(bug, binaries, options, number=0):
    """Runs the fuzzer with each seed until it finds something. Prints its figures; gives whether it always did."""
    results = []
    fuzzing.ENVIRONMENT["MUTANT"] = str(number)
    for seed in range(1, options.seeds + 1):
        with tempfile.TemporaryDirectory() as found:
            folder = pathlib.Path(found)
            results.append(fuzzing.fuzz(
                bug.target, binaries, options.seconds, folder, [f"-seed={seed}"], artifacts=folder, of_core=True))
    times = ["–" if not result["crash"] else f"{result['core seconds']:.1f}" for result in results]
    problem = "NOT FOUND by each seed" if "–" in times else ""
    print(f"{bug.target:12} {bug.name}: {' '.join(times)} s {problem} {results[0]['violated'][:90]}", flush=True)
    return not problem


def search_switched(bugs, folder, options):
    package = Package.read(fuzzing.ROOT / "Sources")
    numbered = [(number, edit) for number, bug in enumerate(bugs, 1) for edit in edits(package, bug)]
    copy = switched.stage(folder, numbered)
    fuzzing.copy_fuzzers(copy, switched.synchronise)
    binaries = fuzzing.build(sorted({bug.target for bug in bugs}), "compare", copy / "Fuzz")
    # One that finds something anyway would find every bug.
    fuzzing.ENVIRONMENT["MUTANT"] = "0"
    for target in sorted({bug.target for bug in bugs}):
        with tempfile.TemporaryDirectory() as found:
            result = fuzzing.fuzz(target, binaries, 5, pathlib.Path(found), artifacts=pathlib.Path(found), of_core=True)
        if result["crash"]:
            sys.exit(f"{target} finds something without any bug: {result['violated']}")
    return sum(search(bug, binaries, options, number) for number, bug in enumerate(bugs, 1))


def search_alone(bugs, folder, options):
    """With a build for each."""
    copy, count = folder / "alone", 0
    shutil.copytree(fuzzing.ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".build*", ".git"), dirs_exist_ok=True)
    for bug in bugs:
        originals, _ = plant(copy / "Sources", bug.replacements)
        count += search(bug, fuzzing.build([bug.target], "compare", copy / "Fuzz"), options)
        for path, text in originals.items():
            path.write_text(text)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default="", metavar="REGEX", help="in `target: name`")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    bugs = [bug for bug in BUGS if re.search(options.only, f"{bug.target}: {bug.name}")]
    if options.list:
        print("\n".join(f"{bug.target:12} {bug.name}" for bug in bugs))
        return
    if problems := list(stale(bugs)):
        sys.exit("\n".join(problems))
    if options.check:
        print(f"{len(bugs)} of {len(bugs)} places found")
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or pathlib.Path(temporary)).resolve()
        found = search_switched(list(filter(can_be_switched, bugs)), folder, options)
        found += search_alone([bug for bug in bugs if not can_be_switched(bug)], folder, options)
    print(f"{found} of {len(bugs)} found")
    sys.exit(found < len(bugs))


if __name__ == "__main__":
    main()
