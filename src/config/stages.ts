import { parseCondition } from '../engine/index.ts'
import { ALWAYS, implausibleIn } from '../engine/internal.ts'
import type { SettingsSpec, StagesSetting } from '../engine/index.ts'
import { nameIn, isMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { unknownChoice, unknownKey, wrongType } from './problem.ts'
import type { Report } from './problem.ts'
import type { PipelineStepConfig, StepSettings } from './config.ts'
import { nearestName, dotted, findingOf, oneOf, oneOfMany, shown } from './wording.ts'

const KEYS = ['stage', 'when', 'at', 'with'] as const

/** Reads the values of a step by their declarations, as everywhere else. */
export interface ReadBy {
  settings(
    spec: SettingsSpec,
    value: Mapping,
    path: readonly string[],
    report: Report,
  ): Record<string, unknown>
  share(unit: string, value: unknown, path: readonly string[], report: Report): number | null
}

/** Reads the steps of a pipeline. A step with an error is left out, or gets the default for the invalid key. */
export function readStages(
  setting: StagesSetting,
  value: unknown,
  path: readonly string[],
  report: Report,
  by: ReadBy,
): readonly PipelineStepConfig[] {
  // As for a cascade: a list whose steps are all commented out has none.
  if (value === null) return []
  if (!Array.isArray(value)) {
    wrongType(setting, value, path, report)
    return []
  }
  const items = value as readonly unknown[]
  const most = setting.mostSteps
  if (items.length > most) tooManySteps(items.length, most, path, report)
  return items.slice(0, most).flatMap((item, index) => {
    const step = readStep(setting, item, [...path, String(index)], report, by)
    return step === null ? [] : [step]
  })
}

function tooManySteps(count: number, most: number, path: readonly string[], report: Report): void {
  report.add({
    severity: 'error',
    code: 'too-many-steps',
    message: `${dotted(path)} may have at most ${most} steps, but has ${count}: delete the steps from here on, or join steps that do the same`,
    path: [...path, String(most)],
    at: 'value',
    expected: `at most ${most} steps`,
    found: `${count} steps`,
  })
}

function readStep(
  setting: StagesSetting,
  item: unknown,
  path: readonly string[],
  report: Report,
  by: ReadBy,
): PipelineStepConfig | null {
  if (typeof item === 'string') {
    return isStage(setting, item, path, report) ? { stage: item, when: ALWAYS, at: null, with: {} } : null
  }
  if (!isMapping(item)) {
    noStep(item, path, report)
    return null
  }
  for (const key of Object.keys(item))
    if (!KEYS.some((one) => one === key)) unknownKey(key, KEYS, path, report)
  const { stage } = item
  const when = readWhen(item['when'], [...path, 'when'], report)
  const at = writtenAt(item['at']) ? by.share(setting.unit, item['at'], [...path, 'at'], report) : null
  if (typeof stage !== 'string') {
    if (writtenAt(stage)) wrongType(nameOf(setting), stage, [...path, 'stage'], report)
    else noStep(item, path, report)
    return null
  }
  if (!isStage(setting, stage, [...path, 'stage'], report)) return null
  if (at !== null && !setting.thresholds.includes(stage)) unusedThreshold(stage, at, path, report)
  return { stage, when, at, with: readWith(setting.settings[stage] ?? {}, item['with'], path, report, by) }
}

function isStage(setting: StagesSetting, name: string, path: readonly string[], report: Report): boolean {
  if (Object.hasOwn(setting.choices, name)) return true
  unknownChoice(name, Object.keys(setting.choices), path, report)
  return false
}

function nameOf({ choices, meaning }: StagesSetting) {
  return { kind: 'choice', default: '', choices, meaning } as const
}

/** Whether a value is written; a key with an empty value counts as left out. */
function writtenAt(value: unknown): boolean {
  return value !== undefined && value !== null
}

function noStep(item: unknown, path: readonly string[], report: Report): void {
  const found = findingOf(item)
  report.add({
    severity: 'error',
    code: 'missing-key',
    message: `${dotted(path)} must be the name of a stage, or a mapping with the key stage, but is ${found}`,
    path,
    at: 'value',
    expected: 'stage: a name',
    found,
  })
}

function readWhen(value: unknown, path: readonly string[], report: Report): string {
  if (!writtenAt(value)) return ALWAYS
  if (typeof value !== 'string') {
    const expected = 'a condition'
    const found = findingOf(value)
    report.add({
      severity: 'error',
      code: 'wrong-type',
      message: `${dotted(path)} must be ${expected}, but is ${found}`,
      path,
      at: 'value',
      expected,
      found,
      ...(typeof value === 'boolean' ? { fix: value ? ALWAYS : 'never' } : {}),
    })
    return ALWAYS
  }
  const read = parseCondition(value)
  if ('condition' in read) {
    checkPlausible(value, path, report)
    return value.trim()
  }
  const { at, expected, found, known, fix: sure } = read.problem
  const fix = sure ?? nearestName(found.toLowerCase(), known)
  report.add({
    severity: 'error',
    code: 'wrong-condition',
    message: `${dotted(path)} needs ${expected === oneOf(known) ? oneOfMany(known) : expected} at character ${at + 1}, but has ${shown(found)}`,
    path,
    at: 'value',
    offset: at,
    expected,
    found: shown(found),
    ...(fix === null ? {} : { fix }),
  })
  return ALWAYS
}

/** Warns about comparisons that always hold, or never. */
function checkPlausible(condition: string, path: readonly string[], report: Report): void {
  for (const { at, found, quantity, value, expected, fix } of implausibleIn(condition)) {
    report.add({
      severity: 'warning',
      code: 'implausible-number',
      message: `${dotted(path)} compares ${quantity} with ${value}, but ${quantity} is usually ${expected}${fix === undefined ? '' : `; did you mean ${fix}?`}`,
      path,
      at: 'value',
      offset: at,
      expected,
      found,
      ...(fix === undefined ? {} : { fix }),
    })
  }
}

function unusedThreshold(stage: string, at: number, path: readonly string[], report: Report): void {
  report.add({
    severity: 'warning',
    code: 'unused-threshold',
    message: `The stage ${stage} has no threshold that \`at\` could move; a condition in \`when\` could hold it back below ${at}`,
    path: [...path, 'at'],
    at: 'key',
    expected: 'nothing',
    found: String(at),
  })
}

/** The settings under `with`, checked by the declarations; missing ones are not filled in. */
function readWith(
  spec: SettingsSpec,
  value: unknown,
  step: readonly string[],
  report: Report,
  by: ReadBy,
): StepSettings {
  const path = [...step, 'with']
  if (!writtenAt(value)) return {}
  if (!isMapping(value)) {
    wrongType({ kind: 'group', meaning: '', settings: spec }, value, path, report)
    return {}
  }
  return written(spec, by.settings(spec, value, path, report), value)
}

/** The read values that a person wrote. */
function written(spec: SettingsSpec, read: Mapping, value: Mapping): Mapping {
  const kept: [string, unknown][] = []
  for (const [key, setting] of Object.entries(spec)) {
    const name = nameIn(value, key, setting)
    const own = Object.hasOwn(value, name) ? value[name] : undefined
    const made = read[key]
    if (own === undefined || (setting.kind === 'group' && own === null)) continue
    if (setting.kind === 'group' && isMapping(own) && isMapping(made)) {
      const inner = written(setting.settings, made, own)
      if (Object.keys(inner).length > 0) kept.push([key, inner])
    } else if (setting.kind === 'numbers' && isMapping(own) && isMapping(made)) {
      kept.push([key, Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(own, name)))])
    } else kept.push([key, made])
  }
  return Object.fromEntries(kept)
}
