import DERParsing

/// Where we answer otherwise than the project that a foreign case comes from, and why.
enum ForeignException {
  /// A case that is accepted there and refused here by one rule, or the other way round.
  static let cases: [(name: String, reason: String)] = [
    ("go-encoding-asn1 tagAndLengthData#7 header", "§8.1.5: universal 0 has no other use"),
    ("go-encoding-asn1 tagAndLengthData#8 header", "§8.1.5: universal 0 has no other use"),
    ("go-encoding-asn1 tagAndLengthData#14 header", "§8.1.3.5: 2³¹ is a length; Go stops at int32"),
    (
      "go-encoding-asn1 derEncodedPaypalNULCertBytes tlv",
      "§8.23, X.680 §41.4: a PrintableString has no NUL; Go tests just the parsing around it"
    ),
    (
      "go-cryptobyte readASN1#5 invalid tag tlv", "§8.1.2: well-formed; the test expects a SEQUENCE"
    ),
    ("go-cryptobyte readASN1#6 high tag tlv", "§8.1.2.4: well-formed; cryptobyte has no high tags"),
    (
      "go-cryptobyte TestASN1ObjectIdentifier#10 oid-tlv",
      "§8.19.2 has no bound; Go's arcs end at 2³¹ − 1"
    ),
    ("boringssl-cbs OIDComponent#7 base128", "§8.19.2 has no bound; CBS stops at 64 bits"),
    ("boringssl-cbs kBERTests#6 header", "§8.1.3.5 has no bound; CBS stops at four length octets"),
    ("chromium-net-der time#8 gentime-content", "X.680 §46: DERTime counts no leap seconds"),
    ("chromium-net-der time#9 gentime-content", "X.680 §46: DERTime counts no leap seconds"),
    ("mbedtls Empty INTEGER tlv-empty_integer", "§8.3.1: one or more contents octets, in BER, too"),
    ("lapo-asn1js #6 tlv", "§8.23.6: the chunks of a character string are OCTET STRINGs"),
    ("lapo-asn1js #21 tlv", "§8.23.6: the chunks of a character string are OCTET STRINGs"),
    ("lapo-asn1js #24 tlv", "§8.23.6: the chunks of a character string are OCTET STRINGs"),
    ("strozhevsky tc21 tlv", "§8.19.2: no subidentifier begins with 80, in BER, too"),
    ("strozhevsky tc25 tlv", "§8.2.1: one contents octet, in BER, too"),
    ("strozhevsky tc26 tlv", "§8.2.1: one contents octet, in BER, too"),
    ("strozhevsky tc30 tlv", "§8.8.2: no contents octets, in BER, too"),
    ("strozhevsky tc40 tlv", "§8.6.2.1: the initial octet is there, in BER, too"),
    (
      "mozilla-pkix EnumeratedOutOfAcceptedRange/DER_ENUMERATED_INVALID_LENGTH tlv-moz",
      "§8.4: well-formed; the test expects one byte"
    ),
    ("mozilla-pkix TimeYearInvalid1969/DER tlv-moz", "§11.7: well-formed; pkix begins with 1970"),
    (
      "mozilla-pkix TimeInvalidFractionalSeconds/DER_GENERALIZED_TIME_INVALID_FRACTIONAL_SECONDS"
        + " tlv-moz", "§11.7.3 allows a fraction; RFC 5280 forbids it in certificates"
    ),
    (
      "mozilla-pkix ReadTagAndGetValue_Input_InvalidHighTagNumberForm2/DER tlv-moz",
      "§8.1.2.4: well-formed; pkix has no high tags"
    ),
    (
      "mbedtls Prefixes of BIT STRING, unused_bits=0, payload_length=0 tlv-parse_prefixes",
      "§8.6.2.3: well-formed, an empty string; the test demands content"
    ),
    (
      "mbedtls Prefixes of BIT STRING, unused_bits=0, payload_length=1 tlv-parse_prefixes",
      "§8.6.2: well-formed; the test demands that an encoding lies inside"
    ),
    (
      "mbedtls Prefixes of BIT STRING, unused_bits=1, payload_length=1 tlv-parse_prefixes",
      "§8.6.2: well-formed; the test demands whole bytes"
    ),
    ("pyasn1 #146 spec=Sequence tlv-schema", "§8.9: well-formed; the schema has no such field"),
    ("pyasn1 #230 spec=Sequence tlv-schema", "§8.9: well-formed; the schema has no such field"),
    ("pyasn1 #21 tlv", "§8.1.5: end-of-contents where nothing is open"),
    ("pyasn1 #41 tlv", "§8.3.1: one or more contents octets, in BER, too"),
    ("pyasn1 #55 tlv", "§8.1.3 has no bound; ours is 32 levels by default"),
    ("pyasn1 #72 tlv", "§8.19.2 has no bound; pyasn1 stops at 20 bytes of an arc"),
    ("pyasn1 #73 tlv", "§8.19.2 has no bound; pyasn1 stops at 20 bytes of an arc"),
    ("pyasn1 #74 tlv", "§8.19.2 has no bound; pyasn1 stops at 20 bytes of an arc"),
    ("pyasn1 #86 tlv", "§8.19.2 has no bound; pyasn1 stops at 20 bytes of an arc"),
  ]

  /// Arrays of bytes that their tests hand to a cursor, or expect as contents: no encodings, so not judged.
  static let notEncodings: Set = [
    "mozilla-pkix PeekPastBounds/der tlv-moz", "mozilla-pkix ReadWord/der tlv-moz",
    "mozilla-pkix Skip_PastEnd/der tlv-moz", "mozilla-pkix Skip_ToNewInput/der tlv-moz",
    "mozilla-pkix MatchRestAtEnd/toMatch tlv-moz", "swift-asn1 testASN1PKCS8PrivateKeyP521#0 tlv",
    "swift-asn1 testParseBEREncodedOctetString#0 tlv",
    "swift-asn1 testConstructedOctetString#1 tlv",
  ]

  /// Cases in which just the outermost element is judged there.
  static let outermostOnly: Set = [
    "go-cryptobyte readASN1#0 valid tlv",
    "mozilla-pkix NoSkipOptionalImplicitConstructedTag/DER_IMPLICIT_SEQUENCE_WITH_CLASS_NUMBER_1"
      + " tlv-moz",
  ]

  /// Cases in which bytes after the first element are left for later there.
  static let firstOnly: Set = ["pyasn1 #9 tlv", "pyasn1 #60 spec=Integer tlv-schema"]

  /// What other projects accept in many cases and we do not: the error we give, and in how many cases.
  static let rules: [(code: DERError.Code, count: Int, reason: String)] = [
    (.constructedBitString, 10, "§8.6.4 allows it in BER; documented as not converted"),
    (.nonMinimalInteger, 19, "§8.3.2 is a rule of BER, too; their readers do not check it"),
    (.nonZeroUnusedBits, 1, "§11.2.1: BER leaves unused bits open; not converted"),
    (.invalidBoolean, 5, "§11.1: BER has every byte but 00 for TRUE; not converted"),
    (.invalidTime, 26, "§11.7, §11.8: BER has offsets and times without seconds; not converted"),
    (.tagNumberTooLarge, 4, "§8.1.2.4 has no bound; ours is 2²⁹ − 1"),
    (.nonMinimalTagNumber, 3, "§8.1.2.4.2 c, §8.1.2.2 are rules of BER, too"),
  ]
}
