import { isFixedPath, pathsOf } from '../../engine/internal.ts'
import type { Block, BlockId, Json, Turn } from '../../engine/index.ts'
import type { Intake } from '../trace/intake.ts'

/** A file that a call changes. */
export interface Change {
  readonly path: string
  readonly how: 'write' | 'remove' | 'move'
  /** Where the output of a program goes: it need not be a file of the project. */
  readonly output?: true
  /** From the arguments of a shell, whose current folder is not known. */
  readonly shell?: true
  /** Named in a program that the call runs, and that may change it. */
  readonly code?: true
}

/** What a call does, as far as its form shows it. */
export interface Deed {
  readonly turn: Turn
  readonly block: BlockId
  readonly tool: string
  readonly changes: readonly Change[]
  /** Simple commands that it runs, as words. */
  readonly commands: readonly (readonly string[])[]
  /** The arguments of every `git add` since the commit before. */
  readonly staged: readonly string[]
  /** New text that it writes. */
  readonly written: string
  /** Its result is an error: a part of it may have been done. */
  readonly failed: boolean
}

/** Characters of new text that are read for values. */
const WRITTEN = 20_000
const PATHS = ['file_path', 'path', 'notebook_path', 'filename', 'file', 'filepath', 'target_file'] as const
const TEXTS = [
  'content',
  'new_string',
  'new_str',
  'newText',
  'file_text',
  'insert_text',
  'new_source',
  'code_edit',
] as const
const CHANGES = /write|edit|create|insert|replace|patch|update|delete|remove|rename|move|append|save/i
const SHELL = /bash|shell|exec|terminal|command|^run/i

/** What clients answer when the user said no, or when nothing was run. */
const REJECTED =
  /\b(?:user (?:does(?:n['’]t| not) want|rejected|declined|denied|refused|cancell?ed)|tool (?:use|call) was (?:rejected|denied|cancell?ed)|(?:rejected|denied|declined|cancell?ed|aborted) by (?:the )?user|permission .{0,80}(?:been )?denied|not executed)\b/i
const FAILED =
  /^\s*(?:<tool_use_error>|error\b|fatal:|failed\b|string to replace not found|no (?:replacement|match|change)\w* (?:was|were|found|made))|^(?:error|fatal):|! \[(?:remote )?rejected\]|nothing (?:added )?to commit/im
/** Characters of a result that are read. */
const READ = 2000

/** What calls do, in order, without those that the user rejected and the edits that failed. */
export function deedsOf(intake: Intake, blocks: readonly Block[]): readonly Deed[] {
  const results = new Map<BlockId, Block>()
  for (const block of blocks) {
    const before = block.type === 'tool_result' ? (block.call?.before ?? null) : null
    if (before !== null && !results.has(before)) results.set(before, block)
  }
  let staged: string[] = []
  return blocks.flatMap((block): Deed[] => {
    const deed = deedOf(intake, block)
    if (deed === null) return []
    const result = results.get(block.id)
    const told = result === undefined ? '' : intake.text(result.id).slice(0, READ)
    const part = result === undefined ? null : intake.part(result.id)
    const failed = (part?.type === 'tool_result' && part.is_error === true) || FAILED.test(told)
    if (REJECTED.test(told) || (failed && deed.commands.length === 0)) return []
    const git = deed.commands.map(gitOf)
    staged = [...staged, ...git.flatMap((words) => (words[0] === 'add' ? words.slice(1) : []))]
    const before = staged
    if (git.some(([verb]) => verb === 'commit' || verb === 'reset')) staged = []
    return [{ ...deed, staged: before, failed }]
  })
}

/** What a call does; null for a block that is not a call. */
function deedOf(intake: Intake, { id, turn, type }: Block): Omit<Deed, 'staged' | 'failed'> | null {
  const part = type === 'tool_call' ? intake.part(id) : null
  if (part?.type !== 'tool_use') return null
  const { name } = part
  const input = isRecord(part.input) ? part.input : { input: part.input }
  const texts = (keys: readonly string[], of = input): string[] =>
    keys.flatMap((key) => (typeof of[key] === 'string' ? [of[key]] : []))
  const [order] = texts(['command'])
  // An editor has one tool for all actions, and its command says which one.
  const action = order !== undefined && /^\w+$/.test(order) ? order : name
  const writes = !SHELL.test(name) && CHANGES.test(action)
  const isShell = SHELL.test(name) && !CHANGES.test(name)
  const script = isShell ? scriptOf(input) : ''
  // The lines of a patch are no commands.
  const commands = commandsOf(script.replace(/\*\*\* Begin Patch[\s\S]*?(?:\*\*\* End Patch|$)/g, ''))
  const patches = isShell
    ? commands.some(([program = '', verb]) => /^apply_?patch$|^patch$/.test(program) || verb === 'apply')
      ? script
      : ''
    : texts(['input', 'patch', 'diff']).join('\n')
  const edits = Array.isArray(input['edits'])
    ? input['edits'].flatMap((edit: Json) => (isRecord(edit) ? texts(TEXTS, edit) : []))
    : []
  return {
    turn,
    block: id,
    tool: name,
    changes: [
      ...(writes ? texts(PATHS).map((path): Change => ({ path, how: howOf(action) })) : []),
      ...patchedBy(patches),
      ...changedBy(commands),
      ...changedInCode(script),
    ],
    commands,
    written:
      writes || patches !== ''
        ? [...texts(TEXTS), ...(patches.match(/^\+(?!\+\+ ).*$/gm) ?? []), ...edits]
            .join('\n')
            .slice(0, WRITTEN)
        : '',
  }
}

function isRecord(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function howOf(action: string): Change['how'] {
  return /delete|remove/i.test(action) ? 'remove' : /rename|move/i.test(action) ? 'move' : 'write'
}

/** `*** Update File: a.ts`, `+++ b/a.ts` */
function patchedBy(patch: string): Change[] {
  return [...patch.matchAll(/^(?:\*\*\* (Update|Add|Delete) File: |\+\+\+ b\/)(.+)$/gm)].map(
    ([, how, path = '']) => ({ path: path.trim(), how: how === 'Delete' ? 'remove' : 'write' }),
  )
}

/** A program that a shell passes to an interpreter, as an argument or as a document. */
const CODE = /\b(?:python[\d.]*|node|ruby|perl|php|deno|bun)\b[^\n|;&]{0,80}?(?:\s-\w*[cer]\b|\s--?eval\b|<<)/
const WRITES =
  /['"][wax]b?\+?['"]|\b(?:write|dump|save|append|unlink|remove|rename|rmtree|rmSync|copy|truncate)|\bto_\w+\(/

/** The paths in a script with such a program, if something in it writes. */
function changedInCode(script: string): Change[] {
  const text = script.slice(0, WRITTEN)
  if (!CODE.test(text) || !WRITES.test(text)) return []
  return pathsOf(text).map((path) => ({ path, how: 'write', code: true }))
}

function scriptOf(input: Readonly<Record<string, Json>>): string {
  for (const key of ['command', 'cmd', 'script', 'commands', 'input']) {
    const value = input[key]
    if (typeof value === 'string') return value
    if (!Array.isArray(value)) continue
    const words = value.filter((one) => typeof one === 'string')
    // `["bash", "-lc", "npm test"]`
    const runs = words.findIndex((word) => /^-\w*c$/.test(word))
    const last = words.at(-1) ?? ''
    return runs >= 0 || last.includes('*** Begin Patch')
      ? `${runs < 0 ? `${words[0] ?? ''}\n` : ''}${last}`
      : words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
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
  return commands
    .map(withoutPrefix)
    .filter((words) => words.length > 0 && !words[0]?.startsWith('#'))
    .flatMap((words) => [words, ...innerCommands(words)])
}

/** The commands of a script that is an argument of a shell: `bash -c "npm test"`. */
function innerCommands(given: readonly string[]): readonly (readonly string[])[] {
  const words = withoutSudo(given)
  const at = /^(?:.*\/)?(?:ba|z|da|k)?sh$/.test(words[0] ?? '')
    ? words.findIndex((word) => /^-\w*c$/.test(word))
    : -1
  const inner = at < 0 ? '' : (words[at + 1] ?? '')
  return inner === '' ? [] : commandsOf(inner.replace(/\\(["\\$`])/g, '$1'))
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

export function withoutSudo(words: readonly string[]): readonly string[] {
  return words[0] === 'sudo' ? words.slice(1) : words
}

/** The arguments of git from its verb on; none for another program. */
export function gitOf(given: readonly string[]): readonly string[] {
  const [program, ...args] = withoutSudo(given)
  if (program !== 'git') return []
  const first = args.findIndex(
    (word, at) => !word.startsWith('-') && args[at - 1] !== '-C' && args[at - 1] !== '-c',
  )
  return first < 0 ? [] : args.slice(first)
}

/** The files that commands change, for those whose arguments say so, from the folder that they went to. */
function changedBy(commands: readonly (readonly string[])[]): Change[] {
  let folder = ''
  return commands.flatMap((words) => {
    const [program, target] = words
    if (program === 'cd' && target !== undefined) {
      folder = isFixedPath(target) ? target : `${folder}${folder === '' ? '' : '/'}${target}`
      return []
    }
    return changedByOne(words).map((change): Change => ({
      ...change,
      shell: true,
      path: folder === '' || isFixedPath(change.path) ? change.path : `${folder}/${change.path}`,
    }))
  })
}

/** Programs whose output is a text that the call has. */
const PRINTS: ReadonlySet<string> = new Set(['cat', 'echo', 'printf'])

function changedByOne(given: readonly string[]): Change[] {
  const words = withoutSudo(given)
  const [program = ''] = words
  const targets: string[] = []
  const plain = words.filter((word, at) => {
    const [, target] = /^(?:\d|&)?>>?(.*)$/.exec(word) ?? []
    if (target !== undefined) targets.push(target === '' ? (words[at + 1] ?? '') : target)
    return target === undefined && !/^(?:\d|&)?>>?$/.test(words[at - 1] ?? '') && !word.includes('<')
  })
  const written = targets
    .filter((target) => !/^$|^&|^\/dev\//.test(target))
    .map((path): Change =>
      PRINTS.has(program) ? { path, how: 'write' } : { path, how: 'write', output: true },
    )
  const rest = plain.slice(1)
  const args = rest.filter((word) => word !== '' && !word.startsWith('-'))
  const all = (how: Change['how'], paths: readonly string[]): Change[] => [
    ...paths.map((path) => ({ path, how })),
    ...written,
  ]
  switch (program) {
    case 'rm':
    case 'rmdir':
      return all('remove', args)
    case 'mv':
      return [
        ...all('move', args.slice(0, -1)),
        ...args.slice(-1).map((path) => ({ path, how: 'write' as const })),
      ]
    case 'touch':
    case 'tee':
    case 'truncate':
    case 'mkdir':
      return [...args.map((path): Change => ({ path, how: 'write', output: true })), ...written]
    case 'cp':
    case 'install':
      return all('write', args.slice(-1))
    case 'sed':
    case 'perl': {
      if (!rest.some((word) => /^-\w*i/.test(word))) return written
      const isScript = (at: number) => rest[at - 1] === '-e'
      const files = rest.filter((word, at) => word !== '' && !word.startsWith('-') && !isScript(at))
      return all('write', rest.includes('-e') ? files : files.slice(1))
    }
    case 'git': {
      const [verb, ...more] = gitOf(words)
      const paths = more.filter((word) => !word.startsWith('-'))
      const from = more.indexOf('--')
      if (verb === 'rm') return all('remove', more.includes('--cached') ? [] : paths)
      if (verb === 'mv')
        return [
          ...all('move', paths.slice(0, -1)),
          ...paths.slice(-1).map((path) => ({ path, how: 'write' as const })),
        ]
      if (verb === 'checkout') return all('write', from < 0 ? [] : more.slice(from + 1))
      if (verb === 'restore')
        return all('write', more.includes('--staged') && !more.includes('--worktree') ? [] : paths)
      return written
    }
    default:
      return written
  }
}
