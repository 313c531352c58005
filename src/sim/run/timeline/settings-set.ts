import { ProblemError } from '../../../engine/index.ts'
import { contextManagementOf, reserveOf } from '../../../engine/internal.ts'
import { asWrittenStrategies, strategyNamed } from '../../../lessons/index.ts'
import { completeConfig, overlaid, runSettings } from '../../../config/internal.ts'
import type { Config, PartialConfig } from '../../../config/index.ts'
import type { ContextEdit, Problem, Turn } from '../../../engine/index.ts'
import { looserIn } from './brought-back.ts'
import { obeying } from './obeyed.ts'
import type { Intervention, SetSettings } from './timeline.ts'

/** Fetches this: a file of its own in the worker, and here at once. */
export async function loadSettingsSet(): Promise<void> {}

/**
 * The changed settings of a run, by turn; all changes in one turn are one change.
 *
 * @param base the initial settings
 * @throws ProblemError for an invalid setting, for a window size other than the run's, and for a strategy that cannot
 *   take over in mid-run or that would send content again that the provider cleared; see `mustTakeOver`,
 *   `mustStillClear`. Whether the provider is asked to clear less than before is checked in the turn, when it is known
 *   what it cleared: `mustNotBringBack`
 */
export function settingsSet(base: Config, interventions: readonly Intervention[]): readonly SetSettings[] {
  const changes = new Map<Turn, Config>()
  let config = base
  for (const one of interventions.toSorted((a, b) => a.turn - b.turn)) {
    if (one.kind !== 'set') continue
    const next = settled(config, one.config)
    // Before the first call nothing has been cleared.
    if (one.turn > 0) mustStillClear(config, next)
    config = next
    changes.set(one.turn, config)
  }
  return [...changes].map(([from, changed]) => obeying(changed, from))
}

/**
 * Why a run cannot use these settings from a turn on, as the message with which it would end; null if it can.
 *
 * @param cleared edits by which its provider has cleared anything by then; see `clearedBefore`
 */
export function whyNotSet(
  base: Config,
  turn: Turn,
  config: PartialConfig,
  cleared: readonly ContextEdit['type'][],
): string | null {
  try {
    const [set] = settingsSet(base, [{ turn, kind: 'set', config }])
    if (turn > 0 && set !== undefined) mustNotBringBack(base, set.config, cleared)
    return null
  } catch (failure) {
    if (failure instanceof ProblemError) return failure.problems[0]?.message ?? failure.message
    throw failure
  }
}

/** Complete settings with others laid over them, complete again. */
function settled(config: Config, over: PartialConfig): Config {
  const { max_context_tokens: size, strategy } = over
  // It is the base of every share: a different one makes a different run.
  if (size !== undefined && size !== config.max_context_tokens)
    throw fixed('max_context_tokens', config.max_context_tokens, size)
  if (strategy !== undefined && strategy !== config.strategy) mustTakeOver(config, strategy)
  return completeConfig(overlaid(withCompactionAt(config, over), over))
}

/**
 * Compaction has a threshold key of its own, which a written cascade overrides, and that of a complete config is
 * written: so its cascade step moves along, unless it differed from the key.
 */
function withCompactionAt(config: Config, { compression }: PartialConfig): PartialConfig {
  const { compaction_utilization_threshold: at, cascade } = config.compression
  const next = compression?.compaction_utilization_threshold
  if (next === undefined || compression?.cascade !== undefined) return config
  const ladder = new Map<string, readonly string[]>()
  let moved = false
  for (const [share, steps] of Object.entries(cascade)) {
    const list = [steps].flat()
    const own = list.filter((step) => step !== COMPACTION || Number(share) !== at)
    moved ||= own.length < list.length
    if (own.length > 0) ladder.set(share, [...(ladder.get(share) ?? []), ...own])
  }
  if (!moved) return config
  ladder.set(String(next), [...(ladder.get(String(next)) ?? []), COMPACTION])
  const rungs = Object.fromEntries(ladder) as Config['compression']['cascade']
  return { ...config, compression: { ...config.compression, cascade: rungs } }
}

const COMPACTION = 'conversation_compaction'

/**
 * A new strategy continues with the current window, and its stages with the state of those with the same name (MAN-1).
 * Only an article's code cannot, because its stages keep different state under the same names.
 *
 * @throws ProblemError
 */
function mustTakeOver({ strategy }: Config, next: Config['strategy']): void {
  const written = [strategy, next].find((one) => Object.hasOwn(asWrittenStrategies, one))
  if (written !== undefined)
    throw refused(
      'as-written-in-a-run',
      `an article's code as written must run in all turns or in none: ${written}`,
      { found: next },
    )
}

/**
 * What the provider cleared is still in the client's history, and stays out of the prompt only as long as every request
 * asks for it (EDITAPI-1): neither another strategy nor a switch may stop asking.
 *
 * @throws ProblemError
 */
function mustStillClear(before: Config, after: Config): void {
  const asked = askedToClear(before)
  if (asked.length === 0) return
  if (after.strategy !== before.strategy)
    throw refused(
      PROVIDER_EDITS,
      `${after.strategy} would send again in full what the provider cleared for ${before.strategy}`,
      { expected: before.strategy, found: after.strategy },
    )
  const still = askedToClear(after)
  const left = asked.filter((type) => !still.includes(type))
  if (left.length === 0) return
  throw refused(
    PROVIDER_EDITS,
    `the request would contain again what the provider cleared, because it is no longer asked for: ${left.join(', ')}`,
    { expected: asked.join(', '), found: still.join(', ') },
  )
}

/**
 * A provider edits every request again, from the whole history that the client sends. So cleared content comes back as
 * soon as the provider is asked to clear less. A run keeps it cleared, and would then show a prompt that no model sees.
 * Asking for more is always possible, and asking for less is possible as long as nothing was cleared.
 *
 * @param cleared edits by which anything was cleared before
 * @throws ProblemError
 */
export function mustNotBringBack(
  before: Config,
  after: Config,
  cleared: readonly ContextEdit['type'][],
): void {
  if (cleared.length === 0) return
  const next = providerEdits(after)
  for (const edit of providerEdits(before)) {
    if (!cleared.includes(edit.type)) continue
    const looser = next.filter(({ type }) => type === edit.type).map((one) => looserIn(edit, one))
    if (looser.length === 0 || looser.includes(null)) continue
    throw refused(
      PROVIDER_EDITS,
      `the provider edits each request from the whole history: asked to clear less, it would bring back what it cleared before (${edit.type}: ${looser[0]})`,
      {},
    )
  }
}

const PROVIDER_EDITS = 'provider-edits-in-a-run'

/** The edits that requests ask their provider for, by type, without those that keep everything. */
function askedToClear(config: Config): readonly string[] {
  return providerEdits(config).flatMap((edit) => ('keep' in edit && edit.keep === 'all' ? [] : [edit.type]))
}

function providerEdits(config: Config): readonly ContextEdit[] {
  const settings = runSettings(config)
  const stages = strategyNamed(config.strategy)?.stages(settings) ?? []
  const { limit, reserveShare } = settings
  return contextManagementOf(stages, { limit, reserve: reserveOf(limit, reserveShare) })?.edits ?? []
}

function fixed(key: string, own: unknown, value: unknown): ProblemError {
  return refused(
    'fixed-in-a-run',
    `${key} is ${String(own)} for the whole run and cannot become ${String(value)} in a later turn`,
    { expected: String(own), found: String(value) },
  )
}

function refused(code: string, message: string, about: Pick<Problem, 'expected' | 'found'>): ProblemError {
  return new ProblemError([{ severity: 'error', code, message, ...about }])
}
