import { expect, test } from 'vitest'
import { contentWindow } from './window.ts'

test('a suggested window is explained by its formula, or as the smallest one', () => {
  expect(contentWindow(9_404)).toBe('the fixed overhead plus half of the rest of the largest prompt')
  expect(contentWindow(2_000, { overhead: '10', peak: '43' })).toBe(
    'the minimum: the fixed overhead (10) plus half of the rest of the largest prompt (43) would not be more',
  )
})
