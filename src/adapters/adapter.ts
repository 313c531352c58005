import type { Message, Part, Provider, Role } from '../engine/index.ts'
import { callNames } from './call-names.ts'
import { mustBeOf } from './clients.ts'
import type { ClientName } from './clients.ts'
import { copyOf } from './copy.ts'
import { isRecord, listOfMessages, opaque, partsOfMessage, problem, same } from './fields.ts'
import type { Fields } from './fields.ts'

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

/** A part that was read. */
export interface ReadPart {
  readonly part: Part
  /** What the client had for it: an empty list for a message that is nothing but its fields, and is sent alone. */
  readonly own?: unknown
  /** Names of what other parts need, and of what this one needs: it is not sent if the part that gave that is not. */
  readonly gives?: readonly string[]
  readonly needs?: string
}

/** A message of the client's as the engine reads it. */
export interface Read<Client> {
  /** The message as it goes back: another one where the client's would be refused, such as one without content. */
  readonly message: Client
  readonly role: Role
  /** A part may stand for several things of the client's, which only stay together. */
  readonly parts: readonly ReadPart[]
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
  readonly gives: readonly string[]
  readonly needs: string | null
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
  /** What the agent said before the user said anything. */
  let opening: readonly Read<Client>[] = []
  let begun = false
  /** What some part gave. */
  const given = new Set<string>()
  let count = 0

  const callOf = (id: string): unknown => calls.get(id)

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

  /**
   * A list as the engine reads it, where it begins after the system prompt, and where the user speaks first. Throws for
   * one that must be refused.
   */
  const checked = (list: readonly Client[], paired: boolean) => {
    const forget = begin?.()
    try {
      const all = listOfMessages(list).map((message, at) => {
        const place = `messages[${at}]`
        mustBeOf(client, message, place)
        return read(copyOf(message) as Client, place)
      })
      const first = begun || opening.length > 0 ? 0 : all.findIndex(({ role }) => role !== 'system')
      const start = first === -1 ? all.length : first
      const user = begun ? 0 : all.findIndex(({ role }, at) => at >= start && role === 'user')
      const said = user === -1 ? all.length : user
      if (!begun) for (let at = start; at <= said; at += 1) mustBegin(all[at], list[at], at)
      const unpaired = paired ? names.unpaired(all) : null
      if (unpaired !== null) throw problem(`messages[${unpaired.at}]`, unpaired.expected, list[unpaired.at])
      return { all, start, said }
    } catch (failure) {
      forget?.()
      throw failure
    }
  }

  /** The parts of a message, marked with where they came from. */
  const marked = ({ message, role, parts, joins }: Read<Client>): readonly Part[] => {
    const filled: readonly ReadPart[] = parts.length > 0 ? parts : [{ part: NOTHING }]
    const nth = count++
    return filled.map(({ part: was, own = null, gives = [], needs = null }, at): Part => {
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
        gives,
        needs,
      }
      if (part.type === 'tool_result') results.set(part.tool_use_id, origin)
      if (part.type === 'tool_use') calls.set(part.id, own)
      for (const name of gives) given.add(name)
      const mark: object = { [ORIGIN]: origin }
      return { ...part, ...mark }
    })
  }

  /** Without the parts that need one that is not there. */
  const together = (messages: readonly Message[]): readonly Message[] => {
    if (given.size === 0) return messages
    const parts = messages.flatMap(partsOfMessage).flatMap((part) => {
      const [origin, { intact }] = pieceOf(part)
      return origin !== null && (intact || part.type !== 'text') ? [{ part, origin }] : []
    })
    const lost = new Set<Part>()
    for (let more = -1; more !== lost.size;) {
      more = lost.size
      const there = new Set(parts.flatMap(({ part, origin }) => (lost.has(part) ? [] : origin.gives)))
      for (const { part, origin } of parts)
        if (origin.needs !== null && given.has(origin.needs) && !there.has(origin.needs)) lost.add(part)
    }
    if (lost.size === 0) return messages
    return messages.flatMap((message) => {
      const content = partsOfMessage(message).flatMap((part): readonly Part[] => {
        if (!lost.has(part)) return [part]
        // A call of the client's keeps its result: only what the client had beside it is left out.
        if (part.type === 'tool_use') return [withoutMark(part)]
        return message.role === 'assistant' ? [LEFT_OUT] : []
      })
      return content.length === 0 ? [] : [{ ...message, content }]
    })
  }

  return {
    provider,
    toEngine(list, paired = false) {
      const { all, start, said } = checked(list, paired)
      if (start > 0) front = [...front, ...all.slice(0, start).map(({ message }) => message)]
      const system = all
        .slice(0, start)
        .map(({ parts }) => parts.flatMap(({ part }) => (part.type === 'text' ? part.text : [])).join('\n\n'))
      const messages: { role: Role; content: Part[]; joins: Read<Client>['joins'] }[] = []
      if (!begun) opening = [...opening, ...all.slice(start, said).map(asWords)]
      const before = begun || said === all.length ? [] : opening.flatMap(marked)
      begun ||= said < all.length
      for (const [at, one] of all.slice(said).entries()) {
        const { role, joins } = one
        const last = messages.at(-1)
        if (joins !== undefined && last?.joins === joins) last.content.push(...marked(one))
        else messages.push({ role, content: [...(at === 0 ? before : []), ...marked(one)], joins })
      }
      return {
        system: system.join('\n\n'),
        messages: messages.map(({ role, content }) => ({ role, content })),
      }
    },
    fromEngine({ messages }) {
      const own = together(messages).flatMap((message): readonly Client[] => {
        const runs = runsOf(partsOfMessage(message), pieceOf)
        const single = (run: Run<Client>): readonly Client[] => {
          const role =
            merges === undefined || isAlone(run, message) ? (run.role ?? message.role) : message.role
          return isWhole(run) && run.role === role
            ? [run.message]
            : write(role, run.pieces, run.message, callOf)
        }
        if (merges === undefined || runs.length === 1) return inOrder(runs).flatMap(single)
        // The engine says as the user what a program said as the system; after the user’s words it may stay that.
        const last = runs.at(-1)
        const told = last !== undefined && last.role === 'system' && isWhole(last) ? last : null
        return groupsOf(runs, (run) => run === told || isAlone(run, message)).flatMap((group) => {
          const [only] = group
          if (group.length > 1 || only === undefined)
            return write(
              message.role,
              group.flatMap(({ pieces }) => pieces),
              null,
              callOf,
            )
          return only === told ? [told.message] : single(only)
        })
      })
      const [first] = own
      if (merges !== undefined && isReply(first)) {
        const words = { part: BEGINS, own: null, intact: false }
        own.unshift(...write('user', [words], null, callOf))
      }
      return [...front, ...own].map((message) => copyOf(message as Client & object))
    },
  }
}

const NOTHING: Part = Object.freeze({ type: 'text', text: '' })
const LEFT_OUT: Part = Object.freeze({
  type: 'text',
  text: '[A call of a tool that the provider runs was removed.]',
})
/** In front of a reply that Anthropic would refuse as the first message. */
const BEGINS: Part = Object.freeze({ type: 'text', text: '[The assistant begins the conversation.]' })

/** A part as its client had it: two calls may have had one id. */
export function clientsPart(part: Part): Part {
  return (part as { readonly [ORIGIN]?: Origin<unknown> })[ORIGIN]?.part ?? part
}

/** Whether a part came among results and is none, as an approval. */
export function isBesideResults(part: Part): boolean {
  const origin = (part as { readonly [ORIGIN]?: Origin<unknown> })[ORIGIN]
  return origin?.results === true && part.type !== 'tool_result'
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

/** Whether it is said by nobody else in its message: a reply before the user's first words, fields without content. */
function isAlone<Client>({ role, pieces }: Run<Client>, message: Message): boolean {
  if (role === 'assistant' && message.role === 'user') return true
  return pieces.every(({ own, intact }) => intact && Array.isArray(own) && own.length === 0)
}

function groupsOf<Client>(
  runs: readonly Run<Client>[],
  isAlone: (run: Run<Client>) => boolean,
): readonly (readonly Run<Client>[])[] {
  const groups: Run<Client>[][] = []
  let open: Run<Client>[] | null = null
  for (const run of runs) {
    if (open !== null && !isAlone(run)) open.push(run)
    else groups.push((open = [run]))
    if (isAlone(run)) open = null
  }
  return groups
}

function isReply(message: unknown): boolean {
  return isRecord(message) && message['role'] === 'assistant'
}

/** Results and what belongs to them come first, as the client had them. */
function inOrder<Client>(runs: readonly Run<Client>[]): readonly Run<Client>[] {
  const results = runs.filter((run) => run.results).toSorted((a, b) => a.nth - b.nth)
  return results.length === 0 ? runs : [...results, ...runs.filter((run) => !run.results)]
}

/** The manager needs to know what the user wants; what the agent said before that is kept with it, if it calls no tool. */
function mustBegin<Client>(first: Read<Client> | undefined, given: unknown, at: number): void {
  if (first === undefined) return
  const { role, content } = given as Fields
  if (first.parts.some(({ part }) => part.type === 'tool_use' || part.type === 'tool_result'))
    throw problem(
      `messages[${at}]`,
      'of the user, or a reply without calls, because a conversation begins with the user',
      role ?? given,
    )
  if (first.role !== 'user' || !first.parts.every(({ part }) => isBlank(part))) return
  throw problem(
    `messages[${at}].content`,
    'what the user wants, because the conversation begins with it',
    content,
  )
}

/** A message whose parts are texts, as those of the user may be. */
function asWords<Client>(read: Read<Client>): Read<Client> {
  const parts = read.parts.map((one) => (one.part.type === 'text' ? one : { ...one, part: opaque(one.part) }))
  return { ...read, parts }
}
