import { SESSION_SECTIONS, SUMMARY_SECTIONS } from '../../engine/internal.ts'
import type { Ask } from '../../engine/index.ts'
import { compactWithoutWords } from './compact.ts'
import { Fit } from './fit.ts'
import type { Count } from './fit.ts'
import { saidIn } from './said.ts'

/** Maps sections of a plain summary to those of a session's; progress is split by its labels. */
const PLACE: ReadonlyMap<string, string> = new Map([
  ['goal', 'request'],
  ['constraints', 'request'],
  ['decisions', 'solving'],
  ['progress', 'current'],
  ['files', 'files'],
  ['numbers', 'files'],
  ['errors', 'errors'],
  ['open', 'pending'],
  ['learnings', 'concepts'],
])
const NAME_OF: ReadonlyMap<string, string> = new Map(
  SUMMARY_SECTIONS.map(({ heading, name }) => [heading, name]),
)

/** Maximum share for the user's messages. */
const FOR_MESSAGES = 0.5
/** Name and heading of their section. */
const MESSAGES = 'messages'
const SAID = SESSION_SECTIONS.find(({ name }) => name === MESSAGES)?.heading ?? ''
const OPENED = '\n<summary>\n'
const CLOSED = '\n</summary>'

/**
 * A session's summary in two stages (TIER-3): a line of analysis, which is thrown away, then the nine sections, filled
 * with the statements of the sources (MOCK-1) and with the user's messages.
 */
export function summarizeSession(ask: Ask, count: Count): string {
  const analysis = `<analysis>${ask.sources.length} parts were read in order.</analysis>${OPENED}`
  const frame =
    count(analysis + CLOSED) + count(SESSION_SECTIONS.map(({ heading }) => `## ${heading}`).join('\n'))
  const room = ask.maxTokens - frame
  const messages = messagesOf(ask, Math.floor(room * FOR_MESSAGES), count)
  const rest = room - count(messages.join('\n'))
  const lines = new Map<string, string[]>([['messages', messages]])
  for (const [name, line] of pointsOf(compactWithoutWords({ ...ask, maxTokens: Math.max(0, rest) }, count))) {
    const own = lines.get(name)
    if (own === undefined) lines.set(name, [line])
    else own.push(line)
  }
  for (;;) {
    const body = SESSION_SECTIONS.flatMap(({ name, heading }) => {
      const own = lines.get(name) ?? []
      return own.length === 0 ? [] : [`## ${heading}`, ...own]
    }).join('\n')
    const text = analysis + body + CLOSED
    if (body === '') return ''
    if (count(text) <= ask.maxTokens) return text
    // Lines counted separately can be a few tokens less than together.
    const longest = [...lines.values()].reduce((most, own) => (own.length > most.length ? own : most))
    longest.pop()
  }
}

/** Items of a plain summary, each with its section of a session's summary. */
function pointsOf(summary: string): [string, string][] {
  const points: [string, string][] = []
  let section = ''
  for (const line of summary.split('\n')) {
    if (line.startsWith('## ')) {
      section = PLACE.get(NAME_OF.get(line.slice(3)) ?? '') ?? 'concepts'
      continue
    }
    if (line !== '')
      points.push([section === 'current' && line.startsWith('- Next: ') ? 'next' : section, line])
  }
  return points
}

/** The user's words, as many of the newest as there is room for, in their order. */
function messagesOf(ask: Ask, room: number, count: Count): string[] {
  const fit = new Fit(room, count, () => '')
  for (const { candidate } of saidIn(ask, MESSAGES, SAID, new Set())) fit.offer(candidate)
  const text = fit.text([MESSAGES])
  return text === '' ? [] : text.split('\n')
}
