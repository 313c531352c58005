import type { PartialConfig } from '../../config/index.ts'
import type {
  Provider,
  SlideSettings,
  ThinkingConfig,
  TokenTrimSettings,
  ValidityOptions,
} from '../../engine/index.ts'

/** The action of a vector. */
export type Act =
  | {
      readonly verb: 'validate' | 'repair'
      readonly options?: ValidityOptions
      /** How the request lets the model think; missing: that is not known. */
      readonly thinking?: ThinkingConfig
    }
  | { readonly verb: 'trim'; readonly settings: { readonly maxTokens: number } & Partial<TokenTrimSettings> }
  | { readonly verb: 'slide'; readonly settings: Partial<SlideSettings> }
  | {
      /** The whole turn loop. The limit is 2,000 tokens, 500 of them reserved for the reply. */
      readonly verb: 'run'
      readonly config: PartialConfig
      /** The model's answers in order, the last one repeatedly; null: the call fails. Missing: any call is an error. */
      readonly answers?: readonly (string | null)[]
    }

/** One case for any engine that manages context windows: a conversation, an action, and the expected result. */
export interface Vector {
  readonly id: string
  /** The requirement, in one sentence. */
  readonly says: string
  /** An engine whose released version violates this, and how. */
  readonly unlike?: string
  /** In the language of `conversation.ts`. A token is four characters; each message costs four more tokens. */
  readonly talk: string
  /** The provider whose rules apply to the result. */
  readonly provider: Provider
  readonly act: Act
  /**
   * - validate: `rule@message …`, or `valid`
   * - repair: `action@message …`, or `nothing`
   * - trim, slide: the indices of the messages that stay; then the code of the note, if there is one
   * - run: the state of each message in the last turn, `+type` for each block that the run made, then the codes of the
   *   notes of that turn. A state is `stays`, `gone`, or the states of its changed blocks (`placeholder`, `clipped`,
   *   `summarized`), joined by a slash.
   */
  readonly gives: string
}
