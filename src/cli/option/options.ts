import { parseArgs } from 'node:util'
import { nearestName } from '../../config/internal.ts'
import { UsageError } from '../terminal/io.ts'

/** An option of a command, as `--help` shows it. */
export interface Option {
  /** What its value is, for the help: `<file>`; missing for a switch. */
  readonly value?: string
  readonly meaning: string
  /** One letter. */
  readonly short?: string
  /** It may be given several times. */
  readonly several?: true
}

/** The options and arguments of a command line, every option known. */
export interface Given {
  readonly inputs: readonly string[]
  /** The last value of an option; undefined if it was not given. */
  one(name: string): string | undefined
  all(name: string): readonly string[]
  has(name: string): boolean
  readonly data: GivenData
}

/**
 * Reads a command line.
 *
 * @throws UsageError for an unknown option, naming the nearest known one, and for a missing or unexpected value
 */
export function givenIn(args: readonly string[], options: Readonly<Record<string, Option>>): Given {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const values = new Map<string, string[]>()
  const inputs: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') inputs.push(token.value)
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (option === undefined) throw unknownOption(token.rawName, Object.keys(options))
    if (option.value === undefined && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value, but is given ${token.value}`)
    if (option.value !== undefined && (token.value === undefined || token.value === ''))
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}`)
    const [, choices] = /^<(\w+(?:\|\w+)+)>$/.exec(option.value ?? '') ?? []
    const names = choices?.split('|') ?? []
    if (token.value !== undefined && choices !== undefined && !names.includes(token.value))
      throw notOneOf(token.name, names, token.value)
    const before = values.get(token.name) ?? []
    if (before.length > 0 && option.several !== true && option.value !== undefined)
      throw new UsageError(`${token.rawName} is given twice: ${before[0]} and ${token.value}`)
    values.set(token.name, [...before, token.value ?? ''])
  }
  return givenOf({ inputs, values })
}

/** What a command line gives, as data for another thread. */
export interface GivenData {
  readonly inputs: readonly string[]
  readonly values: ReadonlyMap<string, readonly string[]>
}

export function givenOf(data: GivenData): Given {
  const { inputs, values } = data
  return {
    inputs,
    data,
    one: (name) => values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
  }
}

function unknownOption(written: string, names: readonly string[]): UsageError {
  const name = written.replace(/^-+/, '')
  const isFormat = names.includes('format') && ['json', 'csv', 'markdown', 'table'].includes(name)
  const near = isFormat ? `format ${name}` : nearestName(name, names)
  const known = `; the options are ${names.map((one) => `--${one}`).join(', ')}`
  return new UsageError(`There is no option ${written}${near === null ? known : `. Is --${near} meant?`}`)
}

/** A whole number from an option. */
export function wholeOf(given: Given, name: string, otherwise: number, least = 0): number {
  const text = given.one(name)
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || !Number.isSafeInteger(value))
    throw new UsageError(`--${name} must be a whole number from ${least}, but is ${text}`)
  return value
}

/** One of several names from an option. */
export function choiceOf<const Name extends string>(
  given: Given,
  name: string,
  names: readonly Name[],
  otherwise: Name,
): Name {
  const text = given.one(name)
  if (text === undefined) return otherwise
  const found = names.find((one) => one === text)
  if (found !== undefined) return found
  throw notOneOf(name, names, text)
}

function notOneOf(name: string, names: readonly string[], text: string): UsageError {
  const near = nearestName(text, names)
  return new UsageError(
    `--${name} must be one of ${names.join(', ')}, but is ${text}${near === null ? '' : `. Is ${near} meant?`}`,
  )
}

/** A number of tokens as people write it: 64000, 64_000, 64k, 1.5M; null for anything else. */
export function tokensIn(text: string): number | null {
  const [, digits, suffix = ''] =
    /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.replaceAll(/_|,(?=\d{3}(?!\d))/g, '')) ?? []
  if (digits === undefined) return null
  const factor = suffix === '' ? 1 : suffix.toLowerCase() === 'k' ? 1000 : 1_000_000
  return Math.round(Number(digits) * factor)
}
