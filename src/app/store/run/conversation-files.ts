import { isLogName, manyFiles } from '../../../sim/internal.ts'
import { pathOf, placed } from './folder.ts'

/** Files, and in place of those that a client keeps for one conversation one with all of them, which is read later. */
export function joinConversations(found: readonly File[]): readonly File[] {
  const files = new Map(found.map((file) => [pathOf(file), file]))
  const { logs, taken } = manyFiles([...files.keys()].filter(isLogName))
  return [
    ...found.filter((file) => !taken.has(pathOf(file))),
    ...logs.map(({ path, pieces }) => {
      const parts = pieces.map((piece) => (typeof piece === 'string' ? piece : (files.get(piece.file) ?? '')))
      // The ending is that of a log.
      return placed(new File(parts, `${path.split('/').at(-1)}.json`), `${path}.json`)
    }),
  ]
}
