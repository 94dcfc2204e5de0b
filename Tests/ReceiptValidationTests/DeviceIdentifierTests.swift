import AppStoreReceipt
import Foundation
import ReceiptValidation
import TestSupport
import Testing

@Suite struct DeviceIdentifierTests {
  @Test(arguments: [
    ("a MAC address with colons", "00:1B:63:84:45:E6", "001b638445e6"),
    ("with hyphens", "00-1b-63-84-45-e6", "001b638445e6"),
    ("plain", "001B638445e6", "001b638445e6"),
    (
      "a UUID", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8c36c495a93fc0c247a3e6e5f"
    ),
    (
      "a UUID without hyphens", "e621e1f8c36c495a93fc0c247a3e6e5f",
      "e621e1f8c36c495a93fc0c247a3e6e5f"
    ),
  ])
  func `Text is read`(name: String, text: String, expected: String) throws {
    #expect(DeviceIdentifier(text)?.bytes.hexadecimal == expected, "\(name)")
  }

  @Test(arguments: [
    "", "00:1B:63:84:45", "00:1B:63:84:45:E6:00", "00:1B-63:84:45:E6", "0:01B:63:84:45:E6",
    "00:1B:63:84:45:E", ":001B638445E6", "001B638445E6:", "00::1B:63:84:45:E6", "G01B638445E6",
    " 001B638445E6", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "００1B638445E6",
    "00.1B.63.84.45.E6",
  ])
  func `Other text is not read`(text: String) {
    #expect(DeviceIdentifier(text) == nil)
  }

  @Test func `A MAC address has six bytes`() {
    #expect(DeviceIdentifier(macAddress: [UInt8](repeating: 1, count: 6)) != nil)
    #expect(DeviceIdentifier(macAddress: [UInt8](repeating: 1, count: 5)) == nil)
    #expect(DeviceIdentifier(macAddress: [UInt8](repeating: 1, count: 16)) == nil)
  }

  @Test func `The description is read again`() throws {
    for text in ["00:1b:63:84:45:e6", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"] {
      #expect(DeviceIdentifier(text)?.description == text)
    }
    #expect(DeviceIdentifier(bytes: [0xAB, 0x01]).description == "ab01")
  }

  @Test func `A UUID has its bytes in the order of its text`() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(DeviceIdentifier(try #require(UUID(uuidString: text))) == DeviceIdentifier(text))
  }
}
