import { actingStages, asObeyedAt } from '../sim/internal.ts'
import type { TimelineData } from '../sim/index.ts'

type HeldData = Pick<TimelineData, 'spec' | 'set' | 'limit' | 'reserve' | 'thresholds'>

/** The run once for each config that it obeyed, the one it began with first. */
export function obeyedIn<Data extends HeldData>(data: Data): readonly Data[] {
  return [data, ...(data.set ?? []).map(({ from }) => asObeyedAt(data, from))]
}

/**
 * What is so from the first turn of a run to the last: of what its settings came to at first, what every later config
 * comes to as well. What a person set in mid-run is left out, so that whatever is said holds for all turns.
 *
 * @param come what a config comes to
 * @param same what has to be equal for two to be the same
 */
export function heldThroughout<Data extends HeldData, One>(
  data: Data,
  come: (data: Data) => readonly One[],
  same: (one: One) => unknown,
): readonly One[] {
  const [first, ...later] = obeyedIn(data)
  if (first === undefined) return []
  const others = later.map((one) => new Set(come(one).map((each) => JSON.stringify(same(each)))))
  return come(first).filter((one) => {
    const sign = JSON.stringify(same(one))
    return others.every((known) => known.has(sign))
  })
}

/** Whether the same stages were asked in the same order in every turn: else no turn tells what another's would have seen. */
export function isOneOrder(data: HeldData): boolean {
  const orders = obeyedIn(data).map(({ spec }) =>
    JSON.stringify(actingStages(spec.config).map(({ stage, phase, when }) => [stage, phase, when])),
  )
  return new Set(orders).size === 1
}
