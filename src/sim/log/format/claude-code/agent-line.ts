import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Input, Reply } from '../../read/window.ts'

/**
 * The line of a sub-agent in a line of its parent's, as some versions of 2.1 write them besides the sub-agent's own
 * file; null for another line.
 */
export function agentLineIn(value: JsonRecord): JsonRecord | null {
  const data = at(value, 'data')
  const line = at(data, 'message')
  if (at(data, 'type') !== 'agent_progress' || !isRecord(line)) return null
  const agentId = textOf(at(data, 'agentId')) ?? textOf(at(value, 'parentToolUseID'))
  return agentId === undefined ? null : { ...line, isSidechain: true, agentId }
}

/**
 * What a sub-agent said last, by the line with which its parent got it, since none of the lines above has it; null for
 * another line, and if it is there.
 *
 * @param itemsOf what is known of a sub-agent so far, by its id
 */
export function lastLineIn(
  value: JsonRecord,
  itemsOf: (agent: string) => readonly (Reply | Input)[],
): JsonRecord | null {
  const told = at(value, 'toolUseResult')
  const [agentId, content, usage] = ['agentId', 'content', 'usage'].map((key) => at(told, key))
  if (typeof agentId !== 'string' || !isList(content) || !isRecord(usage)) return null
  const items = itemsOf(agentId)
  const last = items.at(-1)
  if (last === undefined || (last.kind === 'reply' && last.answered === null)) return null
  const model = items.findLast((item) => item.kind === 'reply')?.model ?? null
  const message = { role: 'assistant', model, content, usage }
  return { type: 'assistant', timestamp: at(value, 'timestamp') ?? null, isSidechain: true, agentId, message }
}

/** What the file of a sub-agent is called. */
const AGENTS_FILE = /(?:^|[/\\])agent-([\w-]+)\.jsonl/

/** The ids of the sub-agents whose files these are. */
export function agentsIn(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => AGENTS_FILE.exec(name)?.[1] ?? [])
}

/** A session without the lines of sub-agents that have files of their own; others keep their places. */
export function withoutAgents(text: string, agents: readonly string[]): string {
  if (agents.length === 0 || !text.includes('"agent_progress"')) return text
  return text
    .split('\n')
    .map((line) => {
      const isOne = line.includes('"agent_progress"')
      return isOne && agents.some((agent) => line.includes(`"agentId":"${agent}"`)) ? '' : line
    })
    .join('\n')
}
