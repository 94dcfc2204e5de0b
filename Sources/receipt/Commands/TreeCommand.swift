import AppStoreReceipt
import DERParsing

/// `receipt tree`: the ASN.1 structure of a receipt, or of any other encoding.
struct TreeCommand: Command {
  static let name = "tree"
  static let summary = "Prints the ASN.1 structure with offsets"
  static let help = """
    Prints the ASN.1 structure of a receipt, a certificate or any other DER or BER: the octet at which each
    element begins, its type and its value. Strings that hold an encoding are opened. What is damaged is
    shown as far as it can be read.

    USAGE: receipt tree FILE

    """

  private let file: String

  init(_ arguments: [String]) throws(ToolError) {
    file = try Arguments(arguments).file()
  }

  func run() throws(ToolError) -> CommandResult {
    let input = try InputFile(file)
    let octets: [UInt8]
    do {
      octets = try input.encoding()
    } catch {
      throw .input(input.report(error))
    }
    let tree: TreeText
    var note = ""
    do throws(DERError) {
      let transcoding = try BERTranscoder.transcode(octets)
      if transcoding.octets != octets {
        note = "This is BER; it is shown rewritten as DER, with the offsets of the original.\n"
      }
      tree = TreeText(transcoding.octets) { transcoding.inputOffset(of: $0) }
    } catch {
      tree = TreeText(octets) { $0 }
    }
    guard let error = tree.error else { return CommandResult(output: note + tree.text) }
    return CommandResult(
      output: note + tree.text,
      remark: "\(error)\n" + OctetContext.dump(octets, around: error.offset), isSuccess: false)
  }
}

extension InputFile {
  /// The octets of an encoding: as given, or out of Base64.
  fileprivate func encoding() throws(ReceiptError) -> [UInt8] {
    do {
      return try ReceiptInput(octets, limits: .default, spacesArePlusSigns: false).octets
    } catch  where error.code == .notAReceipt && !octets.isEmpty {
      return octets  // some other element than a SEQUENCE
    }
  }
}
