/**
 * The parts of a path from its start: slashes and backslashes are the same, also doubled as in JSON, and so are the two
 * cases of a drive's letter.
 */
export function partsOfPath(path: string): readonly string[] {
  return path
    .replace(DRIVE, (drive) => drive.toLowerCase())
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.')
}

const DRIVE = /^[A-Za-z]:(?=[\\/])/
const FIXED = /^(?:[\\/~$]|[A-Za-z]:[\\/])/

/** Whether a path begins at a root, a drive, the home folder or a variable, and not in the folder that one is in. */
export function isFixedPath(path: string): boolean {
  return FIXED.test(path)
}

/** The form in which two paths of one file are the same. */
export function plainPath(path: string): string {
  return `${/^[\\/]/.test(path) ? '/' : ''}${partsOfPath(path).join('/')}`
}

/** Whether one path is the other, or names it by its end; of two that both begin at a root, only the first. */
export function isSamePath(one: string, other: string): boolean {
  const [a, b] = [plainPath(one), plainPath(other)]
  if (a === b) return true
  const [long, short] = a.length > b.length ? [a, b] : [b, a]
  return short !== '' && !isFixedPath(short) && long.endsWith(`/${short}`)
}

/** The name of a file, without the folders above. */
export function nameOfPath(path: string): string {
  return partsOfPath(path).at(-1) ?? ''
}

/** The end of a path that tells of its file where the folders above go without saying: its name and its folder. */
export function endOfPath(path: string): string {
  return partsOfPath(path).slice(-2).join('/')
}

/**
 * Of several paths the ends that tell of each file: as `endOfPath`, and as many more folders as tell it from the others.
 * A path that is the end of another is the same file. Of a file right in the base folder the name is enough.
 */
export function endsOfPaths(paths: Iterable<string>, base?: string): ReadonlyMap<string, string> {
  const all = [...new Set(paths)]
  const known = [...new Set(all.map((path) => partsOfPath(path).join('/')))]
  const within = new Set(known.flatMap((path) => endsOf(path).slice(0, -1)))
  const counts = new Map<string, number>()
  for (const path of known)
    if (!within.has(path)) for (const end of endsOf(path)) counts.set(end, (counts.get(end) ?? 0) + 1)
  const here = base === undefined ? null : partsOfPath(base).join('/')
  return new Map(
    all.map((path) => {
      const ends = endsOf(path)
      const isHere = partsOfPath(path).slice(0, -1).join('/') === here
      const own = ends.slice(isHere ? 0 : Math.min(1, ends.length - 1))
      return [path, own.find((end) => counts.get(end) === 1) ?? ends.at(-1) ?? '']
    }),
  )
}

/** Ever longer ends of a path, from its name on. */
function endsOf(path: string): readonly string[] {
  const parts = partsOfPath(path)
  return parts.map((_, at) => parts.slice(parts.length - 1 - at).join('/'))
}
