import DERParsing
import FuzzSupport
import ReceiptParsing

/// What the streaming reader says about a container, to its end.
struct StreamedAttributes: Equatable {
  /// What it threw.
  private(set) var error: ReceiptError?
  /// Where the bytes are that are signed; `nil` if it didn't get there.
  private(set) var content: Range<Int>?
  /// The attributes up to there.
  private(set) var attributes: [NaiveAttribute] = []

  init(_ bytes: RawSpan, limits: DERLimits = .default) {
    do throws(ReceiptError) {
      let container = try ReceiptContainer(bytes, limits: limits)
      content = container.content
      var reader = container.attributes
      while let attribute = try reader.next() {
        var row = NaiveAttribute(
          type: Int(attribute.type.rawValue), version: attribute.version, offset: attribute.offset,
          value: attribute.valueRange)
        StreamedValue.check(attribute, in: bytes)
        if attribute.type == .inAppReceipt {
          var inApp = try attribute.inAppAttributes()
          while let attribute = try inApp.next() {
            StreamedValue.check(attribute, in: bytes)
            row.inApp.append(
              NaiveAttribute(
                type: Int(attribute.type.rawValue), version: attribute.version,
                offset: attribute.offset, value: attribute.valueRange))
          }
        }
        attributes.append(row)
      }
    } catch {
      self.error = error
    }
  }
}
