import Foundation

/// The tool `receipt`: looks into App Store receipts.
@main
enum Main {
  static func main() {
    // A closed pipe is an error like any other, with a line and a status.
    signal(SIGPIPE, SIG_IGN)
    keepStandardDescriptors()
    let console = Console(
      output: Self.sink(.standardOutput), errors: Self.sink(.standardError),
      isInputTerminal: FileDescriptor.standardInput.isTerminal)
    exit(Tool.run(Array(CommandLine.arguments.dropFirst()), console).rawValue)
  }

  /// No file that is opened may take the number of a stream that is closed: it would get what was meant for
  /// that.
  private static func keepStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // Not readable, or not writable: using it fails as it would have.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func sink(_ file: FileDescriptor) -> Console.Sink {
    { bytes in
      do throws(SystemError) {
        try file.write(bytes)
        return nil
      } catch {
        return error
      }
    }
  }
}
