import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'

const said = (text: string) => readTrace(text).messages.map(({ role, content }) => [role, content])

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
