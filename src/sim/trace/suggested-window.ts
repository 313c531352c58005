import type { Tokens } from '../../engine/index.ts'

/** The two sources of a suggested window: the model, or the content. */
export type WindowFrom = 'model' | 'content'

/** The windows that a conversation suggests, each with the figures behind it. */
export interface StartWindows {
  /** The one to start with. */
  readonly start: WindowFrom
  /** Null if neither the log nor the table of models has the window. */
  readonly model: {
    readonly tokens: Tokens
    /** The model's name in the log; null if the log has only the window. */
    readonly name: string | null
    /** Whether the window comes from the log itself, or from the table of models. */
    readonly told: 'log' | 'table'
    /** Tokens of a prompt at which managing begins: orange of that window. */
    readonly threshold: Tokens
  } | null
  /** The fixed overhead plus half of the rest of the largest prompt. */
  readonly content: { readonly tokens: Tokens; readonly overhead: Tokens; readonly peak: Tokens }
}

/** One of the suggested windows; that of the content if the model's is unknown. */
export function limitFrom({ model, content }: StartWindows, from: WindowFrom): Tokens {
  return from === 'model' && model !== null ? model.tokens : content.tokens
}
