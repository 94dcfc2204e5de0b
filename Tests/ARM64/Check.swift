/// Something that has to hold on arm64: what the processor's instructions give and what portable code gives are the
/// same.
struct Check: Sendable {
  let name: StaticString
  let holds: @Sendable () -> Bool
}

private let checks = SHAChecks.all + Base64Checks.all

/// Runs all checks, and says which of them fail: `.ci/arm64` runs it in an emulator.
@c(main)
public func main() -> CInt {
  var failures: CInt = 0
  for check in checks {
    let holds = check.holds()
    print(holds ? "passed: " : "FAILED: ", terminator: "")
    print(check.name)
    failures += holds ? 0 : 1
  }
  return failures
}

/// Of the C library, for which Embedded Swift has no module here.
@_extern(c)
func getchar() -> CInt
