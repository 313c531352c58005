/**
 * SHA-256 of bytes, or of the UTF-8 of a text, as hexadecimal digits. One function that needs nothing outside itself:
 * pages that leave the lab carry its source, because a file opened without a server may have no `crypto.subtle`.
 */
export function sha256(content: string | Uint8Array): string {
  const text = typeof content === 'string' ? content : ''
  const bytes = new Uint8Array((typeof content === 'string' ? 3 : 1) * content.length + 72)
  let length = 0
  if (typeof content !== 'string') {
    bytes.set(content)
    length = content.length
  }
  for (let at = 0; at < text.length; at++) {
    let code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at += 1
    else if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd
    const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3
    bytes[length++] = more === 0 ? code : ((0xff80 >> more) & 0xff) | (code >> (6 * more))
    for (let rest = more - 1; rest >= 0; rest--) bytes[length++] = 0x80 | ((code >> (6 * rest)) & 63)
  }
  bytes[length] = 0x80
  const end = (Math.floor((length + 8) / 64) + 1) * 64
  for (let place = 0; place < 8; place++)
    bytes[end - 1 - place] = Number((BigInt(length * 8) >> BigInt(8 * place)) & 255n)
  // The first 32 bits of the fractions of the square roots (state) and cube roots (constants) of the first primes, in
  // whole numbers: browsers differ in the last bits of the others.
  const state: number[] = []
  const constants: number[] = []
  for (let number = 2; constants.length < 64; number++) {
    let isPrime = true
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) isPrime = false
    if (!isPrime) continue
    let [square, cube] = [0n, 0n]
    for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) {
      if ((square | bit) * (square | bit) <= BigInt(number) << 64n) square |= bit
      if ((cube | bit) * (cube | bit) * (cube | bit) <= BigInt(number) << 96n) cube |= bit
    }
    if (state.length < 8) state.push(Number(BigInt.asIntN(32, square)))
    constants.push(Number(BigInt.asIntN(32, cube)))
  }
  const words = new Int32Array(64)
  for (let block = 0; block < end; block += 64) {
    for (let index = 0; index < 64; index++) {
      if (index < 16) {
        const at = block + index * 4
        words[index] =
          ((bytes[at] ?? 0) << 24) |
          ((bytes[at + 1] ?? 0) << 16) |
          ((bytes[at + 2] ?? 0) << 8) |
          (bytes[at + 3] ?? 0)
        continue
      }
      const [early, late] = [words[index - 15] ?? 0, words[index - 2] ?? 0]
      const first = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
      const second = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
      words[index] = ((words[index - 16] ?? 0) + first + (words[index - 7] ?? 0) + second) | 0
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let index = 0; index < 64; index++) {
      const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const chosen = (e & f) ^ (~e & g)
      const one = (h + high + chosen + (constants[index] ?? 0) + (words[index] ?? 0)) | 0
      const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const after = [a, b, c, d, e, f, g, h]
    for (let index = 0; index < 8; index++) state[index] = ((state[index] ?? 0) + (after[index] ?? 0)) | 0
  }
  let digits = ''
  for (const word of state) digits += (word >>> 0).toString(16).padStart(8, '0')
  return digits
}
