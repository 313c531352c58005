import {
  isSentence,
  ln,
  namedNumbers,
  outputLinesOf,
  remembered,
  sentencesOf,
  strongTokens,
} from '../../engine/internal.ts'
import type { AskSource } from '../../engine/index.ts'

/** A line of a source, and how unlike the rest of the sources it is. */
export interface RareLine {
  readonly text: string
  /** Position of the source, and of the line in it. */
  readonly source: number
  readonly at: number
  /** A sentence of the agent, and not output. */
  readonly prose: boolean
  /**
   * Sum of the weights of its names, divided by the square root of its length so that long lines do not always win; and
   * more for what is worth keeping whatever its names are.
   */
  readonly score: number
}

/** Maximum lines read from one source: the rest of a long one is similar. */
const LINES = 400

const COUNTS = 0.2
/** The ends of a message are its answer and what follows from it. */
const END = 0.1

/**
 * The lines of all sources with a rare name, path or number, and the sentences of the agent, the rarest first and the
 * newest before older ones. A name weighs ln(1 + sources ÷ sources with it): what is in one place only cannot be guessed.
 */
export function rareLines(sources: readonly AskSource[]): readonly RareLine[] {
  const holders = new Map<string, { count: number; last: number }>()
  const lines: (Line & { readonly source: number })[] = []
  sources.forEach((source, index) => {
    for (const line of linesIn(source)) {
      lines.push({ ...line, source: index })
      for (const name of line.names) {
        const held = holders.get(name)
        if (held === undefined) holders.set(name, { count: 1, last: index })
        else if (held.last !== index) holders.set(name, { count: held.count + 1, last: index })
      }
    }
  })
  const weight = (name: string) => ln(1 + sources.length / (holders.get(name)?.count ?? 1))
  return lines
    .map(({ names, extra, ...line }) => ({
      ...line,
      score: names.reduce((sum, name) => sum + weight(name), 0) / Math.sqrt(20 + line.text.length) + extra,
    }))
    .sort((a, b) => b.score - a.score || b.source - a.source || a.at - b.at)
}

interface Line extends Pick<RareLine, 'text' | 'at' | 'prose'> {
  readonly names: readonly string[]
  /** What it is worth without its names. */
  readonly extra: number
}

/** The lines of a source that may be worth keeping. */
const linesIn = /* @__PURE__ */ remembered((source: AskSource): readonly Line[] => {
  const { type } = source
  // The agent repeats its own arguments anyway; the lines of a summary were already selected once.
  if (type === 'tool_call' || type === 'summary') return []
  const all = (type === 'tool_result' ? outputLinesOf : sentencesOf)(source.text).slice(0, LINES)
  const ends = new Set([0, all.length - 1])
  return all.flatMap(({ text, at }) => {
    const names = [...new Set(strongTokens(text).map((token) => token.text))]
    const prose = type === 'assistant_response' && isSentence(text)
    if (names.length === 0 && !prose) return []
    const extra = (namedNumbers(text).length > 0 ? COUNTS : 0) + (ends.has(at) ? END : 0)
    return [{ text, at, prose, names, extra: prose ? extra : 0 }]
  })
})
