import type { EvictionSettings } from '../../policy/settings.ts'
import type { Tokens } from '../../core/units.ts'
import { overflows } from '../../core/window/ledger.ts'
import type { StageNote, StageResult } from './stage.ts'
import type { WindowView } from '../../policy/window/view.ts'

/** What decides whether an edit is worth making. */
export type WorthSettings = Pick<
  EvictionSettings,
  'minFreeTokens' | 'minFreeShare' | 'horizon' | 'rewritePrice'
>

/** An edit before it is made; of one that asks a model first, what it promises. */
export interface Intended {
  /** Tokens that it frees, less what it puts in their place. */
  readonly frees: Tokens
  /** Whether it changes the entry at a position. */
  readonly changes: (position: number) => boolean
  /** Position of the entry before which it puts something, where it does; what stands from there on is rewritten. */
  readonly puts?: number
  /** It is not made to free anything, and is judged by the cache alone. */
  readonly anySize?: true
  /** The request cannot fit with it either, whatever comes behind: that it does not is no reason to hurry. */
  readonly inVain?: boolean
}

/**
 * Why an edit is held back, as a note with its figures; null where it is worth making (EVI-4). It frees too little for a
 * batch, or does not pay for the prompt cache that it rewrites within the horizon: the tokens rewritten are written once
 * more at `rewritePrice`, and the freed ones are not read in any of the turns to come (COST-6). Nothing is held
 * back where the request would overflow, which an estimating counter sees a little early (BUD-5), unless it cannot fit with the
 * edit either.
 *
 * Every edit of an eviction and of the cascade is judged here, whoever makes it, before a model is asked. Not judged is
 * what makes the request fit or a component keep its own limit, what an alert demands, and a step that the config puts
 * below orange and so before eviction.
 */
export function heldBack(
  view: WindowView,
  settings: WorthSettings,
  { frees, changes, puts, anySize, inVain }: Intended,
): StageNote | null {
  const { window, limit, reserve, margin } = view
  const { horizon, rewritePrice } = settings
  if (overflows(window.used + margin, limit, reserve) && inVain !== true) return null
  const least = anySize === true ? 0 : leastOf(settings, limit)
  const isSmall = anySize !== true && frees < least
  const rewrites = rewrittenBy(view, changes, puts)
  const paysAfter = paybackOf(frees, rewrites, rewritePrice)
  const pays = horizon === 0 || (paysAfter !== null && paysAfter <= horizon)
  if (!isSmall && pays) return null
  const why = isSmall ? 'gain' : 'horizon'
  return { code: 'held_back', tokens: frees, heldBack: { why, frees, least, rewrites, paysAfter, horizon } }
}

/** Tokens that a batch has to free at least. */
export function leastOf(
  { minFreeTokens, minFreeShare }: Pick<WorthSettings, 'minFreeTokens' | 'minFreeShare'>,
  limit: Tokens,
): Tokens {
  return Math.max(minFreeTokens, Math.ceil(minFreeShare * limit))
}

/** Whether the window stands the least share of a batch above where it is to be: ahead of time, less is no reason to act (PRES-6). */
export function isBatchAbove(
  { window, limit }: Pick<WindowView, 'window' | 'limit'>,
  target: Tokens,
  { minFreeShare }: Pick<WorthSettings, 'minFreeShare'>,
): boolean {
  return window.used - target >= Math.max(1, Math.ceil(minFreeShare * limit))
}

/** What a stage gives that made no edit because of a note. */
export function leftUndone<State>(state: State, note: StageNote): StageResult<State> {
  return { edits: [], state, outcome: 'skipped', note }
}

/** Turns until what is freed has paid for what is rewritten (COST-6), to a tenth and never below; null where it never does. */
export function paybackOf(frees: Tokens, rewrites: Tokens, price: number): number | null {
  if (rewrites === 0 || price === 0) return 0
  return frees <= 0 ? null : Math.ceil((10 * price * rewrites) / frees) / 10
}

/**
 * Tokens that the last call sent as they stand now and that an edit makes new to the prompt cache: what is behind the
 * first place that it changes, and stays.
 *
 * @param changes whether the edit changes the entry at a position
 * @param puts position of the entry before which it puts something
 */
export function rewrittenBy(
  { window, intact }: Pick<WindowView, 'window' | 'intact'>,
  changes: (position: number) => boolean,
  puts = Infinity,
): Tokens {
  let total = 0
  let broken = false
  for (let at = 0; at < intact; at++) {
    broken ||= at >= puts
    if (changes(at)) broken = true
    else if (broken) total += window.entries[at]?.tokens ?? 0
  }
  return total
}
