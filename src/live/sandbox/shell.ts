import type { World } from '../live.ts'
import { repository } from '../repository/repository.ts'
import { changedPaths, diffOf } from './changes.ts'
import { runTests, testPaths } from './tests.ts'

type Files = World['files']

/** The output of a command, and its exit code. */
export interface Ran {
  readonly text: string
  readonly code: number
}

/** Exit code of a command that does not exist, as every shell has it. */
const NOT_FOUND = 127

/**
 * A shell with six commands that runs no code. It reports everything else (pipes, redirections and so on) as
 * unsupported, with code 127.
 */
export function runCommand(command: string, files: Files): Ran {
  const words = wordsOf(command)
  const [name = '', ...rest] = words ?? []
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined
  return known?.(rest, files) ?? { text: `not available in this sandbox: ${command}`, code: NOT_FOUND }
}

/** The available commands, for the definition of the tool. */
export const commandForms: readonly string[] = Object.freeze([
  'npm test',
  'npm test <file>',
  'cat <file>',
  'ls [folder]',
  'wc -l <file>',
  'git status',
  'git diff [file]',
])

/** Null for a form of the command that is not available. */
type Command = (words: readonly string[], files: Files) => Ran | null

const commands: Readonly<Record<string, Command>> = Object.freeze({
  npm([verb, ...rest], files) {
    const words = verb === 'run' ? rest : [verb, ...rest]
    const [test, ...more] = words
    const only = more.filter((word) => word !== '--')
    if (test !== 'test' && test !== 't') return null
    if (only.length > 1) return null
    const [path] = only
    if (path === undefined) return ranTests(files, null)
    return testPaths.includes(plain(path))
      ? ranTests(files, plain(path))
      : failed(`no file of tests: ${path}`)
  },
  cat(paths, files) {
    if (paths.length === 0 || paths.some((path) => path.startsWith('-'))) return null
    const missing = paths.find((path) => !files.has(plain(path)))
    if (missing !== undefined) return failed(`cat: no such file: ${missing}`)
    return printed(paths.map((path) => files.get(plain(path)) ?? '').join(''))
  },
  ls(words, files) {
    const paths = words.filter((word) => !/^-[1alh]+$/.test(word))
    if (paths.length > 1 || paths.some((path) => path.startsWith('-'))) return null
    const folder = plain(paths[0] ?? '')
    if (files.has(folder)) return printed(folder)
    const names = [...files.keys()].flatMap((path) => {
      if (folder !== '' && !path.startsWith(`${folder}/`)) return []
      const rest = path.slice(folder === '' ? 0 : folder.length + 1)
      return [rest.includes('/') ? `${rest.slice(0, rest.indexOf('/'))}/` : rest]
    })
    return names.length === 0
      ? failed(`ls: no such folder: ${paths[0] ?? ''}`)
      : printed([...new Set(names)].join('\n'))
  },
  wc([flag, ...paths], files) {
    if (flag !== '-l' || paths.length === 0) return null
    const missing = paths.find((path) => !files.has(plain(path)))
    if (missing !== undefined) return failed(`wc: no such file: ${missing}`)
    return printed(
      paths.map((path) => `${(files.get(plain(path)) ?? '').split('\n').length - 1} ${path}`).join('\n'),
    )
  },
  git([verb, ...paths], files) {
    const before = repository().files
    const changes = changedPaths(before, files)
    if (verb === 'status' && paths.every((path) => path === '-s' || path === '--short')) {
      return printed(
        changes.length === 0
          ? 'nothing changed'
          : changes.map(({ mark, path }) => `${mark} ${path}`).join('\n'),
      )
    }
    const asked = paths.filter((path) => path !== '--').map(plain)
    if (verb !== 'diff' || asked.some((path) => path.startsWith('-'))) return null
    // New files are in git's status and in no diff.
    const shown = changes.filter(
      ({ path, mark }) => mark !== '??' && (asked.length === 0 || asked.includes(path)),
    )
    return printed(shown.map(({ path }) => diffOf(path, before.get(path), files.get(path))).join('\n'))
  },
})

function ranTests(files: Files, only: string | null): Ran {
  const { text, passed } = runTests(files, only)
  return { text, code: passed ? 0 : 1 }
}

function printed(text: string): Ran {
  return { text: text.replace(/\n$/, ''), code: 0 }
}

function failed(text: string): Ran {
  return { text, code: 1 }
}

/** A path as the files have it. */
export function plain(path: string): string {
  return path
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
    .replace(/^\.$/, '')
}

/** The words of a command without quotes; null if it has characters that only a real shell understands. */
function wordsOf(command: string): readonly string[] | null {
  const words: string[] = []
  const rest = command.trim().replace(/\s+2>&1$/, '')
  for (const [whole, double, single] of rest.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)) {
    if (double === undefined && single === undefined && /[|&;<>$`*?(){}\\"'~]/.test(whole)) return null
    words.push(double ?? single ?? whole)
  }
  return words
}
