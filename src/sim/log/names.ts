/** Endings of files in a folder that may be logs; a file that is named may have any. */
export const LOG_ENDINGS: readonly string[] = Object.freeze([
  '.json',
  '.jsonl',
  '.ndjson',
  '.traj',
  '.txt',
  '.log',
])

/** Folders whose files are no logs. */
export const NO_LOG_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Whether a file in a folder may be a log, by its path. */
export function isLogName(path: string): boolean {
  const name = path.toLowerCase()
  return LOG_ENDINGS.some((ending) => name.endsWith(ending))
}

/** The endings of files that are left out, most frequent first: `4 .md, 1 .gz and 2 others`. */
export function endingsOf(paths: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const ending = /[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? 'without one'
    counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const named = sorted.slice(0, MOST_ENDINGS).map(([ending, count]) => `${count} ${ending}`)
  const others = sorted.slice(MOST_ENDINGS).reduce((sum, [, count]) => sum + count, 0)
  return named.join(', ') + (others === 0 ? '' : ` and ${others} others`)
}

const MOST_ENDINGS = 6
