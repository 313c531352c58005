import { cascadeAsWritten, shareAsWritten, stepsAsWritten } from './cascade-stage.ts'
import type { AsWritten } from './entry.ts'

/** A cascade of two steps where five are described. */
export const cascadeLacksSteps = Object.freeze({
  name: 'cascade_lacks_steps',
  article: 'Agent Context Window Management',
  rule: 'COMP-2',
  defect:
    'The cascade summarizes turns and compacts; tool results and sub-agents, both written, are never called.',
  harm: 'One huge result in a short conversation cannot be made smaller at all, and below 0.85 of the window there is no step for it.',
  fix: 'One cascade has every step, each from its own threshold on.',
  steps: stepsAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Summaries that nobody puts anywhere. */
export const cascadeResultDiscarded = Object.freeze({
  name: 'cascade_result_discarded',
  article: 'Agent Context Window Management',
  rule: 'MAN-2',
  defect: 'The manager calls the cascade and drops the list of summaries that it returns.',
  harm: 'Every request is paid for, and the window is as full as before.',
  fix: 'What a stage decides is an edit: it is applied, and the window is measured again.',
  stage: cascadeAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Summaries of the same turns, again in each pass. */
export const everyTurnAgain = Object.freeze({
  name: 'every_turn_again',
  article: 'Agent Context Window Management',
  rule: 'COMP-1',
  defect:
    'Nothing is kept of what was summarized before, so each pass asks for every turn that is not fresh.',
  harm: 'The requests of a long task grow with the square of its turns.',
  fix: 'Each block is shortened once per level, and the step stops when the target is reached.',
  stage: cascadeAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** An oldest age, beyond which all is new again. */
export const oldInFull = Object.freeze({
  name: 'old_in_full',
  article: 'Agent Context Window Management',
  rule: 'COMP-1',
  defect:
    'The last level ends at an age of 999 turns, and what is older falls through to the level of fresh turns.',
  harm: 'A turn that was shortened to a title for 979 turns is in full again from then on.',
  fix: 'The last level has no end.',
  share: shareAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Compression as “Agent Context Window Management” writes it. */
export const compressionAsWritten: readonly AsWritten[] = Object.freeze([
  cascadeLacksSteps,
  cascadeResultDiscarded,
  everyTurnAgain,
  oldInFull,
])
