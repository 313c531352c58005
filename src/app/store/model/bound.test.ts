import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../testing/any-character.ts'
import { partsOf, tokensOf } from '../../../engine/internal.ts'
import type { AnthropicRequest, TokenCounter } from '../../../engine/index.ts'
import { arbitraryRequest } from '../../../testing/arbitrary.ts'
import { loadCounter } from '../../../tokenizer/index.ts'
import { mostTokens } from './estimate.ts'

const counters = await Promise.all([loadCounter('o200k_base'), loadCounter('cl100k_base')])

const saying = (content: string): AnthropicRequest => ({ messages: [{ role: 'user', content }] })

describe('COST-2 the most tokens that a prompt can have', () => {
  it('no text has more by either of two tokenizers that work on bytes', () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      // Characters that another normal form makes longer, and unpaired surrogates.
      fc.string({ unit: fc.constantFrom('ﷺ', '㍿', '\ud83d', '🧑‍🚀', ' ', 'a', '文', '\0'), maxLength: 60 }),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        for (const counter of counters)
          expect(counter.count(text)).toBeLessThanOrEqual(mostTokens(saying(text)) - mostTokens(saying('')))
      }),
    )
  })

  it('no request has more, with its calls, results and tools', () => {
    fc.assert(
      fc.property(arbitraryRequest, (request) => {
        const most = mostTokens(request)
        for (const counter of counters) expect(countOf(request, counter)).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('the additions of a provider are included: a call, a result and a tool cost more than their bytes', () => {
    const talk = (tools: AnthropicRequest['tools'] = []): AnthropicRequest => ({
      tools,
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: { at: 'x' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'seen' }] },
      ],
    })
    const bare = mostTokens(saying('go'))
    expect(mostTokens(talk()) - bare).toBeGreaterThan('look{"at":"x"}seen'.length + 100)
    const tool = { name: 'look', input_schema: { type: 'object' } }
    // 804 tokens are the documented maximum for the first tool.
    expect(mostTokens(talk([tool])) - mostTokens(talk())).toBeGreaterThan(JSON.stringify(tool).length + 804)
  })

  it('TOK-3 an image costs by its size, and the largest at most; for a PDF there is no bound', () => {
    const source = { type: 'base64', data: 'x'.repeat(100_000) } as const
    const most = (part: object): number =>
      mostTokens({ messages: [{ role: 'user', content: [part as never] }] }) -
      mostTokens({ messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] })
    expect(most({ type: 'image', source, width: 280, height: 57 })).toBe(30)
    expect(most({ type: 'image', source, width: 8000, height: 8000 })).toBe(4784)
    expect(most({ type: 'image', source })).toBe(4784)
    expect(most({ type: 'document', source, pages: 2 })).toBe(Infinity)
    expect(most({ type: 'document', source: { type: 'text', data: 'words' } })).toBeLessThan(100)
  })

  it('thinking that is sent back without its text is in its signature', () => {
    const part = { type: 'thinking', thinking: '', signature: 's'.repeat(9000) } as const
    expect(mostTokens({ messages: [{ role: 'assistant', content: [part] }] })).toBeGreaterThan(9000)
  })
})

/** The tokens of a request in another counter, without message overhead. */
function countOf({ system, tools = [], messages }: AnthropicRequest, counter: TokenCounter): number {
  let sum =
    system === undefined ? 0 : counter.count(typeof system === 'string' ? system : JSON.stringify(system))
  for (const tool of tools) sum += counter.count(JSON.stringify(tool))
  for (const message of messages) {
    sum += counter.messageOverhead
    for (const part of partsOf(message)) sum += tokensOf(part, counter)
  }
  return sum
}
