import { partsOf } from '../../../engine/internal.ts'
import type { Part } from '../../../engine/index.ts'
import type { Arrival, Conversation } from '../read/assemble.ts'
import type { Report } from '../read/report.ts'

interface Read {
  readonly conversation: Conversation
  readonly report: Report
  /** True for a call as a recorder keeps it: a request, with or without its answer. */
  readonly isCall: boolean
}

/** The first line of Claude Code's system prompts names its version and a mark of the request. */
const BILLING = /^x-anthropic-billing-header:.*$/m

/** What begins with the same system prompt, tools and messages; each message leads on to the next. */
interface Node {
  readonly next: Map<string, Node>
  /** The number of messages of the conversation that reaches furthest from here. */
  length: number
  /** The conversations from here that no other one continues. */
  readonly whole: number[]
}

/**
 * Calls of one run, recorded one by one, each with everything before it, as gateways do: a conversation that another one
 * continues is left out, and what was recorded with its last reply (time, model, usage) goes to that reply there. Of runs
 * that begin alike, each gets its own.
 */
export function joinCalls(read: readonly Read[]): readonly Omit<Read, 'isCall'>[] {
  if (read.length < 2) return read
  const root = openNode()
  const ways = read.map(({ conversation, isCall }) => (isCall ? wayOf(root, conversation) : []))
  for (const [index, way] of ways.entries())
    if ((way.at(-1)?.length ?? 0) <= way.length) for (const node of way) node.whole.push(index)
  const arrivals = read.map(({ conversation }) => [...conversation.arrivals])
  const calls = read.map(() => 1)
  const given = new Set<Arrival>()
  const kept = read.map((_, index) => {
    const own = read[index]?.conversation.arrivals ?? []
    const last = own.length - 1
    const end = ways[index]?.[last]
    if (!end || end.length <= own.length) return true
    const from = own[last]
    // one that has a record of this reply is of another run, or this call was recorded twice
    const goesOn = end.whole.find((one) => !given.has(arrivals[one]?.[last] as Arrival))
    const to = goesOn === undefined ? undefined : arrivals[goesOn]?.[last]
    if (goesOn === undefined || !from || !to) return false
    const whole = from.response ? withRecord(to, from) : { ...to }
    given.add(whole)
    ;(arrivals[goesOn] as Arrival[])[last] = whole
    calls[goesOn] = (calls[goesOn] ?? 1) + 1
    return false
  })
  return read.flatMap(({ conversation, report }, index) => {
    if (kept[index] !== true) return []
    const count = calls[index] ?? 1
    if (count === 1) return [{ conversation, report }]
    report.infer(
      `The log has each call with everything before it: ${count} calls are joined into this conversation.`,
    )
    return [{ conversation: { ...conversation, arrivals: arrivals[index] ?? [] }, report }]
  })
}

/** Adds a conversation: the nodes of its messages; none if it cannot be part of another one. */
function wayOf(root: Node, { system, tools, arrivals, windows, edits }: Conversation): readonly Node[] {
  // a compaction that is a block of a reply is in every later request as well
  if (windows.length > 1 || edits.some(({ part }) => part === undefined)) return []
  let node = below(root, JSON.stringify([system.replace(BILLING, ''), tools]))
  return arrivals.map(({ message, response }) => {
    node = below(node, JSON.stringify([message.role, response, partsOf(message).filter(isSentAgain)]))
    node.length = Math.max(node.length, arrivals.length)
    return node
  })
}

/** Clients leave the thinking of a reply out of the next request, and add or leave out empty texts. */
function isSentAgain(part: Part): boolean {
  if (part.type === 'text') return part.text.trim() !== ''
  return part.type !== 'thinking' && part.type !== 'redacted_thinking'
}

function openNode(): Node {
  return { next: new Map(), length: -1, whole: [] }
}

function below(node: Node, key: string): Node {
  const known = node.next.get(key)
  if (known) return known
  const made = openNode()
  node.next.set(key, made)
  return made
}

function withRecord(to: Arrival, { time, model, usage, effort, applied, asked }: Arrival): Arrival {
  return {
    ...to,
    time: to.time ?? time,
    model: to.model ?? model,
    usage: to.usage ?? usage,
    ...(effort !== undefined && { effort }),
    ...(applied !== undefined && { applied }),
    ...(asked !== undefined && { asked }),
  }
}
