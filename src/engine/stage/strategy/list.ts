import { atomicWindow } from './atomic-window.ts'
import { contextEditing } from './context-editing.ts'
import { evict } from './evict.ts'
import { handover } from './handover.ts'
import { managed } from './managed.ts'
import { pipeline } from './pipeline.ts'
import { recorded } from './recorded.ts'
import { rollingSummary } from './rolling-summary.ts'
import type { Strategy } from './strategy.ts'
import { tiered } from './tiered.ts'
import { tieredFull } from './tiered-full.ts'
import { tokenTrim } from './token-trim.ts'
import { unmanaged } from './unmanaged.ts'

/** Every strategy, by its name in the YAML; the first is the default. */
export const strategies: Readonly<Record<string, Strategy>> = Object.freeze({
  managed,
  evict,
  handover,
  atomic_window: atomicWindow,
  token_trim: tokenTrim,
  tiered,
  tiered_full: tieredFull,
  rolling_summary: rollingSummary,
  context_editing: contextEditing,
  unmanaged,
  recorded,
  pipeline,
})
