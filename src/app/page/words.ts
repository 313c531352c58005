import type { ProgressReport } from '../../worker/protocol.ts'
import type { DetailTab } from '../store/look/detail-tab.ts'
import texts from './words.json' with { type: 'json' }

export const STEP_WORDS: Readonly<Record<ProgressReport['step'] | 'open' | 'draw', string>> = Object.freeze(
  texts.STEP_WORDS,
)

export const WORDS = Object.freeze(texts.WORDS)

export const DETAIL_TEXT: { readonly tabs: string; readonly listed: string } & Readonly<
  Record<'names' | 'titles', Readonly<Record<DetailTab, string>>>
> = Object.freeze(texts.DETAIL_TEXT)

export const SIDE_TEXT = Object.freeze(texts.SIDE_TEXT)

/** Names of parts of the page that are not panels, for error messages. */
export const PART_NAMES = Object.freeze(texts.PART_NAMES)

export const DEPTH_TEXT = Object.freeze(texts.DEPTH_TEXT)
