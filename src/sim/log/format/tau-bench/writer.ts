import { toOpenAi } from '../../../../engine/index.ts'
import { partsOf } from '../../../../engine/internal.ts'
import type { Json } from '../../../../engine/index.ts'
import { mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/**
 * A file of τ-bench with one trajectory: an OpenAI chat whose results name their tool. The format cannot express usage,
 * times, tools, injections, signatures, `is_error` and sub-agents.
 */
export const writeTauBench: Writer = (trace) => {
  const messages = mainMessages(trace).map(({ message }) => message)
  const names = new Map<string, string>()
  for (const message of messages)
    for (const part of partsOf(message)) if (part.type === 'tool_use') names.set(part.id, part.name)
  const traj = toOpenAi({ system: trace.system, messages }).messages.map((message): Json => {
    const name = message.role === 'tool' ? names.get(message.tool_call_id ?? '') : undefined
    return name === undefined ? { ...message } : { ...message, name }
  })
  const [first] = traj.filter((message) => typeof message === 'object')
  const info = { source: 'user', task: { outputs: [], actions: [] } }
  const trajectory = { task_id: 0, reward: 1, info, traj: first === undefined ? [] : traj, trial: 0 }
  return `${JSON.stringify([trajectory], null, 2)}\n`
}
