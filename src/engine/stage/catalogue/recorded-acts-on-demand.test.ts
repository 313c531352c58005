import { expect, it } from 'vitest'
import { loadRecordedActs, repeated } from './recorded-acts-on-demand.ts'
import * as direct from './recorded-acts.ts'

const act = {
  kind: 'microcompaction',
  tokensBefore: null,
  tokensAfter: null,
  summary: null,
} as unknown as Parameters<typeof repeated>[0]

it('REC-1 what repeats recorded edits is asked for only after it was awaited, and answers then what it does', async () => {
  const ask = (by: typeof repeated) => by(act, {} as never, new Set(), {} as never)
  expect(() => ask(repeated)).toThrow('loadRecordedActs was not awaited')
  await loadRecordedActs()
  await loadRecordedActs()
  expect(ask(repeated)).toEqual({ edits: [], note: { code: 'not_recorded', tokens: 0 } })
  expect(ask(repeated)).toEqual(ask(direct.repeated))
})
