/** A line that adds a duration in seconds to a time in milliseconds. */
export interface Suspect {
  readonly line: number
  /** The sum, and the corrected one. */
  readonly text: string
  readonly mended: string
  /** The name that ends with its unit. */
  readonly seconds: string
}

/** The first sum of a time (`placedAt`) and seconds (`settings.holdSeconds`) without conversion; null for none. */
export function suspectIn(source: string): Suspect | null {
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) continue
    const found = /[\w.]{1,60}At \+ ([\w.]{0,60}Seconds)\b(?! *[*(\w])/.exec(line)
    if (found === null) continue
    const [text, seconds = ''] = found
    return { line: index + 1, text, mended: `${text} * 1000`, seconds }
  }
  return null
}

/** What a line says about units. */
export interface UnitLine {
  readonly line: number
  readonly text: string
}

/** The first line that states the unit of a time or a duration; null for none. */
export function unitIn(source: string): UnitLine | null {
  for (const [index, line] of source.split('\n').entries()) {
    const found =
      /^ *(readonly \w{1,60}Seconds: number)$/.exec(line) ?? /\* (Milliseconds since \w*)/.exec(line)
    if (found !== null) return { line: index + 1, text: found[1] ?? '' }
  }
  return null
}

/** Texts that find such lines in a search. */
export const UNIT_WORDS: readonly string[] = Object.freeze(['Seconds: number', 'Milliseconds since'])
