import { expect, it } from 'vitest'
import { IMPORTANCES, NOTE_CATEGORIES } from '../../engine/internal.ts'
import { run } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { managedRun } from '../../testing/managed-run.ts'
import { noteWords, notesOfTurn, notesTable } from './notes.ts'

const data = managedRun()

it('COMP-6 in every turn the current notes are listed once, by category, importance, newest first', () => {
  for (const { turn } of data.turns) {
    const table = notesTable(data, turn)
    const standing = data.notes.filter((note) => note.from <= turn && (note.to ?? Infinity) > turn)
    expect(table?.count).toBe(standing.length)
    const texts = table?.groups.flatMap(({ notes }) => notes.map(({ text }) => text)) ?? []
    expect(texts.toSorted()).toEqual(standing.map(({ text }) => text).toSorted())
    const places =
      table?.groups.map(({ category }) => NOTE_CATEGORIES.findIndex((one) => one === category)) ?? []
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    for (const { notes } of table?.groups ?? []) {
      const order = notes.map(({ importance, turn: of }) => IMPORTANCES.indexOf(importance) * 1e6 - of)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  }
})

it('COMP-6 a note marked as being in the window is contained in the text of the notes block there', () => {
  let inside = 0
  let outside = 0
  for (const { turn } of data.turns) {
    const carried = data.edits.filter((edit) => edit.stage === 'carry_notes' && edit.turn <= turn).at(-1)
    const made = carried?.blocks.find(({ verb }) => verb === 'insert')?.block
    const row = made === undefined ? -1 : data.spans.block.indexOf(made)
    const text = row < 0 ? '' : (data.contents[data.spans.content[row] ?? -1] ?? '')
    const sent = data.turns[turn]?.points.sent.tick ?? 0
    const gone = row < 0 || (data.spans.toTick[row] ?? 0) <= sent
    for (const { notes } of notesTable(data, turn)?.groups ?? []) {
      for (const note of notes) {
        if (note.inWindow === null) outside++
        else inside++
        if (gone) expect(note.inWindow).toBeNull()
        else if (note.inWindow !== null) expect(text).toContain(note.text)
      }
    }
  }
  expect(Math.min(inside, outside)).toBeGreaterThan(0)
})

it('COMP-6 the exported notes are those of the turn, without internal fields', () => {
  const notes = notesOfTurn(data, 20)
  expect(notes.length).toBe(notesTable(data, 20)?.count)
  for (const note of notes) expect(Object.keys(note)).not.toEqual(expect.arrayContaining(['window']))
})

it('COMP-6 a strategy without notes has an empty table, and a turn that was not reached has none', () => {
  const other = run(scenario('axios-migration', 7), { strategy: 'evict', max_context_tokens: 18_000 }).data
  expect(notesTable(other, 20)).toMatchObject({ count: 0, groups: [], carried: null })
  expect(notesTable(data, data.turns.length)).toBeNull()
})

it.each([
  [6000, 'it would save as much as reading 6,000 cached tokens'],
  [-50, 'it would save nothing'],
])(
  'COST-6 an edit that saves %d tokens read, and has to save more, is told with both figures',
  (saves, told) => {
    const figures = { frees: 300, least: 0, rewrites: 0, paysAfter: 0, horizon: 20, leastSaved: 6022 }
    const note = { code: 'held_back', tokens: 300, heldBack: { why: 'saving', ...figures, saves } } as const
    const words = noteWords(note, { stage: 'evict', edited: false, block: '', exact: true })
    expect(words).toContain(
      `held back: within 20 turns ${told}, and an edit has to save at least 6,022 (eviction.min_gain)`,
    )
  },
)

it('COST-6 an edit that would add tokens is told so, and one message stays', () => {
  const figures = { frees: -6, least: 0, rewrites: 401, paysAfter: null, horizon: 20 }
  const context = { stage: 'carry_notes', edited: false, block: '', exact: true }
  const note = { code: 'held_back', tokens: 6, heldBack: { why: 'horizon', ...figures } } as never
  expect(noteWords(note, context)).toContain('it would add 6 tokens and rewrite 401 cached ones')
  expect(noteWords({ code: 'soft_limit', tokens: 1 } as never, context)).toBe(
    '1 message stays, over the limit',
  )
})
