import { firstFor } from '../../engine/internal.ts'

/** A text as somebody reads it, with the places of its parts in the text as it is written. */
export interface Reading {
  readonly text: string
  readonly startOf: (index: number) => number
  /** Of an end: what was left out behind it does not belong to it. */
  readonly endOf: (index: number) => number
}

/** Texts in texts in texts are followed this deep: each escapes the escapes of the one within. */
const DEEPEST = 4

/**
 * `\n`, `\"`, `\/` and `\u0040` of programs, `\_` of Markdown, `%40` of addresses, `&quot;` and `&#64;` of HTML. A
 * letter for any that is written as bytes: it only matters that there is one.
 */
const ESCAPE =
  /\\(?:u\{(?<point>[\dA-Fa-f]{1,6})\}|u(?<four>[\dA-Fa-f]{4})|x(?<two>[\dA-Fa-f]{2})|(?<escape>0?33|e(?=\[))|(?<space>[nrtfvb0])|(?<sign>[^A-Za-z\d\s]))|%(?<byte>[2-7][\dA-Fa-f]|0[9ADad])|(?<bytes>(?:%[89A-Fa-f][\dA-Fa-f])+)|&(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\dA-Fa-f]{1,6})|(?<name>amp|lt|gt|quot|apos|nbsp|commat|colon|sol));/g

const NAMED = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  colon: ':',
  sol: '/',
} as const

/** What a terminal shows as a colour, also where its first character was lost. */
// oxlint-disable-next-line no-control-regex
const COLOUR = /(?:(?:\u001B|\^\[)\[|\u009B)[\d;:?]{0,24}[A-Za-z]|\[\d{1,3}(?:;\d{1,3}){0,6}m/g

function unescaped({ groups = {} }: RegExpMatchArray): string {
  const { point, four, two, byte, decimal, hex, escape, space, bytes, sign, name } = groups
  if (sign !== undefined) return sign
  if (space !== undefined) return '\n'
  if (escape !== undefined) return '\u001B'
  if (bytes !== undefined) return 'ü'
  if (name !== undefined) return NAMED[name as keyof typeof NAMED]
  const code =
    decimal === undefined ? parseInt(point ?? four ?? two ?? byte ?? hex ?? '', 16) : Number(decimal)
  // One unit each, so that every other place stays what it is.
  return code > 0xffff ? 'ü' : String.fromCharCode(code)
}

/** The reading in which each match is something else, of one character or none; null if nothing matches. */
function replaced(
  outer: Reading,
  pattern: RegExp,
  become: (match: RegExpMatchArray) => string,
): Reading | null {
  /** Where each replacement begins and ends here, and where the replaced ends in the outer text. */
  const starts: number[] = []
  const ends: number[] = []
  const outerEnds: number[] = []
  let text = ''
  let end = 0
  for (const match of outer.text.matchAll(pattern)) {
    text += outer.text.slice(end, match.index)
    starts.push(text.length)
    text += become(match)
    end = match.index + match[0].length
    ends.push(text.length)
    outerEnds.push(end)
  }
  if (end === 0) return null
  const behind = (index: number, count: number): number =>
    count === 0 ? index : (outerEnds[count - 1] ?? 0) + index - (ends[count - 1] ?? 0)
  return {
    text: text + outer.text.slice(end),
    startOf: (index) => outer.startOf(behind(index, countUpTo(ends, index))),
    endOf: (index) => outer.endOf(behind(index, countUpTo(starts, index - 1))),
  }
}

/** How many numbers of a rising list are at most this one. */
function countUpTo(list: readonly number[], most: number): number {
  return firstFor(0, list.length, (at) => (list[at] ?? 0) > most)
}

/**
 * The text as it is written, then as it was before it was put into another text, and before that. Colours of a terminal
 * are read as a space and as nothing: they part words, and they are put into words.
 */
export function readingsOf(text: string): readonly Reading[] {
  const same = (index: number): number => index
  const written: Reading = { text, startOf: same, endOf: same }
  const readings = [written]
  let last: Reading | null = written
  for (let depth = 0; depth < DEEPEST && last !== null; depth++) {
    last = /[\\%&]/.test(last.text) ? replaced(last, ESCAPE, unescaped) : null
    if (last !== null) readings.push(last)
  }
  // oxlint-disable-next-line no-control-regex
  if (!readings.some((one) => /[\u001B\u009B]|\[\d|\^\[/.test(one.text))) return readings
  return readings.flatMap((one) => {
    const apart = replaced(one, COLOUR, () => ' ')
    const joined = apart && replaced(one, COLOUR, () => '')
    return [one, apart, joined].filter((reading) => reading !== null)
  })
}
