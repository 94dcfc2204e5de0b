import DERParsing
import FuzzSupport
import ReceiptParsing

/// Why a value is not what its type promises.
enum NaiveReason: Equatable {
  case malformed(NaiveFault.Rule)
  case notADate, notABoolean, wrongLength, duplicate

  /// What the library says of it.
  init(_ reason: ReceiptProblem.Reason) {
    switch reason {
    case .malformed(let code): self = .malformed(NaiveFault(code: code.rawValue, at: 0).rule)
    case .notADate: self = .notADate
    case .notABoolean: self = .notABoolean
    case .wrongLength: self = .wrongLength
    case .duplicate: self = .duplicate
    }
  }
}
