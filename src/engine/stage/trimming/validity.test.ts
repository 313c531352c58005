import { describe, expect, it } from 'vitest'
import { toolTalk } from '../../../testing/tool-talk.ts'
import { atomicWindow } from '../atomic-window/messages.ts'
import { partsOf } from '../../core/message/message.ts'
import type { Message } from '../../core/message/message.ts'
import { validate } from '../../validity/validate.ts'
import { trimToBudget } from '../token-trim/messages.ts'
import { chars4 } from '../../core/tokens/counter.ts'
import { modalityTokens, sumOfModalities } from '../../core/message/modality.ts'
import type { Trimmed } from './trimmed.ts'

/*
 * Two hundred random conversations at four budgets: no orphan, no empty or invalid list, no protected message lost,
 * over the budget only with a recorded reason, and no removed group that would have fitted. The test derives groups,
 * sizes and protection again from the messages alone.
 */

const SHARES = [0.75, 0.5, 0.25, 0.1] as const
const talks = Array.from({ length: 200 }, (_, seed) => {
  const { system, messages } = toolTalk(seed)
  // Half have the system prompt in the list, as in OpenAI's format, half beside it.
  const list: readonly Message[] =
    seed % 4 < 2 ? messages : [{ role: 'system', content: system }, ...messages]
  const beside = seed % 4 < 2 ? chars4.count(system) : 0
  const sizes = list.map((message) => sumOfModalities(modalityTokens(message, chars4)))
  return { seed, list, beside, sizes, total: beside + sizes.reduce((a, b) => a + b, 0) }
})
type Talk = (typeof talks)[number]

interface Way {
  readonly name: string
  readonly trim: (talk: Talk, share: number) => Trimmed
  /** Whether a list is over the budget. */
  readonly refuses: (talk: Talk, share: number, list: readonly number[]) => boolean
  /** Which of the removed groups might have fitted: all of them, or the one next to the rest. */
  readonly mayReturn: 'all' | 'newest' | 'oldest'
  readonly loses?: 'request'
  /** How many of the newest messages always stay. */
  readonly recent?: number
}

const budgetOf = ({ total }: Talk, share: number): number => Math.floor(total * share)
const tooMany = (talk: Talk, share: number, list: readonly number[]): boolean =>
  tokensOf(talk, list) > budgetOf(talk, share)

const directions = (['start', 'end', 'middle'] as const).map((direction): Way => ({
  name: `token_trim ${direction}`,
  trim: (talk, share) =>
    trimToBudget(
      talk.list,
      { maxTokens: budgetOf(talk, share), reserve: 0, direction },
      { beside: talk.beside },
    ),
  refuses: tooMany,
  mayReturn: 'all',
}))
const ways: readonly Way[] = [
  ...directions,
  {
    name: 'token_trim rollback',
    trim: (talk, share) =>
      trimToBudget(
        talk.list,
        { maxTokens: budgetOf(talk, share), reserve: 0, direction: 'end', rollback: true },
        { beside: talk.beside },
      ),
    refuses: tooMany,
    mayReturn: 'oldest',
    loses: 'request',
  },
  {
    name: 'atomic_window by tokens',
    trim: (talk, share) =>
      atomicWindow(
        talk.list,
        {
          maxMessages: 100_000,
          tokenAware: true,
          maxTokens: budgetOf(talk, share),
          tokenThreshold: 1,
          minRecentKeep: 2,
        },
        { beside: talk.beside },
      ),
    refuses: tooMany,
    mayReturn: 'newest',
    recent: 2,
  },
  {
    name: 'atomic_window by messages',
    trim: (talk, share) =>
      atomicWindow(talk.list, { maxMessages: Math.ceil(talk.list.length * share), minRecentKeep: 4 }),
    refuses: (talk, share, list) => spoken(talk, list) > Math.ceil(talk.list.length * share),
    mayReturn: 'newest',
    recent: 4,
  },
]

describe.each(ways)('$name', (way) => {
  it('PAIR-2 VALID-3 TRIM-1 ATOM-1 is valid at every budget, loses nothing protected, and uses the available room', () => {
    const faults: string[] = []
    let refused = 0
    let left = 0
    for (const talk of talks) {
      for (const share of SHARES) {
        const result = way.trim(talk, share)
        for (const fault of faultsOf(way, talk, share, result))
          faults.push(`seed ${talk.seed} at ${share}: ${fault}`)
        left += result.dropped.length
        if (result.note !== null) refused += 1
      }
    }
    expect(faults).toEqual([])
    // Enough cases, so that the test means something.
    expect(left).toBeGreaterThan(10_000)
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(talks.length)
  })
})

function* faultsOf(way: Way, talk: Talk, share: number, result: Trimmed): Generator<string> {
  const gone = new Set(result.dropped)
  const kept = [...talk.list.keys()].filter((index) => !gone.has(index))
  if (kept.length === 0) yield 'nothing left'
  if (result.messages.length !== kept.length) yield 'not the list without what left'
  if (kept.some((index, at) => result.messages[at] !== talk.list[index])) yield 'another message'
  for (const id of orphansIn(result.messages)) yield `orphan ${id}`
  if (!stands(talk, kept)) yield 'invalid'
  if (way.loses === 'request' && !goesOn(talk, kept)) yield 'goes on with a loop that was over'
  for (const index of protectedIn(talk, way.loses === 'request')) if (gone.has(index)) yield `lost ${index}`
  if (way.refuses(talk, share, kept)) {
    if (
      !/^(?:message_too_large|system_exceeds_budget|soft_limit|target_unreachable)$/.test(
        result.note?.code ?? '',
      )
    )
      yield 'over without a reason'
    // A refusal needs a reason: the protected messages alone are over the budget.
    const back = way.loses === 'request'
    const first = talk.list.findIndex(({ role, content }) => role === 'user' && typeof content === 'string')
    const recent = [...talk.list.keys()].slice(talk.list.length - (way.recent ?? 0))
    const held = new Set(back ? [...protectedIn(talk, back), first] : [...protectedIn(talk, back), ...recent])
    // Results stay with the reply that called for them, and a reply with its results.
    for (const index of held) {
      const content = talk.list[index]?.content
      if (typeof content === 'string' || content === undefined) continue
      held.add(talk.list[index]?.role === 'user' ? index - 1 : index + 1)
    }
    const must = [...held].filter((index) => index in talk.list).toSorted((a, b) => a - b)
    if (!way.refuses(talk, share, must)) yield `refused, though ${must.join()} would have fitted`
    return
  }
  if (result.note !== null) yield `${result.note.code} without a reason`
  const groups = groupsLeft(talk, gone)
  const some =
    way.mayReturn === 'all' ? groups : way.mayReturn === 'newest' ? groups.slice(-1) : groups.slice(0, 1)
  for (const group of some) {
    const more = [...kept, ...group].toSorted((a, b) => a - b)
    if (way.refuses(talk, share, more) || !stands(talk, more)) continue
    if (way.loses !== 'request' || goesOn(talk, more)) yield `${group.join()} would have fitted`
  }
}

function tokensOf({ sizes, beside }: Talk, list: readonly number[]): number {
  return list.reduce((sum, index) => sum + (sizes[index] ?? 0), beside)
}

function spoken({ list }: Talk, some: readonly number[]): number {
  return some.filter((index) => list[index]?.role !== 'system').length
}

/** Ends with a prompt, with results of a loop that began with thinking, or with those of the list's current loop. */
function goesOn({ list }: Talk, some: readonly number[]): boolean {
  const isPlain = (index: number): boolean => {
    const message = list[index]
    return message?.role === 'user' && partsOf(message).every(({ type }) => type !== 'tool_result')
  }
  if (isPlain(some.at(-1) ?? -1)) return true
  const first =
    list[some.slice(some.findLastIndex(isPlain) + 1).find((at) => list[at]?.role === 'assistant') ?? -1]
  const thinks = first !== undefined && partsOf(first)[0]?.type === 'thinking'
  return thinks || !some.some(isPlain) || (some.findLast(isPlain) ?? 0) === [...list.keys()].findLast(isPlain)
}

/** Valid for the providers for which the given list was valid, with the same kind of end. */
function stands({ list }: Talk, some: readonly number[]): boolean {
  const messages = some.flatMap((index) => list[index] ?? [])
  const inList = list[0]?.role === 'system'
  if (validate(messages, 'openai').length > 0) return false
  const talk = messages.filter(({ role }) => role !== 'system')
  if (validate(talk, 'anthropic', { prefill: 'allowed' }).length > 0) return false
  if (inList !== (messages[0]?.role === 'system')) return false
  const last = some.at(-1) ?? -1
  return talk[0]?.role === 'user' && (last === list.length - 1 || list[last]?.role === 'user')
}

function orphansIn(messages: readonly Message[]): string[] {
  const calls = new Set<string>()
  const results = new Set<string>()
  for (const part of messages.flatMap((message) => partsOf(message))) {
    if (part.type === 'tool_use') calls.add(part.id)
    if (part.type === 'tool_result') results.add(part.tool_use_id)
  }
  return [...[...calls].filter((id) => !results.has(id)), ...[...results].filter((id) => !calls.has(id))]
}

/**
 * The system message; and unless the newest messages leave first, the first prompt, the newest prompt, and results at
 * the end.
 */
function protectedIn({ list }: Talk, back: boolean): number[] {
  const system = list.flatMap(({ role }, index) => (role === 'system' ? [index] : []))
  if (back) return system
  const isPrompt = ({ role, content }: Message): boolean => role === 'user' && typeof content === 'string'
  const end = list.at(-1)?.role === 'user' ? [list.length - 1] : []
  return [...system, list.findIndex(isPrompt), list.findLastIndex(isPrompt), ...end]
}

/** The removed messages by group: a reply with calls and the message with their results. */
function groupsLeft({ list }: Talk, gone: ReadonlySet<number>): number[][] {
  const groups: number[][] = []
  for (const index of [...gone].toSorted((a, b) => a - b)) {
    const before = groups.at(-1)
    const answers = list[index]?.role === 'user' && typeof list[index]?.content !== 'string'
    if (answers && before?.at(-1) === index - 1) before.push(index)
    else groups.push([index])
  }
  return groups
}

describe('TRIM-1 ATOM-1 what plain JavaScript passes by mistake', () => {
  const ask: Message = { role: 'user', content: 'go' }
  const call = { role: 'assistant', content: '', tool_calls: [{ id: 'a' }] }
  const tool = { role: 'tool', tool_call_id: 'a', content: 'found' }
  const trims: readonly ((list: unknown, options?: object) => Trimmed)[] = [
    (list, options) => trimToBudget(list as readonly Message[], { maxTokens: 5 }, options),
    (list, options) => atomicWindow(list as readonly Message[], {}, options),
  ]

  it.each([
    [null, 'messages has to be a list, but is null'],
    [[ask, null], 'messages.1 has to be an object, but is null'],
    [
      [ask, { role: 'user', content: null }],
      'messages.1.content has to be a text or a list of parts, but is null',
    ],
    [
      [ask, { role: 'user', content: [{ type: 'later' }] }],
      'messages.1.content.0.type has to be one of text',
    ],
    [[ask, call, tool], 'messages.1 has to be a message in Anthropic’s shape'],
    [[ask, tool], 'messages.1 has to be a message in Anthropic’s shape'],
  ])('a list of something else is refused with its place: %j', (list, message) => {
    for (const trim of trims) expect(() => trim(list)).toThrow(message)
  })

  it('TOK-3 what Anthropic lets a part leave out counts nothing', () => {
    const list = (call: object, result: object): unknown[] => [
      ask,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', ...call }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', ...result }] },
    ]
    for (const trim of trims) {
      const { before } = trim(list({ input: {} }, { content: '' }))
      for (const content of [undefined, null]) expect(trim(list({}, { content })).before).toEqual(before)
    }
  })

  it.each([
    [(text: string) => text.length, 'counter.count has to be a function, but is missing'],
    [{ ...chars4, count: () => Promise.resolve(1) }, "counter.count('') has to be a number from 0 up"],
    [{ ...chars4, count: () => Number.NaN }, "counter.count('') has to be a number from 0 up, but is NaN"],
    [{ ...chars4, messageOverhead: undefined }, 'counter.messageOverhead has to be a number from 0 up'],
  ])('a counter that gives no numbers is refused', (counter, message) => {
    for (const trim of trims) expect(() => trim([ask], { counter })).toThrow(message)
  })

  it.each([
    [{ maxTokens: Number.NaN }, 'maxTokens has to be a whole number from 0 up, not NaN'],
    [{ maxTokens: Infinity }, 'maxTokens has to be a whole number from 0 up, not Infinity'],
    [{ maxTokens: undefined }, 'maxTokens has to be a whole number from 0 up, not undefined'],
    [{ maxTokens: 9, reserve: -0.5 }, 'reserve has to be a number from 0 up, not -0.5'],
    [{ maxTokens: 9, direction: 'last' }, 'direction has to be one of start, end, middle, not last'],
    [{ maxTokens: 9, rollback: 'yes' }, 'rollback has to be true or false, not yes'],
  ])('a setting of another kind is refused with its value: %j', (settings, message) => {
    expect(() => trimToBudget([ask], settings as never)).toThrow(new RangeError(message))
  })

  it('of a window of messages too, and of what stands beside a list', () => {
    for (const trim of trims)
      for (const beside of [Number.NaN, -1, Infinity, '5'])
        expect(() => trim([ask], { beside })).toThrow(`beside has to be a number from 0 up, not ${beside}`)
    for (const value of [-1, 2.5, Number.NaN])
      expect(() => atomicWindow([ask], { maxMessages: value })).toThrow(
        new RangeError(`maxMessages has to be a whole number from 0 up, not ${value}`),
      )
  })
})
