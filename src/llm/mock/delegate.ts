import { factsOf, isSentence, newestFacts, sentencesOf } from '../../engine/internal.ts'
import type { Ask, AskSource, Fact, FactKind } from '../../engine/index.ts'
import { Fit } from './fit.ts'
import type { Count } from './fit.ts'
import { rareLines } from './rarity.ts'

/** A part of a report and the kinds of statements it holds. */
interface Part {
  readonly heading: string
  readonly kinds: readonly FactKind[]
  /** Share of the report that it may use before the others have had their turn. */
  readonly share: number
}

/** Room for the lines of one source before those of the next. */
const PLACES = 100_000

const FINDING = 'Finding'
const NAMES = 'Files and names'
const PARTS: readonly Part[] = Object.freeze([
  { heading: FINDING, kinds: ['learning', 'fix', 'done'], share: 0.35 },
  { heading: 'Decisions', kinds: ['decision', 'constraint'], share: 0.2 },
  { heading: NAMES, kinds: ['file'], share: 0.2 },
  { heading: 'Numbers and configuration', kinds: ['number'], share: 0.25 },
  { heading: 'Errors and fixes', kinds: ['error'], share: 0.2 },
  { heading: 'Open issues', kinds: ['open'], share: 0.15 },
])

/** The report of a sub-agent that did the work: findings, places, figures, failures, open items. */
export function report(ask: Ask, count: Count): string {
  const fit = new Fit(ask.maxTokens, count, (heading) => `## ${heading}`)
  const facts = newestFacts(ask.sources.flatMap((source) => factsOf(source)))
  conclusionOf(ask.sources).forEach((text, place) => {
    fit.offer({ part: FINDING, line: `- ${text}`, place: place - 1000 }, 0.5)
  })
  const offer = (part: Part, fact: Fact, place: number, share?: number) =>
    fit.offer({ part: part.heading, line: `- ${fact.text}`, place }, share)
  for (const share of [true, false]) {
    for (const part of PARTS) {
      for (let place = facts.length - 1; place >= 0; place--) {
        const fact = facts[place]
        if (fact !== undefined && part.kinds.includes(fact.kind))
          offer(part, fact, place, share ? part.share : 1)
      }
    }
  }
  for (const { text, source, at } of fit.full ? [] : rareLines(ask.sources)) {
    if (fit.full) break
    const part = isSentence(text) ? FINDING : NAMES
    fit.offer({ part, line: `- ${text}`, place: facts.length + source * PLACES + at })
  }
  return fit.text(PARTS.map(({ heading }) => heading))
}

/** The agent's last message, which usually sums up a finished piece of work. */
function conclusionOf(sources: readonly AskSource[]): readonly string[] {
  const last = sources.findLast(({ type, text }) => type === 'assistant_response' && text.trim() !== '')
  return last === undefined
    ? []
    : sentencesOf(last.text).flatMap(({ text }) => (text.length < 12 ? [] : [text]))
}
