import ReceiptJSON
import TestSupport
import Testing

/// An object against a list of its members, at sizes on both sides of where it begins to keep an index.
@Suite struct JSONObjectTests {
  /// The same as a list, in which each key is searched for.
  private struct Model {
    var members: [(key: String, value: JSON)] = []

    mutating func set(_ key: String, _ value: JSON?) {
      let place = members.firstIndex { $0.key == key }
      switch (place, value) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  private func agree(_ object: JSON.Object, _ model: Model, keys: Range<Int>) -> Bool {
    let members = object.members.map(\.key) == model.members.map(\.key)
    let values = object.members.map(\.value) == model.members.map(\.value)
    let found = keys.allSatisfy { key in
      object["\(key)"] == model.members.first { $0.key == "\(key)" }?.value
    }
    return members && values && found && object.isEmpty == model.members.isEmpty
  }

  @Test(arguments: [4, 31, 32, 33, 34, 100])
  func `Members that are set, changed and removed`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var (object, model) = (JSON.Object(), Model())
    for number in 0..<count {
      object["\(number)"] = .number(.init(Int64(number)))
      model.set("\(number)", .number(.init(Int64(number))))
    }
    #expect(agree(object, model, keys: -1..<count + 1))
    for step in 0..<400 {
      let key = "\(Int.random(in: 0..<count + 2, using: &generator))"
      let value: JSON? = Bool.random(using: &generator) ? .number(.init(Int64(step))) : nil
      object[key] = value
      model.set(key, value)
      if !agree(object, model, keys: -1..<count + 3) {
        Issue.record("step \(step), \(key)")
        return
      }
    }
  }

  @Test(arguments: [1, 2, 32, 33, 34, 80]) func `Members are removed from the first on`(count: Int)
  {
    var (object, model) = (JSON.Object(), Model())
    for number in 0..<count {
      object["\(number)"] = .boolean(number % 2 == 0)
      model.set("\(number)", .boolean(number % 2 == 0))
    }
    for number in 0..<count {
      object["\(number)"] = nil
      model.set("\(number)", nil)
      #expect(agree(object, model, keys: 0..<count), "\(number) of \(count)")
    }
    #expect(object.isEmpty && object == JSON.Object())
  }

  @Test(arguments: [3, 40]) func `Equal in any order, and only with the same members`(count: Int) {
    var (forth, back) = (JSON.Object(), JSON.Object())
    for number in 0..<count { forth["\(number)"] = .number(.init(Int64(number))) }
    for number in (0..<count).reversed() { back["\(number)"] = .number(.init(Int64(number))) }
    #expect(forth == back && forth.hashValue == back.hashValue)
    var other = back
    other["0"] = .null
    #expect(forth != other)
    other["0"] = nil
    #expect(forth != other && other != forth)
    other["x"] = .number(.init(0))
    #expect(forth != other && other != forth)
  }
}
