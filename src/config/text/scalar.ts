import { isMapping } from '../mapping.ts'

/** The style of a scalar in the text; a new one is plain if possible. */
interface ScalarStyle {
  readonly style: 'plain' | 'single' | 'double' | 'block'
  /** As written, including quotes; '' for a new one. */
  readonly source: string
}

const NEW: ScalarStyle = { style: 'plain', source: '' }

/** False for values that cannot be written: NaN, a function, undefined. */
export function isWritable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isWritable)
  if (isMapping(value)) return Object.values(value).every(isWritable)
  return value === null || isScalarValue(value)
}

function isScalarValue(value: unknown): value is string | number | boolean {
  return typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean'].includes(typeof value)
}

/** A value on one line, in the style of the one that it replaces. */
export function inline(value: unknown, like: ScalarStyle = NEW): string {
  if (Array.isArray(value)) return `[${value.map((item) => inline(item)).join(', ')}]`
  if (isMapping(value)) {
    const pairs = Object.entries(value).map(([key, inner]) => `${keyText(key)}: ${inline(inner)}`)
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
  }
  if (typeof value === 'number') return numberText(value, like.style === 'plain' ? like.source : '')
  if (typeof value === 'boolean') return truthText(value, like)
  return typeof value === 'string' ? text(value, like.style) : 'null'
}

/** A key as written: names and shares plain, anything else quoted. */
export function keyText(key: string): string {
  return /^(?:\d*\.?\d+|[A-Za-z_]\w*)$/.test(key) && !isReserved(key) ? key : JSON.stringify(key)
}

const PLACES = 12

/**
 * A number as people write it: without floating-point noise, and with as many decimals as the previous one, if they are
 * enough.
 */
export function numberText(value: number, before = ''): string {
  const tidy = String(Number(value.toPrecision(PLACES)))
  const number = Number(tidy) === 0 ? '0' : tidy
  const [, , old = ''] = /^([+-]?\d*)\.(\d+)$/.exec(before) ?? []
  if (old === '' || number.includes('e')) return number
  const [whole = '', decimals = ''] = number.split('.')
  const padded = `${whole}.${decimals.padEnd(old.length, '0')}`
  return /^[+-]?\./.test(before) ? padded.replace(/^(-?)0\./, '$1.') : padded
}

/** Switches are written in lower case, unless the previous one was not. */
function truthText(value: boolean, { source }: ScalarStyle): string {
  const plain = String(value)
  if (/^(?:TRUE|FALSE)$/.test(source)) return plain.toUpperCase()
  return /^(?:True|False)$/.test(source) ? plain[0]?.toUpperCase() + plain.slice(1) : plain
}

/** A text in its previous quotes; without quotes if YAML would not read it as something else. */
function text(value: string, style: ScalarStyle['style']): string {
  // Quotes that were not needed are the author's choice and stay.
  if (style === 'single' && !/[\p{Cc}\u2028\u2029]/u.test(value)) return `'${value.replaceAll("'", "''")}'`
  if (style === 'double') return JSON.stringify(value)
  const plain = /^[A-Za-z_](?:[\w .%()<>=/+-]*[\w.%()<>=/+-])?$/.test(value) && !isReserved(value)
  return plain ? value : JSON.stringify(value)
}

function isReserved(word: string): boolean {
  return /^(?:null|true|false)$/i.test(word)
}

/** Whether a text cannot be a block scalar line by line: it begins with a space, or would be folded. */
export function isMultiline(value: string, folded: boolean): boolean {
  return (
    value.startsWith(' ') ||
    value.startsWith('\n') ||
    value.endsWith('\n') ||
    /[^\P{Cc}\n]/u.test(value) ||
    (folded && value.includes('\n'))
  )
}

/** A key with its value as lines: mappings with one key per line, lists of plain values on one line. */
export function entryLines(key: string, value: unknown, indent: string, step: string): string[] {
  const head = `${indent}${keyText(key)}:`
  if (isMapping(value) && Object.keys(value).length > 0) {
    return [
      head,
      ...Object.entries(value).flatMap(([name, inner]) => entryLines(name, inner, indent + step, step)),
    ]
  }
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    return [head, ...value.flatMap((item) => itemLines(item, indent + step, step))]
  }
  return [`${head} ${inline(value)}`]
}

/** An item of a list as lines: a mapping with its first key after the dash. */
export function itemLines(value: unknown, indent: string, step: string): string[] {
  if (!isMapping(value) || Object.keys(value).length === 0) return [`${indent}- ${inline(value)}`]
  const lines = Object.entries(value).flatMap(([key, inner]) => entryLines(key, inner, `${indent}  `, step))
  return lines.map((line, index) => (index === 0 ? `${indent}- ${line.slice(indent.length + 2)}` : line))
}
