// Which certificate signed the receipt.

import { link, make, printable, time } from "./elements.js";

/** The common name in a name, or all of it. */
const commonName = (name) => printable(/(?:^|, )CN=((?:\\.|[^,\\])*)/.exec(name)?.[1] ?? name);

const check = ({ checks }) => checks.find(({ check }) => check === "signature");

/** The certificate that the signer names, with where it begins; undefined if there is none. */
function certificateOf({ receipt, places }) {
  const certificate = receipt?.certificates?.[places?.signerCertificate];
  return certificate && { ...certificate, offset: places.certificates[places.signerCertificate] };
}

/** Who signed, for the overview. */
export function signer(answer) {
  const { receipt, report, places } = answer;
  const isGenuine = check(report).result === "passed";
  if (places.signer === undefined) {
    return make("section", "signer", make("h2", "", "No signer"), make("p", "", "There is none in it that can be read."));
  }
  const section = make("section", "signer", make("h2", "", isGenuine ? "Signed by" : "Claims to be signed by"));
  const certificate = certificateOf(answer);
  const list = make("dl");
  const add = (name, ...value) => list.append(make("dt", "", name), make("dd", "", ...value));
  if (certificate) {
    add("Certificate", make("strong", "", commonName(certificate.subject)), " ", link(`at byte ${certificate.offset}`, `#anatomy@${certificate.offset}`));
    add("Issued by", commonName(certificate.issuer));
    add("Serial number", make("span", "mono", certificate.serialNumber));
    add("Valid", time(certificate.notBefore), " – ", time(certificate.notAfter));
  } else {
    add("Certificate", "None in this receipt is the one that the signer names.");
  }
  const { digestAlgorithm, signatureAlgorithm } = receipt.signer;
  add("Signature", `${digestAlgorithm}, ${signatureAlgorithm} `, link(`signer at byte ${places.signer}`, `#anatomy@${places.signer}`));
  section.append(list);
  if (!isGenuine) section.append(make("p", "quiet", "Anybody can write that: the signature is not proven."));
  return section;
}

/** What links a node to the signer or to its certificate, for the anatomy. */
export function remarks({ offset, name }, answer) {
  const certificate = certificateOf(answer);
  if (!certificate) return [];
  const remark = (text, to) => [make("p", "remark", text, link(`byte ${to}`, `#anatomy@${to}`), ".")];
  const { places, report } = answer;
  const isGenuine = check(report).result === "passed";
  if (offset === places.signer || name === "sid") {
    return remark(`${isGenuine ? "Signed by" : "Claims to be signed by"} “${commonName(certificate.subject)}”, the certificate with this issuer and serial number: `, certificate.offset);
  }
  if (offset === certificate.offset) {
    return remark(isGenuine ? "The receipt's signature is this certificate's. The signer is at " : "The signer names this certificate, but the signature is not proven. It is at ", places.signer);
  }
  return [];
}
