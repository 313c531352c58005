import { askForCheckpoint } from '../stage/compression/checkpoint.ts'
import type { CompressionSettings } from '../stage/compression/declaration.ts'
import { done, skipped } from '../stage/contract/trigger.ts'
import { scaledThresholds } from '../pressure/pressure.ts'
import type { Thresholds } from '../pressure/pressure.ts'
import { startAsking } from '../stage/contract/asking.ts'
import { quiet } from '../stage/contract/quiet.ts'
import type { Stage } from '../stage/contract/stage.ts'
import type { Tokens } from '../core/units.ts'
import { stageNamed } from '../stage/catalogue/list.ts'
import { saveCheckpointEntry } from '../stage/catalogue/save-checkpoint.ts'
import type { TurnRules } from './turn-input.ts'
import { floorShare } from '../core/number/share.ts'

/** The stage that saves automatically: a save on demand uses its name. */
const SAVING = saveCheckpointEntry.name

/** Saves the state of the task now, at any pressure and without a milestone. */
export function saveNowStage(compression: CompressionSettings): Stage<null> {
  return {
    name: SAVING,
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const asking = startAsking(context.breaker, compression.breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      const save = yield* askForCheckpoint(view, context, asking, SAVING, compression)
      const { verdicts } = asking
      if (save === null) return skipped(state, 'summary_discarded', 0, verdicts)
      return done(state, [], { verdicts, save })
    },
  }
}

/** Maximum size of the next request, as a share of the rejected one. */
const MOST_RESENT = 0.9

/** The same stages without the cascade, so that only a new window can help. */
export function withoutLadder(stages: readonly Stage[]): readonly Stage[] {
  return stages.map((stage) => (stageNamed(stage.name)?.makesRoom === true ? asleep(stage) : stage))
}

function asleep(stage: Stage): Stage {
  return {
    ...stage,
    act: quiet((_view, state) => {
      return skipped(state, 'below_trigger')
    }),
  }
}

/**
 * Rules for a window that the provider found too long: it must become smaller than what was sent, whatever the limit
 * says. It is unknown by how much, so a tenth is required; otherwise the next try might be only a few tokens shorter
 * and fail too. The reserve grows by the missing tokens, and every threshold shrinks with it (PRES-1).
 *
 * @param thresholds as configured
 */
export function afterRejection(rules: TurnRules, used: Tokens, thresholds: Thresholds): TurnRules {
  const reserve = Math.max(rules.reserve, rules.limit - floorShare(MOST_RESENT, used))
  return { ...rules, reserve, thresholds: scaledThresholds(thresholds, rules.limit, reserve) }
}
