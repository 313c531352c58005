import type { Comparison } from '../../../../worker/protocol.ts'
import type { LogChoice } from '../../../store/choice/choices.ts'
import { useChoices } from '../../../store/choice/choices.ts'
import { alter } from '../../../store/choice/history.ts'
import { useSession } from '../../../store/run/session.ts'

/** How to read a log; missing choices are detected from its content. */
export type ReadingChoice = Pick<LogChoice, 'format' | 'recordedEdits' | 'conversation' | 'whole'>

/** The same log read differently. Its entered setup stays. */
export function readAs(
  log: LogChoice,
  { format, recordedEdits, conversation, whole }: ReadingChoice,
): LogChoice {
  const { kind, id, name, size, setup } = log
  return {
    kind,
    id,
    name,
    size,
    ...(format !== undefined && { format }),
    ...(recordedEdits !== undefined && { recordedEdits }),
    ...(conversation !== undefined && { conversation }),
    ...(whole === true && { whole }),
    ...(setup !== undefined && { setup }),
  }
}

/** The current log with its chosen reading; null if a scenario or another log is loading. */
export function useShownLog(): LogChoice | null {
  const shown = useSession((state) => (state.shown?.source.kind === 'log' ? state.shown.source.id : null))
  const source = useChoices((state) => state.source)
  return source.kind === 'log' && source.id === shown ? source : null
}

/** How much of a very long log is shown. */
export function choosePart({ whole: _, ...log }: LogChoice, part: 'first' | 'whole'): void {
  alter({ source: readAs(log, part === 'whole' ? { ...log, whole: true } : log) })
}

/** Another conversation of the file. Going through them with the arrow keys is one step of undo. */
export function chooseConversation(log: LogChoice, conversation: number): void {
  alter({ source: readAs(log, { ...log, conversation }) }, 'conversation')
}

export function chooseRecordedEdits({ recordedEdits: _, ...log }: LogChoice, choice: 'undo' | 'keep'): void {
  alter({ source: readAs(log, choice === 'keep' ? { ...log, recordedEdits: choice } : log) })
}

/** Another format, in which the conversations of the file may differ. Null: detected from the content. */
export function chooseFormat(log: LogChoice, format: string | null): void {
  const { recordedEdits } = log
  alter({
    source: readAs(log, {
      ...(format !== null && { format }),
      ...(recordedEdits !== undefined && { recordedEdits }),
    }),
  })
}

/** The chosen conversation of the file, by its index. */
export function conversationOf(log: LogChoice, { trace }: Comparison): number {
  return log.conversation ?? trace.conversation
}
