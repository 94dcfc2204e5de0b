// The table of purchases, as long as somebody wants it.

import { breakable, button, count, make, printable, time } from "./elements.js";

/** Purchases that are listed at first, and with each wish for more: laying out 10,000 takes seconds. */
const [firstRows, moreRows] = [100, 1000];

const productTypes = ["non-consumable", "consumable", "non-renewing", "auto-renewable", "free subscription"];

export function purchases(all = []) {
  if (all.length === 0) return make("section", "", make("h2", "", "No purchases"));
  const table = make("table", "", make("caption", "", `Purchases (${count(all.length)})`));
  const header = ["Product", "Kind", "Number", "Transaction", "Purchased (UTC)", "Until (UTC)"].map((name) => {
    const cell = make("th", name === "Number" ? "number" : "", name);
    cell.scope = "col";
    return cell;
  });
  const body = make("tbody");
  table.append(make("thead", "", make("tr", "", ...header)), body);
  const section = make("section", "", make("div", "table", table));
  section.firstChild.tabIndex = 0; // it scrolls, so the keyboard has to reach it
  section.firstChild.setAttribute("role", "region");
  section.firstChild.setAttribute("aria-label", "Purchases");
  const more = button("", () => add(moreRows));
  const line = make("p", "buttons", make("span", "quiet", ""), more);
  section.append(line);
  const add = (rows) => {
    const shown = body.rows.length;
    body.append(...all.slice(shown, shown + rows).map(row));
    const rest = all.length - body.rows.length;
    line.hidden = rest === 0;
    line.firstChild.textContent = `The first ${count(body.rows.length)} are shown.`;
    more.textContent = `Show ${count(Math.min(rest, moreRows))} more`;
  };
  add(firstRows);
  return section;
}

function row(purchase) {
  const product = make("th", "", ...breakable(purchase.productIdentifier ?? "–"));
  product.scope = "row";
  const type = purchase.productType;
  const remarks = make("div");
  const tag = (text, className = "") => remarks.append(make("span", `tag ${className}`, text));
  if (purchase.isCancelled) tag(`cancelled ${(purchase.cancellationDate ?? "").slice(0, 10)}`.trim(), "bad");
  if (purchase.isTrialPeriod) tag("trial");
  if (purchase.isInIntroOfferPeriod) tag("introductory offer");
  if (purchase.promotionalOfferIdentifier) tag(`offer ${printable(purchase.promotionalOfferIdentifier)}`);
  if (remarks.hasChildNodes()) product.append(remarks);
  const original = purchase.originalTransactionIdentifier;
  const isOriginal = original === undefined || original === purchase.transactionIdentifier;
  return make("tr", "", product,
    make("td", "plain", type === undefined ? "–" : productTypes[type] ?? `type ${type}`),
    make("td", "number", String(purchase.quantity ?? "–")),
    make("td", "plain", printable(purchase.transactionIdentifier ?? "–"),
      isOriginal ? undefined : make("span", "quiet", `first ${printable(original)}`)),
    make("td", "plain", purchase.purchaseDate ? time(purchase.purchaseDate, "") : "–"),
    make("td", "plain", purchase.expiresDate ? time(purchase.expiresDate, "") : "–"));
}
