/** Receives a token: its rank, and its bytes, which are the first `length` of `bytes` until the next call. */
export type TokenTaker = (rank: number, bytes: Uint8Array, length: number) => void

const SPACE = 0x20
const PADDING = 0x3d // =
const INVALID = 0xff

/** Value of a base64 digit by character code. */
const DIGITS = new Uint8Array(128).fill(INVALID)
for (const [value, digit] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  DIGITS[digit.charCodeAt(0)] = value
}

/**
 * Reads js-tiktoken's packed tokens: lines of `! offset token token …`, each token's bytes in base64, its
 * rank the line's offset plus its place in the line. Throws on anything but base64.
 */
export function readRanks(packed: string, take: TokenTaker): void {
  for (const line of packed.split('\n')) {
    if (line === '') continue
    const offsetAt = line.indexOf(' ') + 1
    const tokensAt = line.indexOf(' ', offsetAt) + 1
    readTokens(line, tokensAt, Number(line.slice(offsetAt, tokensAt)), take)
  }
}

function readTokens(line: string, start: number, firstRank: number, take: TokenTaker): void {
  const bytes = new Uint8Array(line.length)
  let rank = firstRank
  let length = 0
  let bits = 0
  let waiting = 0
  for (let at = start; at <= line.length; at++) {
    const code = at === line.length ? SPACE : line.charCodeAt(at)
    if (code === SPACE) {
      take(rank++, bytes, length)
      length = bits = waiting = 0
    } else if (code !== PADDING) {
      const digit = DIGITS[code] ?? INVALID
      if (digit === INVALID) throw new Error(`rank file, token ${rank}: no base64 digit: ${line.charAt(at)}`)
      bits = ((bits << 6) | digit) & 0xffff
      waiting += 6
      if (waiting >= 8) bytes[length++] = bits >>> (waiting -= 8)
    }
  }
}
