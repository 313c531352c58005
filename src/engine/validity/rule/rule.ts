import type { Message, Part } from '../../core/message/message.ts'
import type { AnthropicRequest, OpenAiMessage, ResponsesItem } from '../../core/message/request.ts'
import type { Violation } from './violation.ts'

/**
 * What a provider accepts. Every option has a default that fits current requests; `model` changes the defaults to what
 * is known about that model.
 */
export interface ValidityOptions {
  /** The model's id, for example `claude-opus-4-6`. Default: none, the most lenient Claude. */
  readonly model?: string
  /**
   * `merged`: the API joins neighbours of one role (default). `strict`: they are rejected, as the API did at first and
   * proxies still do.
   */
  readonly alternation?: 'merged' | 'strict'
  /** Whether a conversation may end with an assistant message. Default: as `model` accepts it, else `allowed`. */
  readonly prefill?: 'allowed' | 'rejected'
  /** Whether a system message may occur in mid-conversation. Default: as `model` accepts it, else `allowed`. */
  readonly systemMessages?: 'allowed' | 'rejected'
  /** Whether calls and results need `tools` in the request (default), or another part of the program adds them. */
  readonly tools?: 'required' | 'ignored'
  /**
   * Whether the ids and arguments of calls are as the API accepts them (default), or another part of the program writes
   * them so.
   */
  readonly calls?: 'required' | 'ignored'
  /**
   * Index of the first message that differs from what the model saw when it wrote later thinking. Thinking in that
   * message and later ones is rejected. null: nothing was edited, but the model binds thinking to an unchanged prefix,
   * so a repair of an earlier message drops it. Default: null if `model` binds thinking, else no binding.
   */
  readonly boundThinkingFrom?: number | null
}

/** Options with every default filled in. */
export interface Demands {
  readonly alternation: 'merged' | 'strict'
  readonly prefill: 'allowed' | 'rejected'
  readonly systemMessages: 'allowed' | 'rejected'
  readonly tools: 'required' | 'ignored'
  readonly calls: 'required' | 'ignored'
  /** undefined: thinking is not bound. */
  readonly boundThinkingFrom: number | null | undefined
}

/** A request in the Anthropic shape, as the rules read it. */
export interface AnthropicSubject {
  /** null if only a list of messages was given: then system and tools are unknown. */
  readonly request: AnthropicRequest | null
  readonly messages: readonly Message[]
  /** The parts of each message; string content is one text part, an empty string none. */
  readonly parts: readonly (readonly Part[])[]
}

/** A list of messages in the OpenAI shape. */
export interface OpenAiSubject {
  readonly messages: readonly OpenAiMessage[]
  readonly tools: readonly unknown[]
}

/** Items in the Responses shape. */
export interface ResponsesSubject {
  readonly items: readonly ResponsesItem[]
  readonly tools: readonly unknown[]
  /** True if items outside the list come before it: those of an earlier response, or only referred to. */
  readonly continues: boolean
}

/** A violation as a rule reports it; the list of rules adds the name. */
export type Finding = Omit<Violation, 'rule'>

/** One requirement of a provider: every place that violates it. Linear in the subject. */
export type Rule<Subject> = (subject: Subject, demands: Demands) => Iterable<Finding>
