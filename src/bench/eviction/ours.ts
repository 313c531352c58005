import {
  SCORING,
  append,
  applyChanges,
  assemble,
  blockFacts,
  emptyWindow,
  ledgerOf,
  NO_BUDGET,
  NO_PRESSURE,
  planEviction,
  readBudget,
  readPressure,
} from '../../engine/internal.ts'
import { policyOf } from '../../engine/index.ts'
import type {
  Assembled,
  EditPlan,
  EvictionSettings,
  StageContext,
  Window,
  WindowView,
} from '../../engine/index.ts'
import { analysisOf } from '../../sim/internal.ts'
import type { Intake } from '../../sim/index.ts'

/** A conversation after intake: blocks split and counted once, as the engine keeps it between calls. */
export interface Prepared {
  readonly intake: Intake
  readonly view: WindowView
  readonly contents: string[]
  readonly context: StageContext
}

const NOTHING = { system: 0, tools: 0, history: 0, results: 0, memory: 0 }

/** All blocks in one window whose limit is their sum, so that a target of .5 is half the tokens. */
export function prepare(intake: Intake): Prepared {
  const block = (id: number) => {
    const found = intake.blocks[id]
    if (found === undefined) throw new RangeError(`unknown block: ${id}`)
    return found
  }
  const { window } = append(emptyWindow(0), intake.blocks, intake.messageOverhead)
  const thresholds = { yellow: 0.5, orange: 0.75, red: 0.9 }
  const turn = intake.trace.turns.length - 1
  const { reading } = readPressure(
    NO_PRESSURE,
    { used: window.used, arrived: 0, limit: window.used },
    thresholds,
    5,
  )
  const budget = readBudget(
    NO_BUDGET,
    { ledger: ledgerOf(window, block, window.used, 0), arrived: NOTHING, exact: intake.counter.exact },
    {
      shares: { system: 0.06, tools: 0.04, history: 0.65, results: 0.12, memory: 0.08 },
      reserveShare: 0.05,
      softLimitPct: 0.8,
      burnWindow: 20,
      criticalTurns: 3,
      warningTurns: 10,
      countingMargin: 0.05,
      enforce: 'global',
    },
  )
  const contents: string[] = []
  const analysis = analysisOf(intake)
  return {
    intake,
    contents,
    view: {
      turn,
      window,
      blocks: intake.blocks,
      block,
      facts: blockFacts(intake.blocks),
      limit: window.used,
      reserve: 0,
      margin: 0,
      thresholds,
      reading,
      budget: budget.reading,
      arrived: [],
      edited: false,
      offered: window,
      intact: 0,
      idle: null,
      holding: null,
    },
    context: {
      turn,
      time: null,
      idle: null,
      seed: 1,
      messageOverhead: intake.messageOverhead,
      count: (text) => intake.count(text, turn),
      text: (id) => intake.text(id),
      stored: (content) => contents[content] ?? '',
      statements: () => [],
      references: analysis.references,
      embedding: analysis.embedding,
      task: analysis.task(0, turn),
      pinned: new Set(),
      store: (content) => contents.push(content) - 1,
      makeBlock() {
        throw new RangeError('an eviction makes no blocks')
      },
      breaker: { failures: 0, open: false },
      carried: { notes: [], checkpoint: null, serial: 1, opened: 0 },
      emergency: false,
      asked: null,
      finished: [],
      manual: [],
      recordedActs: [],
      detail: false,
    },
  }
}

export function settingsOf(policy: string, placeholders: boolean): EvictionSettings {
  return {
    policy,
    weights: null,
    target: 0.5,
    batch: 'target',
    scoring: SCORING,
    userShare: 0,
    placeholderTokens: 50,
    placeholders,
    protectedTypes: ['system_prompt'],
    typeTtl: {},
    gates: {},
    minFreeTokens: 0,
    minFreeShare: 0,
    horizonTurns: 0,
    minGain: 0,
    wait: false,
    rewritePrice: 11.5,
    longRewritePrice: 19,
    coldCache: 'ignore',
    cacheMinutes: 5,
    mergeSimilarity: 0.85,
    preemptive: false,
    preemptiveTurns: 3,
  }
}

/**
 * One batch eviction down to half the tokens: the plan and the new window. The plan records its decision on request.
 */
export function evictHalf(
  prepared: Prepared,
  settings: EvictionSettings,
): { plan: EditPlan; window: Window } {
  const policy = policyOf(settings.policy, settings.weights)
  const plan = planEviction(prepared.view, policy, settings, prepared.context, 'zone')
  if (typeof plan === 'string') throw new RangeError(`nothing could be evicted: ${plan}`)
  const { window, block } = prepared.view
  return { plan, window: applyChanges(window, plan.changes, prepared.intake.messageOverhead, block).window }
}

/** The remaining request, for checking. */
export function requestOf(prepared: Prepared, window: Window): Assembled {
  const { trace } = prepared.intake
  return assemble(window, prepared.view.block, {
    message: (index) => trace.messages[index] ?? { role: 'user', content: '' },
    text: (content) => prepared.contents[content] ?? '',
    system: trace.system,
    tool: () => null,
  })
}
