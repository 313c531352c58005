import { expect, it } from 'vitest'
import { demandsOf, modelBindsThinking } from './model.ts'

const MERGED = { alternation: 'merged', tools: 'required', calls: 'required' } as const

/**
 * From the provider's notes of October 2026: which models continue a reply, accept system messages, and bind thinking.
 */
it.each([
  ['gpt-5', 'allowed', 'allowed', false],
  ['claude-next-9', 'allowed', 'allowed', false],
  ['claude-3-5-sonnet-20241022', 'allowed', 'rejected', false],
  ['claude-opus-4-20250514', 'allowed', 'rejected', false],
  ['claude-sonnet-4-5-20250929', 'allowed', 'rejected', false],
  ['claude-opus-4-6', 'rejected', 'rejected', false],
  ['anthropic/claude-opus-4.6', 'rejected', 'rejected', false],
  ['claude-haiku-4-7', 'rejected', 'rejected', false],
  ['claude-sonnet-4-8', 'rejected', 'allowed', false],
  ['claude-sonnet-5', 'rejected', 'rejected', false],
  ['claude-sonnet-5-1', 'rejected', 'allowed', false],
  ['claude-opus-5', 'rejected', 'allowed', false],
  ['claude-opus-5-4', 'rejected', 'allowed', false],
  ['claude-opus-5-5', 'rejected', 'allowed', true],
  ['claude-haiku-5.5', 'rejected', 'allowed', true],
  ['claude-fable-5', 'rejected', 'allowed', false],
  ['claude-fable-5-1', 'rejected', 'allowed', true],
  ['claude-mythos-5', 'rejected', 'allowed', false],
  ['claude-mythos-5-1', 'rejected', 'allowed', true],
  ['claude-fable-4-5', 'allowed', 'rejected', false],
  ['claude-opus-4-10', 'rejected', 'allowed', false],
  ['claude-opus-10', 'rejected', 'allowed', true],
] as const)('VALID-1 the requirements of %s', (model, prefill, systemMessages, binds) => {
  const rest = { ...MERGED, boundThinkingFrom: binds ? null : undefined }
  expect(demandsOf({ model })).toEqual({ prefill, systemMessages, ...rest })
  expect(modelBindsThinking(model)).toBe(binds)
})

it('VALID-1 the caller’s facts override the model’s name, and without a name nothing is known', () => {
  const free = { prefill: 'allowed', systemMessages: 'allowed' } as const
  const usual = { ...MERGED, boundThinkingFrom: undefined, ...free } as const
  expect(demandsOf()).toEqual(usual)
  const told = { alternation: 'strict', tools: 'ignored', calls: 'ignored' } as const
  const own = { ...told, boundThinkingFrom: 3, ...free } as const
  expect(demandsOf({ model: 'claude-opus-5-5', ...own })).toEqual(own)
  expect(demandsOf({ model: 'gpt-5', boundThinkingFrom: null }).boundThinkingFrom).toBe(null)
})
