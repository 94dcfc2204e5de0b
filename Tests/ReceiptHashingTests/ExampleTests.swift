import ReceiptHashing
import Testing

/// Messages with the digests that the standards print.
struct Example: Sendable, CustomTestStringConvertible {
  let name: String
  let message: [UInt8]
  let sha1: String
  let sha256: String
  let sha384: String
  let sha512: String

  var testDescription: String { name }

  static let all = [
    Example(
      name: "RFC 3174 §7.3 TEST1, FIPS 180-2 A.1, B.1, C.1, D.1: one block",
      message: Array("abc".utf8),
      sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      sha384: """
        cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
        8086072ba1e7cc2358baeca134c825a7
        """,
      sha512: """
        ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
        2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
        """),
    Example(
      name: "RFC 3174 §7.3 TEST2, FIPS 180-2 A.2, B.2: two blocks of 64 bytes",
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      sha1: "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      sha256: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      sha384: """
        3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6\
        b0455a8520bc4e6f5fe95b1fe3c8452b
        """,
      sha512: """
        204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335\
        96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445
        """),
    Example(
      name: "FIPS 180-2 C.2, D.2: two blocks of 128 bytes",
      message: Array(
        """
        abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn\
        hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu
        """.utf8),
      sha1: "a49b2446a02c645bf419f995b67091253a04a259",
      sha256: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
      sha384: """
        09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712\
        fcc7c71a557e2db966c3e9fa91746039
        """,
      sha512: """
        8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
        501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909
        """),
    Example(
      name: "RFC 3174 §7.3 TEST4: ten blocks exactly",
      message: Array(String(repeating: "01234567", count: 80).utf8),
      sha1: "dea356a2cddd90c7a7ecedc5ebb563934f460452",
      sha256: "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5",
      sha384: """
        2fc64a4f500ddb6828f6a3430b8dd72a368eb7f3a8322a70bc84275b9c0b3ab0\
        0d27a5cc3c2d224aa6b61a0d79fb4596
        """,
      sha512: """
        89d05ba632c699c31231ded4ffc127d5a894dad412c0e024db872d1abd2ba814\
        1a0f85072a9be1e2aa04cf33c765cb510813a39cd5a84c4acaa64d3f3fb7bae9
        """),
    Example(
      name: "FIPS 180-2 A.3, B.3, C.3, D.3: a million times a",
      message: Array(repeating: UInt8(ascii: "a"), count: 1_000_000),
      sha1: "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      sha256: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
      sha384: """
        9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b\
        07b8b3dc38ecc4ebae97ddd87f3d8985
        """,
      sha512: """
        e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
        de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
        """),
  ]
}

struct ExampleTests {
  @Test(arguments: Example.all)
  func digestsAreTheStandards(_ example: Example) {
    #expect(SHA1.hash(example.message).description == example.sha1)
    #expect(SHA256.hash(example.message).description == example.sha256)
    #expect(PortableSHA1.hash(example.message).description == example.sha1)
    #expect(PortableSHA256.hash(example.message).description == example.sha256)
    #expect(SHA384.hash(example.message).description == example.sha384)
    #expect(SHA512.hash(example.message).description == example.sha512)
  }
}
