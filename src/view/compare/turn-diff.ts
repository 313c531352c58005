import { firstFor } from '../../engine/internal.ts'
import type { BlockId, BlockState, BlockType, ContentId, Tokens, Turn } from '../../engine/index.ts'
import type { TimelineData, TurnRecord } from '../../sim/index.ts'
import { windowAt } from '../layout/window-at.ts'
import type { WindowEntry } from '../layout/window-at.ts'

/** The state of a block in one prompt and in another. */
export interface DiffRow {
  readonly block: BlockId
  readonly type: BlockType
  /** `added` and `removed` are relative to the first prompt; `moved`: another position among the blocks of both. */
  readonly change: 'same' | 'added' | 'removed' | 'changed' | 'moved'
  /** Its state in the first prompt, and in the second; null if it is not there. */
  readonly before: Standing | null
  readonly after: Standing | null
}

export interface Standing {
  readonly state: BlockState
  readonly tokens: Tokens
  readonly content: ContentId
}

/** Two prompts of a run compared, block by block. */
export interface TurnDiff {
  /** Tokens of the first prompt and of the second. */
  readonly before: Tokens
  readonly after: Tokens
  /** Rows in the order of the second prompt, with missing ones at their place in the first. */
  readonly rows: readonly DiffRow[]
  /** Tokens of the common beginning, which a prompt cache could keep. */
  readonly sameBeginning: Tokens
  /** Tokens only in the first, only in the second, and the growth of changed blocks. */
  readonly removed: Tokens
  readonly added: Tokens
  readonly grown: Tokens
  /** By how much the adjustment to recorded usage differs (LED-1). */
  readonly adjusted: Tokens
}

type DiffData = Pick<TimelineData, 'spans' | 'turns' | 'blocks' | 'contents'>

/**
 * Compares the prompts sent in two turns, possibly of two runs over the same conversation. `before` − `removed` +
 * `added` + `grown` + `adjusted` = `after`. Null if a run did not reach its turn. O(spans).
 */
export function turnDiff(first: DiffData, a: Turn, second: DiffData, b: Turn): TurnDiff | null {
  const [was, is] = [first.turns[a], second.turns[b]]
  if (was === undefined || is === undefined) return null
  const [one, two] = [promptAt(first, was), promptAt(second, is)]
  const sameRun = first === second
  const [keys, others] = [keysOf(one, first, sameRun), keysOf(two, second, sameRun)]
  const before = new Map(keys.map((key, index) => [key, index] as const))
  const after = new Set(others)
  const settled = inPlace(
    keys.filter((key) => after.has(key)),
    others.filter((key) => before.has(key)),
  )
  const rows: DiffRow[] = []
  let next = 0
  const removedUntil = (end: number): void => {
    for (; next < end; next++) {
      const entry = one[next]
      if (entry !== undefined && !after.has(keys[next] ?? ''))
        rows.push(rowOf(first, entry, 'removed', entry, null))
    }
  }
  two.forEach((entry, index) => {
    const key = others[index] ?? ''
    const place = before.get(key)
    const old = place === undefined ? undefined : one[place]
    if (place === undefined || old === undefined) {
      rows.push(rowOf(second, entry, 'added', null, entry))
      return
    }
    if (settled.has(key)) removedUntil(place)
    const changed = old.state !== entry.state || textOf(old, first) !== textOf(entry, second)
    const change = changed ? 'changed' : settled.has(key) ? 'same' : 'moved'
    rows.push(rowOf(second, entry, change, old, entry))
  })
  removedUntil(one.length)
  const adjusted = (is.adjustment ?? 0) - (was.adjustment ?? 0)
  return {
    before: was.used,
    after: is.used,
    ...sumsOf(rows),
    adjusted,
    rows,
    sameBeginning: sameBeginning(rows),
  }
}

/** The sent prompt, without entries that are folded or left out by the provider. */
function promptAt(data: DiffData, { points, window }: TurnRecord): readonly WindowEntry[] {
  return windowAt(data, points.sent.tick, window).filter(({ tokens }) => tokens > 0)
}

/**
 * Keys of an entry that are the same in both prompts. Arrived blocks have the same id in every run; blocks that a run
 * made are matched by type and text, and by position among equals.
 */
function keysOf(entries: readonly WindowEntry[], data: DiffData, sameRun: boolean): readonly string[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const block = data.blocks[entry.block]
    if (sameRun || (block?.message ?? -1) >= 0) return String(entry.block)
    const key = `${block?.type} ${textOf(entry, data)}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return `${key} ${count}`
  })
}

/** The text that an edit gave an entry; null for its original content. */
function textOf({ content }: WindowEntry, { contents }: DiffData): string | null {
  return contents[content] ?? null
}

/**
 * The blocks of both prompts that keep their order: a longest increasing subsequence, so that as few as possible are
 * called moved.
 */
function inPlace(first: readonly string[], second: readonly string[]): ReadonlySet<string> {
  const places = new Map(first.map((key, index) => [key, index] as const))
  const order = second.map((key) => places.get(key) ?? 0)
  // Patience sorting: `tails[n]` is the smallest end of an increasing run of n + 1 positions.
  const tails: number[] = []
  const before: number[] = []
  order.forEach((place, index) => {
    const run = firstFor(0, tails.length, (at) => (order[tails[at] ?? 0] ?? 0) >= place)
    before[index] = run > 0 ? (tails[run - 1] ?? -1) : -1
    tails[run] = index
  })
  const kept = new Set<string>()
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) kept.add(second[index] ?? '')
  return kept
}

function rowOf(
  { blocks }: DiffData,
  { block }: WindowEntry,
  change: DiffRow['change'],
  before: WindowEntry | null,
  after: WindowEntry | null,
): DiffRow {
  return {
    block,
    type: blocks[block]?.type ?? 'user_message',
    change,
    before: before === null ? null : standing(before),
    after: after === null ? null : standing(after),
  }
}

function standing({ state, tokens, content }: WindowEntry): Standing {
  return { state, tokens, content }
}

function sumsOf(rows: readonly DiffRow[]): Pick<TurnDiff, 'removed' | 'added' | 'grown'> {
  let [removed, added, grown] = [0, 0, 0]
  for (const row of rows) {
    const [was, is] = [row.before?.tokens ?? 0, row.after?.tokens ?? 0]
    if (row.change === 'removed') removed += was
    else if (row.change === 'added') added += is
    else grown += is - was
  }
  return { removed, added, grown }
}

function sameBeginning(rows: readonly DiffRow[]): Tokens {
  let tokens = 0
  for (const { change, before, after } of rows) {
    if (change !== 'same') return tokens
    tokens += Math.min(before?.tokens ?? 0, after?.tokens ?? 0)
  }
  return tokens
}
