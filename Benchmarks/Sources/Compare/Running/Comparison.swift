/// The same work on the same octets, done by everybody who can.
struct Comparison {
  let measure: Measure
  /// What rows call the input; empty if there is only one.
  let input: String
  /// How many octets it has, if that says anything.
  var octets: Int?
  /// Whether it is BER, to which fewer targets apply.
  var isBER = false
  /// The first one's answer is what all others have to give.
  let subjects: [Subject]
}
