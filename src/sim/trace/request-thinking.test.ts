import { expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { requestThinking } from './request-thinking.ts'
import type { Trace } from './trace.ts'

const asked = (trace: Trace): (string | undefined)[] =>
  trace.turns.map(({ turn }) => requestThinking(trace).at(turn)?.type)

const LOOP = `
  user: go
  assistant: think[s] hm + call a f
  result a: 1
  assistant: think[s] so + call b f
  result b: 2
  assistant: done`

it('VALID-1 a loop that began with thinking was made with thinking enabled, as far as is known', () => {
  expect(asked(traceOf(conversation(LOOP)))).toEqual([undefined, 'enabled', 'enabled'])
})

it.each([
  ['claude-sonnet-4-5-20250929', 'enabled'],
  ['claude-opus-4-6', 'enabled'],
  ['claude-opus-4-7', 'adaptive'],
  ['us.anthropic.claude-opus-4-8-v1:0', 'adaptive'],
  ['claude-sonnet-5', 'adaptive'],
  ['claude-haiku-5-5', 'adaptive'],
])('VALID-1 a model that only knows adaptive thinking is asked for nothing else: %s', (model, mode) => {
  const trace = traceOf(conversation(LOOP))
  const turns = trace.turns.map((turn) => ({ ...turn, model }))
  expect(asked({ ...trace, turns })).toEqual([undefined, mode, mode])
})

it('VALID-1 after a reply that thought behind a text, thinking is adaptive', () => {
  const talk = `
    user: go
    assistant: think[s] hm + call a f
    result a: 1
    assistant: I see + think[s] so + call b f
    result b: 2
    assistant: done
    user: go on
    assistant: think[s] hm + call c f
    result c: 3`
  expect(asked(traceOf(conversation(talk)))).toEqual([
    undefined,
    'enabled',
    'adaptive',
    'adaptive',
    'adaptive',
  ])
})
