import type { Tokens, TrimDirection } from '../engine/index.ts'

/** A message in the code of “agentfit-rs”: a call and a result are separate messages. */
export interface EntryAsWritten {
  readonly kind: 'system' | 'prose' | 'call' | 'result'
  /** Links a call and its result. */
  readonly id: string | null
  readonly tokens: Tokens
  /** The text by which two messages are compared. */
  readonly text: string
}

export interface BudgetAsWritten {
  readonly maxTokens: Tokens
  readonly reserve: Tokens
  readonly direction: TrimDirection
}

/** One more than the largest value of the code's unsigned integers. */
const WRAP = 18_446_744_073_709_551_616

/** Groups as in “agentfit-rs”: prose of any speaker is joined until a call; indices in the list. */
export function blocksAsWritten(list: readonly EntryAsWritten[]): readonly (readonly number[])[] {
  const blocks: number[][] = []
  let current: number[] = []
  let pending: string | null = null
  const flush = (): void => {
    if (current.length > 0) blocks.push(current)
    current = []
  }
  for (const [at, { kind, id }] of list.entries()) {
    if (kind === 'call') {
      flush()
      pending = id
    }
    current.push(at)
    if (kind !== 'result' || id !== pending) continue
    flush()
    pending = null
  }
  flush()
  return blocks
}

/**
 * The result of the trim of “agentfit-rs”: indices in the list, in the order in which it returns them; or its one
 * refusal.
 */
export function fittedAsWritten(
  list: readonly EntryAsWritten[],
  { maxTokens, reserve, direction }: BudgetAsWritten,
): readonly number[] | 'system_exceeds_budget' {
  const system = list.findIndex(({ kind }) => kind === 'system')
  const own = list[system]?.tokens ?? 0
  const budget = maxTokens >= reserve ? maxTokens - reserve : maxTokens - reserve + WRAP
  if (own > budget) return 'system_exceeds_budget'
  const room = budget - own
  const blocks = blocksAsWritten(list).filter((block) => block.every((at) => list[at]?.kind !== 'system'))
  const sizeOf = (block: readonly number[]): Tokens =>
    block.reduce((sum, at) => sum + (list[at]?.tokens ?? 0), 0)
  let used = blocks.reduce((sum, block) => sum + sizeOf(block), 0)
  while (used > room && blocks.length > 0) {
    const place =
      direction === 'start' ? 0 : direction === 'end' ? blocks.length - 1 : Math.floor(blocks.length / 2)
    for (const block of blocks.splice(place, 1)) used -= sizeOf(block)
  }
  // The place of a block is looked up by the text of its first message: of two equal ones, the first is found.
  const placeOf = (block: readonly number[]): number =>
    list.findIndex(
      ({ kind, text }) => kind === list[block[0] ?? -1]?.kind && text === list[block[0] ?? -1]?.text,
    )
  const sorted = blocks
    .map((block, order) => ({ block, place: placeOf(block), order }))
    .toSorted((a, b) => a.place - b.place || a.order - b.order)
  return [...(system < 0 ? [] : [system]), ...sorted.flatMap(({ block }) => block)]
}
