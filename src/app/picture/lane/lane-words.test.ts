import { expect, it } from 'vitest'
import { scenario } from '../../../testing/shared-traces.ts'
import { metrics, run } from '../../../sim/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { share, turnTable, whole, windowAt } from '../../../view/index.ts'
import type { TurnRow } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'
import { readoutOf, tipOfBlock } from './lane-words.ts'

it('TOK-5 the readout marks the share of an estimating counter like its tokens', () => {
  const trace = traceOf([{ role: 'user', content: 'a line of a file\n'.repeat(300) }])
  const { data } = run(trace, { max_context_tokens: 4000 })
  const [row] = turnTable(data)
  const part = share(row?.share ?? null)
  expect(readoutOf(row, 0, undefined, { exact: true }).figures).toContain(` tokens (${part})`)
  expect(readoutOf(row, 0, undefined, { exact: false }).figures).toMatch(
    new RegExp(`· ≈ [\\d,]+ tokens \\(≈ ${part}\\)`),
  )
})

it('LED-1 where recorded usage is lower than the sum of the blocks, the readout has both figures', () => {
  const { data } = run(traceOf([{ role: 'user', content: 'one more line' }]), { max_context_tokens: 4000 })
  const [row] = turnTable({ ...data, turns: data.turns.map((turn) => ({ ...turn, adjustment: -1000 })) })
  const sum = whole((row?.sent ?? 0) + 1000)
  expect(readoutOf(row, 0, undefined, { exact: true }).figures).toContain(` · its blocks count ${sum} · `)
})

it('NEED-2 in a turn, needs that are lost are told before edits, which a narrow lane cuts off', () => {
  const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 9000, strategy: 'evict' })
  const row = turnTable(data).find(({ lost, edited }) => lost > 0 && edited > 0)
  if (row === undefined) throw new Error('no turn has both')
  expect(readoutOf(row, row.turn, undefined, { exact: true })).toMatchObject({
    figures: expect.stringMatching(/^turn \d+ · [\d,]+ tokens \([^)]+\) · was \w+$/),
    loss: expect.stringMatching(/^\d+ of \d+ needs? missing$/),
    edits: expect.stringMatching(/^\d+ blocks? evicted or shortened \(−[\d,]+\)$/),
  })
})

it('EDIT-1 the readout says that blocks changed where one became longer, and signs what edits added', () => {
  const { data } = run(traceOf([{ role: 'user', content: 'one line' }]), { max_context_tokens: 4000 })
  const [row] = turnTable(data)
  if (row === undefined) throw new Error('the run is empty')
  const edits = (more: Partial<TurnRow>) =>
    readoutOf({ ...row, edits: 1, ...more }, 0, undefined, { exact: true }).edits
  expect(edits({ edited: 1, grew: true, freed: -1770 })).toBe('1 block changed (+1,770)')
  expect(edits({ edited: 0, freed: -20 })).toBe('1 edit (+20)')
  expect(edits({ edited: 3, freed: 400 })).toBe('3 blocks evicted or shortened (−400)')
  // TOK-5
  const estimated = readoutOf({ ...row, edits: 1, edited: 0, freed: -20 }, 0, undefined, { exact: false })
  expect(estimated.edits).toBe('1 edit (≈ +20)')
})

it('PRES-1 the zone of a turn without an edit is what it is, not what it was', () => {
  const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 34_000, strategy: 'evict' })
  const row = turnTable(data).find(({ zone, edited }) => zone === 'yellow' && edited === 0)
  expect(readoutOf(row, row?.turn ?? 0, undefined, { exact: true }).figures).toMatch(/ · yellow$/)
})

it('NEED-2 the rounded figures of a lane’s head add up: half of the partly present needs are in the first', () => {
  let parts = 0
  for (const share of [6000, 9000, 14_000]) {
    const rows = metrics(
      run(scenario('axios-migration', 7), { max_context_tokens: share, strategy: 'managed' }),
    )
    const [present = 0, part = 0, stub = 0, missing = 0] = [
      'need-hit-rate',
      'partial-rate',
      'pointer-rate',
      'lost-rate',
    ].map((id) => rows.find((row) => row.id === id)?.value ?? NaN)
    expect(present + part / 2 + stub + missing).toBeCloseTo(1, 9)
    if (part > 0) parts += 1
  }
  expect(parts).toBeGreaterThan(0)
  expect(LANE_TEXT.figures['partial-rate']).toBe('in part, counts half')
})

it('the keyboard hears a block as it is in the turn: its size there, a placeholder, and that it is gone', () => {
  const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 9000, strategy: 'managed' })
  const window = data.blocks[0]?.window ?? 0
  let stubs = 0
  for (const { turn, points } of data.turns.filter((one) => one.window === window))
    for (const entry of windowAt(data, points.sent.tick, window)) {
      const said = tipOfBlock(data, entry.block, turn, entry).join(', ')
      // A table of blocks has the same figure.
      expect(said).toContain(`${entry.tokens.toLocaleString('en-US')} tokens in turn ${turn}`)
      if (entry.state !== 'placeholder') continue
      stubs += 1
      expect(said).toContain(`tokens in turn ${turn}, placeholder`)
    }
  expect(stubs).toBeGreaterThan(0)
  expect(tipOfBlock(data, 0, 3, null).join(', ')).toContain('not in the window in turn 3')
})
