import { describe, expect, it } from 'vitest'
import { writers } from './formats.ts'
import { madeUpTrace } from '../../testing/made-up-trace.ts'

describe('a written log', () => {
  const trace = madeUpTrace(
    [0, 1, 0].map((window, index) => ({
      window,
      words: `reply ${index}`,
      thinking: 'hm',
      calls: index === 0 ? [{ path: 'a' }, { path: 'b' }] : [],
      results: ['r0', 'r1', 'r2'],
      backwards: false,
      failed: false,
      user: index === 0 ? 'Go.' : null,
      injected: null,
      gap: 1000,
      usage: { input: 123, output: 50, cacheRead: 100, cacheWrite: 20 },
      edit: index === 2 ? 'compaction' : null,
    })),
    true,
    false,
  )

  it('EDIT-3 is the same every time', () => {
    for (const writer of Object.values(writers)) expect(writer(trace)).toBe(writer(structuredClone(trace)))
  })

  it('of Claude Code has one line per block, repeated and growing usage, a tree of ids, and lines in between', () => {
    const lines = (writers['claude-code'](trace) ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      lines.map(({ type, subtype, isSidechain }) => [subtype ?? type, isSidechain].join(' ').trim()),
    ).toEqual([
      'file-history-snapshot',
      'user false',
      'assistant false',
      'assistant false',
      'assistant false',
      'progress false',
      'assistant false',
      'progress false',
      'file-history-snapshot',
      'user true',
      'assistant true',
      'assistant true',
      'user false',
      'user false',
      'compact_boundary false',
      'user false',
      'assistant false',
      'assistant false',
    ])
    const replies = lines.flatMap(({ type, message }) =>
      type === 'assistant' ? [message as { id: string; usage: { output_tokens: number } }] : [],
    )
    expect(replies.map(({ usage }) => usage.output_tokens)).toEqual([3, 3, 3, 50, 3, 50, 3, 50])
    expect(new Set(replies.map(({ id }) => id)).size).toBe(3)
    const ids = lines.map(({ uuid }) => uuid).filter((uuid) => uuid !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
    for (const uuid of ids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    // Every parent is above its child. Roots are the first line, the side chain and the boundary.
    const seen = new Set<unknown>([null])
    for (const { uuid, parentUuid } of lines) {
      if (uuid === undefined) continue
      expect(seen.has(parentUuid)).toBe(true)
      seen.add(uuid)
    }
    expect(
      lines
        .filter(({ uuid, parentUuid }) => uuid !== undefined && parentUuid === null)
        .map(({ type }) => type),
    ).toEqual(['user', 'user', 'system'])
    expect(lines[1]?.['timestamp']).toBe(new Date(1_770_000_001_000).toISOString())
  })
})
