import { presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import type { TokenCounter, Turn } from '../../engine/index.ts'
import { run, scenario, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { Intake, Timeline } from '../../sim/index.ts'
import type { Place, Plan } from './plan.ts'

/** Smallest limit of a window. */
const LEAST = 2000

/** A conversation in which plans are run. */
export interface Ground {
  /** The conversation as the exact counter counts it. */
  readonly exact: Intake
  readonly limit: number
  readonly run: (plan: Plan) => Timeline
  /** The turns in which a plan that restarts does so. */
  readonly restarts: (plan: Plan) => readonly Turn[]
}

/** Runs plans over one conversation, which is read once, as is each plan run. */
export function groundOf({ scenario: name, share }: Place, seed: number, counter: TokenCounter): Ground {
  const trace = scenario(name, seed)
  const exact = takeIn(trace, counter)
  const limit = Math.max(LEAST, Math.floor(unmanagedPeak(exact) * share))
  const runWith = ({ policy, gates, counts, changes = {} }: Plan, turns: readonly Turn[]): Timeline =>
    run(
      trace,
      {
        ...presetConfig(gates === 'naive' ? `naive_${policy}` : policy),
        ...changes,
        max_context_tokens: limit,
      },
      {
        intake:
          counts === 'characters'
            ? takeIn(trace, chars4)
            : counts === 'no pictures'
              ? withoutPictures(exact)
              : exact,
        interventions: turns.map((turn) => ({ turn, kind: 'reset' })),
      },
    )
  const restarts = (plan: Plan): readonly Turn[] => {
    const turns: Turn[] = []
    if (plan.restarts !== true) return turns
    for (;;) {
      const overflow = runWith(plan, turns).ended?.turn
      // What does not fit into an empty window never will.
      if (overflow === undefined || overflow === turns.at(-1)) return turns
      turns.push(overflow)
    }
  }
  const ran = new Map<string, Timeline>()
  return {
    exact,
    limit,
    run(plan) {
      const key = JSON.stringify(plan)
      let timeline = ran.get(key)
      if (timeline === undefined) ran.set(key, (timeline = runWith(plan, restarts(plan))))
      return timeline
    },
    restarts,
  }
}

function withoutPictures(intake: Intake): Intake {
  const blocks = intake.blocks.map((block) =>
    block.media === undefined ? block : { ...block, tokens: block.tokens - block.media.images },
  )
  return { ...intake, blocks }
}
