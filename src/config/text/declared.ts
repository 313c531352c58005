import { policies } from '../../engine/index.ts'
import { named, weightsSetting } from '../../engine/internal.ts'
import type { GroupSetting, NumberSetting, NumbersSetting, Setting } from '../../engine/index.ts'
import { configSpec } from '../declaration.ts'
import { shareOf } from '../ladder.ts'
import { isMapping } from '../mapping.ts'
import { stepSetting } from '../step.ts'

const WHOLE: GroupSetting = { kind: 'group', meaning: 'Every setting of a run.', settings: configSpec }

/**
 * The declaration at a path; null if nothing is declared. `data` is the text's, for declarations that depend on other
 * keys.
 */
export function declaredAt(path: readonly string[], data: unknown): Setting | null {
  let setting: Setting | null = WHOLE
  for (const [index, key] of path.entries()) {
    setting = within(setting, key, path.slice(0, index), data)
    if (setting === null) return null
  }
  return setting
}

/** The declaration of a key, an item or a cascade step of a setting. */
export function within(
  setting: Setting,
  key: string,
  path: readonly string[],
  data: unknown,
): Setting | null {
  switch (setting.kind) {
    case 'group': {
      const name = declaredName(setting, key)
      const inner = Object.hasOwn(setting.settings, name) ? setting.settings[name] : undefined
      if (inner === undefined) return null
      return isWeights(inner) ? weightsAt(inner, path, data) : inner
    }
    case 'numbers':
      return Object.hasOwn(setting.choices, key) ? numberIn(setting, key) : null
    case 'names':
    case 'ladder':
      if (setting.kind === 'ladder' && shareOf(key) === null) return null
      return { kind: 'choice', default: '', choices: setting.choices, meaning: setting.meaning }
    case 'texts':
      return { ...setting, kind: 'text', default: '' }
    case 'stages':
      return stepSetting(setting, stageIn(dataAt(data, [...path, key])))
    case 'choice':
      // A cascade threshold with several steps has a list of them.
      return /^\d+$/.test(key) ? setting : null
    case 'number':
    case 'boolean':
    case 'text':
      return null
  }
}

/** The keys allowed in a setting, in the order in which they are written. */
export function keysOf(setting: Setting): readonly string[] {
  if (setting.kind === 'group') return Object.keys(setting.settings)
  return setting.kind === 'numbers' ? Object.keys(setting.choices) : []
}

/** The declared key, for a text that may use its alias. */
export function declaredName(group: GroupSetting, key: string): string {
  if (Object.hasOwn(group.settings, key)) return key
  const found = Object.entries(group.settings).find(([, one]) => one.kind === 'number' && one.alias === key)
  return found?.[0] ?? key
}

/** Every allowed name of a key in a text, its own first. */
export function namesOf(setting: Setting, key: string): readonly string[] {
  if (setting.kind !== 'group') return [key]
  const name = declaredName(setting, key)
  const inner = Object.hasOwn(setting.settings, name) ? setting.settings[name] : undefined
  return inner?.kind === 'number' && inner.alias !== undefined ? [name, inner.alias] : [name]
}

function numberIn(setting: NumbersSetting, key: string): NumberSetting {
  const { min, max, integer, unit, usual, default: usualNumbers } = setting
  return {
    kind: 'number',
    default: usualNumbers?.[key] ?? 0,
    min,
    max,
    integer,
    unit,
    ...(usual === undefined ? {} : { usual }),
    meaning: setting.choices[key] ?? setting.meaning,
  }
}

/** Weights are the only numbers whose default depends on another setting. */
function isWeights(setting: Setting): setting is NumbersSetting {
  return setting.kind === 'numbers' && setting.default === null
}

function weightsAt(setting: NumbersSetting, section: readonly string[], data: unknown): NumbersSetting {
  const own = dataAt(data, [...section, 'policy'])
  // A step without a policy of its own uses that of the config.
  const name = own ?? dataAt(data, ['eviction', 'policy']) ?? defaultPolicy()
  const policy = typeof name === 'string' ? named(policies, name) : undefined
  return policy === undefined ? setting : weightsSetting(policy)
}

function defaultPolicy(): unknown {
  const { eviction } = configSpec
  const policy = eviction?.kind === 'group' ? eviction.settings['policy'] : undefined
  return policy?.kind === 'choice' ? policy.default : null
}

/** The stage that a step names, bare or with other keys. */
function stageIn(step: unknown): string | null {
  const stage = isMapping(step) ? step['stage'] : step
  return typeof stage === 'string' ? stage : null
}

/** The value of plain data at a path; undefined if there is none. */
export function dataAt(data: unknown, path: readonly string[]): unknown {
  let value = data
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}
