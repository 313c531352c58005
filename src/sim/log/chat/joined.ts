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
  /** The conversation that reaches furthest from here, with the number of its messages. */
  longest: number
  length: number
}

/**
 * Calls of one run, recorded one by one, each with everything before it, as gateways do: a conversation that another one
 * continues is left out, and what was recorded with its last reply (time, model, usage) goes to that reply there.
 */
export function joinCalls(read: readonly Read[]): readonly Omit<Read, 'isCall'>[] {
  if (read.length < 2) return read
  const root: Node = { next: new Map(), longest: -1, length: -1 }
  const ends = read.map(({ conversation, isCall }, index) =>
    isCall ? endOf(root, conversation, index) : null,
  )
  const arrivals = read.map(({ conversation }) => [...conversation.arrivals])
  const calls = read.map(() => 1)
  const kept = read.map((_, index) => {
    const end = ends[index]
    const own = read[index]?.conversation.arrivals ?? []
    if (!end || end.length <= own.length) return true
    const last = own.length - 1
    const [from, to] = [own[last], arrivals[end.longest]?.[last]]
    if (from?.response === true && to) (arrivals[end.longest] as Arrival[])[last] = withRecord(to, from)
    calls[end.longest] = (calls[end.longest] ?? 1) + 1
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

/** Adds a conversation; null if it cannot be part of another one. */
function endOf(
  root: Node,
  { system, tools, arrivals, windows, edits }: Conversation,
  index: number,
): Node | null {
  if (windows.length > 1 || edits.length > 0 || arrivals.length === 0) return null
  let node = below(root, JSON.stringify([system.replace(BILLING, ''), tools]))
  const { length } = arrivals
  for (const { message, response } of arrivals) {
    node = below(node, JSON.stringify([message.role, response, partsOf(message).filter(isSentAgain)]))
    if (length <= node.length) continue
    node.length = length
    node.longest = index
  }
  return node
}

/** Clients leave the thinking of a reply out of the next request, and add or leave out empty texts. */
function isSentAgain(part: Part): boolean {
  if (part.type === 'text') return part.text.trim() !== ''
  return part.type !== 'thinking' && part.type !== 'redacted_thinking'
}

function below(node: Node, key: string): Node {
  const known = node.next.get(key)
  if (known) return known
  const made: Node = { next: new Map(), longest: -1, length: -1 }
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
