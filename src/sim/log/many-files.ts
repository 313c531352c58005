/** A conversation that a client keeps in many files, as one log. */
export interface Gathered {
  /** The folder that stands for it. */
  readonly path: string
  /** What its text is made of, in order: words as they are, and whole files by their paths. */
  readonly pieces: readonly (string | { readonly file: string })[]
}

/** The conversations among some files, and which of the files are theirs, or notes of their client beside them. */
export interface ManyFiles {
  readonly logs: readonly Gathered[]
  readonly taken: ReadonlySet<string>
}

/** How a client spreads a conversation over files. */
type Spread = (paths: readonly string[], take: (path: string) => void) => readonly Gathered[]

/**
 * OpenCode: `message/<session>/<message>.json` and `part/<message>/<part>.json`, in earlier versions below the session.
 * What else it keeps there is no conversation; of that, `session/…/<session>.json` has its title.
 */
const openCode: Spread = (paths, take) => {
  const MESSAGE = /^((?:.*\/)?)message\/([^/]+)\/([^/]+)\.json$/
  const PART = /^((?:.*\/)?)part\/(?:[^/]+\/)?([^/]+)\/[^/]+\.json$/
  const parts = grouped(paths, PART)
  const logs = new Map<string, { path: string; pieces: Gathered['pieces'][number][] }>()
  const roots = new Set<string>()
  for (const path of paths) {
    const [, root, session = '', message = ''] = MESSAGE.exec(path) ?? []
    const own = root === undefined ? undefined : parts.get(`${root}\n${message}`)
    if (root === undefined || own === undefined) continue
    roots.add(root)
    const folder = `${root}message/${session}`
    const log = logs.get(folder) ?? { path: folder, pieces: [] }
    logs.set(folder, log)
    const told = (type: string, key: string, file: string): void => {
      const opens = log.pieces.length === 0 ? '[' : ','
      log.pieces.push(`${opens}{"type":"${type}","properties":{"${key}":`, { file }, '}}')
    }
    told('message.updated', 'info', path)
    for (const part of own) told('message.part.updated', 'part', part)
  }
  const about = new Map<string, string>()
  for (const path of paths)
    for (const root of roots)
      if (path.startsWith(root) && OF_OPENCODE.test(path.slice(root.length))) {
        take(path)
        if (/^(?:session\/[^/]+|info)\/[^/]+\.json$/.test(path.slice(root.length)))
          about.set(`${root}message/${nameOf(path)}`, path)
      }
  return [...logs.values()].map(({ path, pieces }) => {
    const file = about.get(path)
    const title =
      file === undefined ? [] : [',{"type":"session.updated","properties":{"info":', { file }, '}}']
    return { path, pieces: [...pieces, ...title, ']'] }
  })
}

const OF_OPENCODE = /^(?:session|session_diff|info|message|part|project|todo|migration|share)(?:\/|\.json$|$)/

/** Files with a number each, as a list in its order; what else is in their folders is no conversation. */
const numbered =
  (pattern: RegExp, notes: readonly RegExp[]): Spread =>
  (paths, take) => {
    const found = new Map<string, { readonly at: number; readonly file: string }[]>()
    for (const file of paths) {
      const [, folder, number] = pattern.exec(file) ?? []
      if (folder === undefined) continue
      const own = found.get(folder) ?? []
      found.set(folder, own)
      own.push({ at: Number(number), file })
      take(file)
    }
    const above = [...found.keys()].map((folder) => `${folder}/`)
    for (const path of paths)
      if (notes.some((note) => note.test(path)) && above.some((one) => isBeside(folderOf(path), one)))
        take(path)
    return [...found].map(([path, files]) => ({
      path,
      pieces: files
        .toSorted((one, other) => one.at - other.at)
        .flatMap(({ file }, index) => [index === 0 ? '[' : ',', { file }])
        .concat(']'),
    }))
  }

/** Strands: `session_<id>/agents/agent_<id>/messages/message_<n>.json`. */
const strands = numbered(/^(.*agents\/agent_[^/]+)\/messages\/message_(\d+)\.json$/, [
  /(?:^|\/)(?:session|agent|multi_agent)\.json$/,
])

/** OpenHands: `<conversation>/events/<n>.json`, and since its SDK `events/event-<n>-<id>.json`. */
const openHands = numbered(/^(.+)\/events\/(?:event-)?(\d+)(?:-[\w-]+)?\.json$/, [
  /(?:^|\/)(?:base_state|metadata|agent_state|meta|TASKS)\.json$/,
  /\/event_cache\/\d+-\d+\.json$/,
])

/** Cline and those that descend from it: what the model was sent stands in one file, and the others tell of it again. */
const cline: Spread = (paths, take) => {
  const folders = new Set(
    paths.filter((path) => /(?:^|\/)api_conversation_history\.json$/.test(path)).map(folderOf),
  )
  for (const path of paths) if (folders.has(folderOf(path)) && CLINE_NOTES.test(path)) take(path)
  return []
}

const CLINE_NOTES = /(?:^|\/)(?:ui_messages|task_metadata|context_history|history_item|settings)\.json$/

const SPREADS: readonly Spread[] = [openCode, strands, openHands, cline]

/**
 * Finds the conversations that clients keep in many files, by the paths alone: no file is read.
 *
 * @param paths of files below a folder, with `/` between their parts
 */
export function manyFiles(paths: readonly string[]): ManyFiles {
  const taken = new Set<string>()
  const inOrder = paths.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const logs = SPREADS.flatMap((spread) =>
    spread(inOrder, (path) => {
      taken.add(path)
    }),
  )
  return { logs, taken }
}

function grouped(paths: readonly string[], pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const [, root, name] = pattern.exec(path) ?? []
    if (root === undefined || name === undefined) continue
    const group = groups.get(`${root}\n${name}`) ?? []
    groups.set(`${root}\n${name}`, group)
    group.push(path)
  }
  return groups
}

/** Whether a folder is another one, or above or below it. */
function isBeside(folder: string, other: string): boolean {
  return other.startsWith(folder === '' ? '' : `${folder}/`) || `${folder}/`.startsWith(other)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '')
}
