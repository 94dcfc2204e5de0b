import BenchmarkSupport
import Foundation

/// Measures this library beside its peers, on the same bytes, in one process.
@main
struct Compare {
  private let options: Options
  private let openSSL = OpenSSL()
  private let asn1c = ASN1C()
  private let plan: Plan
  /// What makes the exit status 1 when everything else is done.
  private let problems: [String]
  private var results = Results(head: nil, rows: [])

  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isHelp { return print(Options.help) }
      if options.isPortable && !PortableBuild.isThis {
        exit(try PortableBuild.run(options.arguments))
      }
      var compare = try Compare(options)
      try compare.run()
      exit(compare.problems.isEmpty ? 0 : 1)
    } catch let error as UsageError {
      say("compare: \(error)\nSee compare --help.")
      exit(2)
    } catch {
      say("compare: \(error)")
      exit(1)
    }
  }

  private init(_ options: Options) throws {
    self.options = options
    let authority = try TestAuthority(options.digest)
    let isGiven = !options.files.isEmpty
    let given = ReceiptSample.given(options.files)
    problems = given.problems
    var plan =
      isGiven
      ? Plan(
        receipts: given.samples, authority: authority, roots: try options.roots.map(Self.root),
        openSSL: openSSL, asn1c: asn1c)
      : Plan(
        synthetic: try ReceiptSample.synthetic(authority),
        corpus: options.includesCorpus ? try ReceiptSample.corpus() : [], authority: authority,
        openSSL: openSSL, asn1c: asn1c)
    if !options.isServer {
      for problem in problems { Self.say("can't read \(problem)") }
    }
    guard !isGiven || !given.samples.isEmpty else {
      throw Unavailable("none of the files is a receipt")
    }
    try plan.choose(options.patterns)
    self.plan = plan
  }

  /// The certificate in a file.
  private static func root(_ file: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError("--root \(file): there is no file that can be read")
    }
    return [UInt8](data)
  }

  private mutating func run() throws {
    if options.isServer { return try WorkerServer(plan: plan).run() }
    if options.isList { return list() }
    if let folder = options.write {
      try ReceiptSample.write(to: folder, options.digest)
      #if !PUBLIC_ONLY
        try Encodings(openSSL: openSSL).writeCertificates(to: folder)
      #endif
      return
    }
    let baseline = try options.baseline.map { try Results(file: $0) }
    let other = try options.against.map { try OtherRevision($0, say: Self.say) }
    let head = Head(options, against: other?.name, openSSL: openSSL, asn1c: asn1c)
    introduce(head, baseline)
    let rivalry = try other.map { try Rivalry($0, options.workerArguments) }
    defer { rivalry?.stop() }
    var rows: [Row] = []
    var measure: Measure?
    for planned in plan.comparisons {
      if planned.measure != measure, options.format == .text {
        print(Table.heading(planned.measure))
      }
      measure = planned.measure
      rows += try self.rows(planned, rivalry, baseline)
    }
    results = Results(head: head, rows: rows)
    try conclude(baseline)
  }

  /// Measures a comparison, and prints its rows if they are for people.
  private func rows(
    _ planned: PlannedComparison, _ rivalry: Rivalry?, _ baseline: Results?
  ) throws -> [Row] {
    do {
      let made = try rivalry.map { try $0.comparison(planned) } ?? planned.make()
      let (comparison, omissions) = try Runner.checked(made)
      for omission in omissions { Self.say("skipped: \(omission)") }
      let runner = Runner(seconds: options.seconds)
      var rows = try runner.rows(comparison) { rivalry?.baseline(of: $0) }
      if let baseline {
        let drift = Change.drift(of: rows, baseline: baseline.rows)
        for index in rows.indices where rows[index].isOurs {
          guard let old = baseline.rows.first(where: rows[index].isAbout) else { continue }
          rows[index].change = Change(rows[index], baseline: old, drift: drift)
        }
      }
      if options.format == .text { print(Table.text(comparison, rows)) }
      return rows
    } catch let missing as Unavailable {
      Self.say("skipped: \(planned.name), \(missing)")
      return []
    }
  }

  /// What could be measured. Who would take part in `batch` is known only when the tool is built.
  private func list() {
    for planned in plan.comparisons {
      let subjects =
        planned.measure == .batch
        ? ["one-core", "two-cores"] : (try? planned.make().subjects.map(\.name)) ?? []
      print(([planned.name] + subjects).joined(separator: "\t"))
    }
  }

  private func introduce(_ head: Head, _ baseline: Results?) {
    if options.format == .text {
      for line in head.lines { print("\(line.name): \(line.text)") }
    }
    if let load = head.loadAverage, load > 0.5 {
      Self.say("note: load average \(rounded(load, 2)); other processes disturb the times")
    }
    #if DEBUG
      Self.say("note: a debug build; run with -c release")
    #endif
    if openSSL == nil { Self.say("skipped: openssl, no libcrypto of OpenSSL 3 in the system") }
    if asn1c == nil {
      Self.say("skipped: asn1c, run Sources/CASN1C/generate.sh where asn1c is installed and build")
    }
    if !Measuring.countsAllocations { Self.say("skipped: allocations, they need glibc") }
    guard let baseline else { return }
    guard let old = baseline.head else {
      return Self.say("note: the baseline has no head, so nobody knows what machine it is of")
    }
    Self.say("note: the baseline is \(old.revision ?? "of an unknown revision"), \(old.date)")
    for difference in head.differences(from: old) {
      Self.say("note: the baseline is of another \(difference): only ratios say something")
    }
  }

  private func conclude(_ baseline: Results?) throws {
    let (head, rows) = (results.head, results.rows)
    switch options.format {
    case .json: print(try results.json)
    case .markdown: if let head { print(MarkdownPage(head: head, rows: rows).text) }
    case .text:
      if let growth = Table.growth(rows) { print(growth) }
      if rows.contains(where: { $0.change != nil }) { print("\n" + Table.changes(rows)) }
    }
    if let baseline {
      let missing = baseline.rows.filter { old in !rows.contains { $0.isAbout(old) } }.count
      if missing > 0 { Self.say("note: \(missing) rows of the baseline were not measured now") }
    }
    if let file = options.save { try write(results.file, to: file) }
    if let file = options.html, let head {
      try write(HTMLPage(head: head, rows: rows).text, to: file)
    }
    guard let file = options.svg else { return }
    guard let svg = BarChart(rows: rows).svg else {
      throw UsageError(
        "--svg draws walk, owned, materialise and validate, of which none was measured")
    }
    try write(svg, to: file)
  }

  private func write(_ text: String, to file: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: file))
    } catch {
      throw Unavailable("\(file) can't be written: \(error.localizedDescription)")
    }
  }

  /// Writes a line beside the results.
  private static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
