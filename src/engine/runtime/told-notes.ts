import type { EditPlan, Phase, StageNote } from '../stage/contract/stage.ts'
import type { BlockId, Ratio, Tokens } from '../core/units.ts'

/** The last reported note of a stage of a window; plain data, carried from turn to turn. */
export interface ToldNote {
  /** The stage, by name and by its index among the stages: one may occur in a pipeline twice. */
  readonly stage: string
  readonly at: number
  readonly code: StageNote['code']
  readonly tokens: Tokens
  readonly block?: BlockId
}

/** A figure is reported again after it changed by more than this. */
const MOVED: Ratio = 0.1

/** The notes to remember after a stage acted, and whether its note is new. */
export interface Telling {
  readonly told: readonly ToldNote[]
  readonly isNews: boolean
}

/**
 * A note that a stage repeats call after call is one event (EDIT-1). It is reported again only with another code or
 * block, if its tokens changed by more than a tenth, or after an edit of that stage. A note below a trigger is never
 * reported. A manual request is always answered.
 */
export function telling(
  told: readonly ToldNote[],
  at: number,
  { name: stage, phase }: { readonly name: string; readonly phase: Phase },
  { note, edits }: { readonly note: StageNote | null; readonly edits: readonly EditPlan[] },
): Telling {
  const edited = edits.length > 0
  const before = told.find((one) => one.at === at && one.stage === stage)
  if (note === null || note.code === 'below_trigger') {
    return {
      told: edited && before !== undefined ? told.filter((one) => one !== before) : told,
      isNews: false,
    }
  }
  if (!edited && phase !== 'manual' && before !== undefined && isSame(before, note)) {
    return { told, isNews: false }
  }
  const { code, tokens, block } = note
  const next = { stage, at, code, tokens, ...(block === undefined ? {} : { block }) }
  return { told: [...told.filter((one) => one.at !== at), next], isNews: true }
}

function isSame(before: ToldNote, { code, tokens, block }: StageNote): boolean {
  if (before.code !== code) return false
  // The model failed, whatever the request was about.
  if (code === 'breaker_open') return true
  const moved = tokens < before.tokens ? before.tokens - tokens : tokens - before.tokens
  return before.block === block && moved <= MOVED * before.tokens
}
