/// Tests that try very many inputs try all of them in a release build. A debug build takes up to a hundred times as long
/// for each, so there, unless ``Mutations/isExhaustive``, they try some.
public enum DebugThinning {
  /// `step` in a debug build, otherwise 1.
  public static func step(_ step: Int) -> Int {
    #if DEBUG
      Mutations.isExhaustive ? 1 : step
    #else
      1
    #endif
  }
}

extension Sequence {
  /// In a debug build each `step`-th element, counted from a number that may be larger; otherwise all.
  public func thinnedInDebug(by step: Int, from first: Int = 0) -> [Element] {
    let step = DebugThinning.step(step)
    return enumerated().filter { $0.offset % step == first % step }.map(\.element)
  }
}
