import { describe, expect, it } from 'vitest'
import { chars4, validate } from '../../engine/index.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { run, takeIn } from '../index.ts'
import type { Trace } from '../index.ts'

const TALK = conversation(`
  user: 400 chars
  assistant: call a read_file {"path":"a.ts"}
  result a: 800 chars
  assistant: call b read_file {"path":"b.ts"}
  result b: 1200 chars
  assistant: done`)

/** The conversation with the recorded prompt sizes of its three calls. The log lacks system prompt and tools. */
function recorded(inputs: readonly number[]): Trace {
  const trace = traceOf(TALK, { system: '', lacksOverhead: true })
  const turns = trace.turns.map((turn, index) => {
    const usage = { input: inputs[index] ?? 0, output: null, cacheRead: null, cacheWrite: null }
    return { ...turn, usage }
  })
  return { ...trace, turns }
}

describe('intake', () => {
  it('TOK-2 an unmanaged replay has the prompt sizes that the log reported', () => {
    const inputs = [5104, 5400, 5850]
    const timeline = run(recorded(inputs), { strategy: 'unmanaged', max_context_tokens: 100_000 })
    expect(timeline.turns.map((turn) => turn.used)).toEqual(inputs)
    const [first] = timeline.blocks
    expect([first?.type, first?.inferred, first?.tokens]).toEqual(['system_prompt', true, 5000])
  })

  it('TOK-1 precomputed counts are used for their own counter only', () => {
    const trace = traceOf(TALK)
    const tokens = takeIn(trace, chars4).blocks.map((_, index) => index + 1)
    const shipped = (counter: 'chars4' | 'o200k_base') =>
      takeIn({ ...trace, counts: { counter, tokens } }, chars4).blocks.map((block) => block.tokens)
    expect(shipped('chars4')).toEqual(tokens)
    expect(shipped('o200k_base')).not.toEqual(tokens)
  })

  it('TOK-3 an image costs what the model of the log charges for it', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } } as const
    const seen = { ...picture, width: 1024, height: 1024 }
    const tokens = (model?: string): number | undefined => {
      const trace = traceOf([{ role: 'user', content: [seen] }], { system: '', tools: [] })
      return takeIn({ ...trace, ...(model !== undefined && { model }) }, chars4).blocks[0]?.tokens
    }
    // 85 + 4 tiles of 170; 37 × 37 patches
    expect(tokens('gpt-4o-2024-08-06')).toBe(765)
    expect(tokens('claude-sonnet-4-5')).toBe(1369)
    expect(tokens()).toBe(1369)
  })

  it('VALID-1 an unknown provider is refused by its name', () => {
    expect(() => validate(TALK, 'gemini' as 'openai')).toThrow(
      'known providers are anthropic, openai, openai-responses, not gemini',
    )
    const timeline = run(traceOf(TALK), {})
    expect(() => timeline.messagesAt(0, 'gemini' as 'openai')).toThrow(/not gemini$/)
  })
})
