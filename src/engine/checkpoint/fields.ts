import { SUBTASK_STATUSES } from './checkpoint.ts'
import type {
  CheckpointContent,
  Environment,
  MadeDecision,
  OpenIssue,
  Subtask,
  SubtaskStatus,
} from './checkpoint.ts'
import { choice, line, lines, list, record, records, text } from './shape.ts'
import type { Shape } from './shape.ts'

/** A field of a checkpoint: its shape, and its heading in Markdown. */
export interface Field<T> {
  readonly heading: string
  readonly shape: Shape<T>
}

/** What models and their to-do tools call a status. */
const SAID_FOR: Readonly<Record<SubtaskStatus, string>> = Object.freeze({
  planned: 'pending todo open notstarted next later upcoming queued waiting blocked',
  in_progress: 'active current currently doing ongoing started working running wip underway',
  done: 'complete completed finished closed resolved fixed',
})

/** The table from which JSON is read and Markdown is read and written (CROSS-1). Both use its order. */
export const FIELDS: { readonly [K in keyof CheckpointContent]: Field<CheckpointContent[K]> } = Object.freeze(
  {
    goal: { heading: 'Goal', shape: text },
    criteria: { heading: 'Success criteria', shape: list },
    constraints: { heading: 'Constraints', shape: list },
    subtasks: {
      heading: 'Subtasks',
      shape: records<Subtask>({ title: line, status: choice(SUBTASK_STATUSES, 'planned', SAID_FOR) }),
    },
    decisions: {
      heading: 'Decisions',
      shape: records<MadeDecision>({ what: line, why: line, alternatives: lines }),
    },
    open: { heading: 'Open issues', shape: records<OpenIssue>({ what: line, reproduce: line }) },
    environment: {
      heading: 'Environment',
      shape: record<Environment>({ directory: line, branch: line, services: lines }),
    },
    learnings: { heading: 'Learnings', shape: list },
    summary: { heading: 'Summary', shape: text },
  },
)

export type FieldName = keyof CheckpointContent
export const FIELD_NAMES: readonly FieldName[] = Object.freeze([
  'goal',
  'criteria',
  'constraints',
  'subtasks',
  'decisions',
  'open',
  'environment',
  'learnings',
  'summary',
])

/** Empty content of a checkpoint. */
export function emptyContent(): { -readonly [K in FieldName]: CheckpointContent[K] } {
  return {
    goal: '',
    criteria: [],
    constraints: [],
    subtasks: [],
    decisions: [],
    open: [],
    environment: FIELDS.environment.shape.empty,
    learnings: [],
    summary: '',
  }
}
