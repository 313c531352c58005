import { beforeEach, expect, it } from 'vitest'
import { connection } from '../model/connection.ts'
import { mostOutput, takes, thinkingOfStart, thinkingState } from './thinking.ts'

const listed = (thinking: readonly ('enabled' | 'disabled')[] | null) => [
  { id: 'claude-old', label: 'Old', maxInput: null, maxOutput: 9000, thinking },
]

beforeEach(() => {
  connection.setState({ model: 'claude-old', listed: null, own: new Map() })
  thinkingState.setState({ mode: 'own', budget: 2048 })
})

it('EDITAPI-1 a request says nothing of thinking unless a person did', () => {
  expect(thinkingOfStart()).toBeUndefined()
  thinkingState.setState({ mode: 'disabled' })
  expect(thinkingOfStart()).toEqual({ type: 'disabled' })
  thinkingState.setState({ mode: 'adaptive' })
  expect(thinkingOfStart()).toEqual({ type: 'adaptive', display: 'summarized' })
  thinkingState.setState({ mode: 'enabled' })
  expect(thinkingOfStart()).toEqual({ type: 'enabled', budget_tokens: 2048, display: 'summarized' })
})

it('COST-1 what the provider says that a model does not take is not asked for; where it says nothing, all may be', () => {
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
