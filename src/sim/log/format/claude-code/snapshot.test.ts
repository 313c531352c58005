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
