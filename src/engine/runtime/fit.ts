import type { BlockType } from '../core/message/block.ts'
import type { BlockId, Tokens } from '../core/units.ts'
import type { BlockTable, Window } from '../core/window/window.ts'
import { anchoredUsed } from '../pressure/pressure.ts'
import type { PreparedTurn } from './turn.ts'

/** Whether a request fits its window. What may not be removed can be longer than the window all by itself. */
export interface Fit {
  /**
   * Whether request and reserve for the reply are within the limit, by the larger of the ledger's count and the model's
   * own as last reported.
   */
  readonly fits: boolean
  /**
   * Tokens by which the request alone is over the limit: the provider will reject it. 0 if it can be sent; if it does
   * not fit, its reply then has less than the reserve.
   */
  readonly over: Tokens
  /** The largest block of the window, which to shorten first; null if the request fits. */
  readonly largest: { readonly block: BlockId; readonly type: BlockType; readonly tokens: Tokens } | null
  /** What to do, in two sentences; '' if the request fits. */
  readonly advice: string
}

const FITS: Fit = Object.freeze({ fits: true, over: 0, largest: null, advice: '' })

/** How the request for a window fits, by its ledger and the reading of its turn. */
export function fitOf(
  window: Window,
  table: BlockTable,
  { ledger, reading }: Pick<PreparedTurn, 'ledger' | 'reading'>,
): Fit {
  const { limit, reserve, byComponent } = ledger
  const { entries } = window
  const used = Math.max(ledger.used, anchoredUsed({ window, reading }))
  if (used + reserve <= limit) return FITS
  let most = entries[0]
  for (const entry of entries) if (entry.tokens > (most?.tokens ?? 0)) most = entry
  const largest =
    most === undefined ? null : { block: most.block, type: table(most.block).type, tokens: most.tokens }
  const over = Math.max(0, used - limit)
  const sentence = (): string => {
    const setup = byComponent.system + byComponent.tools
    const room = limit - reserve
    if (setup > room)
      return `System prompt and tools alone take ${setup} of ${limit} tokens. Shorten them, or use a larger window.`
    if (largest !== null && largest.tokens > room)
      return `Block ${largest.block} (${largest.type}) alone takes ${largest.tokens} of ${limit} tokens. Shorten or split it, or use a larger window.`
    if (over > 0)
      return `This request has ${used} tokens, ${over} more than the window of ${limit}. Call onOverflow for a shorter one; if it throws, shorten what is largest, or use a larger window.`
    return `The reply has ${limit - used} of the ${reserve} tokens reserved for it. Send it with no more output tokens than that, or call onOverflow.`
  }
  return { fits: false, over, largest, advice: sentence() }
}
