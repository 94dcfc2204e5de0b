public import TransactionReceipts

extension ResponseTransaction {
  /// What a transaction receipt says about its purchase, as Apple's servers put it into `receipt`: the same keys
  /// with `_` in place of `-`. Nothing is verified here.
  public init(unverified purchase: PurchaseInfo) {
    var object = VerifyReceiptJSON.Object()
    // A key with `_` of its own is none of Apple's, and must not stand in the place of one.
    let (apples, others) = (
      purchase.entries.filter { $0.key.contains("-") },
      purchase.entries.filter { !$0.key.contains("-") }
    )
    var keys = JSONKeys()
    for entry in apples + others {
      let key = String(entry.key.map { $0 == "-" ? "_" : $0 })
      if keys.insert(key) { object.append(key, .string(entry.value)) }
    }
    do {
      var problems: [VerifyReceiptError] = []
      self = try .read(.object(object), at: VerifyReceiptPath(), problems: &problems)
    } catch {
      self.init()  // no string is of the wrong type, so this is never reached
      otherMembers = object
    }
  }
}
