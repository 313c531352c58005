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
  cancel: 'Cancel',
  skip: 'Skip to the lanes',
  progress: 'Progress',
})
