import { says, textIndex } from '../fidelity/text-index.ts'
import { oneLine } from '../notes/notes.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { FieldName } from './fields.ts'

/** One item of a checkpoint, and whether the new window contains it. */
export interface ResumeAnswer {
  readonly item: string
  readonly field: FieldName
  readonly found: boolean
}

/**
 * Asks a new window for every item of a checkpoint (CROSS-4): goal, criteria, constraints, subtasks, decisions with
 * reasons and alternatives, open issues with how to reproduce them, environment, learnings and each line of the
 * summary. An item is found if the text contains it word for word; case, white space and digit grouping are ignored.
 */
export function resumeTest(checkpoint: Checkpoint, windowText: string): ResumeAnswer[] {
  const index = textIndex(windowText)
  return itemsOf(checkpoint).map(({ field, item }) => ({ item, field, found: says(index, item) }))
}

/** Words of a heading or a label for work that is not done; they come first, as in “none of this has been done”. */
const NOT_DONE = /\b(?:planned|in progress|current|remaining|next|to ?do)\b/i
const DONE = /\b(?:done|completed|finished)\b/i

/**
 * Titles of the subtasks that a checkpoint calls planned or in progress, and that the text of a new window has among
 * what is done (CROSS-3): under such a heading, or behind such a word in the line. A title that a second line calls
 * not done is none of them.
 */
export function plansReadAsDone({ subtasks }: Checkpoint, windowText: string): string[] {
  const labelled: { readonly line: string; readonly heading: string }[] = []
  let heading = ''
  for (const line of windowText.split('\n')) {
    if (line.startsWith('#')) heading = line
    else labelled.push({ line: line.toLowerCase(), heading })
  }
  return subtasks.flatMap(({ title, status }) => {
    if (status === 'done') return []
    const words = oneLine(title).toLowerCase()
    const labels = labelled.flatMap(({ line, heading: above }) => {
      const at = line.indexOf(words)
      return at < 0 ? [] : [`${above} ${line.slice(0, at)}`]
    })
    return labels.some((label) => DONE.test(label)) && !labels.some((label) => NOT_DONE.test(label))
      ? [title]
      : []
  })
}

function itemsOf(checkpoint: Checkpoint): { field: FieldName; item: string }[] {
  const { goal, criteria, constraints, subtasks, decisions, open, environment, learnings, summary } =
    checkpoint
  const items: { field: FieldName; item: string }[] = []
  const add = (field: FieldName, texts: readonly string[]): void => {
    for (const item of texts) if (item.trim() !== '') items.push({ field, item })
  }
  add('goal', [goal])
  add('criteria', criteria)
  add('constraints', constraints)
  add(
    'subtasks',
    subtasks.map(({ title }) => title),
  )
  for (const { what, why, alternatives } of decisions) add('decisions', [what, why, ...alternatives])
  for (const { what, reproduce } of open) add('open', [what, reproduce])
  add('environment', [environment.directory, environment.branch, ...environment.services])
  add('learnings', learnings)
  add('summary', summary.split('\n'))
  return items
}
