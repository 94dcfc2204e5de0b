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

  /// Those that every processor has to reach.
  private static let portable: [Target] = [
    Target(measure: .walk, inputs: ["small"], peer: "c-walker", bound: .atMost(2)),
    Target(measure: .walk, inputs: ["medium"], peer: "c-walker", bound: .atMost(0.7)),
    Target(measure: .walk, inputs: many, peer: "c-walker", bound: .atMost(0.5)),
    Target(measure: .owned, inputs: ["small"], peer: "c-walker", bound: .atMost(3.5)),
    Target(measure: .owned, inputs: ["medium"], peer: "c-walker", bound: .atMost(1.3)),
    Target(measure: .owned, inputs: ["large"], peer: "c-walker", bound: .atMost(0.6)),
    Target(measure: .owned, inputs: ["1k", "10k"], peer: "c-walker", bound: .atMost(1)),
    Target(measure: .owned, inputs: many, peer: "swift-asn1", bound: .faster(90)),
    Target(measure: .materialise, inputs: many, peer: "swift-asn1", bound: .faster(45)),
    Target(measure: .latest, inputs: ["large"], peer: "walk", bound: .atMost(2.3)),
    Target(measure: .latest, inputs: ["large"], peer: "c-walker", bound: .atMost(1)),
    Target(
      measure: .sha1, inputs: ["60", "65536"], subject: "ours-portable", peer: "c",
      bound: .atMost(1)),
    Target(
      measure: .sha256, inputs: ["65536"], subject: "ours-portable", peer: "c", bound: .atMost(1)),
    Target(
      measure: .rsa2048, inputs: [""], subject: "ours-portable", peer: "swift-crypto",
      bound: .atMost(1.7)),
    Target(measure: .date, inputs: [""], peer: "foundation", bound: .faster(40)),
    Target(
      measure: .batch, inputs: [""], subject: "two-cores", peer: "one-core",
      bound: .faster(1.85)),
  ]

  /// Those for processors with all the instructions that the library uses.
  private static let withInstructions: [Target] = [
    Target(measure: .sha1, inputs: ["60"], peer: "openssl", bound: .atMost(0.9)),
    Target(measure: .sha1, inputs: ["65536"], peer: "openssl", bound: .atMost(1.1)),
    Target(measure: .sha256, inputs: ["65536"], peer: "openssl", bound: .atMost(1.1)),
    Target(measure: .rsa2048, inputs: [""], peer: "swift-crypto", bound: .atMost(0.5)),
    Target(measure: .base64, inputs: ["large"], peer: "foundation", bound: .atMost(0.25)),
    validation("ours-cold", ["small", "medium"], atMost: 0.08),
    validation("ours-cold", ["large"], atMost: 0.15),
    validation("ours-cold", ["10k"], atMost: 0.85),
    validation("ours-warm", ["small"], atMost: 0.03),
    validation("ours-warm", ["medium"], atMost: 0.035),
    validation("ours-warm", ["large"], atMost: 0.12),
  ]

  private static func validation(
    _ subject: String, _ inputs: [String], atMost most: Double
  ) -> Target {
    Target(
      measure: .validate, inputs: inputs, subject: subject, peer: "openssl", bound: .atMost(most))
  }

  static var all: [Target] {
    PortableBuild.instructions.contains("SHA")
      && PortableBuild.instructions.contains("AVX-512 IFMA")
      ? portable + withInstructions : portable
  }

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
