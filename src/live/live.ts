import type { Json, Message, Part, ThinkingConfig, Tokens, ToolDefinition } from '../engine/index.ts'
import type { Trace, Usage } from '../sim/index.ts'

/**
 * A live conversation. It is a trace that grows at its end: existing content never changes, so a run over it makes the
 * same decisions as before (EDIT-4), and anybody can replay it afterwards.
 */
export interface Live {
  readonly trace: Trace
  /** Calls of the last reply without a result, in order. */
  readonly open: readonly ToolCall[]
  /** Who acts next: the user writes, the model replies, or tools are run. */
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
  /** How the model may think; missing: its default. */
  readonly thinking?: ThinkingConfig
}

export interface ToolOutcome {
  readonly id: string
  readonly text: string
  readonly failed: boolean
}

/** The result of a call to the model. */
export interface LiveReply {
  readonly content: readonly Part[]
  readonly model: string
  /** The billed usage; null if unreported. */
  readonly usage: Usage | null
  /** Tokens of the prompt that was sent, by counter. */
  readonly counted: Readonly<Record<string, Tokens>>
  /** The provider's report of what it cleared; missing if no edit was requested. */
  readonly applied?: readonly Json[]
  /** The edits that the request asked for, unchanged; missing if it asked for none. */
  readonly asked?: readonly Json[]
}

/** A tool without effects outside the page. */
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

/** An agent without a model: it reads only the request, and returns its next message. */
export interface MockAgent {
  readonly name: string
  readonly meaning: string
  reply(request: { readonly messages: readonly Message[] }): readonly Part[]
}
