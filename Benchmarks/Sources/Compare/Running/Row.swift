/// One result.
struct Row: Codable {
  let measure: String
  let input: String
  let subject: String
  /// The median for one operation.
  let ns: Double
  /// How often one operation allocates; `null` where that cannot be counted.
  let allocations: Int?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(measure, forKey: .measure)
    try container.encode(input, forKey: .input)
    try container.encode(subject, forKey: .subject)
    try container.encode(ns, forKey: .ns)
    // Written as null, too.
    try container.encode(allocations, forKey: .allocations)
  }
}
