import { expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { readTrace } from '../log/reading.ts'
import { run } from '../run/replay/run.ts'
import { takeIn } from '../trace/intake.ts'
import { rulesKept } from './rules.ts'

/** A log whose user says something first, and 40 times the same long question. */
function logOf(first: string, last = 'Go on.') {
  const talk = Array.from({ length: 40 }, (_, nth) => [
    {
      role: 'assistant',
      content: `Step ${nth} is finished. ${'The tests of the parser are green. '.repeat(20)}`,
    },
    { role: 'user', content: `Go on with step ${nth + 1}.` },
  ])
  const messages = [
    { role: 'user', content: first },
    ...talk.flat(),
    { role: 'user', content: last },
    { role: 'assistant', content: 'Done.' },
  ]
  return takeIn(readTrace(JSON.stringify(messages)), chars4)
}

const kept = (first: string, preset: string, last?: string) => {
  const intake = logOf(first, last)
  const timeline = run(intake.trace, { ...presetConfig(preset), max_context_tokens: 3000 }, { intake })
  const { told, lost = [] } = rulesKept(timeline) ?? {}
  return { told, lost: lost.map(({ text }) => text) }
}

it('REF-1 the rules of a log are those of its user, and a run has lost those that its last request does not have', () => {
  const rules =
    'Please port the parser. Never touch the folder src/migrations. You must keep the file config/app.yaml.'
  expect(kept(rules, 'unmanaged')).toEqual({ told: 2, lost: [] })
  expect(kept(rules, 'naive_fifo')).toEqual({
    told: 2,
    lost: ['Never touch the folder src/migrations.', 'You must keep the file config/app.yaml.'],
  })
  expect(kept(rules, 'fifo')).toEqual({ told: 2, lost: [] })
  expect(kept('Please port the parser.', 'naive_fifo')).toEqual({ told: 0, lost: [] })
})

it('REF-1 a run that ended before a rule was told has lost it', () => {
  const told = (preset: string) => kept('Port the parser. Never push.', preset, 'Never use lodash.')
  expect(told('fifo')).toEqual({ told: 2, lost: [] })
  expect(told('unmanaged')).toEqual({ told: 2, lost: ['Never use lodash.'] })
})

it.each([
  'Do not use lodash.',
  'Never use lodash.',
  'Don’t use lodash.',
  'You must not use lodash.',
  'Always use pnpm.',
  'Only use pnpm.',
  'Never push.',
  'No emojis.',
])('REF-1 a rule about one thing is found: %s', (rule) => {
  expect(kept(`Please port the parser. ${rule}`, 'unmanaged')).toEqual({ told: 1, lost: [] })
  expect(kept(`Please port the parser. ${rule}`, 'naive_fifo')).toEqual({ told: 1, lost: [rule] })
})

it.each([
  'Never use it.',
  'Do not use that.',
  'We always use the same.',
  'Only two left.',
  'Never mind.',
  'No problem.',
  'Always nice to hear from you.',
])('REF-1 what names nothing is no rule: %s', (said) => {
  expect(kept(`Please port the parser. ${said}`, 'unmanaged')).toEqual({ told: 0, lost: [] })
})

it('REF-1 what a user says in passing is a rule; descriptions in a long pasted text are none', () => {
  expect(kept('Hey, my son is allergic to wool. And no synthetics either.', 'unmanaged').told).toBe(2)
  const pasted = `Review this. ${'The service stores its orders in one table of the database. '.repeat(30)}Times are in seconds everywhere.`
  expect(kept(pasted, 'unmanaged').told).toBe(0)
  expect(kept('Review this. Times are in seconds everywhere.', 'unmanaged').told).toBe(1)
})
