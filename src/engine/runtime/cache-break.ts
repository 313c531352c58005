import type { Milliseconds, Tokens } from '../core/units.ts'

/** The state of the prompt cache after a window's last call. */
export interface CacheMemory {
  /** Tokens that the last call could read from it. */
  readonly read: Tokens
  /** Tokens of its whole prompt, which the next call can read if nothing changes. */
  readonly sent: Tokens
  /**
   * Beginnings of the window's prompts that are cached, oldest first; missing if the provider caches any beginning of
   * them.
   */
  readonly kept?: readonly KeptPrompt[]
}

/** A cached beginning of a prompt, up to a cache mark. */
export interface KeptPrompt {
  /** Order in the prompt of its last entry. */
  readonly order: number
  /** Time since a request marked or read it. */
  readonly idle: Milliseconds
}

/** Why a call could read less from the cache than the previous one. */
export type CacheBreakCause =
  | { readonly of: 'edit'; readonly stage: string }
  | { readonly of: 'pause'; readonly idle: Milliseconds; readonly life: Milliseconds }
  /** System prompt or tools changed, which come before everything else. */
  | { readonly of: 'setup' }

export interface CacheBreak {
  /** Tokens that the previous call could read, and that this one can. */
  readonly before: Tokens
  readonly after: Tokens
  readonly cause: CacheBreakCause
}
