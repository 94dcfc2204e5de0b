import ProcessorInstructions
import TextCoding

/// Base64: by the instructions, and by portable code.
enum Base64Checks {
  static let all: [Check] = [
    Check(name: "the processor has byte shuffles") { haveShuffle() },
    Check(name: "every character in every place of Base64") { characters() },
    Check(name: "Base64 of every length up to 2,000, at every alignment to 16") { lengths() },
    Check(name: "lines of Base64 of every length up to 100") { lines() },
    Check(name: "exactly the room that Base64 needs, and less") { rooms() },
  ]

  /// Without it the others would compare portable code with itself. All but the last 15 characters are decoded at once.
  private static func haveShuffle() -> Bool {
    guard ProcessorInstructions.haveByteShuffle else { return false }
    let text = base64(400)
    let bytes = [UInt8](capacity: 305) { bytes in
      _ = ProcessorInstructions.shuffleBase64(text.rawSpan, to: &bytes)
    }
    return bytes.count == 300 && agree(text)
  }

  private static func characters() -> Bool {
    var text = base64(64)
    for place in text.indices {
      let character = text[place]
      for byte in UInt8.min...UInt8.max {
        text[place] = byte
        guard agree(text) else { return false }
      }
      text[place] = character
    }
    return true
  }

  private static func lengths() -> Bool {
    let text = base64(2_016)
    for alignment in 0..<16 {
      for length in 0...2_000 {
        guard agree(text.rawSpan.extracting(alignment..<alignment + length)) else { return false }
      }
    }
    return true
  }

  private static func lines() -> Bool {
    let text = base64(500)
    for width in 1...100 {
      var lines: [UInt8] = []
      for (index, character) in text.enumerated() {
        lines.append(character)
        if index % width == width - 1 { lines.append(0x0A) }
      }
      guard agree(lines) else { return false }
    }
    return true
  }

  /// Room for so many bytes, with others behind it that have to stay.
  private static func rooms() -> Bool {
    let text = base64(400)
    for room in 0...320 {
      var memory = [UInt8](repeating: 0xA5, count: 400)
      let isRight = unsafe memory.withUnsafeMutableBufferPointer { memory in
        let place = unsafe UnsafeMutableBufferPointer(rebasing: memory[..<room])
        var bytes = unsafe OutputSpan(buffer: place, initializedCount: 0)
        let read = ProcessorInstructions.shuffleBase64(text.rawSpan, to: &bytes) ?? 0
        return unsafe bytes.finalize(for: place) == read / 4 * 3
          && read / 4 * 3 + 15 >= min(room, 300)
      }
      guard isRight, memory[room...].allSatisfy({ $0 == 0xA5 }) else { return false }
    }
    return true
  }

  private static func agree(_ text: [UInt8]) -> Bool { agree(text.rawSpan) }

  private static func agree(_ text: RawSpan) -> Bool {
    let portable = Answer(text) { _, _ in nil }
    return Answer(text, ProcessorInstructions.shuffleBase64) == portable
  }

  /// The bytes, or the error and its place.
  private struct Answer: Equatable {
    private var bytes: [UInt8] = []
    private var error: Base64Error?

    init(_ text: RawSpan, _ instructions: Base64Groups.Instructions) {
      do throws(Base64Error) {
        bytes = try Base64Decoding(text, instructions: instructions).bytes
      } catch {
        self.error = error
      }
    }
  }

  private static func base64(_ count: Int) -> [UInt8] {
    let alphabet = text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_+/")
    return random(count).map { alphabet[Int($0) % alphabet.count] }
  }
}
