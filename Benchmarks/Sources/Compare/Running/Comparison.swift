/// The same work on the same bytes, done by everybody who can.
struct Comparison {
  let measure: Measure
  /// What rows call the input; empty if there is only one.
  let input: String
  /// How many bytes it has, if that says anything.
  var bytes: Int?
  /// Whether it is BER, to which fewer targets apply.
  var isBER = false
  /// Whether somebody gave the input: a peer that finds something else in it is then left out, and ends nothing.
  var isGiven = false
  /// What has to be known of the input.
  var note: String?
  /// The first one's answer is what all others have to give.
  var subjects: [Subject]
}
