import { limitSetting } from '../../engine/internal.ts'
import type { Tokens } from '../../engine/index.ts'
import type { KnownModel } from '../../llm/index.ts'
import type { Intake } from '../trace/intake.ts'
import { largestPeak } from '../trace/peak.ts'
import { startWindows } from '../trace/start-window.ts'
import { limitFrom } from '../trace/suggested-window.ts'

/** Share of a scenario's peak with which the page opens it, and which is suggested for it elsewhere. */
export const SCENARIO_SHARE = 0.5

/** The seed of a scenario where none is given, on the page and on the command line. */
export const SCENARIO_SEED = 7

/** The window of every lane of a log: suggested for it, that of its model, one for the whole conversation, a share of its peak, tokens, or each lane's own. */
export type WindowChoice =
  | { readonly kind: 'suggested' | 'model' | 'whole' | 'lane' }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'tokens'; readonly tokens: Tokens }

/** A limit, and where it comes from. */
export interface ChosenWindow {
  readonly tokens: Tokens
  readonly from: 'model' | 'content' | 'share' | 'whole' | 'given'
}

/**
 * The limit of a log. Null with `lane`: each lane has its own.
 *
 * @param model whose window is that of the model; null: the log's own
 */
export function chosenWindow(
  choice: WindowChoice,
  intake: Intake,
  model: Pick<KnownModel, 'window'> | null = null,
): ChosenWindow | null {
  const windows = startWindows(intake)
  switch (choice.kind) {
    case 'lane':
      return null
    case 'tokens':
      return { tokens: choice.tokens, from: 'given' }
    case 'whole':
      // The largest prompt of any window, and room for the reply that is reserved in each.
      return { tokens: allowed(Math.ceil(largestPeak(intake) * 1.5)), from: 'whole' }
    case 'share':
      return shareOf(intake, choice.share)
    case 'model':
      if (model !== null) return { tokens: allowed(model.window), from: 'model' }
      return { tokens: limitFrom(windows, 'model'), from: windows.model === null ? 'content' : 'model' }
    case 'suggested':
      return suggestedWindow(intake)
  }
}

/** The limit where none is given: half of the peak of a scenario, of a log what its model or its content suggests. */
export function suggestedWindow(
  intake: Intake,
): ChosenWindow & { readonly from: 'model' | 'content' | 'share' } {
  if (intake.trace.source.kind === 'scenario') return shareOf(intake, SCENARIO_SHARE)
  const windows = startWindows(intake)
  return { tokens: limitFrom(windows, windows.start), from: windows.start }
}

function shareOf(intake: Intake, share: number): { readonly tokens: Tokens; readonly from: 'share' } {
  return { tokens: allowed(Math.round(share * startWindows(intake).content.peak)), from: 'share' }
}

function allowed(tokens: Tokens): Tokens {
  return Math.min(limitSetting.max, Math.max(limitSetting.min, tokens))
}
