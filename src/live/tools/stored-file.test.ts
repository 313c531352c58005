import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { chars4, ContextWindowManager } from '../../engine/index.ts'
import { partsOf, textOf } from '../../engine/internal.ts'
import type { Json } from '../../engine/index.ts'
import { createMock } from '../../llm/index.ts'
import { tools } from './list.ts'
import { readStoredFile, storedPathOf } from './stored-file.ts'

const NAME = 'tool-results/turn-1-run_shell-9.txt'

describe('TIER-1 what was stored of a result', () => {
  it('TIER-1 is read under its name, and nothing else is', () => {
    const path = (input: Json, name = 'read_file') => storedPathOf({ name, input })
    expect(path({ path: NAME })).toBe(NAME)
    expect(path({ path: `./${NAME}`, offset: 2 })).toBe(`./${NAME}`)
    expect(path({ path: 'a.ts' })).toBeNull()
    expect(path({ path: NAME }, 'grep_search')).toBeNull()
    for (const input of [null, 'x', [], {}, { path: 7 }]) expect(path(input)).toBeNull()
    expect(tools['read_file']?.run({ path: NAME }, { files: new Map() }).text).toMatch(
      /^read_file: no such file/,
    )
  })

  it('TIER-1 is unchanged, followed by which part it is', () => {
    const text = 'one\ntwo\nthree'
    const path = `./${NAME}`
    expect(readStoredFile(path, { path, offset: 2, limit: 1 }, text)).toEqual({
      text: `two\n\n[Page of ${NAME}: lines 2 to 2 of 3. Read on with offset 3.]`,
      failed: false,
    })
    expect(readStoredFile(path, { path, offset: 3 }, text).text).toBe(
      `three\n[Page of ${NAME}: lines 3 to 3 of 3.]`,
    )
    expect(readStoredFile(path, { path, limit: 5, unit: 'characters' }, text).text).toBe(
      `one\nt\n[Page of ${NAME}: characters 1 to 5 of 13. Read on with unit "characters" and offset 6.]`,
    )
  })

  it.each<[Json, RegExp]>([
    [{ path: NAME, offset: 9 }, /has 3 lines, so that offset cannot be 9$/],
    [{ path: NAME, offset: 0 }, /a whole number from 1 on, not 0$/],
    [{ path: NAME, unit: 'bytes' }, /unit must be "lines" or "characters", not "bytes"$/],
    [{ path: NAME, line: 1 }, /takes path, offset, limit, unit, not "line"$/],
  ])('TIER-1 %j is reported as wrong', (input, said) => {
    const { text, failed } = readStoredFile(NAME, input, 'one\ntwo\nthree')
    expect([said.test(text), failed]).toEqual([true, true])
  })
})

/** A model's reading of the notice after a page: the arguments of its next call; null if everything was read. */
function onward(shown: string): { readonly page: string; readonly next: Record<string, Json> | null } {
  const at = shown.lastIndexOf('\n[Page of ')
  const found =
    /^\n\[Page of \S+: (?:lines|characters) \d+ to (\d+) of (\d+)(?:\. Read on with (unit "characters" and )?offset (\d+))?\.\]$/.exec(
      shown.slice(at),
    )
  if (found === null) throw new Error(`no notice behind ${shown.slice(-300)}`)
  const [, to, of, byCharacters, offset] = found
  expect(to === of).toBe(offset === undefined)
  const unit = byCharacters === undefined ? {} : { unit: 'characters' }
  return { page: shown.slice(0, at), next: offset === undefined ? null : { offset: Number(offset), ...unit } }
}

/** An agent reads a stored result to its end, following only these notices. */
async function readToTheEnd(config: PartialConfig, whole: string, limit: Json): Promise<string[]> {
  const llm = createMock({ count: (text) => chars4.count(text) })
  const settings = strategySettings(completeConfig({ max_context_tokens: 2_000_000, ...config }))
  // The content of a result does not matter here, so no subsystem needs to read it.
  const subsystems = { references: null, embedder: null, statements: null }
  const manager = new ContextWindowManager({ ...settings, counter: chars4, llm, health: null, subsystems })
  manager.onTaskStart({ task: 'Run it.' })
  /** A call, and its result as the next request shows it. */
  const shownOf = async (name: string, input: Json, result: string): Promise<string> => {
    const id = `call_${manager.report().turns}`
    await manager.onTurnStart()
    manager.onTurnEnd({ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] })
    manager.onToolResult(id, result)
    const { request } = await manager.onTurnStart()
    manager.onTurnEnd('Go on.')
    const parts = request.messages.flatMap(partsOf)
    const last = parts.findLast(({ type }) => type === 'tool_result')
    return last === undefined ? '' : textOf(last)
  }
  const preview = await shownOf('run_shell', { command: 'x' }, whole)
  const path = /, as (tool-results\/\S+\.txt)\. Read that file/.exec(preview)?.[1] ?? ''
  const pages: string[] = []
  for (let more: Record<string, Json> | null = {}; more !== null;) {
    if (pages.length > whole.length) throw new Error('no end')
    const input = { path, ...more, ...(limit === null ? {} : { limit }) }
    const stored = manager.readStored(path).text
    const { page, next } = onward(await shownOf('read_file', input, readStoredFile(path, input, stored).text))
    pages.push(page)
    more = next
  }
  return pages
}

describe('TIER-1 an agent that follows the notices', () => {
  const strategies: readonly (readonly [string, PartialConfig])[] = [
    ['tiered', { strategy: 'tiered', tiered: { persist_above_bytes: 400, preview_bytes: 100 } }],
    [
      'tiered_full',
      { strategy: 'tiered_full', tiered_full: { tool_result_characters: 400, preview_bytes: 100 } },
    ],
  ]

  it.each(strategies)('TIER-1 %s: skips no line after a clipped page', async (_, config) => {
    const whole = Array.from({ length: 101 }, (_none, line) => `line ${line + 1}`.padEnd(37, '.')).join('\n')
    const pages = await readToTheEnd(config, whole, null)
    // 10 lines of 38 characters fit in 400.
    expect(pages.map((page) => page.split('\n').length - 1)).toEqual([...new Array<number>(10).fill(10), 0])
    expect(pages.join('')).toBe(whole)
  })

  it.each(strategies)('TIER-1 %s: reads one long line to its end', async (_, config) => {
    const whole = '0123456789'.repeat(130)
    const pages = await readToTheEnd(config, whole, null)
    expect(pages.map((page) => page.length)).toEqual([400, 400, 400, 100])
    expect(pages.join('')).toBe(whole)
  })

  it.each(strategies)('TIER-1 %s: reads any original, byte for byte', async (_, config) => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '\r\n', '\n\n', '😀', '漢', '[Page of x: lines 1 to 2 of 3.]', ']'),
      fc.integer({ min: 1, max: 500 }).map((size) => 'abcdefghij'.repeat(50).slice(0, size)),
      fc.integer({ min: 1, max: 100 }).map((size) => '😀é'.repeat(size)),
      fc.integer({ min: 1, max: 80 }).map((lines) => 'ab\n'.repeat(lines)),
    )
    const original = fc
      .array(piece, { minLength: 3, maxLength: 7 })
      .map((pieces) => pieces.join(''))
      .filter((text) => text.length > 410)
    const limit = fc.constantFrom<Json>(null, 7, 50, 401)
    await fc.assert(
      fc.asyncProperty(original, limit, async (whole, most) => {
        const pages = await readToTheEnd(config, whole, most)
        expect(Buffer.from(pages.join(''))).toEqual(Buffer.from(whole))
      }),
      { numRuns: 10 },
    )
  })
})
