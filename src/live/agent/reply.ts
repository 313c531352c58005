import type { Json, Part } from '../../engine/index.ts'
import { ASKED, ASKS, noteLines, SINCE } from './sight.ts'
import type { Sight } from './sight.ts'

/** A call that an agent wants to make. */
export interface Wanted {
  readonly name: string
  readonly input: Json
}

/**
 * Steps per user message after which an agent gives up: in a window that keeps losing what it needs, it might never
 * end.
 */
export const MOST_STEPS = 80

/** How an agent that gives up begins. */
export const STOPS = 'I stop here'

/** Whether an agent's words ask for its task. */
export function asksForTask(words: string): boolean {
  return words.includes(ASKS)
}

/** Whether an agent's words give up. */
export function givesUp(words: string): boolean {
  return words.includes(`. ${STOPS}: `)
}

/** Heading of the note that lists stored results that were read, or begun, so that none is begun twice. */
export const STORED = 'stored'

/**
 * An agent's message, with its notes and its calls. Call ids come from the number of the step and avoid those in the
 * request; if every trace of earlier steps is gone, an id may repeat, and the conversation then replaces it.
 */
export function replyWith(
  sight: Sight,
  words: string,
  notes: ReadonlyMap<string, readonly string[]>,
  wanted: readonly Wanted[],
): readonly Part[] {
  const { step, since } = sight
  const begun = sight.notes.get(STORED)
  const kept = new Map(notes)
  if (wanted.length > 0 && begun !== undefined && !kept.has(STORED)) kept.set(STORED, begun)
  if (wanted.length > 0 && sight.asked > 0) kept.set(ASKED, [String(sight.asked)])
  if (wanted.length > 0 && since > 1) kept.set(SINCE, [String(since)])
  const text: Part = { type: 'text', text: `Step ${step}. ${words}${noteLines(kept)}` }
  if (wanted.length > 0 && step - since >= MOST_STEPS)
    return [
      {
        ...text,
        text: `Step ${step}. ${STOPS}: after ${MOST_STEPS} steps I still miss what I need, because the window keeps losing it.`,
      },
    ]
  const used = new Set(sight.ids)
  const calls = wanted.map(({ name, input }): Part => {
    let number = 1
    while (used.has(`mock_${step}_${number}`)) number += 1
    const id = `mock_${step}_${number}`
    used.add(id)
    return { type: 'tool_use', id, name, input }
  })
  return [text, ...calls]
}

/** The message of an agent that cannot continue by itself; null if it can. */
export function standstill(sight: Sight): readonly Part[] | null {
  if (sight.task === null)
    // The notes stay, so that repeating the task does not restart the work.
    return replyWith(
      sight,
      `I can no longer see what I was asked to do; it has left my window. ${ASKS}`,
      new Map([...sight.notes, [ASKED, [String(sight.asked + 1)]] as const]),
      [],
    )
  if (sight.refused && !sight.fresh)
    return replyWith(sight, 'You refused that call, so I stop. What should I do instead?', new Map(), [])
  return null
}

export const read = (
  path: string,
  more: { readonly offset?: number; readonly limit?: number; readonly unit?: string } = {},
): Wanted => ({
  name: 'read_file',
  input: { path, ...more },
})
