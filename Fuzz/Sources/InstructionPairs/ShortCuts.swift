import CMSParsing
import DERParsing

/// Which bytes the short cuts take that plain code reads, too: one that takes fewer than it should only costs time, and
/// shows nowhere else.
public enum ShortCuts {
  /// Whether a message is read as one of the form that the App Store writes.
  public static func isCommonForm(_ bytes: RawSpan, maximumBytes: Int, maximumDepth: Int) -> Bool {
    let limits = DERLimits(maximumInputBytes: maximumBytes, maximumDepth: maximumDepth)
    return SignedData(commonForm: bytes, limits: limits) != nil
  }
}
