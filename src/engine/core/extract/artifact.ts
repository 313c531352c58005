import { eachStrongToken } from '../reference/token.ts'

/** A number with its name, as found in a text. */
export interface NamedNumber {
  /** In lower case, only letters and digits: `retry_base-ms`, `retryBaseMs` and `Retry base ms` are one name. */
  readonly name: string
  readonly value: string
  /** A setting, as in `port: 8080`, and not a number in a sentence. */
  readonly assigned: boolean
}

/** `port: 8080`, `max_retries = 3`, `deadline of 250 ms`, `version is 2.4.1`. */
const NAME_THEN_VALUE =
  /([A-Za-z_][\w.-]{1,40})["'`]?(\s?(?:=|:|->|=>)\s?|\s(?:(?:is|of|to|at|was)\s)?)["'`]?(?:[$€£]\s?)?(v?-?\d[\d.,_]{0,20}(?:\s?(?:%|[kKMGT]i?B|ms|[smhd]|px|[kKM]))?)(?![\w-])/g
/** `214 tests`, `3 attempts`, `12.5 seconds`. */
const VALUE_THEN_NAME = /(?:^|[\s(])(\d[\d.,]{0,15})\s([A-Za-z][A-Za-z-]{2,30})/g
/** Letters and digits that are not a word: a ticket, a version, a commit. */
const CODE =
  /(?:^|[\s(`"'[#])([A-Z][A-Z0-9]{1,12}[-_][A-Z0-9_-]{2,30}|[a-z0-9]{2,20}_[a-z0-9]*\d[a-z0-9]*|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64})(?![\w])/g

/** Words that name nothing when they follow a number. */
const NO_NAME: ReadonlySet<string> = new Set(
  'and are for from has have into more not per that the then there times was were with'.split(' '),
)

/** Every named number of a line, in order; if a name occurs twice, its first value counts. */
export function namedNumbers(line: string): NamedNumber[] {
  // Most lines have no number, and the patterns look for one from every letter.
  if (!/\d/.test(line)) return []
  const found = new Map<string, Omit<NamedNumber, 'name'>>()
  const note = (name: string, value: string, assigned: boolean) => {
    const key = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
    if (key !== '' && !found.has(key)) found.set(key, { value, assigned })
  }
  for (const [, name, by, value] of line.matchAll(NAME_THEN_VALUE))
    note(name ?? '', value ?? '', /[=:>]/.test(by ?? ''))
  for (const [, value, name] of line.matchAll(VALUE_THEN_NAME)) {
    if (!NO_NAME.has(name?.toLowerCase() ?? '')) note(name ?? '', value ?? '', false)
  }
  return [...found].map(([name, told]) => ({ name, ...told }))
}

/** Tickets, error codes, commits and the like, in order. */
export function codesOf(line: string): string[] {
  return [...new Set([...line.matchAll(CODE)].map(([, code]) => code ?? ''))].filter((code) => code !== '')
}

/** Paths and addresses in a text, without duplicates, in order. */
export function pathsOf(text: string): string[] {
  const paths = new Set<string>()
  eachStrongToken(text, (start, end, kind) => {
    if (kind === 'path') paths.add(text.slice(start, end))
  })
  return [...paths]
}

const PATH_ARGUMENT =
  /"(?:path|file|file_path|filepath|filename|notebook_path|target|directory|dir|url|uri)"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){1,240})"/g
/** An escape in a program that is an argument; before a small letter it may be a folder on Windows. */
const LINE_END = /\\[nrt](?![a-z])/g

/** The files that the arguments of a call name: in arguments for a path, else in any. */
export function pathsInCall(args: string): readonly string[] {
  const named = [...args.matchAll(PATH_ARGUMENT)].map(([, path]) => unquoted(path ?? ''))
  return named.length > 0
    ? named
    : pathsOf((args.startsWith('{') ? unquoted(args) : args).replace(LINE_END, ' '))
}

/** A text that stands in JSON, as it is; line ends and the like are spaces. */
function unquoted(text: string): string {
  return text.replace(/\\(?:([\\/"])|.)/g, (_, kept: string = ' ') => kept)
}
