import type { Problem } from '../../../../engine/index.ts'
import { useChoices } from '../../../store/choice/choices.ts'
import type { LogChoice, SetupChoice } from '../../../store/choice/choices.ts'
import { alter } from '../../../store/choice/history.ts'
import { lanesOfPerson } from '../../../store/choice/lanes.ts'
import { currentWanted, wantLog } from '../../../store/page-state/notice.ts'
import { hashOfLog, keepLog } from '../../../store/run/log-texts.ts'
import { dismissFailure } from '../../../store/run/session.ts'
import { openFolder } from '../../../store/run/folder.ts'
import { openFiles, packedFiles } from '../../../store/run/open-files.ts'
import { LOG_TEXT } from './words.ts'
import { HEAD, ownKind } from '../../../store/own-file/kind.ts'
import { closeDesk, desk, setDraft } from './desk.ts'
import { readAs } from './reading.ts'

/** A log starts with the window that it suggests. */
const START = Object.freeze({ kind: 'start' } as const)
/** Scenarios are made for half of their peak. */
const HALF = Object.freeze({ kind: 'share', share: 0.5 } as const)

/** Runs a log, with what was added to it before; returns its number. */
export function runLog(content: string | Blob, name: string, setup?: SetupChoice): number {
  const { source, lanes } = useChoices.getState()
  const log = { ...keepLog(content, name), ...(setup !== undefined && { setup }) }
  desk.setState({ refusal: null, ...(source.kind === 'scenario' && { home: source.name }) })
  const run = (): void => {
    alter({ source: log, budget: START, lanes: lanesOfPerson(lanes) })
  }
  if (currentWanted() === null) run()
  else
    openWanted(log).then(
      (isWanted) => {
        if (!isWanted) run()
      },
      // The run says why the text cannot be read.
      run,
    )
  closeDesk()
  return log.id
}

/** Opens the state that waits for a log, if it waits for this one; else the page says that it does not. */
async function openWanted({ id, name }: LogChoice): Promise<boolean> {
  const wanted = currentWanted()
  if (wanted === null) return false
  if ((await hashOfLog(id)) !== wanted.log.hash) {
    wantLog({ ...wanted, other: name })
    return false
  }
  const { openPageState } = await import('../../../store/page-state/open.ts')
  await openPageState(wanted.state, {
    from: wanted.from,
    log: id,
    ...(wanted.plays && { plays: wanted.plays }),
  })
  return true
}

/** Runs a log that could not be read again, as another format. */
export function runAs(log: LogChoice, format: string): void {
  const { source } = useChoices.getState()
  const goesOn = source.kind === 'log' && source.id === log.id
  alter({ source: readAs(log, { format }), ...(!goesOn && { budget: START }) })
}

/**
 * Opens a text that this page wrote, or a config, where it belongs; returns false for any other text.
 *
 * @param head the beginning of the text
 * @param read gives all of it
 * @param taken called once it is open; never, if it has an error
 */
function openedAsOwn(
  name: string,
  head: string,
  read: () => Promise<string>,
  taken: () => void = () => undefined,
): boolean {
  const kind = ownKind(name, head)
  if (kind === null) return false
  desk.setState({ refusal: null })
  closeDesk()
  Promise.all([import('../../../store/own-file/open.ts'), read()])
    .then(async ([{ openOwn }, text]) => {
      if (await openOwn(kind, name, text)) taken()
    })
    .catch((failure: unknown) => unopened(name, failure))
  return true
}

/** Runs the draft; it stays until its run is on the screen. */
export function runDraft(): void {
  const { draft } = desk.getState()
  if (draft.trim() === '') {
    desk.setState({ remark: LOG_TEXT.nothing })
    return
  }
  const taken = (): void => {
    if (desk.getState().draft === draft) setDraft('')
  }
  if (!openedAsOwn('', draft.slice(0, HEAD), () => Promise.resolve(draft), taken))
    desk.setState({ remark: null, ran: runLog(draft, LOG_TEXT.pasted) })
}

/** Runs a text that was dropped. */
export function runDropped(text: string): void {
  if (!openedAsOwn('', text.slice(0, HEAD), () => Promise.resolve(text))) runLog(text, LOG_TEXT.dropped)
}

/** Runs a scenario. A window chosen for a log does not apply to it, unless it is a share. */
export function runScenario(name: string): void {
  const { source, budget, lanes } = useChoices.getState()
  const kept = source.kind === 'scenario' || budget.kind === 'share'
  desk.setState({ refusal: null })
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

/** Studies all lanes over the files of a folder; the conversation of the page stays. */
export function takeFolder(files: readonly File[]): void {
  takeSeveral(files).catch((failure: unknown) => unopened(files[0]?.name ?? '', failure))
}

async function takeSeveral(files: readonly File[]): Promise<void> {
  await openFiles(files)
  studied()
}

function studied(): void {
  desk.setState({ remark: null })
  closeDesk()
}

/** Runs a file, and studies several. A file that cannot be a log is refused before it is read. */
export function takeFiles(files: readonly File[]): void {
  const [file] = files
  if (file === undefined) return
  const taken = files.length > 1 ? takeSeveral(files) : takeFile(file)
  taken.catch((failure: unknown) => unopened(file.name, failure))
}

async function takeFile(file: File): Promise<void> {
  const { kindOfFile } = await import('../../../store/run/file-kind.ts')
  const kind = await kindOfFile(file)
  if (kind.kind === 'refused') {
    refuse(file.name, kind.problem)
    return
  }
  if (kind.kind === 'several') {
    openFolder(await packedFiles(kind.logs))
    studied()
    return
  }
  const [content, name] =
    kind.kind === 'decoded'
      ? [new Blob([kind.text]), LOG_TEXT.decoded(file.name, kind.encoding)]
      : [kind.content, file.name]
  const head = (await content.slice(0, HEAD).text()).slice(0, HEAD)
  if (!openedAsOwn(file.name, head, () => content.text())) runLog(content, name)
}

/** Says why a file could not be opened. */
export function unopened(name: string, failure: unknown): void {
  const message = LOG_TEXT.unopened(failure instanceof Error ? failure.message : String(failure))
  refuse(name, { severity: 'error', code: 'unopened-file', message })
}

function refuse(name: string, problem: Problem): void {
  dismissFailure()
  desk.setState({ refusal: { name, problems: [problem] } })
  closeDesk()
}
