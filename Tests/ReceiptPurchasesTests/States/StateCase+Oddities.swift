import ReceiptPurchases
import TestSupport

// What should not be, and what cannot be read.

extension StateCase {
  private static let january = SamplePurchase.period(1, "2024-01-01", "2024-02-01")

  private static let unreadable = SamplePurchase.period(2, "2024-01-10", "2024-02-10", of: 1)
    .replacing(1708, with: DER.ia5("soon"))

  static let oddities: [StateCase] = [
    StateCase(
      "a product that nobody bought is not owned", [january], at: "2024-01-15", .noPurchase,
      product: "other"),
    StateCase("a receipt without purchases grants nothing", [], at: "2024-01-15", .noPurchase),
    StateCase(
      "product identifiers are compared byte by byte",
      [.period(1, "2024-01-01", "2024-02-01", product: "caf\u{E9}")], at: "2024-01-15",
      .noPurchase, product: "cafe\u{301}"),
    StateCase(
      "a period that ends before it begins grants nothing",
      [.period(1, "2024-02-01", "2024-01-01")], at: "2024-02-01", .expired(at: date("2024-01-01"))),
    StateCase(
      "between such an end and such a beginning nothing is owned",
      [.period(1, "2024-02-01", "2024-01-01")], at: "2024-01-15",
      .notYetBegun(from: date("2024-02-01"))),
    StateCase(
      "leeway makes nothing of a period that ends before it begins",
      [.period(1, "2024-02-01", "2024-01-01")], at: "2024-02-01", .expired(at: date("2024-01-01")),
      leeway: .max),
    StateCase(
      "a period that ends when it begins is none", [.period(1, "2024-01-01", "2024-01-01")],
      at: "2024-01-01", .expired(at: date("2024-01-01"))),
    StateCase(
      "a period that ends before it begins does not spoil another",
      [january, .period(2, "2024-01-20", "2023-01-01", of: 1)], at: "2024-01-25",
      .active(until: date("2024-02-01"))),
    StateCase(
      "an expiration date that cannot be read means not active", [unreadable], at: "2024-01-15",
      .undetermined(.unreadableExpiration)),
    StateCase(
      "an expiration date of the wrong type means not active",
      [
        january.replacing(1708, with: DER.integer(1_706_745_600))
      ], at: "2024-01-15", .undetermined(.unreadableExpiration)),
    StateCase(
      "leeway makes nothing of an expiration date that cannot be read", [unreadable],
      at: "2024-01-15", .undetermined(.unreadableExpiration), leeway: .max),
    StateCase(
      "an unreadable renewal does not hide a period that runs", [january, unreadable],
      at: "2024-01-15", .active(until: date("2024-02-01"))),
    StateCase(
      "after the last readable period the unreadable renewal is what is not known",
      [january, unreadable], at: "2024-02-05", .undetermined(.unreadableExpiration)),
    StateCase(
      "an unreadable period of before says nothing about the last one",
      [unreadable, .period(3, "2024-03-01", "2024-04-01", of: 1)], at: "2024-05-01",
      .expired(at: date("2024-04-01"))),
    StateCase(
      "an unreadable purchase that was cancelled is cancelled",
      [unreadable.replacing(1712, with: DER.ia5("2024-01-12T00:00:00Z"))], at: "2024-01-15",
      .cancelled(at: date("2024-01-12"))),
    StateCase(
      "a purchase without a readable purchase date is withheld",
      [january.replacing(1704, with: DER.ia5("today"))], at: "2024-01-15",
      .undetermined(.unreadable)),
    StateCase(
      "a purchase without a purchase date is withheld", [january.replacing(1704, with: nil)],
      at: "2024-01-15", .undetermined(.unreadable)),
    StateCase(
      "a purchase without a transaction is withheld", [january.replacing(1703, with: nil)],
      at: "2024-01-15", .undetermined(.unreadable)),
    StateCase(
      "a purchase without a product is nobody's", [january.replacing(1702, with: nil)],
      at: "2024-01-15", .noPurchase),
    StateCase(
      "what is withheld does not spoil what is not",
      [january, .period(2, "2024-01-10", "2024-03-01").replacing(1704, with: nil)],
      at: "2024-01-15", .active(until: date("2024-02-01"))),
    StateCase(
      "a transaction that is there twice counts once", [january, january], at: "2024-01-15",
      .active(until: date("2024-02-01"))),
    StateCase(
      "a transaction that is there twice, once cancelled, is cancelled",
      [january, .period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-05")],
      at: "2024-01-15", .cancelled(at: date("2024-01-05"))),
    StateCase(
      "a transaction that is there twice, once cancelled without a product, is cancelled",
      [
        january,
        SamplePurchase.period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-05")
          .replacing(1702, with: nil),
      ], at: "2024-01-15", .cancelled(at: date("2024-01-05"))),
    StateCase(
      "a cancelled entry of another product with the same number hides nothing",
      [
        january,
        .period(1, "2024-01-01", "2024-02-01", product: "basic", cancelled: "2024-01-05"),
      ], at: "2024-01-15", .active(until: date("2024-02-01"))),
  ]
}
