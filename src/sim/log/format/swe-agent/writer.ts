import { toOpenAi } from '../../../../engine/index.ts'
import { argumentsText, partsOf, textOf } from '../../../../engine/internal.ts'
import type { Json, Message, OpenAiMessage } from '../../../../engine/index.ts'
import type { Trace } from '../../../trace/trace.ts'
import { sideWindows } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

interface JsonFields {
  readonly [key: string]: Json
}

/** Characters of a result that its step repeats. */
const COPIED = 200

/**
 * A `.traj` file of SWE-agent 1.0: the history, whose results name their calls in a list, and a step for every reply.
 * The copy of the whole history in each step is left out, because the file would grow with the square of its turns.
 * Usage is summed; the format cannot express times, models, tools and signatures.
 */
export const writeSweAgent: Writer = (trace) => {
  const history: Json[] = []
  if (trace.system !== '') history.push(messageOf({ role: 'system', content: trace.system }, 'main', false))
  const side = sideWindows(trace)
  const injected = new Set(trace.injected)
  for (const { window, inputs, response } of trace.turns) {
    const origin = side.get(window)
    const agent = origin === undefined ? 'main' : `subagent_${origin}`
    for (const index of response === null ? inputs : [...inputs, response]) {
      const message = trace.messages[index]
      if (message) for (const one of messagesOf(message, agent, injected.has(index))) history.push(one)
    }
  }
  const trajectory = stepsOf(trace)
  return `${JSON.stringify({ trajectory, history, info: infoOf(trace), environment: 'main' }, null, 2)}\n`
}

/** A message as lines of the history: each result is one of its own. */
function messagesOf(message: Message, agent: string, demo: boolean): readonly Json[] {
  const written: readonly OpenAiMessage[] = toOpenAi({ messages: [message] }).messages
  return written.map((one) => {
    const { tool_call_id, reasoning_content, ...rest } = one
    const thinking =
      typeof reasoning_content === 'string' && message.role === 'assistant' ? thinkingOf(message) : []
    return messageOf(
      {
        ...rest,
        ...(message.role === 'assistant' && { thought: wordsOf(message), action: actionOf(message) }),
        ...(tool_call_id !== undefined && { tool_call_ids: [tool_call_id] }),
        ...(thinking.length > 0 && { thinking_blocks: thinking }),
      },
      agent,
      demo,
    )
  })
}

function messageOf(fields: JsonFields, agent: string, demo: boolean): Json {
  const types: JsonFields = { system: 'system_prompt', assistant: 'action' }
  const role = typeof fields['role'] === 'string' ? fields['role'] : ''
  return {
    ...fields,
    agent,
    message_type: demo ? 'demonstration' : (types[role] ?? 'observation'),
    ...(demo && { is_demo: true }),
  }
}

function thinkingOf(message: Message): readonly Json[] {
  return partsOf(message).flatMap((part) => (part.type === 'thinking' ? [{ ...part }] : []))
}

function wordsOf(message: Message): string {
  return partsOf(message)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
}

function actionOf(message: Message): string {
  return partsOf(message)
    .flatMap((part) => (part.type === 'tool_use' ? [`${part.name} ${argumentsText(part.input)}`] : []))
    .join('\n')
}

function stepsOf(trace: Trace): readonly Json[] {
  const observed = new Map<string, string>()
  for (const message of trace.messages)
    for (const part of partsOf(message))
      if (part.type === 'tool_result') observed.set(part.tool_use_id, textOf(part).slice(0, COPIED))
  return trace.turns.flatMap(({ response }) => {
    const message = response === null ? undefined : trace.messages[response]
    if (!message) return []
    const results = partsOf(message).flatMap((part) =>
      part.type === 'tool_use' ? [observed.get(part.id) ?? ''] : [],
    )
    const words = wordsOf(message)
    return [
      {
        action: actionOf(message),
        observation: results.join('\n'),
        response: words,
        thought: words,
        execution_time: 0,
        state: { working_dir: '/testbed' },
        messages: [],
        extra_info: {},
      },
    ]
  })
}

function infoOf(trace: Trace): Json {
  const calls = trace.turns.filter(({ response }) => response !== null).length
  const usages = trace.turns.flatMap(({ usage }) => (usage ? [usage] : []))
  const stats = {
    instance_cost: 0,
    tokens_sent: usages.reduce((sum, { input }) => sum + input, 0),
    tokens_received: usages.reduce((sum, { output }) => sum + (output ?? 0), 0),
    api_calls: calls,
  }
  return { swe_agent_version: '1.0.1', exit_status: 'submitted', model_stats: stats }
}
