import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unpackInNode } from '../../../../testing/archive.ts'
import { realSqlite } from '../../../../testing/real-sqlite.ts'
import type { Value } from '../../../../testing/real-sqlite.ts'
import { tablesOf } from './sqlite.ts'

type Database = InstanceType<Awaited<typeof realSqlite>['Database']>

/** All rows of a table, as SQLite gives them and as they are read here. */
function bothOf(database: Database, table: string): { readonly real: unknown; readonly read: unknown } {
  const [real] = database.exec(`SELECT * FROM "${table}"`)
  const names = database.exec(`PRAGMA table_xinfo("${table}")`)[0]?.values.map(([, name]) => String(name))
  const found = tablesOf(database.export(), unpackInNode.decode).get(table.toLowerCase())
  const rows = [...(found?.rows() ?? [])]
  return {
    real: real?.values ?? [],
    read: rows.map((row) => (real?.columns ?? names ?? []).map((name) => row(name))),
  }
}

const value = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, 127, -128, 32_767, -32_768, 8_388_607, 2_147_483_647, 140_737_488_355_327),
  fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 200, maxLength: 3000 }),
  fc.uint8Array({ maxLength: 60 }),
)

describe('a SQLite database', () => {
  it('MSG-1 has the rows that SQLite itself reads, whatever its pages, its texts and its values', async () => {
    const { Database: Real } = await realSqlite
    fc.assert(
      fc.property(
        fc.constantFrom(512, 1024, 4096, 65_536),
        fc.constantFrom('UTF-8', 'UTF-16le', 'UTF-16be'),
        fc.array(fc.tuple(value, value, fc.boolean()), { maxLength: 120 }),
        fc.boolean(),
        (size, encoding, rows, isKeyed) => {
          const database = new Real()
          database.run(`PRAGMA page_size=${size}; PRAGMA encoding="${encoding}"`)
          database.run(
            isKeyed
              ? 'CREATE TABLE "My rows" (a, number TEXT, b, PRIMARY KEY (number DESC, a)) WITHOUT ROWID'
              : 'CREATE TABLE "My rows" (number INTEGER PRIMARY KEY, a, b)',
          )
          const names = isKeyed ? '(a, number, b)' : '(number, a, b)'
          for (const [nth, [one, other]] of rows.entries()) {
            const values: Value[] = isKeyed ? [one ?? 0, `n${nth}`, other] : [nth * 3 - 40, one, other]
            database.run(`INSERT INTO "My rows" ${names} VALUES (?, ?, ?)`, values)
          }
          for (const [nth, [, , leaves]] of rows.entries())
            if (leaves)
              database.run(`DELETE FROM "My rows" WHERE number = ?`, [isKeyed ? `n${nth}` : nth * 3 - 40])
          const { real, read } = bothOf(database, 'My rows')
          expect(read).toEqual(real)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('MSG-1 has its columns under their names, however the table was made', async () => {
    const { Database: Real } = await realSqlite
    const tables: readonly (readonly [string, string, ...string[]])[] = [
      [
        'one',
        'CREATE TABLE one(id integer primary key autoincrement, data text)',
        "INSERT INTO one(data) VALUES ('x')",
      ],
      [
        'two',
        `CREATE TABLE IF NOT EXISTS [two] (
          "the key" TEXT UNIQUE ON CONFLICT REPLACE, -- a note, with a comma
          \`the ""value\` BLOB DEFAULT (1 + (2)), /* and (one) more */
          price DECIMAL(10, 2) CHECK (price > 0 OR price IN (1, 2)),
          CONSTRAINT once UNIQUE ("the key", price),
          FOREIGN KEY (price) REFERENCES one(id) ON DELETE CASCADE
        )`,
        `INSERT INTO two VALUES ('a', 'b', 1.5)`,
      ],
      [
        'three',
        'CREATE TABLE three (a INT PRIMARY KEY, twice INT AS (a * 2), thrice INT GENERATED ALWAYS AS (a * 3) STORED, z)',
        'INSERT INTO three (a, z) VALUES (4, 5)',
      ],
      [
        'four',
        'CREATE TABLE four (a)',
        'INSERT INTO four VALUES (1)',
        'ALTER TABLE four ADD COLUMN b TEXT',
        'INSERT INTO four VALUES (2, 3)',
      ],
      ['five', 'CREATE TABLE five AS SELECT 1 AS "a b", 2 AS c'],
      [
        'six',
        'CREATE TABLE six (key TEXT, id INTEGER, PRIMARY KEY (id))',
        "INSERT INTO six VALUES ('k', -9007199254740991)",
      ],
    ]
    const database = new Real()
    for (const [, ...statements] of tables) for (const sql of statements) database.run(sql)
    for (const [table] of tables) {
      const { real, read } = bothOf(database, table)
      // What is computed when it is read is in no file.
      const without = (rows: unknown): unknown =>
        table === 'three' ? (rows as Value[][]).map(([a, , c, z]) => [a, c, z]) : rows
      expect([table, without(read)]).toEqual([table, without(real)])
    }
    expect([...tablesOf(database.export(), unpackInNode.decode).keys()].sort()).toEqual(
      tables.map(([name]) => name).sort(),
    )
  })

  it('MSG-1 that is cut off or damaged anywhere is read or refused in words, and always ends', async () => {
    const { Database: Real } = await realSqlite
    const database = new Real()
    database.run('PRAGMA page_size=512; CREATE TABLE log (id INTEGER PRIMARY KEY, data TEXT)')
    for (let nth = 0; nth < 60; nth++)
      database.run('INSERT INTO log(data) VALUES (?)', ['word '.repeat(nth * 5)])
    const bytes = database.export()
    fc.assert(
      fc.property(
        fc.nat({ max: bytes.length }),
        fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), { maxLength: 6 }),
        (length, changes) => {
          const broken = bytes.slice(0, length)
          for (const [at, byte] of changes) if (at > 15 && at < length) broken[at] = byte
          try {
            for (const table of tablesOf(broken, unpackInNode.decode).values())
              for (const row of table.rows()) for (const column of table.columns) row(column)
          } catch (error) {
            expect((error as Error).message).toMatch(/database|does not begin/)
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})
