import { expect, test } from 'vitest'
import { newManager } from '../../testing/new-manager.ts'

test('EVI-3 COMP-6 notes that a person pinned stay as they are, and newer ones stand beside them', async () => {
  const manager = newManager('default', 12_000)
  manager.onTaskStart({ task: 'Read every file. Never restart the server.' })
  const notes = () => manager.window.filter(({ text }) => text.startsWith('[Notes taken so far'))
  let pinned: number | null = null
  const seen = new Set<string>()
  for (let turn = 0; turn < 40; turn++) {
    await manager.onTurnStart()
    const call = { type: 'tool_use', id: `c${turn}`, name: 'read', input: { turn } } as const
    const text = `I decided to keep table_${turn} because file${turn}.ts needs it. ${`Line ${turn} says more of it. `.repeat(60)}`
    manager.onTurnEnd({ role: 'assistant', content: [{ type: 'text', text }, call] })
    manager.onToolResult(call.id, `row ${turn} of the file\n`.repeat(40))
    for (const one of notes()) seen.add(one.text)
    const [first] = notes()
    if (pinned === null && first !== undefined) manager.pin((pinned = first.block))
  }
  expect(seen.size).toBeGreaterThan(2)
  expect(notes().map(({ block }) => block)).toContain(pinned)
  expect(notes()).toHaveLength(2)
})
