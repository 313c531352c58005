import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { answer, hear, liveToLog, repository, say, startLive, tools } from '../../../live/index.ts'
import { takeIn } from '../../../sim/index.ts'
import { NO_CONVERSATION } from '../live/state.ts'
import type { Conversation } from '../live/state.ts'
import { conversationOf, isUnreadable, textOfConversation } from './conversation.ts'

const definitions = Object.values(tools).map(({ definition }) => definition)

/** A conversation in the middle of its second turn, with every possible field. */
function conversation(): Conversation {
  const usage = { input: 900, output: 20, cacheRead: null, cacheWrite: null }
  const called = hear(
    say(startLive({ title: 'Find it', system: 'Be careful.', tools: definitions }), 'Look.', 10),
    {
      content: [
        { type: 'thinking', thinking: 'where?' },
        { type: 'text', text: 'I read it.' },
        { type: 'tool_use', id: 'call_1', name: 'read_file', input: { path: 'README.md' } },
      ],
      model: 'claude-haiku-4-5',
      usage,
      counted: { o200k_base: 880 },
    },
  )
  const live = answer(called, [{ id: 'call_1', text: 'a file', failed: false }], 20)
  const sent = {
    turn: 0,
    used: 880,
    strategy: 'Unprotected FIFO',
    held: '1 2 3',
    counted: { o200k_base: 880 },
    predicted: null,
    applied: null,
    repaired: 0,
    stopReason: 'tool_use',
  }
  return {
    ...NO_CONVERSATION,
    id: 1,
    live,
    title: 'Find it',
    agent: 'model',
    world: repository(),
    worlds: new Map([[0, repository()]]),
    step: 'stopped',
    problem: { code: 'halted', message: 'Stopped.', said: '' },
    sent: [sent],
    out: { sent: { ...sent, turn: 1 }, model: 'claude-haiku-4-5' },
    model: { name: 'claude-haiku-4-5', label: 'Haiku' },
    decisions: new Map([['call_1', { kind: 'refused', why: 'no' }]]),
    drafts: new Map([['call_1', { mode: 'asked', text: '{}', why: '' }]]),
    counts: new Map([[0, { input: 900, model: 'claude-haiku-4-5', counted: { o200k_base: 880 } }]]),
  }
}

function keptConversation() {
  const { id: _, began: __, ...own } = conversation()
  const shown = {
    source: { kind: 'live', id: 1, name: 'Find it' },
    seed: 7,
    budget: { kind: 'tokens', tokens: 12_000 },
    counter: 'o200k_base',
    lanes: [{ policy: 'fifo', gates: 'naive', actions: [{ kind: 'compact', turn: 1 }] }],
  } as const
  const before = { ...conversation(), takenBack: null }
  const takenBack = { conversation: before, before: null, after: null, steps: { past: [shown], future: [] } }
  return { format: 1 as const, savedAt: 5, conversation: { ...own, takenBack }, lasted: 100, shown }
}

it('a conversation as text is read as it was', () => {
  expect(conversationOf(textOfConversation(keptConversation()))).toEqual(keptConversation())
})

type Path = readonly (string | number)[]

/** A copy of a record with another value at a path. */
function damaged(record: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (record instanceof Map)
    return new Map([...record].map(([key, one]) => [key, key === step ? damaged(one, rest, value) : one]))
  if (Array.isArray(record))
    return record.map((one, place) => (place === step ? damaged(one, rest, value) : one))
  const own = record as Record<string, unknown>
  return { ...own, [step]: damaged(own[step], rest, value) }
}

/** The paths of all values in a record. */
function pathsIn(record: unknown, at: Path = []): readonly Path[] {
  if (typeof record !== 'object' || record === null) return [at]
  const inside = record instanceof Map ? [...record] : Object.entries(record)
  return [
    at,
    ...inside.flatMap(([key, one]) =>
      pathsIn(one, [...at, Array.isArray(record) ? Number(key) : (key as string)]),
    ),
  ]
}

const CORRUPTIONS = [
  [['sent'], null, 'record.conversation.sent should be a list, and is null'],
  [
    ['live', 'trace', 'messages'],
    null,
    'record.conversation.live.trace.messages should be a list, and is null',
  ],
  [
    ['live', 'trace', 'turns'],
    [{}],
    'record.conversation.live.trace.turns[0].turn should be a whole number from 0, and is nothing',
  ],
  [['sent'], [{}], 'record.conversation.sent[0].turn should be a whole number from 0, and is nothing'],
  [['title'], {}, 'record.conversation.title should be a text, and is {}'],
] as const

it.each(CORRUPTIONS)(
  'a conversation whose %j is %j cannot be used, and its place is named',
  (path, value, said) => {
    const text = textOfConversation(damaged(keptConversation(), ['conversation', ...path], value))
    expect(conversationOf(text)).toEqual({ kind: 'wrong', said })
    expect((JSON.parse(text) as { format: number }).format).toBe(1)
  },
)

it('what is no conversation of this version is named', () => {
  expect(conversationOf('{"format":2}')).toEqual({ kind: 'newer', version: 2 })
  expect(conversationOf('{"format":1}')).toEqual({
    kind: 'wrong',
    said: 'record.savedAt should be a number, and is nothing',
  })
  expect(conversationOf('null')).toEqual({ kind: 'wrong', said: 'record should be an object, and is null' })
  for (const text of ['"x"', '[]', '{', ''])
    expect(conversationOf(text), text).toMatchObject({ kind: 'wrong' })
})

it('any damaged conversation is refused, or the rest of it can be used', () => {
  const paths = pathsIn(keptConversation())
  expect(paths.length).toBeGreaterThan(300)
  let accepted = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.oneof(
        fc.constantFrom(null, undefined, '', 'x', -1, 1.5, NaN, 2 ** 60, true, [], {}, [{}], new Map(), [
          null,
        ]),
        fc.jsonValue(),
      ),
      (path, value) => {
        const found = conversationOf(textOfConversation(damaged(keptConversation(), path, value)))
        if (isUnreadable(found)) return
        const { live } = found.conversation
        if (live === null) return
        accepted += 1
        liveToLog(live)
        takeIn(live.trace, chars4)
      },
    ),
    { numRuns: 60 },
  )
  expect(accepted).toBeGreaterThan(5)
})
