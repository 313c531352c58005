/**
 * Reads the tables of a SQLite database, without SQL: programs keep their conversations in such files. After “Database
 * File Format” of sqlite.org: pages form trees, a row that does not fit its page goes on in others.
 */

import { packingOf } from './unpack.ts'
import type { Unpack } from './unpack.ts'

/** A cell of a table. Whole numbers beyond 2^53 lose their last digits. */
export type Cell = null | number | string | Uint8Array

/** A row of a table; its cells are decoded when they are asked for. */
export type Row = (column: string) => Cell

export interface Table {
  readonly columns: readonly string[]
  /** In the order of their keys. */
  readonly rows: () => Iterable<Row>
}

/**
 * The tables of a database by their names in small letters, without virtual ones.
 *
 * @param log what was written last, which stands in a file of its own (`…-wal`) until it is moved into the database
 * @throws RangeError if the file is cut off or damaged, at once or when rows are read
 */
export function tablesOf(
  bytes: Uint8Array,
  decode: Unpack['decode'],
  log: Uint8Array | null = null,
): ReadonlyMap<string, Table> {
  const file = pagesOf(bytes, decode, log)
  const tables = new Map<string, Table>()
  for (const row of rowsOf(file, 1, { columns: SCHEMA, key: null })) {
    const [type, name, root, sql] = [row('type'), row('name'), row('rootpage'), row('sql')]
    if (type !== 'table' || typeof name !== 'string' || typeof sql !== 'string') continue
    if (typeof root !== 'number' || root === 0 || name.startsWith('sqlite_')) continue
    const shape = shapeOf(sql)
    tables.set(name.toLowerCase(), { columns: shape.columns, rows: () => rowsOf(file, root, shape) })
  }
  return tables
}

const SCHEMA = ['type', 'name', 'tbl_name', 'rootpage', 'sql']

interface Pages {
  /** From 1. */
  readonly page: (number: number) => Uint8Array
  readonly count: number
  /** Bytes of a page that hold something. */
  readonly usable: number
  readonly decoded: (bytes: Uint8Array) => string
}

const ENCODINGS = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'] as const

function pagesOf(bytes: Uint8Array, decode: Unpack['decode'], log: Uint8Array | null): Pages {
  if (packingOf(bytes) !== 'sqlite' || bytes.length < 100)
    throw new RangeError('it does not begin as a database does')
  const size = sizeIn(u16(bytes, 16))
  const usable = size - (bytes[20] as number)
  const newer = log === null ? { pages: new Map<number, Uint8Array>(), count: 0 } : newerPages(log, size)
  const encoding = ENCODINGS[u32(newer.pages.get(1) ?? bytes, 56)] ?? 'utf-8'
  const count = newer.count > 0 ? newer.count : Math.floor(bytes.length / size)
  return {
    count,
    usable,
    decoded: (text) => decode(text, encoding),
    page(number) {
      const found = newer.pages.get(number) ?? bytes.subarray((number - 1) * size, number * size)
      if (number < 1 || found.length < size)
        throw new RangeError(`page ${number} of the database is missing: the file is cut off`)
      return found
    },
  }
}

function sizeIn(stored: number): number {
  return stored === 1 ? 65_536 : stored
}

/** The pages of a write-ahead log up to the last finished change; what does not belong to its last run is left out. */
function newerPages(
  log: Uint8Array,
  size: number,
): { readonly pages: ReadonlyMap<number, Uint8Array>; readonly count: number } {
  const pages = new Map<number, Uint8Array>()
  let count = 0
  if (log.length < 32 || u32(log, 0) >>> 1 !== 0x377f0682 >>> 1 || sizeIn(u32(log, 8)) !== size)
    return { pages, count }
  const isBig = (u32(log, 0) & 1) === 1
  let sum = summed([0, 0], log.subarray(0, 24), isBig)
  let open: [number, Uint8Array][] = []
  for (let at = 32; at + 24 + size <= log.length; at += 24 + size) {
    const page = log.subarray(at + 24, at + 24 + size)
    if (u32(log, at + 8) !== u32(log, 16) || u32(log, at + 12) !== u32(log, 20)) break
    sum = summed(summed(sum, log.subarray(at, at + 8), isBig), page, isBig)
    if (sum[0] !== u32(log, at + 16) || sum[1] !== u32(log, at + 20)) break
    open.push([u32(log, at), page])
    const pagesAfter = u32(log, at + 4)
    if (pagesAfter === 0) continue
    for (const [number, newest] of open) pages.set(number, newest)
    open = []
    count = pagesAfter
  }
  return { pages, count }
}

/** The checksum of a write-ahead log, continued. */
function summed([a, b]: readonly [number, number], bytes: Uint8Array, isBig: boolean): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [one, other] = [a, b]
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, !isBig) + other) >>> 0
    other = (other + view.getUint32(at + 4, !isBig) + one) >>> 0
  }
  return [one, other]
}

/** How the rows of a table are stored. */
interface Shape {
  /** In the order in which they are stored. */
  readonly columns: readonly string[]
  /** The column that is the key of the tree, and not stored in the row; null for none. */
  readonly key: string | null
}

/** Kinds of pages, by their first byte. */
const [INDEX_NODE, TABLE_NODE, INDEX_LEAF, TABLE_LEAF] = [2, 5, 10, 13]

function* rowsOf(file: Pages, root: number, shape: Shape): Generator<Row> {
  // Pages that are still to be visited, the next one last; a row that stands between two pages is visited as itself.
  const left: (number | Row)[] = [root]
  let visited = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'number') {
      yield next
      continue
    }
    if (++visited > file.count) throw new RangeError(`page ${next} of the database leads back to itself`)
    const page = file.page(next)
    const start = next === 1 ? 100 : 0
    const kind = page[start]
    const isLeaf = kind === TABLE_LEAF || kind === INDEX_LEAF
    if (!isLeaf && kind !== TABLE_NODE && kind !== INDEX_NODE)
      throw new RangeError(`page ${next} of the database holds no rows`)
    const count = u16(page, start + 3)
    const cells = start + (isLeaf ? 8 : 12)
    if (isLeaf) {
      for (let nth = 0; nth < count; nth++)
        yield rowAt(file, page, u16(page, cells + 2 * nth), kind === TABLE_LEAF, shape)
      continue
    }
    left.push(u32(page, start + 8))
    for (let nth = count - 1; nth >= 0; nth--) {
      const at = u16(page, cells + 2 * nth)
      if (kind === INDEX_NODE) left.push(rowAt(file, page, at + 4, false, shape))
      left.push(u32(page, at))
    }
  }
}

/** The row whose cell begins at a place of a page. */
function rowAt(file: Pages, page: Uint8Array, at: number, isTable: boolean, shape: Shape): Row {
  const [length, afterLength] = varint(page, at)
  const [rowid, begin] = isTable ? varint(page, afterLength) : [0, afterLength]
  const { usable } = file
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((length - least) % (usable - 4))
  const own = length <= most ? length : fitting <= most ? fitting : least
  const isWhole = own === length
  let whole = page.subarray(begin, begin + own)
  let isRead = isWhole
  const rest = isWhole ? 0 : u32(page, begin + own)
  /** The record, at least its first bytes. */
  const record = (bytes: number): Uint8Array => {
    if (isRead || bytes <= own) return whole
    whole = joined(file, whole, rest, length)
    isRead = true
    return whole
  }
  const [header] = varint(whole, 0)
  return (column) => {
    if (column === shape.key) return rowid
    const nth = shape.columns.indexOf(column)
    const types = record(header)
    let [, place] = varint(types, 0)
    let value = header
    for (let index = 0; place < header; index++) {
      const [type, next] = varint(types, place)
      const size = sizeOf(type)
      if (index === nth) return cellOf(record(value + size), value, type, size, file.decoded)
      place = next
      value += size
    }
    // A column that was added later.
    return null
  }
}

/** A record that goes on in other pages. */
function joined(file: Pages, first: Uint8Array, from: number, length: number): Uint8Array {
  const whole = new Uint8Array(length)
  whole.set(first)
  let at = first.length
  let next = from
  for (let visited = 0; at < length; visited++) {
    if (visited > file.count) throw new RangeError(`page ${next} of the database leads back to itself`)
    const page = file.page(next)
    const piece = page.subarray(4, Math.min(file.usable, 4 + length - at))
    whole.set(piece, at)
    at += piece.length
    next = u32(page, 0)
  }
  return whole
}

/** Bytes of a value, by its type. */
function sizeOf(type: number): number {
  if (type >= 12) return (type - (type % 2 === 0 ? 12 : 13)) / 2
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] ?? 0
}

function cellOf(bytes: Uint8Array, at: number, type: number, size: number, decoded: Pages['decoded']): Cell {
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  const value = bytes.subarray(at, at + size)
  if (type >= 12) return type % 2 === 0 ? value : decoded(value)
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength)
  if (type === 7) return view.getFloat64(0)
  if (type === 6) return Number(view.getBigInt64(0))
  const high = view.getInt8(0)
  let number = high
  for (let next = 1; next < size; next++) number = number * 256 + view.getUint8(next)
  return number
}

/** A number of one to nine bytes, and the place after it. */
function varint(bytes: Uint8Array, at: number): [number, number] {
  let value = 0
  for (let nth = 0; nth < 8; nth++) {
    const byte = bytes[at + nth] ?? 0
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + nth + 1]
  }
  // A key that is negative, or larger than a number is exact.
  let whole = 0n
  for (let nth = 0; nth < 8; nth++) whole = whole * 128n + BigInt((bytes[at + nth] ?? 0) & 127)
  return [Number(BigInt.asIntN(64, whole * 256n + BigInt(bytes[at + 8] ?? 0))), at + 9]
}

function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function u32(bytes: Uint8Array, at: number): number {
  return u16(bytes, at) * 65_536 + u16(bytes, at + 2)
}

/** A word, a text in quotes, a comment, or a mark of a statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S/g

const CONSTRAINT = /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)$/i

/** The columns of a table by the statement that made it. */
function shapeOf(sql: string): Shape {
  const tokens = [...sql.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !/^(?:--|\/\*)/.test(token))
  const parts: string[][] = [[]]
  let depth = 0
  let end = tokens.length
  for (const [index, token] of tokens.entries()) {
    if (token === ')' && --depth === 0) {
      end = index
      break
    }
    if (token === ',' && depth === 1) parts.push([])
    else if (depth > 0) parts.at(-1)?.push(token)
    if (token === '(') depth++
  }
  const has = (part: readonly string[], ...words: readonly string[]): number =>
    part.findIndex((_, at) => words.every((word, more) => part[at + more]?.toUpperCase() === word))
  const columns = parts.filter(([first = '']) => first !== '' && !CONSTRAINT.test(first))
  const stored = columns.filter((part) => has(part, 'AS', '(') < 0 || has(part, 'STORED') >= 0)
  const names = stored.map(([name = '']) => unquoted(name))
  const own = columns.filter((part) => has(part, 'PRIMARY', 'KEY') > 0).map(([name = '']) => unquoted(name))
  const apart = parts.find((part) => CONSTRAINT.test(part[0] ?? '') && has(part, 'PRIMARY', 'KEY', '(') >= 0)
  const keys = apart === undefined ? own : keysIn(apart.slice(has(apart, 'PRIMARY', 'KEY', '(') + 3))
  if (has(tokens.slice(end), 'WITHOUT', 'ROWID') >= 0)
    return { columns: [...new Set([...keys, ...names])], key: null }
  const isRowid = (name: string): boolean =>
    columns.some(([first = '', type]) => unquoted(first) === name && type?.toUpperCase() === 'INTEGER')
  const [key, ...others] = keys
  return {
    columns: names,
    key: key !== undefined && others.length === 0 && isRowid(key) ? key : null,
  }
}

/** The columns of a key that is declared apart, before their order and collation. */
function keysIn(tokens: readonly string[]): readonly string[] {
  const keys: string[] = []
  let isName = true
  for (const token of tokens) {
    if (token === ')') break
    if (isName) keys.push(unquoted(token))
    isName = token === ','
  }
  return keys
}

function unquoted(name: string): string {
  const [mark = ''] = name
  if (mark === '[') return name.slice(1, -1)
  return /^["'`]/.test(mark) ? name.slice(1, -1).replaceAll(mark + mark, mark) : name
}
