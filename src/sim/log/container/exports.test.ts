import { describe, expect, it } from 'vitest'
import { readTrace } from '../reading.ts'

const json = JSON.stringify

/** An export of ChatGPT with one branch: role, content and what else each message has. */
function chatGpt(...told: readonly (readonly [string, object, object?])[]): string {
  const nodes = told.map(([role, content, more = {}], index) => {
    const message = { id: `m${index}`, author: { role }, content, recipient: 'all', ...more }
    return [`n${index}`, { parent: index === 0 ? null : `n${index - 1}`, message }]
  })
  return json([{ title: 'A', mapping: Object.fromEntries(nodes), current_node: `n${told.length - 1}` }])
}

const text = (...parts: readonly unknown[]) => ({ content_type: 'text', parts })
const from = (role: string, name: string) => ({ author: { role, name } })

describe('MSG-1 an export of ChatGPT', () => {
  it('has the thoughts and the calls of a reply in the reply, and each result with its call', () => {
    const thoughts = [
      { summary: 'Looking', content: 'I look first.' },
      { summary: '', content: '' },
    ]
    const trace = readTrace(
      chatGpt(
        ['user', text('What is new?')],
        ['assistant', { content_type: 'thoughts', thoughts }, { end_turn: false }],
        ['assistant', { content_type: 'thoughts', parts: ['And then.'] }, { end_turn: false }],
        ['assistant', text('A moment.'), { end_turn: false }],
        ['assistant', { content_type: 'code', text: '{"q":"news"}' }, { recipient: 'web.run' }],
        ['tool', { content_type: 'tether_browsing_display', result: 'First.' }, from('tool', 'web.run')],
        ['tool', { content_type: 'tether_quote', text: 'Second.' }, from('tool', 'web.run')],
        ['assistant', { content_type: 'reasoning_recap', content: 'Thought for 2s' }],
        ['assistant', text('Nothing.'), { end_turn: true }],
        ['assistant', text('And more.'), { end_turn: true }],
      ),
    )
    expect(trace.messages).toEqual([
      { role: 'user', content: 'What is new?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Looking\nI look first.\n\nAnd then.' },
          { type: 'text', text: 'A moment.' },
          { type: 'tool_use', id: 'm4', name: 'web.run', input: { q: 'news' } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'm4', content: 'First.\n\nSecond.' }],
      },
      { role: 'assistant', content: 'Nothing.' },
      { role: 'assistant', content: 'And more.' },
    ])
    expect(trace.intake.problems).toEqual([])
  })

  it('has pictures with their size, and what was spoken', () => {
    const picture = {
      content_type: 'image_asset_pointer',
      asset_pointer: 'sediment://file_1',
      width: 640,
      height: 480,
    }
    const spoken = { content_type: 'audio_transcription', text: 'Look at it.' }
    const sound = { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_2' }
    const multimodal = (...parts: readonly unknown[]) => ({ content_type: 'multimodal_text', parts })
    const trace = readTrace(
      chatGpt(
        ['user', multimodal(picture)],
        ['assistant', text('{"prompt":"a cat"}'), { recipient: 't2i' }],
        ['tool', multimodal(picture), from('tool', 't2i')],
        ['user', multimodal(spoken, sound)],
        ['assistant', text('A cat.')],
      ),
    )
    const image = {
      type: 'image',
      source: { type: 'url', url: 'sediment://file_1' },
      width: 640,
      height: 480,
    }
    expect(trace.messages).toEqual([
      { role: 'user', content: [image] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'm1', name: 't2i', input: { prompt: 'a cat' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'm1', content: [image] }] },
      { role: 'user', content: 'Look at it.' },
      { role: 'assistant', content: 'A cat.' },
    ])
  })

  it('marks what its user did not write: settings, and what was read out of files', () => {
    const context = {
      content_type: 'user_editable_context',
      user_profile: 'I teach.',
      user_instructions: 'Be brief.',
    }
    const trace = readTrace(
      chatGpt(
        ['user', context],
        ['user', text('Sum it up.')],
        ['tool', text('The file: 1, 2.'), from('tool', 'files')],
        ['assistant', text('Three.')],
      ),
    )
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'I teach.\n\nBe brief.',
      'Sum it up.',
      'The file: 1, 2.',
      'Three.',
    ])
    expect(trace.injected).toEqual([0, 2])
    const system = readTrace(
      chatGpt(['system', context], ['user', text('Go.')], ['assistant', text('Done.')]),
    )
    expect(system.system).toBe('I teach.\n\nBe brief.')
    expect(trace.intake.problems).toEqual([])
  })
})

describe('MSG-1 an export of Claude', () => {
  const said = (uuid: string, parent: string, sender: string, content: readonly object[]) => ({
    uuid,
    parent_message_uuid: parent,
    sender,
    text: 'a copy',
    content,
    attachments: [],
    files: [],
  })
  const words = (text: string) => [{ type: 'text', text }]

  it('has the branch that was seen last', () => {
    const chat_messages = [
      said('1', '0', 'human', words('Go.')),
      said('2', '1', 'assistant', words('Replaced.')),
      said('3', '1', 'assistant', words('Done.')),
      said('4', '3', 'human', words('Thanks.')),
    ]
    const chat = { uuid: 'u', name: 'A', chat_messages }
    expect(readTrace(json([chat])).messages.map(({ content }) => content)).toEqual([
      'Go.',
      'Done.',
      'Thanks.',
    ])
    const other = readTrace(json({ ...chat, current_leaf_message_uuid: '2', model: 'claude-m' }))
    expect(other.messages.map(({ content }) => content)).toEqual(['Go.', 'Replaced.'])
    expect(other.turns[0]?.model).toBe('claude-m')
  })

  it('goes on before a message that follows one that is missing, but not before an edited beginning', () => {
    const first = said('1', '0', 'human', words('Go.'))
    const contentsOf = (chat_messages: readonly object[]) =>
      readTrace(json([{ uuid: 'u', name: 'A', chat_messages }])).messages.map(({ content }) => content)
    const gap = [
      first,
      said('2', '1', 'assistant', words('Done.')),
      said('4', '3', 'human', words('Thanks.')),
    ]
    expect(contentsOf(gap)).toEqual(['Go.', 'Done.', 'Thanks.'])
    const edited = [
      first,
      said('2', '1', 'assistant', words('Gone.')),
      said('3', '0', 'human', words('Stay.')),
      said('4', '3', 'assistant', words('Here.')),
    ]
    expect(contentsOf(edited)).toEqual(['Stay.', 'Here.'])
  })

  it('has pages that were found, hidden thoughts as summaries, and what the app added', () => {
    const page = {
      type: 'knowledge',
      title: 'A page',
      url: 'https://a.example',
      text: 'Its words.',
      is_missing: false,
    }
    const chat_messages = [
      said('1', '0', 'human', [
        ...words('Find it.'),
        { type: 'injected_prompt_block', prompt: 'Today is Monday.', injection_source: 'date_note' },
      ]),
      said('2', '1', 'assistant', [
        { type: 'thinking', thinking: '', thinking_hidden: true, summaries: [{ summary: 'Looked for it.' }] },
        { type: 'tool_use', id: 'c', name: 'web_search', input: { query: 'it' } },
        { type: 'tool_result', tool_use_id: 'c', name: 'web_search', content: [page] },
        { type: 'tool_use', id: 'd', name: 'view', input: {} },
        { type: 'tool_result', tool_use_id: 'd', name: 'view', content: [{ type: 'image', file_uuid: 'f' }] },
        { type: 'token_budget', remaining: null },
        ...words('Here.'),
      ]),
    ]
    const trace = readTrace(json([{ uuid: 'u', name: 'A', chat_messages }]))
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Find it.' },
      { role: 'user', content: 'Today is Monday.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Looked for it.' },
          { type: 'tool_use', id: 'c', name: 'web_search', input: { query: 'it' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c', content: 'A page\nhttps://a.example\nIts words.' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'd', name: 'view', input: {} }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'd',
            content: [{ type: 'image', source: { type: 'url', url: 'f' } }],
          },
        ],
      },
      { role: 'assistant', content: 'Here.' },
    ])
    expect(trace.injected).toEqual([1])
    expect(trace.intake.problems).toEqual([])
  })
})

describe('MSG-1 an export of Open WebUI', () => {
  const quoted = (value: unknown) =>
    json(value)
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  const reply = [
    '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n> I look\n> it up.\n</details>',
    'A moment.',
    `<details type="tool_calls" done="true" id="c" name="find" arguments="${quoted(json({ q: 'a "b"' }))}" result="${quoted('<b> & c')}">\n<summary>Tool Executed</summary>\n</details>`,
    `<details type="tool_calls" done="true" id="d" name="count" arguments="${quoted(json({}))}" result="${quoted({ n: 2 })}">\n<summary>Tool Executed</summary>\n</details>`,
    'Two.',
  ].join('\n')
  const answer = {
    id: 'b',
    parentId: 'a',
    role: 'assistant',
    content: reply,
    model: 'm',
    usage: { prompt_tokens: 9 },
  }
  const asked = { id: 'a', parentId: null, role: 'user', content: 'How many?' }
  const messages = [
    { role: 'user', content: 'How many?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'I look\nit up.' },
        { type: 'text', text: 'A moment.' },
        { type: 'tool_use', id: 'c', name: 'find', input: { q: 'a "b"' } },
        { type: 'tool_use', id: 'd', name: 'count', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c', content: '<b> & c' },
        { type: 'tool_result', tool_use_id: 'd', content: '{"n":2}' },
      ],
    },
    { role: 'assistant', content: 'Two.' },
  ]

  it('has thoughts and calls in the text of a reply', () => {
    const trace = readTrace(json([{ id: 'x', title: 'A', chat: { messages: [asked, answer] } }]))
    expect(trace.messages).toEqual(messages)
    expect(trace.turns).toMatchObject([
      { model: 'm', usage: null },
      { model: 'm', usage: { input: 9 } },
    ])
  })

  it('may have its messages as a tree alone', () => {
    const old = { ...answer, id: 'o', content: 'Replaced.' }
    const history = { currentId: 'b', messages: { a: asked, o: old, b: answer } }
    expect(readTrace(json([{ title: 'A', chat: { history } }])).messages).toEqual(messages)
  })

  it('has the pictures of the user', () => {
    const files = [{ type: 'image', url: 'https://a.example/a.png' }]
    const chat = {
      messages: [
        { ...asked, files },
        { ...answer, content: 'One.' },
      ],
    }
    expect(readTrace(json([{ title: 'A', chat }])).messages[0]?.content).toEqual([
      { type: 'text', text: 'How many?' },
      { type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } },
    ])
  })
})

describe('MSG-1 an export of LibreChat', () => {
  const call = { id: 'c', name: 'read', args: '{"path":"a"}', type: 'tool_call', output: 'A', progress: 1 }
  const asked = { messageId: '1', parentMessageId: '0', isCreatedByUser: true, text: 'Go.', sender: 'User' }
  const old = { messageId: '2', parentMessageId: '1', isCreatedByUser: false, text: 'Replaced.', model: 'm' }
  const answer = {
    ...old,
    messageId: '3',
    text: '',
    content: [
      { type: 'think', think: 'I read it.' },
      { type: 'text', text: 'A moment.' },
      { type: 'tool_call', tool_call: call },
      { type: 'text', text: { value: 'Done.' } },
    ],
  }
  const messages = [
    { role: 'user', content: 'Go.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'I read it.' },
        { type: 'text', text: 'A moment.' },
        { type: 'tool_use', id: 'c', name: 'read', input: { path: 'a' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'A' }] },
    { role: 'assistant', content: 'Done.' },
  ]

  it('has the calls and the thoughts of a reply, and the branch to the last message', () => {
    const trace = readTrace(json({ conversationId: 'x', title: 'A', messages: [asked, old, answer] }))
    expect(trace.messages).toEqual(messages)
    expect(trace.turns[0]?.model).toBe('m')
  })

  it('goes on before a message that follows one that is missing', () => {
    const more = { ...asked, messageId: '5', parentMessageId: '4', text: 'More.' }
    const trace = readTrace(json({ title: 'A', messages: [asked, answer, more] }))
    expect(trace.messages).toEqual([...messages, { role: 'user', content: 'More.' }])
  })

  it('may be a tree', () => {
    const tree = {
      ...asked,
      children: [
        { ...old, children: [] },
        { ...answer, children: [] },
      ],
    }
    expect(readTrace(json({ title: 'A', messages: [tree] })).messages).toEqual(messages)
  })
})
