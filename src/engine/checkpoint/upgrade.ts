import { CHECKPOINT_SCHEMA } from './checkpoint.ts'
import { isItems } from './outline.ts'
import type { Fields, Node } from './outline.ts'

/** Turns the fields of schema n into those of schema n + 1, where n is its position in `UPGRADERS`, counted from 1. */
export type Upgrader = (fields: Fields) => Fields

/**
 * One step for each older schema. A step leaves what it does not understand unchanged, so that reading reports it at
 * its place.
 */
export const UPGRADERS: readonly Upgrader[] = Object.freeze([subtasksFromLists])

/** The fields in the current schema. */
export function upgraded(fields: Fields): Fields {
  let current = fields
  for (let schema = Number(fields.get('schema')?.value); schema < CHECKPOINT_SCHEMA; schema++)
    current = UPGRADERS[schema - 1]?.(current) ?? current
  return current
}

/**
 * Schema 1 had `done`, `current` and `nextSteps` instead of subtasks with a status, and `blockers` instead of open
 * issues with how to reproduce them. Its decisions were plain sentences, which can still be read.
 */
function subtasksFromLists(fields: Fields): Fields {
  const next = new Map(fields)
  const subtasks: Node[] = []
  const take = (name: string, status: string): void => {
    const node = fields.get(name)
    if (node === undefined) return
    const titles = isItems(node.value) ? node.value : node.value === '' || node.value === null ? [] : [node]
    for (const title of titles)
      subtasks.push({
        at: title.at,
        value: new Map([
          ['title', title],
          ['status', { at: title.at, value: status }],
        ]),
      })
    next.delete(name)
  }
  take('done', 'done')
  take('current', 'in_progress')
  take('nextSteps', 'planned')
  next.set('subtasks', { at: subtasks[0]?.at ?? 0, value: subtasks })
  const blockers = fields.get('blockers')
  if (blockers !== undefined) {
    next.delete('blockers')
    next.set('open', blockers)
  }
  return next
}
