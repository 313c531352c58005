import { ProblemError } from '../engine/index.ts'
import type { Json, MediaSource, Message, Part, Provider, Role, ToolResultPart } from '../engine/index.ts'
import { callNames } from './call-names.ts'
import { foreignIn } from './clients.ts'
import type { ClientName } from './clients.ts'
import { copyOf } from './copy.ts'

/** Messages in the engine's shape, and the system prompt that was in front of them. */
export interface EngineMessages {
  readonly system: string
  readonly messages: readonly Message[]
}

/**
 * Translates the messages of one client's conversation to the engine and back: one adapter for each conversation. What
 * comes back unchanged is the client's own message, with every field that the engine does not read. A message of which
 * an edit changed a part keeps its other fields and parts; what the engine wrote has the fields that the client needs.
 * Messages are copied on their way in and out: whoever changes one changes nothing else.
 */
export interface Adapter<Client> {
  /** Whose rules a list of messages has to keep. */
  readonly provider: Provider
  /**
   * @param paired whether each result has to answer a call before it, as a manager requires; default no
   * @throws ProblemError with the place and the value, for what is no message of the client's; nothing is taken in then
   */
  toEngine(messages: readonly Client[], paired?: boolean): EngineMessages
  /** The system prompt is written only if it came in the list: other clients pass it beside the messages. */
  fromEngine(request: { readonly system?: unknown; readonly messages: readonly Message[] }): Client[]
}

/** A message of the client's as the engine reads it. */
export interface Read<Client> {
  /** The message as it goes back: another one where the client's would be refused, such as one without content. */
  readonly message: Client
  readonly role: Role
  /** A part may stand for several things of the client's, which only stay together. */
  readonly parts: readonly { readonly part: Part; readonly own?: unknown }[]
  /** Messages in a row that are one of the engine's: the items of a reply, the results of its calls. */
  readonly joins?: 'reply' | 'results'
}

/** A part to be written. */
export interface Piece {
  readonly part: Part
  /** What the client had for it; null for what the engine wrote. */
  readonly own: unknown
  /** Whether that is still what the part says. */
  readonly intact: boolean
}

/** How the messages of one client are read and written. */
export interface Dialect<Client> {
  readonly client: ClientName
  readonly provider: Provider
  /** @throws ProblemError with the place and the value */
  readonly read: (message: Client, place: string) => Read<Client>
  /** Called before a list is read. What it returns forgets what was noted since, if the list is refused. */
  readonly begin?: () => () => void
  /**
   * Messages of the client's for parts of one role.
   *
   * @param before the client's message that the parts come from; null for what the engine wrote
   * @param callOf what the client had for a call, by its id
   */
  readonly write: (
    role: Role,
    pieces: readonly Piece[],
    before: Client | null,
    callOf: (id: string) => unknown,
  ) => readonly Client[]
  /** Whether user messages in a row are sent as one, because not every server joins them. */
  readonly merges?: true
}

/** The message that a part came in, and what it was. */
interface Origin<Client> {
  readonly message: Client
  readonly role: Role
  /** Place of the message in the conversation. */
  readonly nth: number
  readonly results: boolean
  /** Place of the part in the message, and the number of its parts. */
  readonly at: number
  readonly of: number
  readonly part: Part
  readonly own: unknown
}

/**
 * Marks a part with its origin. A part that nothing changes is copied with all its properties, so it still has the mark
 * when it comes back; JSON has none of it.
 */
const ORIGIN = Symbol('origin')

/** An adapter for the messages of a client. */
export function adapterOf<Client>({
  client,
  provider,
  read,
  begin,
  write,
  merges,
}: Dialect<Client>): Adapter<Client> {
  const names = callNames()
  /** Results come back as new parts: they are found by the ids of their calls. */
  const results = new Map<string, Origin<Client>>()
  const calls = new Map<string, unknown>()
  let front: readonly Client[] = []
  let begun = false
  let count = 0

  const originOf = (part: Part): Origin<Client> | null =>
    (part as { readonly [ORIGIN]?: Origin<Client> })[ORIGIN] ??
    (part.type === 'tool_result' ? (results.get(part.tool_use_id) ?? null) : null)

  /** Most parts of a window are the same objects as in the turn before. */
  const known = new WeakMap<Part, readonly [Origin<Client> | null, Piece]>()
  const pieceOf = (marked: Part): readonly [Origin<Client> | null, Piece] => {
    const before = known.get(marked)
    if (before !== undefined) return before
    const origin = originOf(marked)
    const part = withoutMark(marked)
    const piece = { part, own: origin?.own ?? null, intact: origin !== null && same(origin.part, part) }
    known.set(marked, [origin, piece])
    return [origin, piece]
  }

  /** A list as the engine reads it, and where it begins after the system prompt. Throws for one that must be refused. */
  const checked = (given: readonly Client[], paired: boolean) => {
    const forget = begin?.()
    try {
      const all = listOfMessages(given).map((message, at) => {
        const place = `messages[${at}]`
        mustBeOf(client, message, place)
        return read(copyOf(message) as Client, place)
      })
      const first = begun ? 0 : all.findIndex(({ role }) => role !== 'system')
      const start = first === -1 ? all.length : first
      if (!begun) mustBegin(all[start], given[start], start)
      const unpaired = paired ? names.unpaired(all) : null
      if (unpaired !== null) throw problem(`messages[${unpaired.at}]`, unpaired.expected, given[unpaired.at])
      return { all, start }
    } catch (failure) {
      forget?.()
      throw failure
    }
  }

  return {
    provider,
    toEngine(given, paired = false) {
      const { all, start } = checked(given, paired)
      begun ||= start < all.length
      if (start > 0) front = [...front, ...all.slice(0, start).map(({ message }) => message)]
      const system = all
        .slice(0, start)
        .map(({ parts }) => parts.flatMap(({ part }) => (part.type === 'text' ? part.text : [])).join('\n\n'))
      const messages: { role: Role; content: Part[]; joins: Read<Client>['joins'] }[] = []
      for (const { message, role, parts, joins } of all.slice(start)) {
        const filled = parts.length > 0 ? parts : [{ part: NOTHING }]
        const nth = count++
        const marked = filled.map(({ part: was, own = null }, at): Part => {
          const part = names.take(provider !== 'anthropic' && isBlank(was) ? EMPTY : was)
          const origin: Origin<Client> = {
            message,
            role,
            nth,
            results: joins === 'results',
            at,
            of: filled.length,
            part: was.type === 'text' ? part : was,
            own,
          }
          if (part.type === 'tool_result') results.set(part.tool_use_id, origin)
          if (part.type === 'tool_use') calls.set(part.id, own)
          const mark: object = { [ORIGIN]: origin }
          return { ...part, ...mark }
        })
        const last = messages.at(-1)
        if (joins !== undefined && last?.joins === joins) last.content.push(...marked)
        else messages.push({ role, content: marked, joins })
      }
      return {
        system: system.join('\n\n'),
        messages: messages.map(({ role, content }) => ({ role, content })),
      }
    },
    fromEngine({ messages }) {
      const own = messages.flatMap((message): readonly Client[] => {
        const runs = runsOf(partsOfMessage(message), pieceOf)
        const callOf = (id: string): unknown => calls.get(id)
        const single = (run: Run<Client>): readonly Client[] => {
          const role = merges === undefined ? (run.role ?? message.role) : message.role
          return isWhole(run) && run.role === role
            ? [run.message]
            : write(role, run.pieces, run.message, callOf)
        }
        if (merges === undefined || runs.length === 1) return inOrder(runs).flatMap(single)
        // The engine says as the user what a program said as the system; after the user’s words it may stay that.
        const last = runs.at(-1)
        const told = last !== undefined && last.role === 'system' && isWhole(last) ? [last.message] : []
        const joined = runs.slice(0, runs.length - told.length)
        const pieces = joined.flatMap((run) => run.pieces)
        return [
          ...(joined.length === 1 ? joined.flatMap(single) : write(message.role, pieces, null, callOf)),
          ...told,
        ] as readonly Client[]
      })
      return [...front, ...own].map((message) => copyOf(message as Client & object))
    },
  }
}

const NOTHING: Part = Object.freeze({ type: 'text', text: '' })

/** A part as its client had it: two calls may have had one id. */
export function clientsPart(part: Part): Part {
  return (part as { readonly [ORIGIN]?: Origin<unknown> })[ORIGIN]?.part ?? part
}

/** In place of a text without words: Anthropic refuses one, so the engine leaves it out, and others take it. */
const EMPTY: Part = Object.freeze({ type: 'text', text: '[empty]' })

function isBlank(part: Part): boolean {
  return part.type === 'text' && part.text.trim() === ''
}

/** Parts in a row that came in one message. */
interface Run<Client> {
  /** Null for what the engine wrote. */
  readonly message: Client | null
  readonly role: Role | null
  readonly nth: number
  readonly results: boolean
  readonly of: number
  readonly pieces: Piece[]
  /** The last place of its parts that are there. */
  last: number
  /** Whether they are in the order in which they came. */
  sorted: boolean
}

function runsOf<Client>(
  parts: readonly Part[],
  read: (part: Part) => readonly [Origin<Client> | null, Piece],
): readonly Run<Client>[] {
  const runs: Run<Client>[] = []
  /** What the engine wrote before the first part of a message that lacks its beginning. */
  let waiting: Piece[] = []
  const alone = (): void => {
    if (waiting.length === 0) return
    runs.push({
      message: null,
      role: null,
      nth: Infinity,
      results: false,
      of: waiting.length,
      pieces: waiting,
      last: waiting.length,
      sorted: true,
    })
    waiting = []
  }
  for (const part of parts) {
    const [origin, piece] = read(part)
    const run = runs.at(-1)
    if (origin === null) {
      // In the place of a part that an edit replaced.
      if (waiting.length === 0 && run !== undefined && run.message !== null && run.last < run.of - 1)
        run.pieces.push(piece)
      else waiting.push(piece)
      continue
    }
    if (run !== undefined && waiting.length === 0 && run.nth === origin.nth) {
      run.pieces.push(piece)
      run.sorted &&= origin.at > run.last
      run.last = Math.max(run.last, origin.at)
      continue
    }
    const lead = origin.at > 0 ? waiting : []
    if (lead.length > 0) waiting = []
    alone()
    const { message, role, nth, results, of, at } = origin
    runs.push({ message, role, nth, results, of, pieces: [...lead, piece], last: at, sorted: true })
  }
  alone()
  return runs
}

function withoutMark(part: Part): Part {
  const { [ORIGIN]: _, ...plain } = part as Part & { readonly [ORIGIN]?: unknown }
  return plain
}

/** Whether a message comes back as it was. */
function isWhole<Client>(run: Run<Client>): run is Run<Client> & { readonly message: Client } {
  return (
    run.message !== null &&
    run.sorted &&
    run.pieces.length === run.of &&
    run.pieces.every(({ intact }) => intact)
  )
}

/** Results and what belongs to them come first, as the client had them. */
function inOrder<Client>(runs: readonly Run<Client>[]): readonly Run<Client>[] {
  const results = runs.filter((run) => run.results).toSorted((a, b) => a.nth - b.nth)
  return results.length === 0 ? runs : [...results, ...runs.filter((run) => !run.results)]
}

/** Whether two values say the same, whatever they are marked with. */
function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [before, after] = [Object.entries(one), Object.entries(other)]
  return (
    before.length === after.length &&
    before.every(([key, value]) => Object.hasOwn(other, key) && same(value, (other as Fields)[key]))
  )
}

/** The manager needs to know what the user wants before anything else is said. */
function mustBegin<Client>(first: Read<Client> | undefined, given: unknown, at: number): void {
  if (first === undefined) return
  const { role, content } = given as Fields
  if (first.joins !== undefined || first.role === 'assistant')
    throw problem(
      `messages[${at}]`,
      'of the user, because a conversation begins with the user',
      role ?? given,
    )
  if (!first.parts.every(({ part }) => isBlank(part))) return
  throw problem(
    `messages[${at}].content`,
    'what the user wants, because the conversation begins with it',
    content,
  )
}

export type Fields = Readonly<Record<string, unknown>>

/** That something is not what it has to be: where, and what is there instead. */
export function problem(place: string, expected: string, value: unknown): ProblemError {
  const found = value === undefined ? 'missing' : (JSON.stringify(value) ?? typeof value).slice(0, 80)
  const message = `${place} has to be ${expected}, but is ${found}`
  return new ProblemError([{ severity: 'error', code: 'not-a-message', message, expected, found }])
}

function mustBeOf(client: ClientName, message: object, place: string): void {
  const foreign = foreignIn(client, message as Fields)
  if (foreign === null) return
  const what = foreign.place === '' ? 'a message' : 'a part'
  const expected = `${what} of ${client}, not of ${foreign.of.join(' or ')}`
  throw problem(`${place}${foreign.place}`, expected, foreign.value)
}

function listOfMessages(given: unknown): readonly object[] {
  if (!Array.isArray(given)) throw problem('messages', 'a list of messages', given)
  for (const [at, message] of given.entries())
    if (!isRecord(message)) throw problem(`messages[${at}]`, 'an object', message)
  return given as readonly object[]
}

/** The role of a message, if it is one of those. */
export function roleIn<Name extends string>(message: Fields, place: string, names: readonly Name[]): Name {
  const role = names.find((name) => name === message['role'])
  if (role === undefined) throw problem(`${place}.role`, names.join(', '), message['role'])
  return role
}

/** The parts of a content; a text is one of its own, nothing is none. */
export function contentIn(message: Fields, place: string): readonly unknown[] {
  const { content } = message
  if (content === null || content === undefined || content === '') return []
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) throw problem(`${place}.content`, 'a text or a list of parts', content)
  for (const [at, part] of content.entries())
    if (!isRecord(part) && typeof part !== 'string')
      throw problem(`${place}.content[${at}]`, 'a part, which is an object', part)
  return content as readonly unknown[]
}

/** The message as it goes back: an empty text, where a message without content would be refused. */
export function withContent<Client>(message: Client, parts: readonly unknown[]): Client {
  const { content } = message as { readonly content?: unknown }
  return parts.length > 0 || content === '' ? message : { ...message, content: '' }
}

/** The parts of a message; a plain text is one. */
export function partsOfMessage({ content }: Message): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** Things that the engine has no type for, as a text that is counted; they come back as they were. */
export function opaque(...things: readonly unknown[]): Part {
  const text = things.map((thing) =>
    typeof thing === 'string' ? thing : JSON.stringify(thing, withoutBytes),
  )
  return { type: 'text', text: text.join('\n') }
}

const BYTES: ReadonlySet<string> = new Set(['data', 'file_data', 'b64_json'])

/** Media are not counted as text. */
function withoutBytes(key: string, value: unknown): unknown {
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  // A buffer of Node writes itself as a list of numbers.
  if (BYTES.has(key) && Array.isArray(value)) return `[${value.length} bytes]`
  if (typeof value !== 'string' || (!BYTES.has(key) && !value.startsWith('data:'))) return value
  return value.length > 200 ? `[${value.length} characters]` : value
}

/** A result, which is a failure if it says so. */
export function resultPart(
  tool_use_id: string,
  content: ToolResultPart['content'],
  isError: boolean,
): ToolResultPart {
  return { type: 'tool_result', tool_use_id, content, ...(isError ? { is_error: true } : {}) }
}

/** A value that came from JSON. */
export function asJson(value: unknown): Json {
  return (value ?? null) as Json
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textIn(record: Fields, key: string): string | undefined {
  const value = record[key]
  return typeof value === 'string' ? value : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A medium by its address, or by a data URL. */
export function sourceOfUrl(url: string): MediaSource {
  const [, media_type, data] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? []
  return media_type === undefined || data === undefined
    ? { type: 'url', url }
    : { type: 'base64', media_type, data }
}
