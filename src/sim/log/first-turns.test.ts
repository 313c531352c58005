import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readTrace } from '../index.ts'
import { firstTurns } from './first-turns.ts'

const none = { turns: Infinity, blocks: Infinity }

/** A log of a Claude Code session: calls with their results, a sub-agent, a compaction, recorded usage. */
const lines = [
  { type: 'user', uuid: 'u0', message: { role: 'user', content: 'Go.' } },
  ...Array.from({ length: 6 }, (_, turn) => [
    {
      type: 'assistant',
      uuid: `a${turn}`,
      message: {
        id: `m${turn}`,
        role: 'assistant',
        content: [{ type: 'tool_use', id: `t${turn}`, name: 'Read', input: { file_path: `${turn}.ts` } }],
        usage: { input_tokens: 100 + turn * 40, output_tokens: 9 },
      },
    },
    {
      type: 'user',
      uuid: `r${turn}`,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `t${turn}`, content: `${turn}.ts has ${turn} lines` }],
      },
    },
    ...(turn === 3
      ? [
          {
            type: 'system',
            subtype: 'compact_boundary',
            uuid: 'c',
            compactMetadata: { trigger: 'auto', preTokens: 300 },
          },
          {
            type: 'user',
            uuid: 's',
            isCompactSummary: true,
            message: { role: 'user', content: 'So far four files were read.' },
          },
        ]
      : []),
  ]).flat(),
]

function jsonl(of: readonly object[]): string {
  return of.map((line) => JSON.stringify({ sessionId: 's', ...line })).join('\n')
}

describe('the beginning of a long log', () => {
  it('has any number of messages in a turn', () => {
    const go = { role: 'user', content: 'Go.' }
    const done = { role: 'assistant', content: 'Done.' }
    const trace = readTrace(JSON.stringify([go, done, go, done]))
    const [first, second] = trace.turns
    if (first === undefined || second === undefined) throw new Error('two turns')
    const inputs = Array.from({ length: 200_000 }, (_, index) => index)
    const messages = inputs.map(() => trace.messages[0]!)
    const long = { ...trace, messages: [...messages, ...messages], turns: [{ ...first, inputs }, second] }
    expect(firstTurns(long, { ...none, turns: 1 }).messages).toHaveLength(200_000)
  })

  it('is the log itself, if all of it fits', () => {
    const whole = readTrace(jsonl(lines))
    expect(firstTurns(whole, none)).toBe(whole)
    expect(firstTurns(whole, { turns: whole.turns.length, blocks: Infinity })).toBe(whole)
  })

  it.each(['undo', 'keep'] as const)(
    'is what a reader makes of a file that ends after those turns, compactions %s',
    (recordedEdits) => {
      const whole = readTrace(jsonl(lines), { recordedEdits })
      const prefixes = lines.map((_, end) => readTrace(jsonl(lines.slice(0, end + 1)), { recordedEdits }))
      for (let turns = 1; turns < whole.turns.length; turns++) {
        const part = firstTurns(whole, { ...none, turns })
        const read = prefixes.find((one) => isDeepStrictEqual(one.turns, part.turns))
        expect(part.turns).toHaveLength(turns)
        // A compaction without a later turn stays with the last one; here its turn is left out.
        expect({ ...part, intake: null, recordedEdits: [] }).toEqual({
          ...read,
          intake: null,
          recordedEdits: [],
        })
        expect(part.recordedEdits.every(({ turn }) => turn < turns)).toBe(true)
      }
    },
  )

  it('has whole turns only, as many as fit in the blocks, and at least one', () => {
    const whole = readTrace(jsonl(lines))
    // Turn 0 has a prompt and a call, every other turn a result and a call.
    expect(firstTurns(whole, { ...none, blocks: 5 }).turns).toHaveLength(2)
    expect(firstTurns(whole, { ...none, blocks: 6 }).turns).toHaveLength(3)
    expect(firstTurns(whole, { ...none, blocks: 1 }).turns).toHaveLength(1)
  })
})
