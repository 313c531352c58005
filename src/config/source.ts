import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from 'yaml'
import type { Document, ErrorCode, Node, Pair } from 'yaml'
import { firstFor } from '../engine/internal.ts'
import type { Place } from '../engine/index.ts'
import type { ConfigProblem } from './problem.ts'
import { shown } from './wording.ts'
import written from './source.json' with { type: 'json' }

/** Longer texts are refused: a config has a few thousand characters, and the parser is slow on a novel. */
const LONGEST = 50_000
/** The parser recurses; a few thousand levels would crash the process instead of throwing. */
const DEEPEST = 100
/**
 * Maximum number of nodes that all aliases together may expand to: enough for any config, too few to fill the memory.
 */
const ALIASED = 10_000
/** Maximum number of parser warnings to report. */
const SYNTAX_WARNINGS = 10
/** The last texts are cached: the config, the places and the problems of a text are requested one after the other. */
const KEPT = 4

/** A YAML text as plain data, with the place of every key and value. */
export interface Source {
  /** Null for an empty text, undefined if the text cannot be read. */
  readonly value: unknown
  readonly problems: readonly ConfigProblem[]
  /** The nodes with their ranges and tokens; null if the text is not valid YAML. */
  readonly document: Document.Parsed | null
  /**
   * The place of the key or value at a path; if the path is not written, that of its nearest written part.
   *
   * @param offset of a character in the text of the value
   */
  placeOf(path: readonly string[], at: 'key' | 'value', offset?: number): Place
}

const kept = new Map<string, Source>()

/** Reads one YAML 1.2 document. Keys are texts, including `on` and `off`; there are no merge keys. Never throws. */
export function readSource(text: string): Source {
  const source = kept.get(text) ?? read(text)
  kept.delete(text)
  kept.set(text, source)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  return source
}

function read(text: string): Source {
  const lines = createLines(text)
  if (text.length > LONGEST) {
    const message = `A config has at most ${LONGEST} characters, but this text has ${text.length}`
    return unreadable([problemAt({ line: 1, column: 1 }, 'too-long', message, String(text.length))])
  }
  const { documents, deep } = compose(text)
  if (deep !== null) {
    const message = `Nothing in a config is nested deeper than ${DEEPEST} levels, but this is ${DEEPEST + 1}`
    return unreadable([problemAt(lines.placeOf(deep), 'too-deep', message, String(DEEPEST + 1))])
  }
  const [document, second] = documents
  const problems = syntaxProblems(lines, document)
  if (second !== undefined) {
    const message = 'A config is one YAML document, but here a second one begins'
    problems.push(
      problemAt(lines.placeOf(second.range[0]), 'several-documents', message, 'a second document'),
    )
  }
  if (document === undefined || document.errors.length > 0) return unreadable(problems)
  const reader = createReader(lines, problems, text)
  const value = document.contents === null ? null : reader.read(document.contents, []).value
  const start = document.contents?.range[0] ?? 0
  return {
    value,
    problems,
    document,
    placeOf: (path, at, offset = 0) => reader.placeOf(value, path, at, lines.placeOf(start), offset),
  }
}

function unreadable(problems: readonly ConfigProblem[]): Source {
  return { value: undefined, problems, document: null, placeOf: () => ({ line: 1, column: 1 }) }
}

/**
 * Runs the parser token by token, so that its stack can be checked. Stops at the second document, or at the offset
 * `deep` if the text is nested too deep.
 */
function compose(text: string): { documents: Document.Parsed[]; deep: number | null } {
  const parser = new Parser()
  let deep: number | null = null
  function* tokens() {
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme)
      if (parser.stack.length > DEEPEST) {
        deep = parser.offset
        return
      }
    }
    yield* parser.end()
  }
  const composer = new Composer({
    prettyErrors: false,
    logLevel: 'silent',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    // The option compares each key with each other; `createReader` needs a single look-up.
    uniqueKeys: false,
    keepSourceTokens: true,
  })
  const documents: Document.Parsed[] = []
  for (const document of composer.compose(tokens(), true, text.length)) {
    documents.push(document)
    if (documents.length === 2) break
  }
  return { documents, deep }
}

function syntaxProblems(lines: Lines, document?: Document.Parsed): ConfigProblem[] {
  if (document === undefined) return []
  // Errors after the first are usually its consequences.
  const errors = [...document.errors.slice(0, 1), ...document.warnings.slice(0, SYNTAX_WARNINGS)]
  return errors.map((error) => {
    const place = lines.placeOf(error.pos[0])
    const line = shown(lines.line(place.line).trim())
    const warning = error.name === 'YAMLWarning'
    const message = warning
      ? `This is read as plain data (${error.message}): ${line}`
      : `This is not valid YAML (${SYNTAX_ADVICE[error.code] ?? error.message}): ${line}`
    return { ...problemAt(place, 'syntax', message, line), severity: warning ? 'warning' : 'error' }
  })
}

/**
 * What is wrong and what to do about it, by the code of the parser; for other codes, the parser's own message is used.
 */
const SYNTAX_ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = Object.freeze(written)

/** Turns nodes into plain data and records the place of each key and value. */
function createReader(lines: Lines, problems: ConfigProblem[], text: string) {
  interface Spot {
    readonly key: number
    readonly value: number
    /** The scalar of the value, for finding a character of it. */
    readonly node: unknown
  }
  /** The value of a node, and its number of nodes with its aliases expanded. */
  interface Read {
    readonly value: unknown
    readonly size: number
  }
  const spots = new Map<unknown, Map<string, Spot>>()
  const anchors = new Map<string, Read | 'open'>()
  let aliased = 0

  function read(node: Node | null, path: readonly string[]): Read {
    if (node === null) return { value: null, size: 1 }
    if (isAlias(node)) return readAlias(node.source, node.range?.[0] ?? 0, path)
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined
    if (anchor !== undefined) anchors.set(anchor, 'open')
    const result = isMap(node)
      ? readMap(node.items, path)
      : isSeq(node)
        ? readList(node.items, path)
        : { value: isScalar(node) ? node.value : null, size: 1 }
    if (anchor !== undefined) anchors.set(anchor, result)
    return result
  }

  function readMap(pairs: readonly Pair[], path: readonly string[]): Read {
    const entries = new Map<string, unknown>()
    const places = new Map<string, Spot>()
    let size = 1
    for (const pair of pairs) {
      const key = read(pair.key as Node | null, path)
      const at = startOf(pair.key, 0)
      const name = String(key.value)
      const value = read(pair.value as Node | null, [...path, name])
      size += key.size + value.size
      const first = places.get(name)
      if (first !== undefined) {
        const message = `A key may occur only once in a mapping, but line ${lines.placeOf(first.key).line} already has ${shown(name)}`
        report('duplicate-key', message, shown(name), at, [...path, name], 'key')
        continue
      }
      entries.set(name, value.value)
      places.set(name, { key: at, value: startOf(pair.value, at), node: pair.value })
    }
    // Makes `__proto__` a key like any other; an assignment would not.
    const mapping = Object.fromEntries(entries)
    spots.set(mapping, places)
    return { value: mapping, size }
  }

  function readList(items: readonly unknown[], path: readonly string[]): Read {
    const list: unknown[] = []
    const places = new Map<string, Spot>()
    let size = 1
    for (const item of items) {
      const at = startOf(item, 0)
      const index = String(list.length)
      const value = read(item as Node | null, [...path, index])
      size += value.size
      places.set(index, { key: at, value: at, node: item })
      list.push(value.value)
    }
    spots.set(list, places)
    return { value: list, size }
  }

  /** An alias that cannot be followed counts as not written, so that it is reported once. */
  function readAlias(name: string, offset: number, path: readonly string[]): Read {
    const target = anchors.get(name)
    if (target === undefined || target === 'open') {
      const message = `an alias needs an anchor before it, but there is none for *${shown(name)}`
      report('unknown-alias', message, `*${shown(name)}`, offset, path, 'value')
      return { value: undefined, size: 1 }
    }
    aliased += target.size
    if (aliased <= ALIASED) return target
    if (aliased - target.size <= ALIASED) {
      const message = `Aliases may expand to ${ALIASED} nodes in all, which *${shown(name)} exceeds`
      report('alias-limit', message, `*${shown(name)}`, offset, path, 'value')
    }
    return { value: undefined, size: 1 }
  }

  function report(
    code: string,
    message: string,
    found: string,
    offset: number,
    path: readonly string[],
    at: 'key' | 'value',
  ): void {
    problems.push({ ...problemAt(lines.placeOf(offset), code, message, found), path, at })
  }

  function placeOf(
    root: unknown,
    path: readonly string[],
    at: 'key' | 'value',
    start: Place,
    offset: number,
  ): Place {
    let place = start
    let container = root
    for (const [index, key] of path.entries()) {
      const spot = spots.get(container)?.get(key)
      if (spot === undefined) return place
      const last = index === path.length - 1
      // If the path continues but the text does not, the key is a better place than the value.
      const within = offset > 0 && last && at === 'value' ? placeWithin(spot.node, offset, text) : null
      place = lines.placeOf(within ?? (last && at === 'value' ? spot.value : spot.key))
      container = (container as Record<string, unknown>)[key]
    }
    return place
  }

  return { read, placeOf }
}

/** Offset of a node's first character; an empty value has none and uses the place of its key. */
function startOf(node: unknown, fallback: number): number {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return fallback
  if (isScalar(node) && node.value === null && node.source === '') return fallback
  return node.range?.[0] ?? fallback
}

/**
 * Offset in the source of a character of a scalar's text. Both are walked together: a space of the text matches a run
 * of spaces and line breaks in the source, every other character itself. Null if they differ, at an escape in quotes.
 */
function placeWithin(node: unknown, offset: number, source: string): number | null {
  if (!isScalar(node) || typeof node.value !== 'string') return null
  const [start, end] = node.range ?? [0, 0]
  let at = start
  if (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') at += 1
  // The header of a block scalar, such as `>-`, is not part of its text.
  else if (node.type !== 'PLAIN') at = source.indexOf('\n', start) + 1
  for (const character of node.value.slice(0, offset)) {
    if (isBlank(character)) {
      if (!isBlank(source[at]) && !isBlank(source[at - 1])) return null
      while (at < end && isBlank(source[at])) at += 1
      continue
    }
    while (at < end && isBlank(source[at])) at += 1
    if (!source.startsWith(character, at)) return null
    at += character.length
  }
  return Math.min(at, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

function problemAt(place: Place, code: string, message: string, found: string): ConfigProblem {
  return { severity: 'error', code, message, path: [], at: 'value', ...place, found }
}

/** Position behind the byte order mark, which is no column. */
export function textStart(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0
}

/** The lines of a text, for the line and column of an offset. */
interface Lines {
  /** Both count from 1; the column counts UTF-16 units. Offsets outside mean the start or the end of the text. */
  placeOf(offset: number): Place
  /** A line without its line break; '' if there is none. */
  line(number: number): string
}

/**
 * Finds the lines of a text. The line counter of the yaml package depends on its parser, which leaves some line breaks
 * out in broken texts, the very texts with problems.
 */
export function createLines(text: string): Lines {
  const starts = [textStart(text)]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    placeOf(position) {
      const offset = Math.min(position, text.length)
      const line = firstFor(1, starts.length, (at) => (starts[at] ?? 0) > offset)
      return { line, column: Math.max(0, offset - (starts[line - 1] ?? 0)) + 1 }
    },
    line(number) {
      const start = starts[number - 1]
      return start === undefined ? '' : text.slice(start, starts[number] ?? text.length).replace(/\r?\n$/, '')
    },
  }
}
