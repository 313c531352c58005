import { toldOf } from './told/list.ts'
import { isStageWith, REWRITE } from '../engine/internal.ts'

/** A stage as what acts in a sentence. */
export function stageWords(stage: string): string {
  return toldOf(stage)?.doing ?? stage.replaceAll('_', ' ')
}

/** What an edit of a stage comes to, as the head of a line. */
export function stageDone(stage: string): string {
  return toldOf(stage)?.done ?? `changed by ${stageWords(stage)}`
}

/** Whether it acts because a person asked for it. */
export function isByHand(stage: string): boolean {
  return stage === REWRITE || isStageWith('by_hand', stage)
}
