import { onDemand } from '../../../engine/internal.ts'
import type * as Code from './settings-set.ts'

/**
 * Replaces `settings-set.ts` in the worker: in most runs nobody changes a setting (`codeOnDemand` in vite.config.ts).
 */
const { load, code } = onDemand('loadSettingsSet', () => import('./settings-set.ts'))

/** Fetches it. To be awaited before a run with interventions. @throws where it cannot be fetched */
export const loadSettingsSet = load

export const settingsSet: typeof Code.settingsSet = (base, interventions) =>
  interventions.some(({ kind }) => kind === 'set') ? code().settingsSet(base, interventions) : []

export const mustNotBringBack: typeof Code.mustNotBringBack = (...given) => code().mustNotBringBack(...given)

export const whyNotSet: typeof Code.whyNotSet = (...given) => code().whyNotSet(...given)
