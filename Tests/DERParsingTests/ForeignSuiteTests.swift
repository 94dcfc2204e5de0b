import DERParsing
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct ForeignSuiteTests {
  @Test func `We answer as other projects do, but for the listed exceptions`() throws {
    let exceptions = Set(ForeignException.cases.map(\.name))
    var usedExceptions: Set<String> = []
    var usedRules: [DERError.Code: Int] = [:]
    var (verdicts, unread) = (0, 0)
    var unjudged: Set<String> = []
    for item in try ForeignCase.all() {
      verdicts += (item.der == nil ? 0 : 1) + (item.ber == nil ? 0 : 1)
      if item.der != nil, item.derReading() == nil { unjudged.insert(item.name) }
      if item.ber != nil, item.berReading() == nil { unjudged.insert(item.name) }
      let readings = [(item.der, item.derReading()), (item.ber, item.berReading())]
      for case (let verdict?, let reading?) in readings {
        switch (verdict, reading) {
        case (.ok, .success(let text)):
          guard let value = item.comparableValue else { continue }
          #expect(text == value, "\(item.name)")
        case (.fail, .failure): continue
        case (.fail, .success) where item.isOfUnreadType: unread += 1
        case _ where exceptions.contains(item.name): usedExceptions.insert(item.name)
        case (.ok, .failure(let error))
        where ForeignException.rules.contains { $0.code == error.code }:
          usedRules[error.code, default: 0] += 1
        default: Issue.record("\(item.name): \(verdict) there, \(reading) here: \(item.hex)")
        }
      }
    }
    #expect(verdicts == 1335)
    #expect(unjudged == ForeignException.notEncodings)
    #expect(unread == 7, "values of types that are stepped over")
    #expect(ForeignException.cases.count <= 40)
    #expect(exceptions.subtracting(usedExceptions) == [], "no longer needed")
    for rule in ForeignException.rules {
      #expect(usedRules[rule.code, default: 0] == rule.count, "\(rule.code): \(rule.reason)")
    }
  }

  /// Verdict or not, nothing traps, and what is transcoded is right.
  @Test func `Every case is read or refused`() throws {
    for item in try ForeignCase.all() {
      checkAgreement(item.input, "\(item.name)")
      _ = ForeignCase.typedWalk(item.input)
    }
  }

  /// The same for the seeds of other projects' fuzzers: a name and an input in hexadecimal digits a line.
  @Test(arguments: [
    "awslc-der_roundtrip", "boringssl-cert", "gofuzz-asn1", "nist-pkits", "openssl-asn1",
    "openssl-cms", "openssl-x509", "awslc-pkcs7_verify",
  ])
  func `Every fuzzing seed is read or refused`(corpus: String) throws {
    let file = try #require(Corpus.folder).appending(path: "suites/corpora/\(corpus).hex")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ")
      // The longest ones take their time and show nothing new.
      guard parts.count == 2, parts[1].count <= 4096 else { continue }
      let input = bytes(String(parts[1]))
      checkAgreement(input, "\(corpus) \(parts[0])")
      _ = ForeignCase.typedWalk(input)
    }
  }
}
