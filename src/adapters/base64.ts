const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64, where neither Node nor a browser is certain. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    text += LETTERS.charAt(bits >> 18) + LETTERS.charAt((bits >> 12) & 63)
    text += b === undefined ? '=' : LETTERS.charAt((bits >> 6) & 63)
    text += c === undefined ? '=' : LETTERS.charAt(bits & 63)
  }
  return text
}
