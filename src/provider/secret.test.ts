import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  events,
  json,
  messageEnd,
  messageStart,
  part,
  pretendProvider,
  refusal,
  streamOf,
  textPart,
} from '../testing/pretend-provider.ts'
import { CallFailure } from './call.ts'
import type { Call } from './call.ts'
import { createClient } from './client.ts'
import { HIDDEN, PieceFilter, withoutKey, withoutKeyIn } from './secret.ts'

const KEY = 'sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA-AA'
const anyKey = fc.stringMatching(/^[!-~]{16,40}$/)

describe('LLM-2 a text without the key', () => {
  it('LLM-2 the whole key is removed, and long parts of it', () => {
    expect(withoutKey(`no ${KEY}, not ${KEY}`, KEY)).toBe('no [key], not [key]')
    expect(withoutKey(`bad key ${KEY.slice(0, 30)}…`, KEY)).toBe('bad key [key]…')
    expect(withoutKey(`…${KEY.slice(-14)} is bad`, KEY)).toBe('…[key] is bad')
    expect(withoutKey('ends in -AA', KEY)).toBe('ends in -AA')
  })

  it('LLM-2 a key that is a short word hides nothing', () => {
    expect(withoutKey('ollama runs on ollama', 'ollama')).toBe('ollama runs on ollama')
    expect(withoutKey('a', '')).toBe('a')
    expect(withoutKeyIn({ text: 'not-needed' }, 'not-needed')).toEqual({ text: 'not-needed' })
  })

  it('LLM-2 no twelve letters of a key in a row are left', () => {
    fc.assert(
      fc.property(
        anyKey,
        fc.array(fc.oneof(fc.string(), fc.nat({ max: 40 })), { maxLength: 8 }),
        (key, pieces) => {
          const text = pieces.map((piece) => (typeof piece === 'string' ? piece : key.slice(piece))).join('')
          const clean = withoutKey(text, key)
          for (let i = 0; i + 12 <= key.length; i++)
            expect(clean.replaceAll(HIDDEN, '\n')).not.toContain(key.slice(i, i + 12))
        },
      ),
    )
  })

  it('LLM-2 a text without parts of the key stays unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(withoutKey(text, KEY)).toBe(text)
        expect(withoutKeyIn({ text, list: [text, 1, null] }, KEY)).toEqual({ text, list: [text, 1, null] })
      }),
    )
  })

  it('LLM-2 it is removed at every depth of a value, and from names', () => {
    const value = JSON.parse(`{"a": ["x${KEY}y", {"${KEY}": 1, "__proto__": {"b": "${KEY}"}}]}`) as unknown
    const clean = withoutKeyIn(value, KEY)
    expect(JSON.stringify(clean)).toBe('{"a":["x[key]y",{"[key]":1,"__proto__":{"b":"[key]"}}]}')
  })

  it('LLM-2 pieces of a text give the same result as the whole, however it is cut', () => {
    const texts = fc.array(
      fc.oneof(fc.string(), fc.constant(KEY), fc.constant('sk-ant-'), fc.constant('s')),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 9 })), (parts, cuts) => {
        const text = parts.join('')
        const filter = new PieceFilter(KEY)
        let told = ''
        let at = 0
        for (const cut of cuts) {
          told += filter.push(text.slice(at, at + cut))
          at += cut
        }
        told += filter.push(text.slice(at)) + filter.end()
        expect(told).toBe(text.replaceAll(KEY, HIDDEN))
      }),
    )
  })

  it('LLM-2 a text that ends within the key does not reveal how much of it there was', () => {
    const filter = new PieceFilter(KEY)
    expect(filter.push(`my key is ${KEY.slice(0, -1)}`)).toBe('my key is ')
    expect(filter.end()).toBe(HIDDEN)
  })
})

describe('LLM-2 a provider that repeats the key', () => {
  const call: Call = {
    purpose: 'ask',
    model: 'm',
    request: { messages: [{ role: 'user', content: 'hi' }] },
    maxTokens: 1,
  }
  const echo = `you sent ${KEY}`
  const half = [messageStart({ id: KEY, model: echo }), ...textPart(0, 'you sent sk-ant-', KEY.slice(7), '!')]
  const answers: readonly (readonly [string, Response | Error])[] = [
    ['refused', refusal(401, 'authentication_error', echo)],
    ['refused as HTML', new Response(`<p>${echo}</p>`, { status: 500 })],
    ['refused oddly', json({ [KEY]: KEY }, 400)],
    ['limited', refusal(429, KEY, echo, { 'retry-after': KEY })],
    ['no network', new TypeError(`Authorization: Bearer ${KEY}`)],
    [
      'told in the stream',
      events(...half, { type: 'error', error: { type: 'overloaded_error', message: echo } }),
    ],
    ['cut off', events(...half)],
    ['malformed', streamOf(`event: message_start\ndata: ${KEY}\n\n`)],
    ['odd index', events(messageStart(), { ...part(0, {})[0], type: 'content_block_start', index: KEY })],
    ['odd kind', events(messageStart(), ...part(0, { type: KEY }), ...messageEnd())],
    [
      'answered',
      events(
        ...half,
        ...part(
          1,
          { type: 'tool_use', id: KEY, name: KEY, input: {} },
          { type: 'input_json_delta', partial_json: `{"\\u0073${KEY.slice(1)}": "${KEY}"}` },
        ),
        ...messageEnd(
          { stop_reason: KEY },
          { usage: { output_tokens: 1 }, context_management: { applied_edits: [{ type: KEY }] } },
        ),
      ),
    ],
    ['counted', json({ input_tokens: 3, [KEY]: KEY })],
    ['listed', json({ data: [{ id: KEY, display_name: echo }], has_more: true, last_id: 'x' })],
  ]

  it.each(answers)('LLM-2 no returned value contains it, nor does an address: %s', async (_name, answer) => {
    const provider = pretendProvider(answer)
    const client = createClient({
      key: () => KEY,
      baseUrl: 'https://provider.test',
      fetch: provider.fetch,
      sleep: () => Promise.resolve(),
    })
    const told: string[] = []
    const watcher = {
      onText: (piece: string) => told.push(piece),
      onRetry: (failure: CallFailure) => told.push(everythingOf(failure)),
    }
    const ends = await Promise.allSettled([
      client.send(call, watcher),
      client.count(call),
      client.listModels(),
    ])
    for (const end of ends) {
      const shown = end.status === 'fulfilled' ? JSON.stringify(end.value) : everythingOf(end.reason)
      expect(shown).not.toContain(KEY)
      if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(CallFailure)
    }
    expect(told.join('')).not.toContain(KEY)
    for (const { url, headers } of provider.requests) {
      expect(url).not.toContain(KEY.slice(7))
      expect([...headers].filter(([, value]) => value.includes(KEY)).map(([name]) => name)).toEqual([
        'authorization',
      ])
    }
    expect(provider.requests.length).toBeGreaterThan(2)
  })

  it('LLM-2 nothing that a client shows contains it', () => {
    const client = createClient({ key: () => KEY, baseUrl: 'https://provider.test' })
    expect(JSON.stringify(client) + Object.values(client).map(String).join('')).not.toContain(KEY)
  })
})

/** Every readable text of an error, with its stack and causes. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = Object.getOwnPropertyNames(error).map((name) => JSON.stringify(Reflect.get(error, name)) ?? '')
  return [String(error), error.stack ?? '', ...own, everythingOf(error.cause)].join('\n')
}
