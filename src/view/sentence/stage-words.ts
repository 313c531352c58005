import { toldOf } from './told.ts'
import { isStageWith, REWRITE } from '../../engine/internal.ts'
import type { BlockType } from '../../engine/index.ts'
import type { Config } from './stage-config.ts'
import type { Part, StageStory } from './story.ts'

/** A stage as the subject of a sentence. */
export function stageWords(stage: string): string {
  return toldOf(stage)?.doing ?? stage.replaceAll('_', ' ')
}

/** The result of a stage's edit, as the head of a line. */
export function stageDone(stage: string): string {
  return toldOf(stage)?.done ?? `changed by ${stageWords(stage)}`
}

/** Whether it acts because a person requested it. */
export function isByHand(stage: string): boolean {
  return stage === REWRITE || isStageWith('by_hand', stage)
}

const WITH_IT = 'it is in the same message or tool pair as a block that stays'
const UNTOLD: StageStory = Object.freeze({
  about: 'everything',
  did: null,
  stands: '',
  rule: '',
  tail: 'it is among the newest messages',
  otherwise: WITH_IT,
})

/** Describes a stage by its settings; an article's code has its own rules, which are not described. */
export function stageStory(stage: string, config: Config, part: Part, asWritten: boolean): StageStory {
  const told = asWritten ? {} : (toldOf(stage)?.story?.(config, part) ?? {})
  const hand = isByHand(stage) ? { tail: 'it belongs to the last exchange' } : {}
  return { ...UNTOLD, ...hand, ...told }
}

/** Whether a stage decides about blocks of a type. */
export function decidesAbout({ about }: StageStory, type: BlockType): boolean {
  switch (about) {
    case 'everything':
      return true
    case 'results':
      return type === 'tool_result'
    case 'calls and results':
      return type === 'tool_result' || type === 'tool_call'
    case 'thinking':
      return type === 'thinking'
    case 'arrivals':
      return false
  }
}
