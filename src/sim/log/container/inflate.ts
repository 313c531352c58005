/** The canonical Huffman code of some lengths: how many codes have each length, and the symbols in their order. */
interface Code {
  readonly counts: readonly number[]
  readonly symbols: readonly number[]
}

/** More than a body of recorded traffic has; a few bytes may unpack to gigabytes. In bytes. */
const MOST = 20_000_000

const LONGEST = 15
const LITERALS = 288
const FIXED_LENGTHS = Array.from({ length: LITERALS }, (_, symbol) =>
  symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
)
const FIXED_DISTANCES = Array.from({ length: 30 }, () => 5)
/** In which order a block names the lengths of the code that the lengths of its codes are in. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const LAST_LENGTH = 258

/**
 * Unpacks the first member of a gzip file (RFC 1951, RFC 1952) at once, since readers cannot wait; its checksum is not
 * tested. Undefined for other bytes, and for damaged ones.
 */
export function gunzipped(bytes: Uint8Array): readonly number[] | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined
  const flags = bytes[3] ?? 0
  let at = 10
  if ((flags & 4) > 0) at += 2 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8)
  // the name of the file, and a comment, each up to a zero
  for (const flag of [8, 16]) if ((flags & flag) > 0) at = bytes.indexOf(0, at) + 1
  if ((flags & 2) > 0) at += 2
  try {
    return inflated(bytes, at)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** @throws RangeError if the bytes are damaged, or unpack to too many */
function inflated(bytes: Uint8Array, start: number): readonly number[] {
  const out: number[] = []
  let at = start * 8

  function bits(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit++, at++) value |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit
    if (at > bytes.length * 8) throw new RangeError('the bytes end too early')
    return value
  }

  function symbolOf({ counts, symbols }: Code): number {
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= LONGEST; length++) {
      code |= bits(1)
      const count = counts[length] ?? 0
      if (code - count < first) return symbols[index + code - first] ?? 0
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new RangeError('no code begins so')
  }

  function codes(): readonly [Code, Code] {
    const [literals, distances, named] = [bits(5) + 257, bits(5) + 1, bits(4) + 4]
    const own = ORDER.map(() => 0)
    for (const place of ORDER.slice(0, named)) own[place] = bits(3)
    const code = codeOf(own)
    const lengths: number[] = []
    while (lengths.length < literals + distances) {
      const symbol = symbolOf(code)
      const value = symbol === 16 ? (lengths.at(-1) ?? 0) : symbol < 16 ? symbol : 0
      const times = symbol < 16 ? 1 : symbol === 16 ? bits(2) + 3 : symbol === 17 ? bits(3) + 3 : bits(7) + 11
      for (let time = 0; time < times; time++) lengths.push(value)
    }
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))]
  }

  function block(literals: Code, distances: Code): void {
    for (let symbol = symbolOf(literals); symbol !== 256; symbol = symbolOf(literals)) {
      if (out.length > MOST) throw new RangeError('too many bytes')
      if (symbol < 256) {
        out.push(symbol)
        continue
      }
      const length = stepped(symbol - 257, 4, 3)
      const far = stepped(symbolOf(distances), 2, 1)
      if (far > out.length) throw new RangeError('nothing is so far back')
      for (let copied = 0; copied < length; copied++) out.push(out[out.length - far] ?? 0)
    }
  }

  /** Lengths and distances: in groups of so many, the next group has twice the step of the one before. */
  function stepped(index: number, group: number, base: number): number {
    if (group === 4 && index === 28) return LAST_LENGTH
    const extra = Math.max(0, Math.floor(index / group) - 1)
    const first = extra === 0 ? index : (group + (index % group)) << extra
    return base + first + bits(extra)
  }

  for (let isLast = false; !isLast;) {
    isLast = bits(1) === 1
    const kind = bits(2)
    if (kind === 1) block(codeOf(FIXED_LENGTHS), codeOf(FIXED_DISTANCES))
    else if (kind === 2) block(...codes())
    else if (kind === 3) throw new RangeError('no such block')
    else {
      at = ((at + 7) >> 3) * 8
      const length = bits(16)
      bits(16)
      for (let copied = 0; copied < length; copied++) out.push(bits(8))
    }
  }
  return out
}

function codeOf(lengths: readonly number[]): Code {
  const counts = Array.from({ length: LONGEST + 1 }, (_, length) =>
    length === 0 ? 0 : lengths.filter((one) => one === length).length,
  )
  const symbols = counts.flatMap((_, length) =>
    length === 0 ? [] : lengths.flatMap((one, symbol) => (one === length ? [symbol] : [])),
  )
  return { counts, symbols }
}
