import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../engine/index.ts'
import { readTrace } from '../../reading.ts'

const said = (text: string) => readTrace(text).messages.map(({ role, content }) => [role, content])

function problemsOf(text: string) {
  try {
    readTrace(text)
    return []
  } catch (error) {
    return error instanceof ProblemError ? error.problems : [error]
  }
}

describe('MSG-1 chats as text', () => {
  it('what another says, or the same one in another form, is quoted in a chat copied from a page', () => {
    expect(said('**Cursor**\n\nI ask.\nYou: no.\nUser: no.\n\n**User**\n\nGo.\n')).toEqual([
      ['assistant', 'I ask.\nYou: no.\nUser: no.'],
      ['user', 'Go.'],
    ])
    expect(() => readTrace('Claude: a model.\nGemini: another.\n')).toThrow('no known format')
  })

  it('reads speakers, several lines of each, and puts the system prompt first', () => {
    const trace = readTrace(
      'System: Be brief.\n\nUser: Hello,\n\n  there: you\n\nAssistant:\nHi.\nHow are you?\n\nUser: Fine.\n',
    )
    expect(trace.source.name).toBe('plain')
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Hello,\n\n  there: you' },
      { role: 'assistant', content: 'Hi.\nHow are you?' },
      { role: 'user', content: 'Fine.' },
    ])
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([
      [[0], 1],
      [[2], null],
    ])
    expect(trace.lacksOverhead).toBe(false)
  })

  it.each([
    ['Human: a\nAI: b'],
    ['**User:** a\n**Assistant:** b'],
    ['**User**: a\n\n**Assistant**: b'],
    ['__Human:__ a\n__AI:__ b'],
    ['### User\na\n### Assistant\nb'],
    ['## User:\na\n## Assistant:\nb'],
    ['**User**\na\n\n**Assistant**\nb'],
    ['USER: a\nASSISTANT: b'],
    ['user: a\nassistant: b'],
    ['\n\n  \nUser:a\nAssistant:b'],
    ['A chat I had\n\nUser: a\nAssistant: b'],
    ['You said:\na\nChatGPT said:\nb'],
    ['#### You:\na\n\n#### ChatGPT:\nb'],
    ['# A\n_Exported from Cursor_\n\n---\n\n**User**\n\na\n\n---\n\n**Cursor**\n\nb\n\n---\n'],
    ['## USER 🧑‍💻\n\na\n\n---\n\n## MODEL ✨\n\nb\n\n---\n'],
    ['User: a\n\nGitHub Copilot: b'],
    ['## You said: a\n\na\n\n## Claude responded: b\n\nb'],
    ['You said: a\n\n## Claude responded: b'],
    ['Shared by A\nYou said\n\na\nGemini said\n\nb'],
    ['###### You said\n\na\n\n###### Gemini said\n\nb'],
    ['You said:\na\nCopilot finished thinking Copilot said: b'],
    ['You said: a\nCopilot said: b'],
    ['# You Asked:\n\na\n\n# Gemini Responded:\n\nb\n\n'],
    ['## You asked\n\na\n\n---\n\n## ChatGPT Replied:\n\nb\n'],
    ['You asked:\n----------\n\na\n\n---\n\nChatGPT Replied:\n----------------\n\nb'],
    ['## 👤 User\n\na\n\n## 🤖 Assistant\n\nb'],
    ['**☺️ User:** a\n\n**🤖 Claude:** b'],
    ['### User (2026-02-22 14:12:41)\n\na\n\n### Assistant (2026-02-22 14:12:50)\n\nb'],
    ['## Human (Apr 17, 2026, 10:08 AM):\n\na\n\n## Claude (Apr 17, 2026, 10:09 AM):\n\nb'],
    ['**human** (Aug 29, 2025, 09:24 PM)\n\na\n\n**assistant** (Aug 29, 2025, 09:25 PM)\n\nb'],
    ['### 🧑 User · 9:23 AM\n\na\n\n**Claude** · 9:26 AM\n\nb'],
    ['## 1. User\n\na\n\n### Claude\n\nb'],
    ['## Turn 1 — User\n\na\n\n## Turn 1 — Assistant\n\nb'],
    ['Du hast gesagt:\na\nChatGPT hat gesagt:\nb'],
    ['Vous avez dit :\na\nChatGPT a dit :\nb'],
    ['Vous avez dit\u00a0:\na\nChatGPT a dit\u00a0:\nb'],
    ['Dijiste:\na\nChatGPT dijo:\nb'],
    ['#### Tú dijiste:\na\n#### ChatGPT dijo:\nb'],
    ['###### Você disse:\n\na\n\n###### O ChatGPT disse:\n\nb'],
    ['Hai detto:\na\n\n**ChatGPT ha detto:**\n\nb'],
    ['Powiedziałeś(-aś):\na\nChatGPT powiedział:\nb'],
    ['Вы сказали:\na\n\nChatGPT сказал:\nb'],
    ['Ви сказали:\na\n\nПрограма ChatGPT сказала:\nb'],
    ['Bạn đã nói:\na\nChatGPT đã nói:\nb'],
    ['나의 말:\na\nChatGPT의 말:  \nb'],
    ['您说：\na\nChatGPT 说：\nb'],
    ['**我**： a\n**ChatGPT**： b'],
    ['\ufeff# Chat\n\n### Пользователь [17:49:08]\n\na\n\n### Claude [17:49:29]\n\nb'],
    ['## Benutzer\n\na\n\n## Assistent\n\nb'],
    ['## 用户\n\na\n\n## 助手\n\nb'],
    ['Usuario: a\nAsistente: b'],
    ['### User\n\na\n\n### Assistant — final response\n\nb'],
    ['## User — 2026-02-22 14:12\n\na\n\n## Assistant — 2026-02-22 14:13\n\nb'],
  ])('reads %j', (text) => {
    expect(said(text)).toEqual([
      ['user', 'a'],
      ['assistant', 'b'],
    ])
  })

  it('the title that a page reads aloud is not said twice, also cut and without its marks', () => {
    const page = [
      '## You said: How can I limit the rate of calls to…',
      '',
      'How can I limit the rate of calls to `api`?',
      '',
      '## Claude responded: No, not with a proxy.',
      '',
      'Searched the web',
      '',
      '**No, not with a proxy.** Use a token bucket.',
      '',
      '## You said: Why?',
      '',
      '## Claude responded: A bucket keeps bursts.',
      '',
      'It is fair.',
    ]
    expect(said(page.join('\n'))).toEqual([
      ['user', 'How can I limit the rate of calls to `api`?'],
      ['assistant', 'Searched the web\n\n**No, not with a proxy.** Use a token bucket.'],
      ['user', 'Why?'],
      ['assistant', 'A bucket keeps bursts.\n\nIt is fair.'],
    ])
  })

  it('the name again and the time of thinking, which a page writes around a reply, are no text of it', () => {
    const trace = readTrace(
      'Vous avez dit :|a|ChatGPT a dit :||ChatGPT||Réflexion durant 42s|b|Vous avez dit :|c|d|1m 41s nachgedacht|ChatGPT a dit :|Thought for 3 seconds'
        .split('|')
        .join('\n'),
    )
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'a',
      'b',
      'c\nd',
      // a message is never emptied
      'Thought for 3 seconds',
    ])
    expect(trace.intake.ignored).toEqual([{ kind: 'line of the page', count: 3 }])
  })

  it('a chat that was copied from below the first name begins with what the person said', () => {
    const trace = readTrace(
      'Why so slow?\n\nChatGPT dijo:\nA loop.\nDijiste:\nMend it.\nChatGPT dijo:\nDone.\n',
    )
    expect(trace.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Why so slow?'],
      ['assistant', 'A loop.'],
      ['user', 'Mend it.'],
      ['assistant', 'Done.'],
    ])
    expect(trace.intake.inferred).toEqual(['the text before the first speaker is what the user said'])
    expect(trace.intake.ignored).toEqual([])
  })

  describe('names that only the text tells', () => {
    const chat = (...names: string[]) => names.map((name, n) => `${name}\n\n${n}\n\n`).join('')

    it.each([
      ['a person beside a model', ['## Anna', '## Claude', '## Anna', '## Claude']],
      ['a model beside a person', ['**User:**', '**Hal:**', '**User:**', '**Hal:**']],
      ['a page in another language', ['Sinä sanoit:', 'ChatGPT sanoi:', 'Sinä sanoit:', 'ChatGPT sanoi:']],
    ])('%s: who takes turns with a known name speaks', (_, names) => {
      expect(said(chat(...names))).toEqual([
        ['user', '0'],
        ['assistant', '1'],
        ['user', '2'],
        ['assistant', '3'],
      ])
    })

    it('headings inside of the replies take turns as well, and are no speakers', () => {
      const text = chat('## Anna', '## Claude', '## Plan', '## Anna', '## Claude', '## Plan')
      expect(said(text).map(([role]) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    })

    it.each([
      ['three times in all', chat('## Anna', '## Claude', '## Anna')],
      [
        'two who both may be meant',
        `Log\n\n${chat('## User', '## Plan', '## Hal', '## User', '## Plan', '## Hal')}`,
      ],
      ['two models', chat('## Claude', '## Gemini', '## Claude', '## Gemini')],
      ['keys of settings', `Settings\n\n${chat('user:', 'group:', 'user:', 'group:')}`],
      [
        'tabs on one page of a manual',
        chat('## OpenAI', '## Agent', '## OpenAI', '## Agent') + 'Text.\n'.repeat(200),
      ],
    ])('not %s', (_, text) => {
      expect(() => readTrace(text)).toThrow('no known format')
    })
  })

  describe('code blocks', () => {
    it('quote a chat that stands in a message', () => {
      const quoted = 'Like this:\n```\nUser: hi\nAssistant: hello\n```\nBut shorter.'
      expect(said(`User: ${quoted}\nAssistant: Fine.\n`)).toEqual([
        ['user', quoted],
        ['assistant', 'Fine.'],
      ])
    })

    it('in which others stand, or without an end, quote nothing', () => {
      for (const code of ['```md\n```js\n1\n```\n```', '```js\n1'])
        expect(
          said(`User: a\n\nAssistant: b\n${code}\n\nUser: c\n\nAssistant: d\n\`\`\`\n2\n\`\`\`\n`).map(
            ([role]) => role,
          ),
        ).toEqual(['user', 'assistant', 'user', 'assistant'])
    })

    it('hold a whole chat, which ends with the block', () => {
      const trace = readTrace('My chat:\n\n~~~text\nUser: a\nAssistant: b\n~~~\n\nWhat do you say?\n')
      expect(trace.messages.map(({ content }) => content)).toEqual(['a', 'b'])
      expect(trace.intake.ignored.map(({ kind }) => kind)).toEqual([
        'text after the code block with the chat',
        'text before the first speaker',
      ])
    })

    it('a chat whose messages say the same again is read as a whole', () => {
      const text = `User: ${'Go on. '.repeat(20)}\nAssistant: ${'It is done. '.repeat(20)}\n`.repeat(40)
      expect(readTrace(text).messages).toHaveLength(80)
    })

    it('a manual with a chat as its example is refused, with what can be done', () => {
      const manual = `# Manual\n\n${'How it works. '.repeat(60)}\n\n\`\`\`\nUser: a\n\nAgent: b\n\`\`\`\n\n## More\n`
      expect(problemsOf(manual)).toMatchObject([
        {
          code: 'mostly-left-out',
          message: expect.stringMatching(/^only \d+ % of the text of this log could be read/),
          fix: 'If a part of the text is a conversation, paste that part alone.',
        },
      ])
      expect(readTrace(manual, { format: 'plain' }).messages.map(({ content }) => content)).toEqual([
        'a',
        'b',
      ])
    })
  })

  describe('a chat in the log of a program', () => {
    const logged = (stamp: (n: number) => string) =>
      [`User: a`, 'Loading the model', 'Assistant: b\nc', 'Closed', 'User: d']
        .map((words, n) => `${stamp(n)}${words}`)
        .join('\n')

    it.each<[string, (n: number) => string]>([
      ['Python with a time', (n) => `2026-01-01 10:00:0${n},123 - INFO - `],
      ['Python with a name', (n) => `2026-01-01 10:00:0${n},123 - app.chat - INFO - `],
      ['Python without a time', () => 'INFO:root:'],
      ['Loguru', (n) => `2026-01-01 10:00:0${n}.123 | INFO     | app.chat:run:12 - `],
      ['a time alone', (n) => `[10:00:0${n}] `],
      ['a level in brackets', (n) => `2026-01-01T10:00:0${n}Z [info] chat: `],
    ])('%s', (_, stamp) => {
      const trace = readTrace(logged(stamp))
      expect(trace.messages.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'a'],
        ['assistant', 'b\nc'],
        ['user', 'd'],
      ])
      expect(trace.intake.ignored).toEqual([{ kind: 'line of the program', count: 2 }])
    })

    it('has the times of the log', () => {
      const { turns } = readTrace(logged((n) => `2026-01-01T10:00:0${n},250Z - INFO - `))
      expect(turns.map(({ time }) => time)).toEqual([
        Date.UTC(2026, 0, 1, 10, 0, 2, 250),
        Date.UTC(2026, 0, 1, 10, 0, 4, 250),
      ])
    })

    it('that is hardly a part of it is refused', () => {
      const other = Array.from({ length: 60 }, (_, n) => `INFO:root:Loaded part ${n} of the weights`)
      expect(problemsOf(`${logged(() => 'INFO:root:')}\n${other.join('\n')}`)).toMatchObject([
        { code: 'mostly-left-out' },
      ])
    })
  })

  it('settings with the names of roles are no chat', () => {
    expect(() => readTrace('# Server\nuser: root\nsystem: linux\nassistant: none\nmodel: gpt-4o\n')).toThrow(
      'no known format',
    )
  })

  it('a rule behind each message of one side is no text of it', () => {
    const asked = (text: string) => `# You Asked:\n\n${text}\n\n# Gemini Responded:\n\nYes.\n\n---\n\n`
    expect(said(asked('a') + asked('b\n\n---\n\nc') + asked('d')).map(([, content]) => content)).toEqual([
      'a',
      'Yes.',
      'b\n\n---\n\nc',
      'Yes.',
      'd',
      'Yes.',
    ])
  })

  it.each([
    ['prose', 'The model was slow.\nYou said nothing.\nGemini said so.\n'],
    ['headings of a document', '# Roles\n\n## User (a person)\n\nText.\n\n## Assistant (a model)\n\nText.\n'],
    ['a numbered list', '1. User: who asks\n2. Assistant: who answers\n'],
    ['a log of a program', '[i] Claude responded: 12 of 20\n[i] You said: no\n'],
    ['one side alone', '## Claude responded: Yes.\n\nYes.\n'],
  ])('is not %s', (_, text) => {
    expect(() => readTrace(text)).toThrow('no known format')
  })

  it('does not split at speakers of another style, inside a line, or without a colon', () => {
    expect(
      said('User: a\nuser: root\nUSER: x\n User: y\nthe User: z\nUser\nAssistant\nAssistant: b'),
    ).toEqual([
      ['user', 'a\nuser: root\nUSER: x\n User: y\nthe User: z\nUser\nAssistant'],
      ['assistant', 'b'],
    ])
  })

  it('reads a line after a backslash as text', () => {
    expect(said('User: a\n\\User: b\n\\\\AI: c\n\\n')).toEqual([['user', 'a\nUser: b\n\\AI: c\n\\n']])
  })

  it('keeps a later system line, and counts the lines before the first speaker', () => {
    const trace = readTrace('Log of Monday\nUser: a\nSystem: b\nAssistant: c')
    expect(trace.messages[1]).toEqual({ role: 'system', content: 'b' })
    expect(trace.turns).toMatchObject([{ inputs: [0, 1], response: 2 }])
    expect(trace.intake).toMatchObject({
      records: 3,
      ignored: [{ kind: 'text before the first speaker', count: 1 }],
    })
  })

  it('prose is refused with how to write a chat', () => {
    expect(problemsOf('The model was slow.\n')).toMatchObject([
      {
        code: 'unknown-format',
        fix: 'In a chat as text, write who speaks before each message: "User:" and "Assistant:".',
      },
    ])
  })

  it('does not read prose with some colons as a chat', () => {
    for (const text of [
      'Report\n\nSystem: Linux\nUser: root',
      'System: Linux 6.1',
      'Users: 5',
      'User-Agent: curl',
    ])
      expect(() => readTrace(text)).toThrow('no known format')
  })

  it('reads lines of 100,000 characters, and lone surrogates', () => {
    const trace = readTrace(
      `User: ${'#'.repeat(100_000)}\n${'\\'.repeat(100_000)}\n**User**${' '.repeat(100_000)}x\n\ud800`,
    )
    expect(trace.messages).toHaveLength(1)
  })
})
