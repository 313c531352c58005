import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FACT_KINDS } from '../core/extract/fact.ts'
import type { Fact, FactKind } from '../core/extract/fact.ts'
import type { Note } from './note.ts'
import { notesText } from './notes-text.ts'
import { addNotes, MOST_NOTES } from './notes.ts'

const fact = (kind: FactKind, text: string, over: Partial<Fact> = {}): Fact => ({
  kind,
  text,
  key: text,
  block: 7,
  turn: 3,
  ...over,
})
const shown = (notes: readonly Note[]): string[] =>
  notes.map(({ category, importance, text }) => `${category} ${importance}: ${text}`)

describe('notes from facts', () => {
  it('COMP-6 every kind of fact becomes a note that can be read without the conversation', () => {
    const facts = [
      fact('goal', 'Move to Postgres'),
      fact('constraint', 'Never drop a table'),
      fact('decision', 'Write to both databases'),
      fact('done', 'Schema written'),
      fact('current', 'Copying invoices'),
      fact('next', 'Switch reads over'),
      fact('file', 'src/db/copy.ts'),
      fact('error', 'TypeError: rows is undefined'),
      fact('fix', 'await the query in src/db/query.ts'),
      fact('learning', 'Dates have no zone'),
    ]
    expect(shown(addNotes([], facts, 3))).toEqual([
      'task_progress critical: Goal: Move to Postgres',
      'constraints critical: Never drop a table',
      'decisions high: Write to both databases',
      'task_progress normal: Done: Schema written',
      'task_progress high: In progress: Copying invoices',
      'task_progress high: Planned, not done: Switch reads over',
      'misc normal: File: src/db/copy.ts',
      'bugs high: Error: TypeError: rows is undefined (near src/db/copy.ts)',
      'bugs normal: Fix: await the query in src/db/query.ts',
      'learnings normal: Dates have no zone',
    ])
  })

  it('COMP-6 a bug without a file near it names none: a file of another turn does not count', () => {
    expect(shown(addNotes([], [fact('error', 'Out of memory')], 3))).toEqual([
      'bugs high: Error: Out of memory',
    ])
    const earlier = [fact('file', 'src/a.ts', { turn: 2 }), fact('error', 'Out of memory')]
    expect(shown(addNotes([], earlier, 3))[1]).toBe('bugs high: Error: Out of memory')
  })

  it('COMP-6 the newest wins per key: a step that was planned and then done is one note', () => {
    const planned = addNotes([], [fact('next', 'Switch reads over', { key: 'switch reads' })], 3)
    const done = addNotes(planned, [fact('done', 'Reads are switched', { key: 'Switch  reads', turn: 9 })], 9)
    expect(shown(done)).toEqual(['task_progress normal: Done: Reads are switched'])
    expect(done[0]?.turn).toBe(9)
    expect(shown(planned)).toEqual(['task_progress high: Planned, not done: Switch reads over'])
  })

  it('COMP-6 an older fact that comes late does not replace a newer one', () => {
    const newer = addNotes([], [fact('number', 'port = 8081', { key: 'port', turn: 9 })], 9)
    expect(shown(addNotes(newer, [fact('number', 'port = 8080', { key: 'port', turn: 2 })], 9))).toEqual([
      'misc normal: port = 8081',
    ])
  })

  it('COMP-6 no facts, no change: the very same notes', () => {
    const notes = addNotes([], [fact('goal', 'x')], 1)
    expect(addNotes(notes, [], 5)).toBe(notes)
  })

  it('COMP-6 notes by hand without a key are kept, and deduplicated by their text', () => {
    const hand: Note = {
      category: 'people',
      importance: 'normal',
      text: 'Ask Ada about the cron job',
      turn: 1,
    }
    const notes = addNotes([hand, { ...hand, turn: 4 }], [fact('goal', 'x')], 5)
    expect(notes.filter(({ category }) => category === 'people')).toEqual([{ ...hand, turn: 4 }])
  })

  it('COMP-6 at most 500, the important and the newest; the number of dropped ones is reported and summed', () => {
    let notes: readonly Note[] = addNotes([], [fact('constraint', 'Never drop a table', { turn: 0 })], 0)
    for (let turn = 1; turn <= 60; turn++)
      notes = addNotes(
        notes,
        Array.from({ length: 20 }, (_, at) => fact('learning', `Learning ${turn}/${at}`, { turn })),
        turn,
      )
    expect(notes).toHaveLength(MOST_NOTES)
    expect(notes.some(({ text }) => text === 'Never drop a table')).toBe(true)
    expect(notes.some(({ text }) => text === 'Learning 60/19')).toBe(true)
    expect(notes.some(({ text }) => text === 'Learning 1/0')).toBe(false)
    // 1,201 notes were written. 499 of them and the note about the missing ones are 500.
    expect(notes.at(-1)?.text).toBe('702 older notes gave way, since no more than 500 are kept.')
  })

  it('COMP-6 numbers of later output do not drop an older changed file or a learning', () => {
    let notes = addNotes(
      [],
      [fact('file', 'write_file src/a.ts', { turn: 0 }), fact('learning', 'It is slow', { turn: 0 })],
      0,
    )
    for (let turn = 1; turn <= 60; turn++)
      notes = addNotes(
        notes,
        Array.from({ length: 20 }, (_, at) => fact('number', `x${turn}_${at} = 1`, { turn })),
        turn,
      )
    const texts = notes.map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(['File: write_file src/a.ts', 'It is slow', 'x60_19 = 1']))
    expect(texts).not.toContain('x1_0 = 1')
    // A sentence with a number may be what someone said.
    const told = addNotes(notes, [fact('number', 'The port is 8080.', { turn: 1 })], 60)
    expect(told.map(({ text }) => text)).toContain('The port is 8080.')
    // Room for three notes, the headings and the last line: not for the newest number.
    const text = notesText(notes, { maxTokens: 190, count: (one) => one.length })
    expect(text).toContain('write_file src/a.ts')
    expect(text).not.toContain('x60_19')
  })

  it('COMP-6 changes no input, and the same facts twice give the same notes', () => {
    const facts = fc.array(
      fc.record({
        kind: fc.constantFrom(...FACT_KINDS),
        text: fc.constantFrom('a', 'b', 'see src/a.ts', '__proto__', ''),
        key: fc.constantFrom('', 'k', 'constructor'),
        block: fc.nat(5),
        turn: fc.nat(5),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(facts, facts, (first, second) => {
        const before = addNotes([], first, 1)
        const copy = structuredClone(before)
        const after = addNotes(before, second, 2)
        expect(before).toEqual(copy)
        const again = addNotes(after, second, 2)
        expect(shown(again).toSorted()).toEqual(shown(after).toSorted())
      }),
    )
  })
})
