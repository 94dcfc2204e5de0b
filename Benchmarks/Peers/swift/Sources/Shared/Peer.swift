import Foundation

/// What everybody has to find.
public struct Sums {
  private var purchases = 0
  private var identifiers = 0
  private var characters = 0
  private var integers = 0
  private var seconds = 0

  /// Nothing found.
  public init() {}

  /// Counts a purchase, and its identifiers.
  public mutating func addPurchase(_ transaction: String?, _ original: String?) {
    purchases += 1
    for text in [transaction, original] {
      identifiers += (text.flatMap { Int($0) } ?? 0) % 1_000_000_000
    }
  }

  /// Adds texts.
  public mutating func add(_ texts: String?...) {
    for text in texts { characters += text?.utf8.count ?? 0 }
  }

  /// Adds numbers.
  public mutating func add(_ numbers: Int?...) {
    for number in numbers { integers += number ?? 0 }
  }

  /// Adds dates.
  public mutating func add(_ dates: Date?...) {
    for date in dates { seconds += Int(date?.timeIntervalSince1970 ?? 0) }
  }

  /// The answer to `identifiers`.
  public var ofIdentifiers: Answer {
    ["purchases": "\(purchases)", "identifiers": "\(identifiers)"]
  }

  /// The answer to `fields`.
  public var ofFields: Answer {
    [
      "purchases": "\(purchases)", "characters": "\(characters)", "integers": "\(integers)",
      "seconds": "\(seconds)",
    ]
  }
}

/// Names and values.
public typealias Answer = [String: String]

/// Why a library is not asked.
public struct Skip: Error {
  let reason: String

  /// With the reason.
  public init(_ reason: String) { self.reason = reason }
}

/// A library's work: a receipt in, what it finds out.
public typealias Work = (Data) async throws -> Answer

/// Measures what a library does for an operation: `OPERATION FILE ROOT SECONDS`.
public func measure(_ work: (_ operation: String, _ root: Data) throws -> Work) async throws {
  let arguments = CommandLine.arguments
  var line: [String: Any] = [:]
  do {
    let data = try Data(contentsOf: URL(filePath: arguments[2]))
    let work = try work(arguments[1], try Data(contentsOf: URL(filePath: arguments[3])))
    line["answer"] = try await work(data)
    line["ns"] = try await rounds(Double(arguments[4]) ?? 0) { _ = try await work(data) }
  } catch let skip as Skip {
    line["skip"] = skip.reason
  }
  // On a line of its own: libraries print, too.
  let json = try JSONSerialization.data(withJSONObject: line)
  FileHandle.standardOutput.write(Data("\n".utf8) + json + Data("\n".utf8))
}

private func rounds(_ seconds: Double, _ work: () async throws -> Void) async throws -> [Double] {
  var rounds: [Double] = []
  let begin = processorTime()
  while rounds.count < 7 || processorTime() - begin < seconds * 1e9 && rounds.count < 1000 {
    let start = processorTime()
    var (count, time) = (0.0, 0.0)
    while time < 1e6 {
      try await work()
      count += 1
      time = processorTime() - start
    }
    rounds.append(time / count)
  }
  return rounds
}

/// Of this process, in nanoseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
