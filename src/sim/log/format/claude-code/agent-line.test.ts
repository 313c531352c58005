import { expect, it } from 'vitest'
import { call, result, session, text, tokens } from '../../../../testing/log/claude-code.ts'
import { withBeside } from '../../beside.ts'
import { readTrace } from '../../reading.ts'

/** A session whose sub-agent's lines stand in lines of its own. */
function withAgent() {
  const log = session()
  let count = 0
  const progress = (type: string, message: object) => {
    count += 1
    const timestamp = `2026-02-11T04:01:0${count}.000Z`
    return log.add({
      type: 'progress',
      toolUseID: `agent_msg_${count}`,
      parentToolUseID: 't',
      data: {
        type: 'agent_progress',
        agentId: 'a1',
        prompt: 'Count the files.',
        message: { type, message, uuid: `inner${count}`, timestamp },
      },
    })
  }
  const said = (block: object, output: number) => ({
    id: 'sub',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [block],
    usage: tokens(3, 500, 9000, output),
  })
  log.user('How many files are there?')
  log.reply('m1', call('t', 'Task'), tokens(10, 100, 0, 5))
  progress('user', { role: 'user', content: [text('Count the files.')] })
  progress('assistant', said(call('c1', 'Glob'), 2))
  progress('user', { role: 'user', content: [result('c1', 'a.ts')] })
  progress('assistant', said(call('c2', 'Glob'), 40))
  progress('user', { role: 'user', content: [result('c2', 'b.ts')] })
  log.add({ type: 'progress', data: { type: 'agent_progress', agentId: 'a1' } })
  log.result('t', 'There are 2.', {
    toolUseResult: { agentId: 'a1', content: [text('There are 2.')], usage: tokens(1, 90, 9500, 7) },
  })
  log.reply('m2', text('Two.'), tokens(10, 20, 100, 4))
  return log.text()
}

const told = (log: string) => {
  const { messages, turns, windows, intake } = readTrace(log)
  return {
    calls: turns.map(({ window, model, usage }) => [window, model, usage?.input, usage?.output]),
    kinds: windows.map(({ kind }) => kind),
    first: messages
      .map(({ content }) => content)
      .find((content) => JSON.stringify(content).includes('Count')),
    ignored: intake.ignored,
    problems: intake.problems,
  }
}

it('MSG-1 TOK-2 lines of a sub-agent in the file of its parent are a window with its calls', () => {
  // The lines of one message are one call, and its newest usage counts.
  expect(told(withAgent())).toEqual({
    calls: [
      [0, 'claude-opus-4-6', 110, 5],
      [1, 'claude-haiku-4-5', 9503, 40],
      // What it said last stands in the result alone.
      [1, 'claude-haiku-4-5', 9591, 7],
      [0, 'claude-opus-4-6', 130, 4],
    ],
    kinds: ['main', 'subagent'],
    first: [text('Count the files.')],
    ignored: [{ kind: 'progress/agent_progress', count: 1 }],
    problems: [],
  })
})

it('TOK-2 the calls of a sub-agent whose own file is read as well count there alone', async () => {
  const beside = (name: string) => [{ name, text: () => Promise.resolve('') }]
  const log = withAgent()
  expect(told(await withBeside(log, beside('agent-a1.jsonl'))).calls).toEqual([
    [0, 'claude-opus-4-6', 110, 5],
    [0, 'claude-opus-4-6', 130, 4],
  ])
  expect(await withBeside(log, beside('agent-a2.jsonl'))).toBe(log)
})
