import type { Tokens } from '../../../engine/index.ts'
import { upperCost } from '../../../llm/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { RunAsk, TimelineData } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { laneRun, sameWindow } from '../choice/choices.ts'
import type { LaneChoice, RunChoices } from '../choice/choices.ts'
import { factsOf } from './facts.ts'

/** What a run would cost whose calls a real model answers, by the calls that it made with the mock. */
export interface RunPrice {
  readonly calls: number
  /** With replies as long as the mock's. */
  readonly likely: Usd
  /** With replies as long as they may be. */
  readonly longest: Usd
  /** What may yet be spent. */
  readonly left: Usd
}

/** What of a run tells its price. */
interface KnownRun {
  readonly shown: RunChoices | null
  readonly comparison: Pick<Comparison, 'lanes'> | null
}

/**
 * The price of a run by the one that is on the screen. Null where that one did not run the same lanes by the mock, and
 * for a conversation that goes on: it is longer than what was run.
 *
 * @param roomOf most tokens of a reply to a question
 */
export function runPrice(
  wanted: RunChoices,
  { shown, comparison }: KnownRun,
  left: Usd,
  roomOf: (ask: Pick<RunAsk, 'kind' | 'maxTokens'>) => Tokens,
): RunPrice | null {
  if (shown === null || comparison === null || wanted.source.kind === 'live' || !sameWindow(wanted, shown))
    return null
  let [calls, likely, longest] = [0, 0, 0]
  for (const lane of wanted.lanes) {
    if (lane.answeredBy === undefined) continue
    const facts = factsOf(lane.answeredBy)
    const at = shown.lanes.findIndex((one) => byMock(one) === byMock(lane))
    const ran = comparison.lanes[at]
    if (facts === null || ran === undefined) return null
    const asked = [
      ...asksOf(ran.data, 0),
      ...ran.forks.flatMap((fork) => (fork.kind === 'run' ? asksOf(fork.data, fork.turn) : [])),
    ]
    for (const { ask, factor } of asked) {
      const input = Math.ceil(ask.input * factor)
      const room = roomOf(ask)
      calls += 1
      likely += upperCost(input, Math.min(room, Math.ceil(ask.output * factor)), facts)
      longest += upperCost(input, room, facts)
    }
  }
  return { calls, likely, longest, left: Math.max(0, left) }
}

/** A provider's tokens to one of the page's counters: it makes more of the same text than either kind does. */
const TO_EXACT = 1.3
const TO_ESTIMATE = 1.5

function asksOf({ asks, exact }: Pick<TimelineData, 'asks' | 'exact'>, from: number) {
  const factor = exact ? TO_EXACT : TO_ESTIMATE
  return asks.filter(({ turn }) => turn >= from).map((ask) => ({ ask, factor }))
}

/** What of a lane is run, whoever answers it. */
function byMock({ answeredBy: _, ...lane }: LaneChoice): string {
  return laneRun(lane)
}
