import type { Comparison } from '../../../../worker/protocol.ts'
import type { LogChoice } from '../../../store/choice/choices.ts'
import { useChoices } from '../../../store/choice/choices.ts'
import { alter } from '../../../store/choice/history.ts'
import { useSession } from '../../../store/run/session.ts'

/** How a log is read; what is missing is left to its content. */
export type ReadingChoice = Pick<LogChoice, 'format' | 'recordedEdits' | 'conversation'>

/** The same log read in another way. The setup that was given for it stays. */
export function readAs(log: LogChoice, { format, recordedEdits, conversation }: ReadingChoice): LogChoice {
  const { kind, id, name, size, setup } = log
  return {
    kind,
    id,
    name,
    size,
    ...(format !== undefined && { format }),
    ...(recordedEdits !== undefined && { recordedEdits }),
    ...(conversation !== undefined && { conversation }),
    ...(setup !== undefined && { setup }),
  }
}

/** The log on the screen as it is chosen to be read; null where a scenario or another log is on its way. */
export function useShownLog(): LogChoice | null {
  const shown = useSession((state) => (state.shown?.source.kind === 'log' ? state.shown.source.id : null))
  const source = useChoices((state) => state.source)
  return source.kind === 'log' && source.id === shown ? source : null
}

/** Another conversation of the file. Going through them with the arrow keys is one step of undo. */
export function chooseConversation(log: LogChoice, conversation: number): void {
  alter({ source: readAs(log, { ...log, conversation }) }, 'conversation')
}

export function chooseRecordedEdits({ recordedEdits: _, ...log }: LogChoice, choice: 'undo' | 'keep'): void {
  alter({ source: readAs(log, choice === 'keep' ? { ...log, recordedEdits: choice } : log) })
}

/** Another format, in which the conversations of the file may be others. Null: the one that the content tells. */
export function chooseFormat(log: LogChoice, format: string | null): void {
  const { recordedEdits } = log
  alter({
    source: readAs(log, {
      ...(format !== null && { format }),
      ...(recordedEdits !== undefined && { recordedEdits }),
    }),
  })
}

/** Which conversation of the file is chosen, by its place there. */
export function conversationOf(log: LogChoice, { trace }: Comparison): number {
  return log.conversation ?? trace.conversation
}
