import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { explain, metrics, run, takeIn, unmanagedPeak } from '../sim/index.ts'
import { cacheColumns, compareRuns } from '../sim/internal.ts'
import { xAt } from './layout/axis.ts'
import { biography } from './decision/block.ts'
import { sameUntil } from './compare/divergence.ts'
import { headline } from './compare/headline.ts'
import { edgesAt } from './layout/hit.ts'
import { invalidations, utilizationSeries, zoneRuns } from './layout/series.ts'
import { laneEvents } from './record/lane-event.ts'
import { lifelines } from './layout/lifelines.ts'
import { overlapSeries } from './layout/overlap.ts'
import { sentenceText } from './sentence/sentence.ts'
import { landmarks, strata } from './layout/strata.ts'
import { why } from './decision/why.ts'
import { windowAt } from './layout/window-at.ts'
import { expectEqual, expectSame } from '../testing/expect-equal.ts'
import { logs, readLog } from '../testing/shared-traces.ts'

const FILES = [
  'claude-code-compaction.jsonl',
  'claude-code-sidechain-japanese.jsonl',
  'anthropic-messages.json',
  'openai-chat-reasoning-miniswe.json',
  'tau-bench-airline.json',
] as const

describe.skipIf(logs.length === 0).each(FILES)('%s', (file) => {
  function runOf(policy: string) {
    const trace = readLog(file)
    const intake = takeIn(trace, chars4)
    const limit = Math.max(2000, Math.floor(unmanagedPeak(intake) / 2))
    return run(trace, { max_context_tokens: limit, eviction: { policy } }, { intake })
  }

  it.each(['fifo', 'hybrid'])(
    'LED-1 every picture of every window agrees with the ledger under %s',
    (policy) => {
      const { data } = runOf(policy)
      expect(data.windows.length).toBeGreaterThan(0)
      for (const { id } of data.windows) {
        const picture = strata(data, { window: id, keep: landmarks(data, id), smallerThan: data.limit / 200 })
        const lives = lifelines(data, id)
        const line = utilizationSeries(data, id)
        for (const record of data.turns.filter((turn) => turn.window === id)) {
          const x = xAt(record.turn, 'sent')
          const heights = picture.bands
            .filter((band) => (band.x[0] ?? 0) <= x && x <= (band.x.at(-1) ?? 0))
            .map((band) => edgesAt(band, x))
          // The adjustment for recorded usage is not a block: it is between the blocks and the line.
          const blocks = record.used - (record.adjustment ?? 0)
          expectSame(
            heights.reduce((sum, { low, high }) => sum + high - low, 0),
            blocks,
          )
          expectSame(line.find((point) => point.x === x)?.tokens, record.used)
          const entries = windowAt(data, record.points.sent.tick, id)
          expectSame(
            entries.reduce((sum, entry) => sum + entry.tokens, 0),
            blocks,
          )
          const standing = lives.rows.filter(({ segments }) =>
            segments.some((segment) => segment.from <= x && x < segment.to),
          )
          expectEqual(
            new Set(standing.map((line) => line.block)),
            new Set(entries.map((entry) => entry.block)),
          )
        }
        const runs = zoneRuns(data, id)
        for (const [index, one] of runs.entries()) if (index > 0) expectSame(one.from, runs[index - 1]?.to)
      }
    },
  )

  it('LED-1 the comparison of two lanes adds up, its links lead to existing turns, and its sentences are complete', () => {
    const lanes = ['fifo', 'hybrid'].map((policy) => {
      const timeline = runOf(policy)
      const { data } = timeline
      return { name: policy, label: policy, data, rows: metrics(timeline), cache: cacheColumns(data) }
    })
    const [first, second] = lanes
    if (first === undefined || second === undefined) throw new Error('no lanes')
    const parting = compareRuns({ fifo: first, hybrid: second }).firstDivergence
    for (const { id } of first.data.windows) {
      for (const point of overlapSeries(first.data, second.data, id)) {
        const blocksOf = ({ turns }: typeof first.data): number =>
          (turns[point.turn]?.used ?? 0) - (turns[point.turn]?.adjustment ?? 0)
        expectSame(point.both + point.onlyFirst, blocksOf(first.data))
        expectSame(point.both + point.onlySecond, blocksOf(second.data))
      }
      for (const { low, high, tokens } of invalidations(second, id)) {
        expect(tokens).toBeGreaterThan(0)
        expect(low + tokens).toBeLessThanOrEqual(high)
      }
      for (const event of laneEvents(second.data, id)) expect(event.label).not.toMatch(/undefined|NaN|null/)
      const told = headline(parting, lanes, id)
      expect(sentenceText(told)).toMatch(/^\S.*\.$/)
      expect(sentenceText(told)).not.toMatch(/undefined|NaN|null| {2}|\.\./)
      for (const part of told)
        if (part.turn !== undefined) expectSame(second.data.turns[part.turn]?.turn, part.turn)
    }
    expect(sentenceText(sameUntil(first, second))).toMatch(/^(same as|differs from) fifo /)
  })

  it('EDIT-1 every block has a history and a reason in complete sentences', () => {
    const timeline = runOf('hybrid')
    const { data } = timeline
    for (const { id } of data.blocks) {
      const life = biography(data, id)
      const reason = why(data, id)
      expectSame(
        reason?.outcome === 'changed',
        (life?.changes.filter((one) => one.verb !== 'insert').length ?? 0) > 0,
      )
      expect(reason?.sentence).toMatch(/^[A-Z].*\.$/)
      expect(reason?.sentence).not.toMatch(/undefined|NaN|null/)
    }
    const edit = data.edits.find((one) => one.decision !== null)
    if (edit === undefined) return
    const { decisions } = explain(timeline, edit.turn)
    for (const held of decisions[0]?.gated ?? []) {
      const reason = why(data, held.block, { turn: edit.turn, decisions })
      expect(['held', 'changed', 'stayed']).toContain(reason?.outcome)
    }
  })
})
