import { expect, it } from 'vitest'
import type { Message } from '../message/message.ts'
import { ProblemError } from '../problem.ts'
import { repair } from './repair.ts'
import type { Checkable } from './shape.ts'
import { validate } from './validate.ts'
import { PROVIDERS } from './violation.ts'

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
])('VALID-1 VALID-2 what has another shape is refused with its place: %j', (input, message) => {
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
