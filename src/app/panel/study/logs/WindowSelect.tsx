import { Select } from '../../../ui/Select.tsx'
import { LOGS_TEXT } from './words.ts'

/** What agents give a call, in tokens. */
const USUAL_WINDOWS: readonly number[] = [16_000, 32_000, 64_000, 128_000, 200_000, 1_000_000]

export type WindowKind = 'suggested' | 'model' | 'tokens'

interface WindowSettings {
  readonly kind: WindowKind
  readonly tokens: number
  /** Whether the tokens are written by hand. */
  readonly isOther: boolean
  readonly setKind: (kind: WindowKind) => void
  readonly setTokens: (tokens: number) => void
  readonly setOther: (isOther: boolean) => void
}

/** Half of each conversation, the window of its model, a usual one, or another. */
export function WindowSelect({ settings }: { readonly settings: WindowSettings }) {
  const { kind, isOther, tokens } = settings
  return (
    <>
      <Select
        name={LOGS_TEXT.window}
        value={kind === 'tokens' && !isOther ? String(tokens) : kind}
        options={[
          ['suggested', LOGS_TEXT.windows.suggested],
          ...USUAL_WINDOWS.map((one) => [String(one), LOGS_TEXT.windowTokens(one)] as const),
          ['model', LOGS_TEXT.windows.model],
          ['tokens', LOGS_TEXT.windows.tokens],
        ]}
        onSelect={(one) => {
          const chosen = USUAL_WINDOWS.find((usual) => String(usual) === one)
          if (chosen !== undefined) settings.setTokens(chosen)
          settings.setOther(chosen === undefined)
          settings.setKind(chosen === undefined ? (one as WindowKind) : 'tokens')
        }}
      />
      {kind === 'tokens' && isOther && (
        <input
          className="number-box"
          type="number"
          min={1000}
          max={10_000_000}
          step={1000}
          defaultValue={tokens}
          aria-label={LOGS_TEXT.tokens}
          onBlur={(event) => {
            const value = event.currentTarget.valueAsNumber
            if (Number.isInteger(value) && value >= 1000 && value <= 10_000_000) settings.setTokens(value)
            else event.currentTarget.value = String(tokens)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      )}
    </>
  )
}
