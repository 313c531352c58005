import { shared, total } from '../number/share.ts'
import type { Ratio, Tokens } from '../units.ts'

/** One recorded call: counts of its new blocks, and its recorded usage. */
export interface MeasuredCall {
  /** Counted tokens of each block that is in this prompt and in no earlier one. */
  readonly counted: readonly Tokens[]
  /** Recorded input of the call, including cached tokens; null if the log has none. */
  readonly input: Tokens | null
  /**
   * The client edited its window before this call, and a replay undoes that, so its prompt says nothing about the steps
   * up to it.
   */
  readonly edited?: boolean
}

/** What is known before any call was measured. */
export interface CalibrationStart {
  /**
   * True if the first call contains only its own blocks, including system prompt and tools: then its whole prompt is
   * growth that fits them; default false.
   */
  readonly whole?: boolean
  /** Ratio of recorded to counted tokens in other logs of the same tokenizer; missing if unmeasured. */
  readonly prior?: Ratio
}

export interface Calibration {
  /** Tokens of each block, in the order given. */
  readonly tokens: readonly (readonly Tokens[])[]
  /** Tokens of the first prompt that are not in the log: system prompt and tools; 0 if its blocks explain the usage. */
  readonly unexplained: Tokens
  /** Tokens by which each prompt grew beyond the maximum cost of its new texts; 0 for most. */
  readonly growth: readonly Tokens[]
  /**
   * Tokens to add to the sum of all blocks from each call on, in addition to those of earlier calls: negative if a
   * prompt lost something without a record, positive if it came back. Their sum is never above 0.
   */
  readonly adjustments: readonly Tokens[]
  /**
   * Recorded tokens per counted token, as known when each call was made; before the first measurement the prior, or 1.
   */
  readonly ratios: readonly Ratio[]
  /** The same over the whole trace; for display, never for a decision. */
  readonly ratio: Ratio
  /** The sums of the steps that the ratio is computed from. */
  readonly plain: { readonly recorded: Tokens; readonly counted: Tokens }
}

/**
 * A step is not plain growth (but an edit or a retry) if its recorded growth is outside these multiples of its count.
 */
const LEAST = 0.4
const MOST = 2.5
/** The same bounds around a known ratio: one measured over enough counted tokens, or taken from other logs. */
const LEAST_OF_KNOWN = 0.5
const MOST_OF_KNOWN = 1.6
const KNOWN_FROM: Tokens = 1000
/** Maximum tokens that a provider adds around a block: ids, names, the syntax of a call. */
const AROUND_A_BLOCK: Tokens = 64

/**
 * Fits per-block counts to recorded usage (TOK-2), so that all blocks, growth and adjustments sum to what each call
 * recorded. Between two calls the prompt grew by the cost of the blocks between them: that growth is divided among them
 * in proportion to their counts, in whole tokens. If a step grew more or less than its texts can cost, it contained
 * something else: its blocks use the ratio of the plain steps before it, and the rest is unexplained growth or an
 * adjustment. Growth first offsets earlier negative adjustments. Later calls never change earlier counts (EDIT-4). The
 * part of the first call beyond its own blocks is the unrecorded system prompt and tools.
 *
 * @param calls in order, with the counted tokens of each new block and the recorded input, which may be null
 * @returns tokens for each block, as whole numbers, and tokens that no block explains; the ratio is 1 if nothing was
 *   recorded
 */
export function calibrate(
  calls: readonly MeasuredCall[],
  { whole = false, prior }: CalibrationStart = {},
): Calibration {
  const tokens: (readonly Tokens[])[] = calls.map(() => [])
  const growth: Tokens[] = calls.map(() => 0)
  const adjustments: Tokens[] = calls.map(() => 0)
  const ratios: Ratio[] = []
  let recorded = 0
  let counted = 0
  let known: Tokens | null = null
  let owed = 0
  let unexplained = 0
  let pending: { index: number; counted: readonly Tokens[] }[] = []
  const ratio = (): Ratio =>
    counted >= KNOWN_FROM || (counted > 0 && prior === undefined) ? recorded / counted : (prior ?? 1)
  for (const [index, call] of calls.entries()) {
    ratios.push(ratio())
    pending.push({ index, counted: call.counted })
    if (call.input === null) continue
    const step = total(pending.flatMap((one) => one.counted))
    const grown: Tokens = call.input - (known ?? 0)
    const explained = Math.round(step * ratio())
    const opens = known === null && !whole
    known = call.input
    if (call.edited === true && !opens) {
      settle(explained)
    } else if (opens && grown >= explained) {
      settle(explained)
      unexplained = grown - explained
    } else if (sideOf(grown, step) === 'plain') {
      // If only the texts of the first prompt are known, it may contain other things as well: no ratio is learned from
      // it.
      if (!opens) {
        recorded += grown
        counted += step
      }
      settle(grown)
    } else {
      // A ratio of a few words may be above what the texts of a step can cost; a step above that lost nothing.
      const own = sideOf(grown, step) === 'above' ? Math.min(explained, grown) : explained
      settle(own)
      rest(index, grown - own)
    }
  }
  settle(Math.round(total(pending.flatMap((one) => one.counted)) * ratio()))
  return { tokens, unexplained, growth, adjustments, ratios, ratio: ratio(), plain: { recorded, counted } }

  function sideOf(grown: Tokens, step: Tokens): 'below' | 'plain' | 'above' {
    const blocks = pending.reduce((sum, one) => sum + one.counted.length, 0)
    const around = AROUND_A_BLOCK * blocks
    const isKnown = counted >= KNOWN_FROM || prior !== undefined
    const [least, most] = isKnown ? [LEAST_OF_KNOWN * ratio(), MOST_OF_KNOWN * ratio()] : [LEAST, MOST]
    if (grown < least * step) return 'below'
    return blocks > 0 && grown <= most * step + around ? 'plain' : 'above'
  }

  function rest(index: number, tokens: Tokens): void {
    adjustments[index] = tokens < 0 ? tokens : Math.min(tokens, 0 - owed)
    owed += adjustments[index]
    growth[index] = tokens - adjustments[index]
  }

  function settle(goal: Tokens): void {
    const weights = pending.flatMap((one) => one.counted)
    const shares = shared(weights, goal)
    // If all counts are 0, growth cannot be divided in proportion, so the first block gets it.
    if (total(weights) === 0 && goal > 0 && weights.length > 0) shares[0] = goal
    let from = 0
    for (const one of pending) {
      tokens[one.index] = shares.slice(from, from + one.counted.length)
      from += one.counted.length
    }
    pending = []
  }
}

/**
 * One call of a client that manages its window: the count of its request, and the recorded usage of the same request.
 */
export interface SentCall {
  /** Counted tokens of the request as sent, including overhead; null if it was not counted. */
  readonly counted: Tokens | null
  /** Recorded input of the call, including cached tokens; null if there is none. */
  readonly input: Tokens | null
}

/** Recorded tokens per counted token, 1 before the first measurement. */
export interface SentRatios {
  /** As known before each call, when its request was made. */
  readonly before: readonly number[]
  /** As known after each call, when its response arrived. */
  readonly after: readonly number[]
  /** After the last call; null if no call gives a figure. */
  readonly ratio: number | null
}

/**
 * The same ratio for a live conversation (TOK-2). The request of such a client is not the sum of all earlier blocks,
 * but the request was counted when it was sent, and usage reports its size. From one such call to the next, the request
 * grew or shrank by a counted and by a billed number of tokens: the ratio is that of the sums of these steps. Steps are
 * used instead of whole prompts because a provider also bills tools, which would make the ratio of a short prompt too
 * high.
 *
 * Nothing is fitted with later data, not even a request with its own usage: a turn uses what the client knew when it
 * decided what to send, and it never changes (EDIT-4). A step outside the bounds of a plain step, or in which one
 * figure grew and the other shrank, had another cause and is ignored.
 */
export function sentRatios(calls: readonly SentCall[]): SentRatios {
  const before: number[] = []
  const after: number[] = []
  let recorded = 0
  let counted = 0
  let last: { readonly counted: Tokens; readonly input: Tokens } | null = null
  const ratio = (): number => (counted === 0 ? 1 : recorded / counted)
  for (const { counted: own, input } of calls) {
    before.push(ratio())
    if (own !== null && input !== null) {
      const step = last === null ? 0 : own - last.counted
      const billed = last === null ? 0 : (input - last.input) * Math.sign(step)
      if (step !== 0 && billed >= LEAST * Math.abs(step) && billed <= MOST * Math.abs(step)) {
        recorded += billed
        counted += Math.abs(step)
      }
      last = { counted: own, input }
    }
    after.push(ratio())
  }
  return { before, after, ratio: counted === 0 ? null : ratio() }
}

/**
 * Tokens of a block by a ratio. The overhead of its message is fitted along with the block that carries it, but the
 * window still counts it: a message costs its whole overhead, whichever of its blocks is left (TOK-3).
 *
 * @param overhead of its message as counted, for the first block of one; 0 for all others
 */
export function fittedTokens(counted: Tokens, overhead: Tokens, ratio: number): Tokens {
  return Math.max(0, Math.round((counted + overhead) * ratio) - overhead)
}

/** The error of counts against recorded usage that they were not fitted to, without blocks for unexplained tokens. */
export interface HeldOutError {
  /** Calls whose prompt was compared. */
  readonly calls: number
  /** Median of |counted − recorded| / recorded over these calls. */
  readonly median: Ratio
  readonly p95: Ratio
  /** (largest counted prompt − largest recorded prompt) / largest recorded prompt. */
  readonly peak: Ratio
}

/** The calls of one window, and how many of them are in the first half of the log. */
export interface SplitWindow {
  readonly calls: readonly MeasuredCall[]
  readonly fitted: number
  readonly start: CalibrationStart
}

/**
 * The error of counts that were fitted on the first half of a log and measured on its second half (TOK-5). One ratio
 * comes from the plain steps of the first half. From the last prompt of that half on, each prompt is predicted as the
 * previous one plus the new texts times that ratio. A window that opens later starts from its first prompt, because its
 * system prompt and tools cannot be predicted. After an edit by the client that a replay undoes, the recorded prompt is
 * used.
 *
 * @returns null if the first half gives no ratio, or the second has nothing to compare
 */
export function heldOutError(windows: readonly SplitWindow[]): HeldOutError | null {
  let recorded = 0
  let counted = 0
  for (const { calls, fitted, start } of windows) {
    const { plain } = calibrate(calls.slice(0, fitted), start)
    recorded += plain.recorded
    counted += plain.counted
  }
  if (counted === 0) return null
  const ratio = recorded / counted
  const errors: Ratio[] = []
  let [most, mostRecorded] = [0, 0]
  for (const { calls, fitted } of windows) {
    let prompt: number | null = null
    let pending = 0
    for (const [index, { counted: blocks, input, edited }] of calls.entries()) {
      for (const tokens of blocks) pending += tokens
      if (input === null) continue
      if (index < fitted || prompt === null || edited === true) prompt = input
      else {
        prompt += ratio * pending
        errors.push(Math.abs(prompt - input) / Math.max(1, input))
        most = Math.max(most, prompt)
        mostRecorded = Math.max(mostRecorded, input)
      }
      pending = 0
    }
  }
  if (errors.length === 0) return null
  errors.sort((a, b) => a - b)
  return {
    calls: errors.length,
    median: quantile(errors, 0.5),
    p95: quantile(errors, 0.95),
    peak: (most - mostRecorded) / Math.max(1, mostRecorded),
  }
}

/** The smallest of sorted figures that at least this share of them do not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
