import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { repair } from './repair.ts'
import { violationsOf } from './validate.ts'
import type { ValidityOptions } from './rule/rule.ts'
import type { Provider, Repair } from './rule/violation.ts'
import type { Checkable } from './shape.ts'

const STUB = '[No result was recorded for this call.]'
const REMOVED = '[The conversation before this point was removed.]'
const NOT_WAITED = 'No call before it waits for this result.'
const EMPTY = 'The message is empty.'

/** A repair as it is written here: rule, action, place (`2.0` names a part), reason, and what else it says. */
type Row = readonly [
  rule: string,
  action: Repair['action'],
  place: string,
  reason: string,
  more?: Partial<Repair>,
]

function repairOf([rule, action, place, reason, more]: Row): Repair {
  const [index, part] = place.split('.').map(Number)
  return {
    rule,
    action,
    index: index ?? NaN,
    ...(part === undefined ? {} : { part }),
    ids: [],
    reason,
    ...more,
  }
}

/** What comes out, and that it says all of itself in these words, is valid, and needs nothing more. */
function repaired(
  provider: Provider,
  input: unknown,
  rows: readonly Row[],
  options: ValidityOptions = {},
): unknown {
  const { request, repairs } = repair(input as Checkable, provider, options)
  expect(repairs).toEqual(rows.map(repairOf))
  expect(violationsOf(request, provider, options)).toEqual([])
  return request
}

const user = { role: 'user', content: 'hi' }

describe('what a repair says of itself, for openai', () => {
  const call = (...ids: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'x', arguments: '{}' } })),
  })
  const tool = (tool_call_id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id, content })
  const picture = { type: 'image_url', image_url: { url: 'u' } }
  const text = { type: 'text', text: 'so' }

  it('VALID-2 roles and parts: what a message may not hold goes, and a message without anything left goes with it', () => {
    const input = [
      { role: 'robot', content: 'hi' },
      { role: 'system', content: [picture, text] },
      { role: 'assistant', content: [picture] },
      { ...call('a', 'b'), role: 'user', content: 'and' },
      { role: 'user', content: [] },
      { ...call('c'), role: 'user', content: [] },
      { role: 'assistant', content: [picture], reasoning_content: 'hm' },
      { role: 'assistant', reasoning_content: 'hm' },
      { role: 'assistant', content: 'done', tool_calls: [] },
    ]
    const request = repaired('openai', input, [
      ['unknown-role', 'change-role', '0', 'There is no role robot.'],
      ['part-role', 'drop-part', '1.0', 'A message of role system holds no part of type image_url.'],
      ['part-role', 'drop-part', '2.0', 'A message of role assistant holds no part of type image_url.'],
      ['part-role', 'drop-part', '3.1', 'A message of role user makes no calls.', { ids: ['a'] }],
      ['part-role', 'drop-part', '3.2', 'A message of role user makes no calls.', { ids: ['b'] }],
      ['empty-message', 'drop-message', '4', EMPTY],
      ['part-role', 'drop-part', '5.0', 'A message of role user makes no calls.', { ids: ['c'] }],
      ['part-role', 'drop-part', '6.0', 'A message of role assistant holds no part of type image_url.'],
      ['empty-message', 'trim-text', '7', 'A content that is missing becomes an empty text.', { text: '' }],
      ['empty-message', 'trim-text', '8', 'A list of no calls is left out.', { text: '' }],
    ])
    expect(request).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'system', content: [text] },
      { role: 'user', content: 'and' },
      { role: 'assistant', content: '', reasoning_content: 'hm' },
      { role: 'assistant', content: '', reasoning_content: 'hm' },
      { role: 'assistant', content: 'done' },
    ])
  })

  it('VALID-2 pairs: orphans and second results go, what is late moves, what is missing is made, and copies are renamed', () => {
    const input = [
      tool('z'),
      call('a', 'a', 'a', 'a', 'a_2', 'b', 'd'),
      ...['a', 'a', 'a', 'a_2', 'a_2'].map((id) => tool(id)),
      user,
      tool('b', 'late'),
      { role: 'tool', content: 'lost' },
    ]
    const why = 'An earlier call has the id a.'
    const request = repaired('openai', input, [
      ['orphan-result', 'drop-message', '0', NOT_WAITED, { ids: ['z'] }],
      ['duplicate-result', 'drop-message', '6', NOT_WAITED, { ids: ['a_2'] }],
      ['orphan-result', 'drop-message', '9', NOT_WAITED, { ids: [''] }],
      ['duplicate-call', 'rename-call', '1.1', why, { ids: ['a'], text: 'a_3' }],
      ['duplicate-call', 'rename-call', '3.0', why, { ids: ['a'], text: 'a_3' }],
      ['duplicate-call', 'rename-call', '1.2', why, { ids: ['a'], text: 'a_4' }],
      ['duplicate-call', 'rename-call', '4.0', why, { ids: ['a'], text: 'a_4' }],
      ['duplicate-call', 'drop-part', '1.3', 'The reply makes this call twice.', { ids: ['a'] }],
      ...(
        [
          ['2.0', 'a'],
          ['3.0', 'a'],
          ['4.0', 'a'],
          ['5.0', 'a_2'],
        ] as const
      ).map(([place, id]): Row => [
        'unanswered-call',
        'move-part',
        place,
        'Results stand in the order of their calls where one of them moves or is missing.',
        { to: 1, ids: [id] },
      ]),
      [
        'unanswered-call',
        'move-part',
        '8.0',
        'The result of the call b comes too late.',
        { to: 1, ids: ['b'] },
      ],
      [
        'unanswered-call',
        'insert-result',
        '1',
        'No result of the call d is there.',
        { ids: ['d'], text: STUB },
      ],
    ])
    expect(request).toEqual([
      call('a', 'a_3', 'a_4', 'a_2', 'b', 'd'),
      ...['a', 'a_3', 'a_4', 'a_2'].map((id) => tool(id)),
      tool('b', 'late'),
      tool('d', STUB),
      user,
    ])
  })

  it('VALID-2 of a list with nothing left one message says so', () => {
    const request = repaired(
      'openai',
      [{ role: 'tool', tool_call_id: 'a', content: 'x' }],
      [
        ['orphan-result', 'drop-message', '0', NOT_WAITED, { ids: ['a'] }],
        ['no-messages', 'insert-user', '1', 'No message was left.', { text: REMOVED }],
      ],
    )
    expect(request).toEqual([{ role: 'user', content: REMOVED }])
  })

  it('VALID-2 in the engine’s shape a system prompt is message enough, and an empty text is content', () => {
    const orphan = conversation('result z: 1')
    const dropped: Row = ['orphan-result', 'drop-part', '0.0', NOT_WAITED, { ids: ['z'] }]
    const inserted: Row = ['no-messages', 'insert-user', '1', 'No message was left.', { text: REMOVED }]
    for (const system of ['be brief', [{ type: 'text', text: 'be brief' }]])
      expect(repaired('openai', { system, messages: orphan }, [dropped])).toEqual({ system, messages: [] })
    const made = { role: 'user', content: REMOVED }
    expect(repaired('openai', orphan, [dropped, inserted])).toEqual([made])
    expect(repaired('openai', { system: '', messages: orphan }, [dropped, inserted])).toEqual({
      system: '',
      messages: [made],
    })
    const silent = { role: 'user', content: '' }
    const none = { role: 'user', content: [] }
    for (const provider of ['openai', 'openai-responses'] as const) {
      const gone: Row = ['empty-message', 'drop-message', '2', EMPTY]
      expect(
        repaired(
          provider,
          [user, silent, none, ...orphan],
          [['orphan-result', 'drop-part', '3.0', NOT_WAITED, { ids: ['z'] }], gone].toReversed() as Row[],
        ),
      ).toEqual([user, silent])
    }
  })
})
