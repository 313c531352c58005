import type { Tokens } from '../../engine/index.ts'

/** The two sources of a suggested window: the model, or the content. */
export type WindowFrom = 'model' | 'content'

/** The windows that a conversation suggests, each with the figures that it comes from. */
export interface StartWindows {
  /** The one to start with. */
  readonly start: WindowFrom
  /** Null where neither the log nor what is known of models tells the window. */
  readonly model: {
    readonly tokens: Tokens
    /** The model's name, as the log writes it; null where the log tells its window alone. */
    readonly name: string | null
    /** Whether the log itself tells the window, or the table of models. */
    readonly told: 'log' | 'table'
    /** Tokens of a prompt at which managing begins: orange of that window. */
    readonly threshold: Tokens
  } | null
  /** The fixed overhead and half of what the largest prompt holds besides. */
  readonly content: { readonly tokens: Tokens; readonly overhead: Tokens; readonly peak: Tokens }
}

/** One of the suggested windows; that of the content where the model's is not known. */
export function limitFrom({ model, content }: StartWindows, from: WindowFrom): Tokens {
  return from === 'model' && model !== null ? model.tokens : content.tokens
}
