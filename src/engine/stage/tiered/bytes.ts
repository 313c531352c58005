/** Length of a text in UTF-8. A lone surrogate counts as what it is written as, three bytes. Linear. */
export function utf8Bytes(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const size = sizeAt(text, at)
    bytes += size
    if (size === 4) at += 1
  }
  return bytes
}

/** Whether a text is longer than `limit` bytes; looks no further than it must. */
export function isLonger(text: string, limit: number): boolean {
  // A UTF-16 unit is one to three bytes.
  if (text.length > limit) return true
  return text.length * 3 > limit && utf8Bytes(text) > limit
}

/** The longest beginning of a text of at most `limit` bytes, as an index; never inside a character. */
export function prefixOf(text: string, limit: number): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const size = sizeAt(text, at)
    bytes += size
    if (bytes > limit) return at
    if (size === 4) at += 1
  }
  return text.length
}

/** Whether an index lies inside a surrogate pair, where no text may be cut. */
export function splitsPair(text: string, at: number): boolean {
  const low = text.charCodeAt(at)
  if (!(low >= 0xdc00 && low <= 0xdfff)) return false
  const high = text.charCodeAt(at - 1)
  return high >= 0xd800 && high <= 0xdbff
}

/** Bytes of the character that begins at an index. */
function sizeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (unit < 0xd800 || unit > 0xdbff) return 3
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff ? 4 : 3
}
