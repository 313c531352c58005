import type { PackedLog } from '../../../sim/internal.ts'
import { openFolder, pathOf, placed } from './folder.ts'

/** Names of what may hold several logs. */
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz|tar\.zst)$/i

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
  const logs = await Promise.all(all.map((file) => logsOf(file, isAlone ? '' : `${file.name}/`)))
  return logs.flat()
}

/** The logs of an archive as files, by their paths in it; the file itself if it is no archive with several. */
async function logsOf(file: File, above: string): Promise<readonly File[]> {
  // in a folder an archive is no log, as on the command line
  if (!ARCHIVE.test(file.name) || pathOf(file).includes('/')) return [file]
  const { kindOfFile } = await import('./file-kind.ts')
  const kind = await kindOfFile(file)
  return kind.kind === 'several' ? await packedFiles(kind.logs, above) : [file]
}

/**
 * Logs of an archive as files, each unpacked when it is read.
 *
 * @param above what stands before their paths
 */
export async function packedFiles(logs: readonly PackedLog[], above = ''): Promise<readonly File[]> {
  const { packedFile } = await import('./unpack.ts')
  return Promise.all(
    logs.map(async ({ name, entry, text }) => {
      const last = name.split('/').at(-1) ?? name
      // what is in many files is unpacked at once, and has the ending of a log
      if (entry !== null) return placed(packedFile(last, entry), above + name)
      return placed(new File([await text()], `${last}.json`), `${above}${name}.json`)
    }),
  )
}
