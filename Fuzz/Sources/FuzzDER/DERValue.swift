import DERParsing
import FuzzSupport

/// Reads one primitive element by the reader of its type and writes the value again. The type is that of the
/// tag; elements of other classes are read under IMPLICIT tags, as the type that their number stands for.
enum DERValue {
  /// Appends the contents octets, made of the value if there is one.
  ///
  /// - Parameter bytes: the input, if the answers are to be compared with the naive rules.
  static func write(
    _ element: DERElement, _ input: RawSpan, _ bytes: [UInt8]?, to encoding: inout [UInt8]
  ) {
    let contents = bytes?[element.contentsRange]
    let start = encoding.count
    // What is thrown, and what should be.
    let found: DERError?
    let rule: NaiveFault.Rule?
    // What the value is called, if its reader is told.
    var field: String?
    switch element.identifier.tagNumber % 31 {
    case 1:
      let value = value(Bool.self, element, input)
      if let value = value.value { encoding.append(value ? 0xFF : 0x00) }
      (found, rule) = (value.error, contents.flatMap { NaiveValue.fault(ofBoolean: $0) })
      if let contents { checkDefault(ofBoolean: contents, element, input) }
    case 2, 10:
      let value = value(DERInteger.self, element, input)
      if let value = value.value {
        require(value.isNegative == (input.byte(element.contentsRange.lowerBound) > 127), "sign")
      }
      (found, rule) = (value.error, contents.flatMap { NaiveValue.fault(ofInteger: $0) })
      if let contents {
        checkNumber(element, input, contents)
        checkDefault(ofInteger: contents, element, input)
      }
    case 3:
      let value = value(DERBitString.self, element, input)
      if let value = value.value {
        encoding.append(UInt8(value.unusedBits))
        unsafe input.extracting(value.bytesRange).withUnsafeBytes {
          unsafe encoding.append(contentsOf: $0)
        }
      }
      (found, rule) = (value.error, contents.flatMap { NaiveValue.fault(ofBitString: $0) })
      if let contents { checkNamedBits(element, input, contents) }
    case 4:
      let value = value(DEROctetString.self, element, input)
      require(value.value?.contentsRange == element.contentsRange, "bytes of a string")
      (found, rule) = (value.error, nil)
    case 5:
      found = value(DERNull.self, element, input).error
      rule = element.contentsRange.isEmpty ? nil : .invalidNull
    case 6:
      let value = value(DERObjectIdentifier.self, element, input)
      if let value = value.value {
        for index in 0..<value.byteCount { encoding.append(value.byte(at: index)) }
        if let contents { check(value, contents, element.offset) }
      }
      (found, rule) = (value.error, contents.flatMap { NaiveValue.fault(ofObjectIdentifier: $0) })
    case let number where types[Int(number)] != nil:
      guard let type = types[Int(number)] else { return }
      let text = text(type, element, input)
      if let text = text.value { encode(text, type, to: &encoding) }
      if contents != nil { checkOptional(type, element, input, text) }
      (found, field) = (text.error, "text")
      rule = contents.flatMap { NaiveValue.fault(ofString: $0, tagNumber: Int(number)) }
    case let number where number == 23 || number == 24:
      let time = time(number == 23, element, input)
      (found, field) = (time.error, "time")
      let naive = contents.map { NaiveValue.time($0, yearDigits: number == 23 ? 2 : 4) }
      if let time = time.value, let naive = naive.flatMap(\.self) {
        check(time, naive.digits, naive.fraction)
        TimeOrder.check(time, naive.digits, naive.fraction)
      }
      rule = naive.map { $0 == nil } == true ? .invalidTime : nil
    default:
      (found, rule) = (nil, nil)
    }
    if let contents {
      check(found, rule, element, field: field)
      checkAny(element, input, contents)
    }
    // What has no value, or none that keeps all bytes, stands as it is.
    guard encoding.count == start else { return }
    unsafe input.extracting(element.contentsRange).withUnsafeBytes {
      unsafe encoding.append(contentsOf: $0)
    }
  }

  /// A value that breaks a rule is refused by that one, at its element.
  private static func check(
    _ found: DERError?, _ rule: NaiveFault.Rule?, _ element: DERElement, field: String? = nil
  ) {
    let fault = rule.map { NaiveFault($0, at: element.offset, field: field) }
    require(
      found.map { NaiveFault($0) } == fault,
      "\(element.identifier): \(found, default: "accepted"), not \(fault, default: "accepted")")
  }

  /// What is read, or why it is not.
  private typealias Answer<Value> = (value: Value?, error: DERError?)

  /// The character strings by their tag numbers.
  private static let types: [DERStringType?] = {
    var types = [DERStringType?](repeating: nil, count: 31)
    for type in DERStringType.allCases { types[Int(type.identifier.tagNumber)] = type }
    return types
  }()

  private static func value<Value: DERDecodable>(
    _ type: Value.Type, _ element: DERElement, _ input: RawSpan
  ) -> Answer<Value> {
    do throws(DERError) {
      var reader = DERReader(input, contents: element.encodingRange)
      let value: Value = try reader.read(tagged: element.identifier)
      try reader.finish()
      return (value, nil)
    } catch {
      return (nil, error)
    }
  }

  private static func checkNumber(
    _ element: DERElement, _ input: RawSpan, _ contents: ArraySlice<UInt8>
  ) {
    switch (contents.count + element.offset) % 12 {
    case 0: check(Int8.self, element, input, contents)
    case 1: check(Int16.self, element, input, contents)
    case 2: check(Int32.self, element, input, contents)
    case 3: check(Int64.self, element, input, contents)
    case 4: check(Int.self, element, input, contents)
    case 5: check(UInt8.self, element, input, contents)
    case 6: check(UInt16.self, element, input, contents)
    case 7: check(UInt32.self, element, input, contents)
    case 8: check(UInt64.self, element, input, contents)
    case 9: check(UInt.self, element, input, contents)
    case 10: check(Int128.self, element, input, contents)
    default: check(UInt128.self, element, input, contents)
    }
  }

  /// A number is read if its type holds it, and written again it gives the same bytes.
  private static func check<Number: FixedWidthInteger & DERDecodable>(
    _ type: Number.Type, _ element: DERElement, _ input: RawSpan, _ contents: ArraySlice<UInt8>
  ) {
    let number = value(type, element, input)
    let rule = NaiveValue.fault(ofInteger: contents, bits: type.bitWidth, isSigned: type.isSigned)
    check(number.error, rule, element)
    guard let number = number.value else { return }
    var digits: [UInt8] = []
    var rest = number
    repeat {
      digits.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    } while digits[digits.count - 1] < 128 ? rest != 0 : number >= 0 || ~rest != 0
    require(digits.reversed() == Array(contents), "\(number) re-encoded as \(type)")
  }

  private static func checkNamedBits(
    _ element: DERElement, _ input: RawSpan, _ contents: ArraySlice<UInt8>
  ) {
    let list = value(DERNamedBitList.self, element, input)
    check(list.error, NaiveValue.fault(ofNamedBitList: contents), element)
    guard let list = list.value else { return }
    for (index, byte) in contents.dropFirst().enumerated() {
      for bit in 0..<8 {
        require(list.contains(index * 8 + bit) == (byte & 0x80 >> bit != 0), "bit \(bit)")
      }
    }
    // No other is set: none behind the last byte, and none that no list has.
    let count = 8 * (contents.count - 1)
    for bit in -32..<65 where bit < 0 || bit >= count {
      require(!list.contains(bit), "bit \(bit) of \(count)")
    }
    require(!list.contains(.min) && !list.contains(.max), "bits at both ends")
  }

  /// Differs from an identifier with other bytes. The dotted form is that of the naive numbers, and is read as the same
  /// identifier; it is slow, so only a few are checked.
  private static func check(
    _ value: DERObjectIdentifier, _ contents: ArraySlice<UInt8>, _ offset: Int
  ) {
    var other = Array(contents)
    other[offset % other.count] ^= 1
    // As an element: with the header of an OBJECT IDENTIFIER of at most 63 bytes.
    if let different = try? DERObjectIdentifier(derEncoded: [0x06, UInt8(other.count)] + other) {
      require(different != value, "\(different) is not \(value)")
    }
    guard offset % 32 == 0 || contents.count < 4 else { return }
    let text = NaiveNumber.dotted(contents)
    require(value.description == text, "\(value), not \(text)")
    require(DERObjectIdentifier(text) == value, "from \(text)")
    // One number more is one byte more; of more than 63 none is read.
    let more: [UInt8] = [0x06, UInt8(contents.count + 1)] + Array(contents) + [1]
    let longer = try? DERObjectIdentifier(derEncoded: more)
    require(DERObjectIdentifier(text + ".1") == longer, "from \(text).1")
  }

  private static func text(
    _ type: DERStringType, _ element: DERElement, _ input: RawSpan
  ) -> Answer<String> {
    do throws(DERError) {
      var reader = DERReader(input, contents: element.encodingRange)
      let string = try reader.readString(type, "text", tagged: element.identifier)
      try reader.finish()
      return (string.text(in: input), nil)
    } catch {
      return (nil, error)
    }
  }

  /// What may be left out is read as what has to be there; an element of another identifier is left for what comes next.
  private static func checkOptional(
    _ type: DERStringType, _ element: DERElement, _ input: RawSpan, _ text: Answer<String>
  ) {
    let identifier = element.identifier
    for tagged in [identifier, nil] {
      var reader = DERReader(input, contents: element.encodingRange)
      var found: Answer<String> = (nil, nil)
      do throws(DERError) {
        let string = try reader.readStringIfPresent(type, "text", tagged: tagged)
        found.value = string?.text(in: input)
      } catch {
        found.error = error
      }
      let isIts = tagged ?? type.identifier == identifier
      require(
        found.value == (isIts ? text.value : nil) && found.error == (isIts ? text.error : nil),
        "\(identifier), if it is there: \(found), not \(text)")
      require(isIts || reader.offset == element.offset, "left out, and passed over")
    }
  }

  private static func encode(_ text: String, _ type: DERStringType, to encoding: inout [UInt8]) {
    let width =
      switch type {
      case .universal: 4
      case .bmp: 2
      case .teletex: 1
      default: 0
      }
    guard width > 0 else {
      encoding += text.utf8
      return
    }
    for scalar in text.unicodeScalars {
      for index in (0..<width).reversed() {
        encoding.append(UInt8(truncatingIfNeeded: scalar.value >> UInt32(index * 8)))
      }
    }
  }

  private static func time(
    _ isUTC: Bool, _ element: DERElement, _ input: RawSpan
  ) -> Answer<DERTime> {
    do throws(DERError) {
      var reader = DERReader(input, contents: element.encodingRange)
      let time =
        isUTC
        ? try reader.readUTCTime("time", tagged: element.identifier)
        : try reader.readGeneralizedTime("time", tagged: element.identifier)
      try reader.finish()
      return (time, nil)
    } catch {
      return (nil, error)
    }
  }

  /// The instant is that of a calendar made by counting, and the description has the same digits.
  private static func check(_ time: DERTime, _ digits: [Int], _ fraction: [Int]) {
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    let days = NaiveCalendar.days(number(0..<4), number(4..<6), number(6..<8))
    let seconds = days * 86_400 + number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14)
    require(time.secondsSince1970 == Int64(seconds), "\(time) is \(seconds)")
    let padded = Array((fraction + Array(repeating: 0, count: 9)).prefix(9))
    require(Int(time.nanoseconds) == padded.reduce(0) { $0 * 10 + $1 }, "fraction of \(time)")
    let found = time.description.utf8.compactMap { 0x30...0x39 ~= $0 ? Int($0) - 0x30 : nil }
    require(found == digits + (time.nanoseconds == 0 ? [] : padded), "\(time) as text")
  }
}
