import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { pruneMessages } from 'ai'
import type { ModelMessage } from 'ai'
import { argumentsText, partsOf, textOf } from '../../engine/internal.ts'
import type { Message, Part } from '../../engine/index.ts'
import type { Trace } from '../../sim/index.ts'

const chars4 = (text: string): number => Math.ceil(text.length / 4)

export function toLangchain(trace: Trace): BaseMessage[] {
  return [new SystemMessage(trace.system), ...trace.messages.flatMap(langchainOf)]
}

function langchainOf(message: Message): BaseMessage[] {
  const parts = partsOf(message)
  if (message.role === 'user') {
    return parts.map((part) =>
      part.type === 'tool_result'
        ? new ToolMessage({ content: textOf(part), tool_call_id: part.tool_use_id })
        : new HumanMessage(textOf(part)),
    )
  }
  const calls = parts.flatMap((part) => (part.type === 'tool_use' ? [part] : []))
  return [
    new AIMessage({
      content: proseOf(parts),
      tool_calls: calls.map((call) => ({
        id: call.id,
        name: call.name,
        args: { input: argumentsText(call.input) },
        type: 'tool_call' as const,
      })),
    }),
  ]
}

function proseOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/**
 * chars/4 of a list of LangChain messages, including calls and overhead: the counter passed to trimMessages. It checks
 * a property instead of the class, because LangChain's `instanceof` is slow, and the peer would pay for it.
 */
export function countLangchain(messages: readonly BaseMessage[]): number {
  let total = 0
  for (const message of messages) {
    total += 4 + chars4(message.content as string)
    const calls = 'tool_calls' in message ? (message as AIMessage).tool_calls : undefined
    for (const call of calls ?? []) total += 8 + chars4(call.args['input'] as string)
  }
  return total
}

/** Broken pairs of a LangChain list: results without their call, calls without their result. */
export function orphansOf(messages: readonly BaseMessage[]): number {
  const calls = new Set<string>()
  const answered = new Set<string>()
  let orphans = 0
  for (const message of messages) {
    // trimMessages can return a list with undefined in it.
    if (message === undefined) continue
    if (message instanceof AIMessage) for (const call of message.tool_calls ?? []) calls.add(call.id ?? '')
    if (message instanceof ToolMessage) {
      if (!calls.has(message.tool_call_id)) orphans += 1
      answered.add(message.tool_call_id)
    }
  }
  for (const id of calls) if (!answered.has(id)) orphans += 1
  return orphans
}

export function trimLast(messages: BaseMessage[], budget: number): Promise<BaseMessage[]> {
  return trimMessages(messages, { maxTokens: budget, strategy: 'last', tokenCounter: countLangchain })
}

/** The options that LangChain's own guide recommends for chat histories with tools. */
export function trimRecommended(messages: BaseMessage[], budget: number): Promise<BaseMessage[]> {
  return trimMessages(messages, {
    maxTokens: budget,
    strategy: 'last',
    includeSystem: true,
    startOn: 'human',
    endOn: ['human', 'tool'],
    tokenCounter: countLangchain,
  })
}

export function toAiSdk(trace: Trace): ModelMessage[] {
  return [
    { role: 'system', content: trace.system },
    ...trace.messages.map((message): ModelMessage => {
      const parts = partsOf(message)
      const results = parts.flatMap((part) => (part.type === 'tool_result' ? [part] : []))
      if (results.length > 0) {
        return {
          role: 'tool',
          content: results.map((part) => ({
            type: 'tool-result',
            toolCallId: part.tool_use_id,
            toolName: 'tool',
            output: { type: 'text', value: textOf(part) },
          })),
        }
      }
      if (message.role === 'user') return { role: 'user', content: proseOf(parts) }
      return {
        role: 'assistant',
        content: [
          { type: 'text', text: proseOf(parts) },
          ...parts.flatMap((part) =>
            part.type === 'tool_use'
              ? [{ type: 'tool-call' as const, toolCallId: part.id, toolName: part.name, input: part.input }]
              : [],
          ),
        ],
      }
    }),
  ]
}

/** Drops all tool calls and results except those of the newest half of the messages; it has no budget. */
export function pruneHalf(messages: ModelMessage[]): ModelMessage[] {
  const keep = Math.floor(messages.length / 2)
  return pruneMessages({ messages, toolCalls: `before-last-${keep}-messages` })
}
