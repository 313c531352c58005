import { expect, test } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { run } from '../index.ts'

test('CROSS-3 a new window of a sub-agent closes with the sub-agent, one of the main agent stays open', () => {
  const steps = Array.from({ length: 12 }, (_, step) => `assistant: 400 chars\nuser: ${step} and 1200 chars`)
  const flat = traceOf(conversation(`user: Find the leak in the pool.\n${steps.join('\n')}`))
  // Turns 3 to 8 belong to a sub-agent.
  const trace = {
    ...flat,
    turns: flat.turns.map((turn) => ({ ...turn, window: turn.turn >= 3 && turn.turn <= 8 ? 1 : 0 })),
    windows: [
      { id: 0, parent: null, kind: 'main', opened: 0, closed: null },
      { id: 1, parent: 0, kind: 'subagent', opened: 3, closed: 8 },
    ] as const,
  }
  const long = trace.messages.map((message) =>
    message.role === 'user' && typeof message.content === 'string'
      ? { ...message, content: `${message.content} ${'lorem ipsum dolor '.repeat(60)}` }
      : message,
  )
  const { data } = run({ ...trace, messages: long }, { strategy: 'handover', max_context_tokens: 2000 })
  const ends = data.windows.filter(({ kind }) => kind === 'continuation')
  const lastOf = (parent: number) => ends.findLast((window) => window.parent === parent)
  expect(lastOf(1)).toMatchObject({ closed: 8 })
  expect(lastOf(0)).toMatchObject({ closed: null })
})
