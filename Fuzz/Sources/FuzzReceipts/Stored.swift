import Foundation
import FuzzSupport

/// Values are the same when they are encoded as JSON and decoded, as an app stores them. Gives what was decoded.
@discardableResult
func requireStored<Value: Codable & Equatable>(_ values: [Value]) -> [Value] {
  let decoded = (try? JSONEncoder().encode(values)).flatMap {
    try? JSONDecoder().decode([Value].self, from: $0)
  }
  require(decoded == values, "stored and read: \(decoded, default: "nothing")")
  return decoded ?? []
}
