import type { EvictionSettings } from '../../policy/settings.ts'
import type { Ratio, Tokens } from '../../core/units.ts'
import { wouldOverflow } from '../../pressure/pressure.ts'
import type { StageNote, StageResult } from './stage.ts'
import type { WindowView } from '../../policy/window/view.ts'

/** What decides whether an edit is worth making. */
export type WorthSettings = Pick<
  EvictionSettings,
  'minFreeTokens' | 'minFreeShare' | 'minGain' | 'wait' | keyof PriceSettings | keyof ColdSettings
>

/** What it costs to rewrite a token to the prompt cache, and for how long that may take to pay back. */
type PriceSettings = Pick<EvictionSettings, 'horizonTurns' | 'rewritePrice' | 'longRewritePrice'>

/** What an expired prompt cache means to an edit. */
export type ColdSettings = Pick<EvictionSettings, 'coldCache' | 'cacheMinutes'>

/** How requests to a model are made, and what decides which way costs less (COST-4). */
export type RequestSettings = ColdSettings &
  Omit<PriceSettings, 'horizonTurns'> & { readonly requests: 'alone' | 'cheaper' }

/** An edit before it is made; for one that first asks a model, its promised effect. */
export interface Intended {
  /** Tokens that it frees, less those that it adds. */
  readonly frees: Tokens
  /** Whether it changes the entry at a position. */
  readonly changes: (position: number) => boolean
  /** Position of the entry before which it inserts something, if it does; entries from there on are rewritten. */
  readonly puts?: number
  /** It is not meant to free anything, and only its effect on the cache counts. */
  readonly anySize?: true
  /** It is larger if it is made later, by this many tokens per turn; missing: it does not wait (COST-7). */
  readonly growth?: Ratio
  /** The request cannot fit even with it and all later steps, so it is not urgent. */
  readonly inVain?: boolean
}

/**
 * Why an edit is held back, as a note with its figures; null if it is worth making (EVI-4). It frees too little for a
 * batch, or does not pay within the horizon for the prompt cache that it rewrites: the rewritten tokens are written
 * once more at `rewritePrice`, and the freed ones are not read in any later turn (COST-6). Or it pays, and what it saves
 * until the horizon is less than `minGain` prompts read from the cache. Or a later batch costs less per turn (see
 * `isEarly`). Nothing is held back if the request would overflow, which an estimating counter reports slightly early
 * (BUD-5), unless it cannot fit with the edit either.
 *
 * Every edit of an eviction and of the cascade is checked here, before a model is asked. Not checked are edits that
 * make the request fit or keep a component within its own limit, edits that an alert demands, and steps that the config
 * puts below orange and so before eviction.
 *
 * @param payback of the edit, where it is known already
 */
export function heldBack(
  view: WindowView,
  settings: WorthSettings,
  edit: Intended,
  payback?: Payback,
): StageNote | null {
  const { window, limit } = view
  const { horizonTurns: horizon, minGain } = settings
  const { frees, anySize, inVain, growth = 0 } = edit
  if (wouldOverflow(view) && inVain !== true) return null
  const least = anySize === true ? 0 : leastOf(settings, limit)
  const isSmall = anySize !== true && frees < least
  const { isCold, rewrites, paysAfter, saves } = payback ?? paybackOf(view, settings, edit)
  const paysInTime = pays({ paysAfter }, settings)
  const waits = settings.coldCache === 'require' && view.idle !== null && !isCold
  const leastSaved = anySize === true || horizon === 0 ? 0 : Math.ceil(minGain * window.used)
  const savesLittle = leastSaved > 0 && saves < leastSaved
  const grewIn = settings.wait && horizon > 0 && growth > 0 ? Math.ceil((10 * frees) / growth) / 10 : null
  const early = grewIn !== null && isEarly(paysAfter, grewIn)
  if (!isSmall && paysInTime && !savesLittle && !waits && !early) return null
  const why = isSmall ? 'gain' : !paysInTime ? 'horizon' : savesLittle ? 'saving' : waits ? 'warm' : 'early'
  const saving = leastSaved > 0 ? { saves, leastSaved } : {}
  const growing = grewIn === null ? {} : { grewIn }
  const figures = { why, frees, least, rewrites, paysAfter, horizon, ...saving, ...growing } as const
  return { code: 'held_back', tokens: frees, heldBack: figures }
}

/**
 * Whether a batch costs less per turn if it is made later (COST-7). A batch that grew in n turns has cost n ÷ 2 turns of
 * reading it, on average, and rewriting costs `paysAfter` turns of reading it. The sum per turn is least where both are
 * equal: the economic order quantity. A batch that rewrites nothing is never early.
 */
function isEarly(paysAfter: number | null, grewIn: Ratio): boolean {
  return paysAfter === null || paysAfter > grewIn / 2
}

/** Whether an edit has paid for what it rewrites within the horizon (COST-6). */
export function pays(
  { paysAfter }: Pick<Payback, 'paysAfter'>,
  { horizonTurns }: Pick<EvictionSettings, 'horizonTurns'>,
): boolean {
  return horizonTurns === 0 || (paysAfter !== null && paysAfter <= horizonTurns)
}

/** Extra price of writing a token to the cache, in tokens read from it. A cache that is kept for longer costs more. */
export function rewritePriceIn(
  { cacheLife = 0 }: Pick<WindowView, 'cacheLife'>,
  { rewritePrice, longRewritePrice, cacheMinutes }: Omit<PriceSettings, 'horizonTurns'> & ColdSettings,
): number {
  return cacheLife > cacheMinutes * MINUTE ? longRewritePrice : rewritePrice
}

/** Whether the provider has dropped the prompt cache, so that an edit rewrites nothing of it (COST-6). */
export function hasColdCache(
  { idle, cacheLife }: Pick<WindowView, 'idle' | 'cacheLife'>,
  { coldCache, cacheMinutes }: ColdSettings,
): boolean {
  return coldCache !== 'ignore' && idle !== null && idle > (cacheLife ?? cacheMinutes * MINUTE)
}

const MINUTE = 60_000

/** Minimum tokens that a batch has to free. */
export function leastOf(
  { minFreeTokens, minFreeShare }: Pick<WorthSettings, 'minFreeTokens' | 'minFreeShare'>,
  limit: Tokens,
): Tokens {
  return Math.max(minFreeTokens, Math.ceil(minFreeShare * limit))
}

/** Whether the window is at least one batch above its target: acting early for less is not worth it (PRES-6). */
export function isBatchAbove(
  { window, limit }: Pick<WindowView, 'window' | 'limit'>,
  target: Tokens,
  { minFreeShare }: Pick<WorthSettings, 'minFreeShare'>,
): boolean {
  return window.used - target >= Math.max(1, Math.ceil(minFreeShare * limit))
}

/** The result of a stage that made no edit because of a note. */
export function leftUndone<State>(state: State, note: StageNote): StageResult<State> {
  return { edits: [], state, outcome: 'skipped', note }
}

/** What an edit loses of the prompt cache, and when that is paid back. */
interface Payback {
  readonly isCold: boolean
  /** See `rewrittenBy`; none where the cache has expired. */
  readonly rewrites: Tokens
  /** Turns until the freed tokens have paid for them, rounded up to a tenth; null if they never do. */
  readonly paysAfter: number | null
  /** What is saved within the horizon, in tokens read from the cache: those freed in each turn, less the rewriting. */
  readonly saves: Tokens
}

/** What an edit loses of the prompt cache, and when that is paid back (COST-6). */
export function paybackOf(
  view: WindowView,
  settings: PriceSettings & ColdSettings,
  { frees, changes, puts }: Pick<Intended, 'frees' | 'changes' | 'puts'>,
): Payback {
  const isCold = hasColdCache(view, settings)
  const { horizonTurns } = settings
  const price = rewritePriceIn(view, settings)
  const rewrites = isCold ? 0 : rewrittenBy(view, changes, puts)
  const saves = Math.floor(frees * horizonTurns - price * rewrites)
  if (rewrites === 0 || price === 0) return { isCold, rewrites, paysAfter: 0, saves }
  const paysAfter = frees <= 0 ? null : Math.ceil((10 * price * rewrites) / frees) / 10
  return { isCold, rewrites, paysAfter, saves }
}

/**
 * Tokens of the last call's prompt that an edit makes new to the prompt cache: the remaining ones after its first
 * change.
 *
 * @param changes whether the edit changes the entry at a position
 * @param puts position of the entry before which it inserts something
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
