import HistoryModel

/// `Histories COUNT SEED`: so many random histories of customers, each asked everything twice: the library, which reads
/// receipts, and a model that counts ticks. It ends with `VIOLATED` and the history at the first difference.
@main
enum Histories {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[1]), let seed = UInt64(arguments[2])
    else {
      fatalError("usage: Histories COUNT SEED")
    }
    var choices = Choices(seed: seed)
    for _ in 0..<count { HistoryProperty.check(&choices) }
    print("\(count) histories from seed \(seed), no difference")
  }
}
