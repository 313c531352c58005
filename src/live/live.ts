import type { Json, Message, Part, ThinkingConfig, Tokens, ToolDefinition } from '../engine/index.ts'
import type { Trace, Usage } from '../sim/index.ts'

/**
 * A conversation that goes on. It is a trace that grows at its end: what stands in it never changes, so that a run over
 * it makes the decisions again that it made before (EDIT-4), and anybody can replay it afterwards.
 */
export interface Live {
  readonly trace: Trace
  /** Calls of the last reply that have no result yet, in their order. */
  readonly open: readonly ToolCall[]
  /** Whose move it is: the user writes, the model replies, or tools are to be run. */
  readonly next: 'user' | 'model' | 'tools'
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: Extract<Part, { type: 'tool_use' }>['input']
}

export interface Opening {
  readonly title: string
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** How the model is let think; missing: as it does by itself. */
  readonly thinking?: ThinkingConfig
}

export interface ToolOutcome {
  readonly id: string
  readonly text: string
  readonly failed: boolean
}

/** What came of a call to the model. */
export interface LiveReply {
  readonly content: readonly Part[]
  readonly model: string
  /** What the provider billed; null where it said nothing. */
  readonly usage: Usage | null
  /** Tokens of the prompt that was sent, by each counter that counted it. */
  readonly counted: Readonly<Record<string, Tokens>>
  /** What the provider says that it cleared, as it says it; missing where nobody asked it to edit anything. */
  readonly applied?: readonly Json[]
  /** The edits that the request asked for, in its own words; missing where it asked for none. */
  readonly asked?: readonly Json[]
}

/** A tool that touches nothing outside the page. */
export interface LiveTool {
  readonly definition: ToolDefinition
  run(
    input: ToolCall['input'],
    world: World,
  ): { readonly text: string; readonly failed: boolean; readonly world: World }
}

/** The files that the tools see, by path. */
export interface World {
  readonly files: ReadonlyMap<string, string>
}

/** An agent without a model: it reads the request it is given, and nothing else, and says what it does next. */
export interface MockAgent {
  readonly name: string
  readonly meaning: string
  reply(request: { readonly messages: readonly Message[] }): readonly Part[]
}
