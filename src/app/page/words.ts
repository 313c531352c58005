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

/** What a part of the page that is no panel is called where it fails. */
export const PART_NAMES = Object.freeze(texts.PART_NAMES)
