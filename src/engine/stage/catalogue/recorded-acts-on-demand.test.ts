import { expect, it } from 'vitest'
import type * as OnDemand from './recorded-acts-on-demand.ts'
import * as direct from './recorded-acts.ts'

type Repeat = typeof direct.repeated

it('REC-1 what repeats recorded edits is asked for only after it was awaited, and answers then what it does', async () => {
  // The file as a worker has it that has just begun.
  const fresh = './recorded-acts-on-demand.ts?fresh'
  const { loadRecordedActs, repeated } = (await import(/* @vite-ignore */ fresh)) as typeof OnDemand
  const act = { kind: 'microcompaction', tokensBefore: null, tokensAfter: null, summary: null }
  const ask = (by: Repeat) => by(act as Parameters<Repeat>[0], {} as never, new Set(), {} as never)
  expect(() => ask(repeated)).toThrow('loadRecordedActs was not awaited')
  await loadRecordedActs()
  await loadRecordedActs()
  expect(ask(repeated)).toEqual({ edits: [], note: { code: 'not_recorded', tokens: 0 } })
  expect(ask(repeated)).toEqual(ask(direct.repeated))
})
