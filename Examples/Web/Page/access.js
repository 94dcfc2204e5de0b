// What is owned, and why, in sentences.

import { breakable, make, printable } from "./elements.js";

/** Text with dates as people read them. */
const dates = (text) => printable(text).replace(/T(\d\d:\d\d:\d\d(?:\.\d+)?)Z/g, " $1 UTC");

const sentences = {
  active: ({ until }) => until ? `Access until ${until}, when the period ends.` : "Access without an end.",
  inGracePeriod: ({ until }) => `Access until ${until}: a grace period, since the renewal could not be charged.`,
  inBillingRetry: ({ since }) => `Access ended ${since}: the renewal could not be charged. The store keeps trying.`,
  expired: ({ since }) => `Access ended ${since}: the period was over, and no renewal covers the time since.`,
  cancelled: ({ since }) => `Access ended ${since ?? "at an unreadable date"}: refunded, revoked or replaced by an upgrade.`,
  notYetBegun: ({ until }) => `No access before ${until}, when the purchase begins.`,
  neverOwned: () => "No access: it was never bought.",
  undetermined: ({ why }) => why === "consumable"
    ? "A consumable: only the app knows what is left of it." : `The receipt can't tell: ${why}.`,
};

/** A list of products: whether each is owned, until when, and why it ended. */
export function access(products) {
  return products.map(({ id, owned, state, ...more }) => {
    const mark = make("span", "mark", owned ? "✓" : "–");
    mark.setAttribute("aria-hidden", "true");
    const words = make("span", "message", make("strong", "", owned ? "owned" : "not owned"), `. ${dates(sentences[state](more))}`);
    return make("li", owned ? "passed" : "skipped", mark, make("span", "name mono", ...breakable(id)), words);
  });
}
