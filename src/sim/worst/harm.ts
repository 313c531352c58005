import type { PartialConfig } from '../../config/index.ts'
import type { TokenCounter, Tokens } from '../../engine/index.ts'
import { costOfRun } from '../run/cost/cost.ts'
import { metOf } from '../run/metric/share-of-needs.ts'
import { run } from '../run/replay/run.ts'
import type { TimelineData } from '../run/timeline/timeline.ts'
import { neededAgain } from '../study/measured.ts'
import { chosenWindow } from '../study/window.ts'
import type { WindowChoice } from '../study/window.ts'
import { takeIn } from '../trace/intake.ts'
import type { Trace } from '../trace/trace.ts'

/** What a strategy can do badly in a conversation. */
export const HARMS = Object.freeze(['thrash', 'goal', 'cost', 'needs'] as const)
export type Harm = (typeof HARMS)[number]

/** The least of each that counts as doing badly. */
export const LEAST_HARM: Readonly<Record<Harm, number>> = Object.freeze({
  thrash: 1,
  goal: 1,
  cost: 0.1,
  needs: 1,
})

/** How a strategy is judged. */
export interface Judging {
  readonly lane: PartialConfig
  /** The lane that it is compared with: for `needs`. */
  readonly against: PartialConfig
  readonly harm: Harm
  readonly counter: TokenCounter
}

/** A conversation as judged. */
export interface Judged {
  /** See `harmIn`. */
  readonly harm: number
  readonly window: Tokens
}

/**
 * How badly a lane does in a conversation, more being worse:
 *
 * - `thrash`: blocks that were evicted, needed again within 10 turns, and gone then;
 * - `goal`: turns that needed the goal and had nothing of it;
 * - `cost`: its cost beside sending everything, less 1: 0.1 is a tenth more;
 * - `needs`: needed blocks that it lacks and the other lane has, less those the other way round.
 *
 * A run that ended early is judged by the turns it reached, and never by its cost.
 *
 * @param window of both lanes; `cost` compares with a window for the whole conversation
 */
export function harmIn(
  trace: Trace,
  { lane, against, harm, counter }: Judging,
  window: WindowChoice,
): Judged {
  const intake = takeIn(trace, counter)
  const tokensOf = (choice: WindowChoice): Tokens => chosenWindow(choice, intake)?.tokens ?? 0
  const ran = (config: PartialConfig, tokens: Tokens): TimelineData =>
    run(trace, { ...config, max_context_tokens: tokens }, { intake, fidelity: false }).data
  const tokens = tokensOf(window)
  const data = ran(lane, tokens)
  switch (harm) {
    case 'thrash':
      return { harm: neededAgain(data), window: tokens }
    case 'goal':
      return {
        harm: data.needs.filter((need) => need.kind === 'goal' && need.resolution === 'lost').length,
        window: tokens,
      }
    case 'cost': {
      const whole = costOfRun(ran({ strategy: 'unmanaged' }, tokensOf({ kind: 'whole' }))).usd
      return {
        harm: data.ended !== null || whole === 0 ? 0 : costOfRun(data).usd / whole - 1,
        window: tokens,
      }
    }
    case 'needs': {
      // Without a person's verdicts, two runs of a conversation have the same needs in the same order.
      const other = ran(against, tokens).needs
      const worse = data.needs.map((need, nth) =>
        need.resolution === 'unreached' ? 0 : metOf(other[nth] ?? need) - metOf(need),
      )
      return { harm: worse.reduce((sum, one) => sum + one, 0), window: tokens }
    }
  }
}
