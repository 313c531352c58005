import { beforeEach, expect, it } from 'vitest'
import { connection } from '../../store/model/connection.ts'
import { mostOutput } from '../../store/model/facts.ts'
import { asTaken, mostBudget, REPLY, takes, thinkingOfStart, thinkingState } from './thinking.ts'

const listed = (thinking: readonly ('enabled' | 'disabled')[] | null) => [
  { id: 'claude-old', label: 'Old', maxInput: null, maxOutput: 9000, thinking },
]

beforeEach(() => {
  connection.setState({ model: 'claude-old', listed: null, own: new Map() })
  thinkingState.setState({ mode: 'own', budget: 2048 })
})

it('EDITAPI-1 a request has no thinking option unless a person chose one', () => {
  expect(thinkingOfStart()).toBeUndefined()
  thinkingState.setState({ mode: 'disabled' })
  expect(thinkingOfStart()).toEqual({ type: 'disabled' })
  thinkingState.setState({ mode: 'adaptive' })
  expect(thinkingOfStart()).toEqual({ type: 'adaptive', display: 'summarized' })
  thinkingState.setState({ mode: 'enabled' })
  expect(thinkingOfStart()).toEqual({ type: 'enabled', budget_tokens: 2048, display: 'summarized' })
})

it('COST-1 options that the model does not support are not requested; without a list, all may be', () => {
  thinkingState.setState({ mode: 'adaptive' })
  for (const said of [null, listed(null)]) {
    connection.setState({ listed: said })
    expect(thinkingOfStart()?.type).toBe('adaptive')
  }
  connection.setState({ listed: listed(['enabled', 'disabled']) })
  expect(
    ['own', 'disabled', 'enabled', 'adaptive'].map((mode) => takes('claude-old', mode as 'own')),
  ).toEqual([true, true, true, false])
  expect(thinkingOfStart()).toBeUndefined()
  expect([mostOutput('claude-old'), mostOutput('claude-other')]).toEqual([9000, null])
})

it('COST-1 a budget leaves room for a reply, if its maximum is known', () => {
  thinkingState.setState({ mode: 'enabled', budget: 64_000 })
  expect(mostBudget('claude-old')).toBeNull()
  expect(thinkingOfStart()?.budget_tokens).toBe(64_000)
  connection.setState({ listed: listed(['enabled']) })
  expect(mostBudget('claude-old')).toBe(9000 - REPLY)
  expect(thinkingOfStart()?.budget_tokens).toBe(9000 - REPLY)
  const most = (maxOutput: number) => {
    connection.setState({ listed: listed(['enabled']).map((one) => ({ ...one, maxOutput })) })
    return [mostBudget('claude-old'), takes('claude-old', 'enabled')]
  }
  expect([5120, 5119, 2048, 2047].map(most)).toEqual([
    [1024, true],
    [1024, true],
    [1024, true],
    [0, false],
  ])
})

it('COST-1 a conversation that continues with another model uses that model’s options', () => {
  const clear = { type: 'clear_thinking_20251015', keep: 'all' } as const
  const request = {
    messages: [],
    thinking: { type: 'enabled', budget_tokens: 64_000, display: 'summarized' },
    context_management: { edits: [clear] },
  } as const
  expect(asTaken(request, 'claude-old')).toBe(request)
  connection.setState({ listed: listed(['enabled']) })
  expect(asTaken(request, 'claude-old')).toEqual({
    ...request,
    thinking: { type: 'enabled', budget_tokens: 9000 - REPLY, display: 'summarized' },
  })
  const small = { ...request, thinking: { type: 'enabled', budget_tokens: 9000 - REPLY } } as const
  expect(asTaken(small, 'claude-old')).toBe(small)
  connection.setState({ listed: listed(['disabled']) })
  // Then there is no thinking to clear, either.
  expect(asTaken(request, 'claude-old')).toEqual({ messages: [] })
  expect(asTaken({ messages: [] }, 'claude-old')).toEqual({ messages: [] })
})
