import { beforeEach, expect, it } from 'vitest'
import { models } from '../../../llm/index.ts'
import type { ModelFacts } from '../../../llm/index.ts'
import { connection } from './connection.ts'
import { loadFile, loadTable, tableText } from './facts-file.ts'
import { factsOf, setFacts } from './facts.ts'

const mine: ModelFacts = {
  id: 'mine',
  label: 'Mine',
  window: 32_000,
  maxOutput: 4096,
  price: { input: 1, output: 2, cacheRead: 0.5, cacheWrite5m: 1, cacheWrite1h: 1 },
  source: 'my invoice',
  dated: '2026-11-21',
}
const shipped = models['claude-haiku-4-5']
if (shipped === undefined) throw new Error('the list has changed')

beforeEach(() => {
  connection.setState({ own: new Map() })
})

it('COST-1 a table that was saved and loaded again is the same for every model, and nothing is a person’s own', () => {
  const loaded = loadTable(tableText(), 'models.json')
  const count = Object.keys(models).length
  expect(loaded).toEqual({ name: 'models.json', read: count, own: 0, problems: [] })
  expect(connection.getState().own.size).toBe(0)
})

it('COST-1 a person’s entries are in the table, and are restored with it', () => {
  const dear = { ...shipped, price: { ...shipped.price, input: 7 } }
  setFacts(mine)
  setFacts(dear)
  const text = tableText()
  connection.setState({ own: new Map() })
  expect(loadTable(text, 'models.json')).toMatchObject({ own: 2, problems: [] })
  expect([factsOf('mine'), factsOf(shipped.id)]).toEqual([mine, dear])
})

it('COST-1 a table with the shipped figures of a model removes a person’s own, and keeps models that it does not name', () => {
  setFacts(mine)
  setFacts({ ...shipped, window: 5 })
  expect(loadTable(JSON.stringify([shipped]), 'one.json')).toMatchObject({ read: 1, own: 0 })
  expect(factsOf(shipped.id)).toEqual(shipped)
  expect([...connection.getState().own.keys()]).toEqual(['mine'])
})

it('COST-1 an invalid entry is reported with its place and its value, and changes nothing', () => {
  const faulty = { ...shipped, window: '200k' }
  const { read, own, problems } = loadTable(JSON.stringify([mine, faulty]), 'two.json')
  expect([read, own]).toEqual([1, 1])
  expect(problems.map(({ message }) => message)).toEqual([
    'models[1].window must be a whole number of tokens, at least 1, not "200k"',
  ])
  expect(factsOf(shipped.id)).toEqual(shipped)
})

it('COST-1 a file that is too large is refused unread, and a foreign one with a message', async () => {
  const large = await loadFile(new File([new Uint8Array(3_000_001)], 'large.json'))
  expect(large.problems[0]?.message).toBe('the file cannot be read, or is too large: 3,000,001 bytes')
  const other = await loadFile(new File(['# notes'], 'notes.md'))
  expect([other.read, other.problems[0]?.code]).toEqual([0, 'not-json'])
})
