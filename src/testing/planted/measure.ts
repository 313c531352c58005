import type { PartialConfig } from '../../config/index.ts'
import { chars4, ModelFailure } from '../../engine/index.ts'
import { remembered } from '../../engine/internal.ts'
import type { Answer, Ask, AskSource, BlockId, Tokens, UpdateMode } from '../../engine/index.ts'
import { createMock } from '../../llm/index.ts'
import { run, runAsync, takeIn } from '../../sim/index.ts'
import type { Timeline } from '../../sim/index.ts'
import { checklist, firstSentences, saidIn, truncated, userTurns } from './baseline.ts'
import { plant, PLANTED_KINDS, textOfMessage } from './plant.ts'
import type { Planted, PlantedFact, PlantedKind, Setting, Templates } from './plant.ts'

/** Share of the conversation's tokens that a summary, or a prompt, may have. */
export const SHARE = 0.3

/** Of the facts of one kind: how many there are and how many are kept. */
export interface Kept {
  readonly told: number
  /** With all their proof, word for word. */
  readonly kept: number
  /** The old value is there and the new one is not. Not among the kept. */
  readonly stale: number
  /** The old value is there beside the new one. Among the kept. */
  readonly both: number
}

/** What a text keeps of facts, by kind. An exact match: an upper bound of what a model would recall from it. */
export function kept(facts: readonly PlantedFact[], text: string): Readonly<Record<PlantedKind, Kept>> {
  const of = (kind: PlantedKind): Kept => {
    const own = facts.filter((fact) => fact.kind === kind)
    const there = own.filter(({ proof }) => proof.every((part) => text.includes(part)))
    const old = own.filter(({ stale }) => stale !== null && text.includes(stale))
    return {
      told: own.length,
      kept: there.length,
      stale: old.filter((fact) => !there.includes(fact)).length,
      both: old.filter((fact) => there.includes(fact)).length,
    }
  }
  return Object.fromEntries(PLANTED_KINDS.map((kind) => [kind, of(kind)])) as Record<PlantedKind, Kept>
}

/** A text with its size against what it may have. */
export interface Measured {
  readonly kept: ReturnType<typeof kept>
  readonly tokens: Tokens
  readonly allowed: Tokens
}

/** Tokens of a whole conversation, without message overhead. */
function tokensIn({ trace }: Planted): Tokens {
  return takeIn(trace, chars4).blocks.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Tokens that a summary of the conversation, or a prompt, may have. */
export function budgetOf(planted: Planted): Tokens {
  return Math.floor(SHARE * tokensIn(planted))
}

/** A text as a summary of the whole conversation. */
export function measured(planted: Planted, text: string): Measured {
  return { kept: kept(planted.facts, text), tokens: chars4.count(text), allowed: budgetOf(planted) }
}

const count = (text: string): Tokens => chars4.count(text)

/** The blocks as the writer reads them, made once, as in a run: it remembers what it has read. */
const sourcesOf = remembered(({ trace }: Planted) => {
  const intake = takeIn(trace, chars4)
  const textOf = (block: BlockId | null): string => (block === null ? '' : intake.text(block))
  return intake.blocks.map(({ id, type, role, turn, call, tokens }) => {
    const args = type === 'tool_result' ? textOf(call?.before ?? null) : ''
    const source: AskSource = {
      block: id,
      type,
      role,
      turn,
      tool: call?.name ?? '',
      args: args.slice(0, 400).replace(/\s+/g, ' ').trim(),
      text: intake.text(id),
    }
    return { source, tokens }
  })
})

/** Asks for what a writer's last summary keeps, and is given the text of each. */
type Asking = Generator<Ask, Measured, string>

/**
 * The last summary of a conversation that was compacted in equal slices, each time with the previous summary, as the
 * stage `compact` asks for it, and each time with the same budget.
 */
function* written(planted: Planted, update: UpdateMode, compactions: number): Asking {
  const total = tokensIn(planted)
  const slices: AskSource[][] = Array.from({ length: compactions }, () => [])
  let before = 0
  for (const { source, tokens } of sourcesOf(planted)) {
    const slice = Math.min(compactions - 1, Math.floor((before * compactions) / total))
    before += tokens
    slices[slice]?.push(source)
  }
  const [first] = planted.trace.messages
  const task = first === undefined ? '' : textOfMessage(first).slice(0, 2000)
  let previous: string | null = null
  for (const sources of slices) {
    const turn: number = sources.at(-1)?.turn ?? 0
    const heading = `[Summary of turns 0 to ${turn}, of what is no longer here.]\n`
    const ask: Ask = {
      kind: 'compact',
      stage: 'compact',
      turn,
      window: 0,
      sources,
      task,
      previous,
      update,
      maxTokens: budgetOf(planted) - chars4.count(heading),
    }
    previous = heading + (yield ask)
  }
  return measured(planted, previous ?? '')
}

/** The lanes that are measured in place, by name. */
const LANES: ReadonlyMap<string, PartialConfig> = new Map<string, PartialConfig>([
  ['managed', { strategy: 'managed' }],
  ['rolling_summary', { strategy: 'rolling_summary' }],
  ['handover', { strategy: 'handover' }],
  ['token_trim', { strategy: 'token_trim' }],
  [
    'compact steps',
    {
      strategy: 'pipeline',
      pipeline: [
        { stage: 'compact', at: 0.7 },
        { stage: 'compact', at: 0.9 },
      ],
    },
  ],
])

/**
 * A lane in a window so large that the prompt may have the budget: a quarter of a window of less than 16,384 tokens is
 * reserved for the reply.
 */
function sized(planted: Planted, lane: PartialConfig): PartialConfig {
  return { ...lane, max_context_tokens: Math.ceil(budgetOf(planted) / 0.75) }
}

/** What is in the last prompt of a run. A run that ends early keeps nothing. */
function inPlace(planted: Planted, timeline: Timeline): Measured {
  const last = planted.trace.turns.length - 1
  const record = timeline.turns[last]
  if (record === undefined) return measured(planted, '')
  const text = timeline
    .messagesAt(last, 'anthropic')
    .messages.map((message) => textOfMessage(message))
    .join('\n')
  return { kept: kept(planted.facts, text), tokens: record.points.sent.used, allowed: budgetOf(planted) }
}

/** What one way of shortening keeps, over several conversations. Shares from 0 to 1. */
export interface Row {
  readonly name: string
  readonly of: Readonly<Record<PlantedKind, number>>
  /** Of goals, constraints and side constraints. */
  readonly binding: number
  /** Of all other kinds. */
  readonly others: number
  /** Changed values of which only the old one is left. */
  readonly stale: number
  /** Of all kinds. */
  readonly all: number
  /** Of all kinds, what the newest text of as many tokens keeps. */
  readonly truncated: number
  /** Tokens used ÷ allowed, of all conversations together. */
  readonly used: number
}

/** Share of the facts of some kinds that texts keep. */
function keptOf(
  texts: readonly Measured[],
  kinds: readonly PlantedKind[],
  what: 'kept' | 'stale' = 'kept',
): number {
  const sum = (of: 'told' | typeof what): number =>
    texts.reduce((total, one) => total + kinds.reduce((all, kind) => all + one.kept[kind][of], 0), 0)
  return sum(what) / sum('told')
}

const BINDING: readonly PlantedKind[] = ['goal', 'constraint', 'side_constraint']

/** What a way of shortening keeps in several conversations, as one row. */
function rowOf(name: string, all: readonly Planted[], found: readonly Measured[]): Row {
  const sum = (of: (one: Measured) => number) => found.reduce((total, one) => total + of(one), 0)
  const share = (kinds: readonly PlantedKind[], what: 'kept' | 'stale') => keptOf(found, kinds, what)
  return {
    name,
    of: Object.fromEntries(PLANTED_KINDS.map((kind) => [kind, share([kind], 'kept')])) as Row['of'],
    binding: share(BINDING, 'kept'),
    others: share(
      PLANTED_KINDS.filter((kind) => !BINDING.includes(kind)),
      'kept',
    ),
    stale: share(['changed'], 'stale'),
    all: share(PLANTED_KINDS, 'kept'),
    truncated: keptOf(
      all.map((planted, index) =>
        measured(planted, truncated(saidIn(planted), found[index]?.tokens ?? 0, count)),
      ),
      PLANTED_KINDS,
    ),
    used: sum(({ tokens }) => tokens) / sum(({ allowed }) => allowed),
  }
}

const LANE_NAMES: readonly string[] = [...LANES.keys()]

/** The built-in writer after 1, 3 and 5 compactions, with each way of bringing its summary up to date. */
const WRITERS = (['anchored', 'regenerate'] as const).flatMap((update) =>
  [1, 3, 5].map((compactions) => ({ name: `${update} ${compactions}`, update, compactions })),
)

const WAYS: readonly string[] = [...WRITERS.map(({ name }) => name), ...LANE_NAMES]

/** Half of the writer's ways and a third of the lanes. Neighbouring numbers give others. */
export function someWays(nth: number): readonly string[] {
  const every = <Way>(step: number, ways: readonly Way[]): Way[] =>
    ways.filter((_, at) => (at + nth) % step === 0)
  return [...every(2, WRITERS).map(({ name }) => name), ...every(3, LANE_NAMES)]
}

/** Of bounds those of some ways, and those of the baselines. */
export function boundsOf(least: readonly Least[], ways: readonly string[]): readonly Least[] {
  return least.filter(({ name }) => ways.includes(name) || !WAYS.includes(name))
}

/** Baselines, the built-in writer, and lanes in place, over conversations of several seeds. */
export function rowsOf(
  setting: Setting,
  templates: Templates,
  seeds: readonly number[],
  ways = WAYS,
): readonly Row[] {
  return rowsFor(
    seeds.map((seed) => plant(setting, seed, templates)),
    ways,
  )
}

/** The same over any conversations. */
export function rowsFor(all: readonly Planted[], ways = WAYS): readonly Row[] {
  const row = (name: string, measure: (planted: Planted) => Measured): Row =>
    rowOf(name, all, all.map(measure))
  const plain = (name: string, shortened: (planted: Planted, budget: Tokens) => string) =>
    row(name, (planted) => measured(planted, shortened(planted, budgetOf(planted))))
  const byMock = (steps: Asking): Measured => {
    const answer = createMock({ count })
    let step = steps.next()
    while (step.done !== true) step = steps.next(answer(step.value).text)
    return step.value
  }
  return [
    plain('truncated', (planted, budget) => truncated(saidIn(planted), budget, count)),
    plain('first sentences', (planted, budget) => firstSentences(saidIn(planted), budget, count)),
    plain('user turns', (planted, budget) => userTurns(saidIn(planted), budget, count)),
    plain('checklist', ({ facts }, budget) => checklist(facts, budget, count)),
    ...WRITERS.filter(({ name }) => ways.includes(name)).map(({ name, update, compactions }) =>
      row(name, (planted) => byMock(written(planted, update, compactions))),
    ),
    ...[...LANES]
      .filter(([name]) => ways.includes(name))
      .map(([name, lane]) =>
        row(name, (planted) => inPlace(planted, run(planted.trace, sized(planted, lane)))),
      ),
  ]
}

/** The ways of `rowsOf` in which a model writes. */
export const BY_MODEL = Object.freeze(['anchored 1', 'anchored 3', 'anchored 5', ...LANE_NAMES])

/** A row that says nothing of its way: the model's answers could not be used, or the prompts are too large. */
export class NotMeasured extends Error {}

/** A row by a model, and how many of its answers could not be used. */
export interface RowByModel extends Row {
  readonly answers: number
  readonly unusable: number
}

/** Rounding of message overhead aside, nothing exceeds what is allowed. */
const MOST_USED = 1.01

/**
 * One way of `rowsOf` with the summaries of a model, on the same conversations.
 *
 * @param llm a ModelFailure is an answer that cannot be used; any other error rejects
 * @throws NotMeasured without an answer that could be used, where a summary lacks one, and above what is allowed
 */
export async function rowByModel(
  way: string,
  setting: Setting,
  templates: Templates,
  seeds: readonly number[],
  llm: (ask: Ask) => Promise<Answer>,
): Promise<RowByModel> {
  const all = seeds.map((seed) => plant(setting, seed, templates))
  const found: Measured[] = []
  const reasons = new Set<string>()
  let [answers, unusable] = [0, 0]
  const said = (): string => `${unusable} of ${answers} answers unusable ${[...reasons].join(', ')}`.trim()
  const asked = async (ask: Ask): Promise<Answer> => {
    try {
      return await llm(ask)
    } catch (failure) {
      if (failure instanceof ModelFailure) reasons.add(`(${failure.message})`)
      throw failure
    }
  }
  /** The text of a summary, which every later one is made from. */
  const textOf = async (ask: Ask): Promise<string> => {
    const { text } = await asked(ask).catch((failure: unknown) => {
      if (failure instanceof ModelFailure) return { text: '' }
      throw failure
    })
    answers += 1
    if (text.trim() !== '') return text
    unusable += 1
    throw new NotMeasured(said())
  }
  for (const planted of all) {
    const lane = LANES.get(way)
    if (lane !== undefined) {
      const timeline = await runAsync(planted.trace, sized(planted, lane), { llm: asked })
      answers += timeline.data.asks.length
      unusable += timeline.data.asks.filter(({ verdict }) => verdict !== 'used').length
      found.push(inPlace(planted, timeline))
      continue
    }
    const steps = written(planted, 'anchored', Number(way.split(' ')[1]))
    let step = steps.next()
    while (step.done !== true) step = steps.next(await textOf(step.value))
    found.push(step.value)
  }
  const row = rowOf(way, all, found)
  if (answers > 0 && unusable === answers) throw new NotMeasured(said())
  if (row.used > MOST_USED)
    throw new NotMeasured(`${Math.round(row.used * 100)} % of the allowed tokens used, ${said()}`)
  return { ...row, answers, unusable }
}

/** The least that a row is to keep. */
export interface Least {
  readonly name: string
  readonly binding: number
  readonly others: number
  /** Most changed values of which only the old one may be left; missing: none, but for the naive summary. */
  readonly stale?: number
}

/** What does not meet its bounds, as sentences: rows below their least, old values alone, more tokens than allowed. */
export function shortcomings(rows: readonly Row[], least: readonly Least[]): readonly string[] {
  const names = rows.map(({ name }) => name).join(', ')
  const wanted = least.map(({ name }) => name).join(', ')
  const below = rows.flatMap(({ name, binding, others }, index) => {
    const bound = least[index]
    const isLess = bound === undefined || binding < bound.binding || others < bound.others
    return isLess ? [`${name} keeps ${binding.toFixed(2)} and ${others.toFixed(2)}`] : []
  })
  return [
    ...(names === wanted ? [] : [`measured are ${names}`]),
    ...below,
    // The naive summary has to keep old values without the new ones, or the conversation has none to lose.
    ...rows.flatMap(({ name, stale }, index) => {
      const isWrong = name === 'first sentences' ? stale === 0 : stale > (least[index]?.stale ?? 0)
      return isWrong ? [`${name}: ${stale.toFixed(2)} stale`] : []
    }),
    // A lane that keeps less than the newest text of its size is of no use.
    ...rows.flatMap(({ name, all, truncated: plain }) =>
      LANES.has(name) && all < plain
        ? [`${name} keeps ${all.toFixed(2)}, truncation ${plain.toFixed(2)}`]
        : [],
    ),
    ...rows.flatMap(({ name, used }) => (used > MOST_USED ? [`${name} uses ${used.toFixed(2)}`] : [])),
  ]
}
