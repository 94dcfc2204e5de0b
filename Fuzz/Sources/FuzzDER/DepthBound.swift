import DERParsing
import FuzzSupport

/// However many levels a caller allows, 128 are the most: what reads them uses the stack.
enum DepthBound {
  /// Asked once: the answers depend on no input.
  static let isKept: Void = {
    let (most, more) = (nested(128), nested(129))
    let fault = NaiveFault(.nestedTooDeeply, at: more.count - 4)
    for limit in [129, 1_000_000] {
      let limits = DERLimits(maximumDepth: limit)
      require(openingFault(most, limits) == nil, "128 levels within \(limit)")
      require(openingFault(more, limits) == fault, "129 levels within \(limit)")
      require(partFault(most, limit) == nil, "128 levels in a part within \(limit)")
      require(partFault(more, limit) == fault, "129 levels in a part within \(limit)")
      require(rewritingFault(most, limits) == nil, "128 levels rewritten within \(limit)")
      require(rewritingFault(more, limits) == fault, "129 levels rewritten within \(limit)")
    }
  }()

  /// So many levels around a NULL. The innermost takes four bytes.
  private static func nested(_ levels: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x05, 0x00]
    for _ in 0..<levels {
      bytes = NaiveHeader.encoding(0x20, 16, length: bytes.count) + bytes
    }
    return bytes
  }

  private static func openingFault(_ bytes: [UInt8], _ limits: DERLimits) -> NaiveFault? {
    bytes.withBytes { openingFault($0, limits) }
  }

  private static func openingFault(_ bytes: RawSpan, _ limits: DERLimits) -> NaiveFault? {
    do throws(DERError) {
      var reader = try DERReader(bytes, limits: limits)
      try descend(&reader)
      return nil
    } catch {
      return NaiveFault(error)
    }
  }

  /// The same of a range of bytes, which is asked for with a number of levels alone.
  private static func partFault(_ bytes: [UInt8], _ levels: Int) -> NaiveFault? {
    bytes.withBytes { partFault($0, levels) }
  }

  private static func partFault(_ bytes: RawSpan, _ levels: Int) -> NaiveFault? {
    do throws(DERError) {
      var reader = DERReader(bytes, contents: 0..<bytes.byteCount, depth: levels)
      try descend(&reader)
      return nil
    } catch {
      return NaiveFault(error)
    }
  }

  /// Opens what is inside, down to what has no contents.
  private static func descend(_ reader: inout DERReader) throws(DERError) {
    let element = try reader.readElement()
    guard element.identifier.isConstructed else { return }
    var contents = try reader.contents(of: element)
    try descend(&contents)
  }

  private static func rewritingFault(_ bytes: [UInt8], _ limits: DERLimits) -> NaiveFault? {
    do throws(DERError) {
      let rewritten = try BERTranscoder.transcode(bytes, limits: limits).bytes
      require(rewritten == bytes, "DER stays as it is")
      return nil
    } catch {
      return NaiveFault(error)
    }
  }
}
