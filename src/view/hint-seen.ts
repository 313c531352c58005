import type { Tick, Tokens, Turn, WindowId } from '../engine/index.ts'
import { actingStages } from '../sim/internal.ts'
import type { ActingStage, TimelineData } from '../sim/index.ts'
import { isStageWith } from '../engine/internal.ts'

/** A window as a stage found it in a turn: after what acts before it. */
export interface Seen {
  readonly turn: Turn
  readonly window: WindowId
  readonly used: Tokens
  readonly tick: Tick
  /** What it came in with, before any stage before the call: as it was counted or, where that is more, as it was read. */
  readonly arriving: Tokens
  /** Stages that freed some of it before. */
  readonly ahead: readonly string[]
}

/** What came in at or above a level, and which stages freed it before the one that the level is of. */
export interface Ahead {
  /** The fullest that came in. */
  readonly value: Tokens
  readonly turn: Turn
  /** In the order in which they first did. */
  readonly stages: readonly string[]
}

export type SeenData = Pick<TimelineData, 'spec' | 'turns' | 'edits'>

/**
 * Stages of a run that are asked in every turn. None for a pipeline that lists one twice: an edit does not say which of
 * the two made it, and so not what the others saw.
 */
export function askedStages({ spec: { config } }: Pick<TimelineData, 'spec'>): readonly ActingStage[] {
  const all = actingStages(config)
  if (new Set(all.map(({ stage }) => stage)).size < all.length) return []
  // What a strategy's own steps wait for is no condition that a person wrote: their levels are still levels.
  return config.strategy === 'pipeline' ? all.filter(({ when }) => when === 'always') : all
}

/** What a stage that acts before the call found, turn by turn, read from the recorded points and edits. */
export function seenBy({ spec, turns, edits }: SeenData, stage: string): Seen[] {
  const order = actingStages(spec.config).filter(({ phase }) => phase === 'call')
  const own = order.findIndex((one) => one.stage === stage)
  if (own < 0) return []
  const later = new Set(order.slice(own).map((one) => one.stage))
  return turns.map(({ turn, window, reading, points: { offered }, edits: made }) => {
    let { used, tick } = offered
    const ahead: string[] = []
    for (const index of made) {
      const edit = edits[index]
      // Stages on arrival acted before the window was offered.
      if (edit === undefined || edit.tick <= offered.tick) continue
      if (later.has(edit.stage) || isAfterTheCall(edit.stage)) break
      used = edit.after
      tick = edit.tick
      if (edit.freed > edit.added) ahead.push(edit.stage)
    }
    return { turn, window, used, tick, arriving: Math.max(offered.used, reading.used), ahead }
  })
}

/** What acts once every stage before the call has. */
function isAfterTheCall(stage: string): boolean {
  return stage === 'repair' || isStageWith('after_the_call', stage)
}
