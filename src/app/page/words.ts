import type { ProgressReport } from '../../worker/protocol.ts'

export const STEP_WORDS: Readonly<Record<ProgressReport['step'] | 'open', string>> = Object.freeze({
  open: 'Opening',
  read: 'Reading the log',
  count: 'Counting tokens',
  run: 'Running',
  compare: 'Comparing the lanes',
})

export const WORDS = Object.freeze({
  title: 'Context Window Lab',
  subtitle: 'one conversation, one context window, up to six strategies side by side',
  theme: 'Switch between light and dark',
  keys: 'Keys',
  cancel: 'Cancel',
  skip: 'Skip to the lanes',
  progress: 'Progress',
})

export const DETAIL_TEXT = Object.freeze({
  sections: 'Sections of the selected lane',
  listed: 'The choice of the lane',
})

export const SIDE_TEXT = Object.freeze({
  side: 'Side panel',
  fronts: 'Contents of the side panel',
  live: 'Live',
  liveTitle: 'Talk with an agent while the first lane manages its window (G)',
})

/** What a part of the page that is no panel is called where it fails. */
export const PART_NAMES = Object.freeze({
  inputs: 'The conversation menu',
  buttons: 'The buttons of the page',
  headline: 'The headline',
  reading: 'How the log was read',
  intake: 'How the log was read',
  scrubber: 'The strip of turns',
  lanesBar: 'The choice of lanes',
  lanes: 'The pictures of the lanes',
  side: 'This panel',
  model: 'The model panel',
  failure: 'What went wrong',
  marked: 'The marked turns',
  progress: 'Progress',
  dropping: 'The drop area for files',
})
