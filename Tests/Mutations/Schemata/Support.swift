// swift-format-ignore-file
// What stands in for the operators of mutated sources, see `Rewriter`. The first argument is the number of the first mutant.

@_exported import CMutant

public typealias N = Int

@inlinable @inline(__always) public func _less<T: Comparable>(_ n: N, _ l: T, _ r: T) -> Bool { M(n) ? l <= r : M(n + 1) ? l >= r : l < r }
@inlinable @inline(__always) public func _lessOrEqual<T: Comparable>(_ n: N, _ l: T, _ r: T) -> Bool { M(n) ? l < r : M(n + 1) ? l > r : l <= r }
@inlinable @inline(__always) public func _greater<T: Comparable>(_ n: N, _ l: T, _ r: T) -> Bool { M(n) ? l >= r : M(n + 1) ? l <= r : l > r }
@inlinable @inline(__always) public func _greaterOrEqual<T: Comparable>(_ n: N, _ l: T, _ r: T) -> Bool { M(n) ? l > r : M(n + 1) ? l < r : l >= r }
@inlinable @inline(__always) public func _equal<T: Equatable>(_ n: N, _ l: T, _ r: T) -> Bool { M(n) ? l != r : l == r }
@inlinable @inline(__always) public func _notEqual<T: Equatable>(_ n: N, _ l: T, _ r: T) -> Bool { M(n) ? l == r : l != r }
@inlinable @inline(__always) public func _equal<T>(_ n: N, _ l: T?, _ r: _OptionalNilComparisonType) -> Bool { M(n) ? l != r : l == r }
@inlinable @inline(__always) public func _notEqual<T>(_ n: N, _ l: T?, _ r: _OptionalNilComparisonType) -> Bool { M(n) ? l == r : l != r }

@_disfavoredOverload @inlinable @inline(__always) public func _less<T: BinaryInteger, U: BinaryInteger>(_ n: N, _ l: T, _ r: U) -> Bool { M(n) ? l <= r : M(n + 1) ? l >= r : l < r }
@_disfavoredOverload @inlinable @inline(__always) public func _lessOrEqual<T: BinaryInteger, U: BinaryInteger>(_ n: N, _ l: T, _ r: U) -> Bool { M(n) ? l < r : M(n + 1) ? l > r : l <= r }
@_disfavoredOverload @inlinable @inline(__always) public func _greater<T: BinaryInteger, U: BinaryInteger>(_ n: N, _ l: T, _ r: U) -> Bool { M(n) ? l >= r : M(n + 1) ? l <= r : l > r }
@_disfavoredOverload @inlinable @inline(__always) public func _greaterOrEqual<T: BinaryInteger, U: BinaryInteger>(_ n: N, _ l: T, _ r: U) -> Bool { M(n) ? l > r : M(n + 1) ? l < r : l >= r }

@inlinable @inline(__always) public func _matches<T: Comparable>(_ n: N, _ l: ClosedRange<T>, _ r: T) -> Bool { M(n) != (l ~= r) }
@inlinable @inline(__always) public func _matches<T: Comparable>(_ n: N, _ l: Range<T>, _ r: T) -> Bool { M(n) != (l ~= r) }

@inlinable @inline(__always) public func _and(_ n: N, _ l: Bool, _ r: @autoclosure () throws -> Bool) rethrows -> Bool { M(n) ? try l || r() : try l && r() }
@inlinable @inline(__always) public func _or(_ n: N, _ l: Bool, _ r: @autoclosure () throws -> Bool) rethrows -> Bool { M(n) ? try l && r() : try l || r() }

// Text and arrays: the mutant leaves out what is added.
@inlinable @inline(__always) public func _add<T: RangeReplaceableCollection>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l : l + r }
@inlinable @inline(__always) public func _addAssign<T: RangeReplaceableCollection>(_ n: N, _ l: inout T, _ r: T) { if !M(n) { l += r } }

@inlinable @inline(__always) public func _less<A: Comparable, B: Comparable>(_ n: N, _ l: (A, B), _ r: (A, B)) -> Bool { M(n) ? l <= r : M(n + 1) ? l >= r : l < r }

@inlinable @inline(__always) public func _add<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l - r : l + r }
@inlinable @inline(__always) public func _subtract<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l + r : l - r }
@inlinable @inline(__always) public func _multiply<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l + r : l * r }
@inlinable @inline(__always) public func _divide<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l * r : l / r }
@inlinable @inline(__always) public func _remainder<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l * r : l % r }
@inlinable @inline(__always) public func _wrappingAdd<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l &- r : l &+ r }
@inlinable @inline(__always) public func _wrappingSubtract<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l &+ r : l &- r }
@inlinable @inline(__always) public func _wrappingMultiply<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l &+ r : l &* r }
@inlinable @inline(__always) public func _maskedShiftLeft<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l &>> r : l &<< r }
@inlinable @inline(__always) public func _maskedShiftRight<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l &<< r : l &>> r }
@inlinable @inline(__always) public func _bitAnd<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l | r : l & r }
@inlinable @inline(__always) public func _bitOr<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l & r : l | r }
@inlinable @inline(__always) public func _bitXor<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? l & r : l ^ r }
@inlinable @inline(__always) public func _shiftLeft<T: FixedWidthInteger, U: BinaryInteger>(_ n: N, _ l: T, _ r: U) -> T { M(n) ? l >> r : l << r }
@inlinable @inline(__always) public func _shiftRight<T: FixedWidthInteger, U: BinaryInteger>(_ n: N, _ l: T, _ r: U) -> T { M(n) ? l << r : l >> r }

@inlinable @inline(__always) public func _addAssign<T: FixedWidthInteger>(_ n: N, _ l: inout T, _ r: T) { if M(n) { l -= r } else { l += r } }
@inlinable @inline(__always) public func _subtractAssign<T: FixedWidthInteger>(_ n: N, _ l: inout T, _ r: T) { if M(n) { l += r } else { l -= r } }
@inlinable @inline(__always) public func _wrappingAddAssign<T: FixedWidthInteger>(_ n: N, _ l: inout T, _ r: T) { if M(n) { l &-= r } else { l &+= r } }
@inlinable @inline(__always) public func _wrappingSubtractAssign<T: FixedWidthInteger>(_ n: N, _ l: inout T, _ r: T) { if M(n) { l &+= r } else { l &-= r } }
@inlinable @inline(__always) public func _orAssign<T: FixedWidthInteger>(_ n: N, _ l: inout T, _ r: T) { if M(n) { l &= r } else { l |= r } }
@inlinable @inline(__always) public func _shiftRightAssign<T: FixedWidthInteger, U: BinaryInteger>(_ n: N, _ l: inout T, _ r: U) { if M(n) { l <<= r } else { l >>= r } }

@inlinable @inline(__always) public func _halfOpen<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> Range<T> { M(n) ? l..<r + 1 : l..<r }
@inlinable @inline(__always) public func _closed<T: FixedWidthInteger>(_ n: N, _ l: T, _ r: T) -> ClosedRange<T> { M(n) ? l...r - 1 : l...r }
@inlinable @inline(__always) public func _literal<T: FixedWidthInteger>(_ n: N, _ value: T) -> T { M(n) ? value &+ 1 : value }
@inlinable @inline(__always) public func _min<T: Comparable>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? max(l, r) : min(l, r) }
@inlinable @inline(__always) public func _max<T: Comparable>(_ n: N, _ l: T, _ r: T) -> T { M(n) ? min(l, r) : max(l, r) }
