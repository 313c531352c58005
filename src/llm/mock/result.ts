import { factsOf, outputLinesOf, pathsOf } from '../../engine/internal.ts'
import type { Ask, AskSource } from '../../engine/index.ts'
import { Fit, shortened } from './fit.ts'
import type { Count } from './fit.ts'
import { rareLines } from './rarity.ts'

/** Lines that declare what a program offers. */
const SIGNATURE =
  /^(?:\d{1,7}\s{0,4}[:|→\t-]?\s{0,40})?(?:(?:export|public|pub|async|abstract|static|default)\s){0,4}(?:function|class|interface|type|def|fn|func|struct|enum|trait|impl|module)\s[\w.]/
/** The totals of a run or a search: `1 failed, 39 passed`, `total: 12`, `exit code 2`. */
const TOTAL =
  /\b\d[\d.,]{0,12} (?:[a-z]{1,12} )?(?:total|passed|failed|failures?|errors?|warnings?|matches|match|rows|files|tests|problems|results|items)\b|\b(?:total|found|took|exit (?:code|status))\b\W{1,3}\d/i

/** Lines at each end of a result that are kept in any case. */
const ENDS = 3
const MOST_PATHS = 12

/**
 * A tool result in a few lines (MOCK-4): the request and the size of the result, failures, totals, its first and last
 * lines, signatures, numbers, paths; then the rarest of the rest. Lines keep their order.
 */
export function summarizeResult(ask: Ask, count: Count): string {
  const fit = new Fit(ask.maxTokens, count, () => '')
  const [first] = ask.sources
  if (first === undefined) return ''
  // The one line that is always included, cut if necessary.
  const title = shortened(titleOf(first), ask.maxTokens, count)
  if (!fit.offer({ part: '', line: title, place: -1 })) return title
  ask.sources.forEach((source, index) => {
    if (index > 0) fit.offer({ part: '', line: titleOf(source), place: index * PLACES - 1 })
  })
  for (const pick of PICKS) {
    ask.sources.forEach((source, index) => {
      for (const { text, at } of pick(source)) {
        fit.offer({ part: '', line: text, place: index * PLACES + Math.min(at, PLACES - 2) })
      }
    })
  }
  if (!fit.full) {
    for (const { text, source, at } of rareLines(ask.sources)) {
      if (fit.full) break
      fit.offer({ part: '', line: text, place: source * PLACES + Math.min(at, PLACES - 2) })
    }
  }
  return fit.text([''])
}

/** Room for the lines of one source between those of its neighbours. */
const PLACES = 10_000_000

interface Line {
  readonly text: string
  readonly at: number
}

/** What is taken from a result, the most informative first. */
const PICKS: readonly ((source: AskSource) => readonly Line[])[] = Object.freeze([
  (source: AskSource) => linesOfKind(source, 'error'),
  (source: AskSource) =>
    lines(source)
      .filter(({ text }) => TOTAL.test(text) && /\d/.test(text))
      .slice(-4),
  (source: AskSource) => lines(source).slice(0, ENDS),
  (source: AskSource) => lines(source).slice(-ENDS),
  (source: AskSource) => lines(source).filter(({ text }) => SIGNATURE.test(text)),
  (source: AskSource) => linesOfKind(source, 'number'),
  (source: AskSource) => pathsLine(source),
])

/** Lines that are more than a single bracket. */
function lines(source: AskSource): readonly Line[] {
  return outputLinesOf(source.text).filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

function linesOfKind(source: AskSource, kind: 'error' | 'number'): readonly Line[] {
  const wanted = factsOf(source).filter((fact) => fact.kind === kind)
  const texts = new Set(wanted.map(({ text }) => text))
  return lines(source).filter(({ text }) => texts.has(text) || [...texts].some((it) => text.includes(it)))
}

function pathsLine(source: AskSource): readonly Line[] {
  const paths = pathsOf(source.text)
  if (paths.length === 0) return []
  const rest = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : ''
  return [{ text: `Paths: ${paths.slice(0, MOST_PATHS).join(', ')}${rest}`, at: PLACES - 2 }]
}

/** The call and the size of its result. */
export function titleOf(source: AskSource): string {
  const lineCount = source.text === '' ? 0 : source.text.split('\n').length
  const named = pathsOf(source.args)[0] ?? /:\s{0,4}"((?:[^"\\]|\\.){1,80})/.exec(source.args)?.[1] ?? ''
  const call = [source.tool === '' ? source.type.replace('_', ' ') : source.tool, named]
    .filter((it) => it !== '')
    .join(' ')
  return `${call}: ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}`
}
