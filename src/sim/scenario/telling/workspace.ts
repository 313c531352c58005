import type { Tokens } from '../../../engine/index.ts'

/** A line that a search found. */
export interface Match {
  readonly path: string
  readonly line: number
  readonly text: string
}

/**
 * The repository that the agent of a scenario works on: paths and texts. Its tools answer from it, so a file's content
 * after an edit is what the edit made of it.
 */
export class Workspace {
  readonly #files = new Map<string, string>()

  /** Adds a file, or replaces its text. */
  put(path: string, text: string): void {
    this.#files.set(path, text)
  }

  remove(path: string): void {
    this.#files.delete(path)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** The text of a file. Throws for an unknown path: a scenario only opens files that it made. */
  text(path: string): string {
    const text = this.#files.get(path)
    if (text === undefined) throw new Error(`no such file in the workspace: ${path}`)
    return text
  }

  /** Paths below a folder, ordered by code units; '.' is everything. */
  paths(folder: string): string[] {
    const all = [...this.#files.keys()].sort()
    return folder === '.' ? all : all.filter((path) => path.startsWith(folder + '/'))
  }

  /** The result of read_file: numbered lines, and how much more there is if only a piece was requested. */
  show(path: string, offset = 1, limit = 2000): string {
    const lines = this.text(path).replace(/\n$/, '').split('\n')
    const piece = lines.slice(offset - 1, offset - 1 + limit)
    const numbered = piece.map((line, index) => `${String(offset + index).padStart(6)}\t${line}`).join('\n')
    const last = offset + piece.length - 1
    return piece.length === lines.length
      ? numbered
      : `${numbered}\n(lines ${offset} to ${last} of ${lines.length})`
  }

  search(query: string, folder = '.'): Match[] {
    const matches: Match[] = []
    for (const path of this.paths(folder)) {
      if (!this.text(path).includes(query)) continue
      this.text(path)
        .split('\n')
        .forEach((text, index) => {
          if (text.includes(query)) matches.push({ path, line: index + 1, text })
        })
    }
    return matches
  }

  /** How many files contain a text. */
  holders(text: string): number {
    let count = 0
    for (const file of this.#files.values()) if (file.includes(text)) count += 1
    return count
  }

  /** The result of list_files: sizes in characters and paths. */
  list(folder: string): string {
    return this.paths(folder)
      .map((path) => `${String(this.text(path).length).padStart(7)}  ${path}`)
      .join('\n')
  }

  /** Replaces the only occurrence of `before`; null and no change if it occurs never or more than once. */
  edit(path: string, before: string, after: string): string | null {
    const text = this.text(path)
    const at = text.indexOf(before)
    if (at < 0 || text.indexOf(before, at + 1) >= 0) return null
    this.put(path, text.slice(0, at) + after + text.slice(at + before.length))
    const first = text.slice(0, at).split('\n').length
    const gone = before.split('\n').length
    const come = after.split('\n').length
    return `Edited ${path}: line ${first}, ${gone} lines replaced by ${come}. The file has ${this.text(path).split('\n').length - 1} lines.`
  }
}

/** The result of grep_search. Long lines are cut, and beyond `most` matches only their number is given. */
export function searchReport(matches: readonly Match[], most: number): string {
  if (matches.length === 0) return 'No matches.'
  const files = new Set(matches.map((it) => it.path)).size
  const shown = matches.slice(0, most).map((it) => `${it.path}:${it.line}:${it.text.slice(0, 180)}`)
  const rest = matches.length - shown.length
  return [
    matchCount(matches.length, files),
    ...shown,
    ...(rest > 0 ? [`(${rest} more, narrow the path to see them)`] : []),
  ].join('\n')
}

/** `27 matches in 11 files`. */
export function matchCount(matches: number, files: number): string {
  return `${matches} ${matches === 1 ? 'match' : 'matches'} in ${files} ${files === 1 ? 'file' : 'files'}`
}

/**
 * The line at which a function begins, counted from 1, its lines up to the closing brace, and the one-line comment
 * above it with its line end ('' for none); null if it does not exist.
 */
export function functionIn(
  text: string,
  name: string,
): { first: number; lines: string[]; comment: string } | null {
  if (!text.includes(name)) return null
  const lines = text.split('\n')
  const start = lines.findIndex(
    (line) =>
      line.includes(`function ${name}(`) ||
      line.includes(`function* ${name}(`) ||
      line.includes(`function ${name}<`),
  )
  if (start < 0) return null
  const length = lines.slice(start).findIndex((line) => line === '}')
  const above = lines[start - 1] ?? ''
  const comment = /^\/\*\* .* \*\/$/.test(above) ? above + '\n' : ''
  return length < 0 ? null : { first: start + 1, lines: lines.slice(start, start + length + 1), comment }
}

/** A rough size in tokens, four characters each: used for planning sizes, never for counts. */
export function roughTokens(text: string): Tokens {
  return Math.ceil(text.length / 4)
}

/** `src/http/errors.ts` → `errors.ts`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
