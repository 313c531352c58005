import type { World } from '../live.ts'

type Files = World['files']

/** An imported name. */
interface Import {
  readonly from: string
  readonly names: readonly string[]
  /** Type imports do not exist at run time, so they cannot be missing. */
  readonly typeOnly: boolean
}

/** Why a module cannot be loaded, as Node words it; null if everything is there, undefined if that cannot be told. */
export function loadFailure(files: Files, entry: string): string | null | undefined {
  let isKnown = true
  const waiting = [entry]
  const seen = new Set(waiting)
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const text = files.get(path)
    if (text === undefined) return `Error: Cannot find module '${path}'`
    const bracket = unbalanced(text)
    if (bracket === undefined) isKnown = false
    else if (bracket !== null)
      return `SyntaxError: Unexpected token or end of input in ${path}, at ${bracket}`
    for (const { from, names, typeOnly } of importsOf(text)) {
      if (!from.startsWith('.') || typeOnly) continue
      const target = joined(path, from)
      const other = files.get(target)
      if (other === undefined) return `Error: Cannot find module '${target}' imported from ${path}`
      const missing = names.find((name) => !exportsOf(other).has(name))
      if (missing !== undefined)
        return `SyntaxError: The requested module '${target}', imported from ${path}, does not provide an export named '${missing}'`
      if (seen.has(target)) continue
      seen.add(target)
      waiting.push(target)
    }
  }
  return isKnown ? null : undefined
}

/** A source without its comments; null if what looks like one may be in a regular expression. */
export function withoutComments(text: string): string | null {
  if (unbalanced(text) === undefined) return null
  return text.replace(PIECE, (piece) => (/^\/[/*]/.test(piece) ? piece.replace(/[^\n]/g, '') : piece))
}

/** Paths of the modules of the code base that a module imports from, including types. */
export function importedPaths(path: string, text: string): readonly string[] {
  return importsOf(text).flatMap(({ from }) => (from.startsWith('.') ? [joined(path, from)] : []))
}

/** The imports at the top of a module. */
export function importsOf(text: string): readonly Import[] {
  return [...text.matchAll(/^import (type )?(?:\{([^}]*)\}|[\w$]+) from '([^']*)'/gm)].map(
    ([, type, names = '', from = '']) => ({
      from,
      typeOnly: type !== undefined,
      names: names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => name.split(/\s+as\s+/)[0] ?? name),
    }),
  )
}

function exportsOf(text: string): ReadonlySet<string> {
  const declared = text.matchAll(/^export (?:async )?(?:function|class|const|let)\s+([\w$]+)/gm)
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
  return new Set([
    ...[...declared].map(([, name = '']) => name),
    ...listed.map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    ),
  ])
}

/** A relative address as a path of the code base. */
function joined(path: string, from: string): string {
  const parts = path.split('/').slice(0, -1)
  for (const part of from.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const CLOSES: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/**
 * A string, a comment, a bracket, a slash or the end of a line. An unclosed one extends to the end of the text, so that
 * the time stays linear.
 */
const PIECE =
  /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\[^])*`?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|[()[\]{}\n/]/g

/** What a slash that divides stands behind; a word such as `return` is no value. */
const VALUE = /[\w$)\]](?<!\b(?:return|typeof|case|in|of|void|delete|throw|else|do|yield|await))\s*$/
const BEFORE = 40

/**
 * The place of an unmatched bracket as `line 3`; null if all match. Strings and comments are skipped. Undefined if a
 * regular expression may begin somewhere: what it holds cannot be told from code.
 */
function unbalanced(text: string): string | null | undefined {
  const open: { bracket: string; line: number }[] = []
  let line = 1
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (piece === '/' && !VALUE.test(text.slice(Math.max(0, index - BEFORE), index))) return undefined
    const opened = CLOSES.get(piece)
    if (piece.startsWith('/*') && !/^\/\*[^]*\*\/$/.test(piece)) return `line ${line}: /*`
    if (piece === '(' || piece === '[' || piece === '{') open.push({ bracket: piece, line })
    else if (opened !== undefined && open.pop()?.bracket !== opened) return `line ${line}: ${piece}`
    line += piece.split('\n').length - 1
  }
  const left = open.at(-1)
  return left === undefined ? null : `line ${left.line}: ${left.bracket}`
}
