import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  events,
  messageEnd,
  messageStart,
  pretendProvider,
  says,
  textPart,
} from '../../../testing/pretend-provider.ts'
import { ask, KEY } from './call-fixture.ts'
import { calls } from './call-list.ts'
import { makeCall } from './calls.ts'
import { connection, giveKey, takeKeyAway } from './connection.ts'
import { noteKept } from './leaving.ts'

const fresh = connection.getInitialState()
/** What asks before the page is left. */
const asking = new Set<unknown>()

beforeEach(() => {
  calls.setState({ list: [], spent: 0, agreed: false, agreedTest: false })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', (name: string, listener: unknown) => {
    if (name === 'beforeunload') asking.add(listener)
  })
  vi.stubGlobal('removeEventListener', (_: string, listener: unknown) => asking.delete(listener))
  connection.setState({ ...fresh, askFirst: false })
  giveKey(KEY, false)
})

afterEach(() => {
  takeKeyAway()
  calls.setState({ list: [] })
  vi.unstubAllGlobals()
})

it('LLM-1 the browser asks before answers are lost that were paid for, until a run is kept that has them', async () => {
  let during = 0
  const provider = pretendProvider(() => {
    during = asking.size
    return says('paid for')
  })
  vi.stubGlobal('fetch', provider.fetch)
  expect(asking.size).toBe(0)
  await makeCall(ask(), 'one')
  expect([during, asking.size]).toEqual([1, 1])
  noteKept([{ failure: 'error' }, { text: 'another' }])
  expect(asking.size).toBe(1)
  noteKept([{ text: 'paid for' }])
  expect(asking.size).toBe(0)
})

it('nothing is asked for answers that could not be used, and for those of an agent, which has its own question', async () => {
  const refused = events(messageStart(), ...textPart(0, 'no'), ...messageEnd({ stop_reason: 'refusal' }))
  vi.stubGlobal('fetch', pretendProvider(refused, says('hello')).fetch)
  await makeCall(ask(), 'refused')
  await makeCall(ask(undefined, { purpose: 'agent' }), 'agent')
  expect(asking.size).toBe(0)
})
