import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import type { Message } from '../../engine/index.ts'
import { traceOf } from '../../testing/trace.ts'
import { readTrace, run, startWindow, takeIn } from '../index.ts'
import { limitFrom, startWindows } from '../internal.ts'
import type { Intake, Trace } from '../index.ts'
import { rollout } from '../../testing/log/codex.ts'
import { session } from '../../testing/log/claude-code.ts'

const m = chars4.messageOverhead
const said = (role: Message['role'], tokens: number): Message => ({ role, content: 'abc '.repeat(tokens) })

/** A system prompt of 1,000 tokens and four messages of 500, 700, 9,000 and 800. The last reply is in no prompt. */
function talk(model: string | null, extra: Partial<Trace> = {}): Trace {
  const trace = traceOf(
    [said('user', 500), said('assistant', 700), said('user', 9000), said('assistant', 800)],
    {
      system: 'abc '.repeat(1000),
      ...extra,
    },
  )
  return { ...trace, turns: trace.turns.map((turn) => ({ ...turn, model })) }
}

describe('the initial window of a log', () => {
  it('TOK-2 without a known model, is the fixed overhead and half of the rest of the largest prompt', () => {
    const windows = startWindows(takeIn(talk(null), chars4))
    const peak = 1000 + 500 + 700 + 9000 + 3 * m
    expect(windows).toEqual({
      start: 'content',
      model: null,
      content: { peak, overhead: 1000, tokens: 1000 + Math.round((peak - 1000) / 2) },
    })
  })

  it('is that of the model if the log reaches orange in it, to the token', () => {
    const peak = 1000 + 500 + 700 + 9000 + 3 * m
    // The reserve of 4,096 is limited to a quarter of these windows, so orange is .75 × (.75 / .95) of them (PRES-1,
    // BUD-3).
    const orangeOf = (window: number): number => (0.75 * (window - Math.min(4096, window / 4))) / 0.95
    const reached = Math.floor((peak * 0.95) / 0.75 + 4096)
    expect(orangeOf(reached)).toBeLessThanOrEqual(peak)
    expect(orangeOf(reached + 2)).toBeGreaterThan(peak)
    const at = (contextWindow: number) => startWindows(takeIn(talk('some-model', { contextWindow }), chars4))
    expect(at(reached)).toMatchObject({
      start: 'model',
      model: { tokens: reached, name: 'some-model', told: 'log' },
    })
    expect(at(reached + 2)).toMatchObject({ start: 'content', model: { tokens: reached + 2 } })
    expect(limitFrom(at(reached + 2), 'model')).toBe(reached + 2)
    expect(startWindow(takeIn(talk('some-model', { contextWindow: reached }), chars4))).toBe(reached)
  })

  it('COST-1 is known for listed models, and unknown for others', () => {
    expect(startWindows(takeIn(talk('claude-opus-4-5-20251101'), chars4)).model).toMatchObject({
      tokens: 200_000,
      told: 'table',
      threshold: 150_000,
    })
    expect(startWindows(takeIn(talk('a-model-of-mine'), chars4)).model).toBeNull()
  })

  it('is unknown if a recorded prompt was larger than the listed window', () => {
    const trace = talk('claude-opus-4-5-20251101')
    const usage = { input: 200_001, output: 1, cacheRead: null, cacheWrite: null }
    const turns = trace.turns.map((turn) => ({ ...turn, usage }))
    expect(startWindows(takeIn({ ...trace, turns }, chars4)).model).toBeNull()
  })

  it('is recorded by Codex as a number, and inferred for Claude Code from an automatic compaction', () => {
    const codex = rollout()
    codex.message('user', 'Hi')
    codex.event('task_started', { model_context_window: 258_400 })
    codex.message('assistant', 'Hello')
    expect(readTrace(codex.text()).contextWindow).toBe(258_400)
    const compactedAt = (preTokens: number, trigger: string): number | undefined => {
      const log = session()
      log.user('Hi')
      log.reply('a', { type: 'text', text: 'Hello' })
      log.add({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger, preTokens } })
      log.user('Goes on.', { isCompactSummary: true })
      return readTrace(log.text()).contextWindow
    }
    expect(compactedAt(155_031, 'auto')).toBe(200_000)
    expect(compactedAt(174_247, 'auto')).toBe(200_000)
    expect(compactedAt(967_100, 'auto')).toBe(1_000_000)
    // A manual compaction can be at any size, and an unusual size says nothing.
    expect(compactedAt(167_038, 'manual')).toBeUndefined()
    expect(compactedAt(82_572, 'auto')).toBeUndefined()
  })
})

const folder = process.env['TRACES_DIR'] ?? ''
const files = folder === '' ? [] : readdirSync(folder).filter((file) => !file.endsWith('.md'))

describe.skipIf(folder === '').each(files)('%s', (file) => {
  it('with hybrid every turn is sent, and a request over the limit contains more unevictable tokens than the limit', () => {
    const trace = readTrace(readFileSync(join(folder, file), 'utf8'), { filename: file })
    const intake = takeIn(trace, chars4)
    const { start, content, model } = startWindows(intake)
    const whole = run(trace, { strategy: 'unmanaged', max_context_tokens: 10_000_000 }, { intake })
    const main = whole.turns.filter(({ window }) => window === 0)
    const repaired = whole.edits.reduce((sum, { freed, added }) => sum + freed + added, 0)
    const largest = Math.max(...main.map(({ used }) => used))
    // Repair adds a made-up result for a call without a result.
    expect(Math.abs(content.peak - largest)).toBeLessThanOrEqual(repaired)
    const fixed = main[0]?.byComponent
    expect(content.overhead).toBe((fixed?.system ?? 0) + (fixed?.tools ?? 0))
    const limit = startWindow(intake)
    expect(limit).toBe(
      start === 'model'
        ? model?.tokens
        : content.overhead + Math.round((content.peak - content.overhead) / 2),
    )
    const { turns } = run(trace, { ...presetConfig('hybrid'), max_context_tokens: limit }, { intake })
    expect(turns).toHaveLength(trace.turns.length)
    for (const { turn, used, window } of turns) {
      if (window !== 0 || used <= limit) continue
      expect(mustStay(intake, turn)).toBeGreaterThan(limit)
    }
  })
})

/**
 * Tokens that stay in a turn (EVI-3, EVI-4): fixed overhead, the task, the user's newest message, what has just come, and
 * the calls, whose results may leave placeholders of 50 tokens at most.
 */
function mustStay({ trace, blocks, inputs }: Intake, turn: number): number {
  const before = blocks.filter((block) => block.window === 0 && block.turn <= turn)
  const arrived = new Set(inputs[turn])
  const task = trace.messages.findIndex(({ role }) => role === 'user')
  const newest = before.findLast(({ type }) => type === 'user_message')?.message
  const kept = new Set(['system_prompt', 'tool_definition', 'tool_call'])
  return before.reduce((sum, { id, type, message, tokens, response, turn: own }) => {
    if (response && own === turn) return sum
    const stays = kept.has(type) || message === task || message === newest || arrived.has(id)
    return sum + (stays ? tokens : type === 'tool_result' ? Math.min(50, tokens) : 0)
  }, 0)
}
