// The import laws. The name of a law says what holds; its comment says what to do instead.
// .ci/laws.mjs runs them, checks that every source file was read, and proves on .ci/law-fixtures that each law can fire.
import { layers, outsideTheProgram, testFiles } from './.ci/layers.mjs'

const names = Object.keys(layers)
const anyOf = (folders) => `^src/(${folders.join('|')})/`
const doorsOf = ([name, { doors = ['index.ts'] }]) =>
  doors.map((file) => `^src/${name}/${file.replace('.', '\\.')}$`)
const nodeModule = (pattern) => `(^|/)node_modules/(@types/)?(${pattern})(/|$)`

/** The arrow: a layer imports itself and the layers it sees. Tests are free to look at the whole. */
const arrow = Object.entries(layers).map(([name, { law, sees, instead }]) => ({
  name: law,
  comment: instead,
  severity: 'error',
  from: { path: name === 'app' ? '^src/(app/|main\\.tsx$)' : `^src/${name}/`, pathNot: testFiles },
  to: {
    path: '^src/',
    // testing, bench, main and tests have laws of their own below
    pathNot: [anyOf([name, ...sees, ...outsideTheProgram]), '^src/main\\.tsx$', testFiles],
  },
}))

const packages = Object.entries(layers)
  .filter(([, { packages }]) => packages !== undefined)
  .map(([name, { packages, builtins }]) => ({
    name: packages === null ? `${name}-has-no-packages` : `${name}-has-one-package`,
    comment:
      packages === null
        ? `${name} runs wherever JavaScript runs. Write the few lines it needs, or take the result of the library as an argument.`
        : `${name} may import ${packages} and nothing else. Keep other libraries above it.`,
    severity: 'error',
    from: { path: `^src/${name}/`, pathNot: testFiles },
    to: {
      pathNot: [
        '^src/',
        ...(packages === null ? [] : [nodeModule(packages)]),
        ...(builtins === undefined ? [] : [`^(${builtins})$`]),
      ],
      couldNotResolve: false,
    },
  }))

export default {
  forbidden: [
    ...arrow,
    ...packages,
    {
      name: 'layers-meet-at-the-door',
      comment:
        'Another layer is imported through its doors (index.ts; engine, config and sim: internal.ts besides; worker: client.ts and protocol.ts). Export the name there, grouped with its kin.',
      severity: 'error',
      // tests of the page run the worker's door in their own thread
      from: { path: `^src/(${names.join('|')})/`, pathNot: '^src/app/.*\\.test\\.tsx?$' },
      to: {
        path: anyOf(names.filter((name) => !outsideTheProgram.includes(name))),
        pathNot: ['^src/$1/', ...Object.entries(layers).flatMap(doorsOf)],
      },
    },
    {
      name: 'main-only-mounts',
      comment:
        'main.tsx is the one file with an effect at import time: it mounts the app. Everything else belongs into src/app.',
      severity: 'error',
      from: { path: '^src/main\\.tsx$' },
      to: { path: '^src/', pathNot: '^src/app/' },
    },
    {
      name: 'nobody-imports-main',
      comment: 'Importing main.tsx would mount the page. Import what you need from src/app.',
      severity: 'error',
      from: {},
      to: { path: '^src/main\\.tsx$' },
    },
    {
      name: 'testing-is-for-tests',
      comment:
        'The mini-language, printers and arbitraries of src/testing must not reach users. Move what the program needs into its layer.',
      severity: 'error',
      from: { path: '^src/', pathNot: [testFiles, anyOf(outsideTheProgram)] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'planted-facts-are-held-back',
      comment:
        'What extracts facts must not know the words it is measured with. Only benchmarks and the tests in src/testing/planted import that folder.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(testing/planted|bench)/' },
      to: { path: '^src/testing/planted/' },
    },
    {
      name: 'held-out-facts-are-read-once',
      comment:
        'The held-out sentences are for the final test alone. Develop with templates.json and sessions.json, which have others.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/testing/planted/held-out(-sessions|-rules)?\\.test\\.ts$' },
      to: { path: '^src/testing/planted/held-out[^/]*\\.json$' },
    },
    {
      name: 'bench-is-a-program',
      comment: 'src/bench is run, not imported. Move what others need into the layer it measures.',
      severity: 'error',
      from: { path: '^src/', pathNot: [testFiles, '^src/bench/'] },
      to: { path: '^src/bench/' },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'A test file runs its tests when it is imported. Move what is shared into src/testing.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: testFiles },
    },
    {
      name: 'recharts-stays-in-chart',
      comment:
        'Only the panels chart, cost and metrics know the charting library. Give its wrappers a series from view.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/panel/(chart|cost|metrics)/' },
      to: { path: nodeModule('recharts') },
    },
    {
      name: 'config-comes-to-the-page-late',
      comment:
        'The YAML parser stays out of the first script. Import types from config, and values with `await import(...)` or through the worker.',
      severity: 'error',
      from: { path: '^src/(app/|main\\.tsx$)', pathNot: testFiles },
      to: { path: '^src/config/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'every-import-is-found',
      comment:
        'The path or the package does not exist. Mind the .ts extension, and package.json for packages.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    // only what a law asks about: the cycles of imports are sought in .ci/folders.mjs
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'default', 'types', 'require', 'node'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
}
