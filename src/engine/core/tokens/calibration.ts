import type { Ratio, Tokens } from '../units.ts'

/** One recorded call: what was counted for the blocks new in it, and what its usage says in all. */
export interface MeasuredCall {
  /** Counted tokens of each block that is in this prompt and in none before. */
  readonly counted: readonly Tokens[]
  /** Recorded input of the call, cache included; null where the log has none. */
  readonly input: Tokens | null
  /** The client edited its window before this call, and a replay undoes that: its prompt tells nothing of the steps up to it. */
  readonly edited?: boolean
}

/** What is known before any call was measured. */
export interface CalibrationStart {
  /**
   * True where the first call has no more than its own blocks, system prompt and tools among them: then all of its
   * prompt is growth, and fits them; default false.
   */
  readonly whole?: boolean
  /** Recorded tokens per counted one of other logs of the same tokenizer; missing where nobody measured any. */
  readonly prior?: Ratio
}

export interface Calibration {
  /** Tokens of each block, in the order given. */
  readonly tokens: readonly (readonly Tokens[])[]
  /** Tokens of the first prompt that the log shows nothing of: system prompt and tools; 0 where usage explains itself. */
  readonly unexplained: Tokens
  /** Tokens by which each prompt grew beyond what its new texts can cost; 0 for most. */
  readonly growth: readonly Tokens[]
  /**
   * What is to be added to the sum of all blocks from each call on, on top of what the calls before said: below 0 where a
   * prompt lost something that nobody tells of, above 0 where it came back. Their sum is never above 0.
   */
  readonly adjustments: readonly Tokens[]
  /** Recorded tokens per counted one, as known when each call was made; the prior, or 1, before there is a figure. */
  readonly ratios: readonly Ratio[]
  /** The same over the whole trace; for people, never for a decision. */
  readonly ratio: Ratio
  /** The sums of the steps that the ratio is from. */
  readonly plain: { readonly recorded: Tokens; readonly counted: Tokens }
}

/** A step whose recorded growth is outside these multiples of its count was not plain growth (an edit, a retry). */
const LEAST = 0.4
const MOST = 2.5
/** The same around a ratio that is known from so many counted tokens, or from other logs. */
const LEAST_OF_KNOWN = 0.5
const MOST_OF_KNOWN = 1.6
const KNOWN_FROM: Tokens = 1000
/** What a provider sets around a block may cost so much more than its text: ids, names, the syntax of a call. */
const AROUND_A_BLOCK: Tokens = 64

/**
 * Fits per-block counts to recorded usage (TOK-2), so that the sum of all blocks, growth and adjustments is what each call
 * recorded. Between two calls the prompt grew by what the blocks between them cost: that growth is shared among them in
 * proportion to their counts, to whole tokens. A step that grew more than texts can cost, or less, was made of something
 * else too: its blocks take the ratio of the plain steps before it, and the rest is growth that nothing in the log
 * explains, or an adjustment. Growth first pays back what was adjusted. Nothing is fitted by what comes later (EDIT-4).
 * What the first call holds beyond its own blocks is the unrecorded system prompt and tools.
 *
 * @param calls in their order, with the tokens counted of each new block and the recorded input, which may be null
 * @returns tokens for each block, whole numbers, and what no block explains; a ratio of 1 where nothing was recorded
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
    } else if (isPlain(grown, step)) {
      // The first prompt of which only texts are known may hold other things as well: no ratio is learnt from it.
      if (!opens) {
        recorded += grown
        counted += step
      }
      settle(grown)
    } else {
      settle(explained)
      rest(index, grown - explained)
    }
  }
  settle(Math.round(total(pending.flatMap((one) => one.counted)) * ratio()))
  return { tokens, unexplained, growth, adjustments, ratios, ratio: ratio(), plain: { recorded, counted } }

  function isPlain(grown: Tokens, step: Tokens): boolean {
    const blocks = pending.reduce((sum, one) => sum + one.counted.length, 0)
    const around = AROUND_A_BLOCK * blocks
    const isKnown = counted >= KNOWN_FROM || prior !== undefined
    const [least, most] = isKnown ? [LEAST_OF_KNOWN * ratio(), MOST_OF_KNOWN * ratio()] : [LEAST, MOST]
    return blocks > 0 && grown >= least * step && grown <= most * step + around
  }

  function rest(index: number, tokens: Tokens): void {
    adjustments[index] = tokens < 0 ? tokens : Math.min(tokens, 0 - owed)
    owed += adjustments[index]
    growth[index] = tokens - adjustments[index]
  }

  function settle(goal: Tokens): void {
    const weights = pending.flatMap((one) => one.counted)
    const shares = share(weights, goal)
    // What was counted as nothing is no text that growth could be shared among by its length.
    if (total(weights) === 0 && goal > 0 && weights.length > 0) shares[0] = goal
    let from = 0
    for (const one of pending) {
      tokens[one.index] = shares.slice(from, from + one.counted.length)
      from += one.counted.length
    }
    pending = []
  }
}

/** One call of a client that manages its window: what its request counted, and what its usage says of the same request. */
export interface SentCall {
  /** Counted tokens of the request as it was sent, overhead included; null where nobody counted it. */
  readonly counted: Tokens | null
  /** Recorded input of the call, cache included; null where it has none. */
  readonly input: Tokens | null
}

/** Recorded tokens per counted one, 1 before there is a figure. */
export interface SentRatios {
  /** As known before each call, which its request was made by. */
  readonly before: readonly number[]
  /** As known after each call, which its response came with. */
  readonly after: readonly number[]
  /** After the last; null where no call tells. */
  readonly ratio: number | null
}

/**
 * The same figure for a conversation that goes on (TOK-2). What such a client sent is not the sum of what came before, but
 * the request that was sent was counted, and usage says what it came to. From one such call to the next the request grew
 * or shrank by so much as counted and by so much as billed: the ratio is that of the sums of these steps. Steps and not
 * prompts, because a provider bills something for tools whatever the texts are, and a short prompt would look dear by it.
 *
 * Nothing is fitted by what comes later, not even a request by its own usage: what a turn counts is what the client knew
 * when it decided what to send, and it never changes (EDIT-4). A step outside the multiples of a plain one, or in which
 * one figure grew and the other shrank, was made of something else, and tells nothing.
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
 * Tokens of a block by a ratio. The overhead of its message is fitted along with the block that bears it but stays the
 * window's to count: a message costs it whole, whichever of its blocks is left (TOK-3).
 *
 * @param overhead of its message as counted, for the first block of one; 0 for all others
 */
export function fittedTokens(counted: Tokens, overhead: Tokens, ratio: number): Tokens {
  return Math.max(0, Math.round((counted + overhead) * ratio) - overhead)
}

/** Splits `goal` in proportion to `weights` into whole numbers that sum to it: largest remainders first, then the earlier. */
export function share(weights: readonly number[], goal: number): number[] {
  const whole = total(weights)
  if (whole === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (weight * goal) / whole)
  const floors = exact.map(Math.floor)
  let left = goal - total(floors)
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of order) {
    if (left <= 0) break
    floors[index] = (floors[index] ?? 0) + 1
    left -= 1
  }
  return floors
}

function total(numbers: readonly number[]): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

/** How far counts are from what was recorded, where nothing was fitted to it and nothing stands for what no text explains. */
export interface HeldOutError {
  /** Calls whose prompt was compared. */
  readonly calls: number
  /** Of |counted − recorded| / recorded over these calls. */
  readonly median: Ratio
  readonly p95: Ratio
  /** (counted − recorded) / recorded of the largest prompts of either. */
  readonly peak: Ratio
}

/** The calls of one window, and how many of them the first half of the log holds. */
export interface SplitWindow {
  readonly calls: readonly MeasuredCall[]
  readonly fitted: number
  readonly start: CalibrationStart
}

/**
 * The error of counts that were fitted on the first half of a log and are measured on its second (TOK-5): one ratio, from
 * the plain steps of the first half; from the last prompt of that half on, each prompt is the one before it and the new
 * texts on that ratio. A window that opens later begins with its first prompt, whose system prompt and tools nobody can
 * foresee. After an edit of the client's that a replay undoes, the recorded prompt is taken as it is.
 *
 * @returns null where the first half tells no ratio, or the second has nothing to compare
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

/** The smallest of sorted figures that at least this share of them does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
