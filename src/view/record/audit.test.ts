import { describe, expect, it } from 'vitest'
import { metrics, readTrace, run } from '../../sim/index.ts'
import { session, text } from '../../testing/log/claude-code.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { handoverRun, managedRun } from '../../testing/managed-run.ts'
import { askDetail } from './asks.ts'
import { auditJson, auditRows, auditSheet, filterAudit } from './audit.ts'
import type { AuditFilter } from './audit.ts'
import { AUDIT_KINDS } from './audit-words.ts'
import { turnTable } from '../layout/series.ts'
import { turnSheet } from './sheet.ts'
import { why } from '../decision/why.ts'

const data = managedRun()
const rows = auditRows(data)
const all: AuditFilter = { kinds: new Set(), stage: '', text: '', turn: null }

describe.each([
  ['the manager', data],
  ['new windows', handoverRun()],
])('%s', (_, run) => {
  const log = auditRows(run)

  it('MAN-4 the log has every edit, request and event of the run once, ordered by turn', () => {
    const events = run.turns.reduce((sum, turn) => sum + turn.events.length, 0)
    expect(log.length).toBe(run.edits.length + run.asks.length + events)
    expect(log.map(({ id }) => id)).toEqual(log.map((_row, index) => index))
    expect(log.map(({ turn }) => turn)).toEqual(log.map(({ turn }) => turn).toSorted((a, b) => a - b))
    expect(log.flatMap(({ ask }) => ask ?? [])).toEqual(run.asks.map(({ ask }) => ask))
    const saved = log.filter(({ kind }) => kind === 'checkpoint').length
    expect(saved).toBe(run.checkpoints.length)
  })

  it('MAN-4 a request is listed before the edit that used it, a checkpoint directly after the request that wrote it', () => {
    for (const [index, row] of log.entries()) {
      if (row.kind === 'checkpoint')
        expect(log[index - 1]).toMatchObject({ kind: 'request', verdict: 'used' })
    }
    const edits = log.filter(({ kind }) => kind === 'edit' || kind === 'repair')
    expect(edits.length).toBe(run.edits.length)
    edits.forEach((row, index) => {
      for (const ask of run.edits[index]?.compression?.asks ?? []) {
        expect(log.findIndex((one) => one.ask === ask)).toBeLessThan(row.id)
      }
    })
  })

  it('LED-1 for every edit, tokens before − freed + added = tokens after', () => {
    const edits = log.filter(({ before }) => before !== null)
    expect(edits.length).toBe(run.edits.length)
    expect(edits.map(({ before, freed, added }) => (before ?? 0) - (freed ?? 0) + (added ?? 0))).toEqual(
      edits.map(({ after }) => after),
    )
  })
})

it('COMP-4 a compression ratio always comes with the questions kept and the cost', () => {
  const compressed = rows.filter(({ compression }) => compression !== null)
  expect(compressed.length).toBeGreaterThan(5)
  for (const { compression } of compressed) {
    expect(compression?.text).toMatch(
      /compressed part [\d.]+ ×, window [\d.]+ ×, (?:\d+ of \d+ questions? kept|no questions to ask)/,
    )
    expect(compression?.cost).toMatch(/request|sub-agent/)
  }
})

it('MAN-4 the filters by kind, turn, stage and text keep the matching rows', () => {
  for (const kind of AUDIT_KINDS) {
    expect(filterAudit(rows, { ...all, kinds: new Set([kind]) })).toEqual(
      rows.filter((row) => row.kind === kind),
    )
  }
  expect(filterAudit(rows, all)).toEqual(rows)
  expect(filterAudit(rows, { ...all, turn: 20 })).toEqual(rows.filter(({ turn }) => turn === 20))
  expect(filterAudit(rows, { ...all, stage: 'compact' }).every(({ stage }) => stage === 'compact')).toBe(true)
  const [first] = rows
  if (first === undefined) throw new Error('the log is empty')
  const planted = { ...first, kind: 'alert' as const, what: 'The history is bloated.' }
  const words = filterAudit([...rows, planted], { ...all, text: '  BLOATED  alert ' })
  expect(words).toEqual([planted])
  expect(filterAudit(rows, { ...all, text: '(' }).every(({ what }) => what.includes('('))).toBe(true)
})

it('COMP-3 a discarded or failed summary says why, and that the originals stay', () => {
  const { asks } = data
  const [first] = asks
  if (first === undefined) throw new Error('the run asked nothing')
  const spoiled = asks.map((ask) =>
    ask === first ? { ...ask, verdict: 'not_smaller' as const, output: 900 } : ask,
  )
  const detail = askDetail({ ...data, asks: spoiled }, 0)
  expect(detail).toMatchObject({ wasted: true, verdictLabel: 'discarded: not smaller' })
  expect(detail?.verdictText).toMatch(
    /^Discarded: the answer of ≈ 900 tokens is not smaller .* The originals stay\.$/,
  )
  const failed = asks.map((ask) =>
    ask === first ? { ...ask, verdict: 'failed' as const, failure: 'timeout' as const, answer: null } : ask,
  )
  expect(askDetail({ ...data, asks: failed }, 0)).toMatchObject({
    answer: '',
    verdictText: 'Failed: no answer came in time. The originals stay.',
  })
  expect(askDetail(data, asks.length)).toBeNull()
})

it('MAN-4 the log can be exported as CSV and as JSON that can be parsed again', () => {
  const sheet = auditSheet(rows)
  expect(sheet.length).toBe(rows.length + 1)
  expect(new Set(sheet.map((row) => row.length)).size).toBe(1)
  const text = auditJson(data, rows)
  const log = JSON.parse(text) as { entries: { entry: number; request?: { answer: string | null } }[] }
  expect(log.entries.map(({ entry }) => entry)).toEqual(rows.map(({ id }) => id))
  expect(log.entries.filter(({ request }) => request !== undefined).length).toBe(data.asks.length)
})

it('LED-1 “freed” is the net figure in the turns, CSV, explanation and metrics; the audit log has both parts', () => {
  const trace = scenario('axios-migration', 7)
  const gates = { task: false, current_user_message: false, running_results: false }
  const timeline = run(trace, {
    max_context_tokens: 14_000,
    strategy: 'evict',
    eviction: { policy: 'fifo', gates },
  })
  const own = timeline.data
  const rows = auditRows(own).filter(({ before }) => before !== null)
  const [head = [], ...turns] = turnSheet(turnTable(own), 'Own', own.windows)
  const column = head.indexOf('freed tokens')
  let stubs = 0
  for (const { turn, points } of own.turns) {
    const inTurn = rows.filter((row) => row.turn === turn)
    const net = inTurn.reduce((sum, { freed, added }) => sum + (freed ?? 0) - (added ?? 0), 0)
    for (const { before, freed, added, after } of inTurn)
      expect((before ?? NaN) - (freed ?? NaN) + (added ?? NaN)).toBe(after)
    // The ledger before and after all edits of the turn.
    if (inTurn.length > 0) expect(net).toBe(points.arrived.used - points.sent.used)
    expect(turns[turn]?.[column] ?? NaN).toBe(net)
    if (inTurn.some(({ freed, added }) => added !== 0 && freed !== 0)) stubs += 1
  }
  expect(stubs).toBeGreaterThan(0)
  for (const { edit, decision, before, after } of own.edits) {
    const block = decision?.victims[0]?.block
    if (block === undefined) continue
    const answer = why(own, block, { turn: own.edits[edit]?.turn ?? -1 })
    if (answer?.edit === edit) expect(answer.trigger?.freed).toBe(before - after)
  }
  const all = metrics(timeline).find(({ id }) => id === 'freed-tokens')?.value
  expect(all).toBe(own.edits.reduce((sum, { before, after }) => sum + before - after, 0))
})

it('MAN-4 REC-1 the summary that the log’s own client had written is a request, as in the bill', () => {
  const log = session()
  log.user('Never push to main. '.repeat(40))
  log.reply('m1', text('I begin.'))
  log.add({
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 17_000 },
  })
  log.user('The parser was repaired.', { isCompactSummary: true })
  log.reply('m2', text('I go on.'))
  const { data: own } = run(readTrace(log.text()), { strategy: 'recorded', max_context_tokens: 200_000 })
  const [compaction, ...others] = auditRows(own).flatMap((row) => row.compression ?? [])
  expect(others).toEqual([])
  expect(compaction).toMatchObject({ requests: 1, input: 17_000 })
  expect(compaction?.cost).toMatch(/^1 request of the log’s client: ≈ 17,000 tokens in, ≈ \d+ out$/)
  const metric = (id: string) => metrics({ data: own }).find((row) => row.id === id)?.value
  expect(metric('compression-calls')).toBe(1)
  expect(metric('compression-tokens')).toBe((compaction?.input ?? 0) + (compaction?.output ?? 0))
})
