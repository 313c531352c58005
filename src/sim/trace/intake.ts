import { calibrate } from '../../engine/index.ts'
import {
  blocksOf,
  fittedTokens,
  heldOutError,
  remembered,
  sentRatios,
  sumOfMedia,
  systemBlock,
  textOf,
  toolBlock,
} from '../../engine/internal.ts'
import type {
  Block,
  BlockId,
  HeldOutError,
  Message,
  MeasuredCall,
  MessageIndex,
  Part,
  Ratio,
  SplitWindow,
  TokenCounter,
  Tokens,
  ToolDefinition,
  Turn,
} from '../../engine/index.ts'
import { factorOf, modelOf } from './model-of.ts'
import type { CountFactor } from './model-of.ts'
import type { Trace, TraceTurn } from './trace.ts'
import { sized, withInferred } from './inferred.ts'
import type { Inferred } from './inferred.ts'
import { uniqueCalls } from './recorded-acts.ts'
import { atOnce } from './at-once.ts'

/** A trace after intake: split into blocks, counted once, fitted to its recorded usage. Independent of any config. */
export interface Intake {
  readonly trace: Trace
  /** The trace's messages, every call with an id of its own. */
  readonly messages: readonly Message[]
  /** Every block of every window, by id. */
  readonly blocks: readonly Block[]
  /** Ids that arrive in a turn, and those of its response. */
  readonly inputs: readonly (readonly BlockId[])[]
  readonly responses: readonly (readonly BlockId[])[]
  /** Tokens of a text made in a turn of a run, on the scale that the blocks have by then (EDIT-4). */
  readonly count: (text: string, turn: Turn) => Tokens
  readonly messageOverhead: Tokens
  readonly counter: { readonly name: TokenCounter['name']; readonly exact: boolean }
  /**
   * What a turn adds to the sum of the blocks before its call: below 0 if the recorded prompt lost something that the
   * log does not mention (LED-1). Only turns that add something are in it.
   */
  readonly adjustments: ReadonlyMap<Turn, Tokens>
  /** Recorded tokens per counted token; null without recorded usage. */
  readonly calibration: number | null
  /** The factor applied to counts without recorded usage (TOK-5); null if none is known, or usage was recorded. */
  readonly factor: CountFactor | null
  /** How the counts were fitted to recorded usage; null without usage. */
  readonly fit: CountFit | null
  /** Blocks by their message. */
  readonly ofMessage: ReadonlyMap<MessageIndex, readonly BlockId[]>
  text(block: BlockId): string
  part(block: BlockId): Part | null
  tool(block: BlockId): ToolDefinition | null
}

/** The effect of fitting to recorded usage, and the error of the counts without it. */
export interface CountFit {
  /**
   * The error without blocks for unexplained tokens, on the second half of the calls with a ratio from the first half;
   * null if there are too few calls.
   */
  readonly heldOut: HeldOutError | null
  /** Tokens of blocks for unexplained growth, without the setup of requests, and their share of all tokens. */
  readonly unexplained: Tokens
  readonly unexplainedShare: Ratio
  /** The largest unexplained loss of a recorded prompt against its blocks; 0 or below. */
  readonly lost: Tokens
}

/** The intakes of each counter, one for each trace. */
const intakes = (calibrated: boolean) =>
  remembered((counter: TokenCounter) =>
    remembered((trace: Trace) => atOnce(takeInSteps(trace, counter, calibrated))),
  )
const calibratedBy = intakes(true)
const plainBy = intakes(false)

/**
 * Splits a trace into blocks and counts them, once for all lanes of a comparison and for all runs with the same counter.
 *
 * @param calibrated fit the counts to recorded usage if the trace has it (TOK-2); default true
 */
export function takeIn(trace: Trace, counter: TokenCounter, calibrated = true): Intake {
  return (calibrated ? calibratedBy : plainBy)(counter)(trace)
}

/** The same in steps of about one turn, so that a worker can show progress and cancel it. */
export function* takeInSteps(
  trace: Trace,
  plain: TokenCounter,
  calibrated = true,
): Generator<{ readonly done: number; readonly total: number }, Intake, void> {
  const messages = uniqueCalls(trace.messages)
  const images = modelOf(trace).known?.images
  const counter = images === undefined ? plain : { ...plain, images }
  const blocks = yield* cut(trace, messages, counter)
  const { messageOverhead } = counter
  const measured = trace.turns.find((turn) => turn.usage !== null)?.usage
  if (!calibrated || measured === undefined || measured === null) {
    // A live conversation is fitted once its first calls return, and earlier counts must not change then.
    const factor = calibrated && trace.source.kind !== 'live' ? factorOf(trace, counter.name) : null
    const { blocks: fitted, ratios } = onScale(trace, blocks, factor?.ratio ?? 1)
    return yield* finish(trace, messages, fitted, counter, { ratio: null, ratios, messageOverhead, factor })
  }
  if (measured.counted !== undefined) {
    const { blocks: fitted, ...fit } = fitToSent(trace, blocks, counter)
    return yield* finish(trace, messages, fitted, counter, { ...fit, messageOverhead })
  }
  const { blocks: fitted, ...fit } = fitToGrowth(trace, blocks, counter)
  // Recorded usage already contains message overhead, so fitted blocks include it.
  return yield* finish(trace, messages, fitted, counter, { ...fit, messageOverhead: 0 })
}

/** Blocks between two steps. */
const STEP = 4096

/** The scale of an intake's tokens. */
interface Scale {
  /** See `Intake.calibration`. */
  readonly ratio: number | null
  /** As known in each turn; missing turns have 1. */
  readonly ratios: readonly number[]
  readonly messageOverhead: Tokens
  /** See `Intake.adjustments`. */
  readonly adjustments?: ReadonlyMap<Turn, Tokens>
  readonly factor?: CountFactor | null
  readonly fit?: CountFit
}

function* finish(
  trace: Trace,
  messages: readonly Message[],
  blocks: readonly Block[],
  counter: TokenCounter,
  { ratio, ratios, messageOverhead, adjustments = new Map<Turn, Tokens>(), factor = null, fit }: Scale,
): Generator<{ readonly done: number; readonly total: number }, Intake, void> {
  const inputs: BlockId[][] = trace.turns.map(() => [])
  const responses: BlockId[][] = trace.turns.map(() => [])
  const ofMessage = new Map<MessageIndex, BlockId[]>()
  for (const block of blocks) {
    if (block.id % STEP === 0) yield { done: trace.turns.length, total: trace.turns.length }
    ;(block.response ? responses : inputs)[block.turn]?.push(block.id)
    if (block.message < 0) continue
    const list = ofMessage.get(block.message)
    if (list === undefined) ofMessage.set(block.message, [block.id])
    else list.push(block.id)
  }
  const firstTool = blocks.findIndex((block) => block.type === 'tool_definition')
  const part = (id: BlockId): Part | null => {
    const block = blocks[id]
    if (block === undefined || block.message < 0) return null
    return partAt(messages[block.message], block.part)
  }
  const tool = (id: BlockId): ToolDefinition | null =>
    blocks[id]?.type === 'tool_definition' ? (trace.tools[id - firstTool] ?? null) : null
  return {
    trace,
    messages,
    blocks,
    inputs,
    responses,
    messageOverhead,
    adjustments,
    count: (text, turn) => Math.ceil(counter.count(text) * (ratios[turn] ?? 1)),
    counter: { name: counter.name, exact: counter.exact },
    calibration: ratio,
    factor,
    fit: fit ?? null,
    ofMessage,
    part,
    tool,
    text(id) {
      const block = blocks[id]
      if (block?.type === 'system_prompt' && block.message < 0) return block.inferred ? '' : trace.system
      const definition = tool(id)
      if (definition !== null) return JSON.stringify(definition)
      const own = part(id)
      return own === null ? '' : textOf(own)
    },
  }
}

function partAt(message: Message | undefined, index: number): Part | null {
  if (message === undefined) return null
  if (typeof message.content === 'string') return { type: 'text', text: message.content }
  return message.content[index] ?? null
}

/** Blocks with counted tokens: system prompt and tools first, then messages in the order of arrival. */
function* cut(
  trace: Trace,
  messages: readonly Message[],
  counter: TokenCounter,
): Generator<{ done: number; total: number }, readonly Block[], void> {
  const blocks: Block[] = []
  if (trace.system !== '') {
    blocks.push(systemBlock(blocks.length, counter.count(trace.system), 0, 0, false))
  }
  for (const tool of trace.tools) blocks.push(toolBlock(blocks.length, tool, 0, 0, counter))
  const lastOf = new Map<string, Block>()
  const injected = new Set(trace.injected)
  const summaries = new Set(trace.summaries)
  for (const turn of trace.turns) {
    yield { done: turn.turn, total: trace.turns.length }
    const arrivals = turn.inputs.map((message) => ({ message, response: false }))
    if (turn.response !== null) arrivals.push({ message: turn.response, response: true })
    for (const { message, response } of arrivals) {
      const content = messages[message]
      if (content === undefined) continue
      const arrival = {
        turn: turn.turn,
        window: turn.window,
        message,
        response,
        injected: injected.has(message),
        summary: summaries.has(message),
      }
      const made = blocksOf(content, arrival, blocks.length, counter, (id) => lastOf.get(id) ?? null)
      for (const block of made) {
        if (block.call !== null) lastOf.set(block.call.id, block)
        blocks.push(block)
      }
    }
  }
  const counts = trace.counts
  if (counts === null || counts.counter !== counter.name || counts.tokens.length !== blocks.length) {
    return blocks
  }
  return blocks.map((block, index) => sized(block, counts.tokens[index] ?? block.tokens))
}

/**
 * Blocks of a conversation whose requests were counted when they were sent: arrivals before a call use the scale known
 * before it, its response the scale known after it. Before the second usage, blocks stay as counted.
 */
function fitToSent(
  trace: Trace,
  blocks: readonly Block[],
  counter: TokenCounter,
): Omit<Scale, 'messageOverhead'> & { readonly blocks: readonly Block[] } {
  const { before, after, ratio } = sentRatios(
    trace.turns.map(({ usage }) => ({
      counted: usage?.counted?.[counter.name] ?? null,
      input: usage?.input ?? null,
    })),
  )
  let message = -1
  const fitted = blocks.map((block) => {
    const bears = block.message >= 0 && block.message !== message
    if (block.message >= 0) message = block.message
    const scale = (block.response ? after : before)[block.turn] ?? 1
    const tokens = fittedTokens(block.tokens, bears ? counter.messageOverhead : 0, scale)
    return sized(block, tokens)
  })
  return { blocks: fitted, ratio, ratios: before }
}

/**
 * Blocks of a log without usage, on the scale of its model. Pictures, documents and audio already use the model's own
 * rule, and the window counts the overhead of a message.
 */
function onScale(
  { turns }: Trace,
  blocks: readonly Block[],
  ratio: Ratio,
): Pick<Scale, 'ratios'> & { readonly blocks: readonly Block[] } {
  if (ratio === 1) return { blocks, ratios: [] }
  const scaled = blocks.map((block) => {
    const media = sumOfMedia(block.media)
    return { ...block, tokens: media + Math.round((block.tokens - media) * ratio) }
  })
  return { blocks: scaled, ratios: turns.map(() => ratio) }
}

/**
 * Blocks fitted to recorded usage, window by window, with separate blocks for tokens that no text of the log explains.
 */
function fitToGrowth(
  trace: Trace,
  blocks: readonly Block[],
  counter: TokenCounter,
): Omit<Scale, 'messageOverhead'> & { readonly blocks: readonly Block[] } {
  const tokens = blocks.map((block) => block.tokens)
  const inferred: Inferred[] = []
  let mainRatio = 1
  const ratios: number[] = []
  const adjustments = new Map<Turn, Tokens>()
  const prior = factorOf(trace, counter.name)?.ratio
  const measured: SplitWindow[] = []
  const half = halfOf(trace)
  let owed = 0
  let lost = 0
  const fits = trace.windows.map((window) => {
    const turns = trace.turns.filter((turn) => turn.window === window.id)
    const steps = stepsOf(blocks, turns, window.id, counter)
    const calls = measuredCalls(trace, turns, steps)
    const start = {
      // System prompt and tools are in the main window.
      whole: window.id === 0 && trace.system !== '' && trace.tools.length > 0,
      ...(prior !== undefined && { prior }),
    }
    measured.push({ calls, fitted: turns.filter(({ turn }) => turn < half).length, start })
    return { window, turns, steps, calibration: calibrate(calls, start) }
  })
  for (const { window, turns, steps, calibration } of fits) {
    owed = 0
    steps.forEach((step, index) => {
      step.forEach(({ id }, position) => {
        tokens[id] = calibration.tokens[index]?.[position] ?? tokens[id] ?? 0
      })
    })
    if (window.id === 0) mainRatio = calibration.ratio
    /** The largest that its system prompt and tools can be, by the usage right after each compaction. */
    const setups = [
      ...fits.flatMap((next) =>
        next.window.kind === 'continuation' && next.window.parent === window.id
          ? [next.calibration.unexplained]
          : [],
      ),
      ...turns.flatMap(({ turn, usage }) => {
        const edit = trace.recordedEdits.find((one) => one.turn === turn && one.kind === 'compaction')
        if (edit === undefined || edit.part !== undefined || usage === null) return []
        const arrived = sumOf(
          blocks
            .filter((block) => block.turn === turn && !block.response)
            .map((block) => ({ ...block, tokens: tokens[block.id] ?? block.tokens })),
        )
        return [usage.input - arrived - counter.count(edit.summary ?? '') * calibration.ratio]
      }),
    ]
    turns.forEach(({ turn }, index) => {
      ratios[turn] = calibration.ratios[index] ?? 1
      const opening = index === 0 ? calibration.unexplained : 0
      // If the log lacks a system prompt or tools, the unexplained part of its first call is theirs, but for what a
      // compaction removed: that is conversation from before the log.
      const setup = trace.lacksOverhead ? setupIn(opening, setups) : 0
      if (setup > 0) inferred.push({ turn, window: window.id, tokens: setup, isSetup: true })
      if (opening > setup) inferred.push({ turn, window: window.id, tokens: opening - setup, isSetup: false })
      const growth = calibration.growth[index] ?? 0
      if (growth > 0) inferred.push({ turn, window: window.id, tokens: growth, isSetup: false })
      const adjustment = calibration.adjustments[index] ?? 0
      if (adjustment !== 0) adjustments.set(turn, adjustment)
      owed += adjustment
      lost = Math.min(lost, owed)
    })
  }
  inferred.sort((one, other) => one.turn - other.turn)
  const fitted = withInferred(blocks, tokens, inferred, counter)
  const all = sumOf(fitted)
  const unexplained = sumOf(fitted.filter((block) => block.unexplained === true))
  const fit = {
    heldOut: heldOutError(measured),
    unexplained,
    unexplainedShare: unexplained / Math.max(1, all),
    lost,
  }
  return { blocks: fitted, ratio: mainRatio, ratios, adjustments, fit }
}

/** What is system prompt and tools of tokens that no text explains, by the largest that these can be. */
function setupIn(unexplained: Tokens, most: readonly Tokens[]): Tokens {
  const least = Math.max(0, Math.round(Math.min(...most)))
  return unexplained - least > BEYOND_ERROR * unexplained ? least : unexplained
}

/** Counts of a summary and of arrivals err by less than this share. */
const BEYOND_ERROR = 0.1

/** The first turn of the second half of the calls that recorded their usage. */
function halfOf({ turns }: Trace): Turn {
  const calls = turns.filter(({ usage }) => usage !== null)
  return calls[Math.floor(calls.length / 2)]?.turn ?? 0
}

function sumOf(blocks: readonly Block[]): Tokens {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** The calls of a window with what was counted for each. */
function measuredCalls(
  { recordedEdits }: Pick<Trace, 'recordedEdits'>,
  turns: readonly Pick<TraceTurn, 'turn' | 'window' | 'usage'>[],
  steps: readonly (readonly { readonly counted: Tokens }[])[],
): MeasuredCall[] {
  const edited = new Set(recordedEdits.map(({ turn }) => turn))
  return steps.map((step, index) => ({
    counted: step.map((one) => one.counted),
    input: turns[index]?.usage?.input ?? null,
    edited: edited.has(turns[index]?.turn ?? -1),
  }))
}

/** Blocks new in each call of a window: the inputs of its turn and the response of the previous turn. */
function stepsOf(
  blocks: readonly Block[],
  turns: readonly { readonly turn: Turn }[],
  window: number,
  counter: TokenCounter,
): { id: BlockId; counted: Tokens }[][] {
  const position = new Map(turns.map((turn, index) => [turn.turn, index]))
  const steps: { id: BlockId; counted: Tokens }[][] = turns.map(() => [])
  let message = -1
  for (const block of blocks) {
    if (block.window !== window) continue
    const index = (position.get(block.turn) ?? 0) + (block.response ? 1 : 0)
    const overhead = block.message >= 0 && block.message !== message ? counter.messageOverhead : 0
    if (block.message >= 0) message = block.message
    // The cost of the last response is in no later prompt; it is counted with the overall ratio.
    const step = steps[index] ?? (steps[index] = [])
    step.push({ id: block.id, counted: block.tokens + overhead })
  }
  return steps
}
