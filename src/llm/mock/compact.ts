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

/** Kinds from those that must not be lost to those that can be looked up again. */
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
  ['decisions', 0.2],
  ['progress', 0.12],
  ['files', 0.1],
  ['numbers', 0.18],
  ['errors', 0.12],
  ['open', 0.1],
  ['learnings', 0.1],
])
/** Share of a section that an anchored update leaves to the statements of the previous summary. */
const ANCHOR = 0.75

const HEADINGS: ReadonlyMap<string, string> = new Map(
  SUMMARY_SECTIONS.map(({ name, heading }) => [name, `## ${heading}`]),
)

/**
 * The sections of a summary, filled with the statements of the sources; the remaining space goes to rare lines
 * (MOCK-1).
 */
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

/** The statements that still hold, as lines, the most important first. */
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
  if (ask.update === 'anchored') return factsOf(sourceOf(ask.previous, 'summary'))
  // A regenerated summary is read like any other text: without its headings and labels.
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

/** Rare lines without any of the statements, which are included already or no longer hold. */
function fill(fit: Fit, sources: readonly AskSource[], stated: readonly Fact[]): void {
  const told = new Set(stated.map(({ text }) => text))
  for (const { text, source, at } of rareLines(sources)) {
    if (fit.full) return
    if (told.has(text)) continue
    fit.offer({ part: partOf(text), line: `- ${text}`, place: stated.length + source * PLACES + at })
  }
}

/** The section of a rare line: a line of a program or its output is kept for the names in it, and is not a learning. */
function partOf(line: string): string {
  if (pathsOf(line).length > 0) return 'files'
  if (namedNumbers(line).length > 0) return 'numbers'
  return isSentence(line) ? 'learnings' : 'files'
}
