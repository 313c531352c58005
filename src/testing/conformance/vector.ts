import type { PartialConfig } from '../../config/index.ts'
import type { Provider, SlideSettings, TokenTrimSettings, ValidityOptions } from '../../engine/index.ts'

/** What is done with a vector's conversation. */
export type Act =
  | { readonly verb: 'validate' | 'repair'; readonly options?: ValidityOptions }
  | { readonly verb: 'trim'; readonly settings: { readonly maxTokens: number } & Partial<TokenTrimSettings> }
  | { readonly verb: 'slide'; readonly settings: Partial<SlideSettings> }
  | {
      /** The whole turn loop; a limit of 2,000 tokens reserves 500 for the answer. */
      readonly verb: 'run'
      readonly config: PartialConfig
      /** The model's answers, in order, the last one repeatedly; null: it fails. Missing: it is not called. */
      readonly answers?: readonly (string | null)[]
    }

/** One case for any engine that manages context windows: a conversation, an action, and the expected result. */
export interface Vector {
  readonly id: string
  /** The requirement, in one sentence. */
  readonly says: string
  /** An engine that behaves differently as shipped, and how: what must not happen here. */
  readonly unlike?: string
  /** In the language of `conversation.ts`. Four characters are a token, and each message costs four more. */
  readonly talk: string
  /** The provider whose rules apply to the result. */
  readonly provider: Provider
  readonly act: Act
  /**
   * - validate: `rule@message …`, or `valid`
   * - repair: `action@message …`, or `nothing`
   * - trim, slide: the messages that stay, by index; then the note's code where there is one
   * - run: what each message has become in the last turn, `+type` for each block that was made, then the codes of
   *   the notes of that turn. `stays`, `gone`, or the state of those of its blocks that have one: `placeholder`,
   *   `clipped`, `summarized`; several are joined by a slash.
   */
  readonly gives: string
}
