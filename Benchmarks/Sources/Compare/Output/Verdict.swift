/// Whether a target is met.
struct Verdict: CustomStringConvertible {
  let isMet: Bool
  let text: String

  var description: String { "\(isMet ? "met   " : "MISSED") \(text)" }
}
