import { BLOCK_STATES, firstFor, inPrompt } from '../../../engine/internal.ts'
import type { BlockId, Entry, Ratio, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { TraceNeed } from '../../trace/trace.ts'
import { originalOf } from '../timeline/again.ts'
import { cell } from '../timeline/recorder.ts'
import { Sweep } from '../timeline/sweep.ts'
import type { EditRecord, Timeline } from '../timeline/timeline.ts'
import { analysisOf } from './analysis.ts'
import { addTo, Groups, noSums } from './curves.ts'
import type { Position, Probed, ProbedKind, RetentionCurve, RetentionPoint } from './curves.ts'
import { comparedAs, indexEvidenceSteps } from './evidence.ts'
import { isFixed, PLAIN_WAYS, PlainWays } from './plain.ts'
import type { PlainWay, State } from './plain.ts'
import { emptyPrompt } from './prompt.ts'
import type { FollowingPrompt } from './prompt.ts'
import { statedIn } from './stated.ts'

/** How long what was told stays in the prompts of a run. An exact match: an upper bound of what a model would recall. */
export interface Retention {
  /** True for a log: its probes are what the extraction of statements finds. */
  readonly inferred: boolean
  /** Each prompt, by turn, with what was told in earlier turns of its window. */
  readonly byTurn: readonly RetentionPoint[]
  readonly all: RetentionCurve
  /** Kinds and positions without probes are missing. */
  readonly kinds: Readonly<Partial<Record<ProbedKind, RetentionCurve>>>
  readonly positions: Readonly<Partial<Record<Position, RetentionCurve>>>
  /** Turns with a compaction: an edit that summarized or folded messages, or opened a window. */
  readonly compactions: readonly Turn[]
  /**
   * The turn whose prompt has lost the most since the one before, with the shares of what that one should have had that
   * were in it, and that are left; null if none lost anything.
   */
  readonly cliff: {
    readonly turn: Turn
    readonly from: Ratio
    readonly to: Ratio
    /** Probes that the prompt before still had. */
    readonly lost: number
  } | null
  /** The same items in plain shortenings with as many tokens as the lane has beside system prompt and tools. */
  readonly beside: readonly Beside[]
}

/** What a lane, or a plain shortening of its size, has of what was told in earlier turns. */
export interface Beside {
  readonly way: PlainWay | 'lane'
  /** In the prompts right after compactions; of more than 24, every second, third and so on. */
  readonly compacted: RetentionPoint
  /** In the last prompt of each window. */
  readonly end: RetentionPoint
}

/** Maximum number of probes; of more, every second, third and so on is taken. */
const MOST = 600
/** Prompts after compactions that plain shortenings are compared with. */
const COMPARED = 24
/** Blocks or turns between two steps. */
const STEP = 64

/** Searches every prompt of a run for what was told before it, in steps. Linear in the run, times the probes. */
export function* retentionSteps(timeline: Timeline): Generator<null, Retention, void> {
  const { data, intake } = timeline
  const analysis = analysisOf(intake)
  const planted = intake.trace.needs.length > 0
  const found = planted ? plantedIn(timeline) : yield* statedIn(intake, analysis)
  const probes = everyNth(found, Math.ceil(found.length / MOST))
  const wanted = new Set(
    probes.flatMap(({ evidence, outdated, unseen }) => [...evidence, ...outdated, ...unseen]),
  )
  const texts = intake.blocks.map(({ id }) => [id, () => comparedAs(intake.text(id))] as const)
  const index = yield* steps(indexEvidenceSteps(wanted, texts))
  const inTexts = new Map<number, readonly string[]>()
  const foundIn = (content: number): readonly string[] => {
    const before = inTexts.get(content)
    if (before !== undefined) return before
    const now = index.foundIn(data.contents[content] ?? '')
    inTexts.set(content, now)
    return now
  }
  const copied = (id: BlockId): BlockId => originalOf(data.blocks[id] ?? { id })
  const windows = new Map<WindowId, Followed>()
  const groups = new Groups(data.turns.length)
  const byTurn: RetentionPoint[] = []
  const compactions: Turn[] = []
  let cliff: Retention['cliff'] = null
  const plain = new PlainWays(intake, index)
  const lastOf = new Map(data.turns.map(({ turn, window }) => [window, turn]))
  const compacted = data.turns.filter(({ edits }) => edits.some((edit) => isCompaction(data.edits[edit])))
  const compared = new Set(
    everyNth(compacted, Math.ceil(compacted.length / COMPARED)).map(({ turn }) => turn),
  )
  const beside = new Map(
    (['lane', ...PLAIN_WAYS] as const).map((way) => [way, { compacted: noSums(), end: noSums() }]),
  )
  for (const { turn, window: id, points, edits } of data.turns) {
    if (turn % STEP === 0) yield null
    let window = windows.get(id)
    if (window === undefined) {
      const prompt = emptyPrompt(foundIn, (id) => index.heldBy(id), copied)
      window = {
        sweep: new Sweep(data.spans, id),
        prompt,
        own: probesOf(id),
        compactions: [],
        told: new Set(),
        kept: new Set(),
        tokens: 0,
      }
      windows.set(id, window)
    }
    advance(timeline, window, points.sent.tick)
    if (edits.some((edit) => isCompaction(data.edits[edit]))) {
      window.compactions.push(turn)
      compactions.push(turn)
    }
    const { prompt, own, told: toldBefore, kept: keptBefore } = window
    const sums = noSums()
    const live: Probed[] = []
    const states: State[] = []
    const now = new Set<Probed>()
    let [told, held, lost] = [0, 0, 0]
    for (const probe of own) {
      if (probe.turn >= turn) break
      if (turn >= probe.until) continue
      const state = stateOf(probe, prompt)
      const { length } = window.compactions
      const passed = length - firstFor(0, length, (at) => (window.compactions[at] ?? 0) > probe.turn)
      groups.add(probe, turn, passed, state)
      if (state === 'unknown') continue
      live.push(probe)
      states.push(state)
      addTo(sums, state)
      if (state === 'kept') now.add(probe)
      if (toldBefore.has(probe)) told += 1
      if (!keptBefore.has(probe)) continue
      held += 1
      if (state !== 'kept') lost += 1
    }
    window.told = new Set(live)
    window.kept = now
    if (sums.told > 0) byTurn.push({ x: turn, ...sums })
    if (lost > (cliff?.lost ?? 0)) cliff = { turn, from: held / told, to: (held - lost) / told, lost }
    const places = [
      ...(compared.has(turn) ? (['compacted'] as const) : []),
      ...(lastOf.get(id) === turn ? (['end'] as const) : []),
    ]
    if (places.length === 0) continue
    for (const [way, of] of beside) {
      const found = way === 'lane' ? states : plain.keep(way, id, turn, window.tokens, live)
      for (const place of places) for (const state of found) addTo(of[place], state)
    }
  }
  return {
    inferred: !planted,
    byTurn,
    ...groups.curves(),
    compactions,
    cliff,
    beside: [...beside].map(([way, of]) => ({
      way,
      compacted: { x: 0, ...of.compacted },
      end: { x: 0, ...of.end },
    })),
  }

  function probesOf(window: WindowId): readonly Probed[] {
    return probes.filter((one) => one.window === window).sort((a, b) => a.turn - b.turn)
  }
}

/** A window on its way through the run. */
interface Followed {
  readonly sweep: Sweep
  readonly prompt: FollowingPrompt
  readonly own: readonly Probed[]
  readonly compactions: Turn[]
  /** What its previous prompt should have had. */
  told: ReadonlySet<Probed>
  /** What it had. */
  kept: ReadonlySet<Probed>
  /** Of the prompt beside system prompt and tools. */
  tokens: Tokens
}

function stateOf({ source, evidence, outdated, unseen }: Probed, prompt: FollowingPrompt): State {
  const has = (text: string): boolean => prompt.verbatim.has(text) || prompt.derived.has(text)
  if (prompt.original.has(source) || evidence.every(has)) return 'kept'
  if (unseen.some((text) => prompt.derived.has(text))) return 'unknown'
  return outdated.length > 0 && outdated.every(has) ? 'stale' : 'lost'
}

function advance({ data }: Timeline, window: Followed, tick: number): void {
  const { sweep, prompt } = window
  const { spans } = data
  const tokensOf = (entries: readonly Entry[]): Tokens =>
    entries
      .filter((entry) => inPrompt(entry) && !isFixed(data.blocks[entry.block]?.type))
      .reduce((sum, { tokens }) => sum + tokens, 0)
  const closed: Entry[] = []
  const opened: Entry[] = []
  const entry = (row: number): Entry => ({
    block: cell(spans.block, row),
    message: -1,
    version: cell(spans.version, row),
    state: BLOCK_STATES[cell(spans.state, row)] as Entry['state'],
    tokens: cell(spans.tokens, row),
    overhead: 0,
    content: cell(spans.content, row),
    order: cell(spans.order, row),
  })
  sweep.to(tick, {
    began: (row) => opened.push(entry(row)),
    ended: (row) => closed.push(entry(row)),
  })
  window.tokens += tokensOf(opened) - tokensOf(closed)
  prompt.follow({ closed, opened })
}

/** Whether an edit summarized or folded messages, or opened a window. */
function isCompaction(edit: EditRecord | undefined): boolean {
  if (edit === undefined) return false
  return edit.opened !== null || edit.blocks.some(({ verb }) => verb === 'absorb' || verb === 'fold')
}

const KIND_OF_NEED: Readonly<Record<TraceNeed['kind'], ProbedKind>> = {
  goal: 'goal',
  constraint: 'constraint',
  decision: 'decision',
  fact: 'fact',
  artifact: 'artifact',
  tool_result: 'fact',
}

/** What a scenario planted: each fact once, however often it is needed. */
function plantedIn({ intake }: Timeline): readonly Probed[] {
  const found = new Map<string, Probed>()
  for (const { message, part, evidence, kind, detail, outdated = [] } of intake.trace.needs) {
    const block = intake.blocks[intake.ofMessage.get(message)?.[part] ?? -1]
    if (block === undefined) continue
    const { id: source, turn, window } = block
    const probe = {
      kind: detail ?? KIND_OF_NEED[kind],
      source,
      turn,
      window,
      evidence,
      outdated,
      unseen: [],
      until: Infinity,
    }
    const key = JSON.stringify([source, evidence])
    if (!found.has(key)) found.set(key, probe)
  }
  const probes = [...found.values()]
  const newer = new Map(probes.map(({ outdated, turn }) => [JSON.stringify(outdated), turn]))
  for (const probe of probes) probe.until = newer.get(JSON.stringify(probe.evidence)) ?? Infinity
  return probes
}

function everyNth<Item>(list: readonly Item[], n: number): readonly Item[] {
  return n <= 1 ? list : list.filter((_, at) => at % n === 0)
}

function* steps<Result>(of: Generator<unknown, Result, void>): Generator<null, Result, void> {
  for (;;) {
    const step = of.next()
    if (step.done === true) return step.value
    yield null
  }
}
