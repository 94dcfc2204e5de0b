import Foundation
import FuzzDER
import FuzzInstructions
import FuzzReceipts
import FuzzResponses
import FuzzSupport

/// `Replay TARGET FOLDER …`: checks the properties of a target with all files of the folders, once at either
/// edge of an inaccessible page and once in memory of exactly their size.
@main
enum Replay {
  private static let properties: [any FuzzProperty.Type] = [
    ReaderProperty.self, TranscoderProperty.self, ContainerProperty.self, CertificateProperty.self,
    AttributesProperty.self, ReceiptProperty.self, Base64Property.self, DatesProperty.self,
    ValidationProperty.self, VerifierProperty.self, TransactionProperty.self,
    PurchasesProperty.self, JSONProperty.self, AnswersProperty.self, DigestProperty.self,
    ModulusProperty.self,
  ]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2, let property = properties.first(where: { $0.name == arguments[1] })
    else { fatalError("usage: Replay TARGET FOLDER …") }
    let places = Places()
    let guarded = GuardedMemory(capacity: 1 << 20)
    var count = 0
    for file in try arguments[2...].flatMap({ try files(in: $0) }) {
      // The last line before a fault names the input.
      FileHandle.standardError.write(Data("\(file.lastPathComponent)\n".utf8))
      check(property, [UInt8](try Data(contentsOf: file)), places, guarded)
      count += 1
    }
    print("\(property.name): \(count) inputs")
  }

  private static func check(
    _ property: any FuzzProperty.Type, _ input: [UInt8], _ places: borrowing Places,
    _ guarded: borrowing GuardedMemory
  ) {
    input.withBytes { bytes in
      for edge in GuardedMemory.Edge.allCases where bytes.byteCount <= guarded.capacity {
        guarded.withBytes(bytes, at: edge) { property.check($0, places) }
      }
    }
    input.withOddlyPlaced { property.check($0, places) }
  }

  private static func files(in folder: String) throws -> [URL] {
    try FileManager.default
      .contentsOfDirectory(at: URL(filePath: folder), includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
