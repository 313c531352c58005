import { promptOf } from '../engine/index.ts'
import type {
  AnthropicRequest,
  Part,
  Problem,
  ThinkingConfig,
  Tokens,
  Answer,
  Ask,
  AskKind,
  Prompt,
} from '../engine/index.ts'
import type { CallUsage } from '../llm/index.ts'
import { contentHash } from '../engine/internal.ts'

/** What a call is for: an agent's own turn, what the engine asks, a question of a fidelity test, and its judgement. */
export type Purpose = 'agent' | 'ask' | 'fidelity' | 'judge'

/** A call that a person can read before it is made. */
export interface Call {
  readonly purpose: Purpose
  readonly model: string
  readonly request: AnthropicRequest
  /** Most tokens of the reply. */
  readonly maxTokens: Tokens
}

/** What the provider says that it did to the prompt by itself (EDITAPI-1). */
export interface AppliedEdit {
  readonly type: string
  readonly clearedInputTokens: Tokens
  readonly clearedToolUses: number | null
  readonly clearedThinkingTurns: number | null
}

/** A reply that came to its end, or as much of one as came before it broke. */
export interface Reply {
  /** Id of the message, '' where none came. */
  readonly id: string
  readonly requestId: string | null
  readonly model: string
  readonly content: readonly Part[]
  readonly stopReason: string | null
  readonly usage: CallUsage | null
  /** What was billed beside it for a summary that the provider made on the way; not a part of the prompt. */
  readonly compaction?: CallUsage
  readonly applied: readonly AppliedEdit[]
}

/** Why a call came to nothing, as a person has to tell them apart. */
export const CALL_FAILURES = Object.freeze([
  'no-key',
  'key-refused',
  'not-allowed',
  'no-such-model',
  'request-refused',
  'context-overflow',
  'too-large',
  'rate-limited',
  'overloaded',
  'provider-broken',
  'no-network',
  'blocked-by-browser',
  'broken-stream',
  'timeout',
  'cap-reached',
  'origin-refused',
  'aborted',
] as const)
export type CallFailureCode = (typeof CALL_FAILURES)[number]

/** A call that came to nothing. Its message is written for people and never holds the key. */
export class CallFailure extends Error {
  readonly code: CallFailureCode
  /** HTTP status, null where no answer came. */
  readonly status: number | null
  /** What the provider said, '' where it said nothing. */
  readonly said: string
  /** Seconds that the provider asks to wait; null where it asks for none. */
  readonly retryAfter: number | null
  /** Whether the same call may work later. */
  readonly canRetry: boolean
  /** What had come before a stream broke; null for none. */
  readonly partial: Reply | null

  constructor(
    code: CallFailureCode,
    message: string,
    about: Partial<Pick<CallFailure, 'status' | 'said' | 'retryAfter' | 'canRetry' | 'partial'>> = {},
  ) {
    super(message)
    this.name = 'CallFailure'
    this.code = code
    this.status = about.status ?? null
    this.said = about.said ?? ''
    this.retryAfter = about.retryAfter ?? null
    this.canRetry = about.canRetry ?? false
    this.partial = about.partial ?? null
  }
}

/** A model as the provider lists it. */
export interface ListedModel {
  readonly id: string
  readonly label: string
  /** Largest input and output that the provider states; null where it states none. */
  readonly maxInput: Tokens | null
  readonly maxOutput: Tokens | null
  /** Ways to let it think that a request may name; null where the provider states none. */
  readonly thinking: readonly ThinkingConfig['type'][] | null
}

/** What is told while a call is under way. */
export interface CallWatcher {
  /** The next piece of the reply's text. */
  readonly onText?: (piece: string) => void
  /** The next piece of the reply's thinking. */
  readonly onThinking?: (piece: string) => void
  /** A try is sent now: from here on it may be billed. */
  readonly onSend?: () => void
  /** A try failed and the next comes after so many seconds. What this throws ends the call in its place. */
  readonly onRetry?: (failure: CallFailure, seconds: number) => void
}

export interface ClientOptions {
  /** Read again for every request, so that the client keeps no copy. */
  readonly key: () => string
  /** The provider's address, or that of a proxy or a local server; without a trailing slash. */
  readonly baseUrl: string
  /** Tries after the first; default 2. */
  readonly retries?: number
  /** Milliseconds until a call is given up; default ten minutes. */
  readonly timeout?: number
  /** Default: the global one. */
  readonly fetch?: typeof fetch
  /** Waits; default: a timer. Tests wait for nothing. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** A provider's API. Every promise rejects with a CallFailure and nothing else. */
export interface Client {
  listModels(signal?: AbortSignal, watcher?: Pick<CallWatcher, 'onRetry'>): Promise<readonly ListedModel[]>
  /** Tokens of a request by the provider's own count, and before its own edits where it makes any (TOK-1). */
  count(
    call: Pick<Call, 'model' | 'request'>,
    signal?: AbortSignal,
  ): Promise<{ readonly input: Tokens; readonly original: Tokens | null }>
  /** Streams a reply. A stream that breaks rejects with what had come as `partial`. */
  send(call: Call, watcher?: CallWatcher, signal?: AbortSignal): Promise<Reply>
}

/** A failure as a problem for the page to show. */
export function problemOf(failure: CallFailure): Problem {
  return { severity: 'error', code: failure.code, message: failure.message }
}

/**
 * Names what a call asks: model, request and length of the reply, but not what for. Two calls of one name would be
 * answered alike, so the first answer will do for both. Fields in another order give another name, which costs a call
 * and never a wrong answer.
 */
export function contentKey({
  model,
  request,
  maxTokens,
}: Pick<Call, 'model' | 'request' | 'maxTokens'>): string {
  return contentHash([model, String(maxTokens), JSON.stringify(request)])
}

/**
 * What a model may write beyond what it was asked for, as a factor: the engine counts with another tokenizer, and what
 * is cut off in the middle of a line helps nobody.
 */
const HEADROOM = 1.5
/**
 * Tokens for what every answer has beside its content: some models think before they write, unasked, and what they
 * think counts. A cut answer is billed and helps nobody.
 */
const LEAST = 1024
/** Room to think aloud first, which `summarize_session` asks for and the engine takes off again. */
const ANALYSIS: Partial<Record<AskKind, Tokens>> = Object.freeze({ summarize_session: 2048 })

/** The call that asks a model a question of the engine. The prompt is that of the ask, unless one is given. */
export function askCall(model: string, ask: Ask, prompt: Prompt = promptOf(ask)): Call {
  return {
    purpose: 'ask',
    model,
    request: { system: prompt.system, messages: [{ role: 'user', content: prompt.user }] },
    maxTokens: roomOf(ask),
  }
}

/** Most tokens of the reply to a question. */
export function roomOf({ kind, maxTokens }: Pick<Ask, 'kind' | 'maxTokens'>): Tokens {
  return Math.max(LEAST, Math.ceil(maxTokens * HEADROOM)) + (ANALYSIS[kind] ?? 0)
}

/** What a reply answers: its text, as it was written. An empty one is left to the engine, which discards it (COMP-3). */
export function answerOf({ content }: Pick<Reply, 'content'>): Answer {
  return { text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') }
}
