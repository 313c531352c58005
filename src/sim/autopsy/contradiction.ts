import { namedNumbers } from '../../engine/internal.ts'
import type { Block, BlockId, Json, Turn } from '../../engine/index.ts'
import type { Intake } from '../trace/intake.ts'
import { plainValue } from './directive.ts'
import type { Directive } from './autopsy.ts'

/** What a call does, as far as its form shows it. */
export interface Deed {
  readonly turn: Turn
  readonly block: BlockId
  readonly tool: string
  /** Files that it changes. */
  readonly changes: readonly string[]
  /** Simple commands that it runs, as words. */
  readonly commands: readonly (readonly string[])[]
  /** New text that it writes. */
  readonly written: string
}

/** Characters of new text that are read for values. */
const WRITTEN = 20_000
const PATHS = ['file_path', 'path', 'notebook_path', 'filename', 'file', 'filepath', 'target_file'] as const
const TEXTS = [
  'content',
  'new_string',
  'new_str',
  'file_text',
  'insert_text',
  'new_source',
  'code_edit',
] as const
const CHANGES = /write|edit|create|insert|replace|patch|update|delete|remove|rename|move|append|save/i
const SHELL = /bash|shell|exec|terminal|command|^run/i

/** What a call does; null for a block that is not a call. */
export function deedOf(intake: Intake, { id, turn, type }: Block): Deed | null {
  const part = type === 'tool_call' ? intake.part(id) : null
  if (part?.type !== 'tool_use') return null
  const { name } = part
  const input = isRecord(part.input) ? part.input : { input: part.input }
  const texts = (keys: readonly string[]): string[] =>
    keys.flatMap((key) => (typeof input[key] === 'string' ? [input[key]] : []))
  const [order] = texts(['command'])
  // An editor has one tool for all actions, and its command says which one.
  const writes = SHELL.test(name)
    ? false
    : CHANGES.test(order !== undefined && /^\w+$/.test(order) ? order : name)
  const patches = texts(['input', 'patch', 'diff']).join('\n')
  const edits = Array.isArray(input['edits']) ? JSON.stringify(input['edits']) : ''
  const commands = SHELL.test(name) && !CHANGES.test(name) ? commandsOf(scriptOf(input)) : []
  return {
    turn,
    block: id,
    tool: name,
    changes: [
      ...(writes ? texts(PATHS) : []),
      ...[...patches.matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm)].map(([, path = '']) =>
        path.trim(),
      ),
      ...commands.flatMap(changedBy),
    ],
    commands,
    written: writes || patches !== '' ? [...texts(TEXTS), patches, edits].join('\n').slice(0, WRITTEN) : '',
  }
}

function isRecord(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function scriptOf(input: Readonly<Record<string, Json>>): string {
  for (const key of ['command', 'cmd', 'script', 'commands', 'input']) {
    const value = input[key]
    if (typeof value === 'string') return value
    // `["bash", "-lc", "npm test"]`
    if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').at(-1) ?? ''
  }
  return ''
}

/** The simple commands of a script, as words. Quoted text is one word; the body of a here-document is none. */
export function commandsOf(script: string): readonly (readonly string[])[] {
  const lines = withoutDocuments(script.slice(0, WRITTEN))
  const commands: string[][] = [[]]
  for (const [token] of lines.matchAll(
    /"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\\n|\n|&&|\|\||[;|&()](?!>)|[^\s;|&()"']+(?:"[^"]*"|'[^']*')?[^\s;|&()"']*/g,
  )) {
    if (token === '\\\n') continue
    if (/^(?:\n|&&|\|\||[;|&()])$/.test(token)) commands.push([])
    else commands.at(-1)?.push(token.replace(/^(["'])([\s\S]*)\1$/, '$2'))
  }
  return commands.map(withoutPrefix).filter((words) => words.length > 0 && !words[0]?.startsWith('#'))
}

/** Without here-documents; one that nothing ends stays. Linear: no text is read again for each beginning. */
function withoutDocuments(script: string): string {
  const lines = script.split('\n')
  /** The lines that begin with a word, the first one last. */
  const endings = new Map<string, number[]>()
  for (const [back, line] of lines.toReversed().entries()) {
    const [, word = ''] = /^\s*(\w+)/.exec(line) ?? []
    const known = endings.get(word)
    if (known === undefined) endings.set(word, [lines.length - 1 - back])
    else known.push(lines.length - 1 - back)
  }
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const begins = /<<-?\s*(['"]?)(\w+)\1/.exec(line)
    const ends = begins === null ? [] : (endings.get(begins[2] ?? '') ?? [])
    while ((ends.at(-1) ?? Infinity) <= at) ends.pop()
    const end = ends.at(-1)
    if (begins === null || end === undefined) kept.push(line)
    else {
      lines[end] = `${line.slice(0, begins.index)} ${(lines[end] ?? '').replace(/^\s*\w+/, '')}`
      at = end - 1
    }
  }
  return kept.join('\n')
}

/** Without assignments and programs that run the rest. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  const start = words.findIndex(
    (word) => !/^\w+=|^(?:time|nohup|env|command|exec|then|do|else|if|while|!|\{)$/.test(word),
  )
  return start < 0 ? [] : words.slice(start)
}

/** The files that a command changes, for the commands whose arguments say so. */
function changedBy(given: readonly string[]): string[] {
  const words = given[0] === 'sudo' ? given.slice(1) : given
  const [program = '', ...rest] = words
  const written = words.flatMap((word, at) => {
    const target = /^\d?>>?(.+)$/.exec(word)?.[1] ?? (/^\d?>>?$/.test(word) ? words[at + 1] : undefined)
    return target === undefined || /^&|^\/dev\//.test(target) ? [] : [target]
  })
  const args = rest.filter((word) => !/^-|[<>]/.test(word))
  switch (program) {
    case 'rm':
    case 'mv':
    case 'touch':
    case 'tee':
    case 'truncate':
    case 'mkdir':
    case 'rmdir':
      return [...args, ...written]
    case 'cp':
    case 'install':
      return [...args.slice(-1), ...written]
    case 'sed':
    case 'perl':
      return [...(rest.some((word) => /^-\w*i/.test(word)) ? args.slice(1) : []), ...written]
    case 'git':
      return [...(args[0] === 'rm' || args[0] === 'mv' ? args.slice(1) : []), ...written]
    default:
      return written
  }
}

/** The part of a deed that contradicts a directive; null if it does not. */
export function contradicts(directive: Directive, deed: Deed): string | null {
  switch (directive.rule) {
    case 'tool':
      return deed.tool === directive.tool ? deed.tool : null
    case 'path':
      return deed.changes.find((path) => isUnder(path, directive.path) !== directive.outside) ?? null
    case 'command':
      return (
        deed.commands
          .find((words) => isCommand(words, directive.words))
          ?.join(' ')
          .slice(0, 160) ?? null
      )
    case 'value':
      return otherValue(directive, deed.written)
  }
}

/** Whether a path is this one, or below it: `/repo/src/generated/a.ts` is under `src/generated`. */
function isUnder(path: string, under: string): boolean {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  const wanted = under.split('/').filter((part) => part !== '')
  // A path from the root, or from the home folder, is compared from its start.
  const last = under.startsWith('/') ? 0 : parts.length - wanted.length
  for (let at = 0; at <= last; at++)
    if (wanted.every((part, index) => parts[at + index] === part)) return true
  return false
}

/** `git push` is `git -C lib push origin`; an empty first word is any command. */
function isCommand(words: readonly string[], [program = '', ...others]: readonly string[]): boolean {
  const own = words[0] === 'sudo' && program !== 'sudo' ? words.slice(1) : words
  if (program !== '' && own[0] !== program) return false
  const [verb, ...more] = others
  if (verb === undefined) return true
  const args = own.slice(1)
  if (program === '' || verb.startsWith('-')) return others.every((word) => args.includes(word))
  const first = args.findIndex(
    (word, at) => !word.startsWith('-') && args[at - 1] !== '-C' && args[at - 1] !== '-c',
  )
  return (
    args[first] === verb &&
    more.every((word) =>
      args
        .slice(first)
        .some((arg) => arg === word || arg.endsWith(`/${word}`) || (word === '--force' && arg === '-f')),
    )
  )
}

function otherValue({ name, value }: Extract<Directive, { rule: 'value' }>, written: string): string | null {
  for (const line of written.split('\n')) {
    const other = namedNumbers(line).find((one) => one.name === name && plainValue(one.value) !== value)
    if (other !== undefined) return line.trim().slice(0, 160)
  }
  return null
}
