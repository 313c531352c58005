// Budgets for what loads before anyone clicks. Run after `vite build`; sizes are gzip.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const assets = join(import.meta.dirname, 'dist', 'assets')
const firstScript = withStaticImports(entryOfPage())
const worker = withStaticImports(readdirSync(assets).filter((file) => /^sim\.worker-.*\.js$/.test(file)))

if (worker.length === 0 && existsSync(join(import.meta.dirname, 'src', 'worker', 'sim.worker.ts'))) {
  throw new Error(
    'dist/assets has no sim.worker-*.js, so the budget of the worker would be checked on nothing',
  )
}

const importsWorker = readdirSync(assets).find(
  (file) => file.endsWith('.js') && /\bfrom"\.\/sim\.worker-/.test(readFileSync(join(assets, file), 'utf8')),
)
if (importsWorker !== undefined) {
  throw new Error(`${importsWorker} imports the worker's own file, which WebKit then runs a second time`)
}

const opening = withStaticImports(readdirSync(assets).filter((file) => /^axios-migration-.*\.js$/.test(file)))
if (worker.length > 0 && opening.length < 2) {
  throw new Error(
    'dist/assets has no axios-migration-*.js and axios-migration-7-*.js: what does the page open on now?',
  )
}

// A name that only the YAML parser spells out: it belongs into the worker and into chunks that load later.
if (firstScript.some((file) => readFileSync(file, 'utf8').includes('YAMLParseError'))) {
  throw new Error(
    'The YAML parser is in the first script. Import src/config with `await import(...)` or from the worker.',
  )
}

export default [
  {
    name: 'first script of the page, with its static imports',
    path: firstScript,
    gzip: true,
    limit: '238 kB',
  },
  ...(worker.length === 0
    ? []
    : [
        { name: 'worker at its start, without tokenizer ranks', path: worker, gzip: true, limit: '158 kB' },
        {
          name: 'opening scenario with its counts, which the worker fetches before its first picture',
          path: opening.filter((file) => !worker.includes(file)),
          gzip: true,
          limit: '60 kB',
        },
      ]),
]

function entryOfPage() {
  const page = join(import.meta.dirname, 'dist', 'index.html')
  if (!existsSync(page)) throw new Error('There is no dist/index.html: run `npx vite build` first')
  return [...readFileSync(page, 'utf8').matchAll(/<script type="module"[^>]*\ssrc="([^"]+)"/g)].map(
    ([, source]) => basename(source),
  )
}

/** The chunks that must arrive before the first line runs. `import('./x.js')` is none of them: it has a bracket. */
function withStaticImports(entries) {
  const found = new Set(entries)
  for (const file of found) {
    const source = readFileSync(join(assets, file), 'utf8')
    for (const [, path] of source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)) found.add(path)
  }
  return [...found].map((file) => join(assets, file))
}
