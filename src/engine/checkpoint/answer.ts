import type { Problem } from '../core/problem.ts'
import type { Milliseconds, Turn } from '../core/units.ts'
import { CHECKPOINT_FORMAT, CHECKPOINT_SCHEMA, checkpointProblems } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import { carryOver } from './changes.ts'
import type { ContractChange } from './changes.ts'
import { emptyContent, FIELD_NAMES } from './fields.ts'
import { readJson } from './json.ts'
import { isFields } from './outline.ts'
import type { Fault, Fields } from './outline.ts'
import { problemsOf, readContent, refused, tooLong } from './read.ts'

/** Values of a save that the model is not asked for, and the previous version. */
export interface SaveContext {
  readonly window: number
  readonly version: number
  readonly turn: Turn
  readonly time: Milliseconds | null
  /** Source of fields that the answer omits or gets wrong; null for the first save. */
  readonly previous: Checkpoint | null
}

/** A save, as it is recorded. */
export interface CheckpointSave {
  readonly checkpoint: Checkpoint
  /** What happened to items of the previous version that the answer did not repeat (CROSS-4). */
  readonly changes: readonly ContractChange[]
  /** Problems in the answer that did not prevent the save. */
  readonly problems: readonly Problem[]
}

/** A parsed answer: a save, or null for the checkpoint and at least one error. */
export type AnsweredCheckpoint =
  | CheckpointSave
  | { readonly checkpoint: null; readonly changes: readonly []; readonly problems: readonly Problem[] }

/** Positions in an answer at which an object is looked for. */
const MOST_TRIES = 16

/**
 * Reads a model's answer to an `extract` request as a checkpoint (CROSS-1). The JSON may be fenced or surrounded by
 * prose, or stand in another object; the first object with a field of a checkpoint is used, of those in another one
 * the first with a goal. A field of a wrong type is a warning and keeps its
 * previous value. Items of the previous version that the answer leaves out are carried over or named in `changes` (see
 * `carryOver`). The checkpoint is null if there is no such object, or if no goal is known.
 */
export function checkpointOf(
  answerText: string,
  { window, version, turn, time, previous }: SaveContext,
): AnsweredCheckpoint {
  const long = tooLong(answerText)
  if (long !== null) return unread(refused(answerText, long).problems)
  const found = objectIn(answerText)
  if (!('fields' in found)) return unread(refused(answerText, found).problems)
  const faults: Fault[] = []
  const known = previous ?? emptyContent()
  const told = readContent(found.fields, known, (fault) => faults.push(fault))
  const { content, changes } = carryOver(known, told)
  const checkpoint: Checkpoint = {
    format: CHECKPOINT_FORMAT,
    schema: CHECKPOINT_SCHEMA,
    window,
    version,
    turn,
    time,
    ...content,
  }
  const problems = [...problemsOf(answerText, faults, 'warning'), ...checkpointProblems(checkpoint)]
  const broken = problems.some(({ severity }) => severity === 'error')
  return broken ? unread(problems) : { checkpoint, changes, problems }
}

function unread(problems: readonly Problem[]): AnsweredCheckpoint {
  return { checkpoint: null, changes: [], problems }
}

function objectIn(text: string): { readonly fields: Fields } | Fault {
  let fault: Fault | null = null
  let at = text.indexOf('{')
  /** End of the object around the position. */
  let end = 0
  for (let tries = 0; at >= 0 && tries < MOST_TRIES; tries++) {
    const read = readJson(text, at, false)
    if ('node' in read && isFields(read.node.value)) {
      const fields = read.node.value
      const isInside = at < end
      if (isInside ? fields.has('goal') : FIELD_NAMES.some((name) => fields.has(name))) return { fields }
      fault ??= {
        code: 'no-checkpoint',
        message: `the answer's object has no field of a checkpoint, found ${[...fields.keys()].slice(0, 5).join(', ')}`,
        at,
        expected: FIELD_NAMES.join(', '),
      }
      end = Math.max(end, read.end)
    } else {
      // The error furthest into the text belongs to the intended object.
      if ('fault' in read && (fault === null || read.fault.at > fault.at)) fault = read.fault
    }
    at = text.indexOf('{', at + 1)
  }
  const start = text.trim().slice(0, 40)
  return (
    fault ?? {
      code: 'no-json',
      message: `the answer holds no JSON object, found ${JSON.stringify(start)}`,
      at: 0,
      expected: 'a JSON object',
      found: JSON.stringify(start),
    }
  )
}
