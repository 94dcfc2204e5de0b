import Foundation
import FuzzDER
import FuzzReceipts
import FuzzResponses
import FuzzSupport

/// `SmallInputs TARGET PART PARTS [FILE …]`: one of so many parts of every small input of a fuzzer, and of every file with
/// one byte set to each value. It ends with `VIOLATED` at the first input of which the property does not hold. Alone it
/// prints the targets.
@main
enum SmallInputs {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first else { return targets.keys.sorted().forEach { print($0) } }
    let numbers = arguments.dropFirst().prefix(2).compactMap { Int($0) }
    guard let target = targets[name], numbers.count == 2 else {
      fatalError("usage: SmallInputs [TARGET PART PARTS [FILE …]]")
    }
    let files = try arguments.dropFirst(3).map {
      [UInt8](try Data(contentsOf: URL(filePath: $0)))
    }
    let scopes = target.scopes + files.flatMap(everyByte)
    print(check(target.property, scopes, part: numbers[0], of: numbers[1]))
  }

  private static let targets: [String: (property: any FuzzProperty.Type, scopes: [Scope])] = [
    "reader": (ReaderProperty.self, Scope.reader),
    "transcoder": (TranscoderProperty.self, Scope.transcoder),
    "dates": (DatesProperty.self, Scope.dates),
    "base64": (Base64Property.self, Scope.base64),
    "json": (JSONProperty.self, Scope.json),
    "container": (ContainerProperty.self, []),
    "certificate": (CertificateProperty.self, []),
    "attributes": (AttributesProperty.self, []),
    "receipt": (ReceiptProperty.self, []),
    "validation": (ValidationProperty.self, []),
    "verifier": (VerifierProperty.self, []),
    "transaction": (TransactionProperty.self, []),
  ]

  private static func everyByte(of file: [UInt8]) -> [Scope] {
    Scope.replacing(1, of: file, by: Array(UInt8.min...UInt8.max))
  }

  /// How many inputs the part has.
  private static func check<Property: FuzzProperty>(
    _ property: Property.Type, _ scopes: [Scope], part: Int, of parts: Int
  ) -> Int {
    let places = Places()
    var count = 0
    for scope in scopes {
      scope.forEach(part, of: parts) { input in
        count += 1
        input.withBytes { property.check($0, places) }
      }
    }
    return count
  }
}
