import {
  codesOf,
  factsOf,
  isBetweenUs,
  isChange,
  ITEM_LABELS,
  mayName,
  namedNumbers,
  outputLinesOf,
  newestFacts,
  SECTION_OF,
  sentencesOf,
  SUMMARY_SECTIONS,
} from '../../engine/internal.ts'
import type { Ask, AskSource, Fact, FactKind, UpdateMode } from '../../engine/index.ts'
import { Fit } from './fit.ts'
import type { Candidate, Count } from './fit.ts'
import { areTalk, rareLines } from './rarity.ts'
import { linesUnder, saidIn } from './said.ts'
import type { Said } from './said.ts'
import { tellingOf } from './telling.ts'
import { byWorth, doesUserTell } from './worth.ts'

/** Kinds from those that must not be lost to those that can be looked up again. */
const RANKS: readonly FactKind[] = [
  'goal',
  'constraint',
  'decision',
  'open',
  'current',
  'next',
  'fix',
  'error',
  'number',
  'learning',
  'file',
  'done',
] as const
/** Kinds whose oldest statements are dropped first; for the others the newest are. */
const FADING: ReadonlySet<FactKind> = new Set<FactKind>([
  'error',
  'number',
  'learning',
  'file',
  'done',
  'next',
])

/** Shares of the answer that each section may use before the others have had their turn. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ['goal', 0.15],
  ['constraints', 0.35],
  ['said', 0.6],
  ['decisions', 0.2],
  ['progress', 0.12],
  ['numbers', 0.18],
  ['results', 0.12],
  ['errors', 0.12],
])
/** Of any other section. */
const SHARE = 0.1
/** Share of a section that an anchored update leaves to the statements of the previous summary. */
const ANCHOR = 0.75
/** Where the user tells: the task word for word, what the user said, and what of it is left to the previous summary. */
const TOLD = Object.freeze({ goal: 0.3, said: 0.85, anchor: 0.5 })

const PARTS = SUMMARY_SECTIONS.map(({ name }) => name)
const HEADINGS: ReadonlyMap<string, string> = new Map(
  SUMMARY_SECTIONS.map(({ name, heading }) => [name, heading]),
)

/** Kinds that a user states. A number or a next step in the user's words stays among these. */
const OF_USER: ReadonlySet<FactKind> = new Set<FactKind>([
  'goal',
  'constraint',
  'decision',
  'open',
  'learning',
])
/** Where the user tells, these stay among the user's words, and are ranked with them. */
const RANKED: ReadonlySet<FactKind> = new Set<FactKind>(['decision', 'open'])
/** Kinds whose statements come before the user's other words. */
const BINDING: ReadonlySet<FactKind> = new Set<FactKind>(['goal', 'constraint'])
/** Kinds found mostly in output, which can be looked up again. */
const OUTPUT: ReadonlySet<FactKind> = new Set<FactKind>(['error', 'number', 'file'])

/**
 * The sections of a summary (MOCK-1): goals and constraints, then whatever else the user said, word for word; the
 * statements of the sources; the agent's own sentences; the remaining space goes to rare lines of output.
 */
export function compact(ask: Ask, count: Count): string {
  return sections(ask, count, true)
}

/** The same without the user's other words, for a summary that has them elsewhere. */
export function compactWithoutWords(ask: Ask, count: Count): string {
  return sections(ask, count, false)
}

function sections(ask: Ask, count: Count, hasWords: boolean): string {
  const fit = new Fit(ask.maxTokens, count, (part) => `## ${HEADINGS.get(part) ?? ''}`)
  const isTalk = areTalk(ask.sources)
  const userTells = hasWords && doesUserTell(ask.sources)
  const results = resultsIn(ask)
  const before = results
    .filter(({ old }) => old)
    .flatMap(({ text }) => factsOf(sourceOf(text, 'tool_result')))
  const stated = [
    ...taskOf(ask),
    ...previousOf(ask),
    ...before,
    ...ask.sources.flatMap((source) => statementsOf(source, isTalk, userTells)),
  ]
  const ends = new Set(results.map(({ text }) => text))
  const held = itemsOf(stated, ask.update)
  const holds = new Set(held.map(({ text }) => text))
  // Where a number is perhaps the name of a thing, the older statement may still hold.
  const doubtful = new Set(stated.flatMap(({ text }) => (!holds.has(text) && mayName(text) ? [text] : [])))
  const told = new Set(stated.flatMap(({ text }) => (doubtful.has(text) ? [] : [text])))
  const items = held.filter(({ kind, text }) => kind !== 'number' || !ends.has(text))
  const outcomes = results.filter(({ text }) => !told.has(text) || holds.has(text))
  const said = hasWords
    ? saidIn(ask, 'said', HEADINGS.get('said') ?? '', told, userTells ? rankedOf(ask) : null)
    : []
  const major = said.filter(({ minor, candidate }) => !minor && !doubtful.has(candidate.line))
  const binding = items.filter(({ kind }) => BINDING.has(kind))
  const others = items.filter(({ kind }) => !BINDING.has(kind))
  const lines = fillers(ask, told)
  const prose = lines.filter(({ candidate }) => candidate.part === 'answers')
  const ours = prose.filter(({ text }) => isBetweenUs(text))
  const users: readonly Offered[] = userTells ? chosen(binding, major) : [...binding, ...major]
  const inTurn: readonly Offered[] = [...users, ...ours, ...others, ...outcomes]
  const share = ({ candidate: { part }, old }: Offered): number =>
    (userTells && (part === 'said' || (part === 'goal' && old === true)) ? TOLD[part] : SHARES.get(part)) ??
    SHARE
  const anchor = ({ candidate }: Offered) => (userTells && candidate.part === 'said' ? TOLD.anchor : ANCHOR)
  if (ask.update === 'anchored') {
    for (const one of inTurn) if (one.old) fit.offer(one.candidate, share(one) * anchor(one))
  }
  for (const one of inTurn) fit.offer(one.candidate, share(one))
  const rest = (some: readonly Offered[]): void => {
    fit.recount(PARTS)
    for (const { candidate } of some) if (!fit.offer(candidate) && fit.full) return
  }
  rest([...users, ...others.filter(({ kind }) => !OUTPUT.has(kind))])
  if (fit.full) return fit.text(PARTS)
  rest(prose)
  rest(outcomes)
  rest([...others, ...said, ...lines])
  return fit.text(PARTS)
}

/** What the user states and says: the goals, the first message, then by worth. */
function chosen(binding: readonly Item[], said: readonly Said[]): readonly Offered[] {
  const [goals, rules] = [true, false].map((is) => binding.filter(({ kind }) => (kind === 'goal') === is))
  const others = [...(rules ?? []).map((rule) => ({ ...rule, isStated: true })), ...said]
  return [...(goals ?? []), ...said.filter(({ opens }) => opens), ...byWorth(others)]
}

/** The decisions and tasks in the user's words, also in those of the previous summary. */
function rankedOf(ask: Ask): ReadonlySet<string> {
  const before = linesUnder(HEADINGS.get('said') ?? '', ask.previous ?? '').join('\n')
  const facts = [sourceOf(before, 'user_message'), ...ask.sources].flatMap((source) =>
    source.type === 'user_message' ? factsOf(source) : [],
  )
  return new Set(facts.flatMap(({ kind, text }) => (RANKED.has(kind) ? [text] : [])))
}

/** A line that is offered to a summary. */
interface Offered {
  readonly candidate: Candidate
  /** Taken over from the previous summary. */
  readonly old?: boolean
}

interface Item extends Offered {
  readonly text: string
  readonly kind: FactKind
  /** Taken over from the previous summary. */
  readonly old: boolean
}

/** The last line of each output of several lines, the newest first, after those of the previous summary. */
function resultsIn(ask: Ask): readonly (Offered & { readonly text: string; readonly old: boolean })[] {
  const before = linesUnder(HEADINGS.get('results') ?? '', ask.previous ?? '')
  const now = ask.sources.flatMap(({ type, text }) => {
    const lines =
      type === 'tool_result' ? outputLinesOf(text).filter((line) => /[\p{L}\p{N}]{2}/u.test(line.text)) : []
    return lines.length < 2 ? [] : lines.slice(-1).map((line) => line.text)
  })
  return [...before, ...now]
    .map((text, place) => ({
      text,
      old: place < before.length,
      candidate: { part: 'results', line: `- ${text}`, place },
    }))
    .reverse()
}

/** Rules of one block, so that it does not fill a summary. */
const MOST_RULES = 24

/** What a block states, without most of its rules if they are many. */
export function factsToWrite(source: AskSource, facts = factsOf(source)): readonly Fact[] {
  let rules = 0
  return facts.filter(({ kind }) => kind !== 'constraint' || ++rules <= MOST_RULES)
}

function statementsOf(source: AskSource, isTalk: boolean, userTells: boolean): readonly Fact[] {
  const facts = factsToWrite(source)
  if (source.type === 'user_message')
    return facts.filter(({ kind }) => OF_USER.has(kind) && !(userTells && RANKED.has(kind)))
  if (source.type !== 'assistant_response') return facts
  // In a talk, an agent speaks of things in general in the words of a decision: "people often need …".
  if (isTalk) return facts.filter(({ kind, text }) => kind !== 'number' && tellingOf(text) >= 0)
  // A count in a sentence is one of its words; a setting or a code can be kept alone.
  return facts.filter(
    ({ kind, text }) =>
      kind !== 'number' || codesOf(text).length > 0 || namedNumbers(text).some(({ assigned }) => assigned),
  )
}

/** The statements that still hold, as lines, the most important first. */
function itemsOf(stated: readonly Fact[], update: UpdateMode): readonly Item[] {
  const facts = newestFacts(stated)
  const seen = new Set<string>()
  const ranked = RANKS.flatMap((kind) => {
    const own = facts.map((fact, place) => ({ fact, place })).filter(({ fact }) => fact.kind === kind)
    if (FADING.has(kind) || update === 'regenerate') own.reverse()
    // A file that was only read can be read again.
    return [...own.filter(({ fact }) => isChange(fact)), ...own.filter(({ fact }) => !isChange(fact))]
  })
  return ranked.flatMap(({ fact, place }) => {
    if (seen.has(fact.text)) return []
    seen.add(fact.text)
    const line = `- ${ITEM_LABELS[fact.kind] ?? ''}${fact.text}`
    return [
      {
        kind: fact.kind,
        text: fact.text,
        candidate: { part: SECTION_OF[fact.kind], line, place },
        old: fact.turn === BEFORE,
      },
    ]
  })
}

/** Room for the lines of one source before those of the next. */
const PLACES = 100_000

/** Turn of the statements of a previous summary, and of the window's task. */
const BEFORE = -1

function taskOf(ask: Ask): readonly Fact[] {
  const source = sourceOf(ask.task, 'user_message')
  const goals = factsOf(source).filter(({ kind }) => kind === 'goal')
  if (goals.length > 0) return goals.slice(0, 2)
  const [first] = sentencesOf(ask.task)
  return first === undefined
    ? []
    : [{ kind: 'goal', text: first.text, key: first.text, block: BEFORE, turn: BEFORE }]
}

function previousOf(ask: Ask): readonly Fact[] {
  if (ask.previous === null) return []
  const held = factsOf(sourceOf(ask.previous, 'summary'))
  if (ask.update === 'anchored') return held
  // Rewritten in full, it is read like any other text, without its headings and labels. What a user may have stated and
  // which files were changed is carried word for word, as what it was (COMP-5); the user's other words are read apart.
  const carried = held.filter((fact) => OF_USER.has(fact.kind) || isChange(fact))
  const apart = new Set([
    ...carried.map(({ text }) => text),
    ...linesUnder(HEADINGS.get('said') ?? '', ask.previous),
  ])
  const labels = Object.values(ITEM_LABELS)
  const plain = ask.previous.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) return []
    const item = line.replace(/^- /, '')
    const text = item.slice(labels.find((label) => item.startsWith(label))?.length ?? 0)
    return apart.has(text) ? [] : [text]
  })
  return [...carried, ...factsOf(sourceOf(plain.join('\n'), 'summary'))]
}

function sourceOf(text: string, type: AskSource['type']): AskSource {
  return { block: BEFORE, type, role: 'user', turn: BEFORE, tool: '', args: '', text }
}

/** Lines worth keeping besides the statements, the most telling first. */
function fillers(ask: Ask, told: ReadonlySet<string>): readonly (Offered & { readonly text: string })[] {
  const before = linesUnder(HEADINGS.get('answers') ?? '', ask.previous ?? '').join('\n')
  const sources = [sourceOf(before, 'assistant_response'), ...ask.sources]
  return rareLines(sources)
    .filter(({ text, source }) => !told.has(text) && sources[source]?.type !== 'user_message')
    .map(({ text, source, at, part }) => ({
      text,
      candidate: { part, line: `- ${text}`, place: (source + 1) * PLACES + at },
    }))
}
