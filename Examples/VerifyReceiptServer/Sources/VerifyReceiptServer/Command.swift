import ArgumentParser
import Foundation
import ServiceLifecycle
import UnixSignals

/// The command: reads the options, starts the servers, and ends when they have finished what they had begun.
@main
struct Command: AsyncParsableCommand {
  /// The library's, with which the server is released.
  static let version = "1.0.0"

  static let configuration = CommandConfiguration(
    commandName: "verify-receipt-server",
    abstract: "Answers as Apple's verifyReceipt does, without Apple.",
    discussion: """
      POST /verifyReceipt answers for production, POST /sandbox/verifyReceipt for the sandbox; \
      GET /health, /ready and /metrics tell how the server is.

      Every option can be given in the environment instead: --max-body as RECEIPT_SERVER_MAX_BODY, --any-app as \
      RECEIPT_SERVER_ANY_APP=true. Options that repeat take a list with commas there. The command line comes first.
      """,
    version: version)

  @OptionGroup var options: Options

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    await main(Options.arguments(arguments, environment: ProcessInfo.processInfo.environment))
  }

  func run() async throws {
    let server = try Server(options, logger: options.logger)
    // Services end in the reverse order: the last one says first that the server is about to.
    let delay = ShutdownDelay(load: server.load, seconds: options.shutdownDelay)
    let group = ServiceGroup(
      services: server.applications + [delay], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: options.logger)
    try await group.run()
  }
}
