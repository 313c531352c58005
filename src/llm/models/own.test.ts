import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { models } from './list.ts'
import { LONGEST_TABLE, modelFactsFrom, readModelFacts, writeModelFacts } from './own.ts'

const entry = {
  id: 'mine',
  label: 'Mine',
  window: 32_000,
  maxOutput: 4096,
  price: { input: 1, output: 2, cacheRead: 0.5, cacheWrite5m: 1, cacheWrite1h: 1 },
  source: 'my invoice',
  dated: '2026-11-21',
}

const messages = (value: unknown): string[] =>
  readModelFacts(JSON.stringify(value)).problems.map(({ message }) => message)

describe('COST-1 a person’s own table of models', () => {
  it('COST-1 the whole list survives being written and read', () => {
    const { models: read, problems } = readModelFacts(writeModelFacts(Object.values(models)))
    expect(problems).toEqual([])
    expect(Object.fromEntries(read)).toEqual(models)
  })

  it('COST-1 label, source and the maximum tokens of a reply may be missing', () => {
    const { label: _label, source: _source, maxOutput: _max, ...least } = entry
    expect(modelFactsFrom(least, 'models[0]')).toEqual({
      facts: { ...least, label: 'mine', source: 'own entry', maxOutput: null },
      problems: [],
    })
  })

  it('COST-1 every fault is reported with its place and ends with the value found', () => {
    expect(messages([entry, { ...entry, id: 'b', window: '200k' }])).toEqual([
      'models[1].window must be a whole number of tokens, at least 1, not "200k"',
    ])
    expect(messages([{ ...entry, price: { ...entry.price, cacheRead: -1 } }])).toEqual([
      'models[0].price.cacheRead must be dollars per million tokens, 0 or more, not -1',
    ])
    expect(messages([{ ...entry, longPrompt: { above: 0.5, price: null } }])).toEqual([
      'models[0].longPrompt.above must be a whole number of tokens, at least 0, not 0.5',
      'models[0].longPrompt.price must be an object, not null',
    ])
    expect(messages([{ ...entry, dated: '21.11.2026' }])).toEqual([
      'models[0].dated must be a day as 2026-11-21, not "21.11.2026"',
    ])
    expect(messages([{ ...entry, maxOutput: 0 }])).toEqual([
      'models[0].maxOutput must be a whole number of tokens, at least 1, not 0',
    ])
    expect(messages([7])).toEqual(['models[0] must be an object, not 7'])
    expect(messages({})).toEqual(['the table of models must be a list, not {}'])
    expect(messages([{ ...entry, id: ' ' }])).toEqual(['models[0].id must be a text, not " "'])
    const { dated: _dated, ...undated } = entry
    expect(messages([undated])).toEqual(['models[0].dated must be a day as 2026-11-21, but it is missing'])
  })

  it('COST-1 invalid entries are left out and the rest is kept', () => {
    const table = [
      { ...entry, window: 0 },
      entry,
      { ...entry, window: 1 },
      { ...entry, id: '__proto__', colour: 'red' },
    ]
    const text = JSON.stringify(table)
    const { models: read, problems } = readModelFacts(text)
    expect([...read.keys()]).toEqual(['mine', '__proto__'])
    expect(read.get('mine')?.window).toBe(32_000)
    expect(problems.map(({ severity, code }) => [severity, code])).toEqual([
      ['error', 'wrong-value'],
      ['error', 'twice'],
      ['warning', 'unknown-field'],
    ])
    expect(problems[2]?.message).toMatch(/^models\[3\]: .* "colour"$/)
  })

  it('COST-1 a text that is not JSON, or not a table, is one problem', () => {
    expect(readModelFacts('{"a":').problems).toMatchObject([{ code: 'not-json', severity: 'error' }])
    expect(readModelFacts(' '.repeat(LONGEST_TABLE + 1)).problems).toMatchObject([{ code: 'too-long' }])
  })

  it('COST-1 any JSON gives models without faults or problems, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { models: read, problems } = readModelFacts(JSON.stringify([value, { ...entry, price: value }]))
        expect(problems.length).toBeGreaterThan(0)
        for (const facts of read.values()) expect(facts.window).toBeGreaterThan(0)
      }),
    )
  })
})
