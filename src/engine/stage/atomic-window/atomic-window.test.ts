import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import { toolTalk } from '../../../testing/tool-talk.ts'
import { defaultsOf } from '../../core/setting.ts'
import type { Message } from '../../core/message/message.ts'
import { slideStage } from '../catalogue/slide.ts'
import { atomicWindowSpec } from './declaration.ts'
import { atomicWindow } from './messages.ts'
import { atomicWindowPresets } from './presets.ts'
import type { AtomicWindowSettings } from './declaration.ts'

const settings = (given: Partial<AtomicWindowSettings>): AtomicWindowSettings => ({
  ...atomicWindowPresets.standard,
  ...given,
})

/** A prompt, `count` exchanges of one call, its result and a text, and another prompt. */
function loops(count: number, size = 200): Message[] {
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `assistant: call c${at} read_file\nresult c${at}: ${size} chars\nassistant: seen ${at}\nuser: go on ${at}`,
  )
  return conversation(`user: the task\n${lines.join('\n')}`)
}

describe('atomicWindow', () => {
  it('ATOM-1 the defaults are those of “Sliding Message Window”, in the YAML too', () => {
    const { maxMessages, minRecentKeep } = atomicWindowPresets.standard
    expect([maxMessages, minRecentKeep]).toEqual([25, 6])
    const { max_messages, min_recent_keep } = defaultsOf(atomicWindowSpec)
    expect([max_messages, min_recent_keep]).toEqual([25, 6])
    const { token_aware: tokens } = atomicWindowPresets
    expect([tokens.maxMessages, tokens.minRecentKeep, tokens.maxTokens * tokens.tokenThreshold]).toEqual([
      40, 8, 128_000,
    ])
  })

  it('ATOM-1 the oldest leave, a call with its result, and no more than needed', () => {
    const list = loops(3)
    expect(list).toHaveLength(13)
    expect(atomicWindow(list, { maxMessages: 13 }).messages).toBe(list)
    // The task stays; with one message too many the oldest pair leaves.
    expect(atomicWindow(list, { maxMessages: 12 }).dropped).toEqual([1, 2])
    expect(atomicWindow(list, { maxMessages: 10 }).dropped).toEqual([1, 2, 3])
    expect(atomicWindow(list, { maxMessages: 10, keepTask: false }).dropped).toEqual([0, 1, 2, 3])
  })

  it('ATOM-1 the result begins with a user message: a cut extends to the next', () => {
    const list = loops(3)
    expect(atomicWindow(list, { maxMessages: 12, keepTask: false }).dropped).toEqual([0, 1, 2, 3])
    // The tail begins inside a loop, so the message that opened it stays.
    const tail = atomicWindow(list.slice(0, -2), {
      maxMessages: 3,
      minRecentKeep: 2,
      keepTask: false,
      keepCurrent: false,
    })
    expect(tail.messages[0]).toEqual({ role: 'user', content: 'go on 1' })
    expect(tail.messages).toHaveLength(3)
  })

  it('ATOM-1 VALID-3 the result is never empty: without any protection the newest user message is left', () => {
    const free = { maxMessages: 1, minRecentKeep: 0, keepTask: false, keepCurrent: false }
    const list = conversation('user: one\nuser: two\nassistant: three')
    expect(atomicWindow(list, free)).toMatchObject({ dropped: [0, 2], note: null })
    expect(atomicWindow(list.slice(0, 2), free).dropped).toEqual([0])
  })

  it('ATOM-1 system messages are not counted, and stay by default', () => {
    const list = [...conversation('system: be brief'), ...loops(3)]
    expect(atomicWindow(list, { maxMessages: 13 }).outcome).toBe('unchanged')
    expect(atomicWindow(list, { maxMessages: 12 }).dropped).toEqual([2, 3])
    expect(atomicWindow(list, { maxMessages: 12, preserveSystem: false }).dropped).toEqual([0, 2, 3])
  })

  it('PAIR-1 ATOM-1 the kept tail includes the calls that its results need, a soft limit that is reported', () => {
    const list = conversation(`
      user: the task
      assistant: call a f + call b f + call c f
      result a: one

      result b: two

      result c: three
      user: and?`)
    const { dropped, note } = atomicWindow(list, { maxMessages: 2, minRecentKeep: 2 })
    expect(dropped).toEqual([])
    expect(note).toEqual({ code: 'soft_limit', tokens: 6, allowed: 2, message: null })
  })

  it('ATOM-1 by tokens it trims down to the threshold', () => {
    const list = loops(4)
    const by = { tokenAware: true, maxTokens: 300, maxMessages: 100, minRecentKeep: 2 }
    const total = atomicWindow(list).before.text
    expect(total).toBeGreaterThan(240)
    const { after, dropped } = atomicWindow(list, { ...by, tokenThreshold: 0.8 })
    expect(after.text).toBeLessThanOrEqual(240)
    expect(dropped.length).toBeGreaterThan(0)
    expect(atomicWindow(list, { ...by, tokenThreshold: 1 }).dropped.length).toBeLessThanOrEqual(
      dropped.length,
    )
    expect(atomicWindow(list, { ...by, tokenAware: false }).outcome).toBe('unchanged')
    expect(atomicWindow(list, { ...by, maxTokens: 20 }).note?.code).toBe('target_unreachable')
  })

  it('ATOM-1 a short conversation is left alone', () => {
    const list = loops(3)
    expect(atomicWindow(list, { maxMessages: 5, minTurns: 7 }).outcome).toBe('trimmed')
    expect(atomicWindow(list, { maxMessages: 5, minTurns: 8 }).outcome).toBe('unchanged')
  })

  it('PAIR-2 an open call and pinned messages stay, whatever the count', () => {
    const list = conversation(`
      user: the task
      assistant: DO_NOT_EVICT the port is 7
      user: more
      assistant: more
      user: go
      assistant: call a f`)
    expect(atomicWindow(list, { maxMessages: 1, minRecentKeep: 0 }).dropped).toEqual([2, 3])
    expect(
      atomicWindow(list, { maxMessages: 1, minRecentKeep: 0 }, { pinned: new Set([3]) }).dropped,
    ).toEqual([2])
  })
})

describe('the stage', () => {
  it('ATOM-1 drops what the function drops, and reports its counts', () => {
    for (let seed = 0; seed < 40; seed++) {
      const { messages } = toolTalk(seed)
      const talk = messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages
      const { view, context } = stageScene(talk, { limit: 1_000_000 })
      for (const given of [
        { maxMessages: 9, minRecentKeep: 3 },
        { maxMessages: 5, keepTask: false, keepCurrent: false },
      ]) {
        const { result } = answered(slideStage(settings(given), 3).act(view, [], context))
        const left = new Set((result.edits[0]?.changes ?? []).map(({ block }) => view.block(block).message))
        const pure = atomicWindow(talk, given)
        expect([seed, [...left]]).toEqual([seed, pure.dropped])
        expect(result.note?.code).toBe(talk.length <= given.maxMessages ? 'below_trigger' : pure.note?.code)
        if (left.size === 0) continue
        expect(result.edits[0]?.trigger).toEqual({
          cause: 'level',
          measure: 'messages',
          value: talk.length,
          allowed: given.maxMessages,
          by: { key: 'atomic_window.max_messages', written: String(given.maxMessages), of: null },
        })
      }
    }
  })

  it('ATOM-2 one summary replaces what left, and includes the previous summary', () => {
    const scene = stageScene(loops(6, 800), { limit: 100_000 })
    const stage = slideStage(settings({ maxMessages: 8, minRecentKeep: 2, onDrop: 'summarize' }), 3)
    const first = answered(stage.act(scene.view, [], scene.context), ['read five files'])
    const changes = first.result.edits[0]?.changes ?? []
    // Eight messages, including the summary.
    expect(scene.shown(scene.after(changes))).toBe(
      'message0 summary12 response9 message10 call10 result11 response11 message12',
    )
    expect(first.asks[0]).toMatchObject({ kind: 'compact', previous: null })
    expect(first.asks[0]?.sources).toHaveLength(18)

    const narrow = slideStage(settings({ maxMessages: 4, minRecentKeep: 2, onDrop: 'summarize' }), 3)
    const again = answered(narrow.act(scene.viewAfter(changes), [], scene.context), ['read six files'])
    expect(again.asks[0]?.previous).toContain('read five files')
    const both = again.result.edits[0]?.changes ?? []
    expect(both.filter(({ verb }) => verb === 'absorb')).toHaveLength(5)
    expect(both.filter(({ verb }) => verb === 'insert')).toHaveLength(1)
  })

  it('ATOM-2 a summary keeps the content of the previous one, up to summary_tokens', () => {
    const scene = stageScene(loops(6, 800), { limit: 100_000 })
    const stage = slideStage(settings({ maxMessages: 8, minRecentKeep: 2, onDrop: 'summarize' }), 3)
    const long = 'known '.repeat(120)
    const first = answered(stage.act(scene.view, [], scene.context), [long])
    const view = scene.viewAfter(first.result.edits[0]?.changes ?? [])
    const asksOf = (given: Partial<AtomicWindowSettings>) => {
      const narrow = settings({ maxMessages: 6, minRecentKeep: 2, onDrop: 'summarize', ...given })
      const { asks } = answered(slideStage(narrow, 3).act(view, [], scene.context), ['so be it'])
      return asks[0]?.maxTokens ?? 0
    }
    // 720 characters and a heading. Halving both would give less than 180.
    expect(asksOf({})).toBeGreaterThan(180)
    expect(asksOf({ summaryTokens: 150 })).toBeLessThan(150)
    expect(asksOf({ summaryTokens: 150 })).toBeGreaterThan(120)
  })

  it('ATOM-2 a tenth more than needed leaves if a model is asked, and no more than needed if not', () => {
    const scene = stageScene(loops(12), { limit: 100_000 })
    const given = { maxMessages: 30, minRecentKeep: 2 }
    const standing = (onDrop: AtomicWindowSettings['onDrop']) => {
      const stage = slideStage(settings({ ...given, onDrop }), 3)
      const { result } = answered(stage.act(scene.view, [], scene.context), ['seen'])
      return scene.shown(scene.after(result.edits[0]?.changes ?? [])).split(' ').length
    }
    expect(standing('discard')).toBe(30)
    // The task, the summary, and at most 30 − 3 messages in all; calls leave with their results.
    expect(standing('summarize')).toBe(27)
  })

  it('COMP-3 an empty answer, or one that is not smaller, leaves the window unchanged', () => {
    const scene = stageScene(loops(6), { limit: 100_000 })
    const stage = slideStage(settings({ maxMessages: 8, onDrop: 'summarize' }), 3)
    const { result } = answered(stage.act(scene.view, [], scene.context), ['  '])
    expect([result.edits, result.note?.code, result.verdicts]).toEqual([[], 'summary_discarded', ['empty']])
    const long = answered(stage.act(scene.view, [], scene.context), ['word '.repeat(3000)]).result
    expect([long.edits, long.note?.code, long.verdicts]).toEqual([[], 'summary_discarded', ['not_smaller']])
    const open = { ...scene.context, breaker: { failures: 3, open: true } }
    expect(answered(stage.act(scene.view, [], open)).result.note?.code).toBe('breaker_open')
  })
})
