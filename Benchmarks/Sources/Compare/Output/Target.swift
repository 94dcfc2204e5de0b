/// What one of our rows has to reach beside a row of somebody else in the same run.
struct Target {
  enum Bound {
    /// At most so many times the peer's time.
    case atMost(Double)
    /// At least so many times faster than the peer.
    case faster(Double)
  }

  let measure: Measure
  let inputs: [String]
  var subject = "ours"
  let peer: String
  let bound: Bound

  private static let many = ["large", "1k", "10k"]
  private static let common = ["small", "medium", "large"]

  static let all: [Target] = [
    Target(measure: .walk, inputs: many, peer: "c-walker", bound: .atMost(0.5)),
    Target(measure: .owned, inputs: many, peer: "c-walker", bound: .atMost(1)),
    Target(measure: .owned, inputs: many, peer: "swift-asn1", bound: .faster(90)),
    Target(measure: .materialise, inputs: many, peer: "swift-asn1", bound: .faster(40)),
    Target(
      measure: .validate, inputs: common, subject: "ours-cold", peer: "openssl",
      bound: .atMost(0.25)),
    Target(
      measure: .validate, inputs: common, subject: "ours-warm", peer: "openssl",
      bound: .atMost(0.1)),
    Target(measure: .sha1, inputs: ["60", "65536"], peer: "c", bound: .atMost(1)),
    Target(measure: .sha1, inputs: ["65536"], peer: "openssl", bound: .atMost(1.2)),
    Target(measure: .sha256, inputs: ["65536"], peer: "c", bound: .atMost(1)),
    Target(measure: .rsa2048, inputs: [""], peer: "swift-crypto", bound: .atMost(0.5)),
    Target(
      measure: .rsa2048, inputs: [""], subject: "ours-portable", peer: "swift-crypto",
      bound: .atMost(1.7)),
    Target(measure: .date, inputs: [""], peer: "foundation", bound: .faster(40)),
    Target(measure: .base64, inputs: ["large"], peer: "foundation", bound: .faster(2)),
    Target(
      measure: .batch, inputs: [""], subject: "two-cores", peer: "one-core",
      bound: .faster(1.85)),
  ]

  /// How the two times compare, in words, and whether that is enough.
  func verdict(_ nanoseconds: Double, besides peerNanoseconds: Double) -> Verdict {
    switch bound {
    case .atMost(let most):
      let ratio = nanoseconds / peerNanoseconds
      return Verdict(
        isMet: ratio <= most,
        text: "\(subject) takes \(significant(ratio)) of \(peer), target at most "
          + significant(most))
    case .faster(let least):
      let times = peerNanoseconds / nanoseconds
      return Verdict(
        isMet: times >= least,
        text: "\(subject) is \(significant(times)) times as fast as \(peer), target at least "
          + significant(least))
    }
  }
}
