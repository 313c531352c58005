import type { Json } from '../../../../engine/index.ts'
import { valueOf } from '../../json/parse.ts'
import type { Cell, Row, Table } from '../packing/sqlite.ts'
import type { Unpack } from '../packing/unpack.ts'

/** A conversation in a database. */
export interface StoredLog {
  readonly id: string
  /** As its program names it; '' if it does not. */
  readonly title: string
  /** In a shape that a reader knows. */
  readonly text: () => Promise<string>
}

export type Tables = ReadonlyMap<string, Table>

/** How a program keeps its conversations in a database. */
export interface Store {
  /** Tables and their columns, all of which it has. */
  readonly has: Readonly<Record<string, readonly string[]>>
  readonly logs: (tables: Tables, unpack: Unpack) => AsyncIterable<StoredLog>
}

/** Several rows that belong together, by their id. */
export type Groups = ReadonlyMap<string, readonly Row[]>

/** After so many rows others may work. */
const AT_ONCE = 1000

export async function* rowsOf(tables: Tables, table: string, { pause }: Unpack): AsyncGenerator<Row> {
  let read = 0
  for (const row of tables.get(table)?.rows() ?? []) {
    yield row
    if (++read % AT_ONCE === 0) await pause()
  }
}

/** The rows of a table by one of its columns, in the order of the table. */
export async function groupsOf(
  tables: Tables,
  table: string,
  column: string,
  unpack: Unpack,
): Promise<Groups> {
  const groups = new Map<string, Row[]>()
  for await (const row of rowsOf(tables, table, unpack)) {
    const id = textIn(row(column))
    const own = groups.get(id) ?? []
    groups.set(id, own)
    own.push(row)
  }
  return groups
}

export function textIn(cell: Cell): string {
  return typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : ''
}

/** The text of a cell, also one that was stored as bytes. */
export function storedText(cell: Cell, { decode }: Unpack): string {
  return cell instanceof Uint8Array ? decode(cell, 'utf-8') : textIn(cell)
}

/** A text of JSON as its value; anything else is null. */
export function jsonIn(cell: Cell, unpack: Unpack): Json {
  return valueOf(storedText(cell, unpack)) ?? null
}

export const written = (value: Json): Promise<string> => Promise.resolve(JSON.stringify(value))

export const byTime =
  (column: string) =>
  (one: Row, other: Row): number =>
    Number(one(column)) - Number(other(column))
