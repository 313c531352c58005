import { describe, expect, it } from 'vitest'
import { readTraces } from '../reading.ts'

const talks = (value: unknown) =>
  readTraces(typeof value === 'string' ? value : JSON.stringify(value)).map(({ messages }) =>
    messages.map(({ role, content }) => [role, content]),
  )

const TALK = [
  ['user', 'Where is it?'],
  ['assistant', 'In x.ts'],
  ['user', 'Mend it.'],
  ['assistant', 'It is done.'],
]

describe('MSG-1 histories of bots that people write themselves', () => {
  it.each<[string, unknown]>([
    [
      'pairs, as Gradio has them',
      [
        ['Where is it?', 'In x.ts'],
        ['Mend it.', 'It is done.'],
      ],
    ],
    ['roles and texts as pairs', TALK],
    ['a flag of the person', TALK.map(([role, text]) => ({ isUser: role === 'user', text }))],
    ['a flag of the model', TALK.map(([role, message]) => ({ is_bot: role !== 'user', message }))],
    ['You and AI', TALK.map(([role, text]) => ({ sender: role === 'user' ? 'You' : 'AI', text }))],
    [
      'what a person and a bot said',
      [
        { user: 'Where is it?', bot: 'In x.ts' },
        { user: 'Mend it.', bot: 'It is done.' },
      ],
    ],
    [
      'the same with longer names, below the name of a person',
      {
        ann: [
          { user_input: 'Where is it?', bot_response: 'In x.ts' },
          { user_input: 'Mend it.', bot_response: 'It is done.' },
        ],
      },
    ],
  ])('%s', (_, value) => {
    expect(talks(value)).toEqual([TALK])
  })

  it('each day is a conversation', () => {
    const said = (user: string, bot: string) => ({ user, bot })
    expect(
      talks({
        '2026-01-01': [said('Where is it?', 'In x.ts'), said('Mend it.', 'It is done.')],
        '2026-01-02': [said('And y.ts?', 'As well.')],
      }),
    ).toEqual([
      TALK,
      [
        ['user', 'And y.ts?'],
        ['assistant', 'As well.'],
      ],
    ])
  })

  it('questions with answers, and pairs on lines of their own, are conversations of their own', () => {
    const rows = [
      { question: 'Where is it?', answer: 'In x.ts' },
      { question: 'And y.ts?', answer: 'There.' },
    ]
    const traces = readTraces(JSON.stringify(rows))
    expect(traces).toHaveLength(2)
    expect(traces[1]?.intake.inferred).toContainEqual(
      expect.stringMatching(/^Each row was read as a conversation of its own/),
    )
    const [only] = readTraces(JSON.stringify(rows.slice(1)))
    expect(only?.intake.inferred.join(' ')).not.toContain('Each row')
    const spoken = rows.map(({ question, answer }) => JSON.stringify({ user: question, bot: answer }))
    expect(talks(spoken.join('\n'))).toHaveLength(2)
  })

  it('pairs of anything are no talk, and people with a role are none', () => {
    for (const value of [
      [
        ['content-type', 'text/html'],
        ['host', 'example.org'],
      ],
      [
        ['admin', 'Ann'],
        ['user', 'Bob'],
      ],
      [
        { email: 'ann@example.org', role: 'user', text: 'likes tea' },
        { email: 'bob@example.org', role: 'user', text: 'likes coffee' },
      ],
    ])
      expect(() => talks(value)).toThrow('no known format')
  })

  it('a game of several speakers names each of them', () => {
    const lines = [
      { seq: 1, speaker: 'Narrator', text: 'It is day.' },
      { seq: 2, speaker: 'Ann', text: 'I am innocent.' },
      { seq: 3, speaker: 'Bob', text: 'So am I.' },
    ]
    expect(talks(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
      [
        ['user', 'Narrator: It is day.'],
        ['assistant', 'Ann: I am innocent.'],
        ['user', 'Bob: So am I.'],
      ],
    ])
  })
})

it('MSG-1 what the characters of a game say is found below other names', () => {
  const says = (character: string, dialogue: string) => ({ character, dialogue, action: 'Idle' })
  expect(
    talks({ conversations: [says('Ann', 'How is it?'), says('Bob', 'Fine.'), says('Player', 'Show me.')] }),
  ).toEqual([
    [
      ['user', 'Ann: How is it?'],
      ['assistant', 'Bob: Fine.'],
      ['user', 'Player: Show me.'],
    ],
  ])
  expect(() => talks({ pages: [says('Ann', 'One.'), { title: 'Two' }] })).toThrow('no known format')
})

it('MSG-1 of talks in a table each line names its own, and they come in the order of their times', () => {
  const line = (session_id: string, created_at: number, speaker: string, message: string) =>
    JSON.stringify({ session_id, created_at, speaker, message })
  const lines = [
    line('b', 1700000003000, 'robot', 'Not yet.'),
    line('a', 1700000002000, 'robot', 'There.'),
    line('b', 1700000001000, 'pupil', 'Is it right?'),
    line('a', 1700000000000, 'pupil', 'Where is it?'),
  ]
  expect(talks(lines.join('\n'))).toEqual([
    [
      ['user', 'Is it right?'],
      ['assistant', 'Not yet.'],
    ],
    [
      ['user', 'Where is it?'],
      ['assistant', 'There.'],
    ],
  ])
})

describe('MSG-1 requests', () => {
  const params = {
    model: 'claude-haiku-4-5',
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Hi.' }],
  }

  it('of a batch of Anthropic’s are read, on lines and as they are sent', () => {
    const requests = ['a', 'b'].map((id) => ({ custom_id: id, params }))
    for (const text of [
      requests.map((one) => JSON.stringify(one)).join('\n'),
      JSON.stringify({ requests }),
    ]) {
      const traces = readTraces(text)
      expect(traces.map(({ system, model }) => [system, model])).toEqual([
        ['Be brief.', 'claude-haiku-4-5'],
        ['Be brief.', 'claude-haiku-4-5'],
      ])
    }
  })

  it.each([
    [
      "what a shell sends: a quote is '\\''",
      `-d '{"messages": [{"role": "user", "content": "It'\\''s \\n me."}]}'`,
    ],
    [
      'what a browser copies',
      String.raw`--data-raw $'{"messages": [{"role": "user", "content": "It\'s \\n me."}]}'`,
    ],
  ])('of curl: %s', (_, argument) => {
    expect(talks(`curl https://api.example.org/v1/chat \\\n  -H 'a: b' \\\n  ${argument}\n`)).toEqual([
      [['user', "It's \n me."]],
    ])
  })
})
