import { redaction } from '../../../sim/internal.ts'
import type { LaneState, PageState } from './state.ts'

type Act = NonNullable<LaneState['actions']>[number]

/** A state in which texts that a person wrote into blocks have placeholders for keys, passwords and addresses. */
export function withCleanEdits(state: PageState): PageState {
  const { text: clean } = redaction()
  const cleaned = (acts: readonly Act[]): readonly Act[] =>
    acts.map((act) => (act.kind === 'edit' ? { ...act, text: clean(act.text) } : act))
  const lanes = state.lanes.map((lane) => ({
    ...lane,
    ...(lane.actions && { actions: cleaned(lane.actions) }),
    ...(lane.forks && { forks: lane.forks.map((fork) => ({ ...fork, acts: cleaned(fork.acts) })) }),
  }))
  return { ...state, lanes }
}
