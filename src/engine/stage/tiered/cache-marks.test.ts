import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryConversation } from '../../../testing/arbitrary.ts'
import { repair, validate } from '../../index.ts'
import type { AnthropicRequest, Message } from '../../index.ts'
import { cacheMarkingOf, halvesOf, withCacheMarks, withoutCacheMarks } from './cache-marks.ts'

const LINE = '<!-- dynamic -->'
const MARKING = { staticUntil: LINE, term: '5m' } as const
const MARK = { cache_control: { type: 'ephemeral' } }
const HOUR = { cache_control: { type: 'ephemeral', ttl: '1h' } }

const tool = (name: string) => ({ name, input_schema: { type: 'object' } })
const talk: readonly Message[] = [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'seen' }] },
  { role: 'assistant', content: 'Seen.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'And' },
      { type: 'text', text: 'now?' },
    ],
  },
]

describe('TIER-3 the four marks of a request', () => {
  it('TIER-3 after the tools, the static half, and the newest two messages of the user', () => {
    const request = {
      system: `Be careful.\n\n${LINE}\nIt is Sunday.`,
      tools: [tool('look'), tool('book')],
      messages: talk,
    }
    expect(withCacheMarks(request, MARKING)).toEqual({
      system: [
        { type: 'text', text: 'Be careful.', ...MARK },
        { type: 'text', text: `${LINE}\nIt is Sunday.` },
      ],
      tools: [tool('look'), { ...tool('book'), ...MARK }],
      messages: [
        talk[0],
        talk[1],
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'a', content: 'seen', ...MARK }],
        },
        talk[3],
        {
          role: 'user',
          content: [
            { type: 'text', text: 'And' },
            { type: 'text', text: 'now?', ...MARK },
          ],
        },
      ],
    })
  })

  it('TIER-3 a single text becomes a list of one, and without anything to mark nothing is marked', () => {
    const one: AnthropicRequest = { messages: [{ role: 'user', content: 'Hi.' }] }
    expect(withCacheMarks(one, { ...MARKING, term: '1h' })).toEqual({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.', ...HOUR }] }],
    })
    const none: AnthropicRequest = { system: '', tools: [], messages: [{ role: 'user', content: ' ' }] }
    expect(withCacheMarks(none, MARKING)).toEqual(none)
  })

  it('TIER-3 existing marks are removed, also inside a result: never more than four, and an hour never follows five minutes', () => {
    const inner = { type: 'text', text: 'seen', ...HOUR } as const
    const request = {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look.', ...HOUR }] },
        talk[1] as Message,
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [inner] }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Seen.', ...HOUR }] },
        { role: 'user', content: 'Now?' },
      ],
    } satisfies AnthropicRequest
    const marked = JSON.stringify(withCacheMarks(request, MARKING))
    expect(marked.match(/cache_control/g)).toHaveLength(2)
    expect(marked).not.toContain('1h')
  })

  it('TIER-3 thinking, a blank text and a reply have no mark', () => {
    const messages: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi.' },
          { type: 'text', text: '' },
        ],
      },
      { role: 'assistant', content: 'I say' },
    ]
    expect(withCacheMarks({ messages }, MARKING).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi.', ...MARK },
          { type: 'text', text: '' },
        ],
      },
      messages[1],
    ])
  })
})

describe('TIER-3 the halves of a system prompt', () => {
  it.each([
    ['without the line', 'All.\n\nOf it.', 'All.\n\nOf it.', ''],
    ['with it', `Static.\n\n${LINE}\nToday.`, 'Static.', `${LINE}\nToday.`],
    ['at the end', `Static.\n\n${LINE}`, 'Static.', LINE],
    ['at the beginning', `${LINE}\nToday.`, '', `${LINE}\nToday.`],
    ['twice: the first divides', `A\n\n${LINE}\nB\n\n${LINE}\nC`, 'A', `${LINE}\nB\n\n${LINE}\nC`],
    ['behind more than one empty line', `A\n\n\n${LINE}\nB`, 'A\n', `${LINE}\nB`],
    ['inside a paragraph it divides nothing', `A\n${LINE}\nB`, `A\n${LINE}\nB`, ''],
    ['inside a line it divides nothing', `A\n\n${LINE} B`, `A\n\n${LINE} B`, ''],
    ['with the line ends of another system', `A\n\n${LINE}\r\nB`, 'A', `${LINE}\r\nB`],
  ])('TIER-3 %s', (_, system, fixed, changing) => {
    expect(halvesOf(system, LINE)).toEqual({ fixed, changing })
  })
})

describe('TIER-3 laws of marks', () => {
  const piece = fc.constantFrom('a', ' ', '\n', '\n\n', LINE, 'Rules.')
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

  it('TIER-3 a marked request without its marks is the original, and marking it again changes nothing', () => {
    fc.assert(
      fc.property(arbitraryConversation, text, fc.integer({ min: 0, max: 2 }), (messages, system, count) => {
        const tools = Array.from({ length: count }, (_, at) => tool(`t${at}`))
        const request = repair({ system, tools, messages }, 'anthropic').request
        const bare = withoutCacheMarks(request)
        const marked = withCacheMarks(request, MARKING)
        expect(withCacheMarks(marked, MARKING)).toEqual(marked)
        const { system: read, messages: list, ...others } = withoutCacheMarks(marked)
        expect(read).toBe(bare.system)
        expect(others).toEqual({ tools: bare.tools })
        expect(list.map(asParts)).toEqual(bare.messages.map(asParts))
        expect((JSON.stringify(marked).match(/"cache_control"/g) ?? []).length).toBeLessThanOrEqual(4)
        expect(validate(marked, 'anthropic')).toEqual(validate(bare, 'anthropic'))
      }),
      { numRuns: 160 },
    )
  })
})

/** A message with a bare text as a list of one part, as the API reads it. */
function asParts({ role, content }: Message): unknown {
  return { role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content }
}

it('TIER-3 the marking of a run is that of its first stage with one', () => {
  expect(cacheMarkingOf([{}, { cacheMarks: MARKING }, {}])).toBe(MARKING)
  expect(cacheMarkingOf([{}])).toBeNull()
})
