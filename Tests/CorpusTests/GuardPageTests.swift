import DERParsing
import Foundation
import TestSupport
import Testing
import TextCoding

/// Every reader over every input there is, with nothing readable before its first byte and after its last.
@Suite struct GuardPageTests {
  @Test(arguments: GuardedMemory.Side.allCases)
  func `Bytes come back from guarded memory as they were given`(side: GuardedMemory.Side) {
    let memory = GuardedMemory(capacity: 5000)
    for count in [0, 1, 4095, 4096, 4097, 5000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      memory.withBytes(bytes, at: side) { span in
        #expect(span.array == bytes)
      }
    }
  }

  #if os(Linux) || os(macOS)
    @Test func `One byte too far is a crash on either side, in every build mode`() async {
      await #expect(processExitsWith: .failure) {
        GuardedMemory(capacity: 10).withBytes([1, 2, 3], at: .after) { bytes in
          let last = unsafe bytes.withUnsafeBytes { unsafe $0.baseAddress?.advanced(by: 3) }
          exit(unsafe Int32(last?.load(as: UInt8.self) ?? 0))  // 0 if it could be read
        }
      }
      await #expect(processExitsWith: .failure) {
        GuardedMemory(capacity: 10).withBytes([1, 2, 3], at: .before) { bytes in
          let first = unsafe bytes.withUnsafeBytes { unsafe $0.baseAddress?.advanced(by: -1) }
          exit(unsafe Int32(first?.load(as: UInt8.self) ?? 0))  // 0 if it could be read
        }
      }
      await #expect(processExitsWith: .success) {
        GuardedMemory(capacity: 10).withBytes([1, 2, 3], at: .after) { bytes in
          let last = unsafe bytes.withUnsafeBytes { unsafe $0.baseAddress?.advanced(by: 2) }
          exit(unsafe last?.load(as: UInt8.self) == 3 ? 0 : 1)
        }
      }
    }
  #endif

  /// Reads the bytes, on either side; with time enough also parts of them, which end in the middle of something.
  private func check(_ bytes: [UInt8]) -> Int {
    let memory = GuardedMemory(capacity: bytes.count)
    var accepted = 0
    for side in GuardedMemory.Side.allCases {
      memory.withBytes(bytes, at: side) { accepted += EveryReader.read($0) }
    }
    guard Mutations.isExhaustive else { return accepted }
    for count in stride(from: 1, to: bytes.count, by: max(bytes.count / 8, 1)) {
      memory.withBytes(bytes[..<count], at: .after) { _ = EveryReader.read($0) }
    }
    return accepted
  }

  /// The files of a folder of the project, and of those in it.
  private static func files(below folder: URL) -> [URL] {
    guard
      let files = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    else { return [] }
    return files.compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .sorted { $0.path() < $1.path() }
  }

  @Test(arguments: [
    "Tests/Fixtures/Receipts", "Tests/Fixtures/Forgeries", "Tests/Fixtures/Transactions",
    "Tests/Fixtures/authority", "Examples/Receipts",
  ])
  func `The project's own files`(folder: String) throws {
    var accepted = 0
    for file in Self.files(below: Fixtures.root.appending(path: folder)) {
      let bytes = try Fixtures.bytes(of: file)
      guard bytes.count < 200_000 else { continue }
      accepted += check(bytes)
    }
    #expect(accepted > 0)
  }

  @Test(
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)),
    arguments: [
      "receipts/files", "receipts/malformed", "receipts/legacy", "receipts/related",
      "receipts/json", "receipts/certs", "suites/cms", "suites/x509/apple",
    ])
  func `Real receipts, certificates and messages`(folder: String) throws {
    var accepted = 0
    for file in Self.files(below: try #require(Corpus.folder).appending(path: folder)) {
      let bytes = try Fixtures.bytes(of: file)
      guard bytes.count < 200_000 else { continue }
      accepted += check(bytes)
    }
    #expect(accepted > 0)
  }

  /// The inputs of a file with JSON on each line, in hexadecimal digits wherever they stand.
  @Test(
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)),
    arguments: [
      "suites/asn1/cases.jsonl", "suites/x509/apple_receipt_policy.jsonl",
      "suites/x509/chromium_verify_signed_data.jsonl", "suites/dates/rfc3339.jsonl",
    ])
  func `Suites in lines of JSON`(path: String) throws {
    let file = try #require(Corpus.folder).appending(path: path)
    var accepted = 0
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for line in lines.thinnedInDebug(by: 4) {
      guard case .object(let members) = try JSONValue(parsing: Data(line.utf8)) else { continue }
      for case .string(let text) in members.values {
        let isHexadecimal = text.utf8.count % 2 == 0 && text.allSatisfy(\.isHexDigit)
        accepted += check(isHexadecimal ? TestSupport.bytes(text) : Array(text.utf8))
      }
    }
    #expect(accepted > 0)
  }

  @Test(
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)),
    arguments: Corpus.files(in: "suites/corpora", withExtensions: ["hex"]))
  func `Seeds of other projects' fuzzers`(file: URL) throws {
    var accepted = 0
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for line in lines.thinnedInDebug(by: 4) {
      guard let digits = line.split(separator: " ").last, digits.utf8.count <= 40_000 else {
        continue
      }
      accepted += check(TestSupport.bytes(String(digits)))
    }
    #expect(accepted > 0)
  }
}
