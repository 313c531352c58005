import { LONGEST_ID, mustBeContent, REPLY_PARTS, USER_PARTS } from '../engine/internal.ts'
import type { Part, Repair, ReportedUsage, Role } from '../engine/index.ts'
import { opaque, problem } from './fields.ts'
import type { Fields } from './fields.ts'

/** A part that was read. */
export interface ReadPart {
  readonly part: Part
  /** What the client had for it: an empty list for a message that is nothing but its fields, and is sent alone. */
  readonly own?: unknown
  /** Names of what other parts need, and of what this one needs: it is not sent if a part that gave that is not. */
  readonly gives?: readonly string[]
  readonly needs?: readonly string[]
  /** What ids in it belong to: it is sent without such an id if the part that gave this name is not. */
  readonly refers?: readonly string[]
  /** That it is sent whatever an edit did to it: until another such part comes, or always. */
  readonly stays?: 'until_next' | 'always'
}

/** What a part has to do with others. */
export type Links = Pick<ReadPart, 'gives' | 'needs' | 'refers'>

/** A message of the client's as the engine reads it. */
export interface Read<Client> {
  /** The message as it goes back: another one where the client's would be refused, such as one without content. */
  readonly message: Client
  readonly role: Role
  /** A part may stand for several things of the client's, which only stay together. */
  readonly parts: readonly ReadPart[]
  /** Messages in a row that are one of the engine's: the items of a reply, the results of its calls. */
  readonly joins?: 'reply' | 'results'
  /** What the client was told of the call that gave a reply. */
  readonly usage?: ReportedUsage
  /** What was left out, because the provider would refuse it. */
  readonly repairs?: readonly Repair[]
}

/** A message in its place in the list. */
export interface Placed<Client> extends Read<Client> {
  readonly at: number
  /** How many of its parts were left out. */
  readonly lost: number
}

export function isBlank(part: Part): boolean {
  return part.type === 'text' && part.text.trim() === ''
}

/** The manager needs to know what the user wants; what the agent said before that is kept with it. */
export function mustBegin<Client>(first: Placed<Client> | undefined, list: readonly unknown[]): void {
  if (first === undefined || !first.parts.every(({ part }) => isBlank(part))) return
  throw problem(
    `messages[${first.at}].content`,
    'what the user wants, because the conversation begins with it',
    (list[first.at] as Fields)['content'],
  )
}

export function isOfCall({ type }: Part): boolean {
  return type === 'tool_use' || type === 'tool_result'
}

/** Whether it is the answer to a call, or belongs to one. */
export function isAnswer({ part, needs }: ReadPart): boolean {
  return part.type === 'tool_result' || (needs?.length ?? 0) > 0
}

/** @throws ProblemError for what a manager would not take */
export function mustBeTakeable<Client>(all: readonly Placed<Client>[]): void {
  for (const { parts, role, at } of all)
    mustBeContent(
      parts.map(({ part }) => part),
      `messages[${at}].content`,
      role === 'assistant' ? REPLY_PARTS : USER_PARTS,
    )
}

/** Whether a message is more than results. */
export function saysMore<Client>({ parts }: Read<Client>): boolean {
  return parts.length === 0 || parts.some(({ part }) => part.type !== 'tool_result')
}

/** A history may have been cut between calls and their results: without the results in front of all that is said. */
export function withoutLoose<Client>(
  all: readonly Placed<Client>[],
  repairs: Repair[],
): readonly Placed<Client>[] {
  const said = all.findIndex((one) => one.role !== 'system' && saysMore(one))
  return all.flatMap((one, nth) => {
    if (said !== -1 && nth > said) return [one]
    const parts = one.parts.filter(({ part }) => {
      if (part.type !== 'tool_result') return true
      const { tool_use_id: id } = part
      const reason = `The call ${id} is not there.`
      repairs.push({ rule: 'orphan-result', action: 'drop-part', index: one.at, ids: [id], reason })
      return false
    })
    if (parts.length === one.parts.length) return [one]
    return parts.length === 0 ? [] : [{ ...one, parts, lost: one.parts.length - parts.length }]
  })
}

/** Tells what has another name than the client gave it, because that would be refused. */
export function noteNames(was: Part, part: Part, repairs: Repair[]): void {
  if (was.type !== 'tool_use' || part.type !== 'tool_use') return
  const note = { index: -1, ids: [was.id] }
  const long = `The id of a call has at most ${LONGEST_ID} characters.`
  const plain = 'The name of a tool is short and has only letters, digits, _ and -.'
  if (was.id.length > LONGEST_ID)
    repairs.push({ rule: 'call-id', action: 'rename-call', ...note, text: part.id, reason: long })
  if (was.name !== part.name)
    repairs.push({ rule: 'tool-name', action: 'rename-tool', ...note, text: part.name, reason: plain })
}

/** A message whose parts are texts, as those of the user may be. */
export function asWords<Client>(read: Placed<Client>): Placed<Client> {
  const parts = read.parts.map((one) => (one.part.type === 'text' ? one : { ...one, part: opaque(one.part) }))
  return { ...read, parts }
}
