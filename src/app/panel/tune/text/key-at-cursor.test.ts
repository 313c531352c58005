import { expect, test } from 'vitest'
import * as declarations from '../../../../config/internal.ts'
import { focusAt, keyAtCursor } from './setting-doc.ts'

const TEXT = `# Above all

pressure:
  # Of the zones
  thresholds:
    red: 0.8 # high

nonsense: 1
`

/** The key that is explained when the cursor is before a piece of the text. */
function lookedAt(piece: string): string | null {
  const at = keyAtCursor(TEXT, TEXT.indexOf(piece), declarations)
  return focusAt(at ?? { path: [] }, 'fifo', declarations)?.path ?? null
}

test('a cursor focuses its key or section, and nothing outside all of them', () => {
  expect(lookedAt('0.8')).toBe('pressure.thresholds.red')
  expect(lookedAt('high')).toBe('pressure.thresholds.red')
  expect(lookedAt('thresholds')).toBe('pressure.thresholds')
  expect(lookedAt('Of the zones')).toBe('pressure')
  expect(lookedAt('Above')).toBeNull()
  expect(lookedAt('\n\npressure')).toBeNull()
  expect(lookedAt('nonsense')).toBeNull()
})
