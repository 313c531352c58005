import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { TestSequencer, TestSpecification } from 'vitest/node'

import { headersForHosts, pageForFrames, servedAsByHosts, wholeAddresses } from './hosting/hosts.ts'
import { notesPackages, thirdPartyLicences } from './hosting/notices.ts'
import { keptForOffline } from './hosting/offline.ts'
import { editorStylesByRule, HEADERS, policyInThePage } from './hosting/policy.ts'

/** Fixed, so that links to runs keep working from one start to the next, and unusual, so that they seldom collide. */
const port = 43117
const host = '127.0.0.1'

/** Tests that replace a module, or load the page's code anew: nobody else may see what they do. */
const withModulesOfTheirOwn = [
  'src/worker/counting.test.ts',
  'src/app/store/run/later-forks.test.ts',
  'src/app/panel/live/keeping.test.ts',
  'src/provider/failure.test.ts',
]

/** What takes longest, so that it begins first: a long file that begins last leaves all cores but one idle. */
const long = [
  'src/view/compare/headline-laws.test.ts',
  'src/sim/run/every-log.test.ts',
  'src/examples/package.test.ts',
  'src/sim/run/timeline/obeyed.test.ts',
  'src/sim/run/compare/saving.test.ts',
  'src/sim/run/managed-laws.test.ts',
  'src/sim/run/switched.test.ts',
  'src/engine/runtime/same-as-run.test.ts',
  'src/app/panel/live/with-mock.test.ts',
  'src/sim/run/compare/score-history.test.ts',
  'src/sim/run/thinking-laws.test.ts',
  'src/sim/run/pipeline-laws.test.ts',
  'src/sim/log/fuzz.test.ts',
  'src/app/store/run/session.test.ts',
  'src/live/play/play.test.ts',
  'src/worker/door.test.ts',
  'src/testing/planted/held-out.test.ts',
  'src/app/panel/live/by-itself.test.ts',
  'src/sim/run/detector-facts.test.ts',
  'src/worker/shipped-counts.test.ts',
  'src/sim/run/laws.test.ts',
  'src/sim/run/cost/managed-cost.test.ts',
  'src/tokenizer/merge.test.ts',
  'src/sim/run/replay/resume.test.ts',
  'src/tokenizer/exact-counter.test.ts',
  'src/sim/run/hold-back.test.ts',
  'src/worker/questions.test.ts',
  'src/app/panel/conversation/silhouettes.test.ts',
  'src/sim/run/forks.test.ts',
  'src/sim/run/cost/rewritten.test.ts',
  'src/sim/run/same-rewrite.test.ts',
  'src/live/growing-laws.test.ts',
  'src/config/text/key-places.test.ts',
  'src/sim/run/settings-act.test.ts',
]

/** What `npm run check:quick` leaves to `npm test`. */
const leftOut = process.env['QUICK'] === undefined ? [] : long

/**
 * Those with modules of their own first, since one that comes between others ends a worker that has loaded and warmed all
 * code; then the long ones in their order, and the others as they were found.
 */
class LongFirst implements TestSequencer {
  /** Nothing here runs in shards. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const place = ({ moduleId, project }: TestSpecification): number => {
      if (project.name === 'alone') return -1
      const found = long.findIndex((name) => moduleId.endsWith(name))
      return found === -1 ? long.length : found
    }
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

/** Says in plain words where the built page is served, or why it cannot be. */
const sayWhereThePageIs: Plugin = {
  name: 'say-where-the-page-is',
  configurePreviewServer({ httpServer, config }) {
    const address = `http://${host}:${config.preview.port}/`
    httpServer.once('listening', () => {
      console.log(`Context Window Lab is open at ${address} (Ctrl+C stops it)`)
    })
    httpServer.prependOnceListener('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return
      console.error(`Port ${config.preview.port} is taken. Perhaps the page is running already: ${address}`)
      console.error('If something else holds it, choose another port: npx vite preview --port 43200')
      process.exit(1)
    })
  },
}

/**
 * The worker shows nothing, so what settings, stages and strategies mean for a person stays out of it: a twentieth of its
 * bytes. `meaning` and `label` are empty or missing there, and so is in declarations whatever is prose and no part of a problem's message.
 */
const withoutMeanings: Plugin = {
  name: 'without-meanings',
  enforce: 'post',
  transform(code, id) {
    if (
      !/\/src\/(?:(?:engine|config|lessons|llm\/models)\/.*\.ts|lessons\/.*\.json|sim\/run\/metric\/words\.json)$/.test(
        id,
      )
    )
      return null
    const declares = /(?:declaration|settings|quantity)\.ts$/.test(id)
    // What a figure counts is added in the page, like its name.
    const isFigures = id.endsWith('words.json')
    // Where a text may be read it is empty, elsewhere it goes with its key.
    const isRead = declares || isFigures
    // What a model is called is in a run's bill; where its prices are from is not.
    const isModels = id.includes('/llm/models/')
    const texts: (readonly [from: number, to: number, instead: string])[] = []
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { type, key, value, start, end, arguments: given = [] } = node as SourceNode
      const name = key?.name ?? key?.value
      const isMeaning =
        (isModels ? name === 'source' : PROSE.has(name) || (isFigures && name === 'unit')) ||
        (declares && !SAID.has(name) && reads(value, / /))
      if (type === 'Property' && isMeaning && isText(value))
        texts.push(
          PROSE.has(name) && !isRead
            ? [start, code.startsWith(',', end) ? end + 1 : end, '']
            : [value.start, value.end, "''"],
        )
      else for (const inner of Object.values(node)) visit(inner)
      if (!(declares || PRESETS.test(id)) || type !== 'CallExpression') return
      for (const one of given) if (isText(one) && reads(one, / .*\.$/)) texts.push([one.start, one.end, "''"])
    }
    visit(this.parse(code))
    const bare = texts
      .toSorted(([a], [b]) => a - b)
      .reduceRight((rest, [from, to, instead]) => rest.slice(0, from) + instead + rest.slice(to), code)
    return texts.length === 0 ? null : { code: bare, map: null }
  },
}

/** Nothing in a worker is handed to foreign code, so nothing is frozen there: an eight-hundredth of its bytes. */
const notFrozen: Plugin = {
  name: 'not-frozen',
  enforce: 'post',
  transform: (code, id) =>
    /\/src\//.test(id) ? { code: code.replaceAll('Object.freeze(', '('), map: null } : null,
}

/**
 * What a worker seldom needs comes when it is asked for: `x-on-demand.ts` stands there in the place of the `x.ts` beside it,
 * with the same functions, which whoever asks for them has to await once.
 */
const codeOnDemand: Plugin = {
  name: 'code-on-demand',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !/^\.{1,2}\/.*\.ts$/.test(source)) return null
    const standIn = resolve(dirname(importer), source.replace(/\.ts$/, '-on-demand.ts'))
    return standIn !== importer && existsSync(standIn) ? standIn : null
  },
}

/**
 * What the first file of a worker gives to later ones keeps the short name that it has there: a second name for each of two
 * hundred is a three-hundredth of its bytes.
 */
const oneNameEach: Plugin = {
  name: 'one-name-each',
  generateBundle(_, bundle) {
    const scripts = Object.values(bundle).filter((file) => file.type === 'chunk')
    for (const first of scripts.filter(({ name }) => name === start.name)) {
      const names = new Map<string, string>()
      first.code = first.code.replace(/export\{([^}]*)\}(?=;?\s*$)/, (_all, list: string) => {
        for (const [, name, given] of list.matchAll(/([^\s,]+) as ([^\s,]+)/g)) names.set(given!, name!)
        return `export{${list.replace(/ as [^\s,]+/g, '')}}`
      })
      const taken = new RegExp(`(?<=\\{)[^}]*(?=\\}from"\\./${first.fileName.split('/').pop()!}")`, 'g')
      for (const later of scripts)
        later.code = later.code.replace(taken, (list) =>
          list.replace(/([^\s,]+)(?: as ([^\s,]+))?/g, (_all, given: string, here: string = given) => {
            const name = names.get(given) ?? given
            return name === here ? name : `${name} as ${here}`
          }),
        )
    }
  },
}

/**
 * In tests a name that a module imports is read once, when the module loads, and not through the other module's getter at
 * each use: tests that run the simulator take about a tenth less time.
 */
const importsReadOnce: Plugin = {
  name: 'imports-read-once',
  enforce: 'post',
  apply: () => process.env['VITEST'] !== undefined,
  transform(code, id) {
    if (!/\/src\/.*(?<!\.test)\.tsx?$/.test(id)) return null
    let out = ''
    let done = 0
    for (const node of this.parse(code).body) {
      if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('.')) continue
      if (node.specifiers.length === 0 || node.specifiers.some(({ type }) => type !== 'ImportSpecifier'))
        continue
      if (node.attributes.length > 0) continue
      const space = `imported_at_${node.start}`
      const names = node.specifiers.flatMap((one) => {
        if (one.type !== 'ImportSpecifier') return []
        const given = one.imported.type === 'Identifier' ? one.imported.name : one.imported.value
        return given === one.local.name ? given : `${given}: ${one.local.name}`
      })
      const lines = code.slice(node.start, node.end).replace(/[^\n]/g, '')
      out += `${code.slice(done, node.start)}import * as ${space} from ${node.source.raw}; const { ${names.join(', ')} } = ${space};${lines}`
      done = node.end
    }
    return done === 0 ? null : { code: out + code.slice(done), map: null }
  },
}

/** Its properties are configs: only what a call is given is prose. */
const PRESETS = /preset\/list\.ts$/
/** Keys whose texts only people read. */
const PROSE: ReadonlySet<unknown> = new Set(['meaning', 'label'])
/** Keys of a declaration whose texts are no meanings. */
const SAID: ReadonlySet<unknown> = new Set(['unit', 'form', 'pattern', 'default'])

interface SourceNode {
  readonly type?: string
  readonly start: number
  readonly end: number
  readonly key?: { readonly name?: string; readonly value?: unknown }
  readonly value?: SourceText
  readonly arguments?: readonly SourceText[]
}

interface SourceText {
  readonly type: string
  readonly value?: unknown
  readonly start: number
  readonly end: number
}

function reads(node: SourceText | undefined, pattern: RegExp): boolean {
  return typeof node?.value === 'string' && pattern.test(node.value)
}

function isText(value: SourceText | undefined): value is SourceText {
  return value?.type === 'Literal' || value?.type === 'TemplateLiteral'
}

/** What loads first is one file: in twenty, cut by what later ones share with it, it has a fortieth more bytes. */
const start = { name: 'start', tags: ['$initial' as const] }
const output = { codeSplitting: { groups: [start] } }
/**
 * A worker's own file holds next to nothing, and no later file imports it: WebKit would run it a second time, with a state
 * of its own, where a service worker answers.
 */
const outputOfWorker = { codeSplitting: { groups: [{ ...start, test: /^(?!.*\.worker\.ts$)/ }] } }

export default defineConfig({
  // relative addresses: the built page also works from a sub-folder of any static host
  base: './',
  // what is not there is answered with 404, and not with the page: a script that is HTML would break in odd ways
  appType: 'mpa',
  plugins: [
    react(),
    sayWhereThePageIs,
    wholeAddresses,
    policyInThePage,
    editorStylesByRule,
    notesPackages(),
    thirdPartyLicences,
    headersForHosts,
    servedAsByHosts,
    pageForFrames,
    keptForOffline,
    importsReadOnce,
  ],
  // without this the worker is one classic script with both rank files of the tokenizer inlined: 3.4 MB before the first count
  worker: {
    format: 'es',
    plugins: () => [withoutMeanings, notFrozen, codeOnDemand, oneNameEach, notesPackages()],
    // Marks for tree shaking, which is over by then, are left in a worker: a five-hundredth of its bytes.
    rolldownOptions: { output: { ...outputOfWorker, comments: { annotation: false, legal: true } } },
  },
  // `light-dark()` becomes what the oldest browsers understand that index.html lets in; the canvases read what comes of it
  css: {
    transformer: 'lightningcss',
    lightningcss: { targets: { chrome: 116 << 16, firefox: 125 << 16, safari: (17 << 16) | (4 << 8) } },
  },
  build: {
    target: 'es2023',
    rolldownOptions: { output },
    modulePreload: { polyfill: false },
    // a font in a style sheet would be a `data:` address, which the policy of the page refuses
    assetsInlineLimit: 0,
    // the o200k ranks are 2.3 MB and load on demand; .size-limit.mjs guards the scripts that load at once
    chunkSizeWarningLimit: 2500,
  },
  server: { host, port: port + 1, strictPort: true },
  preview: { host, port, strictPort: true, headers: HEADERS },
  test: {
    environment: 'node',
    // Style sheets are empty in tests, except where their text is read.
    css: { include: [/\.css\?raw$/] },
    setupFiles: ['src/testing/seed.ts'],
    // The default leaves one core to the watcher, which on two cores halves the speed.
    maxWorkers: '100%',
    // What was compiled for the tests before need not be again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    // Runs leave much behind that is soon let go: with more room for what is new, its collection costs a tenth less in all.
    // There are as many workers as cores, so threads that help one of them to collect only slow the others down.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // Only for tests that hang: a busy machine may take many times what a quiet one does.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}', 'e2e/provider/*.test.ts'],
          exclude: [...withModulesOfTheirOwn, ...leftOut],
          // Modules hold nothing but caches, so files share them: loading the engine anew for each one took longer than
          // most of the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: withModulesOfTheirOwn.filter((file) => !leftOut.includes(file)) },
      },
    ],
  },
})
