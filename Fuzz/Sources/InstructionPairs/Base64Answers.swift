import ProcessorInstructions
public import ReceiptParsing
import TextCoding

/// What each way to decode Base64 gives: portable code, and the processor's instructions, where it has them.
public struct Base64Answers: Equatable {
  /// Portable code's.
  public let portable: Answer
  /// That of the instructions for sixteen characters.
  public let shuffled: Answer
  /// That of the instructions for 64 characters.
  public let permuted: Answer

  /// The bytes, or the error and its place.
  public enum Answer: Equatable {
    /// These.
    case bytes([UInt8])
    /// This error.
    case refused(ReceiptError)

    init(_ text: RawSpan, _ spacesArePlusSigns: Bool, _ instructions: Base64Groups.Instructions) {
      do throws(Base64Error) {
        self = .bytes(
          try Base64Decoding(
            text, spacesArePlusSigns: spacesArePlusSigns, instructions: instructions
          ).bytes)
      } catch {
        self = .refused(ReceiptError(error))
      }
    }
  }

  /// Decodes a text in each way.
  public init(_ text: RawSpan, spacesArePlusSigns: Bool) {
    portable = Answer(text, spacesArePlusSigns) { _, _ in nil }
    shuffled = Answer(text, spacesArePlusSigns, ProcessorInstructions.shuffleBase64)
    permuted = Answer(text, spacesArePlusSigns, ProcessorInstructions.permuteBase64)
  }
}
