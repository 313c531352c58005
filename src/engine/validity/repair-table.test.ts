import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { repair } from './repair.ts'
import { violationsOf } from './validate.ts'
import type { ValidityOptions } from './rule/rule.ts'
import type { Provider, Repair } from './rule/violation.ts'
import type { Checkable } from './shape.ts'

const MADE_UP_RESULT = '[No result was recorded for this call.]'
const REMOVED = '[The conversation before this point was removed.]'
const NOT_WAITED = 'No call before it waits for this result.'
const EMPTY = 'The message is empty.'

/** A repair as written here: rule, action, position (`2.0` is a part), reason, and other fields. */
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

/** The repaired request. Asserts that it has exactly these repairs, is valid, and needs no further repair. */
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

describe('the descriptions of repairs, for openai', () => {
  const call = (...ids: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'x', arguments: '{}' } })),
  })
  const tool = (tool_call_id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id, content })
  const picture = { type: 'image_url', image_url: { url: 'u' } }
  const text = { type: 'text', text: 'so' }

  it('VALID-2 roles and parts: parts that a message may not have are removed, and so is a message without parts', () => {
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

  it('VALID-2 pairs: orphans and second results are removed, late ones moved, missing ones made, and copies renamed', () => {
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
        { ids: ['d'], text: MADE_UP_RESULT },
      ],
    ])
    expect(request).toEqual([
      call('a', 'a_3', 'a_4', 'a_2', 'b', 'd'),
      ...['a', 'a_3', 'a_4', 'a_2'].map((id) => tool(id)),
      tool('b', 'late'),
      tool('d', MADE_UP_RESULT),
      user,
    ])
  })

  it('VALID-2 an empty list gets one message that says so', () => {
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

  it('VALID-2 in the engine’s shape a system prompt is enough of a message, and an empty text is content', () => {
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

const say = (text: string) => ({ type: 'text', text })
const use = (id: string, name = 'x') => ({ type: 'tool_use', id, name, input: {} })
const result = (id: string, content: unknown = 'ok') => ({ type: 'tool_result', tool_use_id: id, content })
const says = (...content: unknown[]) => ({ role: 'assistant', content })
const tells = (...content: unknown[]) => ({ role: 'user', content })
const IMAGE = { type: 'image', source: { type: 'url', url: 'u' } }
const AUDIO = { type: 'audio', source: { type: 'base64', data: 'u', media_type: 'audio/wav' } }
const THOUGHT = { type: 'thinking', thinking: 'hm', signature: 's' }
const HIDDEN = { type: 'redacted_thinking', data: 'd' }

describe('the descriptions of repairs, in the engine’s shape', () => {
  it('VALID-2 parts at a forbidden place are removed, and so are blank texts', () => {
    const input = [
      tells(say(' '), AUDIO, say('go')),
      says(IMAGE, say('ok'), use('a')),
      tells(use('x'), result('a', [say(''), say('x')])),
      says(use('b')),
      tells(result('b', [say(' ')])),
    ]
    const blank = 'A blank text in a result is no content.'
    const request = repaired('anthropic', input, [
      ['blank-text', 'drop-part', '0.0', 'A blank text is no content.'],
      ['unknown-part', 'drop-part', '0.1', 'The provider takes no audio.'],
      ['part-role', 'drop-part', '1.0', 'A message of role assistant holds no part of type image.'],
      ['blank-text', 'trim-text', '2.1', blank, { ids: ['a'], text: 'x' }],
      [
        'part-role',
        'drop-part',
        '2.0',
        'A message of role user holds no part of type tool_use.',
        { ids: ['x'] },
      ],
      ['blank-text', 'trim-text', '4.0', blank, { ids: ['b'], text: '' }],
    ])
    expect(request).toEqual([
      tells(say('go')),
      says(say('ok'), use('a')),
      tells(result('a', [say('x')])),
      says(use('b')),
      tells(result('b', '')),
    ])
  })

  it.each(['openai', 'openai-responses'] as const)(
    'VALID-2 so are those that %s accepts nowhere there',
    (provider) => {
      const input = [
        tells('bare', THOUGHT, use('y'), IMAGE, say('go')),
        says(IMAGE, result('q'), HIDDEN, THOUGHT, say('ok')),
      ]
      const request = repaired(provider, input, [
        ['part-role', 'drop-part', '0.0', 'A message of role user holds no part without a type.'],
        ['part-role', 'drop-part', '0.1', 'A message of role user holds no part of type thinking.'],
        [
          'part-role',
          'drop-part',
          '0.2',
          'A message of role user holds no part of type tool_use.',
          { ids: ['y'] },
        ],
        ['part-role', 'drop-part', '1.0', 'A message of role assistant holds no part of type image.'],
        [
          'part-role',
          'drop-part',
          '1.1',
          'A message of role assistant holds no part of type tool_result.',
          { ids: ['q'] },
        ],
      ])
      expect(request).toEqual([tells(IMAGE, say('go')), says(HIDDEN, THOUGHT, say('ok'))])
    },
  )

  it('VALID-2 roles: those that no provider knows, and system messages at a forbidden place', () => {
    const system = (...content: unknown[]) => ({ role: 'system', content })
    const reply = says(say('ok'))
    const no = 'No system message can stand here.'
    const changed = (place: string, reason: string): Row => ['system-message', 'change-role', place, reason]
    const gone = (part: number, type: string, ids: string[] = []): Row => [
      'part-role',
      'drop-part',
      `1.${part}`,
      `A message of role system holds no part of type ${type}.`,
      { ids },
    ]
    const held = system(say('be'), AUDIO, use('s'), result('s'), THOUGHT, HIDDEN)
    repaired(
      'anthropic',
      [user, held],
      [
        ['unknown-part', 'drop-part', '1.1', 'The provider takes no audio.'],
        gone(2, 'tool_use', ['s']),
        gone(3, 'tool_result', ['s']),
        gone(4, 'thinking'),
        gone(5, 'redacted_thinking'),
      ],
    )
    repaired(
      'anthropic',
      [user, system(say('be'), IMAGE)],
      [changed('1', 'A system message holds text only.')],
    )
    repaired(
      'anthropic',
      [{ role: 'robot', content: 'hi' }],
      [['unknown-role', 'change-role', '0', 'There is no role robot.']],
    )
    repaired(
      'anthropic',
      [user, system(say('be')), reply],
      [changed('1', 'The model takes no system messages.')],
      {
        systemMessages: 'rejected',
      },
    )
    const [one, two] = [system(say('1')), system(say('2'))]
    repaired('anthropic', [user, one, two, user], [changed('1', no), changed('2', no)])
    repaired('anthropic', [user, reply, one, two, reply, user, one, two], [changed('2', no)])
    repaired('anthropic', [one, two, reply], [changed('0', no)])
    expect(repaired('anthropic', [one], [changed('0', no)])).toEqual([{ ...one, role: 'user' }])
    // Other providers accept them anywhere.
    for (const provider of ['openai', 'openai-responses'] as const)
      repaired(provider, [one, user, two, user], [])
  })

  it('VALID-2 a conversation begins with the user, ends as the model requires, and is never empty', () => {
    const reply = { role: 'assistant', content: 'ok  ' }
    repaired(
      'anthropic',
      [],
      [['no-messages', 'insert-user', '0', 'No message was left.', { text: REMOVED }]],
    )
    const request = repaired(
      'anthropic',
      [reply, user, reply, says()],
      [
        [
          'trailing-whitespace',
          'trim-text',
          '2.0',
          'A final reply does not end with white space.',
          { text: 'ok' },
        ],
        ['first-role', 'insert-user', '0', 'The first message is a user message.', { text: REMOVED }],
      ],
    )
    expect(request).toEqual([
      { role: 'user', content: REMOVED },
      reply,
      user,
      { ...reply, content: 'ok' },
      says(),
    ])
    repaired(
      'anthropic',
      [user, reply, says()],
      [
        ['prefill', 'drop-message', '2', EMPTY],
        [
          'prefill',
          'insert-user',
          '3',
          'The model does not go on with a reply.',
          { text: 'Please continue.' },
        ],
      ],
      { prefill: 'rejected' },
    )
    // Only the very last reply may have no content.
    repaired(
      'anthropic',
      [user, says(), says(), user, says()],
      [
        ['empty-message', 'drop-message', '1', EMPTY],
        ['empty-message', 'drop-message', '2', EMPTY],
      ],
    )
  })

  it('VALID-2 calls and results: each repair names the call, and a move names its target', () => {
    const late = 'The result of the call a comes too late.'
    const again = 'An earlier call has the id a.'
    const talk = (text: string) => conversation(text)
    repaired('anthropic', talk('user: go\nassistant: call a x\nuser: wait\n& result a: 1\n& result a: 2'), [
      ['duplicate-result', 'drop-part', '2.2', 'The call has a result already.', { ids: ['a'] }],
      [
        'result-after-text',
        'move-part',
        '2.1',
        'Results come before everything else.',
        { to: 2, ids: ['a'] },
      ],
    ])
    repaired(
      'anthropic',
      talk('user: go\nassistant: call a x + call a x\nresult a: 1\nassistant: ok\nresult a: 2'),
      [
        ['duplicate-call', 'rename-call', '1.1', again, { ids: ['a'], text: 'a_2' }],
        ['duplicate-call', 'rename-call', '4.0', again, { ids: ['a'], text: 'a_2' }],
        [
          'unanswered-call',
          'move-part',
          '2.0',
          'Results stand in the order of their calls where one of them moves or is missing.',
          { to: 1, ids: ['a'] },
        ],
        ['unanswered-call', 'move-part', '4.0', late, { to: 1, ids: ['a'] }],
      ],
    )
    repaired(
      'anthropic',
      talk('user: go\nassistant: call a x + call a x\nresult a: 1\nassistant: ok\nuser: so'),
      [['duplicate-call', 'drop-part', '1.1', 'The reply makes this call twice.', { ids: ['a'] }]],
    )
    const use = (id: string, input: unknown) => ({ type: 'tool_use', id, name: 'x', input })
    const result = (tool_use_id: string) => ({ type: 'tool_result', tool_use_id, content: 'ok' })
    const asks = (...content: unknown[]) => ({ role: 'assistant', content })
    const gives = (...content: unknown[]) => ({ role: 'user', content })
    const spelled = 'An id has only letters, digits, _ and -.'
    const object = 'The arguments of a call are an object.'
    // Two ids that come to the same, one of them taken, and one that is nothing.
    const given = [
      user,
      asks(use('f.x:0', 'cut'), use('f.x.0', { a: 1 }), use('', null), use('f_x_0', {})),
      gives(result('f.x:0'), result('f.x.0'), result(''), result('f_x_0')),
    ]
    const request = repaired('anthropic', given, [
      ['call-input', 'wrap-input', '1.0', object, { ids: ['f.x:0'] }],
      ['call-input', 'wrap-input', '1.2', object, { ids: [''] }],
      ['call-id', 'rename-call', '1.0', spelled, { ids: ['f.x:0'], text: 'f_x_0_2' }],
      ['call-id', 'rename-call', '1.1', spelled, { ids: ['f.x.0'], text: 'f_x_0_3' }],
      ['call-id', 'rename-call', '1.2', spelled, { ids: [''], text: 'call' }],
      ['call-id', 'rename-call', '2.0', spelled, { ids: ['f.x:0'], text: 'f_x_0_2' }],
      ['call-id', 'rename-call', '2.1', spelled, { ids: ['f.x.0'], text: 'f_x_0_3' }],
      ['call-id', 'rename-call', '2.2', spelled, { ids: [''], text: 'call' }],
    ])
    expect(request).toEqual([
      user,
      asks(
        use('f_x_0_2', { arguments: 'cut' }),
        use('f_x_0_3', { a: 1 }),
        use('call', { arguments: null }),
        use('f_x_0', {}),
      ),
      gives(result('f_x_0_2'), result('f_x_0_3'), result('call'), result('f_x_0')),
    ])
    const pair = 'assistant: call a x\nresult a: 1\n'
    const thrice = talk(`user: go\n${pair}${pair}assistant: call a_2 x\nresult a_2: 1\n${pair}user: so`)
    const renamed = ([place, text]: readonly [string, string]): Row => [
      'duplicate-call',
      'rename-call',
      place,
      again,
      { ids: ['a'], text },
    ]
    const names = [
      ['3.0', 'a_3'],
      ['4.0', 'a_3'],
      ['7.0', 'a_4'],
      ['8.0', 'a_4'],
    ] as const
    for (const provider of ['anthropic', 'openai-responses'] as const)
      repaired(provider, thrice, names.map(renamed))
    // A later reply may reuse an id.
    repaired(
      'openai',
      [...thrice, tells(result('z'))],
      [['orphan-result', 'drop-part', `${thrice.length}.0`, NOT_WAITED, { ids: ['z'] }]],
    )
    const open = talk('user: go\nassistant: call a x + call b x\nuser: wait\nassistant: hm\nresult a: 1')
    repaired('anthropic', open, [
      ['unanswered-call', 'move-part', '4.0', late, { to: 1, ids: ['a'] }],
      [
        'unanswered-call',
        'insert-result',
        '1',
        'No result of the call b is there.',
        { ids: ['b'], text: MADE_UP_RESULT },
      ],
    ])
    expect(
      repaired('anthropic', talk('user: go\nresult z: 1'), [
        ['orphan-result', 'drop-part', '1.0', NOT_WAITED, { ids: ['z'] }],
      ]),
    ).toEqual(talk('user: go'))
  })

  it('VALID-2 a run of results may be as long as openai reads it: an image or a text ends it', () => {
    const calls = says(use('a'), use('b'))
    const moved: Row = [
      'unanswered-call',
      'move-part',
      '3.0',
      'The result of the call b comes too late.',
      { to: 1, ids: ['b'] },
    ]
    const before: Row = [
      'unanswered-call',
      'move-part',
      '2.0',
      'Results stand in the order of their calls where one of them moves or is missing.',
      { to: 1, ids: ['a'] },
    ]
    const next = tells(result('b'))
    // A fault elsewhere is repaired, and the run is unchanged.
    const odd = tells(say('go'), result('z'))
    const orphan: Row = ['orphan-result', 'drop-part', '0.1', NOT_WAITED, { ids: ['z'] }]
    for (const quiet of [
      result('a'),
      result('a', [say('x'), say('y')]),
      { ...result('a'), content: undefined },
    ])
      repaired('openai', [odd, calls, tells(quiet), next], [orphan])
    repaired(
      'openai',
      [odd, calls, next, tells(result('a')), calls, tells(result('b')), tells(result('a'))],
      [orphan],
    )
    repaired('openai', [odd, calls, tells(result('a', [say('x'), IMAGE])), next], [orphan, before, moved])
    repaired(
      'openai',
      [odd, calls, tells(result('a')), says(), next],
      [['empty-message', 'drop-message', '3', EMPTY], orphan],
    )
    repaired('openai', [user, calls, tells(result('a', [say('x'), IMAGE])), next], [before, moved])
    repaired('openai', [user, calls, tells(result('a'), say('and')), next], [before, moved])
    const split = [user, calls, tells(result('a')), says(say('hm')), next]
    const request = repaired('openai', split, [
      before,
      [
        'unanswered-call',
        'move-part',
        '4.0',
        'The result of the call b comes too late.',
        { to: 1, ids: ['b'] },
      ],
    ])
    expect(request).toEqual([user, calls, tells(result('a'), result('b')), says(say('hm'))])
  })

  it('VALID-2 a message that results leave is gone with its last part, unless others came into it before', () => {
    const late = 'The result of the call a comes too late.'
    const order = 'Results stand in the order of their calls where one of them moves or is missing.'
    const move = (place: string, id: string, reason = order): Row => [
      'unanswered-call',
      'move-part',
      place,
      reason,
      { to: 1, ids: [id] },
    ]
    const insert = (id: string): Row => [
      'unanswered-call',
      'insert-result',
      '1',
      `No result of the call ${id} is there.`,
      { ids: [id], text: MADE_UP_RESULT },
    ]
    const wait = tells(say('wait'))
    const two = says(use('a'), use('b'))
    expect(
      repaired('anthropic', [user, two, tells(result('a')), wait], [move('2.0', 'a'), insert('b')]),
    ).toEqual([user, two, tells(result('a'), result('b', MADE_UP_RESULT), say('wait'))])
    const three = says(use('a'), use('b'), use('c'))
    const both = tells(result('a'), result('b'))
    const whole = tells(result('a'), result('b'), result('c', MADE_UP_RESULT))
    expect(
      repaired('anthropic', [user, three, both, wait], [move('2.0', 'a'), move('2.1', 'b'), insert('c')]),
    ).toEqual([user, three, whole, wait])
    const hm = says(say('hm'))
    expect(
      repaired(
        'anthropic',
        [user, three, tells(result('b')), wait, hm, tells(result('a'))],
        [move('5.0', 'a', late), move('2.0', 'b'), insert('c')],
      ),
    ).toEqual([user, three, whole, wait, hm])
  })

  it('VALID-2 a request with calls declares their tools, and keeps its four latest cache markers', () => {
    const marked = { cache_control: { type: 'ephemeral' } }
    const talk = [
      user,
      says(use('a', ''), use('b', 'grep'), use('c', 'grep')),
      tells(...['a', 'b', 'c'].map((id) => result(id))),
    ]
    const declared = 'A request with calls declares tools.'
    expect(
      repaired('anthropic', { messages: talk, tools: [] }, [
        ['undeclared-tools', 'declare-tool', '-1', declared, { text: 'unknown_tool' }],
        ['undeclared-tools', 'declare-tool', '-1', declared, { text: 'grep' }],
      ]),
    ).toEqual({
      messages: talk,
      tools: ['unknown_tool', 'grep'].map((name) => ({ name, input_schema: { type: 'object' } })),
    })
    repaired('anthropic', { messages: talk }, [], { tools: 'ignored' })

    const off = (place: string): Row => [
      'cache-markers',
      'drop-marker',
      place,
      'A request holds 4 cache markers at most.',
    ]
    const tool = (nth: number) => ({ name: `t${nth}`, input_schema: {} })
    const tools = [0, 1, 2, 3, 4, 5].map((nth) => ({ ...tool(nth), ...marked }))
    const system = [{ ...say('a'), ...marked }, say('b'), { ...say('c'), ...marked }]
    const messages = [tells(say('x'), { ...say('y'), ...marked })]
    expect(
      repaired('anthropic', { system, tools, messages }, ['0.1', '-1.0', '-1.2', '-2.0', '-2.1'].map(off)),
    ).toEqual({
      system: [say('a'), say('b'), say('c')],
      tools: [tool(0), tool(1), ...tools.slice(2)],
      messages: [tells(say('x'), say('y'))],
    })
    // Only the surplus markers are removed: those of the messages first, the earliest first.
    expect(repaired('anthropic', { system, tools: tools.slice(0, 2), messages }, [off('0.1')])).toEqual({
      system,
      tools: tools.slice(0, 2),
      messages: [tells(say('x'), say('y'))],
    })
    const five = [1, 2, 3, 4, 5].map((nth) => ({ ...say(`${nth}`), ...marked }))
    expect(
      repaired(
        'anthropic',
        [tells(say(''), ...five)],
        [['blank-text', 'drop-part', '0.0', 'A blank text is no content.'], off('0.1')],
      ),
    ).toEqual([tells(say('1'), ...five.slice(1))])
    expect(
      repaired(
        'anthropic',
        { system: [...system, ...five], messages: [user] },
        ['-1.0', '-1.2', '-1.3'].map(off),
      ),
    ).toEqual({
      system: [say('a'), say('b'), say('c'), say('1'), ...five.slice(1)],
      messages: [user],
    })
    expect(repaired('anthropic', { tools, messages: [user] }, ['-2.0', '-2.1'].map(off))).toEqual({
      tools: [tool(0), tool(1), ...tools.slice(2)],
      messages: [user],
    })
  })
})

describe('the descriptions of repairs, for openai-responses', () => {
  const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'x', arguments: '{}' })
  const output = (call_id: string, text = 'ok') => ({ type: 'function_call_output', call_id, output: text })
  const message = { type: 'message', role: 'user', content: 'hi' }
  const thought = { type: 'reasoning', summary: [] }
  const input = { type: 'input_text', text: 'x' }

  it('VALID-2 messages: unknown roles, parts and contents', () => {
    const items = [
      { type: 'message', role: 'robot', content: 'hi' },
      { type: 'message', role: 'robot', content: [] },
      { type: 'message', role: 'user' },
      { type: 'message', role: 'robot', content: [input, { type: 'zz' }] },
      { type: 'message', role: 'assistant', content: [input] },
      { type: 'message', role: 'user', content: [] },
      { type: 'message', content: 'hi' },
      { type: 'message', role: 'user', content: ['bare', input, { type: 'input_audio' }] },
    ]
    const request = repaired('openai-responses', items, [
      ['unknown-role', 'change-role', '0', 'There is no role robot.'],
      ['empty-message', 'drop-message', '1', EMPTY],
      ['empty-message', 'drop-message', '2', EMPTY],
      ['unknown-role', 'change-role', '3', 'There is no role robot.'],
      ['part-role', 'drop-part', '3.1', 'A message of role user holds no part of type zz.'],
      ['part-role', 'drop-part', '4.0', 'A message of role assistant holds no part of type input_text.'],
      ['unknown-role', 'change-role', '6', 'There is no role undefined.'],
      ['part-role', 'drop-part', '7.2', 'A message of role user holds no part of type input_audio.'],
    ])
    expect(request).toEqual([
      message,
      { ...message, content: [input] },
      { ...message, content: [] },
      message,
      { ...message, content: ['bare', input] },
    ])
  })

  it('VALID-2 pairs: an output answers the newest call of its id, and nothing is left over', () => {
    const again = 'An earlier call has the id a.'
    const request = repaired(
      'openai-responses',
      [
        call('a'),
        call('a_2'),
        call('a'),
        output('a'),
        output('a'),
        output('z'),
        output('a_2'),
        call('a'),
        output('a'),
        thought,
      ],
      [
        ['duplicate-call', 'rename-call', '2.0', again, { ids: ['a'], text: 'a_3' }],
        ['duplicate-call', 'rename-call', '3.0', again, { ids: ['a'], text: 'a_3' }],
        ['duplicate-result', 'drop-message', '4', 'The call has a result already.', { ids: ['a'] }],
        ['orphan-result', 'drop-message', '5', NOT_WAITED, { ids: ['z'] }],
        ['duplicate-call', 'rename-call', '7.0', again, { ids: ['a'], text: 'a_4' }],
        ['duplicate-call', 'rename-call', '8.0', again, { ids: ['a'], text: 'a_4' }],
        [
          'unanswered-call',
          'insert-result',
          '0',
          'No result of the call a is there.',
          { ids: ['a'], text: MADE_UP_RESULT },
        ],
        ['loose-reasoning', 'drop-message', '9', 'Nothing follows that this reasoning led to.'],
      ],
    )
    expect(request).toEqual([
      call('a'),
      output('a', MADE_UP_RESULT),
      call('a_2'),
      call('a_3'),
      output('a_3'),
      output('a_2'),
      call('a_4'),
      output('a_4'),
    ])
  })

  it('VALID-2 a made-up result is after the outputs of the previous calls, if they follow the batch at once', () => {
    const madeUpResult = (place: string, id: string): Row => [
      'unanswered-call',
      'insert-result',
      place,
      `No result of the call ${id} is there.`,
      { ids: [id], text: MADE_UP_RESULT },
    ]
    const near = [message, call('a'), thought, call('b'), output('a'), message]
    expect(repaired('openai-responses', near, [madeUpResult('4', 'b')])).toEqual(
      near.toSpliced(5, 0, output('b', MADE_UP_RESULT)),
    )
    const far = [message, call('a'), call('b'), message, output('a')]
    expect(repaired('openai-responses', far, [madeUpResult('2', 'b')])).toEqual(
      far.toSpliced(3, 0, output('b', MADE_UP_RESULT)),
    )
    const between = [call('a'), output('a'), call('b'), call('c'), output('b')]
    expect(repaired('openai-responses', between, [madeUpResult('4', 'c')])).toEqual([
      ...between,
      output('c', MADE_UP_RESULT),
    ])
  })

  it('VALID-2 a continuation of an earlier response may begin with its outputs, and may be empty', () => {
    const goesOn = { previous_response_id: 'r', input: [output('z'), { type: 'message', role: 'user' }] }
    expect(repaired('openai-responses', goesOn, [['empty-message', 'drop-message', '1', EMPTY]])).toEqual({
      ...goesOn,
      input: [output('z')],
    })
    // The id of an output that answers an earlier response is taken, and so is the name it could get.
    const again = 'An earlier call has the id z.'
    const items = [output('z'), output('z_2'), call('z'), output('z'), output('z')]
    expect(
      repaired('openai-responses', { ...goesOn, input: items }, [
        ['duplicate-call', 'rename-call', '2.0', again, { ids: ['z'], text: 'z_3' }],
        ['duplicate-call', 'rename-call', '3.0', again, { ids: ['z'], text: 'z_3' }],
        ['duplicate-result', 'drop-message', '4', 'The call has a result already.', { ids: ['z'] }],
      ]),
    ).toEqual({ ...goesOn, input: [output('z'), output('z_2'), call('z_3'), output('z_3')] })
    expect(
      repaired(
        'openai-responses',
        [output('z')],
        [
          ['orphan-result', 'drop-message', '0', NOT_WAITED, { ids: ['z'] }],
          ['no-messages', 'insert-user', '1', 'No item was left.', { text: REMOVED }],
        ],
      ),
    ).toEqual([{ ...message, content: REMOVED }])
  })
})

describe('what a repair says of thinking', () => {
  const SUMMARY = { type: 'compaction', content: 'so far' }
  const LEADS = 'In a running tool loop the reply begins with its thinking.'
  const OFF = 'With thinking off, a running tool loop holds none.'
  const LOST =
    'The running tool loop lost the thinking it began with: this request is sent with thinking off.'
  const CHANGED = 'Something before this thinking was changed.'
  const ON = { type: 'enabled', budget_tokens: 2048 }
  const tools = [{ name: 'x', input_schema: {} }]
  const bound = (place: string): Row => ['bound-thinking', 'drop-part', place, CHANGED]

  it('VALID-2 in a running loop it leads its reply, behind a summary of the provider’s', () => {
    const given = [user, says(SUMMARY, say('so'), THOUGHT, use('a')), tells(result('a'))]
    expect(
      repaired('anthropic', { thinking: ON, tools, messages: given }, [
        ['thinking-first', 'move-part', '1.2', LEADS, { to: 1 }],
      ]),
    ).toEqual({
      thinking: ON,
      tools,
      messages: [user, says(SUMMARY, THOUGHT, say('so'), use('a')), tells(result('a'))],
    })
    repaired(
      'anthropic',
      { thinking: ON, tools, messages: [user, says(SUMMARY, THOUGHT, use('a')), tells(result('a'))] },
      [],
    )
    // Adaptive thinking stands where the model put it, and so does thinking of which no more is known.
    repaired('anthropic', { thinking: { type: 'adaptive' }, tools, messages: given }, [])
    repaired('anthropic', given, [])
    // The first reply of the loop, which is not the last.
    const later = [says(use('b')), tells(result('b'))]
    const messages = [user, says(say('so'), THOUGHT, use('a')), tells(result('a')), ...later]
    expect(
      repaired('anthropic', { thinking: ON, tools, messages }, [
        ['loop-thinking', 'move-part', '1.1', LEADS, { to: 1 }],
      ]),
    ).toEqual({
      thinking: ON,
      tools,
      messages: [user, says(THOUGHT, say('so'), use('a')), tells(result('a')), ...later],
    })
  })

  it('VALID-2 a loop that lost it is sent without, and without what would be done to thinking', () => {
    const past = [user, says(THOUGHT, say('ok')), user]
    const loop = [says(use('a')), tells(result('a')), says(THOUGHT, use('b')), tells(result('b'))]
    const clearThinking = { type: 'clear_thinking_20251015' }
    const clearTools = { type: 'clear_tool_uses_20250919' }
    const rows: Row[] = [
      ['disabled-thinking', 'drop-part', '5.0', OFF],
      ['loop-thinking', 'disable-thinking', '-1', LOST],
    ]
    const messages = [...past, ...loop.slice(0, 2), says(use('b')), tells(result('b'))]
    const off = { thinking: { type: 'disabled' }, tools, messages }
    for (const [edits, left] of [
      [undefined, {}],
      [[clearThinking], {}],
      [[clearThinking, clearTools], { context_management: { edits: [clearTools] } }],
    ] as const) {
      const asked = edits === undefined ? {} : { context_management: { edits } }
      const given = { thinking: ON, tools, messages: [...past, ...loop], ...asked }
      expect(repaired('anthropic', given, rows)).toEqual({ ...off, ...left })
    }
    const disabled = { ...off, messages: [...past, ...loop] }
    expect(repaired('anthropic', disabled, rows.slice(0, 1))).toEqual(off)
  })

  it('VALID-2 at the end of a reply it goes, and where nothing of the model’s follows it for openai-responses', () => {
    repaired(
      'anthropic',
      [user, says(say('ok'), THOUGHT, HIDDEN), user],
      [
        ['thinking-last', 'drop-part', '1.1', 'A reply cannot end with thinking.'],
        ['thinking-last', 'drop-part', '1.2', 'A reply cannot end with thinking.'],
      ],
    )
    const loose = (place: string): Row => [
      'loose-reasoning',
      'drop-part',
      place,
      'Nothing follows that this thinking led to.',
    ]
    const silent = (role: string) => ({ role, content: '' })
    const judged = (messages: unknown[], places: readonly string[]) =>
      expect(repaired('openai-responses', messages, places.map(loose))).toHaveLength(
        messages.length - (places.includes('1.0') ? 1 : 0),
      )
    judged([user, says(say('ok'), THOUGHT), user], ['1.1'])
    judged([user, says(THOUGHT, say('ok')), user], [])
    judged([user, says(THOUGHT), says(say('ok'))], [])
    judged([user, says(THOUGHT), silent('assistant')], [])
    judged([user, says(THOUGHT), silent('user'), says(say('ok'))], ['1.0'])
    judged([user, says(THOUGHT), tells(say('so')), says(say('ok'))], ['1.0'])
    judged([user, says(use('a'), THOUGHT), tells(result('a')), says(say('ok'))], ['1.1'])
  })

  it('VALID-2 what is bound goes from the first change on: of the caller’s, and of each repair', () => {
    const talk = (...first: unknown[]) => [
      ...first,
      says(THOUGHT, say('1')),
      user,
      says(THOUGHT, say('2')),
      user,
    ]
    const options = { boundThinkingFrom: null }
    expect(repaired('anthropic', talk(user), [], options)).toEqual(talk(user))
    repaired('anthropic', talk(user), [bound('3.0')], { boundThinkingFrom: 2 })
    repaired('anthropic', talk(user), [bound('1.0'), bound('3.0')], { boundThinkingFrom: 0 })
    const orphan: Row = ['orphan-result', 'drop-part', '0.1', NOT_WAITED, { ids: ['z'] }]
    repaired('anthropic', talk(tells(say('hi'), result('z'))), [orphan, bound('1.0'), bound('3.0')], options)
    // Thinking before the change in the same reply was written before it.
    const madeUpResult: Row = [
      'unanswered-call',
      'insert-result',
      '1',
      'No result of the call a is there.',
      { ids: ['a'], text: MADE_UP_RESULT },
    ]
    const open = [user, says(THOUGHT, use('a'), THOUGHT, say('so')), user, says(THOUGHT, say('ok')), user]
    repaired('anthropic', open, [madeUpResult, bound('3.0')], options)
    const late: Row = [
      'unanswered-call',
      'move-part',
      '4.0',
      'The result of the call a comes too late.',
      { to: 1, ids: ['a'] },
    ]
    repaired('anthropic', open.toSpliced(4, 1, tells(result('a'))), [late, bound('3.0')], options)
    const forward: Row = [
      'result-after-text',
      'move-part',
      '2.1',
      'Results come before everything else.',
      { to: 2, ids: ['a'] },
    ]
    repaired(
      'anthropic',
      open.toSpliced(2, 1, tells(say('so'), result('a'))),
      [forward, bound('3.0')],
      options,
    )
    const declared: Row = [
      'undeclared-tools',
      'declare-tool',
      '-1',
      'A request with calls declares tools.',
      { text: 'x' },
    ]
    const whole = open.toSpliced(2, 1, tells(result('a')))
    const all = ['1.0', '1.2', '3.0'].map(bound)
    repaired('anthropic', { messages: whole }, [declared, ...all], options)
    // A cache marker is not content.
    const marked = [1, 2, 3, 4, 5].map((nth) => ({ ...say(`${nth}`), cache_control: {} }))
    const off: Row = ['cache-markers', 'drop-marker', '0.0', 'A request holds 4 cache markers at most.']
    repaired('anthropic', talk(tells(...marked)), [off], options)
  })
})
