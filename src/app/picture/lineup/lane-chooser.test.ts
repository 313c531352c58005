import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { LaneChoice } from '../../store/choice/choices.ts'
import { LaneChooser } from './LaneChooser.tsx'

const mistake = { line: 12, message: 'foo is no setting', window: 34_406 }

function headOf(choice: LaneChoice): readonly string[] {
  const head = renderToStaticMarkup(
    createElement(LaneChooser, { choice, index: 0, count: 1, label: 'Managed', name: 'managed' }),
  )
  return [...head.matchAll(/<(?:select|button)[^>]*aria-disabled="true"[^>]*>/gu)].map(([tag]) => tag)
}

it('a setting in a text with an error cannot be switched in the head, which says why', () => {
  const choice: LaneChoice = { policy: 'default', gates: 'on', text: 'foo: 1\n' }
  expect(headOf(choice)).toEqual([])
  const disabled = headOf({ ...choice, mistake })
  expect(disabled).toEqual([
    expect.stringContaining('Failures of the mock model of Managed'),
    expect.stringContaining('Protection of Managed'),
  ])
  for (const tag of disabled) expect(tag).toMatch(/title="[^"]*line 12[^"]*foo is no setting"/u)
})
