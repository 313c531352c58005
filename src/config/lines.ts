import type { Place } from '../engine/index.ts'

/** The lines of a text, to tell line and column of an offset. */
export interface Lines {
  /** Both count from 1; the column counts UTF-16 units. Offsets outside mean the start or the end of the text. */
  placeOf(offset: number): Place
  /** A line without its break; '' where there is none. */
  line(number: number): string
}

/**
 * Finds the lines of a text. The counter of the yaml package is told of line breaks by its parser, which
 * leaves some out in broken texts, and those are the texts that problems are about.
 */
export function createLines(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    placeOf(position) {
      const offset = Math.min(position, text.length)
      let low = 0
      let high = starts.length
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle
      }
      return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 }
    },
    line(number) {
      const start = starts[number - 1]
      return start === undefined ? '' : text.slice(start, starts[number] ?? text.length).replace(/\r?\n$/, '')
    },
  }
}
