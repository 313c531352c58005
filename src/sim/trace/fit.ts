import { calibrate } from '../../engine/index.ts'
import { fittedTokens, heldOutError, sentRatios } from '../../engine/internal.ts'
import type {
  Block,
  BlockId,
  HeldOutError,
  MeasuredCall,
  Ratio,
  SplitWindow,
  TokenCounter,
  Tokens,
  Turn,
} from '../../engine/index.ts'
import { withInferred } from './inferred.ts'
import type { Inferred } from './inferred.ts'
import type { CountFactor } from './model-of.ts'
import { factorOf } from './model-of.ts'
import { measuredAfter } from './recorded-acts.ts'
import { sized } from './sized.ts'
import type { Trace, TraceTurn } from './trace.ts'

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

/** The scale of an intake's tokens. */
export interface Scale {
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

/**
 * Blocks fitted to the usage that their calls recorded (TOK-2).
 *
 * @param asSent each request was counted when it was sent
 */
export function fitToUsage(
  trace: Trace,
  blocks: readonly Block[],
  counter: TokenCounter,
  asSent: boolean,
): Scale & { readonly blocks: readonly Block[] } {
  if (asSent) return { ...fitToSent(trace, blocks, counter), messageOverhead: counter.messageOverhead }
  // Recorded usage already contains message overhead, so fitted blocks include it.
  return { ...fitToGrowth(trace, blocks, counter), messageOverhead: 0 }
}

/** Fetches what fits counts to usage: a file of its own in the worker, and here at once. */
export async function loadFit(): Promise<void> {}

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
      ...turns.flatMap((turn) => {
        const edit = trace.recordedEdits.find((one) => one.turn === turn.turn && one.kind === 'compaction')
        const call = measuredAfter(trace, turn)
        if (edit === undefined || edit.part !== undefined || !call?.usage) return []
        const arrived = sumOf(
          blocks
            .filter((block) => block.window === window.id && block.turn >= turn.turn)
            .filter((block) => block.turn < call.turn || (block.turn === call.turn && !block.response))
            .map((block) => ({ ...block, tokens: tokens[block.id] ?? block.tokens })),
        )
        return [call.usage.input - arrived - counter.count(edit.summary ?? '') * calibration.ratio]
      }),
    ]
    turns.forEach(({ turn }, index) => {
      ratios[turn] = calibration.ratios[index] ?? 1
      const opening = index === 0 ? calibration.unexplained : 0
      // If the log lacks a system prompt or tools, the unexplained part of its first call is theirs, but for what a
      // compaction removed: that is conversation from before the log. All of it may be where the log says that it lacks some.
      const isUnknown = window.continued === true && setups.length === 0
      const setup = trace.lacksOverhead && !isUnknown ? setupIn(opening, setups) : 0
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
  const edits = new Set(recordedEdits.map(({ turn }) => turn))
  let isEdited = false
  return steps.map((step, index) => {
    const input = turns[index]?.usage?.input ?? null
    // The first prompt that was measured since an edit tells of it, if the reply right after it has no usage.
    const edited = isEdited || edits.has(turns[index]?.turn ?? -1)
    isEdited = edited && input === null
    return { counted: step.map((one) => one.counted), input, edited }
  })
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
