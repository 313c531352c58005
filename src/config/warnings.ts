import type { Config } from './config.ts'
import type { Report } from './problem.ts'
import { isMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { sectionsRead, configSpec, PIPELINE } from './declaration.ts'
import { dotted } from './wording.ts'
import { LEAST_COMPACTION, leastOf, reserveOf, scaleToUsable, triggerTokens } from '../engine/internal.ts'
import { COMPACTION, rungsOf } from './ladder.ts'
import { isWritten, laws, sumOf, sumsToOne, writtenAt } from './laws.ts'
import type { Law } from './laws.ts'

/** Whether a section applies under the strategy of this config. */
function isRead(config: Config, section: string): boolean {
  return sectionsRead(config).includes(section)
}

/** The whole window is allocated, exactly once (BUD-1). */
function allocationsSum(config: Config, _written: Mapping, report: Report): void {
  const path = ['budget', 'allocations']
  if (report.broken(path)) return
  const sum = sumOf(config.budget.allocations)
  sumsToOne('budget.allocations should sum to 1, but they sum to', sum, path, report)
}

const TARGET = ['eviction', 'target']
const THRESHOLDS = ['pressure', 'thresholds']
/** Distance below orange for a suggested target: that of the defaults. */
const BELOW = 0.15

/**
 * With a target above orange, an eviction would find nothing to do until the target is exceeded, and then a little each
 * turn.
 */
function targetBelowOrange(config: Config, written: Mapping, report: Report): void {
  const { target } = config.eviction
  const { orange } = config.pressure.thresholds
  if (report.broken(TARGET) || report.broken(THRESHOLDS) || target < orange) return
  const at = isWritten(written, TARGET) ? TARGET : [...THRESHOLDS, 'orange']
  report.add({
    severity: 'warning',
    code: 'target-above-orange',
    message:
      at === TARGET
        ? `eviction.target should be below orange, which is ${orange}, but is ${target}`
        : `pressure.thresholds.orange should be above eviction.target, which is ${target}, but is ${orange}`,
    path: at,
    at: 'value',
    expected: at === TARGET ? `a number below ${orange}` : `a number above ${target}`,
    found: String(at === TARGET ? target : orange),
    ...(at === TARGET && orange > BELOW ? { fix: String(Math.round((orange - BELOW) * 100) / 100) } : {}),
  })
}

/** A batch larger than a full window can free would be held back forever (EVI-4). */
function batchesPossible(config: Config, _written: Mapping, report: Report): void {
  const { min_free_tokens: minFreeTokens, min_free_share: minFreeShare, target } = config.eviction
  const { max_context_tokens: limit } = config
  const least = leastOf({ minFreeTokens, minFreeShare }, limit)
  const byShare = least > minFreeTokens
  const path = ['eviction', byShare ? 'min_free_share' : 'min_free_tokens']
  if (report.broken(['eviction', 'min_free_share']) || report.broken(['eviction', 'min_free_tokens'])) return
  if (report.broken(TARGET) || report.broken(['max_context_tokens'])) return
  if (!isRead(config, 'eviction')) return
  const reserve = reserveOf(limit, config.budget.allocations.output_reserved)
  const most = Math.max(0, Math.floor(limit - reserve - scaleToUsable(target, limit, reserve) * limit))
  if (least <= most) return
  const allowed = byShare ? Math.floor((100 * most) / limit) / 100 : most
  report.add({
    severity: 'warning',
    code: 'batch-too-large',
    message: `From a full window an eviction frees ${most} tokens, so it never frees ${dotted(path)}, which is ${byShare ? `${least} tokens` : least}`,
    path,
    at: 'value',
    expected: `a number of at most ${allowed}`,
    found: String(byShare ? minFreeShare : least),
    fix: String(allowed),
  })
}

const CASCADE = ['compression', 'cascade']
const THRESHOLD = ['compression', 'compaction_utilization_threshold']
const HANDOVER = ['compression', 'overflow_threshold']
const CASCADE_TARGET = ['eviction', 'target']
const ORANGE = ['pressure', 'thresholds', 'orange']

/**
 * “Agent Context Window Management” gives the compaction threshold twice, with different values; the cascade wins
 * (COMP-2).
 */
function compactionThreshold(config: Config, written: Mapping, report: Report): void {
  if (report.broken(CASCADE) || report.broken(THRESHOLD)) return
  if (!isWritten(written, THRESHOLD) || writtenAt(written, CASCADE) === undefined) return
  const { compaction_utilization_threshold: threshold, cascade } = config.compression
  const rung = rungsOf(cascade).find(({ step }) => step === COMPACTION)
  if (rung?.at === threshold) return
  const says = rung === undefined ? `has no ${COMPACTION}` : `has ${COMPACTION} at ${rung.at}`
  report.add({
    severity: 'warning',
    code: 'cascade-wins',
    message: `compression.cascade ${says}, which wins over compression.compaction_utilization_threshold, which is ${threshold}`,
    path: THRESHOLD,
    at: 'value',
    expected: rung === undefined ? 'nothing' : String(rung.at),
    found: String(threshold),
    ...(rung === undefined ? {} : { fix: String(rung.at) }),
  })
}

/** The cascade stops at the target, so a cascade step below it waits until the window is fuller than its threshold. */
function rungsAboveTarget(config: Config, written: Mapping, report: Report): void {
  const { target } = config.eviction
  if (report.broken(CASCADE) || report.broken(CASCADE_TARGET) || report.broken(ORANGE)) return
  // A target above orange has already been reported, and all cascade steps may be below it.
  if (!isRead(config, 'compression') || target >= config.pressure.thresholds.orange) return
  for (const { at, step } of rungsOf(config.compression.cascade)) {
    if (at >= target) continue
    const key = keyWritten(written, at)
    report.add({
      severity: 'warning',
      code: 'rung-below-target',
      message:
        key === null
          ? `eviction.target should be at most the ${at} of ${step}, but is ${target}`
          : `${step} should not begin below eviction.target, which is ${target}, but begins at ${key}`,
      path: key === null ? CASCADE_TARGET : [...CASCADE, key],
      at: key === null ? 'value' : 'key',
      expected: key === null ? `a number of at most ${at}` : `a number of at least ${target}`,
      found: key ?? String(target),
      ...(key === null
        ? { fix: String(at) }
        : target <= 1 && !isTaken(config, target)
          ? { fix: String(target) }
          : {}),
    })
  }
}

/** Eviction begins at orange; with a new window opened before that, a window would never be managed. */
function handoverAboveOrange(config: Config, written: Mapping, report: Report): void {
  const { overflow_threshold: handover } = config.compression
  const { orange } = config.pressure.thresholds
  if (report.broken(HANDOVER) || report.broken(ORANGE) || !isRead(config, 'compression')) return
  if (handover > orange) return
  const atHandover = isWritten(written, HANDOVER)
  report.add({
    severity: 'warning',
    code: 'overflow-below-orange',
    message: atHandover
      ? `compression.overflow_threshold should be above orange, which is ${orange}, but is ${handover}`
      : `pressure.thresholds.orange should be below compression.overflow_threshold, which is ${handover}, but is ${orange}`,
    path: atHandover ? HANDOVER : ORANGE,
    at: 'value',
    expected: atHandover ? `a number above ${orange}` : `a number below ${handover}`,
    found: String(atHandover ? handover : orange),
  })
}

/** Whether a share already has a cascade step. */
function isTaken({ compression }: Config, share: number): boolean {
  return rungsOf(compression.cascade).some(({ at }) => at === share)
}

/** The person's notation of a share among the keys of the cascade; null for a default. */
function keyWritten(written: Mapping, share: number): string | null {
  const cascade = writtenAt(written, CASCADE)
  if (!isMapping(cascade)) return null
  return Object.keys(cascade).find((key) => Number(key) === share) ?? null
}

/** Maximum share of a window for one text that stays in it for good. */
const CARRIED_SHARE = 0.25

/**
 * A section that the strategy does not read is kept, with a note that it has no effect; a complete config has all
 * sections.
 */
function unusedSections(config: Config, written: Mapping, report: Report): void {
  if (report.broken(['strategy'])) return
  if (Object.keys(configSpec).every((key) => Object.hasOwn(written, key))) return
  for (const section of Object.keys(written)) {
    const setting = configSpec[section]
    if (setting?.kind !== 'group' && setting?.kind !== 'stages') continue
    if (isRead(config, section)) continue
    report.add({
      severity: 'note',
      code: 'unused-section',
      message: `The strategy ${config.strategy} does not use the section ${section}`,
      path: [section],
      at: 'key',
      found: section,
    })
  }
}

/** A bootstrap that fills the new window defeats its purpose (CROSS-3). */
function carriedTextsFit(config: Config, written: Mapping, report: Report): void {
  if (report.broken(['max_context_tokens'])) return
  const most = Math.floor(config.max_context_tokens * CARRIED_SHARE)
  const texts = [
    [['compression', 'summary_tokens'], config.compression.summary_tokens],
    [['cross_window', 'bootstrap_tokens'], config.cross_window.bootstrap_tokens],
  ] as const
  for (const [path, tokens] of texts) {
    if (report.broken(path) || !isRead(config, path[0]) || !isWritten(written, path)) continue
    if (tokens <= most) continue
    report.add({
      severity: 'warning',
      code: 'text-too-long',
      message: `${dotted(path)} should be at most a quarter of max_context_tokens, which is ${most}, but is ${tokens}`,
      path,
      at: 'value',
      expected: `a number of at most ${most}`,
      found: String(tokens),
      fix: String(most),
    })
  }
}

/** A pipeline without stages is valid, but probably not intended. */
function pipelineFilled(config: Config, _written: Mapping, report: Report): void {
  if (config.strategy !== PIPELINE || config.pipeline.length > 0) return
  if (report.broken(['strategy']) || report.broken([PIPELINE])) return
  report.add({
    severity: 'warning',
    code: 'empty-pipeline',
    message: 'The strategy pipeline does what the stages of the list pipeline do, but this is empty',
    path: [PIPELINE],
    at: 'key',
    expected: 'a list of stages',
    found: 'empty',
  })
}

/** A simulated compaction may begin anywhere, but the API refuses a request for one that begins too early (EDITAPI-1). */
function compactionAccepted(config: Config, written: Mapping, report: Report): void {
  const section = ['context_editing', 'compact']
  const { enabled, trigger, trigger_share: triggerShare } = config.context_editing.compact
  const { max_context_tokens: limit } = config
  if (!enabled || !isRead(config, 'context_editing')) return
  const needed = [
    ...['trigger', 'trigger_share'].map((key) => [...section, key]),
    ['max_context_tokens'],
    ['budget', 'allocations', 'output_reserved'],
  ]
  if (needed.some((path) => report.broken(path))) return
  const reserve = reserveOf(limit, config.budget.allocations.output_reserved)
  const from = triggerTokens({ trigger, triggerShare }, limit, reserve)
  if (from >= LEAST_COMPACTION) return
  const own = [[...section, trigger === 0 ? 'trigger_share' : 'trigger'], ['max_context_tokens']]
  const path = own.find((one) => isWritten(written, one)) ?? [...section, 'enabled']
  report.add({
    severity: 'warning',
    code: 'compaction-too-early',
    message: `Anthropic’s API refuses a compaction that begins below ${LEAST_COMPACTION} tokens, and this one begins at ${from}: it can only be simulated`,
    path,
    at: 'value',
    expected: `a compaction from ${LEAST_COMPACTION} tokens on`,
    found: String(from),
    ...(path.at(-1) === 'trigger' &&
      limit - reserve >= LEAST_COMPACTION && { fix: String(LEAST_COMPACTION) }),
  })
}

/**
 * All constraints between keys. Those here only warn, so they are for texts that a person writes; a run, which needs the
 * errors alone, loads none of them.
 */
export const everyLaw: readonly Law[] = Object.freeze([
  ...laws,
  targetBelowOrange,
  batchesPossible,
  compactionThreshold,
  rungsAboveTarget,
  handoverAboveOrange,
  allocationsSum,
  carriedTextsFit,
  compactionAccepted,
  pipelineFilled,
  unusedSections,
])
