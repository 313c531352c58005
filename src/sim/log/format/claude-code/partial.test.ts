import { expect, it } from 'vitest'
import { chars4 } from '../../../../engine/index.ts'
import { session, text, tokens } from '../../../../testing/log/claude-code.ts'
import { run, takeIn } from '../../../index.ts'
import { besideRecorded } from '../../../run/cost/recorded.ts'
import { costOfRun } from '../../../run/cost/cost.ts'
import { readTrace } from '../../reading.ts'
import { writers } from '../../formats.ts'

/**
 * A session from its 90,000th token on: two calls, a compaction that leaves 30,000 of system prompt and tools with a
 * summary of 10 tokens and four of the user's words, and another call. Usage as Claude Code writes it: in each call all
 * but the new tokens are read.
 */
function fromTheMiddle(parentUuid: string | null = 'not in the file') {
  const log = session()
  log.user('1'.repeat(400), { parentUuid })
  log.reply('m1', text('a'.repeat(400)), tokens(0, 100, 90_000, 100))
  log.user('2'.repeat(400))
  log.reply('m2', text('b'.repeat(400)), tokens(0, 200, 90_100, 100))
  log.add({
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 90_400 },
  })
  log.user('s'.repeat(40), { isCompactSummary: true })
  log.user('next')
  log.reply('m3', text('c'.repeat(400)), tokens(0, 30_012, 0, 100))
  log.user('3'.repeat(400))
  log.reply('m4', text('d'.repeat(400)), tokens(0, 200, 30_012, 100))
  return log.text()
}

const recorded = (log: string) => {
  const trace = readTrace(log)
  return run(trace, { strategy: 'recorded', max_context_tokens: 200_000 }, { intake: takeIn(trace, chars4) })
}

it('COST-2 what a log lacks of its first prompt had been cached by the call before, which the log lacks', () => {
  const timeline = recorded(fromTheMiddle())
  const { calls } = costOfRun(timeline.data)
  // The 400 characters of the user are new; counts of them err by some tokens.
  expect(Math.abs((calls[0]?.read ?? 0) - 90_000)).toBeLessThan(100)
  expect(calls[0]?.missed).toMatchObject({ first_sight: 90_100 - (calls[0]?.read ?? 0), expired: 0, edit: 0 })
  expect(timeline.trace.windows[0]?.continued).toBe(true)
  expect(timeline.trace.intake.inferred.join(' ')).toContain('begins in the middle of a conversation')
  // One that begins with nothing before it writes all of its first prompt.
  const whole = recorded(fromTheMiddle(null))
  expect(costOfRun(whole.data).calls[0]).toMatchObject({ prompt: 90_100, read: 0 })
  expect(whole.trace.windows[0]?.continued).toBeUndefined()
})

it('TOK-2 REC-1 a compaction shows how much of it was conversation, and removes that', () => {
  const { data, turns } = recorded(fromTheMiddle())
  const inferred = data.blocks.filter((block) => block.inferred)
  // 30,012 less the words of the user and the summary; counts err by some tokens.
  expect(inferred[0]).toMatchObject({ type: 'system_prompt', turn: 0 })
  expect(Math.abs((inferred[0]?.tokens ?? 0) - 29_998)).toBeLessThan(20)
  expect(inferred[1]).toMatchObject({ unexplained: true, turn: 0 })
  const all = (inferred[0]?.tokens ?? 0) + (inferred[1]?.tokens ?? 0)
  expect(Math.abs(all - 90_000)).toBeLessThan(100)
  const sent = turns.map(({ used }) => used)
  expect(sent.slice(0, 2)).toEqual([90_100, 90_300])
  expect(Math.abs((sent[2] ?? 0) - 30_012)).toBeLessThan(20)
  expect(Math.abs((sent[3] ?? 0) - 30_212)).toBeLessThan(20)
})

it('COST-3 a prompt is expired by the time of its request, and not by that of its reply', () => {
  const at = (minute: number, second: number) => ({
    timestamp: `2026-02-11T04:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}.000Z`,
  })
  const gap = (minute: number, second: number) => {
    const log = session()
    log.user('1'.repeat(4_000), at(0, 0))
    log.reply('m1', text('a'.repeat(400)), tokens(10, 20_000, 0, 100), at(0, 10))
    log.user('2'.repeat(400), at(minute, second))
    log.reply('m2', text('b'.repeat(400)), tokens(10, 200, 20_000, 100), at(5, 30))
    return costOfRun(recorded(log.text()).data).calls[1]?.missed
  }
  // Five minutes after the first reply are over at 5:10; the second one comes at 5:30 either way.
  expect(gap(5, 9)).toMatchObject({ expired: 0 })
  expect(gap(5, 11)?.expired).toBeGreaterThan(20_000)
})

it('COST-3 the figures of such a log are those that it recorded', () => {
  const timeline = recorded(fromTheMiddle())
  const beside = besideRecorded(timeline, costOfRun(timeline.data))
  // But for the third call, whose beginning could be read, and was written.
  expect(beside?.read).toBe(210_112)
  expect((beside?.expectedRead ?? 0) / 210_112).toBeGreaterThan(0.99)
})

it('MSG-1 a written log still begins in the middle, with the times of its requests', () => {
  const trace = readTrace(fromTheMiddle())
  const again = readTrace(writers['claude-code'](trace))
  expect(again.windows).toEqual(trace.windows)
  expect(again.turns.map(({ sent }) => sent)).toEqual(trace.turns.map(({ sent }) => sent))
  expect(trace.turns[0]?.sent).toBeLessThan(trace.turns[0]?.time ?? 0)
})

it('REC-1 the file of a sub-agent that began with the messages of another one is continued', () => {
  const side = { isSidechain: true, agentId: 'a' }
  const reference = { type: 'fork-context-ref', agentId: 'a', parentLastUuid: 'p', contextLength: 37 }
  const forked = (before: string | null, first: object = reference) => {
    const log = session()
    log.raw(JSON.stringify(first))
    log.user('Look for the door.', { ...side, parentUuid: before })
    log.reply('m1', text('It is in the cellar.'), tokens(10, 0, 60_000, 5), side)
    return readTrace(log.text())
  }
  expect(forked(null).windows[0]?.continued).toBe(true)
  expect(forked('p', { type: 'mode' }).windows[0]?.continued).toBe(true)
  expect(forked(null, { ...reference, contextLength: 0 }).windows[0]?.continued).toBeUndefined()
  expect(forked(null, { type: 'mode' }).windows[0]?.continued).toBeUndefined()
})
