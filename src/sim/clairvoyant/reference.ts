import { BLOCK_STATES, inPrompt, ORIGINAL } from '../../engine/internal.ts'
import type { BlockId, Entry, Turn } from '../../engine/index.ts'
import type { Intake } from '../trace/intake.ts'
import { originalOf } from '../run/timeline/again.ts'
import { cell } from '../run/timeline/recorder.ts'
import { Sweep } from '../run/timeline/sweep.ts'
import type { Timeline, TimelineData } from '../run/timeline/timeline.ts'
import { droppedAtOneTurn, programOf } from './bound.ts'
import type { Solve } from './bound.ts'
import { isDecided, keepOrDrop } from './gaps.ts'
import type { ReferenceSettings } from './gaps.ts'
import { missedBy, plans } from './plans.ts'

/**
 * The fewest needs whose block any plan could miss that knows the future and keeps or drops whole blocks (OPT-1), as a
 * bracket.
 */
export interface Reference {
  /** Needs that such a plan decides about. */
  readonly needs: number
  /** No plan misses fewer, and no run that only drops blocks. */
  readonly atLeast: number
  /** A plan that misses this many is known. */
  readonly atMost: number
  /** Where the lower figure is from: the exact optimum, its linear relaxation, or the most crowded turn alone. */
  readonly from: 'exact' | 'relaxed' | 'one-turn'
}

/** Gaps up to which the exact optimum is searched. */
const EXACT_GAPS = 400
/** A solver works with floats. */
const EPSILON = 1e-6

/**
 * The reference for a window of this size. It ignores what an edit does to the prompt cache, and that a summary can meet
 * a need without its block.
 *
 * @param solve null: the lower figure is only that of the most crowded turn
 */
export function referenceOf(intake: Intake, settings: ReferenceSettings, solve: Solve | null): Reference {
  const key = JSON.stringify([settings, solve === null])
  const known = references.get(intake) ?? new Map<string, Reference>()
  references.set(intake, known)
  const before = known.get(key)
  if (before !== undefined) return before
  const made = search(intake, settings, solve)
  known.set(key, made)
  return made
}

/** The lanes of a comparison share their window. */
const references = new WeakMap<Intake, Map<string, Reference>>()

function search(intake: Intake, settings: ReferenceSettings, solve: Solve | null): Reference {
  let [needs, atLeast, atMost] = [0, 0, 0]
  let from: Reference['from'] = 'exact'
  for (const loose of keepOrDrop(intake, settings, 'loose')) {
    const all = loose.gaps.reduce((sum, { weight }) => sum + weight, 0)
    const { missed, from: of } = leastMissed(loose, all, solve)
    needs += all
    atLeast += missed
    if (RANK[of] > RANK[from]) from = of
  }
  for (const strict of keepOrDrop(intake, settings, 'strict'))
    atMost += Math.min(...Object.values(plans).map((plan) => missedBy(strict, plan(strict))))
  return { needs, atLeast, atMost, from }
}

const RANK: Readonly<Record<Reference['from'], number>> = { exact: 0, relaxed: 1, 'one-turn': 2 }

function leastMissed(
  loose: Parameters<typeof programOf>[0],
  all: number,
  solve: Solve | null,
): { readonly missed: number; readonly from: Reference['from'] } {
  const program = programOf(loose, false)
  if (program.rows.every(({ values }) => values[0] === -1)) return { missed: 0, from: 'exact' }
  const relaxed = solve?.(program) ?? null
  if (solve === null || relaxed === null)
    return { missed: Math.ceil(droppedAtOneTurn(loose) - EPSILON), from: 'one-turn' }
  const isWhole = relaxed.x.every((share) => share < EPSILON || share > 1 - EPSILON)
  if (isWhole) return { missed: Math.round(all - relaxed.value), from: 'exact' }
  const exact = loose.gaps.length > EXACT_GAPS ? null : solve({ ...program, whole: true })
  if (exact !== null) return { missed: Math.round(all - exact.value), from: 'exact' }
  return { missed: Math.ceil(all - relaxed.value - EPSILON), from: 'relaxed' }
}

/** How a run did beside the reference. */
export interface Regret {
  /** Needs whose block the prompt did not have unchanged, of those that the reference decides about. */
  readonly missed: number
  readonly reference: Reference
}

/** @param solve see `referenceOf` */
export function regretOf(timeline: Pick<Timeline, 'data' | 'intake'>, solve: Solve | null): Regret {
  const { data, intake } = timeline
  return { missed: blocksMissed(timeline), reference: referenceOf(intake, settingsOf(data), solve) }
}

/** The settings of a run that the reference depends on. */
export function settingsOf({ limit, reserve, refetching }: TimelineData): ReferenceSettings {
  return { limit, reserve, refetching: refetching === true }
}

/**
 * Needs whose block was not in the prompt unchanged, in its original or a copy that was fetched before: what a plan
 * that keeps or drops whole blocks would count. A summary, or the same words elsewhere, can meet some of them. A request
 * over the limit is refused, so all its needs are missed.
 */
export function blocksMissed({ data, intake }: Pick<Timeline, 'data' | 'intake'>): number {
  const needs = new Map<Turn, BlockId[]>()
  let missed = 0
  for (const { turn, source } of data.needs) {
    if (!isDecided(intake, turn, source)) continue
    const reached = data.turns[turn]
    const isSent = reached !== undefined && reached.used <= data.limit
    if (!isSent || (data.ended !== null && turn >= data.ended.turn)) missed += 1
    else needs.set(turn, [...(needs.get(turn) ?? []), source])
  }
  for (const { id } of data.windows) {
    const sweep = new Sweep(data.spans, id)
    const there = new Map<BlockId, number>()
    const count = (by: number) => (row: number) => {
      const { spans } = data
      const block = data.blocks[spans.block[row] ?? -1]
      const state = BLOCK_STATES[cell(spans.state, row)] as Entry['state']
      if (block === undefined || spans.content[row] !== ORIGINAL) return
      if (!inPrompt({ state, tokens: cell(spans.tokens, row) })) return
      const source = originalOf(block)
      there.set(source, (there.get(source) ?? 0) + by)
    }
    const step = { began: count(1), ended: count(-1) }
    for (const turn of data.turns) {
      if (turn.window !== id) continue
      sweep.to(turn.points.sent.tick, step)
      for (const source of needs.get(turn.turn) ?? []) if ((there.get(source) ?? 0) <= 0) missed += 1
    }
  }
  return missed
}
