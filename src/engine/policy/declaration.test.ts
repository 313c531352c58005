import { describe, expect, test } from 'vitest'
import { BLOCK_TYPES } from '../core/message/block.ts'
import { defaultsOf } from '../core/setting.ts'
import type { SettingsSpec } from '../core/setting.ts'
import { evictionSpec, weightsSetting } from './declaration.ts'
import type { Policy } from './signals/signal.ts'
import { guards } from './guards/list.ts'
import { policies, policyOf } from './policies/list.ts'

describe('evictionSpec', () => {
  test('EVI-1 lifetimes: results 8, thinking 2, memories 20, answers 30, anything else 50', () => {
    expect(defaultsOf(evictionSpec)['type_ttl']).toEqual({
      tool_result: 8,
      thinking: 2,
      memory_injection: 20,
      assistant_response: 30,
      user_message: 50,
      tool_call: 50,
      summary: 50,
    })
  })

  test('EVI-3 only guards that can be switched off are settings, and all of them are on', () => {
    const switchable = Object.values(guards).filter((guard) => !guard.always)
    expect(defaultsOf(evictionSpec)['gates']).toEqual(
      Object.fromEntries(switchable.map(({ name }) => [name, true])),
    )
  })

  test('EVI-1 every block type has a meaning where types are named', () => {
    for (const key of ['type_ttl', 'protected_types']) {
      const setting = (evictionSpec as SettingsSpec)[key]
      const choices = setting?.kind === 'numbers' || setting?.kind === 'names' ? setting.choices : {}
      expect(Object.keys(choices)).toEqual([...BLOCK_TYPES])
      expect(Object.values(choices).every((meaning) => meaning.length > 0)).toBe(true)
    }
  })
})

describe('weightsSetting', () => {
  test.each(Object.entries(policies))(
    'EVI-2 the declared weights of %s are the ones it ranks by',
    (name, policy) => {
      const declared = weightsSetting(policy)
      expect(declared.default).toEqual(policy.weights)
      expect(Object.keys(declared.choices)).toEqual(Object.keys(policy.weights))
      expect(shares(policyOf(name, declared.default))).toEqual(shares(policyOf(name)))
    },
  )

  test('EVI-2 the setting of all policies knows every signal of each', () => {
    const all = evictionSpec['weights']
    const names = all?.kind === 'numbers' ? Object.keys(all.choices) : []
    for (const policy of Object.values(policies))
      expect(names).toEqual(expect.arrayContaining(Object.keys(policy.weights)))
  })
})

function shares(policy: Policy): [signal: string, weight: number][] {
  return policy.terms.map(({ signal, weight }) => [signal.name, weight])
}
