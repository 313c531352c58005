import { hash32 } from '../../core/number/hash.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockFacts } from '../../core/message/block-facts.ts'
import { fileAccess, readable } from '../../core/reference/access.ts'
import { eachStrongToken, tokenHash } from '../../core/reference/token.ts'
import type { BlockId, Turn, WindowId } from '../../core/units.ts'
import type { BlockTable } from '../../core/window/window.ts'

/**
 * The requests behind results, as known when the decisions of a turn are made. Two results are of the same thing if
 * their calls have the same tool and arguments, or read the same file; files are recognized by the form of a call
 * alone.
 */
export interface RequestIndex {
  /**
   * The turn since which a result is outdated: its call was made again, or every file that it read was read again or
   * written since. The later result must have arrived, so an open call replaces nothing. Null if that was not so by
   * `turn`, and for every block that is not a result. O(1).
   */
  replacedAt(block: BlockId, turn: Turn): Turn | null
  /** Whether an earlier result of the window was of the same thing. O(1). */
  askedBefore(block: BlockId): boolean
}

/** An index that grows as blocks arrive. */
export interface GrowingRequests extends RequestIndex {
  /** Adds the next block of a conversation, in the order of arrival; `text` returns a call's arguments. */
  add(block: Block, call: Block | null, text: (block: BlockId) => string): void
}

/** A tool with arguments, or a file, as a hash of 53 bits. */
type Key = number

/** The requests of one window so far. */
interface Asked {
  /** The newest result of each call. */
  readonly calls: Map<Key, BlockId>
  /** Files that were read, with the newest result of reading each; null once it was written since. */
  readonly files: Map<Key, BlockId | null>
}

export function requestIndex(): GrowingRequests {
  const windows = new Map<WindowId, Asked>()
  /** By result: how many of its files were not read or written since. */
  const untouched = new Map<BlockId, number>()
  const replaced = new Map<BlockId, Turn>()
  const repeated = new Set<BlockId>()

  function add(block: Block, call: Block | null, text: (block: BlockId) => string): void {
    if (block.type !== 'tool_result' || call === null || call.type !== 'tool_call') return
    let asked = windows.get(block.window)
    if (asked === undefined) windows.set(block.window, (asked = { calls: new Map(), files: new Map() }))
    const known = block.response ? block.turn + 1 : block.turn
    const args = text(call.id)
    const { reads, writes } = filesOf(call, args)
    const key = callKey(call, args)
    const before = asked.calls.get(key)
    if (before !== undefined) {
      repeated.add(block.id)
      replace(before, known)
    }
    asked.calls.set(key, block.id)
    for (const file of writes) touch(asked, file, known)
    for (const file of reads) {
      if (asked.files.has(file)) repeated.add(block.id)
      touch(asked, file, known)
      // A file that the same call wrote and read is as it read it.
      asked.files.set(file, block.id)
    }
    if (reads.size > 0) untouched.set(block.id, reads.size)
  }

  /** The newest result of a file is outdated. */
  function touch(asked: Asked, file: Key, turn: Turn): void {
    const standing = asked.files.get(file) ?? null
    if (standing === null) return
    asked.files.set(file, null)
    const left = (untouched.get(standing) ?? 0) - 1
    untouched.set(standing, left)
    if (left === 0) replace(standing, turn)
  }

  function replace(result: BlockId, turn: Turn): void {
    const earlier = replaced.get(result)
    replaced.set(result, earlier === undefined ? turn : Math.min(earlier, turn))
  }

  return {
    add,
    replacedAt(block, turn) {
      const since = replaced.get(block)
      return since === undefined || since > turn ? null : since
    },
    askedBefore: (block) => repeated.has(block),
  }
}

interface Reading {
  readonly index: GrowingRequests
  size: number
}

/** How far each block table was read; a table only grows, so nothing is read twice. This cache changes no answer. */
const readings = new WeakMap<BlockFacts, Reading>()

/**
 * The requests of a block table. It may contain blocks that arrive later: every query is as of a turn, and its answer
 * does not depend on them (EDIT-4). A result that a strategy made up answers no request.
 */
export function requestsOf(
  facts: BlockFacts,
  table: BlockTable,
  text: (block: BlockId) => string,
): RequestIndex {
  let reading = readings.get(facts)
  if (reading === undefined) readings.set(facts, (reading = { index: requestIndex(), size: 0 }))
  for (; reading.size < facts.size; reading.size++) {
    const before = facts.before[reading.size] as number
    if (before < 0 || (facts.message[reading.size] as number) < 0) continue
    reading.index.add(table(reading.size), table(before), text)
  }
  return reading.index
}

/** The files that a call reads or writes by its arguments. */
function filesOf(
  call: Block,
  args: string,
): { readonly reads: ReadonlySet<Key>; readonly writes: ReadonlySet<Key> } {
  const text = readable(call, args)
  const access = fileAccess(call, text)
  const reads = new Set<Key>()
  const writes = new Set<Key>()
  eachStrongToken(text, (start, end, kind) => {
    if (kind !== 'path') return
    const use = access(start, end)
    if (use === null) return
    const file = joined(tokenHash(text, start, end, kind, 1), tokenHash(text, start, end, kind, 2))
    if (use === 'read') reads.add(file)
    else writes.add(file)
  })
  return { reads, writes }
}

function callKey({ call }: Block, args: string): Key {
  const name = call?.name ?? ''
  return joined(hash32(args, hash32(name, 1)), hash32(args, hash32(name, 2)))
}

function joined(high: number, low: number): Key {
  return (high >>> 0) * 0x200000 + ((low >>> 0) & 0x1fffff)
}
