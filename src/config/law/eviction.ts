import { policies } from '../../engine/index.ts'
import { reserveOf, scaleToUsable } from '../../engine/internal.ts'
import type { Config } from '../config.ts'
import type { Report } from '../problem.ts'
import type { Mapping } from '../mapping.ts'
import { isRead, isWritten } from './law.ts'
import { sumOf, sumsToOne } from './sum.ts'

const TARGET = ['eviction', 'target']
const THRESHOLDS = ['pressure', 'thresholds']
/** How far below orange the target is proposed: as far as it is by default. */
const BELOW = 0.15

/** Above orange, an eviction would find nothing to do until the target is passed, and then a little each turn. */
export function targetBelowOrange(config: Config, written: Mapping, report: Report): void {
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

/** A batch that not even a full window could hold is put off for ever (EVI-4). */
export function batchesPossible(config: Config, _written: Mapping, report: Report): void {
  const path = ['eviction', 'min_free_tokens']
  const { min_free_tokens: least, target } = config.eviction
  const { max_context_tokens: limit } = config
  if (report.broken(path) || report.broken(TARGET) || report.broken(['max_context_tokens'])) return
  if (!isRead(config, 'eviction')) return
  const reserve = reserveOf(limit, config.budget.allocations.output_reserved)
  const most = Math.max(0, Math.floor(limit - reserve - scaleToUsable(target, limit, reserve) * limit))
  if (least <= most) return
  report.add({
    severity: 'warning',
    code: 'batch-too-large',
    message: `From a full window an eviction frees ${most} tokens, so it never frees eviction.min_free_tokens, which is ${least}`,
    path,
    at: 'value',
    expected: `a number of at most ${most}`,
    found: String(least),
    fix: String(most),
  })
}

/** Weights are scaled to sum to 1, so what must not be is a sum of 0. */
export function weightsCount(config: Config, _written: Mapping, report: Report): void {
  const { policy, weights } = config.eviction
  const path = ['eviction', 'weights']
  if (weights === null || report.broken(path) || report.broken(['eviction', 'policy'])) return
  const sum = sumOf(weights)
  if (sum === 0) {
    report.add({
      severity: 'error',
      code: 'no-weight',
      message: 'eviction.weights must hold a number above 0, but they sum to 0',
      path,
      at: 'key',
      expected: 'numbers that sum to 1',
      found: '0',
    })
    return
  }
  sumsToOne('eviction.weights should sum to 1 and are scaled to it, but they sum to', sum, path, report)
  const twin = Object.values(policies).find(
    (other) =>
      other.name !== policy &&
      other.terms.length === Object.keys(weights).length &&
      other.terms.every((term) => weights[term.signal.name] === term.weight),
  )
  // Changing the policy from one of two with the same signals to the other would change nothing.
  if (twin !== undefined) {
    report.add({
      severity: 'note',
      code: 'weights-of-another-policy',
      message: `With these weights the policy ${policy} ranks exactly as ${twin.name}`,
      path,
      at: 'key',
      found: twin.name,
    })
  }
}
