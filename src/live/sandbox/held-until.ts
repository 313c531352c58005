import type { World } from '../live.ts'
import { valueOf } from './arithmetic.ts'
import type { Meaning } from './arithmetic.ts'
import { importsOf, withoutComments } from './modules.ts'

type Files = World['files']

const EXPIRY = 'src/reservations/expiry.ts'
const SETTINGS = 'src/settings.ts'
const UNITS = 'src/time/units.ts'

/** The result of calling the function; `unknown` if its source is not a sum that can be evaluated. */
export type Held = { readonly at: number } | { readonly error: string } | 'unknown'

/**
 * What `heldUntil` of the service returns for a hold placed at a given time, read from its source.
 *
 * @param seconds the setting; null for its default, which is read from the source as well
 */
export function heldUntil(files: Files, placedAt: number, seconds: number | null): Held {
  const source = codeOf(files, EXPIRY)
  const length = seconds ?? defaultSeconds(files)
  const scope = source === null ? null : scopeOf(source, files)
  if (source === null || scope === null) return 'unknown'
  const body = bodyOf(source, 'heldUntil')
  if (body === null || length === null) return 'unknown'
  const missing: string[] = []
  const value = returned(body, (name) => {
    if (/^(?:hold\.)?placedAt$/.test(name)) return placedAt
    if (/^(?:settings\.)?holdSeconds$/.test(name)) return length
    if (!scope.names.has(name) && !GLOBALS.has(name) && /^[\w$]+$/.test(name)) missing.push(name)
    return meaningIn(scope, name)
  })
  if (missing[0] !== undefined) return { error: `ReferenceError: ${missing[0]} is not defined` }
  return value === null ? 'unknown' : { at: value }
}

/** Names that every module has. Their values are not known here. */
const GLOBALS: ReadonlySet<string> = new Set(
  'Number String Boolean BigInt Date Infinity NaN undefined parseInt parseFloat structuredClone'.split(' '),
)

/** The code of a file; null if it cannot be told from its comments. */
function codeOf(files: Files, path: string): string | null {
  return withoutComments(files.get(path) ?? '')
}

function defaultSeconds(files: Files): number | null {
  const text = codeOf(files, SETTINGS)
  if (text === null) return null
  const found = /\bholdSeconds: ([^,\n]+)/.exec(text.slice(Math.max(0, text.search(/\bdefaults\b/))))
  const scope = scopeOf(text, files)
  return found === null || scope === null ? null : valueOf(found[1] ?? '', (name) => meaningIn(scope, name))
}

/** The names of a module: its own, and imports from the units. */
interface Scope {
  readonly text: string
  readonly names: ReadonlySet<string>
  /** Remaining look-ups: some sources are circular, or call each other a million times. */
  readonly budget: { left: number }
}

const MOST_NAMES = 500

function scopeOf(text: string, files: Files): Scope | null {
  const taken = importsOf(text).flatMap(({ names }) => names)
  const units = codeOf(files, UNITS)
  if (units === null) return null
  return {
    text: `${text}\n${units}`,
    names: new Set([...taken, ...declaredIn(text)]),
    budget: { left: MOST_NAMES },
  }
}

function declaredIn(text: string): readonly string[] {
  // A name that is given with `as` or in braces is there, though its value is not known.
  const written = /\b(?:function|const|let|as) ([\w$]+)|\{ ?[\w$]+: ([\w$]+) ?\}/g
  return [...text.matchAll(written)].map(([, name, renamed]) => name ?? renamed ?? '')
}

/** The value of a name in a module. `within` is for names inside the units. */
function meaningIn(scope: Scope, name: string, within = false): Meaning {
  scope.budget.left -= 1
  if (scope.budget.left < 0 || !(within || scope.names.has(name)) || !/^[\w$]+$/.test(name)) return null
  const below = (inner: string): Meaning => meaningIn(scope, inner, true)
  const constant = new RegExp(`\\bconst ${literal(name)}(?:: number)? = ([^\\n;]+)`).exec(scope.text)?.[1]
  if (constant !== undefined) return valueOf(constant, below)
  const parameter = new RegExp(`\\bfunction ${literal(name)}\\(([\\w$]+)(?:: number)?\\)`).exec(
    scope.text,
  )?.[1]
  const body = parameter === undefined ? null : bodyOf(scope.text, name)
  if (body === null) return null
  return (value) => returned(body, (inner) => (inner === parameter ? value : below(inner)))
}

/** The value of a body that only defines constants and returns a sum; null for any other. */
function returned(body: string, meaningOf: (name: string) => Meaning): number | null {
  const own = new Map<string, number | null>()
  const known = (name: string): Meaning => (own.has(name) ? (own.get(name) ?? null) : meaningOf(name))
  for (const statement of body.split(/[\n;]/)) {
    const line = statement.replace(/\/\/.*$/, '').trim()
    const constant = /^const ([\w$]+)(?:: number)? = (.+)$/.exec(line)
    if (constant !== null) own.set(constant[1] ?? '', valueOf(constant[2] ?? '', known))
    else if (line.startsWith('return ')) return valueOf(line.slice('return '.length), known)
    // Destructuring that keeps the two names is enough here.
    else if (line !== '' && !/^const \{ ?(?:(?:placedAt|holdSeconds),? ?)*\} = \w+$/.test(line)) return null
  }
  return null
}

/** The text between the braces of a function, up to the brace at the start of a line. */
function bodyOf(source: string, name: string): string | null {
  const start = source.search(new RegExp(`\\bfunction ${literal(name)}\\(`))
  if (start < 0) return null
  const open = source.indexOf('{\n', start)
  const end = source.indexOf('\n}', start)
  return open < 0 || end < open ? null : source.slice(open + 2, end)
}

function literal(name: string): string {
  return name.replaceAll('$', '\\$')
}
