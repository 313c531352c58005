import { describe, expect, it } from 'vitest'
import { answer, dropReply, hear, say, startLive, takeBack } from '../../../live/index.ts'
import type { Live, World } from '../../../live/index.ts'
import { run } from '../../../sim/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'
import type { ProviderCount, Sent } from '../../store/live/state.ts'
import { knownOf, withoutGone } from './going-back.ts'

const world = (text: string): World => ({ files: new Map([['a.ts', text]]) })
const sentIn = (turn: number): Sent => ({
  turn,
  used: 0,
  strategy: '',
  held: '',
  counted: {},
  predicted: null,
  applied: null,
  repaired: 0,
  stopReason: null,
})
const count: ProviderCount = { input: 1, model: 'm', counted: {} }
const reply = (live: Live, ...calls: readonly string[]): Live =>
  hear(live, {
    content: [
      { type: 'text', text: 'I see.' },
      ...calls.map((id) => ({ type: 'tool_use', id, name: 'read_file', input: {} }) as const),
    ],
    model: 'm',
    usage: null,
    counted: {},
  })

/**
 * Turns 0 to 2 answer the first message with two calls, one after the other. The user adds a message before turn 2 is
 * answered.
 */
const opening = startLive({ title: '', system: '', tools: [] })
const first = reply(say(opening, 'look', 1), 'a')
const second = reply(answer(first, [{ id: 'a', text: 'x', failed: false }], 2), 'b')
const joined = say(answer(second, [{ id: 'b', text: 'y', failed: false }], 3), 'and hurry', 4)
const whole = reply(joined, 'c')
const known = {
  live: whole,
  world: world('after b'),
  worlds: new Map([
    [0, world('before a')],
    [1, world('before b')],
  ]),
  sent: [0, 1, 2].map(sentIn),
  counts: new Map([0, 1, 2].map((turn) => [turn, count])),
}

describe('the data of a conversation after a message was taken back', () => {
  it('a joined message leaves its turn, whose tools stay run; the rest is another request', () => {
    const next = takeBack(whole)
    expect([next.trace.turns.length, next.next]).toEqual([3, 'model'])
    const left = knownOf(known, next)
    expect(left.world).toBe(known.world)
    expect([...left.worlds.keys()]).toEqual([0, 1])
    expect(left.sent.map(({ turn }) => turn)).toEqual([0, 1])
    expect([...left.counts.keys()]).toEqual([0, 1])
  })

  it('the files are as they were before the first removed tools', () => {
    const left = knownOf(known, takeBack(takeBack(whole)))
    expect(left).toEqual({ world: world('before a'), worlds: new Map(), sent: [], counts: new Map() })
    // Back to the moment when the calls of turn 1 were open.
    const between = knownOf(known, second)
    expect(between.world).toEqual(world('before b'))
    expect([...between.worlds.keys()]).toEqual([0])
  })

  it('a reply alone removes no tools, and its request was counted as it will be sent again', () => {
    const left = knownOf(known, dropReply(whole))
    expect(left.world).toBe(known.world)
    expect(left.sent.map(({ turn }) => turn)).toEqual([0, 1])
    expect([...left.counts.keys()]).toEqual([0, 1, 2])
  })
})

describe('EDIT-4 acts by hand', () => {
  const { blocks } = run(whole.trace, { max_context_tokens: 4000 }).data
  const numbered = (message: number): number => blocks.find((one) => one.message === message)?.id ?? -1
  const compact = (turn: number): Intervention => ({ turn, kind: 'compact' })
  const pin = (turn: number, message: number): Intervention => ({
    turn,
    kind: 'pin',
    block: numbered(message),
  })
  const lane = (...actions: readonly Intervention[]): LaneChoice => ({ policy: 'fifo', gates: 'on', actions })
  const rest = { turns: 2, messages: 4 }

  it('are removed with their turn, in every lane, and with their block', () => {
    const set: Intervention = { turn: 3, kind: 'set', config: { strategy: 'unmanaged' } }
    const lanes = [
      lane(compact(1), compact(2), set),
      lane(pin(1, 0), pin(1, 5), pin(1, 99)),
      lane(compact(2)),
    ]
    expect(withoutGone(lanes, rest, blocks)).toEqual([
      lane(compact(1)),
      lane(pin(1, 0)),
      { policy: 'fifo', gates: 'on' },
    ])
  })

  it('a fork is removed with its turn, and loses its acts on a removed block', () => {
    const fork = (id: string, turn: number, ...acts: readonly Intervention[]) => ({
      id,
      name: null,
      turn,
      acts,
    })
    const base: LaneChoice = { policy: 'fifo', gates: 'on' }
    const forks = [
      fork('kept', 1, compact(1)),
      fork('less', 1, compact(1), pin(1, 5), compact(2)),
      fork('none', 1, pin(1, 5)),
      fork('late', 2, compact(2)),
    ]
    expect(withoutGone([{ ...base, forks }], rest, blocks)).toEqual([
      { ...base, forks: [forks[0], fork('less', 1, compact(1))] },
    ])
  })

  it('unchanged lanes are the same object; without a run, pins of the last turn are removed', () => {
    const lanes = [lane(compact(1), pin(0, 0))]
    expect(withoutGone(lanes, rest, blocks)).toBe(lanes)
    expect(withoutGone(lanes, rest, null)).toBe(lanes)
    expect(withoutGone([lane(compact(1), pin(1, 0))], rest, null)).toEqual([lane(compact(1))])
    // If the model is called again, no turn is removed, but the blocks of the reply are.
    const asked = { turns: Infinity, messages: 5 }
    expect(withoutGone([lane(compact(3), pin(3, 0), pin(3, 5))], asked, blocks)).toEqual([
      lane(compact(3), pin(3, 0)),
    ])
  })
})
