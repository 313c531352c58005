import type { Block } from '../message/block.ts'

/** Calls and results of a window, group by group (PAIR-1), by position. Made from links, without looking at an id. */
export interface ToolGroups {
  /** Position of the next entry of the same group, −1 for the last and for entries of no group. */
  readonly next: Int32Array
  /** Position of the group's first entry, −1 for entries of no group. */
  readonly first: Int32Array
  /** Groups (by first position) that hold a call and a result: only these can leave as a whole. */
  isPair(first: number): boolean
  /** Positions of calls that no result answers yet. */
  readonly open: readonly number[]
}

const CALL = 1
const RESULT = 2

export function toolGroups(blocks: readonly Block[]): ToolGroups {
  const count = blocks.length
  const next = new Int32Array(count).fill(-1)
  const first = new Int32Array(count).fill(-1)
  const last = new Int32Array(count)
  const sides = new Uint8Array(count)
  // Positions by block id: ids in a window lie close together, so an array beats a map.
  let low = Infinity
  let high = -1
  for (const { id } of blocks) {
    if (id < low) low = id
    if (id > high) high = id
  }
  const position = new Int32Array(Math.max(0, high - low + 1)).fill(-1)
  for (let index = 0; index < count; index++) position[(blocks[index]?.id ?? low) - low] = index
  for (let index = 0; index < count; index++) {
    const block = blocks[index]
    if (block === undefined || block.call === null || block.type === 'tool_definition') continue
    const { before } = block.call
    const other = before === null || before < low ? -1 : (position[before - low] ?? -1)
    // A made block (a stub result) can stand before a block with a lower id; its link leads back all the same.
    const root = other < 0 || first[other] === -1 ? index : (first[other] ?? index)
    first[index] = root
    if (root !== index) next[last[root] ?? root] = index
    last[root] = index
    sides[root] = (sides[root] ?? 0) | (block.type === 'tool_call' ? CALL : RESULT)
  }
  const open: number[] = []
  for (let index = 0; index < count; index++) {
    const root = first[index] ?? -1
    if (root >= 0 && sides[root] === CALL) open.push(index)
  }
  return { next, first, isPair: (root) => sides[root] === (CALL | RESULT), open }
}
