import {
  blockFacts,
  chars4,
  contentHash,
  createLikeness,
  driveSync,
  initialState,
  ProblemError,
  reserveOf,
  scaledThresholds,
  strategies,
  turnStep,
} from '../engine/index.ts'
import type {
  Answer,
  Ask,
  Block,
  BlockId,
  RunState,
  TokenCounter,
  Turn,
  TurnOutcome,
  TurnResources,
  TurnRules,
  WindowId,
} from '../engine/index.ts'
import { completeConfig, strategySettings } from '../config/index.ts'
import type { PartialConfig } from '../config/index.ts'
import { analysisOf, analysisSteps } from './analysis.ts'
import { takeIn } from './intake.ts'
import type { Intake } from './intake.ts'
import { resolve } from './need/need.ts'
import { emptyPrompt } from './need/prompt.ts'
import type { FollowingPrompt } from './need/prompt.ts'
import { openTimeline } from './timeline/open.ts'
import { editRecord, SpanRecorder } from './timeline/recorder.ts'
import { ENGINE_VERSION, TIMELINE_VERSION } from './timeline/timeline.ts'
import type {
  EditRecord,
  Intervention,
  NeedRecord,
  RunSpec,
  Snapshot,
  Timeline,
  TimelineData,
  TurnRecord,
} from './timeline/timeline.ts'
import type { Trace } from './trace.ts'
import { traceHash } from './trace-hash.ts'

export interface RunOptions {
  /** Seed of policies that draw (random); default 1. */
  readonly seed?: number
  /** Default chars4, which needs no loading. */
  readonly counter?: TokenCounter
  /** Fit counts to recorded usage where the trace has it; default true (TOK-2). */
  readonly calibrated?: boolean
  /** The trace already taken in with this counter, so that lanes share the work. */
  readonly intake?: Intake
  readonly interventions?: readonly Intervention[]
  /** Answers requests to a model. Without it a strategy that asks stops with a problem. */
  readonly llm?: (ask: Ask) => Answer
  readonly onProgress?: (progress: Progress) => void
}

/** How far a run is: `turn` of `turns` are done. */
export interface Progress {
  readonly turn: Turn
  readonly turns: number
  /** The run over these turns, as if the trace ended here (EDIT-4); valid until the next step. */
  readonly soFar?: () => TimelineData
}

/** Turns between two snapshots. */
export const SNAPSHOT_EVERY = 32

/**
 * Runs a trace through a config and records every decision. Pure: the same arguments give the same
 * bytes everywhere (EDIT-3). A refusal or overflow is recorded, never thrown (STRAT-1).
 *
 * @throws ProblemError when the config is not valid
 */
export function run(trace: Trace, config: PartialConfig, options: RunOptions = {}): Timeline {
  const steps = runSteps(trace, config, options)
  let step = steps.next()
  while (step.done !== true) {
    options.onProgress?.(step.value)
    step = steps.next()
  }
  return step.value
}

/** The same in steps, so that a worker can show progress and be cancelled. */
export function* runSteps(
  trace: Trace,
  config: PartialConfig,
  options: RunOptions = {},
): Generator<Progress, Timeline, void> {
  const turns = trace.turns.length
  const intake = options.intake ?? takeIn(trace, options.counter ?? chars4, options.calibrated ?? true)
  // Finding references reads every text once; it belongs to the first lane that is run over a trace.
  for (const _ of analysisSteps(intake)) yield { turn: 0, turns }
  const replay = createReplay(trace, config, { ...options, intake })
  for (let turn = 0; turn < turns && !replay.ended(); turn++) {
    yield { turn, turns, soFar: () => replay.data() }
    const answer = options.llm ?? refuse
    replay.finish(driveSync(replay.step(turn), answer))
  }
  yield { turn: turns, turns, soFar: () => replay.data() }
  return openTimeline(replay.data(), trace, replay.intake)
}

function refuse(ask: Ask): Answer {
  throw new ProblemError([
    { severity: 'error', code: 'no-model', message: `no model to answer a request of kind ${ask.kind}` },
  ])
}

/** A run under way: the turn loop's state, and everything recorded so far. */
export interface Replay {
  readonly intake: Intake
  ended(): boolean
  step(turn: Turn): Generator<Ask, TurnOutcome, Answer>
  finish(outcome: TurnOutcome): void
  /** Where the run stands, to start another replay from. */
  position(): Omit<ReplayStart, 'turn'>
  data(): TimelineData
}

/** What a replay starts from instead of an empty window. */
export interface ReplayStart {
  readonly state: RunState
  readonly turn: Turn
  readonly made: readonly Block[]
  readonly contents: readonly string[]
}

export function createReplay(
  trace: Trace,
  partial: PartialConfig,
  options: RunOptions,
  start: ReplayStart | null = null,
  detail = false,
): Replay {
  const config = completeConfig(partial)
  const settings = strategySettings(config)
  const strategy = strategies[settings.strategy]
  if (strategy === undefined) throw new RangeError(`unknown strategy: ${settings.strategy}`)
  const intake = options.intake ?? takeIn(trace, options.counter ?? chars4, options.calibrated ?? true)
  const analysis = analysisOf(intake)
  const seed = options.seed ?? 1
  const interventions = inOrder(options.interventions ?? [], intake)
  const reserve = reserveOf(settings.limit, settings.reserveShare)
  const stages = strategy.stages({ eviction: settings.eviction })
  const rules: TurnRules = {
    strategy,
    stages,
    limit: settings.limit,
    reserve,
    thresholds: scaledThresholds(settings.thresholds, settings.limit, reserve),
    velocityWindow: settings.velocityWindow,
  }

  const made: Block[] = start === null ? [] : start.made.slice()
  const facts = blockFacts([...intake.blocks, ...made])
  const contents: string[] = start === null ? [] : start.contents.slice()
  const pinned = new Set<BlockId>()
  const block = (id: BlockId): Block => {
    const found = intake.blocks[id] ?? made[id - intake.blocks.length]
    if (found === undefined) throw new RangeError(`unknown block: ${id}`)
    return found
  }
  const resources: TurnResources = {
    block,
    facts,
    content: {
      message: (index) => intake.messages[index] ?? { role: 'user', content: '' },
      text: (content) => contents[content] ?? '',
      system: trace.system,
      tool: (one) => intake.tool(one.id),
    },
    seed,
    messageOverhead: intake.messageOverhead,
    count: (text, turn) => intake.count(text, turn),
    text: (id) => (id < intake.blocks.length ? intake.text(id) : ''),
    references: analysis.references,
    embedding: analysis.embedding,
    likeness: createLikeness(),
    task: analysis.task,
    pinned,
    store: (text) => contents.push(text) - 1,
    makeBlock(content) {
      const block: Block = { ...content, id: intake.blocks.length + made.length }
      made.push(block)
      facts.add(block)
      return block
    },
    inherited: analysis.inherited,
    detail,
  }

  const spans = new SpanRecorder()
  const turns: TurnRecord[] = []
  const edits: EditRecord[] = []
  const needs: NeedRecord[] = []
  const snapshots: Snapshot[] = []
  const evidenceIn = new Map<number, readonly string[]>()
  const prompts = new Map<WindowId, FollowingPrompt>()
  let state = start?.state ?? initialState(stages)
  let ended: TimelineData['ended'] = null
  for (const [id, { window }] of state.windows) promptOf(id).follow({ closed: [], opened: window.entries })
  // Pins before the start of a replay hold in it too.
  for (const one of interventions) if (start !== null && one.turn < start.turn) intervene(one)

  function intervene(one: Intervention): void {
    if (one.kind === 'pin') pinned.add(one.block)
    else pinned.delete(one.block)
  }

  function* step(turn: Turn): Generator<Ask, TurnOutcome, Answer> {
    const source = trace.turns[turn]
    if (source === undefined) throw new RangeError(`no turn ${turn} in a trace of ${trace.turns.length}`)
    if (turn % SNAPSHOT_EVERY === 0) snapshots.push(snapshotOf(turn, state, made.length, contents.length))
    for (const one of interventions) if (one.turn === turn) intervene(one)
    return yield* turnStep(
      state,
      {
        turn,
        window: source.window,
        time: source.time,
        inputs: (intake.inputs[turn] ?? []).map(block),
        response: (intake.responses[turn] ?? []).map(block),
      },
      rules,
      resources,
    )
  }

  function finish(outcome: TurnOutcome): void {
    const turn = turns.length + (start?.turn ?? 0)
    const source = trace.turns[turn]
    if (source === undefined) return
    const turnEdits: number[] = []
    const prompt = promptOf(source.window)
    let turnNeeds: readonly number[] | null = null
    for (const change of outcome.changes) {
      // The prompt that was sent is the one before the response was appended.
      if (change.cause === 'respond') turnNeeds = needsAt(turn, prompt)
      prompt.follow(change.applied)
      spans.record(change.tick, source.window, change.applied)
      const record = editRecord(change, edits.length, turn, source.window)
      if (record === null) continue
      turnEdits.push(edits.length)
      edits.push(record)
    }
    turnNeeds ??= needsAt(turn, prompt)
    const { ledger } = outcome
    turns.push({
      turn,
      window: source.window,
      time: source.time,
      points: outcome.points,
      responded: outcome.responded,
      reading: outcome.reading,
      used: ledger.used,
      free: ledger.free,
      utilization: ledger.utilization,
      byType: ledger.byType,
      byComponent: ledger.byComponent,
      calls: [
        {
          kind: 'main',
          input: ledger.used,
          output: outcome.responded === null ? null : outcome.responded.used - ledger.used,
        },
      ],
      events: outcome.events,
      edits: turnEdits,
      needs: turnNeeds,
      violations: outcome.violations,
    })
    state = outcome.state
    ended = outcome.ended
  }

  /** Needs of a turn, met or not by a prompt as it was sent. */
  function needsAt(turn: Turn, prompt: FollowingPrompt): number[] {
    return analysis.needs
      .at(turn)
      .map((need) => needs.push({ ...need, resolution: resolve(need, prompt, analysis.needs.evidence) }) - 1)
  }

  function promptOf(window: WindowId): FollowingPrompt {
    let prompt = prompts.get(window)
    if (prompt === undefined) prompts.set(window, (prompt = emptyPrompt(foundIn)))
    return prompt
  }

  function foundIn(content: number): readonly string[] {
    let found = evidenceIn.get(content)
    if (found === undefined) {
      found = analysis.needs.evidence.foundIn(contents[content] ?? '')
      evidenceIn.set(content, found)
    }
    return found
  }

  function data(): TimelineData {
    const spec: RunSpec = {
      trace: traceHash(trace),
      config,
      seed,
      counter: intake.counter.name,
      calibrated: intake.calibration !== null,
      interventions,
      answers: [],
      engine: ENGINE_VERSION,
    }
    return {
      format: 'context-window-lab/timeline',
      version: TIMELINE_VERSION,
      spec,
      hash: contentHash([JSON.stringify(spec)]),
      title: trace.source.title,
      limit: rules.limit,
      reserve,
      thresholds: rules.thresholds,
      exact: intake.counter.exact,
      calibration: intake.calibration,
      blocks: [...intake.blocks, ...made],
      spans: spans.spans(),
      windows: trace.windows.filter((window) => window.opened < turns.length),
      turns,
      edits,
      needs,
      contents,
      snapshots,
      ended,
    }
  }

  return {
    intake,
    ended: () => ended !== null,
    step,
    finish,
    position: () => ({ state, made: made.slice(), contents: contents.slice() }),
    data,
  }
}

/** Interventions by turn, those of one turn in the order given. Throws a RangeError for a turn or block that is not there. */
function inOrder(interventions: readonly Intervention[], { trace, blocks }: Intake): readonly Intervention[] {
  for (const { turn, block } of interventions) {
    if (trace.turns[turn] === undefined) {
      throw new RangeError(`a trace of ${trace.turns.length} turns has no turn to intervene in: ${turn}`)
    }
    if (blocks[block] === undefined) {
      throw new RangeError(`a trace of ${blocks.length} blocks has no block to pin: ${block}`)
    }
  }
  return interventions.toSorted((a, b) => a.turn - b.turn)
}

function snapshotOf(turn: Turn, state: RunState, made: number, contents: number): Snapshot {
  return {
    turn,
    tick: state.tick,
    stages: state.stages,
    made,
    contents,
    windows: [...state.windows].map(([id, memory]) => ({
      id,
      pressure: memory.pressure,
      zone: memory.zone,
      responded: memory.responded,
      valid: memory.valid,
    })),
  }
}
