/// One result.
struct Row: Codable {
  let measure: String
  let input: String
  let subject: String
  /// The median for one operation.
  let ns: Double
  /// How often one operation allocates; `null` where that cannot be counted.
  let allocations: Int?

  // What older runs did not write down.

  /// A tenth of the rounds took less, a tenth more.
  private(set) var p10: Double?
  private(set) var p90: Double?
  private(set) var rounds: Int?
  /// The most bytes of the heap that one operation has in use at once.
  private(set) var peakBytes: Int?
  /// How many bytes one operation works on.
  private(set) var bytes: Int?
  /// What has changed since the baseline, or since the other revision.
  var change: Change?

  init(_ comparison: Comparison, _ subject: Subject, _ times: Spread, _ memory: MemoryUse?) {
    measure = comparison.measure.rawValue
    input = comparison.input
    self.subject = subject.name
    ns = times.median
    (p10, p90, rounds) = (times.p10, times.p90, times.rounds)
    (allocations, peakBytes) = (memory?.allocations, memory?.peakBytes)
    bytes = comparison.bytes
  }

  /// How far the rounds lie apart, if that was written down.
  var range: (p10: Double, p90: Double)? {
    guard let p10, let p90 else { return nil }
    return (p10, p90)
  }

  /// Receipts, digests, … a second.
  var perSecond: Double { 1e9 / ns }

  /// Millions of bytes a second.
  var megabytesPerSecond: Double? { bytes.map { Double($0) * 1e3 / ns } }

  /// Whether it is about this library, in one of its ways.
  var isOurs: Bool { subject.hasPrefix("ours") }

  /// Whether it is about the same thing.
  func isAbout(_ other: Row) -> Bool {
    measure == other.measure && input == other.input && subject == other.subject
  }

  private enum CodingKeys: String, CodingKey {
    case measure, input, subject, ns, allocations, p10, p90, rounds, peakBytes, bytes, change
    case perSecond, megabytesPerSecond
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    measure = try container.decode(String.self, forKey: .measure)
    input = try container.decode(String.self, forKey: .input)
    subject = try container.decode(String.self, forKey: .subject)
    ns = try container.decode(Double.self, forKey: .ns)
    guard ns > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .ns, in: container, debugDescription: "ns is not above 0")
    }
    allocations = try container.decode(Int?.self, forKey: .allocations)
    p10 = try container.decodeIfPresent(Double.self, forKey: .p10)
    p90 = try container.decodeIfPresent(Double.self, forKey: .p90)
    rounds = try container.decodeIfPresent(Int.self, forKey: .rounds)
    peakBytes = try container.decodeIfPresent(Int.self, forKey: .peakBytes)
    bytes = try container.decodeIfPresent(Int.self, forKey: .bytes)
    change = try container.decodeIfPresent(Change.self, forKey: .change)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(measure, forKey: .measure)
    try container.encode(input, forKey: .input)
    try container.encode(subject, forKey: .subject)
    try container.encode(ns, forKey: .ns)
    // What is not known is written as null.
    try container.encode(allocations, forKey: .allocations)
    try container.encode(p10, forKey: .p10)
    try container.encode(p90, forKey: .p90)
    try container.encode(rounds, forKey: .rounds)
    try container.encode(peakBytes, forKey: .peakBytes)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(perSecond, forKey: .perSecond)
    try container.encode(megabytesPerSecond, forKey: .megabytesPerSecond)
    try container.encodeIfPresent(change, forKey: .change)
  }
}
