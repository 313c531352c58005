import { inPrompt, ORIGINAL } from '../../engine/internal.ts'
import type { BlockId, Tokens, Turn } from '../../engine/index.ts'
import { entriesAt } from '../run/timeline/recorder.ts'
import type { Timeline } from '../run/timeline/timeline.ts'
import { keepOrDrop } from './gaps.ts'
import type { KeepOrDrop } from './gaps.ts'
import { missedBy, plans } from './plans.ts'
import type { Plan } from './plans.ts'
import { settingsOf } from './reference.ts'

/** What a plan that knows the future would have done instead of an eviction (OPT-2). */
export interface Instead {
  /** The next turn that needs the evicted block. */
  readonly next: Turn
  /** Blocks that it would have dropped, the least useful first: each with the next turn that needs it, null for none. */
  readonly blocks: readonly { readonly block: BlockId; readonly next: Turn | null }[]
}

/** A block of the prompt after the eviction. */
interface Present {
  readonly block: BlockId
  readonly tokens: Tokens
}

/**
 * What the best known plan drops in the place of a block. Null unless the plan keeps the block until its next need, and
 * drops blocks that stayed and are together at least as large.
 *
 * @param place of the turn of the eviction among those of the window
 */
export function insteadOf(
  of: KeepOrDrop,
  plan: Plan,
  evicted: BlockId,
  place: number,
  present: readonly Present[],
): Instead | null {
  const gapAt = (block: BlockId): number =>
    of.gaps.findIndex(({ source, to }) => source === block && to >= place)
  const turnAt = (gap: number): Turn | null => of.turns[of.gaps[gap]?.to ?? -1] ?? null
  const own = gapAt(evicted)
  const next = turnAt(own)
  if (next === null || plan[own] !== true) return null
  const droppable = present
    .filter(({ block }) => block !== evicted)
    .map((one) => ({ ...one, gap: gapAt(one.block) }))
    .filter(({ gap }) => gap < 0 || plan[gap] !== true)
    .map(({ block, tokens, gap }) => ({ block, tokens, next: turnAt(gap) }))
    .toSorted(
      (a, b) => (b.next ?? Infinity) - (a.next ?? Infinity) || b.tokens - a.tokens || a.block - b.block,
    )
  let missing = of.gaps[own]?.size ?? 0
  const blocks: { block: BlockId; next: Turn | null }[] = []
  for (const { block, tokens, next: needed } of droppable) {
    if (missing <= 0) break
    blocks.push({ block, next: needed })
    missing -= tokens
  }
  return missing > 0 ? null : { next, blocks }
}

/** The same of a run: the block was evicted in a turn of it. */
export function insteadIn({ data, intake }: Timeline, block: BlockId, turn: Turn): Instead | null {
  const at = data.turns[turn]
  const arrived = intake.blocks[block]
  if (at === undefined || arrived === undefined || arrived.window !== at.window) return null
  const of = keepOrDrop(intake, settingsOf(data), 'strict').find(({ window }) => window === at.window)
  if (of === undefined) return null
  const plan = Object.values(plans)
    .map((make) => make(of))
    .reduce((best, one) => (missedBy(of, one) < missedBy(of, best) ? one : best))
  const present = entriesAt(data.spans, at.points.sent.tick, at.window).flatMap((entry): Present[] => {
    const known = intake.blocks[entry.block]
    // The plan can drop what arrived before, and neither the system prompt nor tools.
    const isOpen = known === undefined || known.turn >= turn
    if (isOpen || known.type === 'system_prompt' || known.type === 'tool_definition') return []
    return entry.content === ORIGINAL && inPrompt(entry) ? [{ block: entry.block, tokens: entry.tokens }] : []
  })
  return insteadOf(of, plan, block, of.turns.indexOf(turn), present)
}
