import { ln, outputLinesOf, remembered, sentencesOf, strongTokens } from '../../engine/internal.ts'
import type { AskSource } from '../../engine/index.ts'

/** A line of a source, and how unlike the rest of the sources it is. */
export interface RareLine {
  readonly text: string
  /** Position of the source, and of the line in it. */
  readonly source: number
  readonly at: number
  /** Sum of the weights of its names, divided by the square root of its length so that long lines do not always win. */
  readonly score: number
}

/** Maximum lines read from one source: the rest of a long one is similar. */
const LINES = 400

/**
 * The lines of all sources with a rare name, path or number, the rarest first. A name weighs ln(1 + sources ÷ sources
 * with it): what is in one place only cannot be guessed.
 */
export function rareLines(sources: readonly AskSource[]): readonly RareLine[] {
  const holders = new Map<string, { count: number; last: number }>()
  const lines: { text: string; source: number; at: number; names: readonly string[] }[] = []
  sources.forEach((source, index) => {
    for (const { text, at, names } of namedLines(source)) {
      lines.push({ text, source: index, at, names })
      for (const name of names) {
        const held = holders.get(name)
        if (held === undefined) holders.set(name, { count: 1, last: index })
        else if (held.last !== index) holders.set(name, { count: held.count + 1, last: index })
      }
    }
  })
  const weight = (name: string) => ln(1 + sources.length / (holders.get(name)?.count ?? 1))
  return lines
    .map(({ text, source, at, names }) => ({
      text,
      source,
      at,
      score: names.reduce((sum, name) => sum + weight(name), 0) / Math.sqrt(20 + text.length),
    }))
    .sort((a, b) => b.score - a.score || a.source - b.source || a.at - b.at)
}

/** The lines of a source that contain a name, path or number, each with these. */
const namedLines = /* @__PURE__ */ remembered((source: AskSource) => {
  // The agent repeats its own arguments anyway; the lines of a summary were already selected once.
  if (source.type === 'tool_call' || source.type === 'summary') return []
  const read = source.type === 'tool_result' ? outputLinesOf : sentencesOf
  return read(source.text)
    .slice(0, LINES)
    .map(({ text, at }) => ({ text, at, names: [...new Set(strongTokens(text).map((token) => token.text))] }))
    .filter(({ names }) => names.length > 0)
})
