import DERParsing
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct ForeignSuiteTests {
  @Test func `We answer as other projects do, but for the listed exceptions`() throws {
    let exceptions = Set(ForeignException.cases.map(\.name))
    var usedExceptions: Set<String> = []
    var usedRules: [DERError.Code: Int] = [:]
    var judged = 0
    for item in try ForeignCase.all() {
      let readings = [(item.der, item.derReading()), (item.ber, item.berReading())]
      for case (let verdict?, let reading?) in readings {
        judged += 1
        switch (verdict, reading) {
        case (.ok, .success(let text)):
          guard let value = item.comparableValue else { continue }
          #expect(text == value, "\(item.name)")
        case (.fail, .failure): continue
        case _ where exceptions.contains(item.name): usedExceptions.insert(item.name)
        case (.ok, .failure(let error))
        where ForeignException.rules.contains { $0.code == error.code }:
          usedRules[error.code, default: 0] += 1
        default: Issue.record("\(item.name): \(verdict) there, \(reading) here: \(item.hex)")
        }
      }
    }
    #expect(judged > 1000)
    #expect(ForeignException.cases.count <= 40)
    #expect(exceptions.subtracting(usedExceptions) == [], "no longer needed")
    for rule in ForeignException.rules {
      #expect(usedRules[rule.code, default: 0] == rule.count, "\(rule.code): \(rule.reason)")
    }
  }

  /// Verdict or not, nothing traps, and what is transcoded is right.
  @Test func `Every case is read or refused`() throws {
    for item in try ForeignCase.all() {
      _ = strictWalk(item.input)
      _ = ForeignCase.typedWalk(item.input)
      guard case .success(let transcoding) = transcoded(item.input) else { continue }
      checkTranscoding(item.input, transcoding, "\(item.name)")
    }
  }
}
