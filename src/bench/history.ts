import { stream } from '../engine/internal.ts'
import type { Message, Part, Random } from '../engine/index.ts'
import type { Trace, TraceTurn } from '../sim/index.ts'

const SYLLABLES =
  'ar be con dex fil gra hol ing jo ker lim mod nex or pro que res ser tur val wor yet zon'.split(' ')

/**
 * Three thousand words. With fifty, the number of chance repetitions of five words in a row grows with the square of
 * the length, and a detector of copied text would find a copy in every other message.
 */
const WORDS = Array.from({ length: 3000 }, (_, index) => {
  const part = (divisor: number): string => SYLLABLES[Math.floor(index / divisor) % SYLLABLES.length] ?? ''
  return part(1) + part(SYLLABLES.length) + part(SYLLABLES.length * SYLLABLES.length)
})
const TOOLS = ['read_file', 'grep_search', 'run_shell', 'list_files', 'edit_file'] as const

/**
 * A synthetic agent conversation of about `messages` messages, counted as chat APIs count them (each
 * tool result is one). Same seed, same conversation. Three in ten replies make several calls; results
 * are skewed: most are short, a few long.
 */
export function history(messages: number, seed: number): Trace {
  const random = stream(seed, 'history')
  const list: Message[] = []
  const turns: TraceTurn[] = []
  let inputs: number[] = []
  let count = 1
  let call = 0
  const push = (message: Message): number => list.push(message) - 1
  const respond = (content: Part[]): void => {
    turns.push({
      turn: turns.length,
      window: 0,
      inputs,
      response: push({ role: 'assistant', content }),
      time: null,
      usage: null,
      model: null,
    })
    inputs = []
    count += 1
  }
  while (count < messages) {
    inputs.push(push({ role: 'user', content: words(random, 8, 60) }))
    count += 1
    for (let loop = random.integer(0, 12); loop > 0 && count < messages; loop--) {
      const calls = random.uniform() < 0.3 ? random.integer(2, 5) : 1
      const ids = Array.from({ length: calls }, () => `call_${seed}_${call++}`)
      const uses = ids.map((id): Part => {
        return { type: 'tool_use', id, name: random.pick(TOOLS), input: { argument: words(random, 3, 12) } }
      })
      respond([...(random.uniform() < 0.6 ? [text(words(random, 4, 40))] : []), ...uses])
      const results = ids.map((id): Part => {
        const draw = random.uniform()
        const length = 6 + Math.floor(850 * draw * draw * draw * draw)
        return { type: 'tool_result', tool_use_id: id, content: words(random, length, length) }
      })
      inputs.push(push({ role: 'user', content: results }))
      count += calls
    }
    respond([text(words(random, 10, 90))])
  }
  return {
    version: 1,
    source: { kind: 'scenario', name: 'bench', title: `${messages} messages`, seed, filename: null },
    system: words(random, 120, 120),
    tools: [],
    messages: list,
    windows: [{ id: 0, parent: null, kind: 'main', opened: 0, closed: null }],
    turns,
    needs: [],
    injected: [],
    recordedEdits: [],
    intake: { records: list.length, problems: [], ignored: [], inferred: [] },
    siblings: [],
    lacksOverhead: false,
    counts: null,
  }
}

function text(content: string): Part {
  return { type: 'text', text: content }
}

function words(random: Random, least: number, most: number): string {
  const picked: string[] = []
  for (let left = random.integer(least, most); left > 0; left--) picked.push(random.pick(WORDS))
  // A running number keeps texts distinct, so that no library counts one from a cache.
  return `${picked.join(' ')} ${random.integer(0, 1_000_000_000)}`
}
