const REPLACEMENT = 0xfffd

/**
 * Writes the UTF-8 of `text` from `start` to `end` to the beginning of `into`, which must have three bytes for each
 * code unit, and returns the number of bytes. A lone surrogate becomes U+FFFD, as with TextEncoder (which a pure layer
 * cannot use).
 */
export function writeUtf8(text: string, start: number, end: number, into: Uint8Array): number {
  let length = 0
  let at = start
  while (at < end) {
    let code = text.charCodeAt(at++)
    if (code < 0x80) {
      into[length++] = code
      continue
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      code = at < end ? text.codePointAt(at - 1)! : REPLACEMENT
      if (code > 0xffff) at++
      else code = REPLACEMENT
    }
    if (code < 0x800) {
      into[length++] = 0xc0 | (code >>> 6)
    } else {
      if (code < 0x10000) {
        into[length++] = 0xe0 | (code >>> 12)
      } else {
        into[length++] = 0xf0 | (code >>> 18)
        into[length++] = 0x80 | ((code >>> 12) & 0x3f)
      }
      into[length++] = 0x80 | ((code >>> 6) & 0x3f)
    }
    into[length++] = 0x80 | (code & 0x3f)
  }
  return length
}
