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

  @Test(arguments: ["true", "false", "1"])
  func onlyFlagsAreTrueOrFalse(_ secret: String) throws {
    let environment = ["RECEIPT_SERVER_SHARED_SECRET": secret, "RECEIPT_SERVER_ANY_APP": "true"]
    let options = try options([], environment)
    #expect(options.sharedSecret == secret)
    #expect(options.anyApp)
  }

  @Test func flagsAreWhatThereIs() {
    let flags = Mirror(reflecting: Options()).children.compactMap { child -> String? in
      guard child.value is Flag<Bool>, let label = child.label?.dropFirst() else { return nil }
      return "--" + label.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    }
    #expect(flags.sorted() == Options.flags.sorted())
  }

  @Test func whatKubernetesSetsIsNoOption() throws {
    let options = try options(
      ["--any-app"],
      [
        "RECEIPT_SERVER_PORT": "tcp://10.0.0.1:8080", "RECEIPT_SERVER_SERVICE_HOST": "10.0.0.1",
        "RECEIPT_SERVER_SERVICE_PORT": "8080", "RECEIPT_SERVER_SERVICE_PORT_HTTP": "8080",
        "RECEIPT_SERVER_PORT_8080_TCP": "tcp://10.0.0.1:8080",
        "RECEIPT_SERVER_PORT_8080_TCP_PROTO": "tcp", "RECEIPT_SERVER_PORT_8080_TCP_PORT": "8080",
        "RECEIPT_SERVER_PORT_8080_TCP_ADDR": "10.0.0.1",
        "RECEIPT_SERVER_CANARY_PORT": "tcp://10.0.0.2:80",
        "RECEIPT_SERVER_CANARY_PORT_80_TCP": "tcp://10.0.0.2:80",
        "RECEIPT_SERVER_SANDBOX_PORT": "tcp://10.0.0.3:80",
        "RECEIPT_SERVER_SANDBOX_SERVICE_HOST": "10.0.0.3",
      ])
    #expect(options.port == 8080 && options.sandboxPort == nil)
  }

  @Test func aRootThatIsNotThereIsNamed() throws {
    let options = try options(["--any-app", "--root", "missing.der"])
    let error = #expect(throws: ValidationError.self) {
      try Server(options, logger: options.logger)
    }
    #expect(error?.message.hasPrefix("missing.der can't be read") == true)
  }

  @Test func whatIsUnknownOrImpossibleIsRefused() {
    for environment in [
      ["RECEIPT_SERVER_PROT": "1"], ["RECEIPT_SERVER_PORT": "x"], ["RECEIPT_SERVER_MAX_BODY": "0"],
      ["RECEIPT_SERVER_PORT": "99999"], ["RECEIPT_SERVER_SANDBOX_PORT": "-1"],
      ["RECEIPT_SERVER_MAX_BODY": "false"],
      ["RECEIPT_SERVER_BUNDLE_ID": "com.example.a"],
    ] {
      #expect(throws: (any Error).self) { try options(["--any-app"], environment) }
    }
    #expect(throws: (any Error).self, "neither an app nor any") { try options([]) }
    #expect(throws: (any Error).self) { try options([], ["RECEIPT_SERVER_ANY_APP": "yes"]) }
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
