import type { Ask, AskKind } from '../core/llm/ask.ts'
import { continuationOf } from '../core/llm/prompt.ts'
import type { Tokens } from '../core/units.ts'
import { inPrompt } from '../core/window/window.ts'
import type { WindowView } from '../policy/window/view.ts'
import { intactOf } from './intact.ts'
import type { WindowMemory } from './memory.ts'
import { hasColdCache, rewritePriceIn } from '../stage/contract/worth.ts'
import type { RequestSettings } from '../stage/contract/worth.ts'

/** Requests about the conversation as a whole, which can be read where it stands. */
const OF_CONVERSATION: ReadonlySet<AskKind> = new Set(['compact', 'summarize_session', 'extract'])

/**
 * By how much a continuation must be cheaper: some models charge twice as much for each token of a long prompt, and a
 * request that leaves nothing in the cache does not pay for writing to it. The engine knows no prices.
 */
const MARGIN = 2.5

/**
 * Tokens of a request that continues the agent's own prompt, if that costs less than a request of its own that quotes
 * the material (COST-4); undefined if not. It continues the window before the stages of this call acted on it, which
 * begins with the last call's prompt.
 *
 * @param alone tokens of a request of its own
 * @param sent number of entries at the front of `view.offered` that the last call sent
 */
export function continuedTokens(
  ask: Ask,
  alone: Tokens,
  view: Pick<WindowView, 'offered' | 'idle' | 'cacheLife'>,
  sent: () => number,
  settings: RequestSettings,
  count: (text: string) => Tokens,
): Tokens | undefined {
  if (settings.requests === 'alone' || !OF_CONVERSATION.has(ask.kind)) return undefined
  if (ask.sources.length === 0 || hasColdCache(view, settings)) return undefined
  // A token that is not read costs this many that are.
  const price = 1 + rewritePriceIn(view, settings)
  const most = (price * alone) / MARGIN
  const { entries, used } = view.offered
  // Not even if all of it is read.
  if (used >= most) return undefined
  const there = new Set(entries.filter(inPrompt).map(({ block }) => block))
  if (!ask.sources.every(({ block }) => there.has(block))) return undefined
  const held = entries.slice(0, sent()).reduce((sum, { tokens }) => sum + tokens, 0)
  const whole = used + count(continuationOf(ask))
  return held + price * (whole - held) < most ? whole : undefined
}

/** The same for the requests of a stage in one turn; without settings, no request continues the prompt. */
export function continuing(
  view: WindowView,
  { window, sent = 0 }: Pick<WindowMemory, 'window' | 'sent'>,
  settings: RequestSettings | undefined,
  words: Parameters<typeof intactOf>[3],
  count: (text: string) => Tokens,
): (ask: Ask, alone: Tokens) => Tokens | undefined {
  const intact = (): number => intactOf(window.entries, view.offered.entries, sent, words)
  return (ask, alone) =>
    settings === undefined ? undefined : continuedTokens(ask, alone, view, intact, settings, count)
}
