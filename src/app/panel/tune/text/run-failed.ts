import { sameRun, useChoices } from '../../../store/choice/choices.ts'
import { useSession } from '../../../store/run/session.ts'

/** Whether what is chosen is not what the screen shows because its run failed. */
export function useRunFailed(): boolean {
  const failure = useSession((state) => state.failure)
  const shown = useSession((state) => state.shown)
  const running = useSession((state) => state.progress !== null)
  const differs = useChoices((choices) => failure !== null && shown !== null && !sameRun(shown, choices))
  return differs && !running
}
