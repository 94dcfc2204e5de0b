public import Foundation
public import ReceiptParsing

extension AppReceipt {
  /// Reads a receipt from a file, such as `Bundle.main.appStoreReceiptURL` names one. `Data` needs no
  /// initialiser of its own: it is a collection of bytes.
  ///
  /// - Throws: what reading the file throws, or ``/ReceiptParsing/ReceiptError``.
  public init(contentsOf url: URL, limits: ReceiptLimits = .default) throws {
    try self.init(Data(contentsOf: url), limits: limits)
  }

  /// The container as DER.
  public var containerData: Data { Data(containerBytes) }
}
