import type { CheckpointContent, ContractChange } from '../engine/index.ts'
import { counted, share, turnName, whole } from './format.ts'
import { listed } from './words.ts'

/** The fields of a checkpoint in the order of its files, as a person calls them. */
export const CHECKPOINT_FIELDS: Readonly<Record<keyof CheckpointContent, string>> = Object.freeze({
  goal: 'Goal',
  criteria: 'Success criteria',
  constraints: 'Constraints',
  subtasks: 'Subtasks',
  decisions: 'Decisions',
  open: 'Open issues',
  environment: 'Environment',
  learnings: 'Learnings',
  summary: 'Summary',
})

/** How far a subtask is. */
export const SUBTASK_WORDS: Readonly<Record<string, string>> = Object.freeze({
  planned: 'planned',
  in_progress: 'in progress',
  done: 'done',
})

/** What became of an item that a model's answer did not repeat. */
export const BECAME_WORDS: Readonly<Record<ContractChange['became'], string>> = Object.freeze({
  gone: 'gone',
  replaced: 'replaced',
  carried: 'carried over',
})

/** Items that are named in one sentence; the others are counted. */
const MOST_NAMED = 3

export const checkpointSentences = Object.freeze({
  /** `1 item gone, 2 replaced, 3 carried over`; '' where the answer repeated all. */
  became(changes: readonly ContractChange[]): string {
    const parts = became(changes).map(({ word, items }, at) =>
      at === 0 ? `${counted(items.length, 'item')} ${word}` : `${whole(items.length)} ${word}`,
    )
    return parts.join(', ')
  },
  /** The same with their names: what an answer left out of the version before (CROSS-4). */
  named(changes: readonly ContractChange[]): string {
    return became(changes)
      .map(({ word, items }) => {
        const names = items
          .slice(0, MOST_NAMED)
          .map(({ item, by }) => (by === null ? named(item) : `${named(item)} by ${named(by)}`))
        const more = items.length - names.length
        return `${word}: ${listed(more > 0 ? [...names, `${whole(more)} more`] : names)}`
      })
      .join('; ')
  },
  name(window: number, version: number): string {
    return `version ${whole(version)} of window ${whole(window)}`
  },
  /** What asked for a save, as far as the record tells. */
  atThreshold(used: number, threshold: number): string {
    return `the window held ${share(used)} of the limit; it is saved from ${share(threshold)} on`
  },
  afterAlert(turn: number): string {
    return `asked for by the alert of ${turnName(turn)}`
  },
  forWindow: 'for the new window',
  milestones(done: number, decisions: number, open: number): string {
    const parts = [
      ...(done > 0 ? [counted(done, 'subtask done', 'subtasks done')] : []),
      ...(decisions > 0 ? [counted(decisions, 'decision')] : []),
      ...(open > 0 ? [counted(open, 'open issue')] : []),
    ]
    return `milestone: ${parts.join(', ')} more than before`
  },
  milestone: 'milestone, below the threshold of utilization',
  /** Lines added and removed, and what became of items that the answer left out. */
  changes(added: number, removed: number, left: string): string {
    const lines =
      added === 0 && removed === 0
        ? 'no line changed'
        : `${counted(added, 'line')} added, ${whole(removed)} removed`
    return left === '' ? lines : `${lines}; ${left}`
  },
  first: 'the first save',
  found(found: number, items: number): string {
    return `${whole(found)} of ${counted(items, 'item')} found word for word`
  },
})

function named(item: string): string {
  return `“${item.replace(/\s+/g, ' ').trim()}”`
}

function became(changes: readonly ContractChange[]) {
  return (['gone', 'replaced', 'carried'] as const).flatMap((each) => {
    const items = changes.filter((change) => change.became === each)
    return items.length === 0 ? [] : [{ word: BECAME_WORDS[each], items }]
  })
}
