import type * as Code from './others.ts'

/** Replaces `others.ts` in the worker: generated conversations name none of them (`codeOnDemand` in vite.config.ts). */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a log, or a live conversation, is read. */
export async function loadOtherModels(): Promise<void> {
  code ??= await import('./others.ts')
}

export const otherKnown: typeof Code.otherKnown = () => code?.otherKnown() ?? new Map()

export const otherPrices: typeof Code.otherPrices = () => code?.otherPrices() ?? new Map()

export const familyOf: typeof Code.familyOf = (name) => code?.familyOf(name)
