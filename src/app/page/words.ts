import type { ProgressReport } from '../../worker/protocol.ts'
import texts from './words.json' with { type: 'json' }

export const STEP_WORDS: Readonly<Record<ProgressReport['step'] | 'open', string>> = Object.freeze(
  texts.STEP_WORDS,
)

export const WORDS = Object.freeze(texts.WORDS)

export const DETAIL_TEXT = Object.freeze({
  sections: 'Sections of the selected lane',
  listed: 'The choice of the lane',
})

export const SIDE_TEXT = Object.freeze(texts.SIDE_TEXT)

/** Names of parts of the page that are not panels, for error messages. */
export const PART_NAMES = Object.freeze(texts.PART_NAMES)

export const DEPTH_TEXT = Object.freeze(texts.DEPTH_TEXT)
