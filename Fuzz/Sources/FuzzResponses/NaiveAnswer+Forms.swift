import FuzzSupport
import VerifyReceipt

// How what was read is written.

extension NaiveAnswer {
  /// A value that was read has Apple's form; what says nothing, or can't be read, stays as it was.
  func checkForms(
    _ object: NaiveJSON.Value, _ members: [AnswerMember], at path: [JSONPath.Element]
  ) {
    guard let own = written.value(at: path) else {
      return require(false, "nothing is written at \(path)")
    }
    for member in members {
      for (key, form) in Self.forms(of: member, in: object) {
        require(
          NaiveJSON.Value.areSame(own[key], form),
          "\(key): \(own[key], default: "nothing"), not \(form, default: "nothing")")
      }
    }
  }

  private static func forms(
    of member: AnswerMember, in object: NaiveJSON.Value
  ) -> [(key: String, form: NaiveJSON.Value?)] {
    switch member {
    case .text(let key, _, let form): [(key, text(object[key], as: form))]
    case .integer(let key, _, let form): [(key, number(object[key], as: form))]
    case .flag(let key, _, let form): [(key, flag(object[key], as: form))]
    case .date(let keys, _): dates(keys, in: object)
    }
  }

  private static func text(
    _ value: NaiveJSON.Value?, as form: AnswerMember.Form
  ) -> NaiveJSON.Value? {
    if form == .number, let number = integer(value) { return .number("\(number)") }
    return text(value).map { NaiveJSON.Value.string($0) } ?? value
  }

  private static func number(
    _ value: NaiveJSON.Value?, as form: AnswerMember.Form
  ) -> NaiveJSON.Value? {
    guard let number = integer(value) else { return value }
    return form == .number ? .number("\(number)") : .string(Array("\(number)".utf8))
  }

  private static func flag(
    _ value: NaiveJSON.Value?, as form: AnswerMember.Form
  ) -> NaiveJSON.Value? {
    guard let flag = flag(value) else { return value }
    return switch form {
    case .word: .string(Array((flag ? "true" : "false").utf8))
    case .digit: .string(Array((flag ? "1" : "0").utf8))
    case .boolean, .number, .string: .boolean(flag)
    }
  }

  /// All three, also where only one was given. One that isn't as Apple writes it stays, even if it is blank.
  private static func dates(
    _ keys: AnswerMember.DateKeys, in object: NaiveJSON.Value
  ) -> [(key: String, form: NaiveJSON.Value?)] {
    let own = [keys.text, keys.milliseconds, keys.pacific]
    guard let instant = instant(object, keys) else {
      return own.map { (key: $0, form: object[$0]) }
    }
    return zip(own, NaiveClock.forms(of: instant)).map { key, form in
      let regular = NaiveJSON.Value.string(Array(form.text.utf8))
      switch object[key] {
      case nil: return (key, regular)
      // A number is one in quotation marks then.
      case .number(let text)? where key == keys.milliseconds && Int64(text) == Int64(instant):
        return (key, regular)
      case let value?: return (key, value)
      }
    }
  }

  /// With status 0 and a receipt an answer is valid, and with nothing else.
  func checkValidity(_ response: VerifyReceiptResponse, _ naive: NaiveJSON.Value) {
    let hasReceipt = !Self.isBlank(naive["receipt"])
    let status = Self.integer(naive["status"])
    require(response.isValid == (status == 0 && hasReceipt), "valid: \(response.isValid)")
    for status in [nil, 0, 1, 21002, 21006] as [Int64?] {
      var other = response
      other.status = status.map { VerifyReceiptStatus(rawValue: $0) }
      require(
        other.isValid == (status == 0 && hasReceipt), "valid with \(status, default: "no status")")
    }
  }
}
