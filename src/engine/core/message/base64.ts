/** The bytes of a base64 text, which may have line breaks. A foreign character counts as zeros. */
export function bytesOf(base64: string): Uint8Array {
  const digits = /[\s=]/.test(base64) ? base64.replaceAll(/[\s=]/g, '') : base64
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  for (let from = 0, at = 0; at < bytes.length; from += 4, at += 3) {
    let four = 0
    for (let place = from; place < from + 4; place++)
      four = four * 64 + (SIX_BITS[digits.charCodeAt(place)] ?? 0)
    // Bytes beyond the end are not kept.
    bytes[at] = four >> 16
    bytes[at + 1] = four >> 8
    bytes[at + 2] = four
  }
  return bytes
}

/** One byte of a base64 text without line breaks; NaN beyond its end or at a foreign character. */
export function byteAt(base64: string, index: number): number {
  const group = Math.floor(index / 3) * 4
  const place = index % 3
  const first = sixBits(base64.charCodeAt(group + place))
  const second = sixBits(base64.charCodeAt(group + place + 1))
  if (place === 0) return first * 4 + Math.floor(second / 16)
  if (place === 1) return (first % 16) * 16 + Math.floor(second / 4)
  return (first % 4) * 64 + second
}

function sixBits(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 26
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52
  if (code === 0x2b || code === 0x2d) return 62
  if (code === 0x2f || code === 0x5f) return 63
  return Number.NaN
}

/** The text whose bytes these are: UTF-8, or else one letter for each byte. */
export function textOfBase64(base64: string): string {
  const bytes = Array.from(bytesOf(base64))
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return bytes.map((byte) => String.fromCharCode(byte)).join('')
  }
}

const SIX_BITS = Uint8Array.from({ length: 128 }, (_, code) => sixBits(code))
