import type { TokenCounter, Tokens, Turn } from '../../engine/index.ts'
import { metricList, metrics } from '../../sim/index.ts'
import { metricText } from '../../sim/internal.ts'
import { checks } from './checks.ts'
import type { CheckId } from './checks.ts'
import type { Pitfall } from './pitfalls.ts'
import { groundOf } from './ground.ts'
import type { Ground } from './ground.ts'
import type { Plan } from './plan.ts'

/** The seed in which the harm is shown. */
export const PITFALL_SEED = 1

/** A figure of a run, and its text. */
interface Figure {
  readonly value: number | null
  readonly text: string
}

/** What shows a pitfall in both of its runs. */
export interface PitfallFigures {
  readonly label: string
  /** Whether more or less of it is better. */
  readonly better: 'up' | 'down'
  readonly figures: Readonly<Record<'asWritten' | 'mended', Figure>>
  /** The window of both runs. */
  readonly limit: Tokens
  /** The turns in which the run as written starts again; missing: none. */
  readonly restarts?: readonly Turn[]
}

/**
 * What runs both plans of a pitfall. Pitfalls in the same window of the same conversation share what is run.
 *
 * @throws RangeError if there is no such metric, or if it has no better side
 */
export function pitfallMeasurer(counter: TokenCounter): (pitfall: Pitfall) => PitfallFigures {
  const grounds = new Map<string, Ground>()
  return (pitfall) => {
    const place = `${pitfall.scenario} ${pitfall.share}`
    let ground = grounds.get(place)
    if (ground === undefined) grounds.set(place, (ground = groundOf(pitfall, PITFALL_SEED, counter)))
    return measuredOn(pitfall, ground)
  }
}

function measuredOn(pitfall: Pitfall, ground: Ground): PitfallFigures {
  const { label, better, of } = measureOf(pitfall.shownBy)
  const restarts = ground.restarts(pitfall.asWritten)
  return {
    label,
    better,
    figures: { asWritten: of(pitfall.asWritten, ground), mended: of(pitfall.mended, ground) },
    limit: ground.limit,
    ...(restarts.length === 0 ? {} : { restarts }),
  }
}

interface Measure {
  readonly label: string
  readonly better: 'up' | 'down'
  readonly of: (plan: Plan, ground: Ground) => Figure
}

function measureOf(id: Pitfall['shownBy']): Measure {
  if (Object.hasOwn(checks, id)) {
    const { label, kind, value } = checks[id as CheckId]
    return {
      label,
      better: 'down',
      of(plan, { run, exact }) {
        const found = value({ plan, timeline: run(plan), exact })
        return { value: found, text: metricText(found, kind) }
      },
    }
  }
  const metric = metricList.find((one) => one.id === id)
  if (metric === undefined || metric.direction === null)
    throw new RangeError(`no metric ${id} has a better side`)
  return {
    label: metric.label,
    better: metric.direction,
    of(plan, { run }) {
      const { value = null, text = '' } = metrics(run(plan)).find((row) => row.id === id) ?? {}
      return { value, text }
    },
  }
}
