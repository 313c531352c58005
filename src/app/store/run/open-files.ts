import { BESIDE_DATABASE, isLogName } from '../../../sim/internal.ts'
import type { PackedLog } from '../../../sim/internal.ts'
import { openFolder, pathOf, placed } from './folder.ts'

/** Names of what may hold several logs. */
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz|tar\.zst|db|sqlite3?|vscdb)$/i

/** Opens files that were chosen one by one, or with their folder, for the study over logs. */
export async function openFiles(files: readonly File[]): Promise<void> {
  openFolder(await logsAmong(files))
}

/** The files, and in place of an archive with several logs those in it; of a folder, what belongs together as one. */
export async function logsAmong(files: readonly File[]): Promise<readonly File[]> {
  const isAlone = files.length === 1
  const all = files.some((file) => pathOf(file).includes('/'))
    ? (await import('./conversation-files.ts')).joinConversations(files)
    : files
  const byPath = new Map(all.map((file) => [pathOf(file), file]))
  const isBeside = (file: File): boolean =>
    BESIDE_DATABASE.test(pathOf(file)) && byPath.has(pathOf(file).replace(BESIDE_DATABASE, ''))
  const logs = await Promise.all(
    all
      .filter((file) => !isBeside(file))
      .map((file) =>
        logsOf(file, isAlone ? '' : `${pathOf(file)}/`, byPath.get(`${pathOf(file)}-wal`) ?? null),
      ),
  )
  return logs.flat()
}

/** The logs of an archive as files, by their paths in it; the file itself if it is no archive with several. */
async function logsOf(file: File, above: string, writtenLast: File | null): Promise<readonly File[]> {
  // in a folder an archive is no log, as on the command line, but a database of an agent is one
  if (!ARCHIVE.test(file.name) || (pathOf(file).includes('/') && !isLogName(pathOf(file)))) return [file]
  const { kindOfFile } = await import('./file-kind.ts')
  const kind = await kindOfFile(file, undefined, writtenLast)
  if (kind.kind === 'several') return await packedFiles(kind.logs, above)
  return kind.kind === 'decoded' && writtenLast !== null
    ? [placed(new File([kind.text], `${file.name}.json`), `${pathOf(file)}.json`)]
    : [file]
}

/**
 * Logs of an archive as files, each unpacked when it is read.
 *
 * @param above what stands before their paths
 */
export async function packedFiles(logs: readonly PackedLog[], above = ''): Promise<readonly File[]> {
  const { packedFile } = await import('./unpack.ts')
  const files: File[] = []
  let since = performance.now()
  for (const { name, entry, text } of logs) {
    const last = name.split('/').at(-1) ?? name
    // what is in many files or rows is put together at once, and has the ending of a log
    if (entry !== null) files.push(placed(packedFile(last, entry), above + name))
    else files.push(placed(new File([await text()], `${last}.json`), `${above}${name}.json`))
    if (performance.now() - since < BUSY) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  return files
}

/** Milliseconds for which the page may stand still. */
const BUSY = 40
