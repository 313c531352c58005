import { describe, expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager, ProblemError } from '../index.ts'
import { partsOf, textOf } from '../internal.ts'
import type { AnthropicRequest, TurnStart } from '../index.ts'

const SMALL: PartialConfig = {
  strategy: 'tiered',
  tiered: { persist_above_bytes: 1_000, preview_bytes: 200, preview_lines: 5 },
}
const LARGE: PartialConfig = {
  strategy: 'tiered_full',
  tiered_full: { tool_result_characters: 1_000, preview_bytes: 200 },
}
/** 100 lines of 60 characters; some characters have several bytes. */
const WHOLE = Array.from({ length: 100 }, (_, line) => `${line} é `.padEnd(59, 'x')).join('\n')
const NAME = 'tool-results/turn-1-read_file-4.txt'

function managerOf(config: PartialConfig): ContextWindowManager {
  const llm = createMock({ count: (text) => chars4.count(text) })
  const settings = strategySettings(completeConfig({ max_context_tokens: 50_000, ...config }))
  const manager = new ContextWindowManager({ ...settings, counter: chars4, llm })
  manager.onTaskStart({
    system: 'You read files.',
    tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
    task: 'Read a.ts.',
  })
  return manager
}

/** A turn in which the agent reads a path, and what the next request shows of the result. */
async function read(
  manager: ContextWindowManager,
  path: string,
  result: string,
  more: object = {},
): Promise<{ readonly start: TurnStart; readonly shown: string }> {
  await manager.onTurnStart()
  const id = `call_${manager.report().turns}`
  const content = [{ type: 'tool_use', id, name: 'read_file', input: { path, ...more } }] as const
  manager.onTurnEnd({ role: 'assistant', content })
  manager.onToolResult(id, result)
  const start = await manager.onTurnStart()
  const shown = newestResult(start.request)
  manager.onTurnEnd('I see.')
  manager.onUserMessage('Go on.')
  return { start, shown }
}

function newestResult({ messages }: AnthropicRequest): string {
  const results = messages.flatMap(partsOf).filter(({ type }) => type === 'tool_result')
  const last = results.at(-1)
  return last === undefined ? '' : textOf(last)
}

describe.each([
  ['tiered', SMALL],
  ['tiered_full', LARGE],
])('TIER-1 a stored result of %s', (_, config) => {
  test('TIER-1 is read back page by page, each unchanged, and nothing of it is stored again', async () => {
    const manager = managerOf(config)
    const { shown } = await read(manager, 'a.ts', WHOLE)
    expect(shown).toContain(`as ${NAME}. Read that file for the rest`)
    expect(shown.length).toBeLessThan(500)

    const pages: string[] = []
    for (let offset: number | null = 1; offset !== null;) {
      const page = manager.readStored(NAME, { offset, limit: 15 })
      expect(page.size).toBe(100)
      const back = await read(manager, NAME, page.text, { offset, limit: 15 })
      // 900 bytes are short enough to be shown whole.
      expect(back.shown).toBe(page.text)
      pages.push(page.text)
      offset = page.next
    }
    expect(pages).toHaveLength(7)
    expect(pages.join('')).toBe(WHOLE)
    expect(manager.window.filter(({ text }) => text.startsWith('[Stored: '))).toHaveLength(1)
  })

  test('TIER-1 read back whole, its first page is shown, which says how to continue', async () => {
    const manager = managerOf(config)
    await read(manager, 'a.ts', WHOLE)
    const { text, next } = manager.readStored(`/home/agent/${NAME}`)
    // Copied with the end of the sentence that names it.
    expect(manager.readStored(`${NAME}.`).text).toBe(text)
    expect([text, next]).toEqual([WHOLE, null])
    const { shown } = await read(manager, NAME, text)
    const [page = '', notice = ''] = shown.split('\n[Page of ')
    const lines = page.split('\n').length - 1
    expect(WHOLE.startsWith(page)).toBe(true)
    expect(notice).toBe(`${NAME}: lines 1 to ${lines} of 100. Read on with offset ${lines + 1}.]`)
    const rest = manager.readStored(NAME, { offset: lines + 1 })
    expect(page + rest.text).toBe(WHOLE)
    expect(manager.window.filter(({ text: one }) => one.startsWith('[Stored: '))).toHaveLength(1)
  })
})

test('TIER-1 a result without lines is read by characters', async () => {
  const manager = managerOf(SMALL)
  const line = '漢'.repeat(2_000)
  await read(manager, 'a.ts', line)
  const first = manager.readStored(NAME, { limit: 1_500, unit: 'characters' })
  const second = manager.readStored(NAME, { offset: first.next ?? 0, unit: 'characters' })
  expect([first.text + second.text, second.next]).toEqual([line, null])
})

test('TIER-1 a result that was not stored cannot be read by its possible name', async () => {
  for (const config of [{ strategy: 'evict' }, SMALL]) {
    const manager = managerOf(config)
    await read(manager, 'a.ts', config === SMALL ? 'short' : WHOLE)
    expect(() => manager.readStored(NAME)).toThrow(`nothing is stored under the name "${NAME}"`)
  }
  // A page of a stored result is itself a large result, but is not stored.
  const manager = managerOf(SMALL)
  await read(manager, 'a.ts', WHOLE)
  await read(manager, NAME, WHOLE)
  const back = manager.window.find(({ text }) => text.includes('[Page of '))
  expect(() => manager.readStored(`tool-results/turn-${back?.turn}-read_file-${back?.block}.txt`)).toThrow(
    'nothing is stored',
  )
})

test.each([
  'a.ts',
  'tool-results/turn-1-read_file-3.txt',
  'tool-results/turn-2-read_file-4.txt',
  'tool-results/turn-1-grep-4.txt',
  'tool-results/turn-1-read_file-99.txt',
  'tool-results/turn-1-read_file-4.txt.bak',
  'other-tool-results/turn-1-read_file-4.txt',
  '',
  '__proto__',
])('TIER-1 nothing is stored under the name %j, and asking changes nothing', async (name) => {
  const manager = managerOf(SMALL)
  await read(manager, 'a.ts', WHOLE)
  const before = manager.auditLog.length
  const asks = (): unknown => manager.readStored(name)
  expect(asks).toThrow(ProblemError)
  expect(asks).toThrow(`nothing is stored under the name ${JSON.stringify(name)}`)
  expect(() => manager.readStored(NAME, { offset: 101 })).toThrow('that offset cannot be 101')
  expect(manager.auditLog).toHaveLength(before)
})
