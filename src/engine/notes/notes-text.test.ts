import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../core/tokens/counter.ts'
import { IMPORTANCES } from './note.ts'
import type { Importance, Note } from './note.ts'
import { notesText, notesToMarkdown } from './notes-text.ts'

const count = (text: string): number => chars4.count(text)
const ample = { maxTokens: 1e9, count }
const note = (category: string, importance: Importance, text: string, turn: number): Note => ({
  category,
  importance,
  text,
  turn,
})

const notes = [
  note('zebra', 'normal', 'Of a category nobody foresaw', 2),
  note('misc', 'normal', 'Port is 8080', 1),
  note('bugs', 'normal', 'Old bug', 1),
  note('bugs', 'high', 'Bad bug', 2),
  note('bugs', 'critical', 'Worst bug', 3),
  note('bugs', 'normal', 'New bug', 8),
  note('access', 'high', 'Ask Ada', 4),
  note('task_progress', 'normal', 'Batch 17 of 40', 9),
]

describe('notes as text', () => {
  it('COMP-6 categories in their order, others after them by name; critical, high, normal, newest first', () => {
    expect(notesText(notes, ample)).toBe(
      [
        '## Task progress',
        '- Batch 17 of 40 (turn 9)',
        '',
        '## Bugs',
        '- [critical] Worst bug (turn 3)',
        '- [high] Bad bug (turn 2)',
        '- New bug (turn 8)',
        '- Old bug (turn 1)',
        '',
        '## Misc',
        '- Port is 8080 (turn 1)',
        '',
        '## Access',
        '- [high] Ask Ada (turn 4)',
        '',
        '## Zebra',
        '- Of a category nobody foresaw (turn 2)',
      ].join('\n'),
    )
  })

  it('COMP-6 the most important notes of all categories stay, and the last line says how many are left out', () => {
    const text = notesText(notes, { maxTokens: 40, count })
    expect(text).toContain('Worst bug')
    expect(text).toContain('Ask Ada')
    expect(text).not.toContain('Old bug')
    const kept = text.split('\n').filter((line) => line.startsWith('- ')).length
    expect(text.split('\n').at(-1)).toBe(`(${notes.length - kept} notes were left out for room.)`)
  })

  it('COMP-6 never above its room, and every note is shown or counted', () => {
    const some = fc.array(
      fc.record({
        category: fc.constantFrom('bugs', 'misc', 'zebra', '', '__proto__'),
        importance: fc.constantFrom(...IMPORTANCES),
        text: fc.string({ maxLength: 60 }),
        turn: fc.nat(20),
      }),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 300 }), (all, maxTokens) => {
        const text = notesText(all, { maxTokens, count })
        expect(count(text)).toBeLessThanOrEqual(maxTokens)
        const lines = text.split('\n')
        const kept = lines.filter((line) => line.startsWith('- ')).length
        const left = Number(/^\((\d+) note/.exec(lines.at(-1) ?? '')?.[1] ?? 0)
        if (text !== '') expect(kept + left).toBe(all.length)
      }),
    )
  })

  it('COMP-6 is the same whatever the order in which equal rooms were filled', () => {
    const shuffled = [...notes].reverse()
    expect(notesText(shuffled, ample)).toBe(notesText(notes, ample))
  })

  it('COMP-6 no notes, no text', () => {
    expect(notesText([], ample)).toBe('')
    expect(notesToMarkdown([])).toBe('')
    expect(notesText(notes, { maxTokens: 2, count })).toBe('')
  })

  it('COMP-6 one note is one line, whatever its text', () => {
    expect(notesText([note('misc', 'normal', 'a\n## Bugs\n- b', 0)], ample)).toBe(
      '## Misc\n- a ## Bugs - b (turn 0)',
    )
  })

  it('COMP-6 a file has all of them', () => {
    const text = notesToMarkdown(notes)
    for (const each of notes) expect(text).toContain(each.text)
  })
})
