import type { WindowView } from '../../policy/window/view.ts'
import { inConversation, inPrompt } from '../../core/window/window.ts'
import { wouldOverflow, zoneOf, ZONES } from '../../pressure/pressure.ts'
import type { StageContext } from '../contract/stage.ts'

/** Counts of a window's contents, without folded and completely cleared entries. */
export interface WindowCount {
  readonly messages: number
  readonly exchanges: number
  readonly results: number
  readonly summaries: number
}

/** Counts a window. A block that a strategy made is a message of its own. Linear in the window. */
export function countWindow({ window, blocks }: WindowView): WindowCount {
  let messages = 0
  let exchanges = 0
  let results = 0
  let summaries = 0
  let message = -1
  /** About the current message: it contains user text, and it contains a result. */
  let speaks = false
  let answers = false
  const close = (): void => {
    if (speaks && !answers) exchanges += 1
    speaks = false
    answers = false
  }
  for (const [position, block] of blocks.entries()) {
    const entry = window.entries[position]
    if (entry === undefined || !inPrompt(entry) || !inConversation(block)) continue
    if (block.message < 0 || block.message !== message) {
      close()
      messages += 1
      message = block.message
    }
    if (block.type === 'user_message') speaks = true
    else if (block.type === 'tool_result') {
      answers = true
      results += 1
    } else if (block.type === 'summary') summaries += 1
  }
  close()
  return { messages, exchanges, results, summaries }
}

export type QuantityKind = 'number' | 'truth' | 'zone'

/** What a stage sees, and the counts of its window, made when first needed. */
export interface Seen {
  readonly view: WindowView
  readonly context: StageContext
  readonly count: () => WindowCount
}

/** Something about the turn that a condition may use, as it is when the step runs. */
export interface Quantity {
  readonly kind: QuantityKind
  readonly meaning: string
  /** '' for yes or no, and for the zone. */
  readonly unit: string
  /** Answering needs a pass over the whole window. */
  readonly counted: boolean
  /**
   * The plausible range of a comparison, ignoring sign and 0; null if any number is plausible, and for a quantity that
   * is not a number.
   */
  readonly usual: Usual | null
  /** The quantity with the same meaning as a share of the limit. */
  readonly asShare?: string
  /** 1 for yes, 0 for no; for a zone its index among the four. */
  of(seen: Seen): number
}

interface Usual {
  readonly least: number
  readonly most: number
  /** It can be negative. */
  readonly signed?: true
}

const MINUTE = 60_000
const MOST_TOKENS = 10_000_000
const MOST_COUNTED = 100_000

const SHARE: Usual = { least: 0, most: 2 }
const TOKENS: Usual = { least: 1, most: MOST_TOKENS }
/** No window and no limit is that small. */
const WINDOW: Usual = { least: 101, most: MOST_TOKENS }
const COUNT: Usual = { least: 1, most: MOST_COUNTED }
/** Predicted turns are a quotient, and minutes can be fractions. */
const PARTS: Usual = { least: 0.01, most: MOST_COUNTED }

/** Everything that a condition may name; the window is measured again before each step. */
export const quantities: Readonly<Record<string, Quantity>> = Object.freeze({
  utilization: share('Used tokens of the limit.', ({ view }) => view.window.used / view.limit),
  used: {
    ...tokens('Tokens in the window.', ({ view }) => view.window.used, WINDOW),
    asShare: 'utilization',
  },
  free: tokens(
    'Free tokens: limit − reserve − used; negative in an overflow.',
    ({ view }) => view.limit - view.reserve - view.window.used,
    { ...TOKENS, signed: true },
  ),
  limit: tokens('The limit of the window.', ({ view }) => view.limit, WINDOW),
  reserve: tokens('Reserved for the reply.', ({ view }) => view.reserve),
  zone: {
    kind: 'zone',
    meaning: 'The zone that the window is in: green, yellow, orange or red, in this order.',
    unit: '',
    counted: false,
    usual: null,
    of: ({ view }) => ZONES.indexOf(zoneOf(view.window.used / view.limit, view.thresholds)),
  },
  arrived: tokens(
    'Arrived since the previous turn, including its reply.',
    ({ view }) => view.reading.arrived,
  ),
  velocity: number(
    'tokens per turn',
    'Mean tokens that arrived per turn in the last turns (pressure.velocity_window).',
    ({ view }) => view.reading.velocity,
    TOKENS,
  ),
  turns_until_red: number(
    'turns',
    'Turns until the zone red at this velocity; infinite if the window is not filling.',
    ({ view }) => view.reading.turnsUntilRed ?? Infinity,
    PARTS,
  ),
  turns: number(
    'turns',
    'Turns of this window, this one included.',
    ({ view, context }) => view.turn - context.carried.opened + 1,
    COUNT,
  ),
  turns_since_asking: number(
    'turns',
    'Turns since the last model call for this window, or since it was opened.',
    ({ view, context }) => view.turn - (context.asked ?? context.carried.opened),
    COUNT,
  ),
  idle: number(
    'minutes',
    'Minutes since the previous turn, by the clock of the trace; 0 if it has none.',
    ({ context }) => (context.idle ?? 0) / MINUTE,
    PARTS,
  ),
  messages: counted('messages', 'Messages of the conversation in the window.', (count) => count.messages),
  exchanges: counted(
    'exchanges',
    'User messages in the window, tool results not counted.',
    (count) => count.exchanges,
  ),
  results: counted('results', 'Tool results in the window, in any form.', (count) => count.results),
  summaries: counted('summaries', 'Summaries in the window.', (count) => count.summaries),
  failures: number(
    'failures',
    'Failures of the model in a row.',
    ({ context }) => context.breaker.failures,
    COUNT,
  ),
  spike: truth(
    'More arrived in this turn than `pressure.spike_factor` times the usual.',
    ({ view }) => view.reading.spike,
  ),
  overflow: truth('The request would not fit.', ({ view }) => wouldOverflow(view)),
  held_back: truth(
    'The eviction of this turn was held back as not worthwhile.',
    ({ view }) => view.holding === 'held_back',
  ),
  cannot_fit: truth('The protected blocks alone do not fit.', ({ view }) => view.holding === 'cannot_fit'),
  edited: truth('An edit was already made in this turn.', ({ view }) => view.edited),
  manual: truth('A manual action was requested in this turn.', ({ context }) => context.manual.length > 0),
  emergency: truth('An alert demands to free tokens now.', ({ context }) => context.emergency),
  recorded: truth(
    'The client that wrote the log changed its window before this call.',
    ({ context }) => context.recordedActs.length > 0,
  ),
})

function number(unit: string, meaning: string, of: (seen: Seen) => number, usual: Usual): Quantity {
  return { kind: 'number', meaning, unit, counted: false, usual, of }
}

function share(meaning: string, of: (seen: Seen) => number): Quantity {
  return number('share of the limit', meaning, of, SHARE)
}

function tokens(meaning: string, of: (seen: Seen) => number, usual = TOKENS): Quantity {
  return number('tokens', meaning, of, usual)
}

function counted(unit: string, meaning: string, of: (count: WindowCount) => number): Quantity {
  return { kind: 'number', meaning, unit, counted: true, usual: COUNT, of: ({ count }) => of(count()) }
}

function truth(meaning: string, of: (seen: Seen) => boolean): Quantity {
  return { kind: 'truth', meaning, unit: '', counted: false, usual: null, of: (seen) => Number(of(seen)) }
}
