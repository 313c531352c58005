import { limitSetting } from '../../engine/internal.ts'
import type { WindowChoice } from '../../sim/internal.ts'
import { whole } from '../../view/index.ts'
import { UsageError } from '../terminal/io.ts'
import { tokensIn } from './options.ts'

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
    `--window must be suggested, model, whole, lane, a share of the peak as in 50%, or ${whole(limitSetting.min)} to ${whole(limitSetting.max)} tokens as in 64k, but is ${text}`,
  )
}

/** The window as text, for results. */
export function windowText(choice: WindowChoice): string {
  if (choice.kind === 'tokens') return String(choice.tokens)
  return choice.kind === 'share' ? `${Number((choice.share * 100).toFixed(6))}%` : choice.kind
}
