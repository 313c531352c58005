import type * as Code from './settings-set.ts'

/**
 * Replaces `settings-set.ts` in the worker: in most runs nobody changes a setting (`codeOnDemand` in vite.config.ts).
 */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a run with interventions. @throws where it cannot be fetched */
export async function loadSettingsSet(): Promise<void> {
  code ??= await import('./settings-set.ts')
}

function loaded(): typeof Code {
  if (code === null) throw new Error('loadSettingsSet was not awaited')
  return code
}

export const settingsSet: typeof Code.settingsSet = (base, interventions) =>
  interventions.some(({ kind }) => kind === 'set') ? loaded().settingsSet(base, interventions) : []

export const mustNotBringBack: typeof Code.mustNotBringBack = (...given) =>
  loaded().mustNotBringBack(...given)

export const whyNotSet: typeof Code.whyNotSet = (...given) => loaded().whyNotSet(...given)
