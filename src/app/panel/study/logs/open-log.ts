import type { Turn } from '../../../../engine/index.ts'
import { runChoices, useChoices } from '../../../store/choice/choices.ts'
import type { LaneChoice, RunChoices } from '../../../store/choice/choices.ts'
import { replaceChoices } from '../../../store/choice/history.ts'
import { MOST_LANES } from '../../../store/choice/lanes.ts'
import { seek } from '../../../store/look/playhead.ts'
import { showOfFolder } from '../../../store/run/folder.ts'
import type { FolderFile } from '../../../store/run/folder.ts'
import { keepLog } from '../../../store/run/log-texts.ts'
import { expectRun } from '../../../store/run/expected.ts'
import { fileAmong } from '../../../store/run/file-among.ts'

/** What is opened of a folder. */
export interface Opening {
  readonly file: FolderFile
  /** All files of the folder: a log may go on with another one. */
  readonly files: readonly FolderFile[]
  readonly conversation: number | null
  /** The lanes beside the log, the most wanted first. */
  readonly lanes: readonly LaneChoice[]
  readonly budget: RunChoices['budget']
  /** Null: where the page would begin. */
  readonly turn: Turn | null
}

/**
 * Opens a log of the folder with its lanes, at a turn: one step of undo. Its file is read again.
 *
 * @returns why it cannot be opened; null if it is
 */
export async function openLog({
  file,
  files,
  conversation,
  lanes,
  budget,
  turn,
}: Opening): Promise<string | null> {
  const beside = files.map((other) => other.file)
  const kind = await fileAmong(file.file, beside)
  if (kind.kind === 'refused') return kind.problem.message
  const kept = keepLog(kind.kind === 'decoded' ? kind.text : kind.content, file.file.name)
  showOfFolder(kept.id)
  const log = { ...kept, ...file.reading }
  const choices: RunChoices = {
    ...runChoices(useChoices.getState()),
    source: conversation === null ? log : { ...log, conversation },
    budget,
    lanes: lanes.slice(0, MOST_LANES),
  }
  const opened = new Promise<string | null>((resolve) => {
    expectRun({
      choices,
      shown: () => {
        if (turn !== null) seek(turn)
        document.getElementById('lanes')?.scrollIntoView()
        resolve(null)
      },
      failed: ([problem]) => {
        resolve(problem?.message ?? '')
      },
    })
  })
  replaceChoices(choices)
  return opened
}
