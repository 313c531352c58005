import { expect, it } from 'vitest'
import { completeConfig, presetConfig } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { fillIn, sentenceText } from '../../../view/index.ts'
import { GLOSSARY } from './words.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
const one = run(trace, { ...presetConfig('hybrid'), max_context_tokens }, { intake })
const lane = { name: 'hybrid', label: 'Hybrid', data: one.data, rows: metrics(one) }

it('every figure of a term is filled from the run, at a turn after the first eviction', () => {
  const unfilled = GLOSSARY.flatMap(({ word, now = 'none' }) => {
    const text = sentenceText(fillIn(now, [lane], 30) ?? [])
    return /^$|[{}]/.test(text) ? [word] : []
  })
  expect(unfilled).toEqual([])
})

it('blocks and placeholders are those of the request that the turn sends', () => {
  const text = (word: string): string => {
    const now = GLOSSARY.find((term) => term.word === word)?.now ?? ''
    return sentenceText(fillIn(now, [lane], 30) ?? [])
  }
  // Another way there: the parts of the request itself.
  const parts = one
    .promptAt(30)
    .messages.flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.map((part) => JSON.stringify(part)),
    )
  const shortened = parts.filter((part) => /\[(?:evicted|removed|cleared)/i.test(part)).length
  expect(shortened).toBeGreaterThan(0)
  expect(text('placeholder')).toContain(`${shortened} placeholders`)
})

it('formulas state the defaults of the settings', () => {
  const { pressure, eviction } = completeConfig(presetConfig('default'))
  const formula = (word: string): string => GLOSSARY.find((term) => term.word === word)?.formula ?? ''
  const { yellow, orange, red } = pressure.thresholds
  for (const share of [yellow, orange, red]) expect(formula('zone')).toContain(`${share * 100} %`)
  expect(formula('velocity')).toContain(`last ${pressure.velocity_window} turns`)
  expect(formula('eviction')).toContain(`${eviction.target * 100} %`)
  const { fifo_decay, recency_decay, idle_decay, never_used } = eviction.scoring
  expect(formula('recency')).toMatch(new RegExp(`÷ ${recency_decay}\\).*÷ ${fifo_decay}$`))
  expect(formula('use')).toMatch(new RegExp(`÷ ${idle_decay}\\); ${never_used} .*÷ ${idle_decay}\\)`))
  const weights = one.data.edits
    .find(({ decision }) => decision !== null)!
    .decision!.terms.map(({ weight }) => weight)
  expect(weights).toHaveLength(5)
  for (const weight of weights) expect(formula('hybrid')).toContain(weight.toFixed(2))
})
