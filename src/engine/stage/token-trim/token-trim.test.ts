import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import { toolTalk } from '../../../testing/tool-talk.ts'
import type { Message } from '../../core/message/message.ts'
import { validate } from '../../validity/validate.ts'
import { trimStage } from '../catalogue/trim.ts'
import { chars4 } from '../../core/tokens/counter.ts'
import { modalityTokens, sumOfModalities } from '../../core/message/modality.ts'
import { trimToBudget } from './messages.ts'
import { leavingOrder } from './plan.ts'
import { trimRoom } from './room.ts'
import type { TokenTrimSettings } from './declaration.ts'

/** Each message costs 100 tokens unless a test says otherwise: 4 of overhead, 384 characters. */
const LIST = conversation(`
  user: 384 chars
  assistant: 384 chars
  user: 384 chars
  assistant: 384 chars
  user: 384 chars
  assistant: 384 chars
  user: 384 chars`)

function shown(messages: readonly Message[], settings: Partial<TokenTrimSettings> & { maxTokens: number }) {
  const { dropped, outcome, note } = trimToBudget(messages, { reserve: 0, ...settings })
  return { dropped, outcome, note }
}

describe('leavingOrder', () => {
  it('TRIM-1 from the start, the end, and the middle outward with the newest last', () => {
    expect(leavingOrder(4, 'start')).toEqual([0, 1, 2, 3])
    expect(leavingOrder(4, 'end')).toEqual([3, 2, 1, 0])
    expect(leavingOrder(4, 'middle')).toEqual([1, 2, 0, 3])
    expect(leavingOrder(5, 'middle')).toEqual([2, 1, 3, 0, 4])
    // Of two, the older leaves.
    expect(leavingOrder(2, 'middle')).toEqual([0, 1])
    expect(leavingOrder(0, 'middle')).toEqual([])
  })
})

describe('trimRoom', () => {
  const all = { maxTokens: 0, reserve: 0.1 }

  it('TRIM-1 a tenth is kept free, rounded up, and never more than the window has', () => {
    expect(trimRoom(all, 1001, 1001)).toEqual({ limit: 1001, reserve: 101, room: 900 })
    expect(trimRoom({ ...all, maxTokens: 500 }, 1001, 1001)).toEqual({ limit: 500, reserve: 50, room: 450 })
    expect(trimRoom({ ...all, maxTokens: 5000 }, 1001, 700)).toEqual({ limit: 1001, reserve: 101, room: 700 })
    // .07 × 100 is 7.000000000000001 in floating point.
    expect(trimRoom({ ...all, reserve: 0.07 }, 100, 100).reserve).toBe(7)
  })
})

describe('trimToBudget', () => {
  it('TRIM-1 from the start the oldest leave, except the task and the newest request', () => {
    expect(shown(LIST, { maxTokens: 700 })).toEqual({ dropped: [], outcome: 'unchanged', note: null })
    expect(shown(LIST, { maxTokens: 699 }).dropped).toEqual([1])
    expect(shown(LIST, { maxTokens: 400 }).dropped).toEqual([1, 2, 3])
    expect(shown(LIST, { maxTokens: 200 }).dropped).toEqual([1, 2, 3, 4, 5])
  })

  it('TRIM-1 from the end the newest leave, from the middle both ends stay', () => {
    expect(shown(LIST, { maxTokens: 500, direction: 'end' }).dropped).toEqual([4, 5])
    expect(shown(LIST, { maxTokens: 500, direction: 'middle' }).dropped).toEqual([2, 3])
    expect(shown(LIST, { maxTokens: 300, direction: 'middle' }).dropped).toEqual([1, 2, 3, 4])
  })

  it('TRIM-1 rollback goes back in time, to the user’s words', () => {
    expect(shown(LIST, { maxTokens: 650, direction: 'end', rollback: true }).dropped).toEqual([5, 6])
    expect(shown(LIST, { maxTokens: 299, direction: 'end', rollback: true }).dropped).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    // It has no effect in other directions.
    expect(shown(LIST, { maxTokens: 650, rollback: true }).dropped).toEqual([1])
  })

  it('TRIM-1 VALID-1 rollback keeps what the user asked last if every other end continues a loop that a pinned reply opens', () => {
    // The question before the loop has left, so the pinned reply opens it, without thinking.
    const list = conversation(`
      user: 384 chars
      assistant: 384 chars
      assistant: think ${'x'.repeat(340)} + call a read_file {"path":"a"}
      result a: 384 chars
      assistant: call b read_file {"path":"b"}
      result b: 384 chars
      assistant: 384 chars
      user: 384 chars`)
    const settings = { maxTokens: 620, reserve: 0, direction: 'end', rollback: true } as const
    const { dropped, messages } = trimToBudget(list, settings, { pinned: new Set([1]) })
    // Right behind results the question would belong to the loop.
    expect(dropped).toEqual([2, 3, 4, 5, 6])
    const request = { messages, thinking: { type: 'enabled', budget_tokens: 1024 } } as const
    expect(validate(request, 'anthropic').map(({ rule }) => rule)).not.toContain('loop-thinking')
  })

  it('TRIM-1 removed messages return if they still fit: one large message does not cost two small ones', () => {
    const list = conversation(`
      user: 84 chars
      assistant: 84 chars
      user: 84 chars
      assistant: 3984 chars
      user: 84 chars`)
    // 25 tokens each and one of 1,000: 1,100. The small ones leave first; removing the large one makes room for both.
    expect(shown(list, { maxTokens: 1000 }).dropped).toEqual([3])
  })

  it('PAIR-1 a batch of parallel calls stays or leaves as a whole', () => {
    const list = conversation(`
      user: 84 chars
      assistant: call a f + call b f
      result a: 384 chars
      result b: 384 chars
      assistant: call c f
      result c: 84 chars
      assistant: ok
      user: 84 chars`)
    expect(shown(list, { maxTokens: 250 }).dropped).toEqual([1, 2])
    expect(shown(list, { maxTokens: 250, direction: 'end' }).dropped).toEqual([1, 2])
  })

  it('STRAT-1 a refusal names the message, its size and the available room, and changes nothing', () => {
    const system: Message = { role: 'system', content: 'x'.repeat(784) }
    const refused = (note: object) => ({ dropped: [], outcome: 'refused', note })
    expect(shown([system, ...LIST], { maxTokens: 199 })).toEqual(
      refused({
        code: 'system_exceeds_budget',
        allowed: 199,
        message: null,
        tokens: 200,
      }),
    )
    expect(shown(LIST, { maxTokens: 500, reserve: 1 })).toEqual(
      refused({ code: 'reserve_exceeds_limit', tokens: 500, allowed: 500, message: null }),
    )
    const task = [...conversation('user: 1984 chars'), ...LIST.slice(1)]
    // Task and request have 600 tokens together; beside the request there is room for 300.
    expect(shown(task, { maxTokens: 400 })).toEqual(
      refused({ code: 'message_too_large', tokens: 500, allowed: 300, message: 0 }),
    )
    const unread = conversation(`
      user: 84 chars
      assistant: call a f
      result a: 4000 chars`)
    expect(shown(unread, { maxTokens: 500 })).toMatchObject(
      refused({ code: 'message_too_large', message: 2 }),
    )
    expect(shown(unread, { maxTokens: 500, direction: 'end', rollback: true }).dropped).toEqual([1, 2])
    // The shortest beginning is the first message: nothing else has to fit beside it.
    const first = conversation('user: 2784 chars\nassistant: 100 chars\nuser: 100 chars')
    expect(shown(first, { maxTokens: 311, reserve: 0.5, direction: 'end', rollback: true })).toEqual(
      refused({ code: 'message_too_large', tokens: 700, allowed: 155, message: 0 }),
    )
  })

  it('TRIM-1 every system message stays at its place; two equal messages are two', () => {
    const list = conversation(`
      system: be brief
      user: 384 chars
      system: be careful
      assistant: 384 chars
      user: 384 chars
      assistant: 384 chars
      user: 384 chars`)
    const { messages, dropped } = trimToBudget(list, { maxTokens: 290, reserve: 0 })
    expect(dropped).toEqual([3, 4, 5])
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'system', 'user'])
    expect(validate(messages, 'openai')).toEqual([])
    // A position that a provider does not accept is repaired if the provider is given.
    const talk = trimToBudget(list.slice(1), { maxTokens: 290, reserve: 0 }, { provider: 'anthropic' })
    expect(validate(talk.messages, 'anthropic')).toEqual([])
    expect(talk.repairs.map(({ action }) => action)).toEqual(['change-role'])
  })

  it('TRIM-1 modalities are counted separately', () => {
    const list = conversation(`
      user: look + image 560x560 + document 2 pages
      assistant: 384 chars
      user: 384 chars
      assistant: 384 chars
      user: 384 chars`)
    const { before, after, dropped } = trimToBudget(list, { maxTokens: 4710, reserve: 0 })
    expect(before).toEqual({ text: 405, images: 400, documents: 4000, audio: 0 })
    expect(dropped).toEqual([1])
    expect(after).toEqual({ text: 305, images: 400, documents: 4000, audio: 0 })
  })

  it('MSG-2 the input is not changed, and is returned if everything fits', () => {
    const frozen = Object.freeze(LIST.map((message) => Object.freeze(message)))
    expect(trimToBudget(frozen, { maxTokens: 1000 }).messages).toBe(frozen)
    expect(() => trimToBudget(frozen, { maxTokens: 300 })).not.toThrow()
  })
})

describe('against a naive twin', () => {
  const sizeOf = (message: Message): number => sumOfModalities(modalityTokens(message, chars4))

  /** Removes one group at a time, and measures and checks the list again each time. */
  function naive(
    list: readonly Message[],
    budget: number,
    direction: TokenTrimSettings['direction'],
  ): number[] | null {
    const groups: number[][] = []
    for (const [at, { role, content }] of list.entries()) {
      const answers = role === 'user' && typeof content !== 'string'
      if (answers) groups.at(-1)?.push(at)
      else groups.push([at])
    }
    const prompts = [...list.keys()].filter(
      (at) => list[at]?.role === 'user' && typeof list[at]?.content === 'string',
    )
    const must = new Set([prompts[0], prompts.at(-1), list.at(-1)?.role === 'user' ? list.length - 1 : -1])
    const free = groups.filter((group) => !group.some((at) => must.has(at)))
    const fits = (gone: readonly number[][]): boolean => {
      const left = new Set(gone.flat())
      return list.reduce((sum, message, at) => (left.has(at) ? sum : sum + sizeOf(message)), 0) <= budget
    }
    if (!fits(free)) return null
    const rest = [...free]
    const gone: number[][] = []
    while (!fits(gone)) {
      const at =
        direction === 'start' ? 0 : direction === 'end' ? rest.length - 1 : Math.floor((rest.length - 1) / 2)
      gone.push(...rest.splice(at, 1))
    }
    for (const group of gone.toReversed()) {
      const without = gone.filter((one) => one !== group)
      if (fits(without)) gone.splice(0, gone.length, ...without)
    }
    return gone.flat().toSorted((a, b) => a - b)
  }

  it.each(['start', 'end', 'middle'] as const)('TRIM-1 %s: the same messages leave', (direction) => {
    let refusals = 0
    for (let seed = 0; seed < 60; seed++) {
      const { messages } = toolTalk(seed)
      const total = messages.reduce((sum, message) => sum + sizeOf(message), 0)
      for (const share of [0.8, 0.4, 0.15]) {
        const budget = Math.floor(total * share)
        const result = trimToBudget(messages, { maxTokens: budget, reserve: 0, direction })
        const twin = naive(messages, budget, direction)
        if (twin === null) refusals += 1
        expect([seed, share, twin === null ? 'refused' : result.dropped]).toEqual([
          seed,
          share,
          twin === null ? result.outcome : twin,
        ])
      }
    }
    expect(refusals).toBeGreaterThan(3)
  })

  it('TRIM-1 the stage drops what the function drops', () => {
    for (let seed = 0; seed < 40; seed++) {
      const { messages } = toolTalk(seed)
      const talk = messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages
      const { view, context } = stageScene(talk, { limit: 1_000_000 })
      for (const settings of [
        { direction: 'start', rollback: false },
        { direction: 'middle', rollback: false },
        { direction: 'end', rollback: false },
        { direction: 'end', rollback: true },
      ] as const) {
        const maxTokens = Math.floor(view.window.used * 0.4)
        const all = { maxTokens, reserve: 0.1, ...settings }
        const { result } = answered(trimStage(all).act(view, null, context))
        const messagesLeft = new Set(
          (result.edits[0]?.changes ?? []).map(({ block }) => view.block(block).message),
        )
        const pure = trimToBudget(talk, all)
        expect([seed, result.outcome, [...messagesLeft]]).toEqual([
          seed,
          pure.outcome === 'refused' ? 'refused' : 'done',
          pure.dropped,
        ])
        expect(result.note?.tokens).toBe(pure.note?.tokens)
      }
    }
  })
})
