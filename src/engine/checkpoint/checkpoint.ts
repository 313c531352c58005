import type { Problem } from '../core/problem.ts'
import type { Milliseconds, Turn } from '../core/units.ts'

/** The `format` field of every checkpoint file; files with another value are rejected. */
export const CHECKPOINT_FORMAT = 'context-window-lab/checkpoint'
/** The schema that is written. Older ones are read through the upgraders of `upgrade.ts`. */
export const CHECKPOINT_SCHEMA = 2

export const SUBTASK_STATUSES = Object.freeze(['planned', 'in_progress', 'done'] as const)
export type SubtaskStatus = (typeof SUBTASK_STATUSES)[number]

export interface Subtask {
  readonly title: string
  readonly status: SubtaskStatus
}

export interface MadeDecision {
  readonly what: string
  readonly why: string
  readonly alternatives: readonly string[]
}

export interface OpenIssue {
  readonly what: string
  /** How to reproduce it, '' if unknown. */
  readonly reproduce: string
}

export interface Environment {
  readonly directory: string
  readonly branch: string
  readonly services: readonly string[]
}

/** The state of a task that must be carried into a new window (CROSS-1, “Agent Context Window Management”, 6). */
export interface CheckpointContent {
  readonly goal: string
  readonly criteria: readonly string[]
  readonly constraints: readonly string[]
  readonly subtasks: readonly Subtask[]
  readonly decisions: readonly MadeDecision[]
  readonly open: readonly OpenIssue[]
  readonly environment: Environment
  readonly learnings: readonly string[]
  readonly summary: string
}

/** A saved state of a task. Plain data; `serializeCheckpoint` and `checkpointToMarkdown` write the same of it. */
export interface Checkpoint extends CheckpointContent {
  readonly format: typeof CHECKPOINT_FORMAT
  readonly schema: typeof CHECKPOINT_SCHEMA
  /** Number of the window that it was saved in, from 1. */
  readonly window: number
  /** Number of the save in the whole task, from 1; a new window continues the count (CROSS-2). */
  readonly version: number
  readonly turn: Turn
  /** By the trace's clock; null if the trace has none. */
  readonly time: Milliseconds | null
}

/** Identifies a checkpoint and orders it among others. */
export type CheckpointStamp = Pick<Checkpoint, 'window' | 'version'>

/** The version of the next save: one more than the newest known one, 1 for the first. */
export function nextVersion(known: CheckpointStamp | null): number {
  return known === null ? 1 : known.version + 1
}

/**
 * Problems of a checkpoint as a whole (CROSS-2). Errors make it unusable: no goal, or a window or version below 1. A
 * plan without a subtask in progress is a warning: the task can be resumed, but not from a known point.
 */
export function checkpointProblems(checkpoint: Checkpoint): Problem[] {
  const problems: Problem[] = []
  if (checkpoint.goal.trim() === '')
    problems.push({
      severity: 'error',
      code: 'no-goal',
      message: `a checkpoint needs a goal, found ${JSON.stringify(checkpoint.goal)}`,
      expected: 'a sentence that says what the task is',
      found: JSON.stringify(checkpoint.goal),
    })
  for (const field of ['window', 'version'] as const) {
    const value = checkpoint[field]
    if (!Number.isSafeInteger(value) || value < 1)
      problems.push({
        severity: 'error',
        code: `bad-${field}`,
        message: `"${field}" counts from 1, found ${value}`,
        expected: 'a whole number from 1',
        found: String(value),
      })
  }
  const planned = checkpoint.subtasks.filter(({ status }) => status === 'planned')
  const [first] = planned
  if (first !== undefined && !checkpoint.subtasks.some(({ status }) => status === 'in_progress'))
    problems.push({
      severity: 'warning',
      code: 'no-current-subtask',
      message:
        `${planned.length} planned and none in progress, so it is open where to go on, ` +
        `perhaps with ${JSON.stringify(first.title.slice(0, 80))}`,
      expected: 'one subtask with the status "in_progress"',
    })
  return problems
}

/**
 * Returns why a checkpoint must not replace the newest known one, or null if it may (CROSS-2). Refused are a lower
 * version, a lower window whatever its version, and a later window that did not continue the count, which means that
 * two windows wrote without knowing of each other. The newest known checkpoint itself is accepted.
 */
export function acceptCheckpoint(known: CheckpointStamp | null, checkpoint: CheckpointStamp): Problem | null {
  if (known === null) return null
  const same = checkpoint.window === known.window && checkpoint.version === known.version
  if (same || (checkpoint.version > known.version && checkpoint.window >= known.window)) return null
  const stale = checkpoint.version < known.version || checkpoint.window < known.window
  const is = `version ${checkpoint.version} of window ${checkpoint.window}`
  return {
    severity: 'error',
    code: stale ? 'stale-checkpoint' : 'version-not-grown',
    message:
      `the newest known checkpoint is version ${known.version} of window ${known.window}; ` +
      (stale ? `refused the older ${is}` : `a later one needs a higher version, refused ${is}`),
    expected: `a version above ${known.version} of window ${known.window} or later`,
    found: is,
  }
}
