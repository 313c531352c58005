import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** Files that write `$` before a number: the one function for amounts, and what is no amount. */
const WRITES_DOLLARS = [
  // Prices per million tokens, as their list says them.
  'app/panel/cost/words.ts',
  // Round values on an axis.
  'app/picture/plot/trade-range.ts',
  // Variables in the code of a made-up repository, and slots of its texts.
  'sim/scenario/coding/story.ts',
  'sim/scenario/text/clients.ts',
  'sim/scenario/text/expand.ts',
  'sim/run/cost/money.ts',
]

it('COST-1 amounts of money are written by one function', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const writing = files.filter((file) =>
    /\$\$\{|['"`]\$['"`] *\+|currency: *['"]USD/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(writing.toSorted()).toEqual(WRITES_DOLLARS.toSorted())
})
