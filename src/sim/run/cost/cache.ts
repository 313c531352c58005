import { replyTime, usualPace } from '../../../llm/index.ts'
import type { CacheRule } from '../../../llm/index.ts'
import { isOneRun } from '../../../engine/internal.ts'
import type { Milliseconds, Tick, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import { isSent } from '../timeline/obeyed.ts'
import { Sweep } from '../timeline/sweep.ts'
import type { CallRecord, TimelineData, TurnRecord } from '../timeline/timeline.ts'
import { lower, shiftOf, shorten } from './shifts.ts'
import type { Shifts } from './shifts.ts'
import { writtenIn } from './written.ts'
import { Prefix, PromptBytes } from './prefix.ts'

const NO_MISSES = Object.freeze({
  first_sight: 0,
  minimum: 0,
  look_back: 0,
  model: 0,
  effort: 0,
  expired: 0,
  edit: 0,
  client: 0,
})
export type MissCause = keyof typeof NO_MISSES

/** Why tokens of a prompt were not read from the cache (COST-3), in the order in which they are checked. */
export const MISS_CAUSES = Object.freeze(Object.keys(NO_MISSES) as MissCause[])

/** A count of none for each cause, to add to. */
export function noMisses(): Record<MissCause, Tokens> {
  return { ...NO_MISSES }
}

/** How the prompt cache served one request of the agent. Read, written and uncached tokens make up its whole prompt. */
export interface CachedCall {
  readonly turn: Turn
  readonly window: WindowId
  readonly prompt: Tokens
  readonly read: Tokens
  readonly written: Tokens
  readonly uncached: Tokens
  /** How long the prompt was to be kept, if the provider offers a choice. */
  readonly term: CacheTerm
  /** Tokens that were not read, by cause. They sum to written + uncached. */
  readonly missed: Readonly<Record<MissCause, Tokens>>
  /**
   * The calls after this one in the same turn, which carry what the model fetched again (NEED-3): each begins with the
   * whole request before it. Missing: none.
   */
  readonly again?: readonly Readonly<Record<'prompt' | 'read' | 'written' | 'uncached', Tokens>>[]
  /**
   * Tokens that a request before this one, and before this turn's edits, reads from the cache if it continues the
   * window's previous prompt.
   */
  readonly held: Tokens
  /** Index in `timeline.edits` of the edit with the first change in the prompt, null if there is none. */
  readonly edit: number | null
}

/** Tokens that a request of a run's turn reads from the cache; of a strategy's own, only one that continues the prompt. */
export function readBy(
  { kind, input, continues }: Pick<CallRecord, 'kind' | 'input' | 'continues'>,
  { read, held }: Pick<CachedCall, 'read' | 'held'>,
): Tokens {
  if (kind === 'main') return read
  return continues === true ? Math.min(held, input) : 0
}

function neverSent({ turn, window }: TurnRecord, held: Tokens): CachedCall {
  const none = { prompt: 0, read: 0, written: 0, uncached: 0, missed: NO_MISSES }
  return { turn, window, ...none, term: '5m', held, edit: null }
}

/** How long marked content is kept after its last use. */
export type CacheTerm = '5m' | '1h'

/** How a request is marked, for providers that need marks. */
export interface CacheMarks {
  /** Number of user messages at the end that are marked: the newest, or the previous one too. */
  readonly messages: number
  /** The term that every mark asks for; missing: as the log's client asked, else that of the model's rule. */
  readonly term?: CacheTerm
}

/**
 * The default of clients, if a strategy sets nothing: one mark after tools and system prompt, and one after the newest
 * message.
 */
const CLIENT: CacheMarks = { messages: 1 }

/** Until when a provider keeps something; each use by a window extends it. */
interface Lease {
  until: Milliseconds
}

/** A prefix of a prompt that a provider keeps. */
interface Entry {
  readonly lease: Lease
  /** When it can first be read: with the first token of the reply to the request that cached it. */
  readonly since: Milliseconds
}

/** Prefixes of prompts, by their hash; one cache per model. */
type Store = Map<number, Entry>

/** The last request sent to a model. */
interface LastCall {
  readonly lease: Lease
  /** Number of its blocks that the current prompt still begins with. */
  readonly common: number
}

/** One window's prompt, and where earlier requests of it ended. */
interface Followed {
  readonly sweep: Sweep
  readonly prefix: Prefix
  /** Lengths of earlier prompts that the current one continues, the shortest first. */
  readonly ends: number[]
  /** The model of the previous request; null before the first. */
  by: string | null
  /** By model, and by effort where that has a cache of its own. */
  readonly last: Map<string, LastCall>
  /** Spans that began and ended since the previous request. */
  readonly began: Set<number>
  readonly ended: Set<number>
  /** Edits since then. */
  edits: number[]
  /** Tokens of the previous request that are in the cache of its model and effort. */
  held: { readonly by: string; readonly tokens: Tokens }
  /** What recorded usage added to the blocks of the previous request. */
  adjustment: Tokens
  readonly shifts: Shifts
  /**
   * When the previous request was answered; for the first request, when the parent's call that started the window was.
   */
  answered: Milliseconds
}

/**
 * Follows a provider's prompt cache over the requests of a run (COST-2): tools, system prompt and messages are one
 * chain, and a call reads the longest beginning that an earlier one left there. Times are those of the trace; without
 * times nothing expires. A window reads what another left if it begins with the same blocks, see `sharedHeads`, but not
 * before the first token of that request's reply: sub-agents that are started together cannot read what each other
 * leaves. When a request was sent is estimated from the time of its reply, see `Pace`, where the log does not tell.
 * A request that ended the run, or that no reply follows, was never sent. Linear in arrivals and in what edits rewrite.
 *
 * @param modelOf the model of a turn; a cache belongs to one model. Missing: as named in the log
 */
export function replayCache(
  data: Pick<TimelineData, 'spans' | 'turns' | 'blocks' | 'edits' | 'windows' | 'ended'>,
  rule: CacheRule,
  modelOf: (turn: Turn) => string = (turn) => data.turns[turn]?.model ?? '',
  marks: CacheMarks = CLIENT,
): readonly CachedCall[] {
  const { spans, turns } = data
  const bytes = new PromptBytes(data)
  const stores = new Map<string, Store>()
  const windows = new Map<WindowId, Followed>()
  const parents = new Map(data.windows.map((window) => [window.id, window.parent]))
  const continued = new Set(data.windows.filter((window) => window.continued === true).map(({ id }) => id))
  /** Only what ends at a mark, or where a request ended, is read. */
  const atEnds = rule.kind === 'marked' || rule.wholeRequests === true
  let now: Milliseconds = 0

  return turns.map((turn): CachedCall => {
    now = Math.max(now, turn.time ?? 0)
    const named = modelOf(turn.turn)
    const model = rule.byEffort === true && turn.effort !== undefined ? `${named} ${turn.effort}` : named
    const window = followed(turn.window)
    const isTimed = turn.time !== null
    const firstToken = now - replyTime(writtenIn(turn), usualPace)
    const estimated = Math.max(window.answered, firstToken - usualPace.firstToken)
    const sent = isTimed ? (turn.sent ?? estimated) : Infinity
    const since = isTimed ? firstToken : -Infinity
    const { prefix, began, ended } = window
    window.sweep.to(turn.points.sent.tick, {
      began: (row) => began.add(row),
      ended: (row) => {
        if (!began.delete(row)) ended.add(row)
      },
    })
    const atOnce = (edit: number): boolean => (data.edits[edit]?.tick ?? 0) <= turn.points.sent.tick
    window.edits.push(...turn.edits.filter(atOnce))
    const isLive = (lease: Lease | undefined): boolean =>
      lease !== undefined && (turn.sent ?? now) <= lease.until
    const held = window.held.by === model && isLive(window.last.get(model)?.lease) ? window.held.tokens : 0
    if (!isSent(turn)) {
      window.edits.push(...turn.edits.filter((edit) => !atOnce(edit)))
      return neverSent(turn, held)
    }
    const { cut, first } = prefix.change(ended, [...began])
    began.clear()
    ended.clear()
    const before = window.ends.at(-1) ?? 0
    for (const [name, { lease, common }] of window.last) {
      // Removed content may come back unchanged: its last use was while it was in the prompt.
      if (!atEnds) {
        const ended = { ...lease }
        for (const hash of cut.slice(0, Math.max(0, common - prefix.changed)))
          storeOf(name).set(hash, { lease: ended, since: window.answered })
      }
      window.last.set(name, { lease, common: Math.min(common, prefix.changed) })
    }
    while ((window.ends.at(-1) ?? 0) > prefix.changed) window.ends.pop()
    shorten(window.shifts, prefix.changed)
    if (continued.delete(turn.window)) sentBeforeTheLog()
    const dropped = rule.kind === 'automatic' ? withoutReasoning() : null
    window.adjustment = turn.adjustment ?? 0

    const all = prefix.length
    // An adjustment from recorded usage counts at the front, since it is sent with every request. What it is more than
    // at the request before is new. What it is less is no longer there, and nobody knows where it was, unless dropped.
    const shift = turn.used - prefix.tokens(all)
    if (dropped === null) lower(window.shifts, shift)
    const upTo = (length: number): Tokens => {
      const sentWith = length <= before ? shiftOf(window.shifts, length) : null
      return length === 0 ? 0 : Math.min(turn.used, Math.max(0, prefix.tokens(length) + (sentWith ?? shift)))
    }
    const store = storeOf(model)
    const last = window.last.get(model)
    const isReadable = (entry: Entry | undefined): boolean =>
      isLive(entry?.lease) && (entry?.since ?? 0) <= sent
    const isForAnHour = rule.kind === 'marked' && (marks.term ?? turn.cacheTerm) === '1h'
    const until = now + (isForAnHour ? 60 : rule.minutes) * 60_000
    const places = rule.kind === 'marked' ? markedPlaces(prefix, before) : [all]
    const hit = atEnds ? marked() : automatic()
    const read = Math.floor(upTo(hit) / rule.step) * rule.step
    const isKept = upTo(all) >= rule.minimum
    const missed = causes()
    const edit = missed.edit > 0 ? culprit() : null

    const isSame = last !== undefined && prefix.changed >= prefix.head && last.common > 0
    const lease: Lease = !atEnds && isSame && isLive(last.lease) ? last.lease : { until }
    lease.until = until
    if (atEnds) {
      if (hit > 0) keep(hit)
      for (const place of places) if (upTo(place) >= rule.minimum) keep(place)
    } else if (isKept) {
      // Another window may begin with the same tools and system prompt.
      for (let length = 1; length <= prefix.head; length++) keep(length)
    }
    if (window.ends.at(-1) !== all) window.ends.push(all)
    if ((window.shifts.at(-1)?.to ?? 0) < all) window.shifts.push({ to: all, shift })
    window.last.set(model, { lease, common: isKept ? all : 0 })
    window.edits = turn.edits.filter((edit) => !atOnce(edit))
    window.answered = now
    window.by = named
    window.held = { by: model, tokens: isKept ? turn.used : read }
    prefix.send()
    const again = turn.fetched === undefined ? null : fetchedAgain(turn.fetched.point.tick)
    const rest = turn.used - read
    return {
      ...(again === null ? {} : { again }),
      turn: turn.turn,
      window: turn.window,
      prompt: turn.used,
      read,
      written: isKept ? rest : 0,
      uncached: isKept ? 0 : rest,
      term: isForAnHour ? '1h' : '5m',
      missed,
      held,
      edit,
    }

    function fetchedAgain(tick: Tick): NonNullable<CachedCall['again']> {
      const added: number[] = []
      window.sweep.to(tick, { began: (row) => added.push(row), ended: () => undefined })
      prefix.change(new Set(), added)
      const again: NonNullable<CachedCall['again']>[number][] = []
      let before: Tokens | null = null
      for (const { kind, input } of turn.calls) {
        if (kind === 'summarize' || kind === 'subagent') continue
        if (before !== null) {
          const read = before >= rule.minimum ? Math.floor(before / rule.step) * rule.step : 0
          const written = input >= rule.minimum ? input - read : 0
          again.push({ prompt: input, read, written, uncached: input - read - written })
        }
        before = input
      }
      const isKeptNow = (before ?? 0) >= rule.minimum
      if (isKeptNow && atEnds) keep(prefix.length)
      window.ends.push(prefix.length)
      window.last.set(model, { lease, common: isKeptNow ? prefix.length : 0 })
      prefix.send()
      return again
    }

    function keep(length: number): void {
      const hash = prefix.hash(length)
      const known = store.get(hash)
      if (known?.lease === lease) return
      store.set(hash, { lease, since: known !== undefined && isLive(known.lease) ? known.since : since })
    }

    /**
     * Where the user writes a message and the recorded prompt loses something that the log does not mention: providers
     * with automatic caches then drop reasoning, from the user's previous message on. The tokens of blocks that this
     * takes; null for other turns.
     */
    function withoutReasoning(): Tokens | null {
      const tokens = window.adjustment - (turn.adjustment ?? 0)
      if (tokens <= 0) return null
      const isUsers = (at: number): boolean => data.blocks[prefix.block(at) ?? -1]?.type === 'user_message'
      let newest = prefix.length
      while (newest > before && !isUsers(newest - 1)) newest--
      if (newest === before) return null
      let from = before
      while (from > prefix.head && !isUsers(from - 1)) from--
      while ((window.ends.at(-1) ?? 0) > from) window.ends.pop()
      const added = window.shifts.at(-1)?.shift ?? 0
      shorten(window.shifts, from)
      for (const [name, { lease, common }] of window.last)
        window.last.set(name, { lease, common: Math.min(common, from) })
      return tokens - (added - (window.shifts.at(-1)?.shift ?? 0))
    }

    /** The client had just sent what a log lacks of its first prompt, if it begins in the middle of a conversation. */
    function sentBeforeTheLog(): void {
      let length = prefix.head
      while (data.blocks[prefix.block(length) ?? -1]?.unexplained === true) length++
      const lease: Lease = { until: now + rule.minutes * 60_000 }
      storeOf(model).set(prefix.hash(length), { lease, since: -Infinity })
      window.ends.push(length)
      window.last.set(model, { lease, common: length })
    }

    /**
     * The longest beginning at which an earlier request had a mark, no further back from a current mark than the
     * provider searches: at so many positions, of which the mark's own is the first.
     */
    function marked(): number {
      const typeAt = (at: number) => data.blocks[prefix.block(at) ?? -1]?.type ?? null
      let longest = 0
      for (const place of places) {
        let looked = 1
        for (let length = place; length > longest; length--) {
          if (length < place && !isOneRun(typeAt(length - 1), typeAt(length))) looked += 1
          if (looked > (rule.lookBack ?? Infinity)) break
          if (isReadable(store.get(prefix.hash(length)))) longest = length
        }
      }
      return longest
    }

    /** The longest beginning shared with any earlier request. */
    function automatic(): number {
      let length = isLive(last?.lease) ? (last?.common ?? 0) : 0
      while (length < all && isReadable(store.get(prefix.hash(length + 1)))) length++
      return upTo(length) >= rule.minimum ? length : 0
    }

    function causes(): Record<MissCause, Tokens> {
      const found = noMisses()
      // Up to the end of the previous prompt, if unchanged, everything could have been read.
      const known = Math.max(hit, window.ends.at(-1) ?? 0)
      const short = upTo(known) - read
      if (short > 0) found[reason(known)] += short
      const sentAgain = Math.max(0, prefix.sentBefore(known, all) - (dropped ?? 0))
      const old = Math.min(sentAgain, turn.used - upTo(known))
      // If nothing was cached any more, no change lost it (COST-6).
      if (old > 0) found[lost() ?? changedBy()] += old
      found.first_sight = turn.used - read - Math.max(0, short) - Math.max(0, old)
      return found
    }

    function reason(known: number): MissCause {
      if (known === hit || upTo(known) < rule.minimum) return 'minimum'
      const gone = lost()
      if (gone !== null) return gone
      // If something changed, the unchanged prefix may end further back than the provider searches.
      if (prefix.changed < before) return changedBy()
      // What came while another one answered is not in the cache of this one.
      return (last?.common ?? 0) < known ? switched() : 'look_back'
    }

    /** Why this model's cache has nothing of the previous request; null if it has. */
    function lost(): MissCause | null {
      if (last === undefined) return switched()
      return isLive(last.lease) ? null : 'expired'
    }

    function switched(): MissCause {
      return window.by === named ? 'effort' : 'model'
    }

    function changedBy(): MissCause {
      return window.edits.length > 0 ? 'edit' : 'client'
    }

    /** The edit that changed the first changed block; if unknown, the first edit of the turn. */
    function culprit(): number | null {
      const named = window.edits.find((edit) => data.edits[edit]?.blocks.some(({ block }) => block === first))
      return named ?? window.edits[0] ?? null
    }
  })

  function storeOf(model: string): Store {
    let store = stores.get(model)
    if (store === undefined) stores.set(model, (store = new Map<number, Entry>()))
    return store
  }

  function followed(id: WindowId): Followed {
    const known = windows.get(id)
    if (known !== undefined) return known
    const made: Followed = {
      sweep: new Sweep(spans, id),
      prefix: new Prefix(spans, bytes),
      ends: [],
      by: null,
      last: new Map<string, LastCall>(),
      began: new Set(),
      ended: new Set(),
      edits: [],
      held: { by: '', tokens: 0 },
      adjustment: 0,
      shifts: [],
      answered: windows.get(parents.get(id) ?? id)?.answered ?? -Infinity,
    }
    windows.set(id, made)
    return made
  }

  /**
   * Where a request has its marks: after the head, at the end of the previous request if that is marked too, and at its
   * end.
   */
  function markedPlaces(prefix: Prefix, before: number): readonly number[] {
    const earlier = marks.messages > 1 && before <= prefix.changed ? [before] : []
    return [...new Set([prefix.head, ...earlier, prefix.length])].filter((place) => place > 0)
  }
}
