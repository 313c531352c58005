import type { Problem, NumberSetting, Setting } from '../engine/index.ts'
import { nearestName, dotted, expectationOf, findingOf, oneOf, oneOfMany, shown } from './wording.ts'

/** A problem of a config, by the keys that lead to it. */
export interface SettingProblem extends Problem {
  /** Keys from the top down to the problem; an index for an item of a list. Empty for the whole config. */
  readonly path: readonly string[]
  /** Whether the key is wrong, or the value under it. */
  readonly at: 'key' | 'value'
  /** Offset in the text of the value, from 0; missing for the whole value. */
  readonly offset?: number
}

/** A problem of a config's text. `fix`, if there is one, replaces the key or value at `line` and `column`. */
export interface ConfigProblem extends SettingProblem {
  /** Both count from 1; the column counts UTF-16 units. */
  readonly line: number
  readonly column: number
}

/** Collects problems and remembers which parts of the config are invalid. */
export interface Report {
  add(problem: SettingProblem): void
  /** Whether there is an error at this path or below, so that its value cannot be checked. */
  broken(path: readonly string[]): boolean
  readonly problems: readonly SettingProblem[]
}

export function createReport(): Report {
  const problems: SettingProblem[] = []
  return {
    problems,
    add: (problem) => void problems.push(problem),
    broken: (path) =>
      problems.some(
        (problem) => problem.severity === 'error' && path.every((key, index) => problem.path[index] === key),
      ),
  }
}

export function wrongType(
  setting: Setting,
  value: unknown,
  path: readonly string[],
  report: Report,
  fix: string | null = null,
): void {
  complain('wrong-type', setting, value, path, report, fix)
}

export function complain(
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

export function unknownChoice(
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
    message: `${subject} must be ${oneOfMany(known)}, but is ${shown(value)}`,
    path,
    at: 'value',
    expected: oneOf(known),
    found: shown(value),
    ...(fix === null ? {} : { fix }),
  })
}

export function unknownKey(
  key: string,
  known: readonly string[],
  path: readonly string[],
  report: Report,
): void {
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

/** A single comma that sets off no three digits, or that follows a single 0. */
const DECIMAL_COMMA = /^([^,.]*),(?!\d{3}(?!\d))(?=[^,.]*$)|^([+-]?0),(?=[^,.]*$)/

/** The number that was probably meant: `"128_000"`, `128k`, `50%`, `0,5`, or 90 for a share; null for one far off. */
export function numberMeant(setting: NumberSetting, value: unknown): string | null {
  let number = typeof value === 'number' ? value : Number.NaN
  let percent = false
  if (typeof value === 'string' && value.length <= 40) {
    const plain = value.replace(DECIMAL_COMMA, '$1$2.').replaceAll(/[_,\s]/g, '')
    const [, digits, suffix = ''] = WRITTEN_NUMBER.exec(plain) ?? []
    percent = suffix === '%'
    if (digits === undefined || (percent && setting.integer)) return null
    number = Number(digits) * (FACTORS[suffix.toLowerCase()] ?? 1)
  }
  if (Number.isNaN(number)) return null
  const isShare = !setting.integer && setting.max <= 1
  if (percent || (isShare && Number.isInteger(number) && number >= 2 && number <= 100)) number /= 100
  const inside = Math.min(Math.max(number, setting.min), setting.max)
  if (Math.abs(number - inside) > setting.max - setting.min) return null
  return String(setting.integer ? Math.round(inside) : inside)
}

export function truthMeant(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
  if (['yes', 'y', 'on', 'true', '1'].includes(text)) return 'true'
  return ['no', 'n', 'off', 'false', '0'].includes(text) ? 'false' : null
}
