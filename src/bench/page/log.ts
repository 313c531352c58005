import { stream } from '../../engine/internal.ts'
import type { Random } from '../../engine/index.ts'

const WORDS = (
  'the file was read and holds what we need so next the test runs against it while other parts stay as they are ' +
  'error timeout retry client server route handler module import export config value returns promise result cache'
).split(' ')

/** Blocks per turn: a sentence, two calls, and the results of the previous two calls. */
export const BLOCKS_PER_TURN = 5

/**
 * The log of an agent that calls two tools in every turn, as Anthropic messages: `turns` × 5 blocks.
 *
 * @param longest words of the longest result; the mean is a quarter of it
 */
export function agentLog(turns: number, seed: number, longest = 700): string {
  const random = stream(seed, 'agent log')
  const messages: unknown[] = [{ role: 'user', content: words(random, 60) }]
  for (let turn = 0; turn < turns; turn++) {
    const ids = [`toolu_${turn}_a`, `toolu_${turn}_b`]
    const path = `src/part-${random.integer(0, 40)}.ts`
    messages.push({
      role: 'assistant',
      content: [
        { type: 'text', text: words(random, random.integer(6, 40)) },
        ...ids.map((id) => ({ type: 'tool_use', id, name: 'read_file', input: { path } })),
      ],
    })
    if (turn === turns - 1) continue
    messages.push({
      role: 'user',
      content: ids.map((id) => {
        // Most results are short, a few are long.
        const draw = random.uniform()
        return {
          type: 'tool_result',
          tool_use_id: id,
          content: words(random, 10 + Math.floor(longest * draw * draw * draw)),
        }
      }),
    })
  }
  return JSON.stringify(messages)
}

/** A chat of messages of a few words, as OpenAI messages. */
export function tinyMessages(count: number): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, nth) =>
      nth % 2 === 0 ? { role: 'user', content: `step ${nth}` } : { role: 'assistant', content: `ok ${nth}` },
    ),
  )
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(WORDS)).join(' ')
}
