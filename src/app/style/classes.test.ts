import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const app = join(import.meta.dirname, '..')

/**
 * Classes that a style sheet describes on their own: `.plot {`, also in a list, but neither `.lane .plot` nor
 * `.plot.is-open`.
 */
function bareClasses(sheet: string): ReadonlySet<string> {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  const selectors = [...text.matchAll(/(?:^|[{}])([^{}@;]+)\{/g)].flatMap(([, list = '']) =>
    list.replace(/\([^()]*\)/g, '()').split(','),
  )
  return new Set(selectors.map((one) => one.trim()).filter((one) => /^\.[\w-]+$/.test(one)))
}

it('a class that stands alone is described in one style sheet: all of them are on the page at once', () => {
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  expect(sheets.length).toBeGreaterThan(20)
  const homes = new Map<string, string[]>()
  for (const sheet of sheets) {
    for (const name of bareClasses(readFileSync(join(app, sheet), 'utf8')))
      homes.set(name, [...(homes.get(name) ?? []), relative('.', sheet)])
  }
  const shared = [...homes].filter(([, files]) => files.length > 1)
  expect(shared).toEqual([])
})

it('a class that a style sheet names is named in the code, or is of a library that draws by itself', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  const read = (file: string): string => readFileSync(join(app, file), 'utf8')
  const code = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).map(read)
  const words = new Set(code.flatMap((text) => text.match(/[A-Za-z][\w-]*/g) ?? []))
  // Such as `is-${kind}`: the text before the brace.
  const stems = code.flatMap((text) => [...text.matchAll(/([a-z]+-)\$\{/g)].map(([, stem = '']) => stem))
  const unknown = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => [
      ...read(file)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/gi),
    ])
    .map(([, name = '']) => name)
    .filter((name) => !/^(?:cm|tok|recharts|lucide)-/.test(name))
    .filter((name) => !words.has(name) && !stems.some((stem) => name.startsWith(stem)))
  expect(unknown).toEqual([])
})

it('no rule is empty, and a property of our own that is read is set somewhere', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.css$|(?<!\.test)\.tsx?$/.test(file),
  )
  const text = files.map((file) => readFileSync(join(app, file), 'utf8')).join('\n')
  const sheets = files.filter((file) => file.endsWith('.css'))
  const empty = sheets.flatMap((file) =>
    [...readFileSync(join(app, file), 'utf8').matchAll(/([^{}]+)\{\s*\}/g)].map(
      ([, selector = '']) => `${file}: ${selector.trim()}`,
    ),
  )
  expect(empty).toEqual([])
  // Set in a style sheet, as an element's style, or by name.
  const set = new Set(
    [...text.matchAll(/(--[\w-]+)\s*:|['"](--[\w-]+)['"]/g)].map(([, name, quoted]) => name ?? quoted),
  )
  const read = new Set([...text.matchAll(/var\((--[\w-]+)[,)]/g)].map(([, name]) => name))
  expect([...read].filter((name) => !set.has(name))).toEqual([])
})

it('finds a class in a list and in a media query, and not where another stands before it', () => {
  const sheet =
    '.a, .b:hover { x: y } @media (x) { .c { x: y } } .d .e { x: y } /* .f { } */ .g.is-on { x: y }'
  expect([...bareClasses(sheet)]).toEqual(['.a', '.c'])
})
