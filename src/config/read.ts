import type {
  GroupSetting,
  LadderSetting,
  NamesSetting,
  NumberSetting,
  NumbersSetting,
  Setting,
  SettingsSpec,
  TextSetting,
  TextsSetting,
} from '../engine/index.ts'
import { isAlias, nameIn, isMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { complain, numberMeant, truthMeant, unknownChoice, unknownKey, wrongType } from './problem.ts'
import type { Report } from './problem.ts'
import { ladderOf, rungsOf, shareOf } from './ladder.ts'
import { readStages } from './stages.ts'
import { dotted, shown } from './wording.ts'

/**
 * Reads plain values by their declarations: missing ones get their default, invalid ones are reported and get their
 * default too. Never throws and does not change its input.
 */
export function readSettings(
  spec: SettingsSpec,
  value: Mapping,
  path: readonly string[],
  report: Report,
): Record<string, unknown> {
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(spec, key) && !isAlias(key, spec)) unknownKey(key, Object.keys(spec), path, report)
  }
  return Object.fromEntries(
    Object.entries(spec).map(([key, setting]) => {
      const name = nameIn(value, key, setting)
      const given = Object.hasOwn(value, name) ? value[name] : undefined
      return [key, readSetting(setting, given, [...path, name], report)]
    }),
  )
}

function readSetting(setting: Setting, value: unknown, path: readonly string[], report: Report): unknown {
  if (setting.kind === 'group') {
    // A section whose keys are all commented out is null in YAML.
    if (value === undefined || value === null) return readSettings(setting.settings, {}, path, report)
    if (isMapping(value)) return readSettings(setting.settings, value, path, report)
    wrongType(setting, value, path, report)
    return readSettings(setting.settings, {}, path, report)
  }
  if (value === undefined) return defaultOf(setting)
  switch (setting.kind) {
    case 'number':
      return readNumber(setting, value, path, report) ?? setting.default
    case 'boolean': {
      if (typeof value === 'boolean') return value
      if (value === 'on' || value === 'off') return value === 'on'
      wrongType(setting, value, path, report, truthMeant(value))
      return setting.default
    }
    case 'choice': {
      if (typeof value !== 'string') wrongType(setting, value, path, report)
      else if (Object.hasOwn(setting.choices, value)) return value
      else unknownChoice(value, Object.keys(setting.choices), path, report)
      return setting.default
    }
    case 'names':
      return readNames(setting, value, path, report)
    case 'numbers':
      return readNumbers(setting, value, path, report)
    case 'text':
      return readText(setting, value, path, report)
    case 'texts':
      return readTexts(setting, value, path, report)
    case 'ladder':
      return readLadder(setting, value, path, report)
    case 'stages':
      return readStages(setting, value, path, report, { settings: readSettings, share: readShare })
  }
}

function readShare(unit: string, value: unknown, path: readonly string[], report: Report): number | null {
  return readNumber({ min: 0, max: 1, integer: false, unit, meaning: '' }, value, path, report)
}

function readNumber(
  setting: Omit<NumberSetting, 'kind' | 'default'>,
  value: unknown,
  path: readonly string[],
  report: Report,
): number | null {
  const declared: NumberSetting = { ...setting, kind: 'number', default: setting.min }
  const fix = numberMeant(declared, value)
  if (typeof value !== 'number' || Number.isNaN(value)) {
    wrongType(declared, value, path, report, fix)
    return null
  }
  if (value < setting.min || value > setting.max) {
    complain('out-of-range', declared, value, path, report, fix)
    return null
  }
  if (setting.integer && !Number.isInteger(value)) {
    wrongType(declared, value, path, report, fix)
    return null
  }
  // −0 would make two equal configs differ.
  return value === 0 ? 0 : value
}

/** A copy, so that changing a config does not change the defaults of all others. */
function defaultOf(setting: Exclude<Setting, GroupSetting>): unknown {
  if (setting.kind === 'names' || setting.kind === 'texts') return [...setting.default]
  if (setting.kind === 'numbers') return setting.default === null ? null : { ...setting.default }
  if (setting.kind === 'stages') return []
  if (setting.kind === 'ladder') return ladderOf(rungsOf(setting.default), Object.keys(setting.choices))
  return setting.default
}

function readNames(setting: NamesSetting, value: unknown, path: readonly string[], report: Report): unknown {
  const { choices } = setting
  if (!Array.isArray(value)) {
    const single = typeof value === 'string' && Object.hasOwn(choices, value) ? `[${value}]` : null
    wrongType(setting, value, path, report, value === null ? '[]' : single)
    return defaultOf(setting)
  }
  const names = new Set<string>()
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    const place = [...path, String(index)]
    if (typeof item !== 'string') {
      wrongType({ kind: 'choice', default: '', choices, meaning: '' }, item, place, report)
    } else if (Object.hasOwn(choices, item)) names.add(item)
    else unknownChoice(item, Object.keys(choices), place, report, `Item ${index + 1} of ${dotted(path)}`)
  }
  return [...names]
}

function readNumbers(
  setting: NumbersSetting,
  value: unknown,
  path: readonly string[],
  report: Report,
): unknown {
  if (value === null) return defaultOf(setting)
  if (!isMapping(value)) {
    wrongType(setting, value, path, report)
    return defaultOf(setting)
  }
  const numbers = new Map(Object.entries(setting.default ?? {}))
  for (const [name, item] of Object.entries(value)) {
    if (!Object.hasOwn(setting.choices, name)) {
      unknownKey(name, Object.keys(setting.choices), path, report)
    } else if (item !== undefined) {
      const number = readNumber(setting, item, [...path, name], report)
      if (number !== null) numbers.set(name, number)
    }
  }
  return Object.fromEntries(numbers)
}

function readText(setting: TextSetting, value: unknown, path: readonly string[], report: Report): string {
  if (typeof value === 'string' && new RegExp(setting.pattern, 'u').test(value)) return value
  wrongType(setting, value, path, report)
  return setting.default
}

function readTexts(setting: TextsSetting, value: unknown, path: readonly string[], report: Report): unknown {
  if (!Array.isArray(value)) {
    wrongType(setting, value, path, report, value === null ? '[]' : null)
    return defaultOf(setting)
  }
  const item: TextSetting = { ...setting, kind: 'text', default: '' }
  const texts = (value as readonly unknown[]).map((one, index) =>
    readText(item, one, [...path, String(index)], report),
  )
  return [...new Set(texts)].filter((text) => text !== '')
}

function readLadder(
  setting: LadderSetting,
  value: unknown,
  path: readonly string[],
  report: Report,
): unknown {
  // Unlike a section, a cascade whose steps are all commented out has none.
  if (value === null) return {}
  if (!isMapping(value)) {
    wrongType(setting, value, path, report)
    return defaultOf(setting)
  }
  const order = Object.keys(setting.choices)
  const shares = new Map<number, string>()
  const rungs = new Map<string, { readonly at: number; readonly step: string }>()
  for (const [key, written] of Object.entries(value)) {
    if (written === undefined) continue
    const at = shareOf(key)
    if (at === null) noShare(setting, key, path, report)
    else if (shares.has(at)) repeatedShare(key, shares.get(at) ?? '', path, report)
    else {
      shares.set(at, key)
      for (const { step, place } of stepsAt(setting, written, [...path, key], report)) {
        const before = rungs.get(step)
        if (before === undefined) rungs.set(step, { at, step })
        else repeatedStep(step, before.at, place, report)
      }
    }
  }
  return ladderOf([...rungs.values()], order)
}

/** The steps with one share: a name, or a list of names. */
function stepsAt(
  setting: LadderSetting,
  written: unknown,
  path: readonly string[],
  report: Report,
): { readonly step: string; readonly place: readonly string[] }[] {
  const { choices } = setting
  const several = Array.isArray(written) && written.length > 0
  const items: readonly unknown[] = several ? written : [written]
  return items.flatMap((item, index) => {
    const place = several ? [...path, String(index)] : path
    if (typeof item !== 'string') {
      wrongType({ kind: 'choice', default: '', choices, meaning: '' }, item, place, report)
    } else if (Object.hasOwn(choices, item)) return [{ step: item, place }]
    else unknownChoice(item, Object.keys(choices), place, report)
    return []
  })
}

function noShare(setting: LadderSetting, key: string, path: readonly string[], report: Report): void {
  const { unit } = setting
  const share = { kind: 'number', default: 0, min: 0, max: 1, integer: false, unit, meaning: '' } as const
  const meant = numberMeant(share, key)
  const fix = meant === null || shareOf(meant) === null ? null : meant
  report.add({
    severity: 'error',
    code: 'wrong-threshold',
    message: `A key of ${dotted(path)} must be a number from 0 to 1, but is ${shown(key)}`,
    path: [...path, key],
    at: 'key',
    expected: 'a number from 0 to 1',
    found: shown(key),
    ...(fix === null ? {} : { fix }),
  })
}

function repeatedShare(key: string, before: string, path: readonly string[], report: Report): void {
  report.add({
    severity: 'error',
    code: 'duplicate-threshold',
    message: `${dotted(path)} already has ${before}, which is the same share as ${key}`,
    path: [...path, key],
    at: 'key',
    expected: `a number other than ${before}, or a list of steps under it`,
    found: key,
  })
}

function repeatedStep(step: string, before: number, path: readonly string[], report: Report): void {
  report.add({
    severity: 'error',
    code: 'duplicate-step',
    message: `A step may occur only once in a cascade, but ${step} is already at ${before}`,
    path,
    at: 'value',
    expected: 'a step that is not in the cascade yet',
    found: step,
  })
}
