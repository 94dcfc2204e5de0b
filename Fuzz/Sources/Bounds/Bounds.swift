import CAllocations
import Foundation

/// Measures entry points over adversarial inputs; `Fuzz/bounds.py` says what to measure, and judges.
///
/// `Bounds --list` prints what there is. Without arguments, each line of standard input is a request of words with tabs
/// between them, and gets one line of JSON:
///
/// - `measure`, entry point, shape, size, number of runs: time and memory of the fastest run
/// - `write`, shape, size, `plain` or `base64`, path: writes the input to a file
@main
enum Bounds {
  static func main() {
    if CommandLine.arguments.dropFirst() == ["--list"] { return list() }
    // A page is new only once: how long the system takes for one says nothing about what is read.
    allocations_keep_memory()
    var inputs = Inputs()
    while let line = readLine() {
      let words = line.split(separator: "\t").map(String.init)
      switch words.first {
      case "measure": measure(words, &inputs)
      case "write": write(words, &inputs)
      default: fatalError("unknown request: \(line)")
      }
      fflush(nil)
    }
  }

  private static func list() {
    let entryPoints = EntryPoint.all.map { entryPoint -> [String: Any] in
      [
        "name": entryPoint.name, "kinds": entryPoint.kinds.map(\.rawValue).sorted(),
        "ordinary": entryPoint.ordinary.name, "reading": entryPoint.reading ?? entryPoint.name,
        "growth": entryPoint.growth, "time": entryPoint.time, "memory": entryPoint.memory,
        "memoryOfBER": entryPoint.memoryOfBER ?? entryPoint.memory,
      ]
    }
    let shapes = Shape.all.map { ["name": $0.name, "kind": $0.kind.rawValue] }
    let isCounted = allocations_are_counted() != 0
    write(["entryPoints": entryPoints, "shapes": shapes, "countsMemory": isCounted])
  }

  private static func measure(_ words: [String], _ inputs: inout Inputs) {
    guard words.count == 5, let size = Int(words[3]), let runs = Int(words[4]),
      let entryPoint = EntryPoint.all.first(where: { $0.name == words[1] })
    else { fatalError("measure ENTRY-POINT SHAPE SIZE RUNS") }
    let subject = inputs.subject(words[2], size)
    guard let body = entryPoint.prepare(subject) else { return write(["isSkipped": true]) }
    let figures = Figures(runs: runs, body)
    write([
      "bytes": (entryPoint.isBase64 ? subject.base64 : subject.bytes).count,
      "isBER": subject.bytes.starts(with: [0x30, 0x80]),
      "nanoseconds": figures.nanoseconds, "memory": figures.memory,
    ])
  }

  private static func write(_ words: [String], _ inputs: inout Inputs) {
    guard words.count == 5, let size = Int(words[2]) else {
      fatalError("write SHAPE SIZE FORM PATH")
    }
    let subject = inputs.subject(words[1], size)
    let bytes = words[3] == "base64" ? subject.base64 : subject.bytes
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: words[4]))
    } catch {
      fatalError("cannot write \(words[4]): \(error)")
    }
    write(["bytes": bytes.count])
  }

  private static func write(_ object: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    else { fatalError("\(object) is no JSON") }
    print(String(decoding: data, as: UTF8.self))
  }
}

/// The inputs of the shape that was asked for last.
struct Inputs {
  private var shape = ""
  private var subjects: [Int: Subject] = [:]

  mutating func subject(_ name: String, _ size: Int) -> Subject {
    if name != shape { subjects = [:] }
    if let subject = subjects[size] { return subject }
    guard let found = Shape.all.first(where: { $0.name == name }) else {
      fatalError("no shape \(name)")
    }
    let subject = Subject(found.bytes(size))
    (shape, subjects[size]) = (name, subject)
    return subject
  }
}
