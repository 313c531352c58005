import { describe, expect, it } from 'vitest'
import type { Json, Message, Part } from '../../engine/index.ts'
import { bugHunter } from './bug-hunter.ts'
import { readingsOf } from './readings.ts'
import { shown } from '../../testing/shown.ts'
import { sightOf } from './sight.ts'

const TASK: Message = { role: 'user', content: 'Tests fail. Find out why and fix it.' }

describe('a stored result', () => {
  const NAME = 'tool-results/turn-2-read_file-9.txt'
  const preview = `[Stored: 2578 bytes, 63 lines, as ${NAME}. Read that file for the rest, page by page with offset and limit.]\ntest/expiry.test.ts, lines 1`
  const call = (id: string, input: object): Part => ({
    type: 'tool_use',
    id,
    name: 'read_file',
    input: input as Json,
  })
  const result = (id: string, content: string): Part => ({ type: 'tool_result', tool_use_id: id, content })
  /** A read of the file, and then pages of its stored result. */
  const seen = (...pages: readonly (readonly [number, string])[]): Message[] => [
    TASK,
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Step 1. I read.' }, call('a', { path: 'test/expiry.test.ts' })],
    },
    { role: 'user', content: [result('a', preview)] },
    ...pages.flatMap(([offset, text], nth): Message[] => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Step ${nth + 2}. I read.\n[stored: ${NAME}]` },
          call(`p${nth}`, { path: NAME, offset, limit: 120 }),
        ],
      },
      { role: 'user', content: [result(`p${nth}`, text)] },
    ]),
  ]

  it('TIER-1 is read by its name, from its beginning', () => {
    const reply = bugHunter.reply({ messages: seen() })
    expect(shown(reply)).toEqual({
      words: `Step 2. Only the beginning of a result is shown. The rest is stored, so I read ${NAME}.`,
      calls: [`read_file ${NAME} 1 120`],
    })
    expect(JSON.stringify(reply)).toContain(`[stored: ${NAME}]`)
  })

  it('TIER-1 is continued where the notice after a page says, by lines or by characters', () => {
    const page = `test/expiry.test.ts, lines 1 to 2 of 2\nassert(1)\n\n[Page of ${NAME}: lines 1 to 2 of 3. Read on with offset 3.]`
    expect(shown(bugHunter.reply({ messages: seen([1, page]) }))).toEqual({
      words: `Step 3. I read on in ${NAME}, from line 3 on.`,
      calls: [`read_file ${NAME} 3 120`],
    })
    const cut = `test/expiry\n[Page of ${NAME}: characters 1 to 11 of 60. Read on with unit "characters" and offset 12.]`
    expect(shown(bugHunter.reply({ messages: seen([1, cut]) })).calls).toEqual([
      `read_file ${NAME} 12 characters`,
    ])
  })

  it('TIER-1 replaces the result once all of it is read, and is not read again when its pages are gone', () => {
    const first = `test/expiry.test.ts, lines 1 to 2 of 2\nasse\n[Page of ${NAME}: characters 1 to 43 of 56. Read on with unit "characters" and offset 44.]`
    const rest = `rt(1)\nassert(2)\n[Page of ${NAME}: characters 44 to 56 of 56.]`
    const whole = `test/expiry.test.ts, lines 1 to 2 of 2\nassert(1)\nassert(2)\n[Page of ${NAME}: lines 1 to 3 of 3.]`
    for (const pages of [
      [[1, whole]],
      [
        [1, first],
        [44, rest],
      ],
    ] as const) {
      const reading = readingsOf(sightOf(seen(...pages))).get('test/expiry.test.ts')
      expect([reading?.whole, [...(reading?.lines.values() ?? [])]]).toEqual([
        true,
        ['assert(1)', 'assert(2)'],
      ])
    }
    expect(readingsOf(sightOf(seen([1, first]))).size).toBe(0)
    for (const left of [whole, '[Cleared: result of turn 3, read_file.]'])
      expect(shown(bugHunter.reply({ messages: seen([1, left]) })).calls).toEqual(['run_shell npm test'])
  })
})
