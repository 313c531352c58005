import { expect, it } from 'vitest'
import { cacheColumns } from '../../sim/internal.ts'
import { managedRun } from '../../testing/managed-run.ts'
import { pricesSentence } from '../sentence/prices.ts'
import { sharedContent } from './content.ts'
import { sharedPage } from './page.ts'
import { reportMarkdown } from './report.ts'

const data = { ...managedRun(), exact: true }
const cache = cacheColumns(data)
let cleared = 0
const shared = (own: object, source: object) =>
  sharedContent({
    trace: {
      title: 'T',
      turns: data.turns.length,
      blocks: data.blocks.length,
      source: { kind: 'scenario', name: 'coding', seed: 1, filename: null, ...source },
    },
    lanes: [{ name: 'a', label: 'A', data: { ...data, ...own }, rows: [], cache, differences: {}, yaml: '' }],
    firstDivergence: null,
  })

it('PRES-2 a turn is told with the zone of what was sent, not of what had arrived', () => {
  const states = shared({}, {}).lanes[0]?.turns.map(({ state }) => state) ?? []
  const { yellow, orange, red } = data.thresholds
  const wrong = data.turns.filter(({ utilization, reading }, at) => {
    const zone = ['green', 'yellow', 'orange', 'red'][
      [yellow, orange, red].filter((from) => utilization >= from).length
    ]
    if (zone !== reading.zone) cleared++
    return states[at]?.endsWith(`, ${zone}`) !== true
  })
  expect(wrong.map(({ turn }) => turn)).toEqual([])
  expect(cleared).toBeGreaterThan(3)
})

it('LLM-1 a lane whose model gave unusable answers has a note in the report and on the page', () => {
  const ask = (verdict: string) => ({ ...data.asks[0], verdict })
  const asks = [ask('failed'), ask('kept'), ask('empty')]
  const { spec } = data
  const note =
    'A: 2 of 3 answers of the model could not be used. Its figures tell what happens without them, not what the strategy does.'
  const own = shared({ asks, spec: { ...spec, answers: [{}] } }, {})
  expect(own.notes.slice(1)).toEqual([note])
  expect(reportMarkdown(own)).toContain(`\n\n${note}\n\n`)
  expect(sharedPage(own, [])).toContain(`<p>${note}</p>`)
  // The mock fails only if a person wants it to.
  expect(shared({ asks }, {}).notes.slice(1)).toEqual([])
  expect(shared({ asks: [ask('kept')], spec: { ...spec, answers: [{}] } }, {}).notes.slice(1)).toEqual([])
})

it('EDIT-3 what was done by hand, and rejected needs, are told beside the figures that come of them', () => {
  const { spec, blocks } = data
  const user = blocks.find(({ type }) => type === 'user_message')
  const id = user?.id ?? 0
  const acts = [
    { turn: 3, kind: 'reject', block: id },
    { turn: 5, kind: 'pin', block: id },
    { turn: 8, kind: 'compact' },
  ]
  const told = shared({ spec: { ...spec, interventions: acts } }, {})
  const notes = [
    `A was changed by hand: pinned user message of turn ${user?.turn ?? ''} in turn 5, compacted in turn 8.`,
    '1 inferred need was rejected by hand and counts in no lane.',
  ]
  expect(told.notes.slice(1)).toEqual(notes)
  for (const note of notes) {
    expect(reportMarkdown(told)).toContain(note)
    expect(sharedPage(told, [])).toContain(note)
  }
  const many = Array.from({ length: 9 }, (_, turn) => ({ turn, kind: 'reset' }))
  expect(shared({ spec: { ...spec, interventions: many } }, {}).notes.at(-1)).toMatch(
    /, and 3 more acts\.$|reset in turn 5 and 3 more acts\.$/,
  )
})

it('the program says what of the runs it does not repeat', () => {
  const { spec } = data
  const notes = (own: object, source: object) =>
    shared({ spec: { ...spec, ...own } }, source)
      .code.split('\n')
      .filter((line) => line.startsWith('//'))
  expect(notes({}, {})).toEqual([])
  expect(notes({ interventions: [{}], answers: [{}] }, { kind: 'log', filename: 'a.json' })).toEqual([
    '// A conversation, format or setup that was chosen for the log is not in here.',
    '// What was done by hand during the runs is not in here.',
    '// A model’s answers are not in here: the built-in writer writes the summaries of a, which is A.',
  ])
})

it('COST-1 the program says that chosen prices are not in it', () => {
  const code = shared({ prices: { term: '1h' } }, {}).code
  expect(code).toContain('\n// Prices that were chosen are not in here: ')
  expect(shared({}, {}).code).not.toContain('Prices')
})

it('COST-1 a report and a page say whose prices their costs have, and whether somebody named the model', () => {
  const assumed = shared({}, {})
  const note =
    'Costs are at the prices of Claude Sonnet 4.6 (2026-08-01), an assumption: the conversation names no model with a known price.'
  expect(assumed.notes).toEqual([note])
  expect(reportMarkdown(assumed)).toContain(note)
  expect(sharedPage(assumed, [])).toContain(note)
  const modelOf = (label: string, dated: string) => ({ id: label, label, source: 'a page', dated, calls: 2 })
  const models = [modelOf('Claude Opus 4.1', '2026-07-24'), modelOf('Claude Haiku 4.5', '2026-08-01')]
  expect(pricesSentence({ models, assumed: false })).toBe(
    'Costs are at the prices of Claude Opus 4.1 (2026-07-24) and Claude Haiku 4.5 (2026-08-01), each call at those of its own model.',
  )
})

it('TOK-5 a report and a page say that their figures are estimates where the counter estimates', () => {
  const note =
    'All tokens, and the costs and times that follow from them, are estimates: one token per four characters.'
  const estimated = shared({ exact: false }, {})
  expect(reportMarkdown(estimated)).toContain(note)
  expect(sharedPage(estimated, [])).toContain(note)
  expect(reportMarkdown(shared({ exact: true }, {}))).not.toContain(note)
})
