import Foundation
import ReceiptHashing
import TestSupport
import Testing

/// NIST's CAVP vectors for SHA-1 and SHA-256, read from the folder that RECEIPT_CORPUS names.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct NISTVectorTests {
  private struct Message: Decodable {
    var alg: String
    var bits: Int
    var msg: String
    var md: String
  }

  private struct MonteCarlo: Decodable {
    var alg: String
    var seed: String
    var checkpoints: [String]
  }

  /// The rows of a file with one JSON object a line.
  private func rows<Row: Decodable>(_ name: String, of _: Row.Type) throws -> [Row] {
    let path = try #require(Corpus.folder).appending(path: "suites/sha/\(name)")
    let text = try String(contentsOf: path, encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(Row.self, from: Data($0.utf8))
    }
  }

  /// What is called by name: `SHA1` and `SHA256`, or the portable code alone.
  enum Way: CaseIterable {
    case asUsersDo, portable
  }

  private func digest(_ algorithm: String, _ message: [UInt8], _ way: Way) throws -> [UInt8] {
    try withExactlySized(message) { message in
      switch (algorithm, way) {
      case ("SHA1", .asUsersDo): Array(SHA1.hash(message))
      case ("SHA1", .portable): Array(PortableSHA1.hash(message))
      case ("SHA256", .asUsersDo): Array(SHA256.hash(message))
      case ("SHA256", .portable): Array(PortableSHA256.hash(message))
      default: try #require(nil as [UInt8]?, "unknown algorithm \(algorithm)")
      }
    }
  }

  @Test(arguments: Way.allCases)
  func shortAndLongMessages(_ way: Way) throws {
    let messages = try rows("sha_msgs.jsonl", of: Message.self)
    #expect(messages.count == 258)
    for message in messages {
      let bytes = TestSupport.bytes(message.msg).prefix(message.bits / 8)
      let digest = try digest(message.alg, Array(bytes), way)
      #expect(digest == TestSupport.bytes(message.md), "\(message.alg), \(message.bits) bits")
    }
  }

  /// SHAVS §6.4: a hundred times a thousand digests, each over the three before it.
  @Test(arguments: Way.allCases)
  func monteCarlo(_ way: Way) throws {
    let chains = try rows("sha_monte.jsonl", of: MonteCarlo.self)
    #expect(chains.count == 2)
    for chain in chains {
      #expect(chain.checkpoints.count == 100)
      var seed = TestSupport.bytes(chain.seed)
      let checkpoints = chain.checkpoints.prefix(100 / DebugThinning.step(20))
      for (number, checkpoint) in checkpoints.enumerated() {
        var (first, second, third) = (seed, seed, seed)
        for _ in 0..<1_000 {
          let digest = try digest(chain.alg, first + second + third, way)
          (first, second, third) = (second, third, digest)
        }
        seed = third
        #expect(seed == TestSupport.bytes(checkpoint), "\(chain.alg), checkpoint \(number)")
      }
    }
  }
}
