import type { Config } from '../config.ts'
import { COMPACTION, rungsOf } from '../ladder.ts'
import type { Report } from '../problem.ts'
import { isMapping } from '../mapping.ts'
import type { Mapping } from '../mapping.ts'
import { isRead, isWritten, writtenAt } from './law.ts'

const CASCADE = ['compression', 'cascade']
const THRESHOLD = ['compression', 'compaction_utilization_threshold']
const HANDOVER = ['compression', 'overflow_threshold']
const TARGET = ['eviction', 'target']
const ORANGE = ['pressure', 'thresholds', 'orange']

/**
 * “Agent Context Window Management” says twice where compaction begins, and differently; the cascade is believed
 * (COMP-2).
 */
export function compactionThreshold(config: Config, written: Mapping, report: Report): void {
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

/** The ladder stops at the target, so a rung below it waits until the window is fuller than it says. */
export function rungsAboveTarget(config: Config, written: Mapping, report: Report): void {
  const { target } = config.eviction
  if (report.broken(CASCADE) || report.broken(TARGET) || report.broken(ORANGE)) return
  // A target above orange is complained about already, and all rungs may be below it.
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
      path: key === null ? TARGET : [...CASCADE, key],
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

/** At orange eviction begins; handed over before that, a window would never have been managed. */
export function handoverAboveOrange(config: Config, written: Mapping, report: Report): void {
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

/** Whether a rung stands at a share already. */
function isTaken({ compression }: Config, share: number): boolean {
  return rungsOf(compression.cascade).some(({ at }) => at === share)
}

/** How the person wrote a share among the keys of the cascade; null where it is a default. */
function keyWritten(written: Mapping, share: number): string | null {
  const cascade = writtenAt(written, CASCADE)
  if (!isMapping(cascade)) return null
  return Object.keys(cascade).find((key) => Number(key) === share) ?? null
}
