import type { Tokens } from '../../../engine/index.ts'
import { upperCost } from '../../../llm/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { RunAsk, TimelineData } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { laneRun, sameWindow } from '../choice/choices.ts'
import type { LaneChoice, RunChoices } from '../choice/choices.ts'
import { factsOf } from './facts.ts'

/** The cost of a run if a real model answered its calls, by the calls that it made with the mock. */
export interface RunPrice {
  readonly calls: number
  /** With replies as long as the mock's. */
  readonly likely: Usd
  /** With replies of the maximum length. */
  readonly longest: Usd
  /** The remaining budget for calls. */
  readonly left: Usd
}

/** The parts of a run that determine its price. */
interface KnownRun {
  readonly shown: RunChoices | null
  readonly comparison: Pick<Comparison, 'lanes'> | null
}

/**
 * The price of a run, by the shown one. Null if the shown one did not run the same lanes with the mock, and for a live
 * conversation: it is longer than what was run.
 *
 * @param roomOf maximum tokens of the reply to a question
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
      // A real model gets the material quoted: it has not read the agent's prompt.
      const input = Math.ceil((ask.alone ?? ask.input) * factor)
      const room = roomOf(ask)
      calls += 1
      likely += upperCost(input, Math.min(room, Math.ceil(ask.output * factor)), facts)
      longest += upperCost(input, room, facts)
    }
  }
  return { calls, likely, longest, left: Math.max(0, left) }
}

/** A provider's tokens per token of an exact counter of the page (of an estimate: TO_ESTIMATE); both are generous. */
const TO_EXACT = 1.3
const TO_ESTIMATE = 1.5

function asksOf({ asks, exact }: Pick<TimelineData, 'asks' | 'exact'>, from: number) {
  const factor = exact ? TO_EXACT : TO_ESTIMATE
  return asks.filter(({ turn }) => turn >= from).map((ask) => ({ ask, factor }))
}

/** The parts of a lane that affect its run, whoever answers it. */
function byMock({ answeredBy: _, ...lane }: LaneChoice): string {
  return laneRun(lane)
}
