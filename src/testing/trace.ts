import fc from 'fast-check'
import type { Message, Part } from '../engine/index.ts'
import type { Trace, TraceTurn } from '../sim/index.ts'

/** A trace of one window from a list of messages; each assistant message ends a turn. `extra` overrides its fields. */
export function traceOf(messages: readonly Message[], extra: Partial<Trace> = {}): Trace {
  const turns: TraceTurn[] = []
  let inputs: number[] = []
  const close = (response: number | null): void => {
    turns.push({ turn: turns.length, window: 0, inputs, response, time: null, usage: null, model: null })
    inputs = []
  }
  messages.forEach((message, index) => {
    if (message.role === 'assistant') close(index)
    else inputs.push(index)
  })
  if (inputs.length > 0) close(null)
  return {
    version: 1,
    source: { kind: 'scenario', name: 'test', title: 'test', seed: null, filename: null },
    system: 'You are a careful coding agent.',
    tools: [],
    messages,
    windows: [{ id: 0, parent: null, kind: 'main', opened: 0, closed: null }],
    turns,
    needs: [],
    injected: [],
    recordedEdits: [],
    intake: { records: messages.length, problems: [], ignored: [], inferred: [] },
    siblings: [],
    lacksOverhead: false,
    counts: null,
    ...extra,
  }
}

const WORDS = [
  'src/api/client.ts',
  'retry',
  'timeout',
  'userService',
  'port 4317',
  'fetch',
  'error',
  'the',
  'of',
  'map_users',
]

function prose(words: number, mark: number): string {
  const text = Array.from({ length: words }, (_, index) => WORDS[(index * 7 + mark) % WORDS.length]).join(' ')
  return `${mark % 9 === 0 ? 'IMPORTANT: ' : mark % 13 === 0 ? 'DO_NOT_EVICT ' : ''}${text} ${mark}`
}

interface Step {
  readonly kind: 'prompt' | 'calls' | 'answer'
  readonly words: number
  readonly results: readonly number[]
  readonly thinking: boolean
  readonly prose: boolean
  readonly image: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'prompt' as const,
    'calls' as const,
    'calls' as const,
    'calls' as const,
    'answer' as const,
  ),
  words: fc.integer({ min: 1, max: 60 }),
  results: fc.array(fc.constantFrom(1, 5, 12, 60, 200, 700), { minLength: 1, maxLength: 4 }),
  thinking: fc.boolean(),
  prose: fc.boolean(),
  image: fc.integer({ min: 0, max: 12 }).map((n) => n === 0),
})

/**
 * Valid conversations of an agent: prompts, tool loops with parallel calls, thinking, images, answers, marks, and
 * results from one word to far too many. They begin with the user and may end inside a loop. `minSteps` and `maxSteps`
 * bound the steps after the first prompt.
 */
export function arbitraryTrace(maxSteps = 40, minSteps = 1): fc.Arbitrary<Trace> {
  return fc.array(step, { minLength: minSteps, maxLength: maxSteps }).map((steps) => {
    const messages: Message[] = [{ role: 'user', content: prose(12, 1) }]
    let call = 0
    let mark = 2
    let running = false
    for (const one of steps) {
      mark += 1
      const thinking: Part[] = one.thinking
        ? [{ type: 'thinking', thinking: prose(one.words, mark), signature: 's' }]
        : []
      const said: Part[] = one.prose ? [{ type: 'text', text: prose(one.words, mark + 3) }] : []
      if (one.kind === 'calls') {
        const ids = one.results.map(() => `call_${call++}`)
        const uses = ids.map((id): Part => ({
          type: 'tool_use',
          id,
          name: 'read_file',
          input: { path: `src/${id}.ts` },
        }))
        messages.push({ role: 'assistant', content: [...thinking, ...said, ...uses] })
        messages.push({
          role: 'user',
          content: ids.map((id, index): Part => {
            return {
              type: 'tool_result',
              tool_use_id: id,
              content: prose(one.results[index] ?? 1, mark + index),
            }
          }),
        })
        running = true
        continue
      }
      messages.push({
        role: 'assistant',
        content: [...(running ? [] : thinking), { type: 'text', text: prose(one.words, mark) }],
      })
      running = false
      if (one.kind === 'prompt') {
        const image: Part[] = one.image
          ? [
              {
                type: 'image',
                source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
                width: 640,
                height: 480,
              },
            ]
          : []
        messages.push({
          role: 'user',
          content: [...image, { type: 'text', text: prose(one.words, mark + 1) }],
        })
      } else {
        messages.push({ role: 'user', content: prose(3, mark + 1) })
      }
    }
    return traceOf(messages)
  })
}
