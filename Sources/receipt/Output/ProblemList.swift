import ReceiptParsing

/// What is wrong with an input, a sentence each. A hundred are listed and the others counted: an input may have one for
/// every few of its bytes.
struct ProblemList {
  private static let most = 100

  private var listed: [String] = []
  private(set) var count = 0

  mutating func add(_ problem: @autoclosure () -> String) {
    count += 1
    if count <= Self.most { listed.append(problem()) }
  }

  /// Those that are listed, and at last how many are not.
  var sentences: [String] {
    let rest = count - listed.count
    return listed + (rest > 0 ? ["\(rest) more problems, which are not listed"] : [])
  }
}

extension AppReceipt {
  /// What could not be read of the payload.
  var problemList: ProblemList {
    var list = ProblemList()
    for problem in problems { list.add(problem.description) }
    return list
  }
}
