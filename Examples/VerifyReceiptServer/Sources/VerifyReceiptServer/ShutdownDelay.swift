import ServiceLifecycle
import Synchronization

/// Lets load balancers see that the server is about to end, before it does: `/ready` says 503 and answers have
/// `Connection: close`, while requests still get their answers. A connection that idles is closed afterwards without a
/// word, since HTTP has none for it.
struct ShutdownDelay: Service {
  let load: Load
  let seconds: Int

  func run() async throws {
    try await gracefulShutdown()
    load.isDraining.store(true, ordering: .relaxed)
    try await Task.sleep(for: .seconds(seconds))
  }
}
