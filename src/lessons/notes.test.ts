import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { notesText } from '../engine/internal.ts'
import type { Importance, Note } from '../engine/index.ts'
import { highIsNormal, otherCategoriesLost } from './notes.ts'
import defects from './defects.json' with { type: 'json' }

const count = (text: string): number => chars4.count(text)
const note = (category: string, importance: Importance, text: string, turn: number): Note => ({
  category,
  importance,
  text,
  turn,
})

describe('notes as written in “Agent Context Window Management”', () => {
  it('COMP-6 as written, a note of another category is lost; here it follows after misc', () => {
    const notes = [
      note('security', 'critical', 'The token is in the log', 1),
      note('misc', 'normal', 'Port 8080', 2),
    ]
    expect(otherCategoriesLost.shown(notes).map(({ text }) => text)).toEqual(['Port 8080'])
    const text = notesText(notes, { maxTokens: 2000, count })
    expect(text.indexOf('The token is in the log')).toBeGreaterThan(text.indexOf('Port 8080'))
  })

  it('COMP-6 as written, “high” ranks like “normal”; here it comes first', () => {
    const notes = [note('bugs', 'high', 'Rows are lost', 1), note('bugs', 'normal', 'A typo', 2)]
    expect(highIsNormal.order(notes).map(({ text }) => text)).toEqual(['A typo', 'Rows are lost'])
    const text = notesText(notes, { maxTokens: 2000, count })
    expect(text.indexOf('Rows are lost')).toBeLessThan(text.indexOf('A typo'))
  })

  it('COMP-6 as written, a typo would be kept and a loss left out; here the loss stays', () => {
    const notes = [
      note('bugs', 'high', 'Rows are lost', 1),
      note('bugs', 'normal', 'A typo in the second line of the help text', 2),
    ]
    const maxTokens = count('## Bugs\n- [high] Rows are lost (turn 1)\n(1 note was left out for room.)')
    expect(highIsNormal.order(notes)[0]?.text).toBe('A typo in the second line of the help text')
    const text = notesText(notes, { maxTokens, count })
    expect(text).toContain('Rows are lost')
    expect(text).not.toContain('A typo in the second line of the help text')
  })

  it('every entry says what, why and what instead', () => {
    for (const entry of defects.notes)
      for (const text of [entry.defect, entry.harm, entry.fix]) expect(text).toMatch(/^[A-Z].+\.$/)
  })
})
