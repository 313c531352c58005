import { mergeNeighbours } from '../engine/index.ts'
import { REMOVED } from '../engine/internal.ts'
import type { Message, Part, Provider, Repair, ReportedUsage, Role } from '../engine/index.ts'
import { callNames } from './call-names.ts'
import { mustBeOf } from './clients.ts'
import type { ClientName } from './clients.ts'
import { copyOf } from './copy.ts'
import { isRecord, listOfMessages, partsOfMessage, problem, same } from './fields.ts'
import { linksOfParts } from './links.ts'
import {
  asWords,
  isAnswer,
  isBlank,
  isOfCall,
  mustBegin,
  mustBeTakeable,
  noteNames,
  saysMore,
  withoutLoose,
} from './read.ts'
import type { Links, Placed, Read, ReadPart } from './read.ts'
import { groupsOf, inOrder, inTurn, isAlone, isOfSystem, isWhole, madeNeighbours, runsOf } from './runs.ts'
import type { Piece, Place, Run } from './runs.ts'
import { withStaying } from './staying.ts'
import type { Staying } from './staying.ts'

/** Messages in the engine's shape, and the system prompt that was in front of them. */
export interface EngineMessages {
  readonly system: string
  readonly messages: readonly Message[]
  /** What was changed, because the provider would refuse it; missing: nothing. */
  readonly repairs?: readonly Repair[]
  /** What the last reply says itself of its call; missing: nothing. */
  readonly usage?: ReportedUsage
}

/**
 * Translates the messages of one client's conversation to the engine and back: one adapter for each conversation. What
 * comes back unchanged is the client's own message, with every field that the engine does not read. A message of which
 * an edit changed a part keeps its other fields and parts; what the engine wrote has the fields that the client needs.
 * Messages are copied on their way in and out: whoever changes one changes nothing else. `Given` is what the client has
 * that may be added, if its type is wider than that of what it sends.
 */
export interface Adapter<Client, Given = Client> {
  /** Whose rules a list of messages has to keep. */
  readonly provider: Provider
  /**
   * @param paired whether each result has to answer a call before it, as a manager requires; default no
   * @param declared names of tools that the provider takes as they are
   * @throws ProblemError with the place and the value, for what is no message of the client's; nothing is taken in then
   */
  toEngine(messages: readonly Given[], paired?: boolean, declared?: readonly string[]): EngineMessages
  /**
   * The system prompt is written only if it came in the list: other clients pass it beside the messages.
   *
   * @param request with `isReset` where a person asked to start over; then what else always stays leaves, too
   */
  fromEngine(request: {
    readonly system?: unknown
    readonly messages: readonly Message[]
    readonly isReset?: boolean
  }): Client[]
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
  /**
   * Whether a message may be sent as one with another of its role that only an edit made its neighbour, because not
   * every server takes two in a row.
   *
   * @param isLast whether it is the last of them: its own fields are sent, and those of the others are not
   */
  readonly joins?: (message: Client, isLast: boolean) => boolean
  /** Whether the provider's rules for ids and names of tools hold: other clients send their messages to many. */
  readonly checksNames?: true
}

/** The message that a part came in, and what it was. */
interface Origin<Client> extends Place<Client> {
  readonly part: Part
  readonly own: unknown
  readonly links: Links
  readonly stays: boolean
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
  joins,
  checksNames,
}: Dialect<Client>): Adapter<Client> {
  const names = callNames(provider)
  /** Results come back as new parts: they are found by the ids of their calls. */
  const results = new Map<string, Origin<Client>>()
  const calls = new Map<string, unknown>()
  let front: readonly Client[] = []
  /** What the agent said before the user said anything. */
  let opening: readonly Placed<Client>[] = []
  let begun = false
  /** Whether something was sent: the provider takes back what it said since. */
  let sent = false
  const links = linksOfParts()
  /** Parts that are sent without what an id in them belongs to. */
  let loose: ReadonlyMap<Part, readonly string[]> = new Map()
  let count = 0
  /** Places of replies. */
  const replies: number[] = []
  /** Parts that are sent whatever happens to them: the newest that stands for what was before it, and changes of tools. */
  let stands: Staying | null = null
  const changes: Staying[] = []

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
    const was = origin?.part ?? null
    const intact = was !== null && same(was, part)
    const stays = origin?.stays === true
    const piece = { part, own: origin?.own ?? null, was, intact, stays, lacks: [] }
    known.set(marked, [origin, piece])
    return [origin, piece]
  }
  const sentPieceOf = (part: Part): ReturnType<typeof pieceOf> => {
    const [origin, piece] = pieceOf(part)
    const lacks = loose.get(part)
    return [origin, lacks === undefined ? piece : { ...piece, lacks }]
  }

  /**
   * A list as the engine reads it, where it begins after the system prompt, where the user speaks first, and whether
   * calls come before that. Throws for one that must be refused.
   */
  const checked = (list: readonly Client[], paired: boolean, repairs: Repair[]) => {
    const forget = begin?.()
    try {
      const whole = listOfMessages(list).map((message, at): Placed<Client> => {
        const place = `messages[${at}]`
        mustBeOf(client, message, place)
        const one = read(copyOf(message) as Client, place)
        for (const repair of one.repairs ?? []) repairs.push({ ...repair, index: at })
        return { ...one, at, lost: 0 }
      })
      const all = begun || opening.length > 0 ? whole : withoutLoose(whole, repairs)
      const first = begun || opening.length > 0 ? 0 : all.findIndex(({ role }) => role !== 'system')
      const start = first === -1 ? all.length : first
      const user = begun ? 0 : all.findIndex((one, at) => at >= start && one.role === 'user' && saysMore(one))
      const said = user === -1 ? all.length : user
      const calls =
        !begun && all.slice(start, said).some((one) => one.parts.some(({ part }) => isOfCall(part)))
      if (!begun && !calls) mustBegin(all[said], list)
      if (paired) mustBeTakeable(all.slice(begun || calls ? 0 : said))
      const unpaired = paired ? names.unpaired(all) : null
      if (unpaired !== null) {
        const { at } = all[unpaired.at] ?? unpaired
        throw problem(`messages[${at}]`, unpaired.expected, list[at])
      }
      return { all, start, said, calls }
    } catch (failure) {
      forget?.()
      throw failure
    }
  }

  /** The parts of a message, marked with where they came from. */
  const marked = (
    { message, role, parts, joins, lost }: Placed<Client>,
    kept: ReadonlySet<string> | null,
    repairs: Repair[],
  ): readonly Part[] => {
    const filled: readonly ReadPart[] = parts.length > 0 ? parts : [{ part: NOTHING }]
    const nth = count++
    if (role === 'assistant') replies.push(nth)
    else names.replied()
    if (role === 'user' && joins !== 'results' && !parts.some(isAnswer)) links.spoke(nth)
    return filled.map(({ part: was, own = null, stays, ...its }, at): Part => {
      const part = names.take(provider !== 'anthropic' && isBlank(was) ? EMPTY : was, kept)
      if (kept !== null) noteNames(was, part, repairs)
      const origin: Origin<Client> = {
        message,
        role,
        nth,
        results: joins === 'results',
        at,
        of: filled.length + lost,
        part: was.type === 'text' ? part : was,
        own,
        links: its,
        stays: stays === 'always',
      }
      // Of two results of a call the first one stays.
      if (part.type === 'tool_result' && !results.has(part.tool_use_id)) results.set(part.tool_use_id, origin)
      if (part.type === 'tool_use') calls.set(part.id, own)
      links.take(its, nth)
      const mark: object = { [ORIGIN]: origin }
      const made = { ...part, ...mark }
      const staying = { part: made, role, nth, at }
      if (stays === 'until_next') stands = staying
      if (stays === 'always') changes.push(staying)
      return made
    })
  }

  /** Without the parts that need one that is not there. */
  const together = (messages: readonly Message[]): readonly Message[] => {
    loose = new Map()
    if (!links.areThere) return messages
    const parts = messages.flatMap(partsOfMessage).flatMap((part) => {
      const [origin, { intact }] = pieceOf(part)
      return origin !== null && (intact || part.type !== 'text') ? [{ part, links: origin.links }] : []
    })
    const without = links.without(parts)
    const { lost } = without
    ;({ loose } = without)
    if (lost.size === 0) return messages
    const calls = new Set([...lost].flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])))
    const left = messages.flatMap((message) => {
      const content: Part[] = []
      for (const part of partsOfMessage(message)) {
        if (part.type === 'tool_result' && calls.has(part.tool_use_id)) continue
        if (!lost.has(part)) content.push(part)
        else if (message.role === 'assistant' && part.type !== 'thinking' && content.at(-1) !== LEFT_OUT)
          content.push(LEFT_OUT)
      }
      return content.length === 0 ? [] : [{ ...message, content }]
    })
    const begins = messages[0]?.role !== 'assistant' && left[0]?.role === 'assistant'
    return mergeNeighbours(begins ? [{ role: 'user', content: [BEGINS] }, ...left] : left)
  }

  /** Whether a reply between results and what the user said next left: not every server takes these in a row. */
  const isGap = (results: Run<Client> | undefined, said: Run<Client> | undefined): boolean =>
    joins !== undefined &&
    results?.results === true &&
    said !== undefined &&
    said.message !== null &&
    replies.some((nth) => nth > results.nth && nth < said.nth)

  /**
   * What the client has for one of the engine's messages.
   *
   * @param opener parts of a program's that are sent as the user's
   */
  const written = (
    message: Message,
    runs: readonly Run<Client>[],
    opener: Run<Client> | null | undefined,
  ): readonly Client[] => {
    const single = (run: Run<Client>): readonly Client[] => {
      // Where the user’s words left, a program’s are in their place: servers refuse a list without a user.
      if (run === opener && run.role === 'system') return write('user', run.pieces, null, callOf)
      const role = merges === undefined || isAlone(run, message) ? (run.role ?? message.role) : message.role
      return isWhole(run) && run.role === role ? [run.message] : write(role, run.pieces, run.message, callOf)
    }
    if (merges === undefined || runs.length === 1)
      return madeNeighbours(inOrder(runs), message, joins).flatMap((group, at, all) => {
        const [only, ...others] = group
        const gap = isGap(all[at - 1]?.at(-1), only)
          ? write('assistant', [pieceOf(UNSAID)[1]], null, callOf)
          : []
        if (others.length === 0 && only !== undefined) return [...gap, ...single(only)]
        const pieces = group.flatMap((run) => run.pieces)
        return [...gap, ...write(message.role, pieces, group.at(-1)?.message ?? null, callOf)]
      })
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
  }

  return {
    provider,
    toEngine(list, paired = false, declared = []) {
      const repairs: Repair[] = []
      const { all, start, said, calls } = checked(list, paired, repairs)
      const kept = paired && checksNames === true && !sent ? new Set(declared) : null
      if (start > 0) front = [...front, ...all.slice(0, start).map(({ message }) => message)]
      const system = all
        .slice(0, start)
        .map(({ parts }) => parts.flatMap(({ part }) => (part.type === 'text' ? part.text : [])).join('\n\n'))
      const messages: { role: Role; content: Part[]; joins: Read<Client>['joins'] }[] = []
      if (!begun) opening = [...opening, ...all.slice(start, said)]
      if (calls) {
        messages.push({ role: 'user', content: [{ type: 'text', text: REMOVED }], joins: undefined })
        const reason = 'A conversation begins with the user, not with a call.'
        repairs.push({
          rule: 'first-role',
          action: 'insert-user',
          index: start,
          ids: [],
          text: REMOVED,
          reason,
        })
      }
      const begins = !begun && !calls && said < all.length
      const before = begins ? opening.flatMap((one) => marked(asWords(one), null, repairs)) : []
      const rest = calls ? [...opening, ...all.slice(said)] : all.slice(said)
      begun ||= begins || calls
      for (const [at, one] of rest.entries()) {
        const { role, joins } = one
        const last = messages.at(-1)
        const content = marked(one, kept, repairs)
        if (joins !== undefined && last?.joins === joins) last.content.push(...content)
        else messages.push({ role, content: [...(at === 0 ? before : []), ...content], joins })
      }
      if (paired) repairs.push(...links.giveUp())
      const usage = all.findLast(({ role }) => role === 'assistant')?.usage
      return {
        system: system.join('\n\n'),
        messages: messages.map(({ role, content }) => ({ role, content })),
        ...(repairs.length > 0 && { repairs }),
        ...(usage !== undefined && { usage }),
      }
    },
    fromEngine({ messages, isReset }) {
      sent = true
      if (isReset === true) stands = null
      const staying = stands === null ? changes : [...changes, stands]
      const lists = withStaying(together(messages), staying, originOf).map((message) => {
        const all = runsOf(partsOfMessage(message), sentPieceOf)
        return {
          message,
          runs: all.filter((run) => !isOfSystem(run)),
          system: inTurn(all.filter(isOfSystem)),
        }
      })
      const isAsked = lists.some(({ message, runs }) =>
        runs.some((run) => (run.role ?? message.role) === 'user' && !run.results),
      )
      const opener = isAsked || lists[0]?.message.role !== 'user' ? null : lists[0].runs[0]
      const own = lists.flatMap(({ message, runs, system }): readonly Client[] => {
        const changed = system.flatMap((run) =>
          isWhole(run) ? [run.message] : write('system', run.pieces, run.message, callOf),
        )
        // The system speaks only behind the user.
        const said =
          runs.length === 0 ? write('user', [pieceOf(GONE)[1]], null, callOf) : written(message, runs, opener)
        return [...said, ...changed]
      })
      const [first] = own
      if (merges !== undefined && isReply(first)) {
        own.unshift(...write('user', [pieceOf(BEGINS)[1]], null, callOf))
      }
      return [...front, ...own].map((message) => copyOf(message as Client & object))
    },
  }
}

/** What stands for everything before it, and only the provider's model can read. */
export const COMPACTED: Part = Object.freeze({
  type: 'compaction',
  content: '[The conversation before this, compacted. DO_NOT_EVICT]',
})
const NOTHING: Part = Object.freeze({ type: 'text', text: '' })
const LEFT_OUT: Part = Object.freeze({
  type: 'text',
  text: '[A call of a tool was removed.]',
})
/** In the place of a reply between results and what the user said next. */
const UNSAID: Part = Object.freeze({ type: 'text', text: '[A reply was removed.]' })
/** In front of a change of tools of which nothing else in its place is left. */
const GONE: Part = Object.freeze({ type: 'text', text: REMOVED })
/** In front of a reply that Anthropic would refuse as the first message. */
const BEGINS: Part = Object.freeze({ type: 'text', text: '[The assistant begins the conversation.]' })

/** A part as its client had it: two calls may have had one id. */
export function clientsPart(part: Part): Part {
  return (part as { readonly [ORIGIN]?: Origin<unknown> })[ORIGIN]?.part ?? part
}

/** Whether a part of the user's answers a request for approval: it is no word of theirs. */
export function isApproval(part: Part): boolean {
  const origin = (part as { readonly [ORIGIN]?: Origin<unknown> })[ORIGIN]
  return origin?.role === 'user' && part.type !== 'tool_result' && (origin.links.needs?.length ?? 0) > 0
}

/** Whether a part came among results and is none, as an approval. */
export function isBesideResults(part: Part): boolean {
  const origin = (part as { readonly [ORIGIN]?: Origin<unknown> })[ORIGIN]
  return origin?.results === true && part.type !== 'tool_result'
}

/** In place of a text without words: Anthropic refuses one, so the engine leaves it out, and others take it. */
const EMPTY: Part = Object.freeze({ type: 'text', text: '[empty]' })

function withoutMark(part: Part): Part {
  const { [ORIGIN]: _, ...plain } = part as Part & { readonly [ORIGIN]?: unknown }
  return plain
}

function isReply(message: unknown): boolean {
  return isRecord(message) && message['role'] === 'assistant'
}
