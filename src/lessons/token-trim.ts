import type { Tokens, TrimDirection } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** A message as the code of “agentfit-rs” has it: a call and a result are messages of their own. */
export interface EntryAsWritten {
  readonly kind: 'system' | 'prose' | 'call' | 'result'
  /** What links a call and its result. */
  readonly id: string | null
  readonly tokens: Tokens
  /** What two messages are compared by. */
  readonly text: string
}

export interface BudgetAsWritten {
  readonly maxTokens: Tokens
  readonly reserve: Tokens
  readonly direction: TrimDirection
}

/** One more than the largest number that the code's unsigned arithmetic knows. */
const WRAP = 18_446_744_073_709_551_616

/** Groups as “agentfit-rs” makes them: prose runs on until a call, whoever said it; places in the list. */
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
 * What the trim of “agentfit-rs” leaves: places in the list, in the order in which it returns them; or its one refusal.
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
  // Where a block belongs is looked for by what its first message says: of two alike, the first is found.
  const placeOf = (block: readonly number[]): number =>
    list.findIndex(
      ({ kind, text }) => kind === list[block[0] ?? -1]?.kind && text === list[block[0] ?? -1]?.text,
    )
  const sorted = blocks
    .map((block, order) => ({ block, place: placeOf(block), order }))
    .toSorted((a, b) => a.place - b.place || a.order - b.order)
  return [...(system < 0 ? [] : [system]), ...sorted.flatMap(({ block }) => block)]
}

const ARTICLE = { article: 'agentfit-rs', rule: 'TRIM-1' } as const

/** The task, taken for a part of the system message. */
export const proseGoesWithSystem = Object.freeze({
  ...ARTICLE,
  name: 'prose_goes_with_system',
  defect:
    'Messages without calls are put into the block before them, and the first block begins with the system message.',
  harm: 'Blocks that hold the system message are removed to be kept apart, and everything said before the first call goes with them: the task.',
  fix: 'System messages are removed as messages, and prose is a group of its own.',
  fitted: fittedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** The middle of two. */
export const middleDropsNewest = Object.freeze({
  ...ARTICLE,
  name: 'middle_drops_newest',
  defect: 'The middle of the list is its length divided by two, which for two is the second.',
  harm: 'The newest message leaves and the oldest stays: the opposite of keeping both ends.',
  fix: 'Groups leave from the middle outward, of two equally near ones the older; task and newest request are held.',
  fitted: fittedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** An error that is declared and never made. */
export const oversizeNeverRefused = Object.freeze({
  ...ARTICLE,
  name: 'oversize_never_refused',
  defect: 'There is an error for a single message that is too large, and no line returns it.',
  harm: 'Everything is dropped in turn, and what goes to the model is a system prompt with nothing to answer.',
  fix: 'A message that must stay and cannot fit is refused: which, how large, and what there was room for.',
  fitted: fittedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Less than nothing, in numbers that cannot say so. */
export const reserveUnderflows = Object.freeze({
  ...ARTICLE,
  name: 'reserve_underflows',
  defect: 'The reserve is taken from the limit in unsigned numbers without a look at which is larger.',
  harm: 'A reserve above the limit makes a budget of eighteen quintillions: nothing is trimmed at all.',
  fix: 'A reserve that leaves no room is refused by name.',
  fitted: fittedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** One system message, however many there are. */
export const laterSystemsLost = Object.freeze({
  ...ARTICLE,
  name: 'later_systems_lost',
  defect: 'The first system message is found and put back; every block that holds one is removed.',
  harm: 'Instructions given later are gone even where everything would fit.',
  fix: 'All system messages stay where they stand.',
  fitted: fittedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Order by what is said. */
export const twinsByEquality = Object.freeze({
  ...ARTICLE,
  name: 'twins_by_equality',
  defect: 'The order is restored by looking for each block’s first message in the list, by what it says.',
  harm: 'A second call that reads like an earlier one moves up to it, in front of what was said between them.',
  fix: 'Groups keep the index of their first message, and nothing is compared by content.',
  fitted: fittedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

export const tokenTrimAsWritten: readonly AsWritten[] = Object.freeze([
  proseGoesWithSystem,
  middleDropsNewest,
  oversizeNeverRefused,
  reserveUnderflows,
  laterSystemsLost,
  twinsByEquality,
])
