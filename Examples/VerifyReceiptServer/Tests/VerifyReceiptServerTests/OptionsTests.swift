import ArgumentParser
import Testing

@testable import VerifyReceiptServer

@Suite struct OptionsTests {
  private func options(_ arguments: [String], _ environment: [String: String] = [:]) throws
    -> Options
  {
    try Options.parse(Options.arguments(arguments, environment: environment))
  }

  @Test func environmentStandsInForTheCommandLine() throws {
    let options = try options(
      ["--port", "1", "--root=a.der"],
      [
        "RECEIPT_SERVER_PORT": "2", "RECEIPT_SERVER_MAX_BODY": "3", "PATH": "/bin",
        "RECEIPT_SERVER_BUNDLE_ID": "com.example.a,com.example.b", "RECEIPT_SERVER_ROOT": "b.der",
        "RECEIPT_SERVER_ANY_APP": "false",
      ])
    #expect(options.port == 1)
    #expect(options.maxBody == 3)
    #expect(options.bundleId == ["com.example.a", "com.example.b"])
    #expect(options.root == ["a.der"])
    #expect(!options.anyApp)
  }

  @Test func whatIsUnknownOrImpossibleIsRefused() {
    for environment in [
      ["RECEIPT_SERVER_PROT": "1"], ["RECEIPT_SERVER_PORT": "x"], ["RECEIPT_SERVER_MAX_BODY": "0"],
      ["RECEIPT_SERVER_BUNDLE_ID": "com.example.a"],
    ] {
      #expect(throws: (any Error).self) { try options(["--any-app"], environment) }
    }
    #expect(throws: (any Error).self, "neither an app nor any") { try options([]) }
  }

  @Test func connectionsAreAsManyAsTheSystemAllows() throws {
    #expect(try options(["--any-app", "--max-connections", "100"]).connectionsPerPort() == 100)
    let one = try options(["--any-app"]).connectionsPerPort()
    let two = try options(["--any-app", "--sandbox-port", "8081"]).connectionsPerPort()
    #expect(one <= 10_000 && two <= one && two >= one / 2)
    let most = try options(["--any-app", "--max-connections", "\(1 << 30)"])
    #expect(throws: ValidationError.self) { try most.connectionsPerPort() }
  }
}
