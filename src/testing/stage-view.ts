import {
  SCORING,
  append,
  applyChanges,
  blockFacts,
  blocksOf,
  createEmbedder,
  createReferenceDetector,
  emptyWindow,
  everyEntry,
  factsOf,
  ledgerOf,
  NO_BUDGET,
  NO_PRESSURE,
  partsOf,
  readBudget,
  readPressure,
  referenceIndex,
  scaledThresholds,
  textOf,
} from '../engine/internal.ts'
import { chars4 } from '../engine/index.ts'
import type {
  Answer,
  Ask,
  Block,
  Change,
  CompressionSettings,
  Embedding,
  EvictionSettings,
  Fact,
  Message,
  PressureReading,
  StageContext,
  Tokens,
  Window,
  WindowView,
} from '../engine/index.ts'

/** A window before the call of its last turn, and the context of a stage. */
export interface StageScene {
  readonly view: WindowView
  readonly context: StageContext
  readonly contents: readonly string[]
  /** The window after these changes. */
  after(changes: readonly Change[]): Window
  /** The same view with that window. The reading stays that of the original window. */
  viewAfter(changes: readonly Change[]): WindowView
  /** Type, turn and state (unless live) of each entry of a window, as text. */
  shown(window: Window): string
}

export interface SceneOptions {
  readonly limit: Tokens
  readonly reserve?: Tokens
  readonly reading?: Partial<PressureReading>
  readonly context?: Partial<StageContext>
}

/** Tokens of a message in addition to its content. */
const OVERHEAD: Tokens = 4

/**
 * The scene of a stage: these messages are in a window, and the model is about to be called. Each assistant message
 * ends a turn, so the last message should not be one. Counted by chars4; no system prompt, no model, no safety margin.
 */
export function stageScene(messages: readonly Message[], options: SceneOptions): StageScene {
  const { limit, reserve = 0 } = options
  const { blocks, texts } = cut(messages)
  const detector = createReferenceDetector()
  const embedder = createEmbedder()
  const references = blocks.flatMap((block) => detector.observe(block, texts[block.id] ?? ''))
  const vectors = texts.map((text): Embedding | null => (text === '' ? null : embedder.embed(text)))
  const turn = blocks.at(-1)?.turn ?? 0
  const block = (id: number): Block => {
    const found = blocks[id] ?? made[id - blocks.length]
    if (found === undefined) throw new RangeError(`unknown block: ${id}`)
    return found
  }
  const made: Block[] = []
  const facts = blockFacts(blocks)
  const { window } = append(emptyWindow(0), blocks, OVERHEAD)
  const thresholds = scaledThresholds({ yellow: 0.5, orange: 0.75, red: 0.9 }, limit, reserve)
  const pressure = readPressure(NO_PRESSURE, { used: window.used, arrived: 0, limit }, thresholds, 5)
  const arrived = { system: 0, tools: 0, history: 0, results: 0, memory: 0 }
  const budget = readBudget(
    NO_BUDGET,
    { ledger: ledgerOf(window, block, limit, reserve), arrived, exact: true },
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
  const task = blocks.find((one) => one.type === 'user_message')
  const after = (changes: readonly Change[]): Window => applyChanges(window, changes, OVERHEAD, block).window
  const view: WindowView = {
    turn,
    window,
    blocks,
    block,
    facts,
    limit,
    reserve,
    margin: 0,
    thresholds,
    reading: { ...pressure.reading, ...options.reading },
    budget: budget.reading,
    arrived: blocks.filter((one) => one.turn === turn).map((one) => one.id),
    edited: false,
    offered: window,
    intact: 0,
    idle: null,
    holding: null,
  }
  return {
    contents,
    view,
    context: {
      turn,
      time: null,
      idle: null,
      seed: 1,
      messageOverhead: OVERHEAD,
      count: (text) => chars4.count(text),
      text: (id) => texts[id] ?? '',
      stored: (content) => contents[content] ?? '',
      statements: (id) => statementsOf(block(id), texts[id] ?? ''),
      references: referenceIndex(references),
      embedding: (id) => vectors[id] ?? null,
      task: task === undefined ? null : (vectors[task.id] ?? null),
      pinned: new Set(),
      store: (text) => contents.push(text) - 1,
      makeBlock(given) {
        const one = { ...given, id: blocks.length + made.length }
        made.push(one)
        facts.add(one)
        return one
      },
      breaker: { failures: 0, open: false },
      carried: { notes: [], checkpoint: null, serial: 1, opened: 0 },
      emergency: false,
      asked: null,
      finished: [],
      manual: [],
      recordedActs: [],
      detail: true,
      ...options.context,
    },
    after,
    viewAfter(changes) {
      const next = after(changes)
      return { ...view, window: next, blocks: next.entries.map((entry) => block(entry.block)), edited: true }
    },
    shown: (window) =>
      everyEntry(window)
        .map((entry) => {
          const { type, turn: born } = block(entry.block)
          return `${type.split('_').pop() ?? ''}${born}${entry.state === 'live' ? '' : `:${entry.state}`}`
        })
        .join(' '),
  }
}

function statementsOf({ id, type, role, turn, call }: Block, text: string): readonly Fact[] {
  return factsOf({ block: id, type, role, turn, tool: call?.name ?? '', args: '', text })
}

/** The default compression settings. `given` overrides them. */
export function compressionSettings(given: Partial<CompressionSettings> = {}): CompressionSettings {
  return {
    toolResults: 'at_pressure',
    summarizationThresholdTokens: 500,
    resultShare: 0.2,
    cascade: [],
    overflowThreshold: 0.93,
    keepMessages: 6,
    summaryTokens: 2048,
    quotedCharacters: 2000,
    requests: 'alone',
    update: 'anchored',
    progressive: {
      fullUntil: 1,
      keyPointsUntil: 5,
      oneLineUntil: 20,
      keyPointsShare: 0.3,
      oneLineShare: 0.05,
      titleShare: 0.01,
      floorTokens: 10,
      from: 'original',
    },
    delegation: { minCalls: 10, maxTokens: 2000, ahead: false },
    leastNew: 0.05,
    askInterval: 10,
    breakerAfter: 3,
    notes: true,
    notesTokens: 2000,
    ...given,
  }
}

/** The default eviction settings, but with nothing preemptive. `given` overrides them. */
export function evictionSettings(given: Partial<EvictionSettings> = {}): EvictionSettings {
  return {
    policy: 'fifo',
    weights: null,
    target: 0.6,
    batch: 'target',
    scoring: SCORING,
    userShare: 0,
    placeholderTokens: 50,
    placeholders: true,
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
    coldCache: 'prefer',
    cacheMinutes: 5,
    mergeSimilarity: 0.85,
    preemptive: false,
    preemptiveTurns: 3,
    ...given,
  }
}

/**
 * Runs a stage's generator with these answers in order, and returns its result and its requests. An error in the list
 * is thrown into the generator.
 */
export function answered<Result>(
  steps: Generator<Ask, Result, Answer>,
  answers: readonly (string | Error)[] = [],
): { readonly result: Result; readonly asks: readonly Ask[] } {
  const asks: Ask[] = []
  let step = steps.next()
  while (step.done !== true) {
    const reply = answers[asks.length]
    asks.push(step.value)
    if (reply === undefined) throw new RangeError(`no answer to question ${asks.length}`)
    step = typeof reply === 'string' ? steps.next({ text: reply }) : steps.throw(reply)
  }
  return { result: step.value, asks }
}

function cut(messages: readonly Message[]): { readonly blocks: Block[]; readonly texts: string[] } {
  const blocks: Block[] = []
  const texts: string[] = []
  const linked = new Map<string, Block>()
  let turn = 0
  messages.forEach((message, index) => {
    const response = message.role === 'assistant'
    const arrival = { turn, window: 0, message: index, response, injected: false }
    const parts = partsOf(message)
    for (const block of blocksOf(message, arrival, blocks.length, chars4, (id) => linked.get(id) ?? null)) {
      if (block.call !== null) linked.set(block.call.id, block)
      const part = parts[block.part]
      blocks.push(block)
      texts.push(part === undefined ? '' : textOf(part))
    }
    if (response) turn++
  })
  return { blocks, texts }
}
