import { chars4 } from '../../../engine/index.ts'
import {
  blockFacts,
  carriedStates,
  contentHash,
  createLikeness,
  beforeCall,
  initialState,
  overflows,
  withManual,
} from '../../../engine/internal.ts'
import { strategyNamed } from '../../../lessons/index.ts'
import type {
  Answer,
  Ask,
  Block,
  BlockId,
  RunState,
  Strategy,
  Turn,
  TurnOutcome,
  TurnResources,
  TurnRules,
  WindowId,
} from '../../../engine/index.ts'
import { completeConfig, runSettings } from '../../../config/internal.ts'
import type { Config, PartialConfig, RunSettings } from '../../../config/index.ts'
import { createMock } from '../../../llm/index.ts'
import { analysisOf } from '../need/analysis.ts'
import { NeedsFollowed } from '../need/following.ts'
import { refetchesOf } from '../need/refetch.ts'
import { answeringOf, answersOf } from './answers.ts'
import { takeIn } from '../../trace/intake.ts'
import type { Intake } from '../../trace/intake.ts'
import { messagesWith, originalOf } from '../timeline/again.ts'
import { clearedIn } from '../timeline/brought-back.ts'
import { inOrder } from './interventions.ts'
import { newestSet, obeying } from '../timeline/obeyed.ts'
import { recordedActs, providerSummaries } from '../../trace/recorded-acts.ts'
import { toldByProvider } from './provider-told.ts'
import { requestThinking } from '../../trace/request-thinking.ts'
import type { RunOptions } from './run-options.ts'
import { mustNotBringBack, settingsSet } from '../timeline/settings-set.ts'
import { RunRecord } from './record.ts'
import type { NeedsMet } from './record.ts'
import { hourTurns } from '../../trace/cache-term.ts'
import { modelOf } from '../../trace/model-of.ts'
import { ENGINE_VERSION, TIMELINE_VERSION } from '../timeline/timeline.ts'
import type {
  Intervention,
  RecordedAnswer,
  Refetch,
  RunSpec,
  SetSettings,
  TimelineData,
} from '../timeline/timeline.ts'
import type { Trace } from '../../trace/trace.ts'
import { traceHash } from '../../trace/trace-hash.ts'

/** A run in progress: the state of the turn loop and everything recorded so far. */
export interface Replay {
  readonly intake: Intake
  ended(): boolean
  step(turn: Turn): Generator<Ask, TurnOutcome, Answer>
  finish(outcome: TurnOutcome): void
  /** Advances to the next turn without recording this one, for callers that do not need its data. */
  advance(outcome: TurnOutcome): void
  /** Answers a request at once: from the recorded answers, else by the model given, else by the mock. */
  readonly answer: (ask: Ask) => Answer
  /** The recorded answer to the next request, null where there is none; counts the request as asked. */
  readonly recorded: () => RecordedAnswer | null
  /** The state of the run, to start another replay from. */
  position(): Omit<ReplayStart, 'turn'>
  data(): TimelineData
}

const HOUR = 3_600_000

/** The state that a replay starts from instead of an empty window. */
export interface ReplayStart {
  readonly state: RunState
  readonly turn: Turn
  readonly made: readonly Block[]
  readonly contents: readonly string[]
  /** Number of requests answered so far. */
  readonly asks: number
  /** The initial settings, if another replay has already checked and completed them. */
  readonly config?: Config
}

export function createReplay(
  trace: Trace,
  partial: PartialConfig,
  options: RunOptions,
  start: ReplayStart | null = null,
  detail = false,
): Replay {
  const config = start?.config ?? completeConfig(partial)
  const intake = options.intake ?? takeIn(trace, options.counter ?? chars4, options.calibrated ?? true)
  const analysis = analysisOf(intake)
  const seed = options.seed ?? 1
  // A record with another would not be read again.
  if (!Number.isFinite(seed)) throw new RangeError(`a seed is a finite number, not ${seed}`)
  const interventions = inOrder(options.interventions ?? [], intake)
  const set = settingsSet(config, interventions)
  const base = obeying(config, 0)
  // Settings that change in the first turn of a replay change in its step, as in the run.
  let obeyed = start === null ? base : (newestSet(set, start.turn - 1) ?? base)
  const first = runSettings(obeyed.config)
  const toldAt = toldByProvider(trace, (turn) => newestSet(set, turn) ?? base)
  const isForAnHour = hourTurns(trace)
  let rules = rulesOf(first, obeyed)

  const made: Block[] = start === null ? [] : start.made.slice()
  const facts = blockFacts([...intake.blocks, ...made])
  const contents: string[] = start === null ? [] : start.contents.slice()
  const pinned = new Set<BlockId>()
  const block = (id: BlockId): Block => {
    const found = intake.blocks[id] ?? made[id - intake.blocks.length]
    if (found === undefined) throw new RangeError(`unknown block: ${id}`)
    return found
  }
  const makeBlock = (content: (id: BlockId) => Omit<Block, 'id'>): Block => {
    const id = intake.blocks.length + made.length
    const next = { ...content(id), id }
    made.push(next)
    facts.add(next)
    return next
  }
  const resources = resourcesOf(intake, { seed, detail, makeBlock, contents, pinned, block, facts })
  const record = new RunRecord({ intake, from: start?.turn ?? 0 })
  const followed = new NeedsFollowed({
    needs: analysis.needs,
    block,
    contents,
    interventions,
    start: start?.state ?? null,
  })
  const isScenario = trace.source.kind === 'scenario' && trace.needs.length > 0
  const isRefetching = ({ config: own }: SetSettings): boolean => {
    const { refetch } = own.simulation
    return refetch === 'on' || (refetch === 'auto' && isScenario)
  }
  /** How the prompt of the last step met its needs. */
  let met: NeedsMet = { needs: [], refetches: [], askedAgain: [] }
  const answering = answeringOf(options, intake.count, start?.asks ?? 0, options.llm ?? askMock)
  let now: Turn = start?.turn ?? 0
  /** Created on first use, because it starts counting where the recorded answers end. */
  let mock: ((ask: Ask) => Answer) | null = null
  let state = start?.state ?? initialState(rules.stages, windowsOf(trace))
  let ended: TimelineData['ended'] = null
  // Pins from before the start of a replay apply to it too.
  for (const one of interventions) if (start !== null && one.turn < start.turn) intervene(one)

  function intervene(one: Intervention): void {
    if (one.kind === 'pin') pinned.add(one.block)
    else if (one.kind === 'unpin') pinned.delete(one.block)
  }

  function rulesOf(settings: RunSettings, { config: own, reserve, thresholds }: SetSettings): TurnRules {
    const strategy = strategyOf(own)
    const { limit, velocityWindow, spikes, budget, health, compression, eviction } = settings
    return {
      strategy,
      stages: withManual(strategy.stages(settings), settings),
      limit,
      reserve,
      thresholds,
      velocityWindow,
      spikes,
      exact: intake.counter.exact,
      budget,
      health:
        options.fidelity === false ? { ...health, questions: { ...health.questions, most: 0 } } : health,
      requests: { ...eviction, requests: compression.requests },
      breakerAfter: compression.breakerAfter,
    }
  }

  /** @param before number of earlier requests that were answered otherwise */
  function mockOf({ mock: own }: RunSettings, before: number): (ask: Ask) => Answer {
    return createMock({
      count: (text) => intake.count(text, now),
      seed,
      failures: { rate: own.failureRate, kinds: own.failures },
      asked: before,
    })
  }

  /** Applies new settings from here on; stages keep the state of those with the same name, in any strategy. */
  function obey(next: SetSettings): void {
    const { stages } = rules
    obeyed = next
    const settings = runSettings(next.config)
    rules = rulesOf(settings, next)
    mock = null
    state = { ...state, stages: carriedStates(rules.stages, stages, state.stages) }
  }

  function* step(turn: Turn): Generator<Ask, TurnOutcome, Answer> {
    const source = trace.turns[turn]
    if (source === undefined) throw new RangeError(`no turn ${turn} in a trace of ${trace.turns.length}`)
    now = turn
    record.begin(turn, state, { made: made.length, contents: contents.length, asks: answering.asked() })
    const change = set.find(({ from }) => from === turn)
    if (change !== undefined && change !== obeyed) {
      const windows = [...state.windows.values()].map(({ window }) => window)
      mustNotBringBack(obeyed.config, change.config, clearedIn(windows, block))
      obey(change)
    }
    const wishes = interventions.filter((one) => one.turn === turn)
    for (const one of wishes) intervene(one)
    const response = (intake.responses[turn] ?? []).map(block)
    const { window } = source
    const prepared = yield* beforeCall(
      state,
      {
        turn,
        window,
        time: source.time,
        ...(source.sent === undefined ? {} : { sent: source.sent }),
        ...(isForAnHour(turn) ? { cacheLife: HOUR } : {}),
        inputs: (intake.inputs[turn] ?? []).map(block),
        ...(intake.fit === null ? {} : { adjustment: intake.adjustments.get(turn) ?? 0 }),
        manual: wishes.flatMap(({ kind }) => (kind === 'compact' || kind === 'reset' ? [kind] : [])),
        rewrites: wishes.flatMap((one) => (one.kind === 'edit' ? [one] : [])),
        recordedActs: recordedActs(trace, source, intake.blocks),
        ...toldAt(turn),
        finished: (trace.subtasks ?? []).filter((one) => one.window === source.window && one.to < turn),
      },
      rules,
      resources,
    )
    followed.follow(window, prepared.changes)
    // A request that does not fit is never sent.
    const { needs, askedAgain } = followed.met(turn, prepared.ended === null ? window : null)
    const refetches = isRefetching(obeyed) && response.length > 0 ? fetch() : []
    met = { needs, refetches, askedAgain }
    const outcome = prepared.respond(
      response,
      refetches.flatMap((one) => [block(one.call), block(one.result)]),
    )
    followed.follow(window, outcome.changes.slice(prepared.changes.length))
    return outcome

    function fetch(): readonly Refetch[] {
      const { used } = prepared.window
      if (overflows(used, rules.limit, rules.reserve)) return []
      const room = rules.limit - rules.reserve - used
      return refetchesOf(needs, { intake, turn, window, room, make: makeBlock })
    }
  }

  function finish(outcome: TurnOutcome): void {
    const turns = outcome.ended === null ? [] : trace.turns.slice(now + 1)
    record.turn(
      outcome,
      met,
      turns.flatMap(({ turn }) => followed.met(turn, null).needs),
    )
    advance(outcome)
  }

  function advance(outcome: TurnOutcome): void {
    state = outcome.state
    ended = outcome.ended === null ? null : { ...outcome.ended, of: trace.turns.length }
  }

  function askMock(ask: Ask, before: number): Answer {
    mock ??= mockOf(runSettings(obeyed.config), before)
    return mock(ask)
  }

  function data(): TimelineData {
    const model = modelOf(trace)
    const spec: RunSpec = {
      trace: traceHash(trace),
      config,
      seed,
      counter: intake.counter.name,
      calibrated: intake.calibration !== null || intake.factor !== null,
      interventions,
      // The mock gives the same answers again; a model may not.
      answers:
        options.answers === undefined && options.llm === undefined
          ? []
          : answersOf({ asks: record.asks, contents }),
      engine: ENGINE_VERSION,
    }
    return {
      format: 'context-window-lab/timeline',
      version: TIMELINE_VERSION,
      spec,
      hash: contentHash([JSON.stringify(spec)]),
      title: trace.source.title,
      limit: config.max_context_tokens,
      reserve: base.reserve,
      thresholds: base.thresholds,
      ...(set.length === 0 ? {} : { set }),
      ...(model.window === null ? {} : { model: { name: model.name, window: model.window } }),
      exact: intake.counter.exact,
      ...(isRefetching(base) || set.some(isRefetching) ? { refetching: true } : {}),
      calibration: intake.calibration,
      blocks: [...intake.blocks, ...made],
      ...record.lists(),
      contents,
      snapshots: record.snapshots,
      ended,
    }
  }

  return {
    intake,
    ended: () => ended !== null,
    step,
    finish,
    advance,
    answer: answering.answer,
    recorded: answering.next,
    position: () => ({
      state,
      made: made.slice(),
      contents: contents.slice(),
      asks: answering.asked(),
      config,
    }),
    data,
  }
}

/** The conversation as seen by the turn loop: its blocks and texts, and storage for those that the run makes. */
function resourcesOf(
  intake: Intake,
  own: Pick<TurnResources, 'seed' | 'detail' | 'pinned'> & {
    readonly block: (id: BlockId) => Block
    readonly facts: ReturnType<typeof blockFacts>
    readonly makeBlock: (content: (id: BlockId) => Omit<Block, 'id'>) => Block
    readonly contents: string[]
  },
): TurnResources {
  const { seed, detail, pinned, block, facts, makeBlock, contents } = own
  const { trace } = intake
  const analysis = analysisOf(intake)
  const thinking = requestThinking(trace)
  const recorded = intake.blocks.length
  const original = (id: BlockId): BlockId => (id < recorded ? id : originalOf(block(id)))
  return {
    block,
    facts,
    content: {
      message: messagesWith(intake, block),
      text: (content) => contents[content] ?? '',
      system: trace.system,
      tool: (one) => intake.tool(one.id),
      compaction: providerSummaries(trace),
    },
    seed,
    messageOverhead: intake.messageOverhead,
    count: (text, turn) => intake.count(text, turn),
    text: (id) => (original(id) < recorded ? intake.text(original(id)) : ''),
    statements: (id) => (original(id) < recorded ? analysis.statements(original(id)) : []),
    references: analysis.references,
    embedding: (id) => analysis.embedding(original(id)),
    likeness: createLikeness(),
    task: analysis.task,
    pinned,
    store: (text) => contents.push(text) - 1,
    makeBlock: (content) => makeBlock(() => content),
    thinking: thinking.at,
    bindsThinking: thinking.binds,
    inherited: (violation, blocks, window, turn) =>
      // What the model thinks before it fetches content again is not known.
      (violation.rule === 'loop-thinking' && blocks.some((id) => block(id).again !== undefined)) ||
      analysis.inherited(violation, blocks, window, turn),
    detail,
  }
}

function strategyOf({ strategy }: Config): Strategy {
  const found = strategyNamed(strategy)
  if (found === undefined) throw new RangeError(`unknown strategy: ${strategy}`)
  return found
}

/** One more than the highest window of a trace. */
function windowsOf({ windows }: Trace): WindowId {
  return windows.reduce((next, { id }) => Math.max(next, id + 1), 0)
}
