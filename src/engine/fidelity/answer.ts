import type { Probe } from './template.ts'
import { normalText, placesOf, textIndex } from './text-index.ts'
import type { TextIndex } from './text-index.ts'

/** Evidence further apart than this many characters comes from two different statements. */
const NEAR = 240

/**
 * Whether a text answers a question, strictly yes or no: it contains everything expected, word for word (paths and
 * numbers exactly), within 240 characters. Pass an index if several questions use one text.
 */
export function answerable({ expected }: Pick<Probe, 'expected'>, text: string | TextIndex): boolean {
  return holdsAll(typeof text === 'string' ? textIndex(text) : text, expected.map(normalText))
}

/** The same for expected strings in normal form. */
export function holdsAll(index: TextIndex, expected: readonly string[]): boolean {
  const needles = [...new Set(expected)].filter((needle) => needle !== '')
  if (needles.length === 0) return false
  // The longest is the rarest; the others only have to be near it.
  const [anchor = '', ...others] = needles.toSorted((a, b) => b.length - a.length)
  const reach = NEAR + needles.reduce((sum, needle) => sum + needle.length, 0)
  return placesOf(index, anchor).some((place) => {
    const lists = [[place]]
    for (const needle of others) {
      const near = placesOf(index, needle, place - reach, place + reach)
      if (near.length === 0) return false
      lists.push(near)
    }
    return meet(lists, reach)
  })
}

/** True if a passage of at most `reach` contains one position from every list. The lists ascend; one pass over all. */
function meet(lists: readonly (readonly number[])[], reach: number): boolean {
  const heads = lists.map(() => 0)
  for (;;) {
    let lowest = 0
    let low = Infinity
    let high = -Infinity
    for (let list = 0; list < lists.length; list++) {
      const place = lists[list]?.[heads[list] ?? 0]
      if (place === undefined) return false
      if (place < low) {
        low = place
        lowest = list
      }
      if (place > high) high = place
    }
    if (high - low <= reach) return true
    heads[lowest] = (heads[lowest] ?? 0) + 1
  }
}
