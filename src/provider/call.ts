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

/**
 * The purpose of a call: an agent's own turn, a request of the engine, a question of a fidelity test, or its judgement.
 */
export type Purpose = 'agent' | 'ask' | 'fidelity' | 'judge'

/** A call that a person can read before it is made. */
export interface Call {
  readonly purpose: Purpose
  readonly model: string
  readonly request: AnthropicRequest
  /** Maximum tokens of the reply. */
  readonly maxTokens: Tokens
}

/** The provider's report of its own edit of the prompt (EDITAPI-1). */
export interface AppliedEdit {
  readonly type: string
  readonly clearedInputTokens: Tokens
  readonly clearedToolUses: number | null
  readonly clearedThinkingTurns: number | null
}

/** A complete reply, or the part before it was interrupted. */
export interface Reply {
  /** Id of the message, '' if there is none. */
  readonly id: string
  readonly requestId: string | null
  readonly model: string
  readonly content: readonly Part[]
  readonly stopReason: string | null
  readonly usage: CallUsage | null
  /** Additional billed usage for a summary that the provider made during the call; not part of the prompt. */
  readonly compaction?: CallUsage
  readonly applied: readonly AppliedEdit[]
}

/** Why a call failed, as far as people need to distinguish. */
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

/** A failed call. Its message is written for people and never contains the key. */
export class CallFailure extends Error {
  readonly code: CallFailureCode
  /** HTTP status, null without an answer. */
  readonly status: number | null
  /** The provider's message, '' if there is none. */
  readonly said: string
  /** Seconds to wait as requested by the provider; null if none. */
  readonly retryAfter: number | null
  /** Whether the same call may work later. */
  readonly canRetry: boolean
  /** The part received before a stream was interrupted; null for none. */
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

  /** Whether the failed try may be billed: no status says that it was refused. */
  get mayBeBilled(): boolean {
    return (this.status === null || this.code === 'timeout') && this.code !== 'origin-refused'
  }
}

/** A model in the provider's list. */
export interface ListedModel {
  readonly id: string
  readonly label: string
  /** Maximum input and output stated by the provider; null if unstated. */
  readonly maxInput: Tokens | null
  readonly maxOutput: Tokens | null
  /** Thinking types that a request may name; null if the provider states none. */
  readonly thinking: readonly ThinkingConfig['type'][] | null
}

/** Callbacks during a call. */
export interface CallWatcher {
  /** The next piece of the reply's text. */
  readonly onText?: (piece: string) => void
  /** The next piece of the reply's thinking. */
  readonly onThinking?: (piece: string) => void
  /** A try is sent now: from here on it may be billed. */
  readonly onSend?: () => void
  /** A try failed and the next one follows after this many seconds. An error thrown here ends the call instead. */
  readonly onRetry?: (failure: CallFailure, seconds: number) => void
}

export interface ClientOptions {
  /** Read again for every request, so that the client keeps no copy. */
  readonly key: () => string
  /** The provider's address, or that of a proxy or a local server; without a trailing slash. */
  readonly baseUrl: string
  /** Tries after the first; default 2. */
  readonly retries?: number
  /** Milliseconds until a call is aborted; default ten minutes. */
  readonly timeout?: number
  /** Default: the global one. */
  readonly fetch?: typeof fetch
  /** Waits; default: a timer. Tests do not wait. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** A provider's API. Every promise rejects only with a CallFailure. */
export interface Client {
  listModels(signal?: AbortSignal, watcher?: Pick<CallWatcher, 'onRetry'>): Promise<readonly ListedModel[]>
  /** Tokens of a request by the provider's own count, and before its own edits if it makes any (TOK-1). */
  count(
    call: Pick<Call, 'model' | 'request'>,
    signal?: AbortSignal,
  ): Promise<{ readonly input: Tokens; readonly original: Tokens | null }>
  /** Streams a reply. An interrupted stream rejects with the received part as `partial`. */
  send(call: Call, watcher?: CallWatcher, signal?: AbortSignal): Promise<Reply>
}

/** A failure as a problem for the page to show. */
export function problemOf(failure: CallFailure): Problem {
  return { severity: 'error', code: failure.code, message: failure.message }
}

/**
 * A key for the content of a call: model, request and maximum length, but not the purpose. Two calls with one key would
 * get the same answer, so the first answer is used for both. Fields in another order give another key, which costs a
 * call and never gives a wrong answer.
 */
export function contentKey({
  model,
  request,
  maxTokens,
}: Pick<Call, 'model' | 'request' | 'maxTokens'>): string {
  return contentHash([model, String(maxTokens), JSON.stringify(request)])
}

/**
 * Maximum excess of an answer over the requested length, as a factor: the engine counts with another tokenizer, and an
 * answer that is cut in the middle of a line is useless.
 */
const HEADROOM = 1.5
/**
 * Tokens for what an answer has besides its content: some models think before they write without being asked, and their
 * thinking counts. A cut answer is billed and useless.
 */
const LEAST = 1024
/** Room for an analysis first, which `summarize_session` asks for and the engine removes. */
const ANALYSIS: Partial<Record<AskKind, Tokens>> = Object.freeze({ summarize_session: 2048 })

/** The call for a request of the engine to a model. The prompt is that of the ask, unless one is given. */
export function askCall(model: string, ask: Ask, prompt: Prompt = promptOf(ask)): Call {
  return {
    purpose: 'ask',
    model,
    request: { system: prompt.system, messages: [{ role: 'user', content: prompt.user }] },
    maxTokens: roomOf(ask),
  }
}

/** Maximum tokens of the reply to a request. */
export function roomOf({ kind, maxTokens }: Pick<Ask, 'kind' | 'maxTokens'>): Tokens {
  return Math.max(LEAST, Math.ceil(maxTokens * HEADROOM)) + (ANALYSIS[kind] ?? 0)
}

/** The answer in a reply: its text, unchanged. The engine discards an empty one (COMP-3). */
export function answerOf({ content }: Pick<Reply, 'content'>): Answer {
  return { text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') }
}
