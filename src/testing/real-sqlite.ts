/** What SQLite itself takes and gives as a value. */
export type Value = null | number | string | Uint8Array

interface RealDatabase {
  run(sql: string, values?: readonly Value[]): unknown
  exec(sql: string): readonly { readonly columns: readonly string[]; readonly values: readonly Value[][] }[]
  export(): Uint8Array
}

/** It has no types of its own; as a value the name is not looked up. */
const PACKAGE: string = 'sql.js'

/** SQLite, to make databases and to say what is in them. */
export const realSqlite = import(PACKAGE).then(
  (module: {
    readonly default: () => Promise<{ readonly Database: new (bytes?: Uint8Array) => RealDatabase }>
  }) => module.default(),
)
