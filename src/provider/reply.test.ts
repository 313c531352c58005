import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageEnd, messageStart, part } from '../testing/pretend-provider.ts'
import { replyOf, Draft, compactionOf, usageOf } from './stream.ts'

const TIMES = { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 12 }

describe('TOK-2 billed tokens', () => {
  it('TOK-2 cache writes are separated by lifetime, the rest counts as five minutes', () => {
    const usage = {
      input_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 42,
      cache_creation: TIMES,
      output_tokens: 9,
    }
    const expected = { uncached: 5, cacheRead: 100, cacheWrite5m: 30, cacheWrite1h: 12, output: 9 }
    expect(usageOf(usage)).toEqual(expected)
    expect(usageOf({ ...usage, cache_creation_input_tokens: null })).toEqual(expected)
    expect(usageOf({ ...usage, cache_creation: null })).toEqual({
      ...expected,
      cacheWrite5m: 42,
      cacheWrite1h: 0,
    })
    // If a total disagrees with its parts, the total is billed.
    expect(usageOf({ ...usage, cache_creation_input_tokens: 8 })).toMatchObject({
      cacheWrite5m: 0,
      cacheWrite1h: 8,
    })
  })

  it('TOK-2 the last usage of a stream is that of the whole; missing fields come from the first', () => {
    const first = {
      input_tokens: 5,
      cache_creation_input_tokens: 42,
      cache_creation: TIMES,
      output_tokens: 1,
    }
    expect(usageOf(first, { output_tokens: 70, input_tokens: null })).toEqual({
      uncached: 5,
      cacheRead: 0,
      cacheWrite5m: 30,
      cacheWrite1h: 12,
      output: 70,
    })
    expect(usageOf(first, { output_tokens: 70, input_tokens: 3, cache_read_input_tokens: 2 })).toMatchObject({
      uncached: 3,
      cacheRead: 2,
    })
  })

  it('TOK-2 a usage without counts is none', () => {
    for (const odd of [null, 7, {}, { input_tokens: '5' }, { input_tokens: -1 }, { input_tokens: 1.5 }]) {
      expect(usageOf(odd)).toBeNull()
    }
  })

  it('EDITAPI-1 summaries made by the provider are billed in addition to the prompt', () => {
    const one = {
      type: 'compaction',
      input_tokens: 180_000,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      output_tokens: 3500,
    }
    const message = { type: 'message', input_tokens: 23_000, output_tokens: 1000 }
    const usage = { input_tokens: 23_000, output_tokens: 1000, iterations: [one, message] }
    const { reply } = replyOf({ usage }, null)
    expect(reply.usage).toMatchObject({ uncached: 23_000, output: 1000 })
    expect(reply.compaction).toEqual({
      uncached: 180_000,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      output: 3500,
    })
    expect(compactionOf({ iterations: [one, one, message] })).toMatchObject({
      uncached: 360_000,
      output: 7000,
    })
    expect(compactionOf({ iterations: [message] })).toBeNull()
    expect('compaction' in replyOf({ usage: message }, null).reply).toBe(false)
  })
})

describe('EDITAPI-1 a summary of the provider in a reply', () => {
  const draftOf = (...blocks: { readonly type: string }[]): ReturnType<Draft['read']> => {
    const draft = new Draft({}, '')
    for (const event of [messageStart(), ...blocks, ...messageEnd()]) draft.take(event)
    return draft.read(null)
  }

  it('EDITAPI-1 keeps what must be sent back with it', () => {
    const read = draftOf(
      ...part(
        0,
        { type: 'compaction', content: null, encrypted_content: null, signature: 'sig' },
        { type: 'compaction_delta', content: 'so far', encrypted_content: 'enc' },
      ),
    )
    expect(read?.reply.content).toEqual([
      { type: 'compaction', content: 'so far', encrypted_content: 'enc', signature: 'sig' },
    ])
  })

  it('EDITAPI-1 a failed one is ignored, as by the provider', () => {
    const read = draftOf(...part(0, { type: 'compaction', content: null, encrypted_content: null }))
    expect(read).toMatchObject({ unknown: [], reply: { content: [] } })
  })
})

describe('LLM-1 parts of a reply', () => {
  it('LLM-1 arguments that were cut off stay a text', () => {
    const draft = new Draft({}, '')
    draft.take(messageStart())
    const call = { type: 'tool_use', id: 'a', name: 'n', input: {} }
    for (const event of part(0, call, { type: 'input_json_delta', partial_json: '{"pa' })) draft.take(event)
    expect(draft.partial(null)?.content).toEqual([{ type: 'tool_use', id: 'a', name: 'n', input: '{"pa' }])
  })

  it('LLM-1 parts are in the order of their indexes, not of their events', () => {
    const draft = new Draft({}, '')
    const start = (index: number, text: string): object => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'text', text },
    })
    for (const event of [messageStart(), start(10, 'c'), start(2, 'b'), start(0, 'a')]) draft.take(event)
    expect(draft.partial('req')?.content.map((one) => (one.type === 'text' ? one.text : ''))).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('LLM-1 any input can be read as a message without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { reply } = replyOf(value, null)
        expect(Array.isArray(reply.content) && Array.isArray(reply.applied)).toBe(true)
      }),
    )
  })
})
