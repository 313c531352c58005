import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from '@langchain/core/messages'
import type { BaseMessage, TrimMessagesFields } from '@langchain/core/messages'
import { pruneMessages } from 'ai'
import type { ModelMessage } from 'ai'
import { atomicWindow, chars4, trimToBudget } from '../../engine/index.ts'
import { argumentsText, modalityTokens, partsOf, sumOfModalities, textOf } from '../../engine/internal.ts'
import type { Message, Part, Trimmed } from '../../engine/index.ts'
import { toolTalk } from '../../testing/tool-talk.ts'
import { countLangchain } from '../eviction/peers.ts'

const TALKS = 200
const SHARES = [0.75, 0.5, 0.25, 0.1] as const

/** The rest of a conversation in a form independent of the trimmer: one entry for each text, call and result. */
interface Left {
  readonly entries: readonly Entry[]
  /** Tokens by the trimmer's own count; null if it has none. */
  readonly tokens: number | null
  /** It reported why it is over its budget. */
  readonly refused: boolean
  /** Entries of the list that are not messages. */
  readonly holes: number
}
type Entry =
  | { readonly kind: 'system' | 'user' | 'assistant'; readonly text: string }
  | { readonly kind: 'call' | 'result'; readonly id: string }

/** An implementation that trims a conversation to a share of its tokens. */
interface Trimmer {
  readonly name: string
  trim(list: readonly Message[], share: number): Promise<Left> | Left
}

export interface ValidityRow {
  readonly name: string
  readonly runs: number
  readonly withOrphans: number
  readonly orphans: number
  /** Nothing left, or a list that holds no messages. */
  readonly empty: number
  /** The first message is neither the system's nor the user's. */
  readonly badStart: number
  readonly systemLost: number
  readonly requestLost: number
  readonly overBudget: number
  readonly refused: number
  /** Mean used share of the budget, of the runs within it; null if the trimmer has no budget. */
  readonly used: number | null
}

export interface ValidityReport {
  readonly talks: number
  readonly shares: readonly number[]
  readonly rows: readonly ValidityRow[]
}

/** Do trimmed conversations stay valid? 200 random conversations of 6 to 120 messages, at four budgets each. */
export async function validityReport(): Promise<ValidityReport> {
  const lists = Array.from({ length: TALKS }, (_, seed): readonly Message[] => {
    const { system, messages } = toolTalk(seed)
    return [{ role: 'system', content: system }, ...messages]
  })
  const rows: ValidityRow[] = []
  for (const trimmer of [...ours, ...langchain, ...aiSdk]) {
    const row = {
      withOrphans: 0,
      orphans: 0,
      empty: 0,
      badStart: 0,
      systemLost: 0,
      requestLost: 0,
      overBudget: 0,
      refused: 0,
    }
    let used = 0
    let within = 0
    let knowsBudget = false
    for (const list of lists) {
      for (const share of SHARES) {
        const left = await trimmer.trim(list, share)
        const orphans = orphansOf(left.entries)
        row.orphans += orphans
        if (orphans > 0) row.withOrphans += 1
        const first = left.entries.find(({ kind }) => kind !== 'system')
        if (first === undefined || left.holes > 0) row.empty += 1
        else if (first.kind !== 'user') row.badStart += 1
        const has = (kind: string, text: string): boolean =>
          left.entries.some((entry) => entry.kind === kind && 'text' in entry && entry.text === text)
        if (!has('system', textIn(list[0]))) row.systemLost += 1
        const request = list.findLast(({ role, content }) => role === 'user' && typeof content === 'string')
        if (!has('user', textIn(request))) row.requestLost += 1
        if (left.refused) row.refused += 1
        if (left.tokens === null) continue
        knowsBudget = true
        if (left.tokens > 1) row.overBudget += 1
        else {
          used += left.tokens
          within += 1
        }
      }
    }
    const runs = lists.length * SHARES.length
    rows.push({ name: trimmer.name, runs, ...row, used: knowsBudget ? used / Math.max(1, within) : null })
  }
  return { talks: TALKS, shares: SHARES, rows }
}

const ours: readonly Trimmer[] = [
  ...(['start', 'middle', 'end'] as const).map((direction): Trimmer => ({
    name: `ours: trimToBudget (${direction})`,
    trim: (list, share) => {
      const maxTokens = Math.floor(sizeOf(list) * share)
      return leftOf(trimToBudget(list, { maxTokens, reserve: 0, direction }), maxTokens)
    },
  })),
  {
    name: 'ours: atomicWindow (token aware)',
    trim: (list, share) => {
      const maxTokens = Math.floor(sizeOf(list) * share)
      const settings = { maxMessages: 1000, tokenAware: true, tokenThreshold: 1, maxTokens }
      return leftOf(atomicWindow(list, settings), maxTokens)
    },
  },
]

function textIn(message: Message | undefined): string {
  return typeof message?.content === 'string' ? message.content : ''
}

function sizeOf(list: readonly Message[]): number {
  return list.reduce((sum, message) => sum + sumOfModalities(modalityTokens(message, chars4)), 0)
}

function leftOf({ messages, after, note }: Trimmed, budget: number): Left {
  const entries = messages.flatMap((message) => {
    const { role } = message
    return partsOf(message).map((part): Entry => {
      if (part.type === 'tool_use') return { kind: 'call', id: part.id }
      return part.type === 'tool_result'
        ? { kind: 'result', id: part.tool_use_id }
        : { kind: role, text: textOf(part) }
    })
  })
  return { entries, tokens: sumOfModalities(after) / budget, refused: note !== null, holes: 0 }
}

const langchain: readonly Trimmer[] = (
  [
    ['last', () => ({ strategy: 'last' })],
    [
      'recommended',
      () => ({ strategy: 'last', includeSystem: true, startOn: 'human', endOn: ['human', 'tool'] }),
    ],
    ['last, allowPartial', () => ({ strategy: 'last', allowPartial: true })],
    ['first', () => ({ strategy: 'first' })],
  ] as readonly (readonly [string, () => Partial<TrimMessagesFields>])[]
).map(([name, options]): Trimmer => ({
  name: `@langchain/core trimMessages (${name})`,
  async trim(list, share) {
    const given = list.flatMap(toLangchain)
    const maxTokens = Math.floor(countLangchain(given) * share)
    const result = await trimMessages(given, { ...options(), maxTokens, tokenCounter: countLangchain })
    const kept = result.filter((message) => message !== undefined)
    return {
      entries: kept.flatMap(fromLangchain),
      tokens: countLangchain(kept) / maxTokens,
      refused: false,
      holes: result.length - kept.length,
    }
  },
}))

function toLangchain(message: Message): BaseMessage[] {
  const parts = partsOf(message)
  if (message.role === 'system') return [new SystemMessage(proseOf(parts))]
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
      tool_calls: calls.map(({ id, name, input }) => ({
        id,
        name,
        args: { input: argumentsText(input) },
        type: 'tool_call' as const,
      })),
    }),
  ]
}

function fromLangchain(message: BaseMessage): Entry[] {
  const text = typeof message.content === 'string' ? message.content : ''
  const kind = message.getType()
  if (kind === 'system') return [{ kind: 'system', text }]
  if (kind === 'human') return [{ kind: 'user', text }]
  if (message instanceof ToolMessage) return [{ kind: 'result', id: message.tool_call_id }]
  const calls = (message as AIMessage).tool_calls ?? []
  return [{ kind: 'assistant', text }, ...calls.map(({ id }): Entry => ({ kind: 'call', id: id ?? '' }))]
}

/** These have no budget: they are compared by what they leave, not by how much. */
const aiSdk: readonly Trimmer[] = (
  [
    [
      'before the last half',
      (count: number) => `before-last-${Math.max(1, Math.floor(count / 2))}-messages` as const,
    ],
    ['all', () => 'all' as const],
  ] as const
).map(([name, which]): Trimmer => ({
  name: `ai pruneMessages (${name})`,
  trim(list) {
    const messages = list.map(toAiSdk)
    const result = pruneMessages({ messages, toolCalls: which(messages.length) })
    return { entries: result.flatMap(fromAiSdk), tokens: null, refused: false, holes: 0 }
  },
}))

function toAiSdk(message: Message): ModelMessage {
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
  if (message.role !== 'assistant') return { role: message.role, content: proseOf(parts) }
  return {
    role: 'assistant',
    content: parts.map((part) =>
      part.type === 'tool_use'
        ? { type: 'tool-call' as const, toolCallId: part.id, toolName: part.name, input: part.input }
        : { type: 'text' as const, text: textOf(part) },
    ),
  }
}

function fromAiSdk({ role, content }: ModelMessage): Entry[] {
  if (typeof content === 'string') return role === 'tool' ? [] : [{ kind: role, text: content }]
  return content.flatMap((part): Entry[] => {
    if (part.type === 'tool-call') return [{ kind: 'call', id: part.toolCallId }]
    if (part.type === 'tool-result') return [{ kind: 'result', id: part.toolCallId }]
    return part.type === 'text' && role !== 'tool' ? [{ kind: role, text: part.text }] : []
  })
}

function proseOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Calls without a later result, and results without an earlier call. */
function orphansOf(entries: readonly Entry[]): number {
  const open = new Set<string>()
  let orphans = 0
  for (const entry of entries) {
    if (entry.kind === 'call') open.add(entry.id)
    else if (entry.kind === 'result' && !open.delete(entry.id)) orphans += 1
  }
  return orphans + open.size
}

export function renderValidityReport({ talks, shares, rows }: ValidityReport): string {
  const head = [
    'trimmer',
    'runs with an orphan',
    'orphans',
    'empty or holes',
    'starts with a reply or result',
    'system lost',
    'last prompt lost',
    'over budget',
    'of them with a reason',
    'budget used',
  ]
  return [
    `${talks} conversations × budgets of ${shares.map((share) => `${share * 100} %`).join(', ')}:`,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map(
      (row) =>
        `| ${[row.name, `${row.withOrphans} of ${row.runs}`, row.orphans, row.empty, row.badStart, row.systemLost, row.requestLost, row.used === null ? 'no budget' : row.overBudget, row.refused, row.used === null ? '–' : `${Math.round(row.used * 100)} %`].join(' | ')} |`,
    ),
  ].join('\n')
}
