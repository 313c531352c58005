import type {
  GroupSetting,
  NamesSetting,
  NumberSetting,
  NumbersSetting,
  Setting,
  SettingsSpec,
} from '../engine/index.ts'
import { nearestName } from './nearest.ts'
import type { Report } from './problem.ts'
import { dotted, expectationOf, findingOf, oneOf, shown } from './wording.ts'

export type Mapping = Readonly<Record<string, unknown>>

export function isMapping(value: unknown): value is Mapping {
  // The tag instead of the prototype: objects of another realm are welcome, a Map or a Date is not.
  return Object.prototype.toString.call(value) === '[object Object]'
}

/**
 * Reads plain values by their declarations: what is missing gets its default, what is wrong is reported
 * and gets its default too. Neither throws nor changes its input.
 *
 * @param kept keys that may stand beside the declared ones and are not looked at
 */
export function readSettings(
  spec: SettingsSpec,
  value: Mapping,
  path: readonly string[],
  report: Report,
  kept: readonly string[] = [],
): Record<string, unknown> {
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(spec, key) && !kept.includes(key)) {
      unknownKey(key, [...Object.keys(spec), ...kept], path, report)
    }
  }
  return Object.fromEntries(
    Object.entries(spec).map(([key, setting]) => [
      key,
      readSetting(setting, Object.hasOwn(value, key) ? value[key] : undefined, [...path, key], report),
    ]),
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
  }
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

/** A copy: whoever changes a config must not change the defaults of all others. */
function defaultOf(setting: Exclude<Setting, GroupSetting>): unknown {
  if (setting.kind === 'names') return [...setting.default]
  if (setting.kind === 'numbers') return setting.default === null ? null : { ...setting.default }
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

function wrongType(
  setting: Setting,
  value: unknown,
  path: readonly string[],
  report: Report,
  fix: string | null = null,
): void {
  complain('wrong-type', setting, value, path, report, fix)
}

function complain(
  code: 'wrong-type' | 'out-of-range',
  setting: Setting,
  value: unknown,
  path: readonly string[],
  report: Report,
  fix: string | null,
): void {
  const expected = expectationOf(setting)
  const found = findingOf(value)
  report.add({
    severity: 'error',
    code,
    message: `${dotted(path)} must be ${expected}, but is ${found}`,
    path,
    at: 'value',
    expected,
    found,
    ...(fix === null ? {} : { fix }),
  })
}

function unknownChoice(
  value: string,
  known: readonly string[],
  path: readonly string[],
  report: Report,
  subject = dotted(path),
): void {
  const fix = nearestName(value, known)
  report.add({
    severity: 'error',
    code: 'unknown-choice',
    message: `${subject} must be ${oneOf(known)}, but is ${shown(value)}`,
    path,
    at: 'value',
    expected: oneOf(known),
    found: shown(value),
    ...(fix === null ? {} : { fix }),
  })
}

function unknownKey(key: string, known: readonly string[], path: readonly string[], report: Report): void {
  const fix = nearestName(key, known)
  const owner = path.length === 0 ? 'A config' : dotted(path)
  report.add({
    severity: 'error',
    code: 'unknown-key',
    message: `${owner} has no key called ${shown(key)}`,
    path: [...path, key],
    at: 'key',
    expected: oneOf(known),
    found: shown(key),
    ...(fix === null ? {} : { fix }),
  })
}

const WRITTEN_NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(k|m|%)?$/i
const FACTORS: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 }

/** The number a person probably meant: `"128_000"`, `128k`, `50%`, or 90 where a share is asked for. */
function numberMeant(setting: NumberSetting, value: unknown): string | null {
  let number = typeof value === 'number' ? value : Number.NaN
  if (typeof value === 'string' && value.length <= 40) {
    const [, digits, suffix = ''] = WRITTEN_NUMBER.exec(value.replaceAll(/[_,\s]/g, '')) ?? []
    if (digits === undefined) return null
    number = Number(digits) * (FACTORS[suffix.toLowerCase()] ?? 1)
    if (suffix === '%') number /= 100
  }
  if (Number.isNaN(number)) return null
  if (!setting.integer && setting.max <= 1 && number > 1 && number <= 100) number /= 100
  const inside = Math.min(Math.max(number, setting.min), setting.max)
  return String(setting.integer ? Math.round(inside) : inside)
}

function truthMeant(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
  if (['yes', 'y', 'on', 'true', '1'].includes(text)) return 'true'
  return ['no', 'n', 'off', 'false', '0'].includes(text) ? 'false' : null
}
