import { linesOf } from '../../engine/internal.ts'
import type { Ask } from '../../engine/index.ts'
import { Fit } from './fit.ts'
import type { Count } from './fit.ts'

/**
 * Everything that any of the sources says, once. Lines that differ only in case, spaces and punctuation are the same,
 * and the newest wording is used. If there is not enough room for all, the newest source goes first.
 */
export function merge(ask: Ask, count: Count): string {
  const fit = new Fit(ask.maxTokens, count, () => '')
  const said = new Set<string>()
  let place = 0
  // Backwards over the sources, so that the first wording found is the newest; positions restore the order of the text.
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
