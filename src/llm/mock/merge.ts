import { linesOf } from '../../engine/internal.ts'
import type { Ask } from '../../engine/index.ts'
import { Fit } from './fit.ts'
import type { Count } from './fit.ts'

/**
 * What any of the sources says, once. Lines that differ in nothing but case, spaces and punctuation are the
 * same, and the newest wording stands. The newest source goes first into an answer that is too short for all.
 */
export function merge(ask: Ask, count: Count): string {
  const fit = new Fit(ask.maxTokens, count, () => '')
  const said = new Set<string>()
  let place = 0
  // Backwards over the sources, so that the first wording seen is the newest; the text is put in order again by place.
  for (let index = ask.sources.length - 1; index >= 0; index--) {
    const own = new Set<string>()
    place = index * PLACES
    for (const line of linesOf(ask.sources[index]?.text ?? '')) {
      const key = line
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      if (key === '' || said.has(key)) continue
      own.add(key)
      fit.offer({ part: '', line: line.trimEnd(), place: place++ })
    }
    for (const key of own) said.add(key)
  }
  return fit.text([''])
}

const PLACES = 10_000_000
