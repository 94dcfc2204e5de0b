public import ArgumentParser
import Foundation
public import Logging

/// What can be configured.
struct Options: ParsableArguments {
  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on.")
  var port = 8080

  @Option(help: "A second port, where /verifyReceipt is the sandbox's.")
  var sandboxPort: Int?

  @Option(help: "A host name; for clients that ask for it, /verifyReceipt is the sandbox's.")
  var sandboxHost: [String] = []

  @Option(help: "The bundle identifier of an app to answer for; repeat for several apps.")
  var bundleId: [String] = []

  @Flag(help: "Answer for every app, as Apple does; clients then have to compare bundle_id.")
  var anyApp = false

  @Option(help: "What password must be. Other users see command lines: use the environment.")
  var sharedSecret: String?

  @Flag(help: "Add latest_receipt_info as far as the receipt itself tells it.")
  var derivedLatestReceiptInfo = false

  @Flag(help: "Take Base64 that Apple refuses: URL-safe, with line breaks, without padding.")
  var tolerantBase64 = false

  @Option(help: "A root certificate to trust instead of Apple's: a file in DER.")
  var root: [String] = []

  @Option(help: "A certificate that may have issued those of iOS 6's receipts: a file in DER.")
  var issuer: [String] = []

  @Option(help: "A genuine receipt: others with its certificates take half the time.")
  var remember: [String] = []

  @Option(help: "The largest body, in bytes.")
  var maxBody = 4 << 20

  @Option(help: "How many requests may wait for answers before others are told to retry.")
  var maxRequests = 1024

  @Option(help: "MiB that bodies and answers may take before others are told to retry.")
  var maxMemory = 256

  @Option(
    help: "How many connections each port accepts; others wait. At most 10000 in all by default.")
  var maxConnections: Int?

  @Option(help: "Seconds in which a request has to arrive, and its answer to be taken.")
  var requestTimeout = 15

  @Option(help: "Seconds after which a connection without a request is closed.")
  var idleTimeout = 60

  @Option(
    help:
      "Seconds to go on after SIGTERM, with /ready saying 503, before no more connections are accepted."
  )
  var shutdownDelay = 0

  @Option(help: "What to log at least.")
  var logLevel = Logger.Level.info

  func validate() throws {
    guard anyApp == bundleId.isEmpty else {
      throw ValidationError("Give --bundle-id or --any-app.")
    }
    guard sharedSecret != "" else { throw ValidationError("The shared secret is empty.") }
    let bounds = [maxBody, maxRequests, maxMemory, requestTimeout, idleTimeout]
    guard bounds.allSatisfy({ $0 > 0 && $0 <= 1 << 30 }) else {
      throw ValidationError("Bounds and timeouts are from 1 to 1073741824.")
    }
    guard ([port] + [sandboxPort].compactMap { $0 }).allSatisfy({ 0...65535 ~= $0 }) else {
      throw ValidationError("Ports are from 0 to 65535.")
    }
    guard 0...3600 ~= shutdownDelay else {
      throw ValidationError("--shutdown-delay is from 0 to 3600.")
    }
  }

  /// Logs to standard error, a line for each answer.
  var logger: Logger {
    var logger = Logger(label: "verify-receipt") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = logLevel
    return logger
  }

  /// How many connections each port accepts. Raises the limit of open files.
  func connectionsPerPort() throws -> Int {
    #if canImport(Darwin)
      let files = RLIMIT_NOFILE
    #else
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    unsafe getrlimit(files, &limit)
    let ports = sandboxPort == nil ? 1 : 2
    let most = (Int(clamping: limit.rlim_max) - 64) / ports
    let connections = maxConnections ?? min(most, 10_000 / ports)
    let error = ValidationError("--max-connections can be from 1 to \(most) by ulimit -Hn.")
    guard connections > 0, connections <= most else { throw error }
    // No more than that: macOS refuses what is above its own limit, even where the hard limit is none.
    limit.rlim_cur = max(limit.rlim_cur, rlim_t(connections * ports + 64))
    guard unsafe setrlimit(files, &limit) == 0 else { throw error }
    return connections
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension Options {
  private static let lists = ["--bundle-id", "--sandbox-host", "--root", "--issuer", "--remember"]
  static let flags = ["--any-app", "--derived-latest-receipt-info", "--tolerant-base64"]

  /// Whether Kubernetes sets this in every container, for services whose names begin with `receipt-server`.
  private static func isServiceLink(_ name: Substring, _ value: String) -> Bool {
    name.wholeMatch(of: /(.*_)?PORT/) != nil && value.contains("://")
      || name.wholeMatch(of: /(.*_)?SERVICE_(HOST|PORT)(_.*)?/) != nil
      || name.wholeMatch(of: /(.*_)?PORT_\d+_[A-Z]+(_PROTO|_PORT|_ADDR)?/) != nil
  }

  /// The arguments of the command line, after those that the environment gives and the command line does not.
  static func arguments(_ arguments: [String], environment: [String: String]) -> [String] {
    let prefix = "RECEIPT_SERVER_"
    var found: [String] = []
    for (key, value) in environment where key.hasPrefix(prefix) {
      let word = key.dropFirst(prefix.count)
      guard !isServiceLink(word, value) else { continue }
      let name = "--" + word.lowercased().replacing("_", with: "-")
      guard !arguments.contains(where: { $0 == name || $0.hasPrefix(name + "=") }) else { continue }
      if flags.contains(name), value == "true" || value == "false" {
        if value == "true" { found.append(name) }
        continue
      }
      let values = lists.contains(name) ? value.split(separator: ",").map(String.init) : [value]
      found += values.map { "\(name)=\($0)" }
    }
    return found + arguments
  }
}
