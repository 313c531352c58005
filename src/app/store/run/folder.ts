import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isLogName, NO_LOG_FOLDERS } from '../../../sim/internal.ts'
import type { LogChoice } from '../choice/choices.ts'
import { deepen } from '../look/depth.ts'

type ChosenReading = Omit<LogChoice, 'kind' | 'id' | 'name' | 'size'>

/** A file of a folder that may be a log. Its text is read when it is needed, and not kept. */
export interface FolderFile {
  /** Unique in the page. */
  readonly id: number
  /** Where it is in the folder. */
  readonly path: string
  readonly file: File
  /** How it is read, if a person chose that; missing: as what it looks like. */
  readonly reading?: ChosenReading
}

/** The logs that a person brought together. Nothing of them is stored. */
interface Folder {
  readonly files: readonly FolderFile[]
  /** Files whose names are not those of logs. */
  readonly others: readonly string[]
  /** Grows with every opening, so that the page goes there. */
  readonly opened: number
  /** Logs of the page that are among the files, by number. */
  readonly shown: readonly number[]
  /** Whether the study stands alone: what else the page shows is of another conversation. */
  readonly alone: boolean
}

const folder = createStore<Folder>(() => ({ files: [], others: [], opened: 0, shown: [], alone: false }))
let last = 0

export function useFolder(): Folder {
  return useStore(folder)
}

/**
 * Opens files for the study over logs, in the order of their paths. In a folder only files with names of logs are read, as
 * on the command line; a file that was chosen by itself may have any.
 *
 * @param log the log of the page that they are, if they are one: read as it is
 */
export function openFolder(files: readonly File[], log?: LogChoice): void {
  const reading = log === undefined ? undefined : readingOf(log)
  const inOrder = files
    .map((file) => ({ file, path: pathOf(file) }))
    .filter(({ path }) => !path.split('/').some((part) => NO_LOG_FOLDERS.has(part)))
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const isLog = ({ path }: { readonly path: string }): boolean => !path.includes('/') || isLogName(path)
  folder.setState(({ opened }) => ({
    files: inOrder
      .filter(isLog)
      .map((one) => ({ id: ++last, ...one, ...(reading !== undefined && { reading }) })),
    others: inOrder.filter((one) => !isLog(one)).map(({ path }) => path),
    opened: opened + 1,
    shown: log === undefined ? [] : [log.id],
    alone: log === undefined,
  }))
  deepen('compare')
}

export function closeFolder(): void {
  folder.setState({ files: [], others: [], shown: [], alone: false })
}

/** Shows the conversation of the page beside the study again. */
export function showBesideFolder(): void {
  if (folder.getState().alone) folder.setState({ alone: false })
}

/** A log of the folder is a log of the page, too. */
export function showOfFolder(id: number): void {
  folder.setState(({ shown }) => ({ shown: [...shown, id] }))
}

/** Whether a log of the page is among the files: one that was opened from them, or one of the same name and size. */
export function isInFolder({ files, shown }: Pick<Folder, 'files' | 'shown'>, log: LogChoice): boolean {
  return (
    shown.includes(log.id) || files.some(({ file: { name, size } }) => name === log.name && size === log.size)
  )
}

function readingOf({ kind: _kind, id: _id, name: _name, size: _size, ...reading }: LogChoice): ChosenReading {
  return reading
}

/** Paths of files that were dropped in a folder or an archive, for which the browser gives none. */
const paths = new WeakMap<File, string>()

/** A file with its place in what was opened. */
export function placed(file: File, path: string): File {
  paths.set(file, path)
  return file
}

/** Where a file is in what was opened. */
export function pathOf(file: File): string {
  return paths.get(file) ?? (file.webkitRelativePath === '' ? file.name : file.webkitRelativePath)
}

/**
 * Every file of what was dropped, with what is in folders. Must be called while the drop is handled; null if there is no
 * folder in it.
 *
 * @param onUnread called for each file and folder that the browser does not let be read; the others are given all the same
 */
export function filesOfDrop(
  items: Iterable<Pick<DataTransferItem, 'webkitGetAsEntry'>> | undefined,
  onUnread: (path: string, failure: unknown) => void,
): Promise<readonly File[]> | null {
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory)) return null
  const files: File[] = []
  const gather = async (entry: FileSystemEntry): Promise<void> => {
    const path = entry.fullPath.replace(/^\//, '')
    try {
      if (entry.isFile) {
        const file = await new Promise<File>((resolve, reject) => {
          ;(entry as FileSystemFileEntry).file(resolve, reject)
        })
        files.push(placed(file, path))
      } else if (!NO_LOG_FOLDERS.has(entry.name)) {
        const reader = (entry as FileSystemDirectoryEntry).createReader()
        // A reader gives at most a hundred entries at a time.
        for (;;) {
          const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
            reader.readEntries(resolve, reject)
          })
          if (some.length === 0) return
          for (const one of some) await gather(one)
        }
      }
    } catch (failure) {
      onUnread(path, failure)
    }
  }
  return Promise.all(entries.map(gather)).then(() => files)
}
