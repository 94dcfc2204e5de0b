import Foundation
import FuzzSupport

/// `Mutants COUNT SEED FOLDER`: prints so many changed copies of the files in a folder, one a line in
/// hexadecimal. Each has one to four changes of its tree of elements; the same seed gives the same.
@main
enum Mutants {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[1]), let seed = UInt64(arguments[2])
    else {
      fatalError("usage: Mutants COUNT SEED FOLDER")
    }
    let folder = URL(filePath: arguments[3])
    let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
      .map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
      .filter { !$0.isEmpty }
    var mutator = TLVMutator(seed: seed)
    for index in 0..<count {
      var bytes = inputs[index % inputs.count]
      for _ in 0...(index / inputs.count % 4) { bytes = mutator.mutate(bytes) }
      print(bytes.hexadecimal)
    }
  }
}
