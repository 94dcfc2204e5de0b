/// The same work on the same bytes, done by everybody who can.
struct Comparison {
  let measure: Measure
  /// What rows call the input; empty if there is only one.
  let input: String
  /// How many bytes it has, if that says anything.
  var bytes: Int?
  /// Whether it is BER, to which fewer targets apply.
  var isBER = false
  /// The first one's answer is what all others have to give.
  let subjects: [Subject]
}
