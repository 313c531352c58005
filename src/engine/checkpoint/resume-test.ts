import { says, textIndex } from '../fidelity/text-index.ts'
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
