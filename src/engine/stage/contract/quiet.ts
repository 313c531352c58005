import type { Stage, StageContext, StageResult } from './stage.ts'
import type { WindowView } from '../../policy/window/view.ts'

/** Turns the plain function of a stage that asks no model into the generator that the turn loop runs. */
export function quiet<State>(
  act: (view: WindowView, state: State, context: StageContext) => StageResult<State>,
): Stage<State>['act'] {
  // oxlint-disable-next-line require-yield -- a stage is a generator, and this is where those come from that never ask.
  return function* (view, state, context) {
    return act(view, state, context)
  }
}
