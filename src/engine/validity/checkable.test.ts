import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitraryBlow, struck } from '../../testing/damage.ts'
import type { Message } from '../core/message/message.ts'
import { ProblemError } from '../core/problem.ts'
import { mustBeCheckable } from './checkable.ts'
import { repair } from './repair.ts'
import type { Checkable } from './shape.ts'
import { validate } from './validate.ts'
import { PROVIDERS } from './rule/violation.ts'

it.each([
  [null, 'the request has to be an object or a list of messages, but is null'],
  [[null], 'messages.0 has to be an object, but is null'],
  [{ messages: 'x' }, 'messages has to be a list, but is "x"'],
  [[{ role: 'user', content: [null] }], 'messages.0.content.0 has to be an object, but is null'],
  [
    [{ role: 'assistant', content: [{ type: 'tool_use' }] }],
    'messages.0.content.0.id has to be a text, but is missing',
  ],
  [[{ role: 'assistant', tool_calls: true }], 'messages.0.tool_calls has to be a list, but is true'],
  [{ input: [{ type: {} }] }, 'input.0.type has to be a text, but is {}'],
  [{ messages: [], system: {} }, 'system has to be a text or a list, but is {}'],
])('VALID-1 VALID-2 a request of another shape is refused with its place: %j', (input, message) => {
  for (const provider of PROVIDERS) {
    for (const judge of [validate, repair]) {
      expect(() => judge(input as unknown as Checkable, provider)).toThrow(ProblemError)
      expect(() => judge(input as unknown as Checkable, provider)).toThrow(message)
    }
  }
})

it.each([
  ['a message of no known role without parts', [{ role: 'zz', content: [] }]],
  [
    'a system message with a part that is no text',
    [
      { role: 'user', content: 'go' },
      {
        role: 'system',
        content: [{ type: 'image', source: { type: 'url', url: 'https://example.test/a.png' } }],
      },
    ],
  ],
  ['a system message with a part of a later kind', [{ role: 'system', content: [{ type: 'later' }] }]],
])('VALID-2 %s is repaired for every provider, once', (_, given) => {
  for (const provider of PROVIDERS) {
    const input = given as unknown as readonly Message[]
    const { request } = repair(input, provider)
    expect(validate(request, provider)).toEqual([])
    expect(repair(request, provider).request).toBe(request)
  }
})

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
const REQUESTS: readonly unknown[] = [
  {
    model: 'claude-sonnet-4-5',
    system: [{ type: 'text', text: 'Careful.', cache_control: { type: 'ephemeral' } }],
    tools: [{ name: 'read_file', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } }],
    thinking: { type: 'enabled', budget_tokens: 2048 },
    context_management: {
      edits: [{ type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 1 } }],
    },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'go' }, IMAGE] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'I read', signature: 's' },
          { type: 'text', text: 'reading ' },
          { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a.ts' } },
          { type: 'tool_use', id: 'b', name: 'read_file', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'x' }, IMAGE] },
          { type: 'tool_result', tool_use_id: 'b', content: 'y', is_error: true },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'compaction', content: 'so far' },
          { type: 'text', text: 'done' },
        ],
      },
    ],
  },
  {
    messages: [
      { role: 'system', content: 'Careful.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'go' },
          { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'I read',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path":"a.ts"}' } },
          { id: 'b', type: 'function', function: { name: 'read_file', arguments: '{' } },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: 'y' },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', content: 'done' },
    ],
  },
  {
    previous_response_id: 'r',
    input: [
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'go' },
          { type: 'input_image', image_url: 'u' },
        ],
      },
      { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'I read' }] },
      { type: 'function_call', call_id: 'a', name: 'read_file', arguments: '{}' },
      { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: '*' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
      { type: 'custom_tool_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'y' }] },
      { type: 'item_reference', id: 'i' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
    ],
  },
]

/** The whole request, or only its list: both can be checked. */
const given = fc
  .tuple(fc.nat(REQUESTS.length - 1), fc.boolean(), fc.array(arbitraryBlow, { maxLength: 3 }))
  .map(([nth, isList, blows]) => {
    const request = REQUESTS[nth] as Readonly<Record<string, unknown>>
    const whole = isList ? (request['messages'] ?? request['input']) : request
    return blows.reduce((value, blow) => struck(value, blow).value, whole)
  })

it('VALID-1 VALID-2 a damaged request is judged and repaired, or refused as a problem that names place and value', () => {
  let refused = 0
  fc.assert(
    fc.property(given, fc.constantFrom(...PROVIDERS), (input, provider) => {
      const before = JSON.stringify(input)
      try {
        validate(input as Checkable, provider)
        const { request } = repair(input as Checkable, provider)
        validate(request, provider)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        expect(error.problems[0]?.message).toMatch(/ has to be .* but is /)
        refused++
      }
      expect(JSON.stringify(input)).toBe(before)
    }),
    { numRuns: 160 },
  )
  expect(refused).toBeGreaterThan(50)
})

/** The first request with another value at a dotted path. */
function withValueAt(place: string, value: unknown): Checkable {
  const request = structuredClone(REQUESTS[0]) as Record<string, unknown>
  const keys = place.split('.')
  const last = keys.pop() ?? ''
  let at = request
  for (const [nth, key] of keys.entries()) {
    const isList = /^\d+$/.test(keys[nth + 1] ?? last)
    at = (at[key] ??= isList ? [] : {}) as Record<string, unknown>
  }
  at[last] = value
  return request as unknown as Checkable
}

const SOURCE = ['type', 'media_type', 'data', 'url'].map((key) => `messages.0.content.1.source.${key}`)
const KEYS = ['type', 'id', 'tool_call_id', 'call_id', 'reasoning_content'].map((key) => `messages.0.${key}`)
const PLACES: readonly (readonly [expected: string, places: readonly string[]])[] = [
  ['a list', ['messages', 'messages.0.tool_calls', 'tools', 'context_management.edits']],
  ['a text or a list', ['input', 'system', 'messages.0.content', 'messages.2.content.0.content']],
  [
    'an object',
    [
      'messages.0',
      'messages.0.content.0',
      'messages.0.content.1.source',
      'messages.0.tool_calls.0',
      'messages.2.content.0.content.0',
      'input.0',
      'system.0',
      'tools.0',
      'thinking',
      'context_management',
      'context_management.edits.0',
    ],
  ],
  [
    'a text',
    [
      'messages.0.role',
      'messages.0.tool_calls.0.id',
      'messages.0.content.0.type',
      'previous_response_id',
      'messages.0.content.0.text',
      'messages.1.content.0.thinking',
      'messages.1.content.2.id',
      'messages.1.content.2.name',
      'messages.2.content.0.tool_use_id',
      ...SOURCE,
      ...KEYS,
    ],
  ],
]

it.each(PLACES)(
  'VALID-1 only %s is allowed at its places: a refusal names place and value',
  (expected, places) => {
    for (const place of places) {
      let problems: unknown
      try {
        validate(withValueAt(place, 7), 'anthropic')
      } catch (error) {
        problems = error instanceof ProblemError ? error.problems : error
      }
      const message = `${place} has to be ${expected}, but is 7`
      expect(problems).toEqual([{ severity: 'error', code: 'not-a-request', message, expected, found: '7' }])
    }
  },
)

it('VALID-1 an optional field may be null, and a part of another kind has its own keys', () => {
  const optional = [
    'thinking',
    'context_management',
    'previous_response_id',
    'tools',
    'messages.0.tool_calls',
  ]
  const own = ['name', 'content', 'source', 'tool_use_id'].map((key) => `messages.0.content.0.${key}`)
  for (const place of [...optional, ...KEYS]) mustBeCheckable(withValueAt(place, null))
  for (const place of own) mustBeCheckable(withValueAt(place, 7))
  for (const type of ['image', 'document', 'audio'])
    expect(() => mustBeCheckable(withValueAt('messages.0.content.0', { type }))).toThrow(
      'messages.0.content.0.source has to be an object, but is missing',
    )
  expect(() => mustBeCheckable('x'.repeat(100))).toThrow(new RegExp(`but is "x{79}$`))
})
