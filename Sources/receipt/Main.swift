import Foundation

/// The tool `receipt`: looks into App Store receipts.
@main
enum Main {
  static func main() {
    let outcome = Tool.run(Array(CommandLine.arguments.dropFirst()))
    FileHandle.standardOutput.write(Data(Array(outcome.output.utf8) + outcome.octets))
    FileHandle.standardError.write(Data(outcome.errors.utf8))
    exit(outcome.status)
  }
}
