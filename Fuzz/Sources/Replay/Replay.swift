import Foundation
import FuzzResponses
import FuzzDER
import FuzzReceipts
import FuzzSupport

/// `Replay TARGET FOLDER FOLDER …`: checks the properties of each target with all files of the two folders
/// behind its name, once at either edge of an inaccessible page and once in memory of exactly their size.
@main
enum Replay {
  private static let properties: [any FuzzProperty.Type] = [
    ReaderProperty.self, TranscoderProperty.self, ContainerProperty.self, CertificateProperty.self,
    AttributesProperty.self, ReceiptProperty.self, Base64Property.self, DatesProperty.self,
    ValidationProperty.self, VerifierProperty.self, TransactionProperty.self,
    PurchasesProperty.self,
    JSONProperty.self, AnswersProperty.self,
  ]

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let places = Places()
    let guarded = GuardedMemory(capacity: 1 << 20)
    for start in stride(from: 0, to: arguments.count - 2, by: 3) {
      guard let property = properties.first(where: { $0.name == arguments[start] }) else {
        fatalError("no target \(arguments[start])")
      }
      let clock = ContinuousClock.now
      let inputs = try arguments[start + 1...start + 2].flatMap { try octets(in: $0) }
      for input in inputs { check(property, input, places, guarded) }
      let milliseconds = (ContinuousClock.now - clock) / .milliseconds(1)
      print("\(property.name): \(inputs.count) inputs in \(Int(milliseconds)) ms")
    }
  }

  private static func check(
    _ property: any FuzzProperty.Type, _ input: [UInt8], _ places: borrowing Places,
    _ guarded: borrowing GuardedMemory
  ) {
    input.withOctets { octets in
      for edge in GuardedMemory.Edge.allCases where octets.byteCount <= guarded.capacity {
        guarded.withOctets(octets, at: edge) { property.check($0, places) }
      }
    }
    input.withOddlyPlaced { property.check($0, places) }
  }

  private static func octets(in folder: String) throws -> [[UInt8]] {
    let folder = URL(filePath: folder)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { [UInt8](try Data(contentsOf: $0)) }
  }
}
