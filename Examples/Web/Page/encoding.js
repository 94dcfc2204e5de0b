// Bytes as text and back. Runs in the page, in its worker and in Node.

const digits = new TextEncoder().encode("0123456789abcdef");

/** The ASCII codes of a text in hexadecimal; an array of strings would take a second for 4 MB. */
export function hexadecimalCodes(bytes) {
  const codes = new Uint8Array(bytes.length * 2);
  for (let place = 0; place < bytes.length; place++) {
    codes[2 * place] = digits[bytes[place] >> 4];
    codes[2 * place + 1] = digits[bytes[place] & 15];
  }
  return codes;
}

/** Two digits for each byte. */
export function hexadecimal(bytes) {
  return new TextDecoder().decode(hexadecimalCodes(bytes));
}

/** Base64 without line breaks. */
export function base64(bytes) {
  let binary = "";
  // In pieces: a call has only so many arguments.
  for (let start = 0; start < bytes.length; start += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x2000));
  }
  return btoa(binary);
}

/** The bytes of Base64 without line breaks. */
export function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = binary.charCodeAt(place);
  return bytes;
}
