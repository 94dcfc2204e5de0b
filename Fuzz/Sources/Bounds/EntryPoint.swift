/// Something public that takes what comes from an input, used to its end.
struct EntryPoint: Sendable {
  /// `Fuzz/entry-points.txt` names it.
  let name: String
  /// What it takes.
  let kinds: Set<Shape.Kind>
  /// An input of the kind that this is made for.
  let ordinary: Shape
  /// The entry point that reads an ordinary input: if that takes longer than this, its time is the measure.
  var reading: String?
  /// Whether it takes the input in Base64.
  var isBase64 = false
  /// How many bytes of memory it may take for each byte of an input, beside a constant.
  var memory = 2.0
  /// The same for BER.
  var memoryOfBER: Double?
  /// How many times the time of a byte of the smallest input a byte of the largest may take: more than 1.5 for
  /// what sorts, or keeps tables that memory is slower for the larger they are.
  var growth = 1.5
  /// How many times the time of an ordinary byte a byte may take. More only where most of it is Foundation's.
  var time = 20.0
  /// Makes everything ready: what is returned does the work, again and again. `nil` if the input does not come so far.
  let prepare: @Sendable (Subject) -> (() -> Void)?

  static let all: [EntryPoint] =
    der + messages + receipts + signatures + purchases + transactions + json + answers + words
    + testing

  /// Keeps the compiler from leaving out what nobody uses.
  @inline(never)
  static func use<Value>(_ value: Value) {}

  /// The hash of a value.
  static func hash(_ value: some Hashable) {
    var hasher = Hasher()
    value.hash(into: &hasher)
    use(hasher.finalize())
  }
}
