import { limitSetting } from '../../engine/internal.ts'
import { limitFrom, startWindows } from '../../sim/internal.ts'
import type { Tokens } from '../../engine/index.ts'
import type { Intake } from '../../sim/index.ts'
import { UsageError } from '../terminal/io.ts'
import { tokensIn } from './options.ts'

/** The window of every lane of a log: suggested for it, that of its model, one for the whole conversation, a share of its peak, tokens, or each lane's own. */
export type WindowChoice =
  | { readonly kind: 'suggested' | 'model' | 'whole' | 'lane' }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'tokens'; readonly tokens: Tokens }

/** Reads `--window`. Throws a UsageError for what is no window. */
export function windowIn(text: string | undefined): WindowChoice {
  if (text === undefined || text === 'suggested') return { kind: 'suggested' }
  if (text === 'model' || text === 'whole' || text === 'lane') return { kind: text }
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? []
  const share = percent === undefined ? (/^0?\.\d+$/.test(text) ? Number(text) : null) : Number(percent) / 100
  if (share !== null && share > 0) return { kind: 'share', share }
  const tokens = tokensIn(text)
  if (tokens !== null && tokens >= limitSetting.min && tokens <= limitSetting.max)
    return { kind: 'tokens', tokens }
  throw new UsageError(
    `--window must be suggested, model, whole, lane, a share of the peak as in 50%, or ${limitSetting.min} to ${limitSetting.max} tokens as in 64k, but is ${text}`,
  )
}

/** The window as text, for results. */
export function windowText(choice: WindowChoice): string {
  if (choice.kind === 'tokens') return String(choice.tokens)
  return choice.kind === 'share' ? `${choice.share * 100}%` : choice.kind
}

/** The limit of a log, and where it comes from. Null with `lane`: each lane has its own. */
export function limitOf(
  choice: WindowChoice,
  intake: Intake,
): { readonly tokens: Tokens; readonly from: 'model' | 'content' | 'share' | 'whole' | 'given' } | null {
  const windows = startWindows(intake)
  switch (choice.kind) {
    case 'lane':
      return null
    case 'tokens':
      return { tokens: choice.tokens, from: 'given' }
    case 'whole': {
      // The largest prompt, and room for the reply that is reserved in every window.
      const tokens = Math.ceil(windows.content.peak * 1.5)
      return { tokens: Math.min(limitSetting.max, Math.max(limitSetting.min, tokens)), from: 'whole' }
    }
    case 'share': {
      const tokens = Math.round(choice.share * windows.content.peak)
      return { tokens: Math.min(limitSetting.max, Math.max(limitSetting.min, tokens)), from: 'share' }
    }
    case 'model':
      return { tokens: limitFrom(windows, 'model'), from: windows.model === null ? 'content' : 'model' }
    case 'suggested':
      return { tokens: limitFrom(windows, windows.start), from: windows.start }
  }
}
