import AppStoreReceipt
import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import VerifyReceipt

/// One or two ports, put together from the options.
struct Server {
  let applications: [Application<Endpoint>]
  let load: Load

  /// - Throws: `ValidationError` for a file that can't be read, `ReceiptSignatureError` if it is no certificate, and
  ///   for a receipt to remember `ReceiptError` or `ReceiptSignatureError`.
  init(
    _ options: Options, logger: Logger,
    onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) throws {
    let roots = try options.root.map { try TrustAnchor(certificate: bytes(of: $0)) }
    let issuers = try options.issuer.map { try IssuerCertificate(certificate: bytes(of: $0)) }
    let anchors = roots.isEmpty ? [.appleRootCA] : roots

    let verifier = RememberingVerifier(AppleSignatureVerifier(anchors: anchors))
    for file in options.remember {
      try AppReceipt(bytes(of: file)).withSignatureMaterial {
        (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
    }
    let transactionVerifier = AppleTransactionVerifier(
      anchors: anchors, issuers: issuers.isEmpty ? IssuerCertificate.apple : issuers)
    let apps: KnownApps = options.anyApp ? .any : .only(Set(options.bundleId))
    func responder(_ endpoint: VerifyReceiptEndpoint) -> Endpoint.Responder {
      var responder = VerifyReceiptResponder(
        for: apps, at: endpoint, verifier: verifier, transactionVerifier: transactionVerifier)
      responder.sharedSecret = options.sharedSecret
      responder.acceptsBase64Variants = options.tolerantBase64
      responder.derivesLatestReceiptInfo = options.derivedLatestReceiptInfo
      return responder
    }

    let load = Load(maximumRequests: options.maxRequests, maximumBytes: options.maxMemory << 20)
    let metrics = Metrics()
    self.load = load
    func application(port: Int, _ endpoint: VerifyReceiptEndpoint) throws -> Application<Endpoint> {
      try Application(
        responder: Endpoint(
          production: responder(.production), sandbox: responder(.sandbox), endpoint: endpoint,
          sandboxHosts: Set(options.sandboxHost.map { $0.lowercased() }),
          maximumBody: options.maxBody, load: load, metrics: metrics),
        server: .http1(
          configuration: HTTP1Channel.Configuration(
            additionalChannelHandlers: [
              ConnectionHandler(
                load: load, timeout: .seconds(Int64(options.requestTimeout)),
                maximumBody: options.maxBody)
            ],
            idleTimeout: .seconds(Int64(options.idleTimeout)),
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
              maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100))),
        configuration: ApplicationConfiguration(
          address: .hostname(options.host, port: port), backlog: 1024,
          availableConnectionsDelegate: .maximum(options.connectionsPerPort(), logger: logger)),
        onServerRunning: onRunning, logger: logger)
    }
    applications =
      try [application(port: options.port, .production)]
      + (options.sandboxPort.map { [try application(port: $0, .sandbox)] } ?? [])
  }
}

private func bytes(of file: String) throws -> [UInt8] {
  do {
    return [UInt8](try Data(contentsOf: URL(filePath: file)))
  } catch {
    throw ValidationError("\(file) can't be read: \(error.localizedDescription)")
  }
}
