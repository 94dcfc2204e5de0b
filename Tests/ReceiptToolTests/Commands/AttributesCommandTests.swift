import Foundation
import TestSupport
import Testing

@testable import receipt

@Suite struct AttributesCommandTests {
  @Test(arguments: Fixtures.names)
  func `Each attribute is one JSON line, in the order of the payload`(name: String) throws {
    let outcome = Tool.run(["attributes", path(name)])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    let found = try lines.map { line in
      let json = try JSONValue(parsing: String(line))
      #expect(Set(json.members.keys) == ["path", "type", "version", "offset", "value"])
      return ExpectedReceipt.Attribute(
        path: (json["path"]?.elements ?? []).compactMap { $0.integer.map(Int.init) },
        type: json["type"]?.integer.map(Int.init) ?? -1,
        version: json["version"]?.integer.map(Int.init) ?? -1,
        offset: json["offset"]?.integer.map(Int.init) ?? -1,
        value: json["value"]?.string ?? "")
    }
    #expect(found == (try ExpectedReceipt(name).attributes))
  }

  @Test func `A line is what the help says`() throws {
    let sample = SampleReceipt(
      SampleReceipt.attribute(4, [0xAB], version: 2),
      SampleReceipt.purchase(SampleReceipt.attribute(1799, [])))
    let lines = try withFile(sample.bytes) { Tool.run(["attributes", $0]).output }
    let places = sample.attributes.map { sample.bytes.offset(of: $0) }
    #expect(
      lines == """
        {"path":[],"type":4,"version":2,"offset":\(places[0]),"value":"ab"}
        {"path":[],"type":17,"version":1,"offset":\(places[1]),"value":"310b30090202070702010104\
        00"}
        {"path":[17,0],"type":1799,"version":1,"offset":\(places[1] + 12),"value":""}

        """)
  }
}
