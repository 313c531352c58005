import { SHOWN } from './list.ts'
import { describe, expect, it } from 'vitest'
import { conversation } from '../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../testing/stage-view.ts'
import { isWellFormed, tieredSettings, toolLoop } from '../testing/tiered-scene.ts'
import { validate } from '../engine/index.ts'
import {
  effectiveWindow,
  BY_RESERVE,
  autoCompact,
  budgetResults,
  headAndTail,
  persistResults,
  utf8Bytes,
} from '../engine/internal.ts'
import {
  budgetAsWritten,
  effectiveWindowAsWritten,
  persistAsWritten,
  shareAsWritten,
  summaryAsWritten,
  summaryRequestAsWritten,
  usedAsWritten,
} from './tiered-code.ts'
import { persistAsWrittenStage, tieredAsWrittenStage } from './tiered-stage.ts'
import defects from './defects.json' with { type: 'json' }

const protects = evictionSettings()
const above = { unit: 'bytes', size: 30_720 } as const
const persist = persistResults(
  { name: 'persist', key: 'tiered.persist_above_bytes', above, preview: { lines: 200, bytes: 8192 } },
  protects,
)

describe('“Claude Code from Scratch” as written', () => {
  it('TOK-2 usage_without_cache: a full window of 190,000 tokens counts as 400', () => {
    const usage = { input_tokens: 400, cache_read_input_tokens: 189_000, cache_creation_input_tokens: 600 }
    expect(usedAsWritten(usage)).toBe(400)
    const whole = usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens
    expect(whole).toBe(190_000)
    expect([usedAsWritten(usage), whole].map((used) => used > 0.85 * 180_000)).toEqual([false, true])
  })

  it('TIER-1 window_below_zero: in 16,000 tokens no budget acts, and every turn is compacted', () => {
    const window = effectiveWindowAsWritten(16_000)
    expect(window).toBe(-4_000)
    expect(shareAsWritten(15_000, window)).toBeLessThan(0.5)
    expect(0 > window * 0.85).toBe(true)
    expect(shareAsWritten(15_000, effectiveWindowAsWritten(20_000))).toBe(0)
    expect(effectiveWindow({ limit: 16_000, reserve: 4_000 }, 20_000)).toBe(8_000)
  })

  it('TIER-1 cut_again: the second cut reports what the first one left out, and removes its notice', () => {
    const text = 'x'.repeat(100_000)
    const twice = budgetAsWritten(budgetAsWritten(text, 30_000), 15_000)
    const counted = [...twice.matchAll(/(\d+) chars gone/g)].map(([, gone]) => Number(gone))
    expect(counted).toEqual([budgetAsWritten(text, 30_000).length - 14_920])
    expect(headAndTail(text, 15_000)).toContain(`${100_000 - (15_000 - 34)} characters left out`)
  })

  it('TIER-1 stored_again: a read of a stored result is stored again and shows as little', () => {
    const text = 'line\n'.repeat(8_000)
    const name = 'tool-results/turn-1-read_file-2.txt'
    const loop = toolLoop([
      { tool: 'read_file', input: { path: 'a.ts' }, result: text },
      { tool: 'read_file', input: { path: name }, result: text },
    ])
    const scene = stageScene(loop, { limit: 1_000_000 })
    answered(persistAsWrittenStage.act(scene.view, null, scene.context))
    expect(scene.contents[0]).toContain('tool-results/turn-2-read_file-4.txt')
    expect(scene.contents[0]?.split('\n').length).toBeLessThan(210)
    const right = stageScene(loop, { limit: 1_000_000 })
    answered(persist.act(right.view, null, right.context))
    expect(right.contents[0]).not.toContain('turn-2')
    expect(right.contents[0]?.split('\n').length).toBeGreaterThan(6_000)
  })

  const talk = conversation(`
    user: port the parser
    assistant: 4000 chars
    user: go on
    assistant: 4000 chars
    user: and now?`)

  it('COMP-3 no_summary_replaces: one empty answer replaces the whole history', () => {
    expect([null, '', 'it'].map(summaryAsWritten)).toEqual([
      'No summary available.',
      'No summary available.',
      'it',
    ])
    const scene = stageScene(talk, { limit: 22_000 })
    const state = [{ window: 0, value: 2_000 }]
    const broken = answered(tieredAsWrittenStage(2048, 3).act(scene.view, state, scene.context), ['']).result
    expect(scene.shown(scene.after(broken.edits.flatMap(({ changes }) => changes)))).toBe('summary2 message2')
    expect(scene.contents).toEqual(['No summary available.'])
    const level = () => 0
    const right = autoCompact(
      { level, by: BY_RESERVE, most: () => 22_000, leastMessages: 4, summaryTokens: 2048, breakerAfter: 3 },
      protects,
    )
    expect(answered(right.act(scene.view, null, scene.context), ['']).result.edits).toEqual([])
  })

  it('TIER-2 count_set_to_zero: after a summary the window counts as empty', () => {
    const scene = stageScene(talk, { limit: 22_000 })
    const stage = tieredAsWrittenStage(2048, 3)
    const { state } = answered(stage.act(scene.view, [{ window: 0, value: 2_000 }], scene.context), [
      'short',
    ]).result
    expect(state).toEqual([{ window: 0, value: 0 }])
    expect(scene.view.window.used).toBeGreaterThan(2_000)
  })

  it('VALID-1 summary_without_tools: the provider rejects the request for the summary', () => {
    const loop = [
      ...toolLoop([{ tool: 'read_file', result: 'x' }]),
      ...conversation('assistant: ok\nuser: next'),
    ]
    const rules = validate(summaryRequestAsWritten(loop), 'anthropic').map(({ rule }) => rule)
    expect(rules.length).toBeGreaterThan(0)
    const tools = [{ name: 'read_file', input_schema: {} }]
    expect(validate({ ...summaryRequestAsWritten(loop), tools }, 'anthropic')).toEqual([])
  })

  it('TIER-1 bytes_and_characters: one long line is shown whole in the preview', () => {
    const text = '漢'.repeat(20_000)
    const { shown, stored } = persistAsWritten(text, utf8Bytes(text), 'tool-results/x.txt')
    expect(stored).toBe(true)
    expect(shown.length).toBeGreaterThan(text.length)
    const scene = stageScene(toolLoop([{ tool: 'run', result: text }]), { limit: 1_000_000 })
    answered(persist.act(scene.view, null, scene.context))
    expect(utf8Bytes(scene.contents[0] ?? '')).toBeLessThan(8192 + 200)
    // The next step measures the text in another unit, in which it is a third as long.
    expect([utf8Bytes(text) > 30_720, text.length > 50_000]).toEqual([true, false])
    // A cut at a number of code units splits a surrogate pair.
    const emoji = '😀'.repeat(200)
    expect(isWellFormed(budgetAsWritten(emoji, 82))).toBe(false)
    expect(isWellFormed(headAndTail(emoji, 82))).toBe(true)
  })

  it('TIER-1 cut_again in a lane: the as-written stage cuts a cut result, the correct one the original', () => {
    const loop = toolLoop([
      { tool: 'run', result: 'x'.repeat(100_000) },
      { tool: 'run', result: 'end' },
    ])
    const scene = stageScene(loop, { limit: 45_000 })
    const stage = tieredAsWrittenStage(2048, 3)
    const cut = answered(stage.act(scene.view, [{ window: 0, value: 13_000 }], scene.context)).result
    const view = scene.viewAfter(cut.edits.flatMap(({ changes }) => changes))
    const again = answered(stage.act(view, [{ window: 0, value: 20_000 }], scene.context)).result
    expect(again.edits.length).toBe(1)
    expect(scene.contents.at(-1)).not.toContain('70080')
    const right = budgetResults(tieredSettings({ budgetFrom: 0, tightBudgetFrom: 0.1 }), protects)
    answered(right.act(view, [], scene.context))
    expect(scene.contents.at(-1)).toContain('85034 characters left out')
  })

  it('CONF-3 every defect of the article is listed, and the lane names those it shows', () => {
    expect(defects.tiered.map(({ name }) => name)).toEqual([
      'usage_without_cache',
      'window_below_zero',
      'cut_again',
      'stored_again',
      'no_summary_replaces',
      'summary_without_tools',
      'count_set_to_zero',
      'bytes_and_characters',
    ])
    for (const one of SHOWN['as_written_tiered'] ?? []) expect(defects.tiered).toContainEqual(one)
  })
})
