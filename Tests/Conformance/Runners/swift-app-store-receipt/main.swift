import ConformanceSupport
import Foundation
import ReceiptJSON

// The runner for this package: reads the set on standard input, writes a line of JSON for each case.

let set = try ConformanceSet(text: Array(FileHandle.standardInput.readDataToEndOfFile()))
for conformanceCase in set.cases {
  let answer = try conformanceCase.answer()
  var line = JSON.Object()
  line["id"] = .string(conformanceCase.id)
  line["result"] = .string(answer.result)
  if !answer.detail.isEmpty { line["detail"] = .string(answer.detail) }
  if !conformanceCase.fields.isEmpty {
    line["fields"] = .object(answer.fields(of: conformanceCase))
  }
  FileHandle.standardOutput.write(Data(JSON.object(line).json() + [0x0A]))
}
