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
  ])('reads %j', (text) => {
    expect(said(text)).toEqual([
      ['user', 'a'],
      ['assistant', 'b'],
    ])
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
