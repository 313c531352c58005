import { expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'
import { call, session, text, tokens } from '../../../../testing/log/claude-code.ts'

/** The content of a reply that was written in these lines, and its usage. */
const reply = (...lines: readonly (readonly object[])[]) => {
  const log = session()
  log.user('Go.')
  for (const [index, content] of lines.entries())
    log.add({
      type: 'assistant',
      message: {
        id: 'm',
        role: 'assistant',
        model: 'claude-opus-4-6',
        content,
        usage: tokens(100, 0, 0, 5 + index),
      },
    })
  const { messages, turns, intake } = readTrace(log.text())
  return { content: messages[1]?.content, output: turns[0]?.usage?.output, problems: intake.problems.length }
}

it('MSG-1 a line that has a reply whole as it has grown takes the place of the lines before', () => {
  expect(reply([text('Hello')], [text('Hello world')], [text('Hello world'), call('a')])).toEqual({
    content: [text('Hello world'), call('a')],
    output: 7,
    problems: 0,
  })
  const [first, whole] = [{ path: 'a' }, { path: 'a', limit: 5 }].map((input) => ({ ...call('a'), input }))
  expect(reply([text('I look.'), first!], [text('I look.'), whole!])).toEqual({
    content: [text('I look.'), whole],
    output: 6,
    problems: 0,
  })
})

it('MSG-1 a line for each block of a reply adds its block', () => {
  expect(reply([text('I look.')], [call('a')], [call('b')]).content).toEqual([
    text('I look.'),
    call('a'),
    call('b'),
  ])
  expect(reply([text('Yes.')], [text('No.')]).content).toEqual([text('Yes.'), text('No.')])
})

it('MSG-1 what comes after a line with which a reply ended is more of it, and what is there already is none', () => {
  const lines = (...contents: readonly (readonly [object, string | null])[]) => {
    const log = session()
    log.user('Go.')
    for (const [block, stop_reason] of contents)
      log.add({ type: 'assistant', message: { id: 'm', role: 'assistant', content: [block], stop_reason } })
    return readTrace(log.text()).messages[1]?.content
  }
  const [short, long] = [text('First.'), text('First. And more.')]
  expect(lines([short, 'end_turn'], [long, 'end_turn'])).toEqual([short, long])
  expect(lines([short, 'tool_use'], [long, 'end_turn'])).toEqual([long])
  expect(lines([short, null], [call('a'), null], [short, null])).toEqual([short, call('a')])
})

it('MSG-1 TOK-2 a history that a client wrote again under new ids counts once', () => {
  const log = session()
  const turn = (asked: string, id: string, answered: string, fields: object = {}) => {
    log.user(asked, fields)
    log.reply(id, text(answered), tokens(10, 0, 1000, 20))
  }
  turn('Capital?', 'm1', 'Paris.')
  turn('Population?', 'm2', '2.1 million.')
  // again from the beginning, as with every message of a stream
  turn('Capital?', 'm1', 'Paris.', { parentUuid: null })
  turn('Population?', 'm2', '2.1 million.')
  turn('Population?', 'm3', 'As I said.')
  const { messages, turns, intake } = readTrace(log.text())
  expect(messages.map(({ content }) => content)).toEqual([
    'Capital?',
    [text('Paris.')],
    'Population?',
    [text('2.1 million.')],
    'Population?',
    [text('As I said.')],
  ])
  expect(turns).toHaveLength(3)
  expect(intake.ignored).toEqual([{ kind: 'copy of a line', count: 4 }])
})
