import { cutAt, SESSION_SECTIONS, SUMMARY_SECTIONS } from '../../engine/internal.ts'
import type { Ask } from '../../engine/index.ts'
import { compact } from './compact.ts'
import type { Count } from './fit.ts'

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
const FOR_MESSAGES = 0.3
/** Characters of a user message that are quoted. */
const QUOTED = 240
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
  for (const [name, line] of pointsOf(compact({ ...ask, maxTokens: Math.max(0, rest) }, count))) {
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

/** The user's messages, as many of the newest as there is room for, in their order. */
function messagesOf({ sources }: Ask, room: number, count: Count): string[] {
  const lines: string[] = []
  let left = room
  for (const { type, text } of sources.toReversed()) {
    if (type !== 'user_message') continue
    const flat = text.replace(/\s+/g, ' ').trim()
    if (flat === '') continue
    const line = `- ${flat.length <= QUOTED ? flat : `${cutAt(flat, QUOTED)}…`}`
    const cost = count(line) + 1
    if (cost > left) break
    left -= cost
    lines.unshift(line)
  }
  return lines
}
