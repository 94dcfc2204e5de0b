import Foundation

/// Another process of `compare --server`, which does one side of `--against`: it prepares a comparison, and does our
/// subjects' work when it is told to.
///
/// A question is a line, an answer is a line of JSON.
final class Worker {
  /// What is asked.
  enum Question {
    case prepare(String)
    case time(subject: Int, count: Int, processor: Int?)
    case memory(subject: Int)

    var line: String {
      switch self {
      case .prepare(let name): "prepare \(name)\n"
      case .time(let subject, let count, let processor):
        "time \(subject) \(count) \(processor ?? -1)\n"
      case .memory(let subject): "memory \(subject)\n"
      }
    }
  }

  /// What is answered: what was asked for, or a problem.
  struct Answer: Codable {
    var subjects: [SubjectAnswer]?
    var bytes: Int?
    var nanoseconds: Double?
    var memory: MemoryUse?
    var problem: String?
  }

  /// One of our subjects in that process.
  struct SubjectAnswer: Codable {
    let name: String
    let operations: Int
    let answer: String
  }

  private let process = Process()
  private let (questions, answers) = (Pipe(), Pipe())
  private var received = Data()

  /// Starts it.
  init(_ executable: URL, _ arguments: [String]) throws {
    // A question to a process that has ended is an error, and not the end of this one.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = executable
    process.arguments = ["--server"] + arguments
    process.standardInput = questions
    process.standardOutput = answers
    try process.run()
  }

  /// Asks, and waits for the answer.
  ///
  /// - Throws: `Unavailable` for a problem, also when the process has ended.
  func ask(_ question: Question) throws -> Answer {
    try questions.fileHandleForWriting.write(contentsOf: Data(question.line.utf8))
    let newline = UInt8(ascii: "\n")
    while !received.contains(newline) {
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Unavailable("the process that measures has ended") }
      received += more
    }
    let line = received.prefix { $0 != newline }
    received = Data(received.dropFirst(line.count + 1))
    let answer = try JSONDecoder().decode(Answer.self, from: line)
    if let problem = answer.problem { throw Unavailable(problem) }
    return answer
  }

  /// Our subjects of a comparison.
  ///
  /// - Parameter suffix: what their names get, to tell the sides apart.
  func subjects(_ prepared: Answer, suffix: String) -> [Subject] {
    (prepared.subjects ?? []).enumerated().map { index, subject in
      Subject(
        name: subject.name + suffix, operations: subject.operations, answer: { subject.answer },
        time: { count, processor in
          let question = Question.time(subject: index, count: count, processor: processor)
          return try self.ask(question).nanoseconds ?? 0
        },
        memory: { try self.ask(.memory(subject: index)).memory })
    }
  }

  /// Ends it.
  func stop() {
    try? questions.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// The other end: answers questions on standard input until it ends.
struct WorkerServer {
  let plan: Plan

  func run() throws {
    var comparison: Comparison?
    while let line = readLine() {
      var answer = Worker.Answer()
      do {
        try self.answer(line, &comparison, &answer)
      } catch {
        answer.problem = "\(error)"
      }
      let data = try JSONEncoder().encode(answer) + Data("\n".utf8)
      try FileHandle.standardOutput.write(contentsOf: data)
    }
  }

  private func answer(
    _ line: String, _ comparison: inout Comparison?, _ answer: inout Worker.Answer
  ) throws {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let numbers = (words.last ?? "").split(separator: " ").compactMap { Int($0) }
    switch words.first {
    case "prepare":
      // Memory of the one before is not to disturb.
      comparison = nil
      guard let planned = plan.comparisons.first(where: { $0.name == words.last }) else {
        throw Unavailable("that revision has no \(words.last ?? "")")
      }
      var made = try planned.make()
      made.subjects = made.subjects.filter {
        $0.name.hasPrefix("ours") || planned.measure == .batch
      }
      answer.bytes = made.bytes
      answer.subjects = try made.subjects.map { subject in
        Worker.SubjectAnswer(
          name: subject.name, operations: subject.operations, answer: try subject.answer())
      }
      comparison = made
    case "time":
      guard let comparison, numbers.count == 3 else { throw Unavailable("nothing is prepared") }
      answer.nanoseconds = try comparison.subjects[numbers[0]].time(
        numbers[1], numbers[2] < 0 ? nil : numbers[2])
    case "memory":
      guard let comparison, numbers.count == 1 else { throw Unavailable("nothing is prepared") }
      answer.memory = try comparison.subjects[numbers[0]].memory()
    default: throw Unavailable("no such question: \(line)")
    }
  }
}
