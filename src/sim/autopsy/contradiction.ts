import { isFixedPath, namedNumbers, partsOfPath } from '../../engine/internal.ts'
import type { Directive } from './autopsy.ts'
import { gitOf, withoutSudo } from './deed.ts'
import type { Change, Deed } from './deed.ts'
import { plainValue } from './directive.ts'

/** What a deed has against a directive. */
interface Judged {
  /** The part of the call that shows it. */
  readonly shown: string
  /** False: it may do what is forbidden, but its form alone does not show that. */
  readonly clear: boolean
}

/**
 * The part of a deed that contradicts a directive, or may; null if none does.
 *
 * @param isRoot whether a folder, by its parts, is the one that the user's paths begin at
 */
export function judged(directive: Directive, deed: Deed, isRoot: IsRoot): Judged | null {
  const found = partOf(directive, deed, isRoot)
  return found === null ? null : { ...found, clear: found.clear && !deed.failed }
}

export type IsRoot = (folder: readonly string[]) => boolean

function partOf(directive: Directive, deed: Deed, isRoot: IsRoot): Judged | null {
  switch (directive.rule) {
    case 'tool':
      return deed.tool === directive.tool ? { shown: deed.tool, clear: true } : null
    case 'path':
      return clearest(deed.changes.map((change) => changed(directive, change, isRoot)))
    case 'command':
      return clearest(
        deed.commands.map((words) => {
          const ran = runs(words, directive.words, deed.staged, isRoot)
          return ran === 'no' ? null : { shown: words.join(' ').slice(0, 160), clear: ran === 'yes' }
        }),
      )
    case 'value':
      return otherValue(directive, deed)
  }
}

function clearest(found: readonly (Judged | null)[]): Judged | null {
  return found.find((one) => one?.clear === true) ?? found.find((one) => one !== null) ?? null
}

/** Folders outside of any project. */
const SCRATCH =
  /^(?:\/(?:tmp|var|dev|proc|private)\/|~|\.?\/?(?:tmp|temp)\/|\$)|\/\.[\w-]+\/plans\/|^(?:tmp|temp)$|\/AppData\/Local\/Temp\//i

export function isScratch(path: string): boolean {
  return SCRATCH.test(path.replaceAll('\\', '/'))
}

function changed(
  { path, outside, only }: Extract<Directive, { rule: 'path' }>,
  change: Change,
  isRoot: IsRoot,
): Judged | null {
  if (only !== undefined && change.how !== only) return null
  const inside = under(change.path, path, isRoot)
  const shown = change.path
  if (!outside) return inside === 'no' ? null : { shown, clear: inside === 'yes' && change.code !== true }
  if (inside === 'yes' || isScratch(shown)) return null
  // A relative path of a shell is under the folder where the shell is, which may be the right one.
  const isKnown = change.shell !== true || isFixedPath(shown)
  return { shown, clear: inside === 'no' && isKnown && change.output !== true && change.code !== true }
}

/**
 * Whether a path is the wanted one, or below it: `/repo/src/generated/a.ts` is under `src/generated` where the user's
 * paths begin at `/repo`, and under `src/*.ts` is what that names. Elsewhere it may be another of that name.
 */
function under(path: string, wanted: string, isRoot: IsRoot): Ran {
  const parts = partsOfPath(path)
  const ends = partsOfPath(wanted)
  // A path from the root, or from the home folder, is compared from its start.
  const last = isFixedPath(wanted) ? 0 : parts.length - 1
  let found: Ran = 'no'
  for (let at = 0; at <= last; at++) {
    if (!begins(parts, at, ends, 0)) continue
    const isThere = isFixedPath(path) ? isFixedPath(wanted) || isRoot(parts.slice(0, at)) : at === 0
    if (isThere || /[*?]/.test(ends[0] ?? '')) return 'yes'
    found = 'maybe'
  }
  return found
}

/** Whether the parts from one on begin with these, of which `**` is any number. */
function begins(parts: readonly string[], at: number, wanted: readonly string[], nth: number): boolean {
  const one = wanted[nth]
  if (one === undefined) return true
  if (one === '**') {
    for (let from = at; from <= parts.length; from++) if (begins(parts, from, wanted, nth + 1)) return true
    return false
  }
  const part = parts[at]
  return part !== undefined && isPart(part, one) && begins(parts, at + 1, wanted, nth + 1)
}

function isPart(part: string, pattern: string): boolean {
  if (!/[*?{]/.test(pattern)) return part === pattern
  const source = pattern
    .replace(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/[*?{},]/g, (mark) =>
      mark === '*' ? '.*' : mark === '?' ? '.' : mark === '{' ? '(?:' : mark === '}' ? ')' : '|',
    )
  try {
    return new RegExp(`^${source}$`).test(part)
  } catch {
    return false
  }
}

type Ran = 'yes' | 'maybe' | 'no'

/** Names of one command: `npm i` is `npm install`. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'npm i': 'npm install',
    'npm in': 'npm install',
    'npm add': 'npm install',
    'npm t': 'npm test',
    'npm tst': 'npm test',
    'npm run-script': 'npm run',
    'npm rm': 'npm uninstall',
    'npm remove': 'npm uninstall',
    'npm un': 'npm uninstall',
    'npm up': 'npm update',
    'npm upgrade': 'npm update',
    'pnpm i': 'pnpm install',
    'pnpm t': 'pnpm test',
    'pnpm rm': 'pnpm remove',
    'bun i': 'bun install',
    'pip3 install': 'pip install',
  }),
)
/** What else brings packages: not the same command, and not a clear case. */
const INSTALLS = /^(?:add|ci|install|i|update|upgrade)$/

/** `git -C lib push` is `git push`, `npm run test` is `npm test`. */
function plainCommand(given: readonly string[]): readonly string[] {
  const words = withoutSudo(given)
  const git = gitOf(words)
  if (git.length > 0) return ['git', ...git]
  if (/^python3?$/.test(words[0] ?? '') && words[1] === '-m') return plainCommand(words.slice(2))
  if (words[0] === 'docker-compose') return ['docker', 'compose', ...words.slice(1)]
  const [program = '', verb = '', ...rest] = words
  const same = SAME.get(`${program} ${verb}`)?.split(' ') ?? words.slice(0, 2)
  return /^p?npm$/.test(program) && same[1] === 'run' && rest[0] === 'test'
    ? [program, ...rest]
    : [...same, ...rest]
}

/** Whether a command, or one that it runs, is the forbidden one; an empty first word is any command. */
function runs(
  given: readonly string[],
  wanted: readonly string[],
  staged: readonly string[],
  isRoot: IsRoot,
): Ran {
  const ran = runsItself(given, wanted, staged, isRoot)
  const inner = ran === 'no' ? innerOf(withoutSudo(given)) : []
  return inner.length === 0 ? ran : runs(inner, wanted, staged, isRoot)
}

/** Programs that run another one: their names, and the word after which its name comes, where they do more than that. */
const RUNNERS: readonly (readonly [program: RegExp, verb?: RegExp])[] = [
  [/^(?:npx|bunx|pnpx|uvx|pipx|xargs)$/],
  [/^(?:npm|pnpm|yarn|bun|bundle)$/, /^(?:exec|dlx|x)$/],
  [/^(?:yarn|bun|uv|poetry|pipenv|pdm|rye|hatch|conda|deno|pipx)$/, /^run$/],
]
/** Options of these whose value is a word of its own. */
const WITH_VALUE = /^(?:-[pnPILE]|--(?:package|with|python|from|cwd|dir|filter))$/
/** What these package managers do themselves; any other word is a program. */
const MANAGES =
  /^(?:add|audit|bin|build|cache|ci|config|create|dedupe|deploy|dlx|env|exec|fetch|import|info|init|install|i|licenses|link|list|ls|login|logout|outdated|owner|pack|patch\S*|prune|publish|rebuild|remove|rm|root|run|server|set|setup|start|store|tag|team|test|t|un\w+|up\w*|version|view|why|workspaces?)$/

/** The command that another one runs, such as `eslint src` of `npx eslint src`; empty if it runs none. */
function innerOf(words: readonly string[]): readonly string[] {
  const [program = '', verb = ''] = words
  const from = RUNNERS.flatMap(([runner, with_]) =>
    !runner.test(program) ? [] : with_ === undefined ? [1] : with_.test(verb) ? [2] : [],
  )[0]
  if (from === undefined)
    return /^(?:pnpm|yarn)$/.test(program) && /^[a-z]/.test(verb) && !MANAGES.test(verb) ? words.slice(1) : []
  const start = words.findIndex(
    (word, at) => at >= from && !word.startsWith('-') && !WITH_VALUE.test(words[at - 1] ?? ''),
  )
  const [name = '', ...rest] = start < 0 ? [] : words.slice(start)
  return name === '' ? [] : [name.replace(/(?<=.)@[\w.^~-]*$/, ''), ...rest]
}

function runsItself(
  given: readonly string[],
  wanted: readonly string[],
  staged: readonly string[],
  isRoot: IsRoot,
): Ran {
  const own = wanted[0] === 'sudo' ? given : plainCommand(given)
  const [program = '', ...others] = wanted[0] === '' || wanted[0] === 'sudo' ? wanted : plainCommand(wanted)
  if (program !== '' && own[0] !== program) return 'no'
  const args = own.slice(1)
  const [verb, ...more] = others
  if (verb === undefined) return 'yes'
  if (program === '' || verb.startsWith('-')) {
    if (!others.every((word) => hasFlag(args, word))) return 'no'
    // One letter means something else in each command.
    return program === '' && others.every((word) => /^-\w$/.test(word)) ? 'maybe' : 'yes'
  }
  if (program === 'git') return gitRuns(args, verb, more, staged, isRoot)
  const first = args.findIndex((word) => !word.startsWith('-'))
  if (args[first] !== verb)
    return more.length === 0 && INSTALLS.test(verb) && INSTALLS.test(args[first] ?? '') ? 'maybe' : 'no'
  if (args.includes('--dry-run') || args.includes('--help')) return 'maybe'
  return more.every(
    (word) => hasFlag(args, word) || args.slice(first).some((arg) => arg.endsWith(`/${word}`)),
  )
    ? 'yes'
    : 'no'
}

/** `-rf` is also `-fr` and `-r -f`. */
function hasFlag(args: readonly string[], word: string): boolean {
  if (args.includes(word)) return true
  if (word === '--force') return args.includes('-f')
  if (!/^-[a-z]{2,}$/i.test(word)) return false
  const letters = new Set(args.flatMap((arg) => (/^-[a-z]+$/i.test(arg) ? arg.slice(1).split('') : [])))
  return word
    .slice(1)
    .split('')
    .every((letter) => letters.has(letter))
}

/** What only looks, or ends what was begun. */
const LOOKS =
  /^(?:--(?:abort|continue|quit|skip|list|dry-run|help|contains|points-at|verify|show-current-patch)|-l|-n\d*)$/

function gitRuns(
  args: readonly string[],
  verb: string,
  more: readonly string[],
  staged: readonly string[],
  isRoot: IsRoot,
): Ran {
  if (args[0] !== verb) return 'no'
  const rest = args.slice(1)
  if (rest.some((word) => LOOKS.test(word) && !(verb === 'commit' && word === '-n'))) return 'no'
  const plain = rest.filter((word) => !word.startsWith('-'))
  if (verb === 'stash' && /^(?:list|show|pop|apply|drop|clear|branch)$/.test(plain[0] ?? '')) return 'no'
  if (verb === 'tag' && plain.length === 0) return 'no'
  const flags = more.filter((word) => word.startsWith('-'))
  const names = more.filter((word) => !word.startsWith('-'))
  const isForced = (word: string) =>
    word === '--force' && verb === 'push' && rest.some((arg) => /^(?:-\w*f\w*|--force.*|\+.+)$/.test(arg))
  if (!flags.every((word) => hasFlag(rest, word) || isForced(word))) return 'no'
  if (names.length === 0) return 'yes'
  if (verb === 'push') return pushes(rest, plain, names)
  if (verb === 'commit') return commits(rest, names, staged, isRoot)
  return least(names.map((word) => most(plain.map((arg) => named(arg, word, isRoot)))))
}

/** Whether an argument is a word, or a path that the word names; `.` is the whole folder, and no path in it. */
function named(arg: string, word: string, isRoot: IsRoot): Ran {
  if (word === '.') return /^\.\/?$/.test(arg) ? 'yes' : 'no'
  return arg === word ? 'yes' : under(arg, word, isRoot)
}

function most(found: readonly Ran[]): Ran {
  return found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no'
}

function least(found: readonly Ran[]): Ran {
  return found.includes('no') ? 'no' : found.includes('maybe') ? 'maybe' : 'yes'
}

/** To a branch, or to a remote. */
function pushes(rest: readonly string[], plain: readonly string[], names: readonly string[]): Ran {
  const to = plain.map((arg) =>
    (arg.split(':').at(-1) ?? '').replace(/^\+/, '').replace(/^refs\/heads\//, ''),
  )
  if (names.every((word) => to.includes(word))) return 'yes'
  return plain.length < 2 || to.some((arg) => /^(?:HEAD|@|)$/.test(arg)) || rest.includes('--all')
    ? 'maybe'
    : 'no'
}

/** Of files: those that it names, and those that were added before. */
function commits(
  rest: readonly string[],
  names: readonly string[],
  staged: readonly string[],
  isRoot: IsRoot,
): Ran {
  const of = [
    ...rest.filter((word, at) => !word.startsWith('-') && !/^-\w*[mF]$/.test(rest[at - 1] ?? '')),
    ...staged,
  ]
  const named = least(names.map((word) => most(of.map((arg) => under(arg, word, isRoot)))))
  if (named !== 'no') return named
  const isOpen = of.length === 0 || of.some((arg) => /^(?:\.|\*|:\/|-A|-u|--all|--update)$|\/$/.test(arg))
  return isOpen ||
    rest.some((word) => /^-[a-z]*a[a-z]*$|^--all$/.test(word)) ||
    names.some((word) => of.some((arg) => under(word, arg, isRoot) !== 'no'))
    ? 'maybe'
    : 'no'
}

/** Files where a value may be another on purpose, or is only told. */
const ASIDE =
  /(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures?|mocks?|examples?|changelog|history)(?=[/._-]|$)|\.(?:md|txt|rst)$/i

function otherValue(
  { name, value }: Extract<Directive, { rule: 'value' }>,
  { written, changes }: Deed,
): Judged | null {
  for (const line of written.split('\n')) {
    const other = namedNumbers(line).find(
      (one) => one.assigned && one.name === name && plainValue(one.value) !== value,
    )
    if (other === undefined) continue
    const isUnit = unitOf(plainValue(other.value)) !== unitOf(value)
    const isAside =
      changes.some(({ path }) => ASIDE.test(path)) || /^\s*(?:\/\/|#|\*|--)/.test(line.replace(/^\+/, ''))
    return { shown: line.trim().slice(0, 160), clear: !isUnit && !isAside }
  }
  return null
}

function unitOf(value: string): string {
  return value.replace(/^v?-?[\d.]+/, '')
}
