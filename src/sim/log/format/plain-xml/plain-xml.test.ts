import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../../engine/internal.ts'
import { writers } from '../../formats.ts'
import { callIn, callText } from './call.ts'
import { readTrace, readTraces } from '../../reading.ts'

const user = (content: unknown) => ({ role: 'user', content })
const reply = (content: unknown) => ({ role: 'assistant', content })
const said = (text: string) => ({ type: 'text', text })
const toolUse = (id: number, name: string, input: unknown) => ({
  type: 'tool_use',
  id: `xml_call_${id}`,
  name,
  input,
})
const result = (id: number, content: unknown) =>
  user([{ type: 'tool_result', tool_use_id: `xml_call_${id}`, content }])
const read = (messages: unknown, options = {}) => readTrace(JSON.stringify({ messages }), options)
const again = (messages: unknown): unknown =>
  (JSON.parse(writers['plain-xml'](read(messages))) as { messages: unknown }).messages

const bash = '<function=bash>\n<parameter=command>ls -la</parameter>\n</function>'
const create =
  '<function=edit>\n<parameter=path>/a.py</parameter>\n<parameter=text>\nimport os\n\nprint(1 < 2)\n</parameter>\n</function>'
const chat = [
  { role: 'system', content: `Call like this:\n<function=example>\n<parameter=x>1</parameter>\n</function>` },
  user('Fix it.'),
  reply(`I look.\n\n${bash}`),
  user('OBSERVATION:\na b'),
  reply(`\n\n${create}`),
  user('Your command ran successfully and did not produce any output.'),
  reply('Done.\n\n<function=submit>\n</function>'),
]

describe('MSG-1 calls as XML in text', () => {
  it('reads calls and results, with the text before a call as a separate part', () => {
    const trace = read(chat)
    expect(trace.source.name).toBe('plain-xml')
    expect(trace.system).toBe(chat[0]?.content)
    expect(trace.messages).toEqual([
      user('Fix it.'),
      reply([said('I look.\n\n'), toolUse(1, 'bash', { command: 'ls -la' })]),
      result(1, 'OBSERVATION:\na b'),
      reply([toolUse(2, 'edit', { path: '/a.py', text: '\nimport os\n\nprint(1 < 2)\n' })]),
      result(2, 'Your command ran successfully and did not produce any output.'),
      reply([said('Done.\n\n'), toolUse(3, 'submit', {})]),
    ])
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([
      [[0], 1],
      [[2], 3],
      [[4], 5],
    ])
    expect(trace.intake).toEqual({
      records: 7,
      problems: [],
      ignored: [],
      inferred: [
        'Calls taken from the text of the replies: 3.',
        'Calls without a result in the log: 1 (xml_call_3).',
      ],
    })
  })

  it('is written back to the same text', () => {
    expect(again(chat)).toEqual(chat)
  })

  it.each([
    ['no end', '<function=bash>\n<parameter=command>ls</parameter>\n'],
    ['a parameter without an end', '<function=bash>\n<parameter=command>ls\n</function>'],
    [
      'words between the parameters',
      '<function=bash>\nplease\n<parameter=command>ls</parameter>\n</function>',
    ],
    ['no name', '<function=>\n</function>'],
    ['another tag', '<tool=bash>\n<parameter=command>ls</parameter>\n</tool>'],
    ['nothing but an end', 'ls</function>'],
  ])('leaves a call with %s as text, and what follows it the user’s', (_, broken) => {
    const messages = [...chat.slice(0, 4), reply(broken), user('OBSERVATION:\nnot understood')]
    expect(read(messages).messages.slice(-2)).toEqual(messages.slice(-2))
    expect(again(messages)).toEqual(messages)
  })

  it('reads one call a message, the first, and keeps the text after it', () => {
    const messages = [...chat.slice(0, 2), reply(`${bash} and\n${create}\nDone.`), user('OBSERVATION:\nx')]
    expect(read(messages).messages[1]).toEqual(
      reply([toolUse(1, 'bash', { command: 'ls -la' }), said(` and\n${create}\nDone.`)]),
    )
    expect(again(messages)).toEqual(messages)
  })

  it('leaves a call as text if no result follows', () => {
    const messages = [
      ...chat.slice(0, 4),
      reply(`For example\n${bash}`),
      user('I see.'),
      reply(bash),
      reply('Go on.'),
    ]
    const trace = read(messages)
    expect(trace.messages.slice(-4)).toEqual(messages.slice(-4))
    expect(trace.intake.inferred).toContain('Calls in the text without a result, left as text: 2.')
  })

  it('leaves a last call followed by text as text', () => {
    const messages = [...chat.slice(0, 4), reply(`${bash}\nis what I would run.`)]
    expect(read(messages).messages.at(-1)).toEqual(messages.at(-1))
  })

  it('keeps the body of a call as one text if its layout would be lost', () => {
    const bodies = [
      '<parameter=command>ls</parameter>',
      '\n\n<parameter=command>ls</parameter>\n',
      '\n<parameter=a>1</parameter>\n<parameter=a>2</parameter>\n',
      '\n<parameter=2>b</parameter>\n<parameter=1>a</parameter>\n',
      '\n<parameter=a>1</parameter> <parameter=b>2</parameter>\n',
    ]
    for (const body of bodies) {
      const messages = [user('Go.'), reply(`<function=x>${body}</function>`), user('OBSERVATION:\n')]
      expect(read(messages).messages[1]).toEqual(reply([toolUse(1, 'x', body)]))
      expect(again(messages)).toEqual(messages)
    }
  })

  it('makes no blank parts of the usual empty lines around a call', () => {
    const texts = (before: string, after: string) =>
      [0, 1, 2].flatMap((n) => [reply(`${before}${bash}${after}`), user(`OBSERVATION:\n${n}`)])
    for (const [before, after] of [
      ['', ''],
      ['\n\n', '\n'],
      ['\n', ' '],
    ] as const) {
      const messages = [user('Go.'), ...texts(before, after)]
      const blanks = read(messages).messages.flatMap((message) =>
        partsOf(message).filter((part) => part.type === 'text' && part.text.trim() === ''),
      )
      // The first call of a kind decides the format of the others.
      expect(blanks.length).toBe((before === '' ? 0 : 1) + (after === '' ? 0 : 1))
      expect(again(messages)).toEqual(messages)
    }
  })

  it('accepts names with a special meaning for objects', () => {
    const text =
      '<function=__proto__>\n<parameter=__proto__>1</parameter>\n<parameter=constructor>2</parameter>\n</function>'
    const messages = [user('Go.'), reply(text), user('OBSERVATION:\nx')]
    const [call] = partsOf(read(messages).messages[1] ?? { role: 'user', content: '' })
    expect(call?.type === 'tool_use' ? [call.name, JSON.stringify(call.input)] : null).toEqual([
      '__proto__',
      '{"__proto__":"1","constructor":"2"}',
    ])
    expect(again(messages)).toEqual(messages)
  })

  it('reads content that is a list with one text', () => {
    const messages = [user([said('Go.')]), reply([said(bash)]), user([said('OBSERVATION:\nx')])]
    expect(read(messages).messages.slice(1)).toEqual([
      reply([toolUse(1, 'bash', { command: 'ls -la' })]),
      result(1, [said('OBSERVATION:\nx')]),
    ])
  })

  it('reads several chats of a file, and one message a line', () => {
    const lines = [
      { messages: chat, instance_id: 'a' },
      { messages: chat.slice(0, 4), instance_id: 'b' },
    ]
    const traces = readTraces(lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(traces.map(({ source }) => [source.name, source.title])).toEqual([
      ['plain-xml', 'a (1 of 2)'],
      ['plain-xml', 'b (2 of 2)'],
    ])
    const loose = readTrace(chat.map((message) => JSON.stringify(message)).join('\n'))
    expect(loose.messages).toEqual(read(chat).messages)
  })

  it('does not accept chats that only mention such calls, or have real ones', () => {
    const spoken = [user('How do I call it?'), reply(`Like this: ${bash}`), user('Thanks.')]
    const real = [
      ...chat.slice(0, 4),
      { role: 'assistant', content: '', tool_calls: [{ id: 'c', function: { name: 'x', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'ok' },
    ]
    for (const messages of [spoken, real]) expect(read(messages).source.name).toBe('openai')
    expect(read(chat, { format: 'openai' }).messages[1]).toEqual(chat[2])
  })

  it('reads the call of a reply that is recorded beside the list', () => {
    const response = { model: 'm', choices: [{ message: reply(`I end.\n\n${bash}`) }] }
    const trace = readTrace(JSON.stringify({ messages: chat.slice(0, 4), response }))
    expect(trace.messages.at(-1)).toEqual(
      reply([said('I end.\n\n'), toolUse(2, 'bash', { command: 'ls -la' })]),
    )
    expect(trace.turns.at(-1)?.model).toBe('m')
    const both = { messages: [...chat.slice(0, 4), reply(`I end.\n\n${bash}`)], response }
    expect(readTrace(JSON.stringify(both)).messages).toEqual(trace.messages)
  })

  it('reports problems with their position', () => {
    const text = JSON.stringify({ messages: [...chat.slice(0, 4), reply(5)] }, null, 1)
    expect(readTrace(text).intake.problems).toMatchObject([
      {
        message: 'messages[4].content must be a string, a list or null, but is 5',
        line: text.split('\n').length - 3,
      },
    ])
  })

  it('any chat with tags is written back to the same text', () => {
    const piece = fc.constantFrom(
      '<function=a>',
      '<function=a>\n',
      '</function>',
      '<parameter=x>',
      '</parameter>',
      '</parameter>\n',
      'OBSERVATION:',
      'OBSERVATION:\n',
      '\n',
      '\n\n',
      ' ',
      'word',
      bash,
      create,
      '<function=a>\n</function>',
    )
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const messages = fc
      .array(fc.tuple(text, text, fc.boolean()), { minLength: 1, maxLength: 6 })
      .map((pairs) => [
        user('Go.'),
        ...pairs.flatMap(([first, second, marked]) => [
          reply(`${first}${bash}${marked ? '' : second}`),
          user(marked ? `OBSERVATION:\n${second}` : second),
        ]),
      ])
    let recognised = 0
    fc.assert(
      fc.property(messages, (list) => {
        const trace = read(list)
        if (trace.source.name !== 'plain-xml') return
        recognised += 1
        const written = JSON.parse(writers['plain-xml'](trace)) as { messages: unknown }
        expect(written.messages).toEqual(list)
      }),
      { numRuns: 200 },
    )
    expect(recognised).toBeGreaterThan(100)
  })
})

describe('finding calls in a text', () => {
  /** The rule of such an agent itself: the first match of one regular expression. */
  const naive = (text: string): { name: string; body: string } | null => {
    const match =
      /<function=([^<>\n]+)>((?:[ \t\r\n]*<parameter=[^<>\n]+>(?:(?!<\/parameter>)[^])*<\/parameter>)*[ \t\r\n]*)<\/function>/.exec(
        text,
      )
    return match ? { name: match[1] ?? '', body: match[2] ?? '' } : null
  }

  it('finds the call that a regular expression finds', () => {
    const piece = fc.constantFrom(
      '<function=a>',
      '<function=b>',
      '</function>',
      '<parameter=x>',
      '<parameter=y>',
      '</parameter>',
      '\n',
      ' ',
      'v',
      '<',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const text = pieces.join('')
        const call = callIn(text)
        const expected = naive(text)
        expect(call?.name).toBe(expected?.name)
        if (!call || !expected) return
        expect(text.slice(call.start, call.end)).toBe(callText(call.name, call.input))
        expect(callText(call.name, call.input)).toBe(`<function=${expected.name}>${expected.body}</function>`)
      }),
      { numRuns: 1200 },
    )
  })

  it.each([
    ['beginnings', '<function=a>\n<parameter=b>'.repeat(40_000)],
    ['beginnings before one end', `${'<function=a>\n<parameter=b>'.repeat(40_000)}</parameter>x</function>`],
    ['parameters that end in words', `<function=a>${'<parameter=b></parameter>'.repeat(40_000)}x</function>`],
    [
      'calls in values of calls that do not end',
      `${'<function=a><parameter=b></parameter>'.repeat(40_000)}</function`,
    ],
    ['blank lines', `${'<function=a>'.repeat(20)}${'\n'.repeat(500_000)}</function`],
    ['half tags', '<function='.repeat(100_000)],
  ])('takes no longer for many %s', (_, text) => {
    callIn(`${text}</function`)
    callIn(`${text}</function>`)
    expect(callIn(`${text}<function=z>\n</function>`)?.name).toBeDefined()
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('a chat recorded by others', () => {
  const text = (): string => readFileSync(join(folder ?? '', 'plain-chat-xml-agent.jsonl'), 'utf8')

  it('has 37 calls in text, 36 results, and is written back to the same text', () => {
    const trace = readTrace(text())
    const parts = trace.messages.flatMap((message) => partsOf(message))
    const names = parts.flatMap((part) => (part.type === 'tool_use' ? [part.name] : []))
    expect(names).toHaveLength(37)
    // Every call in the file except the example in the system prompt, found in another way.
    const source = JSON.parse(text()) as { messages: { role: string; content: string }[] }
    const expected = source.messages
      .filter(({ role }) => role === 'assistant')
      .flatMap(({ content }) => [...content.matchAll(/<function=(\w+)>/g)].map(([, name]) => name))
    expect(names).toEqual(expected)
    expect(parts.filter(({ type }) => type === 'tool_result')).toHaveLength(36)
    expect(
      trace.messages.flatMap(({ role, content }) =>
        role === 'user' && typeof content === 'string' ? [1] : [],
      ),
    ).toHaveLength(1)
    expect(parts.filter((part) => part.type === 'text' && part.text.trim() === '')).toEqual([])
    const written = JSON.parse(writers['plain-xml'](trace)) as { messages: unknown }
    expect(written.messages).toEqual(source.messages)
    expect(readTrace(writers['plain-xml'](trace)).messages).toEqual(trace.messages)
  })
})
