import { isRecord, textIn } from './fields.ts'
import type { Links } from './read.ts'

/**
 * Joins everything from the first of some things to the last that has the same id, so that a call that the provider
 * answered itself never loses its result.
 *
 * @param idOf null for a thing that needs no other
 */
export function together(
  things: readonly unknown[],
  idOf: (thing: unknown) => string | null,
): readonly (readonly unknown[])[] {
  const last = new Map<string, number>()
  for (const [at, thing] of things.entries()) {
    const id = idOf(thing)
    if (id !== null) last.set(id, at)
  }
  const groups: unknown[][] = []
  let end = -1
  for (const [at, thing] of things.entries()) {
    const id = idOf(thing)
    if (at <= end) groups.at(-1)?.push(thing)
    else groups.push([thing])
    if (id !== null) end = Math.max(end, last.get(id) ?? at)
  }
  return groups
}

/** The provider's own block in one of LangChain's. */
export function unwrapped(block: unknown): unknown {
  return isRecord(block) && block['type'] === 'non_standard' ? block['value'] : block
}

/** The id of a call that the provider answers itself, in the call and in its result; in LangChain's own words, too. */
export function serverCall(given: unknown): string | null {
  const block = unwrapped(given)
  if (!isRecord(block)) return null
  const type = textIn(block, 'type') ?? ''
  if (type.endsWith('_tool_use')) return textIn(block, 'id') ?? null
  if (type === 'server_tool_call') return textIn(block, 'id') ?? null
  if (type === 'server_tool_call_result')
    return textIn(block, 'toolCallId') ?? textIn(block, 'tool_call_id') ?? null
  return type.endsWith('_tool_result') ? (textIn(block, 'tool_use_id') ?? null) : null
}

/** What such a call and its result need of each other, when they came in two messages. */
export function serverLinks(given: unknown): Links {
  const block = unwrapped(given)
  const id = serverCall(block)
  if (id === null) return {}
  const isResult = isRecord(block) && textIn(block, 'type')?.endsWith('_result') === true
  return linksOf(id, isResult)
}

/** What a call and its result need of each other. */
export function linksOf(id: string, isResult: boolean): Links {
  const [call, result] = [`call ${id}`, `result ${id}`]
  return isResult ? { gives: [result], needs: [call] } : { gives: [call], needs: [result] }
}

/** What is part of a call, and can be sent without it. */
export function calledBy(id: string): Links {
  return { refers: [`call ${id}`] }
}

/** OpenAI refuses reasoning without anything that it led to … */
export function linksOfReasoning(id: string): Links {
  return { gives: [`reasoning ${id}`], needs: [`led by ${id}`] }
}

/**
 * … and what it knows by an id without the reasoning that led to it.
 *
 * @param reasoning the id of the reasoning before it; null: none
 * @param isBound whether it cannot be sent without its own id
 */
export function ledBy(reasoning: string | null, isBound: boolean): Links {
  if (reasoning === null) return {}
  const name = `reasoning ${reasoning}`
  return { gives: [`led by ${reasoning}`], ...(isBound ? { needs: [name] } : { refers: [name] }) }
}

/** All of these links. */
export function linked(...all: readonly Links[]): Links {
  return {
    gives: all.flatMap(({ gives = [] }) => gives),
    needs: all.flatMap(({ needs = [] }) => needs),
    refers: all.flatMap(({ refers = [] }) => refers),
  }
}
