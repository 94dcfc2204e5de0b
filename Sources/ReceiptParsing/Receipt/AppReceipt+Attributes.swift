import CMSParsing
import DERParsing
import TextCoding

extension AppReceipt {
  /// All attributes of the receipt itself, including those of type 17, in payload order.
  ///
  /// - Complexity: O(n).
  public var attributes: [OwnedAttribute] {
    // Both parts of the index are in ascending order, so sorting them takes one pass.
    let count = storage.index.ownCount + storage.index.purchaseCount
    return storage.index.entries.prefix(count).sorted { $0.offset < $1.offset }
      .map { storage.record($0) }
  }

  /// The in-app purchases, in payload order, which has no meaning.
  public var inAppReceipts: InAppReceipts { InAppReceipts(storage: storage) }

  /// Every attribute of a known type whose value is not what the type promises. The accessors of these fields return
  /// `nil`, except for a hash that isn't 20 bytes long.
  ///
  /// - Complexity: O(n).
  public var problems: [ReceiptProblem] {
    var problems = storage.problems(nil)
    for purchase in inAppReceipts { problems += purchase.problems }
    return problems
  }
}

extension ReceiptStorage {
  func record(_ entry: RawAttribute) -> OwnedAttribute {
    OwnedAttribute(
      type: Int(entry.type), version: entry.version, offset: inputOffset(of: entry.offset),
      value: bytes[entry.value])
  }

  /// The problems of a scope, in the order of the payload. If types may repeat, looks for one after the
  /// other, so that the time stays linear however often one appears.
  func problems(_ scope: Scope) -> [ReceiptProblem] {
    let table = scope == nil ? AttributeTable.receipt : .purchase
    guard index.mayRepeatTypes else {
      return entries(of: scope).compactMap { entry in
        table[index.entries[entry].type].flatMap { problem($0, scope) }
      }
    }
    return table.rows.compactMap { problem($0, scope) }.sorted { $0.offset < $1.offset }
  }
}

/// One attribute as encoded, known or not.
public struct OwnedAttribute: Hashable, Sendable {
  /// The number of its type.
  public let type: Int

  /// Its version.
  public let version: Int

  /// Where it begins in the input, as for ``ReceiptError/offset``.
  public let offset: Int

  /// The contents of its OCTET STRING; shares memory with the receipt.
  public let value: ArraySlice<UInt8>
}
