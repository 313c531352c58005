import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, resultOf, usageBeside } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** The events of a session of Junie: the tokens of a call of the model, then its steps, each told again as it goes on. */
export const junie: Container = {
  name: 'a session of Junie',
  keys: ['kind'],
  open({ records }) {
    const [first] = records
    if (first === undefined || !records.some(({ value }) => kindOf(value) === 'SessionA2uxEvent')) return []
    const value: LogRecord['value'] = { messages: repliesAndPrompts(records).flatMap(messagesOf) }
    return [{ ...first, value }]
  },
}

interface Reply {
  readonly usage: Json | undefined
  readonly model: Json | undefined
  readonly timestamp: Json | undefined
  readonly steps: Map<string, JsonRecord[]>
}

/** Events of the services behind an agent name their kind with its package. */
function kindOf(event: Json | undefined): string {
  return textOf(at(event, 'kind'))?.split('.').at(-1) ?? ''
}

function repliesAndPrompts(records: readonly LogRecord[]): readonly (Reply | Json)[] {
  const talk: (Reply | Json)[] = []
  const replies = new Map<string, Reply>()
  let reply: Reply | undefined
  const begin = (event: Json | undefined, timestamp: Json | undefined): Reply => {
    // small models help beside the one that works, which is given the most
    const [used] = listAt(event, 'modelUsage').toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const begun: Reply = {
      usage: usageBeside(used),
      model: at(used, 'model'),
      timestamp,
      steps: new Map(),
    }
    talk.push(begun)
    return begun
  }
  for (const { value } of records) {
    const timestamp = at(value, 'timestampMs')
    const prompt = textOf(at(value, 'prompt'))
    if (PROMPTS.has(kindOf(value)) && prompt !== undefined) {
      talk.push(chatMessage('user', { content: prompt, timestamp }))
      reply = undefined
    }
    const event = at(value, 'event', 'agentEvent')
    const kind = kindOf(event)
    if (kind === 'LlmResponseMetadataEvent') reply = begin(event, timestamp)
    if (!isRecord(event) || !BLOCKS.has(kind)) continue
    const step = textOf(at(event, 'stepId')) ?? `step_${replies.size + 1}`
    // words after what was done are from another call, also if its tokens are not told
    if (!replies.has(step) && reply !== undefined && SAID.has(kind) && hasCalls(reply)) reply = undefined
    const own = replies.get(step) ?? (reply ??= begin(undefined, timestamp))
    replies.set(step, own)
    const told = own.steps.get(step) ?? []
    own.steps.set(step, told)
    told.push(event)
  }
  return talk
}

function sizeOf(used: Json): number {
  const keys = ['inputTokens', 'cacheInputTokens', 'cacheCreateTokens']
  return keys.reduce((sum, key) => sum + Number(at(used, key) ?? 0), 0)
}

const PROMPTS: ReadonlySet<string> = new Set(['UserPromptEvent', 'UserResponseEvent'])

/** What a step is, the surest first: its other events are a heading of it. */
const TOOLS: readonly (readonly [kind: string, name: string, ...keys: string[]])[] = [
  ['TerminalBlockUpdatedEvent', 'terminal', 'command'],
  ['FileChangesBlockUpdatedEvent', 'edit_files', 'changes'],
  ['ViewFilesBlockUpdatedEvent', 'view_files', 'files'],
  ['McpBlockUpdatedEvent', 'mcp', 'arguments'],
  ['ToolBlockUpdatedEvent', 'tool', 'toolCall', 'text'],
]
const THOUGHT = 'AgentThoughtBlockUpdatedEvent'
const SAID: ReadonlySet<string> = new Set([THOUGHT, 'MarkdownBlockUpdatedEvent', 'ResultBlockUpdatedEvent'])
const BLOCKS: ReadonlySet<string> = new Set([...TOOLS.map(([kind]) => kind), ...SAID])

function hasCalls({ steps }: Reply): boolean {
  return [...steps.values()].some((events) => events.some((event) => !SAID.has(kindOf(event))))
}

function messagesOf(one: Reply | Json): readonly Json[] {
  if (!isReply(one)) return [one]
  const { steps, ...around } = one
  const said = { thoughts: [] as string[], words: [] as string[], calls: [] as Json[], results: [] as Json[] }
  for (const [id, events] of steps) {
    const last = (key: string): Json | undefined =>
      events.map((event) => at(event, key)).findLast((value) => value !== undefined && value !== null)
    const is = (kind: string): boolean => events.some((event) => kindOf(event) === kind)
    const tool = TOOLS.find(([kind]) => is(kind))
    if (tool !== undefined) {
      const [, name, ...keys] = tool
      const input = keys.flatMap((key) => (last(key) === undefined ? [] : [[key, last(key) ?? null]]))
      said.calls.push(callOf(id, name, Object.fromEntries(input) as JsonRecord))
      const output = last('output') ?? last('details')
      if (output !== undefined || last('status') === 'COMPLETED')
        said.results.push(resultOf(id, asText(output)))
    } else if (is(THOUGHT)) said.thoughts.push(asText(last('text')))
    else {
      const chunks = events.flatMap((event) => textOf(at(event, 'textChunk')) ?? [])
      said.words.push(chunks.length > 0 ? chunks.join('') : asText(last('result') ?? last('text')))
    }
  }
  const { words, results, ...inside } = said
  const content = words.filter((text) => text !== '').join('\n\n')
  if (content === '' && inside.thoughts.length + inside.calls.length === 0) return []
  return [chatMessage('assistant', { content, ...inside, ...around }), ...results]
}

function isReply(one: Reply | Json): one is Reply {
  return typeof one === 'object' && one !== null && 'steps' in one && one.steps instanceof Map
}
