import type { FactKind } from './fact.ts'

/** The section of a summary that statements of a kind are written in, by the section's name. */
export const SECTION_OF: Readonly<Record<FactKind, string>> = Object.freeze({
  goal: 'goal',
  constraint: 'constraints',
  decision: 'decisions',
  done: 'progress',
  current: 'progress',
  next: 'progress',
  file: 'files',
  number: 'numbers',
  error: 'errors',
  fix: 'errors',
  open: 'open',
  learning: 'learnings',
})

/** What an item begins with where its section holds several kinds, so that it can be read back. */
export const ITEM_LABELS: Readonly<Partial<Record<FactKind, string>>> = Object.freeze({
  done: 'Done: ',
  current: 'Now: ',
  next: 'Next: ',
  fix: 'Fixed: ',
})
