import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useChoices } from '../choice/choices.ts'
import { alter, undo } from '../choice/history.ts'
import { hashOfLog, keepLog } from '../run/log-texts.ts'
import { checkState } from './checked.ts'
import { linkOf, unpacked } from './link.ts'
import { readPageState } from './now.ts'

const SETUP = { system: 'You are the harbour master.', tools: '[{"name":"moor"}]', model: 'gpt-5' }

beforeEach(async () => {
  vi.stubGlobal('window', { location: { hash: '', search: '' } })
  const log = keepLog('User: hello\nAssistant: hi\n', 'talk.txt')
  await hashOfLog(log.id)
  useChoices.setState({ source: { ...log, setup: SETUP } })
})

it('a link holds the name of a log and the model that a person chose, and no text that they added', async () => {
  const state = readPageState()
  expect(state?.source).toMatchObject({ kind: 'log', name: 'talk.txt', model: 'gpt-5', leftOut: ['setup'] })
  const found = state === null ? null : await unpacked(await linkOf(state))
  const told = JSON.stringify(found)
  expect(told).toContain('talk.txt')
  for (const text of ['harbour', 'moor', 'hello']) expect(told).not.toContain(text)
})

it('a state that is kept with its log holds the texts that were added', () => {
  const { model: _, ...texts } = SETUP
  const source = readPageState({ ownText: true })?.source
  expect(source).toMatchObject({ kind: 'log', setup: texts })
  expect(source).not.toHaveProperty('leftOut')
})

afterEach(() => {
  useChoices.setState({ prices: null })
})

it('COST-1 chosen prices are a step of undo, and travel in a state and its link', async () => {
  alter({ prices: { model: 'gpt-5', term: '1h' } })
  const state = readPageState()
  const linked = state === null ? null : await unpacked(await linkOf(state))
  const { state: opened, problems } = await checkState(
    linked !== null && 'document' in linked && linked.document,
  )
  expect(opened?.prices).toEqual({ model: 'gpt-5', term: '1h' })
  expect(problems).toEqual([])
  undo()
  expect(readPageState()).not.toHaveProperty('prices')
  const other = await checkState({ ...state, prices: { model: 'own of-another-browser', term: '1h' } })
  expect(other.state?.prices).toEqual({ term: '1h' })
  expect(other.problems.map(({ message }) => message)).toEqual([
    'prices.model should be a model with a known price; those of the conversation are used: "own of-another-browser"',
  ])
})
