import { stream } from '../engine/internal.ts'
import type { Message, Part, Random } from '../engine/index.ts'

/** An agent's conversation with tools, for trimmers. */
export interface ToolTalk {
  readonly system: string
  readonly messages: readonly Message[]
}

const WORDS =
  'the handler retries each request before it gives up and writes what failed into a queue for later'.split(
    ' ',
  )
const TOOLS = ['read_file', 'grep_search', 'run_shell', 'edit_file'] as const

/**
 * A random conversation of 6 to 120 messages, counting each tool result as one. It has prompts, loops of up to twelve
 * replies with calls (three in ten of them parallel), and results of which most are short and a few long. Every second
 * one ends inside a loop, the others with an answer or a prompt. Valid for every provider.
 */
export function toolTalk(seed: number): ToolTalk {
  const random = stream(seed, 'tool talk')
  const size = random.integer(6, 120)
  const messages: Message[] = []
  let count = 1
  let call = 0
  while (count < size) {
    messages.push({ role: 'user', content: `${words(random, 4, 60)} #${seed}.${count}` })
    count += 1
    const loops = random.integer(0, 12)
    for (let loop = 0; loop < loops && count < size; loop++) {
      const calls = random.uniform() < 0.3 ? random.integer(2, 5) : 1
      const ids = Array.from({ length: calls }, () => `call_${seed}_${call++}`)
      const said: Part[] = random.uniform() < 0.6 ? [{ type: 'text', text: words(random, 3, 40) }] : []
      const uses = ids.map((id): Part => {
        return { type: 'tool_use', id, name: random.pick(TOOLS), input: { what: words(random, 2, 20) } }
      })
      messages.push({ role: 'assistant', content: [...said, ...uses] })
      messages.push({ role: 'user', content: ids.map((id): Part => result(id, random)) })
      count += 1 + calls
    }
    if (count < size) messages.push({ role: 'assistant', content: words(random, 8, 90) })
    count += 1
  }
  return { system: `You are a coding agent. ${words(random, 100, 100)}`, messages: ended(messages, seed) }
}

/**
 * With an even seed the conversation ends with results, if it has any. With an odd seed it ends with an answer, for
 * every second one followed by a prompt.
 */
function ended(messages: Message[], seed: number): readonly Message[] {
  const isResult = ({ content }: Message): boolean =>
    typeof content !== 'string' && content.some(({ type }) => type === 'tool_result')
  if (seed % 2 === 0) {
    const last = messages.findLastIndex(isResult)
    return last < 0 ? messages : messages.slice(0, last + 1)
  }
  const last = messages.at(-1)
  if (last !== undefined && last.role === 'user' && isResult(last)) {
    messages.push({ role: 'assistant', content: 'That is done.' })
  }
  if (seed % 4 === 1) messages.push({ role: 'user', content: 'And now?' })
  return messages
}

function result(id: string, random: Random): Part {
  const draw = random.uniform()
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: words(random, 6, 6 + Math.floor(660 * draw * draw * draw * draw)),
  }
}

function words(random: Random, least: number, most: number): string {
  const picked: string[] = []
  for (let left = random.integer(least, Math.max(least, most)); left > 0; left--)
    picked.push(random.pick(WORDS))
  return picked.join(' ')
}
