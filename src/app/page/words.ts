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
  theme: 'Change between light and dark',
  keys: 'Keys',
  picture: 'Picture of the blocks',
  pictures: { strata: 'Stacked context', lifelines: 'Block timeline' },
  pictureTitles: {
    strata: 'A band for each block, in prompt order, as tall as its tokens (L)',
    lifelines: 'A row for each block, in order of arrival, from birth to end (L)',
  },
  window: 'Context',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  goTo: 'go to',
  skip: 'Skip to the lanes',
  progress: 'Progress',
})
