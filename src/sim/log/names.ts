/** Endings of files in a folder that may be logs; a file that is named may have any. */
export const LOG_ENDINGS: readonly string[] = Object.freeze([
  '.json',
  '.jsonl',
  '.ndjson',
  '.traj',
  '.txt',
  '.log',
  '.af',
  '.eval',
  '.json.gz',
  '.json.zst',
  '.jsonl.gz',
  '.jsonl.zst',
])

/** What SQLite keeps beside a database that is open: what was written last, and a place for locks. */
export const BESIDE_DATABASE = /-(?:wal|shm)$/

/** Folders whose files are no logs. */
export const NO_LOG_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Recorded web traffic, histories in Markdown and databases of agents; other files of these endings are mostly no logs. */
const KNOWN_NAMES =
  /(?:^|[\\/])(?:opencode|crush|sessions|threads)\.db$|globalstorage[\\/]state\.vscdb$|\.har$|\.history\.md$|\.specstory.history.*\.md$|cassettes?[\\/].*\.ya?ml$/

/** Whether a file in a folder may be a log, by its path. */
export function isLogName(path: string): boolean {
  const name = path.toLowerCase()
  return LOG_ENDINGS.some((ending) => name.endsWith(ending)) || KNOWN_NAMES.test(name)
}
