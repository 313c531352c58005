import { describe, expect, it } from 'vitest'
import { atomicWindow, ModelFailure, repair, trimToBudget, validate } from '../../engine/index.ts'
import type { Answer, Message, Trimmed } from '../../engine/index.ts'
import { encodeTimeline, entriesAt, run } from '../../sim/index.ts'
import type { Timeline } from '../../sim/index.ts'
import { conversation } from '../conversation.ts'
import { traceOf } from '../trace.ts'
import { families } from './list.ts'
import type { Act, Vector } from './vector.ts'

type Run = Extract<Act, { verb: 'run' }>

describe.each(Object.entries(families))('family %s', (family, vectors) => {
  it('has at least six vectors, numbered in order', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(6)
    expect(vectors.map(({ id }) => id)).toEqual(vectors.map((_, at) => `${family}${at + 1}`))
  })

  it.each(vectors)('VALID-1 VALID-2 VALID-3 $id $says', (vector) => {
    const messages = conversation(vector.talk)
    const before = JSON.stringify(messages)
    expect(given(vector, messages)).toBe(vector.gives)
    // A second run from the same, unchanged input.
    expect(given(vector, messages)).toBe(vector.gives)
    expect(JSON.stringify(messages)).toBe(before)
  })
})

/** The result of a vector as text (`Vector.gives`). Asserts the invariants of its verb. */
function given({ act, provider }: Vector, messages: readonly Message[]): string {
  switch (act.verb) {
    case 'validate':
      return (
        validate(asked(act, messages), provider, act.options)
          .map(({ rule, index }) => `${rule}@${index}`)
          .join(' ') || 'valid'
      )
    case 'repair': {
      const { request, repairs } = repair(asked(act, messages), provider, act.options)
      expect(validate(request, provider, act.options)).toEqual([])
      expect(repair(request, provider, act.options).repairs).toEqual([])
      return repairs.map(({ action, index }) => `${action}@${index}`).join(' ') || 'nothing'
    }
    case 'trim':
    case 'slide': {
      const result = trimmed(act, messages)
      holds(act, messages, result)
      if (validate(messages, provider).length === 0) expect(validate(result.messages, provider)).toEqual([])
      const gone = new Set(result.dropped)
      const kept = [...messages.keys()].filter((at) => !gone.has(at))
      return [...kept, ...(result.note === null ? [] : [result.note.code])].join(' ')
    }
    case 'run': {
      const timeline = ran(act, messages)
      stands(timeline, provider)
      expect(encodeTimeline(ran(act, messages).data)).toBe(encodeTimeline(timeline.data))
      const idle = ran(withRoom(act), messages)
      expect(idle.edits).toEqual([])
      return fates(timeline, messages)
    }
  }
}

function asked({ thinking }: Extract<Act, { verb: 'validate' | 'repair' }>, messages: readonly Message[]) {
  return thinking === undefined ? messages : { messages, thinking }
}

function trimmed(act: Extract<Act, { verb: 'trim' | 'slide' }>, messages: readonly Message[]): Trimmed {
  return act.verb === 'trim' ? trimToBudget(messages, act.settings) : atomicWindow(messages, act.settings)
}

/** Trimming only leaves messages out, never grows the request, changes nothing if refused, and is idempotent. */
function holds(
  act: Extract<Act, { verb: 'trim' | 'slide' }>,
  messages: readonly Message[],
  result: Trimmed,
): void {
  const gone = new Set(result.dropped)
  expect(result.messages).toEqual(messages.filter((_, at) => !gone.has(at)))
  for (const message of result.messages) expect(messages).toContain(message)
  expect(result.after.text).toBeLessThanOrEqual(result.before.text)
  if (result.outcome !== 'trimmed') expect(result.messages).toBe(messages)
  if (result.note === null) expect(trimmed(act, result.messages).outcome).toBe('unchanged')
}

function ran({ config, answers }: Run, messages: readonly Message[]): Timeline {
  let asked = 0
  const llm = (): Answer => {
    const answer = answers?.[Math.min(asked++, answers.length - 1)]
    if (answer === undefined) throw new Error('nobody is to be asked')
    if (answer === null) throw new ModelFailure('error', 'Error generating summary')
    return { text: answer }
  }
  return run(traceOf(messages), { max_context_tokens: 2000, ...config }, { llm })
}

/** The same action with a limit that is never reached. */
function withRoom(act: Run): Run {
  const { config } = act
  return {
    ...act,
    config: {
      ...config,
      max_context_tokens: 10_000_000,
      atomic_window: { ...config.atomic_window, max_messages: 100_000 },
    },
  }
}

/** Edits balance and free tokens; requests are valid; every missing block was removed by an edit. */
function stands(timeline: Timeline, provider: Vector['provider']): void {
  for (const { before, freed, added, after, stage } of timeline.edits) {
    expect(before - freed + added).toBe(after)
    if (stage !== 'repair') expect(after).toBeLessThan(before)
  }
  const taken = new Set(timeline.edits.flatMap(({ blocks }) => blocks.map(({ block }) => block)))
  for (const { turn, violations } of timeline.turns) {
    expect(violations.filter(({ origin }) => origin === 'strategy')).toEqual([])
    const { repairs: _, ...request } = timeline.messagesAt(turn, provider)
    expect(validate(request, provider)).toEqual([])
    const sent = sentAt(timeline, turn)
    const order = sent.filter(({ block }) => block < timeline.intake.blocks.length).map(({ block }) => block)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const there = new Set(sent.map(({ block }) => block))
    for (const block of timeline.intake.blocks) {
      const arrived = block.turn < turn || (block.turn === turn && !block.response)
      if (arrived && !there.has(block.id)) expect(taken.has(block.id)).toBe(true)
    }
    for (const { block, state, content } of sent) {
      // A live block has its original content.
      if (state === 'live' && block < timeline.intake.blocks.length) expect(content).toBe(-1)
    }
  }
  expect(timeline.data.contents.join('\n')).not.toContain('Error generating summary')
}

function fates(timeline: Timeline, messages: readonly Message[]): string {
  const { turn, events } = timeline.turns.at(-1) ?? { turn: 0, events: [] }
  const sent = new Map(sentAt(timeline, turn).map((entry) => [entry.block, entry.state]))
  const words = [...messages.keys()].flatMap((message) => {
    const blocks = timeline.intake.blocks.filter((block) => block.message === message)
    if (blocks.every((block) => block.turn === turn && block.response)) return []
    const states = new Set(blocks.flatMap(({ id }) => sent.get(id) ?? 'gone'))
    if (states.size > 1) states.delete('live')
    return [...states].map((state) => (state === 'live' ? 'stays' : state)).join('/')
  })
  const made = [...sent.keys()]
    .filter((id) => id >= timeline.intake.blocks.length)
    .map((id) => `+${timeline.blocks[id]?.type ?? ''}`)
  const notes = events.flatMap((event) => (event.kind === 'note' ? [event.note.code] : []))
  return [...words, ...made, ...notes].join(' ')
}

function sentAt({ data }: Timeline, turn: number) {
  const record = data.turns[turn]
  return record === undefined ? [] : entriesAt(data.spans, record.points.sent.tick, record.window)
}
