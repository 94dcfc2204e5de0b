/// What has to hold for every input of one fuzzer.
public protocol FuzzProperty: SendableMetatype {
  /// The fuzzer's name: that of the folders with its inputs.
  static var name: String { get }

  /// Whether inputs are elements of BER, not text: then they are also changed as such.
  static var isTree: Bool { get }

  /// Ends the process if something does not hold.
  static func check(_ input: RawSpan, _ places: borrowing Places)
}

extension FuzzProperty {
  /// Yes, unless a fuzzer says otherwise.
  public static var isTree: Bool { true }
}
