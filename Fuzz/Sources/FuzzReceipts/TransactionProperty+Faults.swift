import FuzzSupport
import TransactionReceipts

// What is wrong with what is refused.

extension TransactionProperty {
  /// What begins as a list is refused by the first rule that it breaks, there, in its part and under its key; what is none
  /// of these is read.
  static func checkFaults(_ answer: TransactionAnswer, _ bytes: [UInt8]) {
    let start = bytes.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    let isList = ["{", "//", "/*"].contains { start.starts(with: $0.utf8) }
    guard isList, bytes.count <= TransactionReceiptLimits.default.maximumBytes else { return }
    do throws(NaivePropertyList.Fault) {
      let list = try NaivePropertyList(reading: bytes)
      guard let entry = list.entries.first(where: { $0.key.elementsEqual("purchase-info".utf8) })
      else {
        let isMissing = answer.error.map {
          $0.code == .purchaseInfoMissing && $0.part == .receipt && $0.offset == 0 && $0.key == nil
        }
        return require(isMissing == true, "nothing is signed: \(answer)")
      }
      guard let inside = decoded(entry, answer.error) else { return }
      checkInside(answer, inside)
    } catch {
      check(answer.error, error, in: .receipt)
    }
  }

  /// Of the list that is signed.
  static func checkInside(_ answer: TransactionAnswer, _ inside: [UInt8]) {
    do throws(NaivePropertyList.Fault) {
      _ = try NaivePropertyList(reading: inside)
      require(answer.receipt != nil, "nothing is wrong: \(answer)")
    } catch {
      check(answer.error, error, in: .purchaseInfo)
    }
  }

  static func check(
    _ error: TransactionReceiptError?, _ fault: NaivePropertyList.Fault,
    in part: TransactionReceiptError.Part
  ) {
    let isRight = error.map {
      $0.code == fault.code && $0.part == part && $0.offset == fault.offset
        && $0.key.map { Array($0.utf8) } == fault.key
    }
    require(isRight == true, "\(String(describing: error)), not \(fault) in \(part)")
  }

  /// The bytes of a value in Base64; `nil` if it isn't, which has to be the error. Its place is exact as long as there are
  /// no escapes.
  static func decoded(
    _ entry: NaivePropertyList.Entry, _ error: TransactionReceiptError?
  ) -> [UInt8]? {
    let fault: NaiveFault
    do throws(NaiveFault) {
      return try NaiveBase64.read(entry.value)
    } catch let broken {
      fault = broken
    }
    let code =
      fault.rule == .jsonEscapes
      ? .base64InvalidCharacter : TransactionReceiptError.Code(rawValue: fault.rule.rawValue)
    let start = entry.characters.lowerBound
    let hasEscapes = entry.characters.count != entry.value.count
    let isRight = error.map {
      $0.code == code && $0.part == .receipt
        && $0.offset == start + (hasEscapes ? 0 : fault.offset)
        && $0.key.map { $0.utf8.elementsEqual(entry.key) } == true
    }
    require(isRight == true, "\(String(describing: error)), not \(fault) from \(start)")
    return nil
  }
}
