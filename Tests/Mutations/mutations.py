"""What `run.py` changes: name, file below Sources, the text to replace, what comes in its place."""

MATERIAL = "AppStoreReceipt/Validation/AppReceipt+SignatureMaterial.swift"
ATTRIBUTES = "AppStoreReceipt/Validation/ReceiptSignatureMaterial+SignedAttributes.swift"
DIGEST = "AppStoreReceipt/Validation/ReceiptDigestAlgorithm.swift"
VALIDATION = "AppStoreReceipt/Validation/ReceiptValidation.swift"
INDEX = "AppStoreReceipt/Receipt/ReceiptIndex.swift"
LAYOUT = "AppStoreReceipt/Attributes/ReceiptLayout.swift"
RAW = "AppStoreReceipt/Attributes/RawAttribute.swift"
VALIDATED = "AppStoreReceipt/Validation/ValidatedReceipt.swift"
VERIFIER = "ReceiptTrust/AppleSignatureVerifier.swift"
XCODE = "ReceiptTrust/AppleSignatureVerifier+Xcode.swift"
BAG = "ReceiptTrust/CertificateBag.swift"
PATH = "ReceiptTrust/CertificatePath.swift"
PROFILE = "ReceiptTrust/CertificateProfile.swift"
SPKI = "ReceiptTrust/RSAPublicKey+Certificate.swift"
KEY = "ReceiptTrust/RSA/RSAPublicKey.swift"

MUTATIONS = [
    # The message.
    ("SignedData.version", MATERIAL, "guard signedData.version == 1 else", "guard true else"),
    ("one signer only", MATERIAL, "guard signers.isAtEnd else", "guard true else"),
    ("SignerInfo.version", MATERIAL, "guard signer.version == 1 else", "guard true else"),
    ("digest algorithm without parameters", MATERIAL,
     "ReceiptDigestAlgorithm(digest.algorithm), digest.hasNoParameters else",
     "ReceiptDigestAlgorithm(digest.algorithm) else"),
    ("signature algorithm agrees", MATERIAL,
     "guard algorithm.agrees(with: signature.algorithm), signature.hasNoParameters else",
     "guard signature.hasNoParameters else"),
    ("signature algorithm without parameters", MATERIAL,
     "guard algorithm.agrees(with: signature.algorithm), signature.hasNoParameters else",
     "guard algorithm.agrees(with: signature.algorithm) else"),
    ("digest algorithm listed", MATERIAL,
     "guard listed.algorithm == digest.algorithm, listed.hasNoParameters else",
     "guard listed.hasNoParameters else"),
    ("sha1WithRSAEncryption refused", DIGEST,
     "signatureAlgorithm == .rsaEncryption\n      ||",
     "signatureAlgorithm == .rsaEncryption || signatureAlgorithm == .sha1WithRSAEncryption\n      ||"),
    ("content type is data", LAYOUT,
     "guard encapContentInfo.eContentType == .data else", "guard true else"),
    # Signed attributes.
    ("signed attributes looked at", ATTRIBUTES,
     "guard let signedAttrs = signerInfo.signedAttrs else { return }",
     "guard let signedAttrs = signerInfo.signedAttrs, signerInfo.version > 9 else { return }"),
    ("contentType agrees", ATTRIBUTES,
     "guard contentType == signedData.encapContentInfo.eContentType else", "guard true else"),
    ("messageDigest agrees", ATTRIBUTES,
     "guard digestAlgorithm.isDigest(expected, of: content) else", "guard true else"),
    ("one value of a signed attribute", ATTRIBUTES,
     "      try values.finish()\n", ""),
    ("signed attribute once", ATTRIBUTES, "guard found == nil else", "guard true else"),
    ("signed attributes digested as a SET", MATERIAL, "encoding[0] = 0x31", "encoding[0] = 0xA0"),
    # Finding the signer.
    ("signer by issuer", BAG,
     "octets.extracting(fields.issuer.octets).hasSameOctets(as: issuer),", "issuer.byteCount > 0,"),
    ("signer by serial number", BAG,
     "octets.extracting(fields.serialNumber.octets).hasSameOctets(as: serialNumber)",
     "serialNumber.byteCount > 0"),
    ("number of certificates", BAG,
     "guard certificates.count < Self.maximumCount else", "guard true else"),
    # The path.
    ("certificate with the root's name", PATH,
     "guard isAnchors else", "guard true || isAnchors else"),
    ("signature of the intermediate", PATH,
     "        try checkSignature(of: certificate, byOneOf: issuers)\n", ""),
    ("intermediate verified by the anchor", PATH,
     "guard known.contains(digest) else", "guard true || known.contains(digest) else"),
    ("signature of the signer's certificate", PATH,
     "    try checkSignature(of: signer, by: key)\n", "    _ = key\n"),
    ("inner and outer algorithm", PATH,
     "guard certificate.signatureAlgorithmsAgree else", "guard true else"),
    ("certificate version", PATH,
     "guard certificate.tbsCertificate.version == 2 else", "guard true else"),
    ("validity of certificates", PATH,
     "    try certificate.tbsCertificate.validity.check(at: seconds, offset)\n", ""),
    ("notBefore", XCODE, "guard notBefore.secondsSince1970 <= seconds else", "guard true else"),
    ("notAfter", XCODE, "guard seconds <= notAfter.secondsSince1970 else", "guard true else"),
    ("unused bits of a certificate's signature", PATH,
     "guard certificate.signatureValue.unusedBits == 0 else", "guard true else"),
    ("anchors alone are trusted", PATH,
     "    try check(intermediate, .intermediate)\n",
     "    try check(intermediate, .intermediate)\n    if anchors(named: intermediate.tbsCertificate.issuer).isEmpty {\n"
     "      return SHA256.hash(octets)\n    }\n"),
    # What certificates are for.
    ("extension twice", PROFILE, "guard !seen.contains(next.extnID) else", "guard true else"),
    ("unknown critical extension", PROFILE,
     "unknownCriticalOffset == nil, .unknownCriticalExtension", "true, .unknownCriticalExtension"),
    ("signer is no authority", PROFILE, "isAuthority != true, .isAnAuthority", "true, .isAnAuthority"),
    ("signer's key usage", PROFILE,
     "keyUsage?.contains(KeyUsageBit.digitalSignature) == true", "true"),
    ("signer's marker", PROFILE, "require(hasSignerMarker,", "require(true,"),
    ("signer's policy", PROFILE, "require(hasReceiptPolicy,", "require(true,"),
    ("intermediate is an authority", PROFILE, "isAuthority == true, .notAnAuthority",
     "true, .notAnAuthority"),
    ("intermediate's key usage", PROFILE,
     "keyUsage?.contains(KeyUsageBit.keyCertSign) == true", "true"),
    ("intermediate's marker", PROFILE, "require(hasIntermediateMarker,", "require(true,"),
    # Keys and signatures.
    ("key algorithm", SPKI, "info.algorithm.algorithm == .rsaEncryption,", ""),
    ("octets after the key", SPKI, "      try reader.finish()\n", ""),
    ("negative modulus", SPKI, "guard !key.modulus.isNegative, !key.publicExponent.isNegative else",
     "guard true else"),
    ("shortest key", KEY,
     "guard modulusBits >= max(minimumModulusBits, Self.lowestMinimumModulusBits) else",
     "guard true else"),
    ("longest key", KEY,
     "guard modulusBits <= Self.maximumModulusBits else", "guard true else"),
    ("odd modulus", KEY,
     "guard octet(of: modulus, at: modulus.byteCount - 1) % 2 == 1 else", "guard true else"),
    ("smallest exponent", KEY, "guard self.publicExponent >= 3 else", "guard true else"),
    ("odd exponent", KEY, "guard self.publicExponent % 2 == 1 else", "guard true else"),
    ("longest exponent", KEY,
     "guard exponentBits <= Self.maximumPublicExponentBits else", "guard true else"),
    ("length of the signature", KEY,
     "guard signature.byteCount == modulusOctetCount else",
     "guard signature.byteCount <= modulusOctetCount + 1 else"),
    ("signature below the modulus", KEY,
     "guard representative.isLess(than: modulus.modulus) else", "guard true else"),
    ("encoded message", KEY, "guard message == expected.limbs else",
     "guard message == expected.limbs || signature.byteCount > 0 else"),
    ("signature over the receipt", VERIFIER,
     "    let intermediate = try path.verify(signer, bag)\n    try verifySignature(material, signer)\n",
     "    let intermediate = try path.verify(signer, bag)\n"),
    # Xcode.
    ("permission for Xcode", XCODE,
     "guard allowsXcode, material.environment == .xcode,", "guard material.environment == .xcode,"),
    ("environment of Xcode", XCODE,
     "guard allowsXcode, material.environment == .xcode,", "guard allowsXcode,"),
    # The payload.
    ("attributes that decide trust once", INDEX, "guard seen & bit == 0 else", "guard true else"),
    ("attribute of three members", RAW, "    try contents.finish()\n", ""),
    ("octets after the payload", LAYOUT,
     "    let set = try reader.readConstructed(.set)\n    try reader.finish()\n",
     "    let set = try reader.readConstructed(.set)\n"),
    # Binding.
    ("bundle identifier", VALIDATION, "case .bundleIdentifier: bundleIdentifier\n",
     "case .bundleIdentifier: .passed\n"),
    ("app version", VALIDATION, "case .appVersion: appVersion\n", "case .appVersion: .passed\n"),
    ("device", VALIDATION, "case .device: device.outcome\n", "case .device: .passed\n"),
    ("hash missing or empty", VALIDATION,
     "guard !octets.isEmpty else { return (failed(.device, .missing(type)), nil) }", ""),
    ("expiration", VALIDATION, "case .expiration: expiration\n", "case .expiration: .passed\n"),
    ("unreadable expiration", VALIDATION,
     "return failed(.expiration, .unreadable(problem), at: problem.offset)",
     "return problem.offset < 0 ? .skipped : .passed"),
    ("expiring right now", VALIDATION, "date > now ?", "date >= now ?"),
    ("environment", VALIDATION, "case .environment: environment\n", "case .environment: .passed\n"),
    ("signature asked for", VALIDATION, "case .signature: signature\n", "case .signature: .passed\n"),
    ("purchases that are complete", VALIDATED,
     "receipt.inAppReceipts.filter { $0.isComplete }", "Array(receipt.inAppReceipts)"),
    ("cancelled purchases", VALIDATED,
     "inAppReceipts.filter { !$0.isCancelled }", "inAppReceipts"),
]
