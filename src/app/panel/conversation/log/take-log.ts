import type { Problem } from '../../../../engine/index.ts'
import { useChoices } from '../../../store/choice/choices.ts'
import type { LogChoice } from '../../../store/choice/choices.ts'
import { alter } from '../../../store/choice/history.ts'
import { lanesOfPerson } from '../../../store/choice/lanes.ts'
import { keepLog } from '../../../store/run/log-texts.ts'
import { LOG_TEXT } from './words.ts'
import { closeDesk, desk, openDesk } from './desk.ts'
import { kindOfFile } from './file-kind.ts'
import { readAs } from './reading.ts'

/** A log starts with the window that it suggests itself. */
const START = Object.freeze({ kind: 'start' } as const)
/** A scenario is made for half its peak. */
const HALF = Object.freeze({ kind: 'share', share: 0.5 } as const)

/** Readers take 50 million characters, and UTF-8 needs at most three bytes for one of them. */
const MOST_BYTES = 150_000_000

/** Runs a log; returns its number. */
function runLog(content: string | File, name: string): number {
  const { source, lanes } = useChoices.getState()
  const log = keepLog(content, name)
  desk.setState({ refusal: null, offered: [], ...(source.kind === 'scenario' && { home: source.name }) })
  alter({ source: log, budget: START, lanes: lanesOfPerson(lanes) })
  closeDesk()
  return log.id
}

/** Runs a log that could not be read once more, as another format. */
export function runAs(log: LogChoice, format: string): void {
  const { source } = useChoices.getState()
  const goesOn = source.kind === 'log' && source.id === log.id
  alter({ source: readAs(log, { format }), ...(!goesOn && { budget: START }) })
}

/** Runs the text on the desk; it stays there until its run is on the screen. */
export function runDraft(): void {
  const { draft } = desk.getState()
  if (draft.trim() === '') {
    desk.setState({ remark: LOG_TEXT.nothing })
    return
  }
  desk.setState({ remark: null, ran: runLog(draft, LOG_TEXT.pasted) })
}

/** Runs a text that was dropped. */
export function runDropped(text: string): void {
  runLog(text, LOG_TEXT.dropped)
}

/** Runs a scenario. A window that was chosen for a log means nothing for it, unless it is a share. */
export function runScenario(name: string): void {
  const { source, budget, lanes } = useChoices.getState()
  const kept = source.kind === 'scenario' || budget.kind === 'share'
  alter({
    source: { kind: 'scenario', name },
    budget: kept ? budget : HALF,
    lanes: lanesOfPerson(lanes),
  })
  closeDesk()
}

/** Back to the scenario before the first log. */
export function leaveLog(): void {
  runScenario(desk.getState().home)
}

/** Runs a file; of several, asks which. A file that cannot be a log is refused before it is read. */
export async function takeFiles(files: readonly File[]): Promise<void> {
  const [file] = files
  if (file === undefined) return
  if (files.length > 1) {
    desk.setState({ offered: files, remark: null })
    openDesk()
    return
  }
  const kind = await kindOfFile(file, MOST_BYTES)
  if (kind.kind === 'text') runLog(file, file.name)
  else if (kind.kind === 'decoded') runLog(kind.text, LOG_TEXT.decoded(file.name, kind.encoding))
  else refuse(file.name, kind.problem)
}

function refuse(name: string, problem: Problem): void {
  desk.setState({ refusal: { name, problems: [problem] }, offered: [] })
  closeDesk()
}
