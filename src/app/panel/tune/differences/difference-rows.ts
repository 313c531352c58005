import type { Config } from '../../../../config/index.ts'
import { valueIn } from '../../../store/choice/by-hand.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'

type Row = Pick<ReturnType<Declarations['settingRows']>[number], 'path' | 'kind' | 'meaning'>

/** A setting with different values in two configs. */
export interface Difference {
  readonly path: readonly string[]
  /** The path with dots. */
  readonly key: string
  readonly meaning: string
  readonly here: unknown
  readonly there: unknown
}

/** Shared by all lanes, whichever text has it. */
const SHARED = 'max_context_tokens'

/**
 * The settings that differ, in the order of the YAML. Lists and cascades are one setting; a mapping of numbers is one
 * per name if both have it.
 */
export function differenceRows(here: Config, there: Config, rows: readonly Row[]): readonly Difference[] {
  return rows.flatMap(({ path, kind, meaning }): readonly Difference[] => {
    if (path[0] === SHARED) return []
    const [ours, theirs] = [valueIn(here, path), valueIn(there, path)]
    if (JSON.stringify(ours) === JSON.stringify(theirs)) return []
    const whole = { path, key: path.join('.'), meaning, here: ours, there: theirs }
    if (kind !== 'numbers' || !isMapping(ours) || !isMapping(theirs)) return [whole]
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    // Different names are another policy's signals, and meaningless one by one.
    if (names.some((name) => !Object.hasOwn(ours, name) || !Object.hasOwn(theirs, name))) return [whole]
    return names
      .filter((name) => ours[name] !== theirs[name])
      .map((name) => {
        const own = [...path, name]
        return { path: own, key: own.join('.'), meaning, here: ours[name], there: theirs[name] }
      })
  })
}

/** A value as it would be written on one line of YAML. */
export function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (isMapping(value)) {
    const entries = Object.entries(value).map(([key, one]) => `${key}: ${onOneLine(one)}`)
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  if (typeof value === 'string') return PLAIN.test(value) ? value : JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : ''
}

/** Texts that YAML reads unchanged without quotes, wherever they are. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off)$)[A-Za-z_][\w./-]*$/i

/**
 * What must be applied before a difference has an effect: the weights of one policy do not apply under another. Null if
 * it can be applied at once.
 */
export function neededBefore({ key }: Difference, all: readonly Difference[]): Difference | null {
  return key === 'eviction.weights' ? (all.find((one) => one.key === 'eviction.policy') ?? null) : null
}

/** The same config with its policy's own weights written out on request. */
export function withOwnWeights(config: Config, { configYaml, parseConfig }: Reads): Config {
  if (config.eviction.weights !== null) return config
  const weights = parseConfig(configYaml(config, '')).config?.eviction.weights ?? null
  return { ...config, eviction: { ...config.eviction, weights } }
}

type Reads = Pick<Declarations, 'configYaml' | 'parseConfig'>

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
