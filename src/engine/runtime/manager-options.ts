import { samplingsIn } from '../core/message/samplings.ts'
import { mustBeUsage } from '../validity/checkable.ts'
import type { BudgetMonitor, BudgetReading } from '../budget/budget.ts'
import type { BudgetSettings } from '../budget/settings.ts'
import type { HealthReading } from '../health/health.ts'
import type { HealthSettings } from '../health/declaration.ts'
import type { Answer, Ask } from '../core/llm/ask.ts'
import type { ReportedOutput } from '../core/message/hidden.ts'
import type { GivenContent, GivenTool, Json } from '../core/message/message.ts'
import type { SentTo } from '../core/message/sent.ts'
import type { Repair } from '../validity/rule/violation.ts'
import type { PressureMonitor, PressureReading } from '../pressure/pressure.ts'
import type { SpikeSettings } from '../pressure/settings.ts'
import type { Stage } from '../stage/contract/stage.ts'
import type { Strategy } from '../stage/strategy/strategy.ts'
import type { StrategySettings } from '../stage/catalogue/settings.ts'
import type { TokenCounter } from '../core/tokens/counter.ts'
import type { BlockId, Milliseconds, Ratio, Tokens, Turn, WindowId } from '../core/units.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { AuditedEdit, AuditEntry, Status } from './audit.ts'
import type { Readers } from './conversation.ts'
import type { Fit } from './fit.ts'
import type { AskRecord, TurnEvent, TurnOutcome } from './record.ts'

/** Parts of a manager that can be replaced or left out (MAN-3). The engine's own parts are the defaults. */
export interface Subsystems extends Readers {
  /**
   * The stages of the strategy, from its settings; called again when the policy changes. Leave one out with a filter
   * over `strategies[name].stages(settings)`, add one of your own with a spread.
   */
  readonly stages?: (settings: StrategySettings) => readonly Stage[]
  /** Reads the pressure; `pressure: null` of the manager's options leaves it out. */
  readonly pressure?: PressureMonitor
  /** Reads the budget, with the same settings as the checks before an addition; `budget: null` leaves it out. */
  readonly budget?: BudgetMonitor
  /**
   * Time of a turn, for checkpoints, signals that use a clock, and edits on an expired prompt cache: without it no cache
   * is known to have expired. Default: none; in an agent `() => Date.now()`.
   */
  readonly clock?: () => Milliseconds | null
}

/** An error that a callback throws is thrown by the hook, whose work is done. */
export interface ManagerCallbacks {
  /** Called when the status before a call differs from the previous one. */
  readonly onStatusChange?: (to: Status, from: Status) => void
  /** Called with every entry of the audit log as it is written. */
  readonly onEntry?: (entry: AuditEntry) => void
}

/** The options of a manager; `{ ...strategySettings(config), counter, llm }` has everything required. */
export interface ManagerOptions extends Omit<StrategySettings, 'budget' | 'health'> {
  /** Size of the model's window in tokens. */
  readonly limit: Tokens
  /** Share of it reserved for the reply (BUD-3). */
  readonly reserveShare: Ratio
  /** Turns over which the velocity is a mean (PRES-2). */
  readonly velocityWindow: Turn
  /** When an arrival is a spike (PRES-3); default: as in the default config. */
  readonly spikes?: SpikeSettings
  /**
   * Null leaves pressure out (MAN-3). How full the window is still comes from the ledger, so stages with a threshold
   * still act. Nothing acts early, because no velocity and no spike is measured, and no reading is returned.
   */
  readonly pressure?: null
  /**
   * Null leaves the budget out (MAN-3): no readings, no events, no checks before an addition, and no limit for
   * components. The reserve for the reply stays.
   */
  readonly budget: BudgetSettings | null
  /** Null leaves health out: no readings and no alerts. */
  readonly health: HealthSettings | null
  /** A name from `strategies`, or a strategy of your own; default `managed`. */
  readonly strategy?: string | Strategy
  readonly counter: TokenCounter
  /**
   * Answers the engine's requests to a model. Any error counts as a failure of the model, which is recorded and
   * survived; a `ModelFailure` says which kind.
   */
  readonly llm: (ask: Ask) => Promise<Answer> | Answer
  /** Seed of policies that use random numbers; default 1. */
  readonly seed?: number
  readonly subsystems?: Subsystems
  readonly callbacks?: ManagerCallbacks
}

export interface Task {
  /** '' for none, which is the default. */
  readonly system?: string
  /** Also tools that the provider runs and tools in OpenAI's shape: they are counted and sent as they are. */
  readonly tools?: readonly GivenTool[]
  /** The first user message. */
  readonly task: GivenContent
}

/** What else is known of a tool's result. */
export interface ResultOptions {
  /** Whether the tool failed; default no. */
  readonly isError?: boolean
  /** The client's own mark for the provider's cache, which the result keeps; default none. */
  readonly cacheControl?: Json
}

/** Usage that a model reported for its call, in the spelling of Anthropic, OpenAI, the AI SDK or Bedrock (TOK-2). */
export interface ReportedUsage {
  /** Anthropic: only tokens that were not cached; the two fields below are also part of the input. */
  readonly input_tokens?: Tokens
  readonly cache_creation_input_tokens?: Tokens | null
  readonly cache_read_input_tokens?: Tokens | null
  /** OpenAI: the whole input. */
  readonly prompt_tokens?: Tokens
  /** AI SDK: the same; version 5 leaves out what is cached with some providers, and then says more of that than this. */
  readonly inputTokens?: Tokens | undefined
  readonly cachedInputTokens?: Tokens | undefined
  /**
   * All of the reply, in the same spellings, and what of it is reasoning: the size of reasoning that only the provider
   * can read.
   */
  readonly output_tokens?: Tokens | undefined
  readonly completion_tokens?: Tokens | undefined
  readonly outputTokens?: Tokens | undefined
  readonly reasoningTokens?: Tokens | undefined
  readonly output_tokens_details?: unknown
  readonly completion_tokens_details?: unknown
  readonly outputTokenDetails?: unknown
  /** Bedrock: also part of the input, beside `inputTokens`. */
  readonly cacheReadInputTokens?: Tokens | undefined
  readonly cacheWriteInputTokens?: Tokens | undefined
  /**
   * Anthropic, if tools of the provider's ran: how often the model was asked for this reply, each time with its own usage.
   * The fields above are their sum, and no size of a prompt.
   */
  readonly iterations?: unknown
  /** AI SDK: the provider's own report, with its iterations. */
  readonly raw?: unknown
}

/** The result of preparing a call: the request, and what was done to make it. */
export interface TurnStart {
  readonly turn: Turn
  /** The request to send. For another provider: `manager.request('openai')`. */
  readonly request: SentTo['anthropic']
  /** Repairs that this request still needed in addition to those among the edits (VALID-2). */
  readonly repairs: readonly Repair[]
  readonly status: Status
  /** Null if pressure is left out. */
  readonly pressure: PressureReading | null
  /** Null if the budget is left out. */
  readonly budget: BudgetReading | null
  /** Null if health is left out. */
  readonly health: HealthReading | null
  /** Account of the window as sent. */
  readonly ledger: Ledger
  /**
   * Whether the request fits the window, and what to do if not. The manager keeps the window within its limit as far as
   * its strategy may remove something; one message longer than the window stays, and so does what a strategy never
   * removes. Look here before you send: `status` says how much is being done, not whether it was enough.
   */
  readonly fit: Fit
  readonly edits: readonly AuditedEdit[]
  readonly asks: readonly AskRecord[]
  readonly events: readonly TurnEvent[]
  /** Blocks that arrived in this turn, in order: ids to pin. */
  readonly arrived: readonly BlockId[]
  /** The model context of the request; a new one after a new window was opened. */
  readonly context: WindowId
  /** Set if the strategy ends at an overflow, and this is one: do not send, end the task. */
  readonly ended: TurnOutcome['ended']
}

/** What a model reported of a call's input. */
export interface ReportedInput {
  /** All of it, as it is billed: uncached, written to the cache and read from it. */
  readonly billed: Tokens
  /** The largest prompt; null if the report does not say it. */
  readonly size: Tokens | null
  /** What of the reply is in that prompt already. */
  readonly grown: Tokens
}

/** Null if unreported. @throws ProblemError for what is no number of tokens */
export function inputOf(usage: ReportedUsage): ReportedInput | null {
  mustBeUsage(usage)
  const billed = Math.ceil(billedIn(usage) ?? 0)
  if (billed <= 0) return null
  const samplings = samplingsIn(usage)
  if (samplings === null) return { billed, size: billed, grown: 0 }
  const size = Math.ceil(samplings.at(-1) ?? 0) || null
  return { billed, size, grown: Math.max(0, (size ?? 0) - (samplings[0] ?? 0)) }
}

/** What was reported of a reply; a field that is no number counts as not reported. */
export function outputOf(usage: ReportedUsage): ReportedOutput {
  const { output_tokens, completion_tokens, outputTokens, reasoningTokens } = usage
  const { output_tokens_details, completion_tokens_details, outputTokenDetails } = usage
  const details = [output_tokens_details, completion_tokens_details, outputTokenDetails].flatMap((one) =>
    typeof one === 'object' && one !== null ? [one as Readonly<Record<string, unknown>>] : [],
  )
  return {
    output: firstCount([output_tokens, completion_tokens, outputTokens]),
    reasoning: firstCount([
      reasoningTokens,
      ...details.flatMap((one) => [one['thinking_tokens'], one['reasoning_tokens'], one['reasoningTokens']]),
    ]),
  }
}

function firstCount(values: readonly unknown[]): Tokens | null {
  return (
    values.find((value): value is Tokens => typeof value === 'number' && value > 0 && value < Infinity) ??
    null
  )
}

function billedIn(usage: ReportedUsage): Tokens | undefined {
  const { input_tokens: uncached, prompt_tokens: whole, inputTokens: input } = usage
  if (uncached !== undefined)
    return uncached + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0)
  if (whole !== undefined || input === undefined) return whole
  const beside = (usage.cacheReadInputTokens ?? 0) + (usage.cacheWriteInputTokens ?? 0)
  const cached = usage.cachedInputTokens ?? 0
  // The cache cannot have more than the whole input.
  return input + (cached > input ? cached : 0) + beside
}
