import Testing

@testable import receipt

@Suite struct IndentedJSONTests {
  @Test func `Members and elements stand on lines of their own, strings as they are`() {
    let json = #"{"a":[1,2],"b":{},"c":"{[,:\"\\","d":[],"e":{"f":null}}"#
    #expect(
      String(decoding: IndentedJSON(Array(json.utf8)).bytes, as: UTF8.self) == #"""
        {
          "a": [
            1,
            2
          ],
          "b": {},
          "c": "{[,:\"\\",
          "d": [],
          "e": {
            "f": null
          }
        }

        """#)
  }
}
