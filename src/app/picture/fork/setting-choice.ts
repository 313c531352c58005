import type { Turn } from '../../../engine/index.ts'
import type { Config, PartialConfig } from '../../../config/index.ts'
import { clearedBefore, configAt, whyNotSet } from '../../../sim/internal.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { FUTURES_TEXT } from '../../store/choice/fork-words.ts'
import type { Declarations } from '../../store/choice/declarations.ts'

export type KnobRow = ReturnType<Declarations['settingRows']>[number] & {
  /** What cannot be chosen from this turn on, and why; missing where all can. */
  readonly refused?: string
}

/** A turn of a lane, from which on something is to be set. */
interface Place {
  readonly data: TimelineData
  readonly turn: Turn
}

/** Kinds with a control of one line. */
const ONE_LINE: ReadonlySet<string> = new Set(['number', 'boolean', 'choice'])
/** What stays the run's, whatever is set at a turn. */
const THE_RUNS: ReadonlySet<string> = new Set(['max_context_tokens'])
const STRATEGY = 'strategy'

/** The strategy and the settings of one line that a lane reads, in the order of the YAML. */
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

/** The strategies that can follow a lane's own, and why others cannot. */
function strategyRow(row: KnobRow, place: Place): KnobRow {
  const why = new Map(row.choices.map(({ name }) => [name, whyNot(place, nested([STRATEGY], name))]))
  const choices = row.choices.filter(({ name }) => why.get(name) === null)
  const [refusal] = [...why.values()].filter((one) => one !== null)
  if (refusal === undefined) return row
  return { ...row, choices, refused: choices.length > 1 ? FUTURES_TEXT.asWrittenLeft : refusal }
}

/** The setting of a key, or the only one whose key holds the words; null for none or several. */
export function isKnown(knobs: readonly KnobRow[], words: string): KnobRow | null {
  const sought = words.trim().toLowerCase()
  if (sought === '') return null
  const exact = knobs.find(({ key }) => key === sought)
  if (exact !== undefined) return exact
  const found = knobs.filter(({ key }) => key.includes(sought))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** What is to be laid over the config so that the setting has this value, or in words why it cannot have it from this turn on. */
export function laid(
  place: Place,
  { path, kind }: KnobRow,
  text: string,
  { configYaml, overlaid, parseConfig }: Declarations,
): PartialConfig | string {
  const config = configAt(place.data, place.turn)
  const value = kind === 'number' ? numberOf(text) : kind === 'boolean' ? text === 'true' : text
  const change: PartialConfig = nested(path, value)
  // Written and read again, so that every law between settings is asked, with the words of the editor.
  const { problems } = parseConfig(configYaml(overlaid(config, change) as Config, ''))
  const wrong = problems.find(({ severity }) => severity === 'error')
  if (wrong !== undefined) return wrong.message
  return whyNot(place, change) ?? change
}

/** Why the run of a fork would refuse it. */
function whyNot({ data, turn }: Place, change: PartialConfig): string | null {
  return whyNotSet(configAt(data, turn), turn, change, clearedBefore(data, turn))
}

/** A number as it was typed; what is none stays text, and is refused as such. */
function numberOf(text: string): number | string {
  const typed = text.trim().replaceAll(',', '')
  return typed === '' || Number.isNaN(Number(typed)) ? typed : Number(typed)
}

function nested([key = '', ...rest]: readonly string[], value: unknown): PartialConfig {
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}
