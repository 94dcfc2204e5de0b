import CAllocations
import Foundation

/// Time and memory of every entry point over adversarial shapes: linear in the input, and not much more than
/// reading an ordinary one takes. `Bounds [MIB] [WORD]`: sizes from 64 KiB up to so many MiB, 16 unless given; with a
/// word, each figure of the entry points that have it in their names.
@main
enum Bounds {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let megabytes = arguments.first.flatMap { Int($0) } ?? 16
    let word = arguments.dropFirst().first
    let sizes = Array(sequence(first: 64 << 10) { $0 * 4 }.prefix { $0 <= megabytes << 20 })
    // A page is new only once: how long the system takes for one says nothing about what is read.
    allocations_keep_memory()
    if allocations_are_counted() == 0 { print("Memory is not counted on this platform.") }
    var judgements = EntryPoint.allCases.filter { word.map($0.rawValue.contains) ?? true }
      .map { Judgement($0) }
    for shape in Shape.all {
      let inputs = sizes.map { shape.octets($0) }
      for index in judgements.indices {
        let entryPoint = judgements[index].entryPoint
        var figures = inputs.map { Figures(entryPoint, entryPoint.input($0)) }
        // A process on the other half of the same core may have been in the way, for a while: what is over a
        // bound gets more chances.
        for _ in 0..<8 where judgements[index].isOver(figures, shape) {
          Thread.sleep(forTimeInterval: 1)
          figures = zip(figures, inputs).map {
            $0.faster(Figures(entryPoint, entryPoint.input($1)))
          }
        }
        judgements[index].take(figures, shape)
        guard word != nil else { continue }
        let cells = figures.map {
          "\(Judgement.rounded($0.nanoseconds)) ns \(Judgement.rounded($0.memoryPerOctet))×"
        }
        print("\(entryPoint.rawValue), \(shape.name): \(cells.joined(separator: ", "))")
      }
    }
    print(Judgement.header)
    for judgement in judgements { print(judgement.row) }
    let violations = judgements.flatMap(\.violations)
    print(violations.isEmpty ? "All within the bounds." : violations.joined(separator: "\n"))
    exit(violations.isEmpty ? 0 : 1)
  }
}
