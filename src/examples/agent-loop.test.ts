import { expect, test } from 'vitest'
import { agentLoop } from './agent-loop.ts'

test('MAN-1 the example runs to its end within its window, and reports what it did', async () => {
  const lines: string[] = []
  const report = await agentLoop((line) => lines.push(line))
  const turns = lines.filter((line) => line.startsWith('turn '))
  expect(turns.length).toBe(report.turns)
  expect(turns.at(-1)).toMatch(/^turn 17: \d+ tokens/)
  expect(report.turns).toBe(18)
  expect(report.ledger.limit).toBe(9000)
  for (const line of turns) {
    const used = Number(/: (\d+) tokens/.exec(line)?.[1])
    expect(used, line).toBeLessThanOrEqual(report.ledger.limit - report.ledger.reserve)
  }
  expect(report.counts.edits).toBeGreaterThan(0)
  expect(report.spend.reported).toBeGreaterThan(0)
  expect(report.checkpoint?.version).toBeGreaterThan(0)
  expect(lines.at(-1)).toContain('Find out which service drops orders')
})

test('EDIT-3 the example does the same each time', async () => {
  const [first, second] = [await agentLoop(() => undefined), await agentLoop(() => undefined)]
  expect(second).toEqual(first)
})
