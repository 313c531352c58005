import { fileAccess, readable, strongTokens } from '../../../engine/internal.ts'
import type { BlockId } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'

type Texts = Pick<Intake, 'blocks' | 'text'>

/** The files of a call, by their paths as its arguments have them. */
export interface FilesOfCall {
  readonly read: readonly string[]
  readonly written: readonly string[]
}

const NONE: FilesOfCall = { read: [], written: [] }

/** The files that a call reads or writes, as far as its form shows it. */
export function filesOf({ blocks, text }: Texts, call: BlockId): FilesOfCall {
  const block = blocks[call]
  if (block?.type !== 'tool_call') return NONE
  const args = readable(block, text(call))
  const access = fileAccess(block, args)
  const paths = strongTokens(args).filter(({ kind }) => kind === 'path')
  const used = (as: 'read' | 'write'): readonly string[] => [
    ...new Set(
      paths.flatMap(({ start, text: path }) => (access(start, start + path.length) === as ? [path] : [])),
    ),
  ]
  return { read: used('read'), written: used('write') }
}

/** The files that a call only reads; none if it also writes one. */
export function onlyRead({ read, written }: FilesOfCall): readonly string[] {
  return written.length > 0 ? [] : read
}

const LOOKING_NAME =
  /(?:^|_)(?:read|view|open|cat|list|ls|grep|search|find|glob|get|fetch|show|browse)|^Web(?:Fetch|Search)/i
const WRITING_NAME = /write|edit|create|insert|replace|patch|update|delete|remove|rename|move|append|save/i
/** Editors have one tool for all actions. */
const VIEWING = /"command"\s*:\s*"(?:view|read|open)"/
const SHELL = /bash|shell|exec|terminal|command|^run/i

/** Goes before a command and does nothing of its own. */
const BEFORE_COMMAND =
  /^(?:(?:\w+=\S*|sudo|time|env|timeout \d\w*|npx|bunx|uvx|(?:uv|poetry|npm|pnpm|yarn|bun) run|(?:pnpm|npm|bundle) exec|npm|pnpm|yarn|bun|python3? -m|cargo|go|mix|make|just|dotnet|mvn|deno|\.?\/?gradlew?)\s+)*/
/** Commands that show something. */
const SHOWS =
  /^(?:cd|pwd|cat|head|tail|less|more|nl|bat|ls|tree|find|fd|grep|rg|ag|wc|stat|file|du|df|which|sort|uniq|cut|jq|diff|echo|true|sed -n)(?:\s|$)/
/** Says how things stand: git, tests, linters and compilers. */
const STATES =
  /^(?:git (?:-C \S+ |--no-pager )?(?:status|log|diff|show|blame|ls-files|grep|rev-parse)|test|check|lint|compile|typecheck|tsc|vitest|jest|pytest|mocha|rspec|eslint|oxlint|ruff|mypy|pyright|flake8|clippy|vet|credo|dialyzer|phpstan|shellcheck|ctest|tox)(?:[:\s]|$)/
const CHANGES = /(?:^|[^0-9>=-])>>?\s*(?!&|\/dev\/null)\S|\s(?:-delete|-exec|--fix|--write|-u)(?:\s|$)|\$\(|`/

/**
 * What a call looks at that changes nothing, as far as its form shows it: the content of files that it names, or how
 * things stand (a search, a list, a test); null for any other call.
 */
export function lookOf(of: Texts, call: BlockId): 'content' | 'state' | null {
  const args = of.text(call)
  const name = of.blocks[call]?.call?.name ?? ''
  const ofPaths = (): 'content' | 'state' => (onlyRead(filesOf(of, call)).length > 0 ? 'content' : 'state')
  if (!SHELL.test(name))
    return VIEWING.test(args) || (LOOKING_NAME.test(name) && !WRITING_NAME.test(name)) ? ofPaths() : null
  const script = scriptIn(args)
  if (script === null || CHANGES.test(script)) return null
  const commands = script
    .replace(/\d?>&\d|\d?>\s*\/dev\/null/g, '')
    .split(/&&|\|\||[;|\n]/)
    .map((command) => command.trim().replace(BEFORE_COMMAND, ''))
  if (commands.every((command) => SHOWS.test(command))) return ofPaths()
  return commands.every((command) => SHOWS.test(command) || STATES.test(command)) ? 'state' : null
}

/** What a shell is told to run; null where the arguments do not say it. */
function scriptIn(args: string): string | null {
  try {
    const { cmd, command = cmd } = Object(JSON.parse(args)) as Readonly<Record<string, unknown>>
    if (typeof command === 'string') return command
    // A shell with its script: ["bash", "-lc", "…"].
    if (!Array.isArray(command)) return null
    return String(/^-\w*c$/.test(String(command[1])) ? command[2] : command.join(' '))
  } catch {
    return null
  }
}
