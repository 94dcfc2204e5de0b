import Foundation
import TestSupport
import Testing

@testable import receipt

/// Files that end too early, as a column that is too short leaves them.
@Suite struct CutFileTests {
  /// Several places of each receipt, its first bytes and its last ones among them; all in an exhaustive run.
  private static func cuts(_ count: Int) -> [Int] {
    if Mutations.isExhaustive { return Array(1..<min(count, 6000)) }
    return [3, count * 2 / 3, count - 1]
  }

  /// In bytes, or as Base64 whose characters stand for whole bytes.
  private func forms(_ bytes: [UInt8]) -> [[UInt8]] {
    let whole = Data(bytes[..<(bytes.count / 3 * 3)]).base64EncodedString()
    return [bytes] + (whole.isEmpty ? [] : [Array(whole.utf8)])
  }

  @Test(arguments: Fixtures.names.filter { $0 != "many-purchases" })
  func `The doctor names a cut receipt, and no command takes it for a whole one`(
    name: String
  ) throws {
    let bytes = try Fixtures.receipt(name)
    // What is text, or of indefinite length, is another question.
    guard bytes[0] == 0x30, bytes[1] != 0x80 else { return }
    for cut in Self.cuts(bytes.count) {
      for form in forms(Array(bytes[..<cut])) {
        try withFile(form) { file in
          let outcome = Tool.run(["doctor", "--json", file])
          let findings = try #require(JSONValue(parsing: outcome.output)["findings"]).elements
          let codes = findings.compactMap { $0["code"]?.string }
          #expect(codes.contains("truncated"), "\(name), cut at \(cut): \(codes)")
          #expect(!codes.contains("genuine") && outcome.status == 1, "\(name), cut at \(cut)")
          for command in [["show"], ["show", "--json"], ["owned"], ["ids"], ["attributes"]] {
            let outcome = Tool.run(command + [file])
            #expect(
              outcome.status == 1 && outcome.output.isEmpty && !outcome.errors.isEmpty,
              "\(command), \(name), cut at \(cut)")
          }
          let verdict = Tool.run(["verify", "--bundle-id", "com.example.app", file])
          #expect(verdict.status == 1, "\(name), cut at \(cut)")
        }
      }
    }
  }
}
