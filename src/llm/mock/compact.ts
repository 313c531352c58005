import {
  factsOf,
  isSentence,
  ITEM_LABELS,
  namedNumbers,
  newestFacts,
  pathsOf,
  SECTION_OF,
  sentencesOf,
  SUMMARY_SECTIONS,
} from '../../engine/internal.ts'
import type { Ask, AskSource, Fact, FactKind, UpdateMode } from '../../engine/index.ts'
import { Fit } from './fit.ts'
import type { Candidate, Count } from './fit.ts'
import { rareLines } from './rarity.ts'

/** Kinds from what must not be lost to what can be looked up again. */
const RANKS: readonly FactKind[] = Object.freeze([
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
] as const)
/** Kinds whose oldest statements are given up first; of the others the newest are. */
const FADING: ReadonlySet<FactKind> = new Set<FactKind>([
  'error',
  'number',
  'learning',
  'file',
  'done',
  'next',
])

/** What each section may take before all others had their turn, as shares of the answer. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ['goal', 0.15],
  ['constraints', 0.35],
  ['decisions', 0.2],
  ['progress', 0.12],
  ['files', 0.1],
  ['numbers', 0.18],
  ['errors', 0.12],
  ['open', 0.1],
  ['learnings', 0.1],
])
/** Of a section's share, what an anchored update leaves to the statements of the summary before it. */
const ANCHOR = 0.75

const HEADINGS: ReadonlyMap<string, string> = new Map(
  SUMMARY_SECTIONS.map(({ name, heading }) => [name, `## ${heading}`]),
)

/** The sections of a summary, filled with what the sources state; what is left of the length goes to rare lines (MOCK-1). */
export function compact(ask: Ask, count: Count): string {
  const fit = new Fit(ask.maxTokens, count, (part) => HEADINGS.get(part) ?? '')
  const stated = [...taskOf(ask), ...previousOf(ask), ...ask.sources.flatMap((source) => factsOf(source))]
  const items = itemsOf(stated, ask.update)
  const share = (item: Item) => SHARES.get(item.candidate.part) ?? 0
  if (ask.update === 'anchored') {
    for (const item of items) if (item.old) fit.offer(item.candidate, share(item) * ANCHOR)
  }
  for (const item of items) fit.offer(item.candidate, share(item))
  for (const item of items) fit.offer(item.candidate)
  if (!fit.full) fill(fit, ask.sources, stated)
  return fit.text(SUMMARY_SECTIONS.map(({ name }) => name))
}

interface Item {
  readonly candidate: Candidate
  /** Taken over from the previous summary. */
  readonly old: boolean
}

/** What still holds of what was stated, as lines, what is needed most first. */
function itemsOf(stated: readonly Fact[], update: UpdateMode): readonly Item[] {
  const facts = newestFacts(stated)
  const seen = new Set<string>()
  const ranked = RANKS.flatMap((kind) => {
    const own = facts.map((fact, place) => ({ fact, place })).filter(({ fact }) => fact.kind === kind)
    return FADING.has(kind) || update === 'regenerate' ? own.reverse() : own
  })
  return ranked.flatMap(({ fact, place }) => {
    if (seen.has(fact.text)) return []
    seen.add(fact.text)
    const line = `- ${ITEM_LABELS[fact.kind] ?? ''}${fact.text}`
    return [{ candidate: { part: SECTION_OF[fact.kind], line, place }, old: fact.turn === BEFORE }]
  })
}

/** Room for the lines of one source before those of the next. */
const PLACES = 100_000

/** Turn of what a summary before this one said, and of the window's task. */
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
  if (ask.update === 'anchored') return factsOf(sourceOf(ask.previous, 'summary'))
  // Written again, it is read like any other text: without its headings and labels.
  const labels = Object.values(ITEM_LABELS)
  const plain = ask.previous
    .split('\n')
    .filter((line) => !line.startsWith('## '))
    .map((line) => {
      const item = line.replace(/^- /, '')
      return item.slice(labels.find((label) => item.startsWith(label))?.length ?? 0)
    })
  return factsOf(sourceOf(plain.join('\n'), 'summary'))
}

function sourceOf(text: string, type: AskSource['type']): AskSource {
  return { block: BEFORE, type, role: 'user', turn: BEFORE, tool: '', args: '', text }
}

/** Rare lines that state none of it: what was stated is there by now, or was found not to hold any more. */
function fill(fit: Fit, sources: readonly AskSource[], stated: readonly Fact[]): void {
  const told = new Set(stated.map(({ text }) => text))
  for (const { text, source, at } of rareLines(sources)) {
    if (fit.full) return
    if (told.has(text)) continue
    fit.offer({ part: partOf(text), line: `- ${text}`, place: stated.length + source * PLACES + at })
  }
}

/** Where a rare line belongs: a line of a program or its output is kept for the names in it, and is no learning. */
function partOf(line: string): string {
  if (pathsOf(line).length > 0) return 'files'
  if (namedNumbers(line).length > 0) return 'numbers'
  return isSentence(line) ? 'learnings' : 'files'
}
