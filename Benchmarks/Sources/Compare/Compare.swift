import BenchmarkSupport
import Foundation
import ProcessorInstructions

/// Measures this library beside its peers, on the same bytes, in one process.
@main
struct Compare {
  private let options: Options
  private let authority: TestAuthority
  private let openSSL = OpenSSL()
  private let asn1c = ASN1C()
  private var rows: [Row] = []

  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isHelp { return print(Options.help) }
      if options.isPortable && !PortableBuild.isThis {
        exit(try PortableBuild.run(Array(CommandLine.arguments.dropFirst())))
      }
      var compare = try Compare(options)
      try compare.run()
    } catch let error as UsageError {
      say("\(error)\n\n\(Options.help)")
      exit(2)
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  private init(_ options: Options) throws {
    self.options = options
    authority = try TestAuthority(options.digest)
  }

  private mutating func run() throws {
    introduce()
    let synthetic = try ReceiptSample.synthetic(authority)
    let corpus = options.includesCorpus ? try ReceiptSample.corpus() : []
    let samples = synthetic + corpus
    guard let medium = samples.first(where: { $0.name == "medium" }),
      let large = samples.first(where: { $0.name == "large" })
    else { preconditionFailure("no such samples") }
    let parsing = Parsing(asn1c: asn1c, openSSL: openSSL)
    let validation = Validation(authority: authority, openSSL: openSSL)
    let digests = Digests(openSSL: openSSL)

    try measure(.walk, samples.map { sample in { parsing.walk(sample) } })
    try measure(.owned, samples.map { sample in { try parsing.owned(sample) } })
    try measure(.materialise, samples.map { sample in { parsing.materialise(sample) } })
    try measure(.identifier, samples.map { sample in { parsing.identifier(sample) } })
    try measure(.validate, samples.map { sample in { try validation.comparison(sample) } })
    try measure(.sha1, Digests.counts.map { count in { digests.sha1(count) } })
    try measure(.sha256, Digests.counts.map { count in { digests.sha256(count) } })
    try measure(.rsa2048, [RSA(authority: authority, openSSL: openSSL).comparison])
    try measure(.date, [TextForms(large: large).date])
    try measure(.base64, [TextForms(large: large).base64])
    try measure(.batch, [Batch(receipt: medium, authority: authority).comparison])
    try conclude()
  }

  /// Makes each comparison when its turn comes, so that memory of the others does not disturb it.
  private mutating func measure(
    _ measure: Measure, _ comparisons: [() throws -> Comparison?]
  ) throws {
    guard options.measures.contains(measure) else { return }
    if !options.isJSON { print(Table.heading(measure)) }
    for comparison in comparisons {
      do {
        guard let comparison = try comparison() else { continue }
        let rows = try Runner(seconds: options.seconds).rows(comparison)
        if !options.isJSON { print(Table.text(comparison, rows)) }
        self.rows += rows
      } catch let missing as Unavailable {
        Self.say("skipped: \(measure.rawValue), \(missing)")
      }
    }
  }

  private func introduce() {
    if let load = Measuring.loadAverage, load > 0.5 {
      Self.say("note: load average \(rounded(load, 2)); other processes disturb the times")
    }
    Self.say("note: instructions of the processor that we use: \(PortableBuild.instructions)")
    #if DEBUG
      Self.say("note: a debug build; run with -c release")
    #endif
    if let openSSL { Self.say("note: peer \(openSSL.version)") }
    if openSSL == nil { Self.say("skipped: openssl, no libcrypto of OpenSSL 3 in the system") }
    if asn1c == nil {
      Self.say("skipped: asn1c, run Sources/CASN1C/generate.sh where asn1c is installed and build")
    }
    if !Measuring.countsAllocations { Self.say("skipped: allocations, they need glibc") }
  }

  private func conclude() throws {
    if options.isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      print(String(decoding: try encoder.encode(rows), as: UTF8.self))
    } else if let growth = Table.growth(rows) {
      print(growth)
    }
    guard let file = options.svg else { return }
    guard let svg = BarChart(rows: rows).svg else {
      throw UsageError(
        "--svg draws walk, owned, materialise and validate, of which none was measured")
    }
    try Data(svg.utf8).write(to: URL(filePath: file))
  }

  /// Writes a line beside the results.
  private static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
