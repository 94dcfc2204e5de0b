import AppStoreReceipt
import BenchmarkSupport
import Foundation

/// A receipt to measure with.
struct ReceiptSample {
  enum Origin {
    /// The test authority signed it for the device of ``SyntheticReceipt``.
    case ours
    case corpus
    /// A file on the command line.
    case given
  }

  /// What rows call it.
  let name: String
  let bytes: [UInt8]
  let isBER: Bool
  let origin: Origin

  /// The made-up ones: shaped like real receipts and their multiples, and the fixture that is shaped like
  /// Xcode's.
  static func synthetic(_ authority: TestAuthority) throws -> [ReceiptSample] {
    let sizes = [("small", 0), ("medium", 9), ("large", 187), ("1k", 1_000), ("10k", 10_000)]
    let receipts = try sizes.map { name, purchases in
      let receipt = SyntheticReceipt(
        purchases: purchases, creationDate: authority.digest.creationDate)
      return ReceiptSample(
        name: name, bytes: try authority.container(receipt.payload), isBER: false, origin: .ours)
    }
    let xcode = try Repository.bytes("Tests/Fixtures/Receipts/xcode-ber.p7")
    return receipts + [ReceiptSample(name: "xcode", bytes: xcode, isBER: true, origin: .ours)]
  }

  /// Writes the made-up ones, and the root's certificate, for programs in other languages.
  static func write(to folder: String, _ digest: TestAuthority.Digest) throws {
    let folder = URL(filePath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let authority = try TestAuthority(digest)
    for sample in try synthetic(authority) where !sample.isBER {
      try Data(sample.bytes).write(to: folder.appending(path: sample.name + ".p7"))
    }
    try Data(authority.root).write(to: folder.appending(path: "root.cer"))
  }

  /// The real ones in the folder that `RECEIPT_CORPUS` names.
  static func corpus() throws -> [ReceiptSample] {
    guard let folder = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"] else {
      throw UsageError("--corpus needs the environment variable RECEIPT_CORPUS")
    }
    let files = URL(filePath: folder).appending(path: "receipts/files")
    return try FileManager.default.contentsOfDirectory(atPath: files.path()).sorted()
      .filter { $0.hasSuffix(".p7") }.compactMap { name in
        let bytes = [UInt8](try Data(contentsOf: files.appending(path: name)))
        guard let receipt = try? AppReceipt(bytes) else { return nil }
        return ReceiptSample(
          name: name, bytes: bytes, isBER: receipt.form.encoding == .ber, origin: .corpus)
      }
  }

  /// The one in a file, DER or Base64.
  ///
  /// - Parameter name: what rows call it.
  /// - Throws: `Unavailable` for a file that can't be read, or `ReceiptError`.
  init(file: String, name: String) throws {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw Unavailable("there is no such file")
    }
    guard !isFolder.boolValue else { throw Unavailable("that is a folder; name the files in it") }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Unavailable("the file can't be opened")
    }
    let given = [UInt8](data)
    let receipt = try AppReceipt(given)
    isBER = receipt.form.encoding == .ber
    // Of BER the container is the DER that was made of it.
    bytes =
      isBER
      ? Data(base64Encoded: data, options: .ignoreUnknownCharacters).map { [UInt8]($0) } ?? given
      : receipt.containerBytes
    (self.name, origin) = (name, .given)
  }

  /// Those in files.
  ///
  /// - Returns: what could be read, and a line about each file that could not.
  static func given(_ files: [String]) -> (samples: [ReceiptSample], problems: [String]) {
    let names = files.map { URL(filePath: $0).lastPathComponent }
    var samples: [ReceiptSample] = []
    var problems: [String] = []
    for (file, name) in zip(files, names) {
      let isUnique = names.count { $0 == name } == 1
      do {
        samples.append(try ReceiptSample(file: file, name: isUnique ? name : file))
      } catch {
        problems.append("\(file): \(error)")
      }
    }
    return (samples, problems)
  }

  private init(name: String, bytes: [UInt8], isBER: Bool, origin: Origin) {
    (self.name, self.bytes, self.isBER, self.origin) = (name, bytes, isBER, origin)
  }
}
