import type { Turn } from '../../../engine/index.ts'
import type { Config, PartialConfig } from '../../../config/index.ts'
import { clearedBefore, configAt, whyNotSet } from '../../../sim/internal.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { FUTURES_TEXT } from '../../store/choice/fork-words.ts'
import type { Declarations } from '../../store/choice/declarations.ts'

export type KnobRow = ReturnType<Declarations['settingRows']>[number] & {
  /** Values that cannot be chosen from this turn on, and why; missing if all can. */
  readonly refused?: string
}

/** A turn of a lane from which a setting changes. */
interface Place {
  readonly data: TimelineData
  readonly turn: Turn
}

/** Kinds with a control of one line. */
const ONE_LINE: ReadonlySet<string> = new Set(['number', 'boolean', 'choice'])
/** Settings that stay the run's. */
const THE_RUNS: ReadonlySet<string> = new Set(['max_context_tokens'])
const STRATEGY = 'strategy'

/** The strategy and the one-line settings that a lane reads, in the order of the YAML. */
export function knobsOfLane(
  { data, turn }: Place,
  { settingRows, sectionsRead }: Declarations,
): readonly KnobRow[] {
  const config = configAt(data, turn)
  const read = new Set([STRATEGY, ...sectionsRead(config)])
  return settingRows()
    .filter(({ kind, key, path }) => ONE_LINE.has(kind) && !THE_RUNS.has(key) && read.has(path[0] ?? ''))
    .map((row) => (row.key === STRATEGY ? strategyRow(row, { data, turn }) : row))
}

/** The strategies that can replace a lane's own, and why others cannot. */
function strategyRow(row: KnobRow, place: Place): KnobRow {
  const why = new Map(row.choices.map(({ name }) => [name, whyNot(place, nested([STRATEGY], name))]))
  const choices = row.choices.filter(({ name }) => why.get(name) === null)
  const [refusal] = [...why.values()].filter((one) => one !== null)
  if (refusal === undefined) return row
  return { ...row, choices, refused: choices.length > 1 ? FUTURES_TEXT.asWrittenLeft : refusal }
}

/** The setting of a key, or the only one whose key contains the words; null for none or several. */
export function isKnown(knobs: readonly KnobRow[], words: string): KnobRow | null {
  const sought = words.trim().toLowerCase()
  if (sought === '') return null
  const exact = knobs.find(({ key }) => key === sought)
  if (exact !== undefined) return exact
  const found = knobs.filter(({ key }) => key.includes(sought))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The overlay that gives the setting this value, or a sentence why it cannot have it from this turn on. */
export function laid(
  place: Place,
  { path, kind }: KnobRow,
  text: string,
  { configYaml, overlaid, parseConfig }: Declarations,
): PartialConfig | string {
  const config = configAt(place.data, place.turn)
  const value = kind === 'number' ? numberOf(text) : kind === 'boolean' ? text === 'true' : text
  const change: PartialConfig = nested(path, value)
  // Written and read again, so that every constraint is checked, with the editor's messages.
  const { problems } = parseConfig(configYaml(overlaid(config, change) as Config, ''))
  const wrong = problems.find(({ severity }) => severity === 'error')
  if (wrong !== undefined) return wrong.message
  return whyNot(place, change) ?? change
}

/** Why the run of a fork would refuse it. */
function whyNot({ data, turn }: Place, change: PartialConfig): string | null {
  return whyNotSet(configAt(data, turn), turn, change, clearedBefore(data, turn))
}

/** The typed number; anything else stays text, and is refused as such. */
function numberOf(text: string): number | string {
  const typed = text.trim().replaceAll(',', '')
  return typed === '' || Number.isNaN(Number(typed)) ? typed : Number(typed)
}

function nested([key = '', ...rest]: readonly string[], value: unknown): PartialConfig {
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}
