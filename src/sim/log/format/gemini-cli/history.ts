import type { Json, Place } from '../../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Report } from '../../read/report.ts'

/** A message in its newest version. */
export interface Entry {
  value: JsonRecord
  path: string
  place: Place | null
  /** Position in the conversation; it grows, so that messages and compactions are ordered in time. */
  rank: number
  /** Its results as text, once they have been compared. */
  results: string | null
  /** False for a message that a compaction removed. */
  live: boolean
}

/** A point at which the client replaced its history by a shorter one. */
export interface Replacement {
  readonly rank: number
  readonly kind: 'compaction' | 'microcompaction'
  /** Messages that replace what was removed. */
  readonly summary: readonly Entry[]
  /** The history afterwards, made of these and of earlier messages. */
  readonly after: readonly Entry[]
}

/**
 * The messages of a session, from a log in which they are added, written again under the same id, rewound (`$rewindTo`)
 * and replaced (`$set.messages`). Messages that a compaction removed stay in the log; rewound ones leave it, as if they
 * had never been said.
 */
export class History {
  readonly #report: Report
  /** Messages that compactions removed. */
  readonly #archived: Entry[] = []
  /** The client's current history. */
  #live: Entry[] = []
  readonly #byId = new Map<string, Entry>()
  readonly #replacements: Replacement[] = []
  #rank = 0

  constructor(report: Report) {
    this.#report = report
  }

  /** All messages that were said, in order. */
  get entries(): readonly Entry[] {
    return [...this.#archived, ...this.#live].sort((a, b) => a.rank - b.rank)
  }

  get replacements(): readonly Replacement[] {
    return this.#replacements
  }

  /** Reads one record; `path` is its place, for problems. */
  take(value: Json, path: string, place: Place | null): void {
    if (!isRecord(value)) return this.#report.mismatch(path, 'a message', value)
    const target = at(value, '$rewindTo')
    if (target !== undefined) return this.#rewind(target, path)
    const set = at(value, '$set')
    if (set !== undefined) return this.#set(set, `${path}.$set`, place)
    if (at(value, 'type') === undefined && at(value, 'sessionId') !== undefined) {
      const messages = at(value, 'messages')
      return isList(messages) && messages.length > 0 ? this.#set(value, path, place) : undefined
    }
    for (const one of this.#written(value, path, place)) this.#live.push(one)
  }

  /** The entry of a new message; none for a message that is written again. */
  #written(value: JsonRecord, path: string, place: Place | null): readonly Entry[] {
    const id = textOf(at(value, 'id'))
    const known = id === undefined ? undefined : this.#byId.get(id)
    if (known) {
      known.value = value
      known.path = path
      known.place = place
      known.results = null
      return []
    }
    const entry: Entry = { value, path, place, rank: this.#next(), results: null, live: true }
    if (id !== undefined) this.#byId.set(id, entry)
    return [entry]
  }

  #rewind(target: Json, path: string): void {
    const entry = typeof target === 'string' ? this.#byId.get(target) : undefined
    const from = entry?.live === true ? this.#live.lastIndexOf(entry) : -1
    if (from < 0) return this.#report.mismatch(`${path}.$rewindTo`, 'the id of a message', target)
    this.#forget(this.#live.splice(from))
  }

  #forget(entries: readonly Entry[]): void {
    for (const { value } of entries) this.#byId.delete(textOf(at(value, 'id')) ?? '')
    if (entries.length > 0) this.#report.ignore('rewound message', entries.length)
  }

  #set(set: Json, path: string, place: Place | null): void {
    const messages = at(set, 'messages')
    if (messages === undefined) return this.#report.ignore('$set')
    if (!isList(messages)) return this.#report.mismatch(`${path}.messages`, 'a list', messages)
    const before = new Set(this.#live)
    const after: Entry[] = []
    const added = new Set<Entry>()
    let masked = false
    const taken = new Set<Entry>()
    for (const [index, value] of messages.entries()) {
      const where = `${path}.messages[${index}]`
      if (!isRecord(value)) {
        this.#report.mismatch(where, 'a message', value)
        continue
      }
      const known = this.#byId.get(textOf(at(value, 'id')) ?? '')
      if (known && before.has(known)) {
        if (taken.has(known)) continue
        // what the client masked or cut later was first sent in full: the first version stays
        known.results ??= resultsOf(known.value)
        if (!masked) masked = known.results !== resultsOf(value)
        after.push(known)
        taken.add(known)
        continue
      }
      const entry: Entry = { value, path: where, place, rank: this.#next(), results: null, live: true }
      const id = textOf(at(value, 'id'))
      if (id !== undefined) this.#byId.set(id, entry)
      after.push(entry)
      added.add(entry)
    }
    const removed = this.#live.filter((entry) => !taken.has(entry))
    if (removed.length > 0) this.#replace(removed, after, added)
    else {
      // something new in between, such as the client's own words at the very beginning, moves the rest
      if (after.some((entry, index) => added.has(entry) && index < before.size))
        for (const entry of after) entry.rank = this.#next()
      this.#live = after
      if (masked) this.#replacements.push({ rank: this.#next(), kind: 'microcompaction', summary: [], after })
    }
  }

  /** Messages at the end that were removed without a replacement were rewound; otherwise they were compacted. */
  #replace(removed: readonly Entry[], after: Entry[], added: ReadonlySet<Entry>): void {
    const kept = after.length - added.size
    const isEnd = removed.every((entry, index) => this.#live[kept + index] === entry)
    if (isEnd && added.size === 0 && kept > 0) {
      this.#forget(removed)
      this.#live = after
      return
    }
    const lastKept = after.findLastIndex((entry) => !added.has(entry))
    const before = after.slice(0, Math.max(0, lastKept)).filter((entry) => added.has(entry))
    const summary = before.length > 0 ? before : standIns(after.slice(lastKept + 1))
    const isSummary = new Set(summary)
    const left = after.filter((entry) => isSummary.has(entry) || !added.has(entry))
    for (const entry of removed) {
      entry.live = false
      this.#archived.push(entry)
    }
    for (const entry of summary) entry.live = false
    this.#replacements.push({ rank: this.#next(), kind: 'compaction', summary, after: left })
    this.#live = after.filter((entry) => !isSummary.has(entry))
    for (const entry of this.#live) if (added.has(entry)) entry.rank = this.#next()
  }

  #next(): number {
    this.#rank += 1
    return this.#rank
  }
}

/** A message to the model, and the acknowledgement after it, which no model wrote: it has no usage. */
function standIns(added: readonly Entry[]): readonly Entry[] {
  const [first, second] = added
  if (!first || at(first.value, 'type') !== 'user') return []
  const acknowledged = second && at(second.value, 'type') === 'gemini' && !at(second.value, 'tokens')
  return acknowledged ? [first, second] : [first]
}

/** The results of a message's calls, for comparison. */
function resultsOf(value: JsonRecord): string {
  const calls = at(value, 'toolCalls')
  if (!isList(calls)) return ''
  return JSON.stringify(calls.map((call) => at(call, 'result') ?? null))
}
