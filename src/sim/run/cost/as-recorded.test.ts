import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import { session, text, tokens } from '../../../testing/log/claude-code.ts'
import { readTrace, run, takeIn } from '../../index.ts'
import { costOfRun } from './cost.ts'
import { besideRecorded } from './recorded.ts'

const recorded = (log: string) => {
  const trace = readTrace(log)
  return run(trace, { strategy: 'recorded', max_context_tokens: 200_000 }, { intake: takeIn(trace, chars4) })
}

/** The size of each prompt as the log has it: all that was read from the cache, written to it, or neither. */
const sizes = (log: string): number[] => readTrace(log).turns.flatMap(({ usage }) => usage?.input ?? [])

/** Turns of 1,000 tokens; in the fifth the client sends 20,000 less than all texts, and nothing says why. */
function lossThen(act: (log: ReturnType<typeof session>) => void, after: readonly number[]): string {
  const log = session()
  const before = [30_000, 32_000, 34_000, 36_000, 18_000, 20_000]
  for (const [at, input] of [...before, ...after].entries()) {
    if (at === before.length) act(log)
    log.user(`${at}`.repeat(4000))
    log.reply(`m${at}`, text('a'.repeat(4000)), tokens(0, 2000, input - 2000, 1000))
  }
  return log.text()
}

it('REC-1 LED-1 after an unexplained loss and a compaction the lane sends what the client sent', () => {
  const log = lossThen(
    (log) => {
      log.add({
        type: 'system',
        subtype: 'compact_boundary',
        compactMetadata: { trigger: 'auto', preTokens: 21_000 },
      })
      log.user('s'.repeat(400), { isCompactSummary: true })
    },
    [26_100, 28_100, 12_000, 14_000],
  )
  const { data } = recorded(log)
  expect(data.turns.map(({ used }) => used)).toEqual(sizes(log))
})

it('REC-1 LED-1 results that were cleared before the log begins leave the lane with what the client sent', () => {
  // What stays after the compaction shows that most of the first prompt was conversation.
  const written = session()
  const turn = (at: number, input: number) => {
    written.user(`${at}`.repeat(4000), at === 0 ? { parentUuid: 'not in the file' } : {})
    written.reply(`m${at}`, text('a'.repeat(4000)), tokens(0, 2000, input - 2000, 1000))
  }
  turn(0, 60_000)
  turn(1, 62_000)
  written.add({
    type: 'system',
    subtype: 'microcompact_boundary',
    microcompactMetadata: {
      trigger: 'auto',
      preTokens: 63_000,
      tokensSaved: 20_000,
      compactedToolIds: ['toolu_before'],
    },
  })
  turn(2, 40_000)
  turn(3, 42_000)
  written.add({
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 43_000 },
  })
  written.user('s'.repeat(400), { isCompactSummary: true })
  turn(4, 12_000)
  const log = written.text()
  const { data } = recorded(log)
  expect(data.turns.map(({ used }) => used)).toEqual(sizes(log))
})

it('COST-4 REC-1 files that a client adds after its compaction are no output of the model', () => {
  const log = session()
  for (let at = 0; at < 4; at++) {
    log.user(`${at}`.repeat(4000))
    log.reply(`m${at}`, text('a'.repeat(4000)), tokens(0, 2000, 30_000 + 2000 * at, 1000))
  }
  log.add({
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 39_000 },
  })
  // 100 tokens of summary, and 5,000 of which the log has nothing.
  log.user('s'.repeat(400), { isCompactSummary: true })
  log.user('go'.repeat(200))
  log.reply('m4', text('a'.repeat(4000)), tokens(0, 30_200, 5000, 1000))
  const { data } = recorded(log.text())
  const call = data.turns[4]?.calls[0]
  expect(call).toMatchObject({ kind: 'summarize', input: 39_000 })
  expect(Math.abs((call?.output ?? 0) - 100)).toBeLessThan(30)
  expect(data.turns[4]?.used).toBe(35_200)
})

it('COST-3 the tokens of replies that the log does not record are those of their text, and the calls are named', () => {
  const log = session()
  for (const [at, output] of [3, 1000].entries()) {
    log.user(`${at}`.repeat(4000))
    log.reply(`m${at}`, text('a'.repeat(4000)), tokens(0, 2000, 30_000 + 2000 * at, output))
  }
  const { data, trace } = recorded(log.text())
  const cost = costOfRun(data)
  const beside = besideRecorded({ data, trace }, cost)
  expect(beside?.unrecordedReplies).toBe(1)
  // At the prices of Claude Opus 4.6: a read is 0.5, a write 6.25 and a reply 25 US dollars per million.
  const of = (read: number, reply: number) => (read * 0.5 + 2000 * 6.25 + reply * 25) / 1e6
  expect(cost.model.id).toBe('claude-opus-4-6')
  const replied = cost.calls[0]?.output ?? 0
  expect(replied).toBeGreaterThan(900)
  expect(beside?.usd).toBeCloseTo(of(30_000, replied) + of(32_000, 1000), 9)
  const other = pricedModel('gpt-5')
  if (other === null) throw new Error('no price of gpt-5')
  expect(besideRecorded({ data, trace }, costOfRun(data, { model: other }))).toBeNull()
  // Another model of the same provider counts alike; the page's copy of its price list has sources that the worker's lacks.
  const haiku = pricedModel('claude-haiku-4-5')
  if (haiku === null) throw new Error('no price of Haiku')
  const chosen = costOfRun(data, { model: { ...haiku, cache: { ...haiku.cache, source: 'elsewhere' } } })
  expect(chosen.countedBy).toBeNull()
  expect(besideRecorded({ data, trace }, chosen)).not.toBeNull()
})
