import { expect, test } from 'vitest'
import * as declarations from '../../../../config/internal.ts'
import { hangOf } from './hanging.ts'
import { hintFindings, nearestPlace, readingOf } from './finding.ts'

function found(
  text: string,
): readonly { readonly said: string; readonly at: string; readonly place: string }[] {
  return readingOf(text, declarations).findings.map(({ severity, from, to, line, column }) => {
    return { said: severity, at: text.slice(from, to), place: `${line}:${column}` }
  })
}

test.each([
  ['a value out of range', 'pressure:\n  thresholds:\n    red: 1.7 # hot\n', { at: '1.7', place: '3:10' }],
  ['a key that nobody declared', 'eviction:\n  polcy: fifo\n', { at: 'polcy', place: '2:3' }],
  [
    'a name in a list',
    'eviction:\n  protected_types: [sytem_prompt, user_message]\n',
    { at: 'sytem_prompt', place: '2:21' },
  ],
  ['a value between quotes', "eviction:\n  policy: 'ffo'\n", { at: "'ffo'", place: '2:11' }],
])('CONF-1 %s is underlined, no more and no less', (_name, text, { at, place }) => {
  expect(found(text)).toEqual([{ said: 'error', at, place }])
})

test('CONF-1 every problem of a broken text has a stretch within the text and on one line', () => {
  const text = declarations.preset('default')
  for (let cut = 0; cut < text.length; cut += 467) {
    const broken = `${text.slice(0, cut)}\n\t]: {${text.slice(cut + 97)}`
    const { findings, valid } = readingOf(broken, declarations)
    expect(valid).toBe(false)
    for (const { from, to } of findings) {
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeGreaterThanOrEqual(from)
      expect(to).toBeLessThanOrEqual(broken.length)
      expect(broken.slice(from, to)).not.toContain('\n')
    }
  }
})

test('CONF-1 the fix of a finding makes the text valid', () => {
  const text = 'eviction:\n  polcy: fifo # kept\n'
  const [finding] = readingOf(text, declarations).findings
  const { from, to, insert } = finding?.fix?.change ?? { from: 0, to: 0, insert: '' }
  const fixed = text.slice(0, from) + insert + text.slice(to)
  expect(fixed).toBe('eviction:\n  policy: fifo # kept\n')
  expect(readingOf(fixed, declarations)).toMatchObject({ valid: true, findings: [] })
})

test('a hint is at its key, or at the section that would contain it', () => {
  const text = 'strategy: evict\npressure:\n  thresholds:\n    red: 0.9\n'
  const reading = readingOf(text, declarations)
  const hint = (path: readonly string[]) =>
    hintFindings([{ path, message: 'never reached', severity: 'hint' }], reading).map(
      ({ from, to, line, column }) => {
        return { at: text.slice(from, to), place: `${line}:${column}` }
      },
    )
  expect(hint(['pressure', 'thresholds', 'red'])).toEqual([{ at: 'red', place: '4:5' }])
  expect(hint(['pressure', 'thresholds', 'orange'])).toEqual([{ at: 'thresholds', place: '3:3' }])
  expect(hint(['eviction', 'target'])).toEqual([{ at: '', place: '1:1' }])
})

test('a key is not taken for another that begins like it', () => {
  const { places } = readingOf('eviction:\n  target: 0.5\nevictions: 1\n', declarations)
  expect(nearestPlace(places, 'eviction.target')?.line).toBe(2)
  expect(nearestPlace(places, 'eviction.targets')?.line).toBe(1)
  expect(nearestPlace(places, 'evict')).toBeNull()
})

test.each([
  ['    # a comment', 6],
  ['  - name', 4],
  ['key: value', 0],
  [' '.repeat(60), 24],
])('a wrapped line continues below its text: %j', (line, wide) => {
  expect(hangOf(line)).toBe(wide)
})
