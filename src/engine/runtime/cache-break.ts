import type { Milliseconds, Tokens } from '../core/units.ts'

/** What a window's last call left in the prompt cache. */
export interface CacheMemory {
  /** Tokens that the last call could read from it. */
  readonly read: Tokens
  /** Tokens of its whole prompt, which the next call can read if nothing changes. */
  readonly sent: Tokens
  /** Up to where prompts of the window are kept, oldest first; missing where the provider keeps any beginning of them. */
  readonly kept?: readonly KeptPrompt[]
}

/** A beginning of a prompt behind which a request had a mark. */
export interface KeptPrompt {
  /** Place in the prompt of its last entry. */
  readonly order: number
  /** Since a request marked it or read it. */
  readonly idle: Milliseconds
}

/** Why a call could read less than the one before it. */
export type CacheBreakCause =
  | { readonly of: 'edit'; readonly stage: string }
  | { readonly of: 'pause'; readonly idle: Milliseconds; readonly life: Milliseconds }
  /** System prompt or tools changed, which stand before everything else. */
  | { readonly of: 'setup' }

export interface CacheBreak {
  /** Tokens that the call before could read, and that this one can. */
  readonly before: Tokens
  readonly after: Tokens
  readonly cause: CacheBreakCause
}
