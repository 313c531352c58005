import { describe, expect, it } from 'vitest'
import { conversation } from '../testing/conversation.ts'
import { answered, stageScene } from '../testing/stage-view.ts'
import { atomicWindow, atomicWindowPresets, validate } from '../engine/index.ts'
import { partsOf } from '../engine/internal.ts'
import type { Message } from '../engine/index.ts'
import { droppedAsWritten } from './atomic-window.ts'
import type { MessageAsWritten, WindowAsWritten } from './atomic-window.ts'
import { slideAsWritten } from './trim-stages.ts'
import defects from './defects.json' with { type: 'json' }

const DEFAULT: WindowAsWritten = { maxMessages: 25, preserveSystem: true, minRecentKeep: 6 }
const open = { keepTask: false, keepCurrent: false }

function told(message: Message): MessageAsWritten {
  const parts = partsOf(message)
  return {
    system: message.role === 'system',
    calls: parts.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])),
    results: parts.flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : [])),
  }
}

/** The rest of a list after the article's code and ours. */
function both(list: readonly Message[], settings: Partial<WindowAsWritten> = {}) {
  const { maxTokens, tokenThreshold, ...own } = { ...DEFAULT, ...settings }
  const gone = droppedAsWritten(list.map(told), { ...DEFAULT, ...settings })
  const tokens =
    maxTokens === undefined ? {} : { tokenAware: true, maxTokens, tokenThreshold: tokenThreshold ?? 1 }
  return {
    article: list.filter((_, at) => !gone.has(at)),
    here: atomicWindow(list, { ...own, ...open, ...tokens }),
  }
}

const prose = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `${at}` }))

/** A prompt, and pairs of one call and its result. */
const pairs = (count: number): Message[] =>
  conversation(
    [
      'user: the task',
      ...Array.from({ length: count }, (_, at) => `assistant: call c${at} f\nresult c${at}: seen ${at}`),
    ].join('\n'),
  )

describe('the window of “Sliding Message Window” compared with this one', () => {
  it('ATOM-1 pair_counted_twice: of 81 messages 52 stay where 25 may; here 25 do', () => {
    const { article, here } = both(pairs(40))
    expect(article).toHaveLength(52)
    // The message that opened the loop stays, and a pair has two messages.
    expect(here.messages).toHaveLength(25)
  })

  it('ATOM-1 boundary_moves: a result among the last six is dropped with its old call; here both stay', () => {
    const list = prose(29)
    list.splice(2, 0, ...conversation('assistant: call late f'))
    list.splice(26, 0, ...conversation('result late: at last'))
    // The result is one of the last six, which the limit of 25 does not reach; two removals later it is not.
    const { article, here } = both(list)
    expect(26).toBeGreaterThanOrEqual(list.length - 6)
    expect(article).not.toContain(list[26])
    expect(here.messages).toContain(list[26])
    expect(here.messages).toContain(list[2])
  })

  it('PAIR-1 index_zero_falsy: the result of a call in the first message is dropped alone; here it stays', () => {
    const list = [...conversation('assistant: call a f'), ...prose(40)]
    list.splice(30, 0, ...conversation('result a: late'))
    const { article, here } = both(list, { maxMessages: 8, minRecentKeep: 2 })
    const callsIn = (messages: readonly Message[]) =>
      messages.filter((one) => told(one).calls.length > 0).length
    const resultsIn = (messages: readonly Message[]) =>
      messages.filter((one) => told(one).results.length > 0).length
    expect([callsIn(article), resultsIn(article)]).toEqual([1, 0])
    expect([callsIn(here.messages), resultsIn(here.messages)]).toEqual([0, 0])
  })

  it('PAIR-1 one_partner: two of three results lose their call; here the batch stays together', () => {
    const list = [
      ...conversation(`
        user: the task
        assistant: call a f + call b f + call c f
        result a: one

        result b: two

        result c: three`),
      ...pairs(12),
    ]
    const { article, here } = both(list, { maxMessages: list.length - 3 })
    expect(validate(article, 'openai').map(({ rule }) => rule)).toContain('orphan-result')
    expect(validate(here.messages, 'openai')).toEqual([])
  })

  it('ATOM-1 token_settings_unread: twenty large messages all stay; here they are trimmed to the threshold', () => {
    const list = Array.from({ length: 20 }, (_, at): Message => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: 'word '.repeat(8000),
    }))
    const { article, here } = both(list, { maxTokens: 160_000, tokenThreshold: 0.8 })
    expect(article).toHaveLength(20)
    expect(here.before.text).toBeGreaterThan(160_000)
    expect(here.after.text).toBeLessThanOrEqual(128_000)
  })

  it('ATOM-1 as a strategy in the turn loop it has the same defects', () => {
    const list = pairs(40)
    const { view, context } = stageScene(list, { limit: 100_000 })
    const { result } = answered(slideAsWritten(atomicWindowPresets.standard).act(view, null, context))
    expect(result.edits[0]?.changes.map(({ block }) => view.block(block).message)).toEqual(
      [...droppedAsWritten(list.map(told), DEFAULT)].toSorted((a, b) => a - b),
    )
  })

  it('each names the article and the rule', () => {
    expect(defects['atomic-window'].map(({ article, rule }) => `${article}: ${rule}`)).toEqual([
      'Sliding Message Window: ATOM-1',
      'Sliding Message Window: ATOM-1',
      'Sliding Message Window: PAIR-1',
      'Sliding Message Window: PAIR-1',
      'Sliding Message Window: ATOM-1',
    ])
  })
})
