import { guardedWindow } from '../../policy/guards/guarded.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import type { Held } from '../../policy/decision.ts'
import { loopTies } from '../../policy/window/running-loop.ts'
import { membersOf } from '../../policy/window/tool-groups.ts'
import { ASSISTANT, RESULT, TALK, THINKING } from '../../core/message/block-facts.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId } from '../../core/units.ts'

/**
 * One message in a window: entries from `from` to before `to`. A block that a strategy made is a message of its own.
 */
export interface Unit {
  readonly from: number
  readonly to: number
  /** It must stay because of a guard, an open call, the tail, or a pair with a protected message. */
  readonly held: boolean
}

/** The messages of a window, and which of them belong together. */
export interface Units {
  readonly all: readonly Unit[]
  /**
   * Blocks that guards protect from being summarized, with the guards; messages that share a message or a pair with one
   * stay too.
   */
  readonly gated: readonly Held[]
  /** The first block of the tail; null if there is none. */
  readonly tailFrom: BlockId | null
  /** Those of some units that may leave together: none shares a pair with a message outside of them (PAIR-2). */
  closed(some: readonly Unit[]): readonly Unit[]
}

/**
 * A window's conversation by messages, and which of them a summary may replace (COMP-1). Only whole messages: a reply
 * that lost half of its parts may lack thinking that the provider requires. Calls and results stay or leave together
 * (PAIR-2), so a message is protected with any message that it shares a pair with. Linear.
 *
 * @param tail messages at the end that stay
 * @param apart whether the reply between the running loop and the previous one stays; not needed if a summary comes
 *   before the running loop
 */
export function unitsOf(
  view: WindowView,
  settings: GuardSettings,
  context: StageContext,
  tail: number,
  apart = false,
): Units {
  const { columns, groups, gates, running } = guardedWindow(view, settings, context)
  const spans: { from: number; to: number }[] = []
  const unitAt = new Int32Array(columns.length).fill(-1)
  let message = -1
  for (let at = 0; at < columns.length; at++) {
    if (((columns.flags[at] as number) & TALK) === 0) continue
    const own = view.window.entries[at]?.message ?? -1
    const last = spans.at(-1)
    if (last !== undefined && own >= 0 && own === message && last.to === at) last.to = at + 1
    else spans.push({ from: at, to: at + 1 })
    unitAt[at] = spans.length - 1
    message = own
  }
  const tied = new Map<number, number[]>()
  for (const [one, other] of loopTies(running)) {
    tied.set(one, [...(tied.get(one) ?? []), other])
    tied.set(other, [...(tied.get(other) ?? []), one])
  }
  const gated: Held[] = []
  const held = new Set<number>()
  for (let unit = Math.max(0, spans.length - tail); unit < spans.length; unit++) held.add(unit)
  for (const position of gates.marked) {
    const unit = unitAt[position] ?? -1
    if (unit < 0 || gates.free(position, 'summarize')) continue
    held.add(unit)
    gated.push({ block: columns.id[position] as BlockId, gates: gates.names(position) })
  }
  held.delete(-1)
  const withPartners = (): void => {
    // Iterating over a set includes members added during the iteration.
    for (const unit of held) for (const partner of partnersOf(unit)) held.add(partner)
  }
  withPartners()
  // Before any reply has thinking, loops need no separation.
  if ((columns.any & THINKING) !== 0 && (apart || resultsStay())) {
    for (const at of running.boundary) held.add(unitAt[at] ?? -1)
    withPartners()
  }
  return {
    all: spans.map((span, unit) => ({ ...span, held: held.has(unit) })),
    gated,
    tailFrom: tail === 0 ? null : (columns.id[spans[Math.max(0, spans.length - tail)]?.from ?? -1] ?? null),
    closed(some) {
      const chosen = new Set(some.map(({ from }) => unitAt[from] ?? -1))
      const staying = new Set([...chosen].filter((unit) => partnersOf(unit).some((one) => !chosen.has(one))))
      for (const unit of staying) {
        for (const partner of partnersOf(unit)) if (chosen.has(partner)) staying.add(partner)
      }
      return some.filter(({ from }) => !staying.has(unitAt[from] ?? -1))
    },
  }

  /** Whether results of the previous loop stay that only the reply between the loops separates from the running one. */
  function resultsStay(): boolean {
    for (let at = (running.boundary[0] ?? 0) - 1; at >= 0; at--) {
      const bits = columns.flags[at] as number
      const stays = held.has(unitAt[at] ?? -1) && view.window.entries[at]?.state !== 'folded'
      if (stays && (bits & (RESULT | ASSISTANT)) !== 0) return (bits & RESULT) !== 0
    }
    return false
  }

  /** Units that share a pair with one, including itself. */
  function partnersOf(unit: number): number[] {
    const partners: number[] = []
    const span = spans[unit]
    for (let at = span?.from ?? 0; at < (span?.to ?? 0); at++) {
      for (const member of membersOf(at, groups)) partners.push(unitAt[member] ?? -1)
      for (const member of tied.get(at) ?? []) partners.push(unitAt[member] ?? -1)
    }
    return partners
  }
}

/** Positions of a list of units, in order. */
export function positionsOf(units: readonly Unit[]): number[] {
  const positions: number[] = []
  for (const { from, to } of units) for (let at = from; at < to; at++) positions.push(at)
  return positions
}
