import DERParsing
import FuzzSupport

// The other readers of values: of those that have a default, and of strings of any type.

extension DERValue {
  /// A BOOLEAN that has a default is read unless it is that.
  static func checkDefault(
    ofBoolean contents: ArraySlice<UInt8>, _ element: DERElement, _ input: RawSpan
  ) {
    let rule = NaiveValue.fault(ofBoolean: contents)
    check(
      naive(contents == [0xFF], unless: rule, element), defaults: [true, false], element, input)
  }

  /// So is an INTEGER. Those that have a default are short.
  static func checkDefault(
    ofInteger contents: ArraySlice<UInt8>, _ element: DERElement, _ input: RawSpan
  ) {
    guard contents.count < 3 else { return }
    let sign = contents.first.map { $0 < 128 ? 0 : -1 } ?? 0
    let number = contents.reduce(sign) { $0 << 8 | Int($1) }
    let rule = NaiveValue.fault(ofInteger: contents, bits: 64, isSigned: true)
    check(naive(number, unless: rule, element), defaults: [number, number ^ 1], element, input)
  }

  private static func naive<Value>(
    _ value: Value, unless rule: NaiveFault.Rule?, _ element: DERElement
  ) -> Result<Value, NaiveFault> {
    guard let rule else { return .success(value) }
    return .failure(NaiveFault(rule, at: element.offset, field: "value"))
  }

  /// X.690 §11.5: the default itself is not encoded, unless the caller accepts that.
  private static func check<Value: DERDecodable & Equatable>(
    _ naive: Result<Value, NaiveFault>, defaults: [Value], _ element: DERElement, _ input: RawSpan
  ) {
    let refused = Result<Value, NaiveFault>.failure(
      NaiveFault(.encodedDefault, at: element.offset, field: "value"))
    for value in defaults {
      let strict = read(element, input, default: value)
      let expected = naive == .success(value) ? refused : naive
      require(strict == expected, "\(strict), not \(expected), where \(value) is the default")
      let tolerant = read(element, input, default: value, isAccepted: true)
      require(tolerant == naive, "\(tolerant), not \(naive), where \(value) may be encoded")
    }
  }

  private static func read<Value: DERDecodable & Equatable>(
    _ element: DERElement, _ input: RawSpan, default value: Value, isAccepted: Bool = false
  ) -> Result<Value, NaiveFault> {
    do throws(DERError) {
      var reader = DERReader(input, contents: element.encodingRange)
      let identifier = element.identifier
      let found =
        isAccepted
        ? try reader.read(
          "value", default: value, acceptsEncodedDefault: true, tagged: identifier)
        : try reader.read("value", default: value, tagged: identifier)
      try reader.finish()
      return .success(found)
    } catch {
      return .failure(NaiveFault(error))
    }
  }

  /// The readers that take more than one type, for all strings and some others.
  static func checkAny(
    _ element: DERElement, _ input: RawSpan, _ contents: ArraySlice<UInt8>
  ) {
    let isUniversal = element.identifier.tagClass == .universal
    let number = Int(element.identifier.tagNumber)
    let isString = isUniversal && [12, 18, 19, 20, 22, 26, 28, 30].contains(number)
    let isSampled = (contents.count + element.offset) % 8 == 0
    guard isString || isSampled else { return }
    checkAnyString(element, input, contents, isString: isString)
    if isSampled, contents.count <= 64 { checkBytes(element, input, contents) }
    if !isUniversal || number != 1 { checkAbsent(element, input) }
  }

  /// Byte by byte, the contents are what they are, and behind the last one is none.
  private static func checkBytes(
    _ element: DERElement, _ input: RawSpan, _ contents: ArraySlice<UInt8>
  ) {
    var found: [UInt8] = []
    do throws(DERError) {
      let reader = DERReader(input, contents: element.encodingRange)
      var inside = try reader.contents(of: element)
      for _ in 0...contents.count {
        let byte = try inside.readContentsByte()
        found.append(byte)
      }
      require(false, "a byte behind the last one: \(found)")
    } catch {
      require(found == Array(contents), "\(found), not \(contents)")
      require(NaiveFault(error) == NaiveFault(.missingElement, at: element.offset), "\(error)")
    }
  }

  /// A string is read as one of its own type; what is none is not.
  private static func checkAnyString(
    _ element: DERElement, _ input: RawSpan, _ contents: ArraySlice<UInt8>, isString: Bool
  ) {
    let number = Int(element.identifier.tagNumber)
    let actual = NaiveFault.Tag(
      form: element.identifier.tagClass.rawValue << 6, number: number)
    let rule: NaiveFault.Rule? =
      isString ? NaiveValue.fault(ofString: contents, tagNumber: number) : .unexpectedIdentifier
    let fault = rule.map {
      NaiveFault($0, at: element.offset, field: "string", actual: isString ? nil : actual)
    }
    do throws(DERError) {
      var reader = DERReader(input, contents: element.encodingRange)
      let string = try reader.readAnyString("string")
      require(fault == nil, "a string, in spite of \(fault, default: "nothing")")
      require(
        string.contentsRange == element.contentsRange && Int(string.type.rawValue) == number,
        "\(string), not of type \(number)")
      require(reader.isAtEnd, "the whole string")
    } catch {
      require(NaiveFault(error) == fault, "\(error), not \(fault, default: "a string")")
    }
  }

  /// Before something else, and at the end, the default is meant, and nothing is passed over.
  private static func checkAbsent(_ element: DERElement, _ input: RawSpan) {
    let end = element.encodingRange.upperBound
    for range in [element.encodingRange, end..<end] {
      for value in [true, false] {
        var reader = DERReader(input, contents: range)
        let found = try? reader.read(default: value)
        require(
          found == value && reader.offset == range.lowerBound,
          "left out before \(element.identifier)")
      }
    }
  }
}
