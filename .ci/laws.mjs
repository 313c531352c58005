// Runs the import laws over src/, and makes sure that they could have failed:
//   1. every source file was read, and every folder of src/ is a layer of .ci/layers.mjs
//   2. every tsconfig of a layer references what the arrow allows and nothing else
//   3. src/RULES.md holds every rule that is cited, and each of them stands in the title of a test; texts of the page
//      and README.md use the standard terms of .ci/words.mjs; only strategies, presets and tests name a stage
//   4. package-lock.json has a checksum for every package and names no registry
//   5. on .ci/law-fixtures each law, each lint ban and the compiler report exactly what they should
// Prints each problem with its place and what to do instead; exit code 1 if there is any.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import laws from '../.dependency-cruiser.mjs'
import { folderLaws, inCircles, outOfOrder } from './folders.mjs'
import { layers } from './layers.mjs'
import { casesThatBreakRules, citingFiles, problemsOfRules } from './rules.mjs'
import { casesThatBreakStages, problemsOfStages, stageNames } from './stages.mjs'
import { casesThatBreakWords, problemsOfWords } from './words.mjs'

const root = join(import.meta.dirname, '..')
const fixtures = join(import.meta.dirname, 'law-fixtures')
const problems = []
const { forbidden, options } = laws
const instead = new Map([...forbidden, ...folderLaws].map(({ name, comment }) => [name, comment]))

const real = await importsOf(root)
for (const { law, from, to, cycle } of real.broken) {
  problems.push(`${[from, to, ...cycle].join(' → ')}\n    breaks ${law}. ${instead.get(law)}`)
}

checkEverythingWasRead()
checkFolders()
checkTsconfigs()
checkTexts()
checkLock()
await checkFixtureImports()
checkFixtureLint()
checkFixtureTypes()

for (const problem of problems) console.log(`  ${problem}`)
const sum = `${instead.size} laws, ${real.sources.length} files, ${real.edges} imports`
console.log(problems.length === 0 ? `${sum}: all kept` : `${sum}: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Reads `src/` below a folder with all laws. */
async function importsOf(baseDir) {
  const { output } = await cruise(['src'], { ...options, baseDir, validate: true, ruleSet: { forbidden } })
  const sources = output.modules.map(({ source }) => source).filter((source) => source.startsWith('src/'))
  return {
    sources,
    edges: output.summary.totalDependenciesCruised,
    broken: [
      ...output.summary.violations.map(({ rule, from, to }) => ({ law: rule.name, from, to, cycle: [] })),
      ...outOfOrder(output.modules),
      ...inCircles(output.modules),
    ],
  }
}

/** dependency-cruiser that cannot use the installed compiler reads nothing and is content, so count for ourselves. */
function checkEverythingWasRead() {
  const read = new Set(real.sources)
  for (const file of sourceFiles(root)) {
    if (!read.has(file)) problems.push(`${file}: not read by dependency-cruiser, so no law was checked`)
  }
}

function checkFolders() {
  for (const entry of readdirSync(join(root, 'src'), { withFileTypes: true })) {
    if (entry.isDirectory() && !(entry.name in layers)) {
      problems.push(`src/${entry.name}: not a layer; give it a row with its place in .ci/layers.mjs`)
    }
  }
}

function checkLock() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const [path, { integrity, resolved }] of Object.entries(packages)) {
    if (path === '') continue
    if (integrity === undefined)
      problems.push(
        `package-lock.json: ${path} has no integrity; delete its entry and run npm install --package-lock-only`,
      )
    if (resolved !== undefined)
      problems.push(
        `package-lock.json: ${path} names where it came from; install with --omit-lockfile-registry-resolved`,
      )
  }
}

function checkTsconfigs() {
  for (const [name, { sees, pure }] of Object.entries(layers)) {
    if (!existsSync(join(root, 'src', name))) continue
    const file = `src/${name}/tsconfig.json`
    if (!existsSync(join(root, file))) {
      problems.push(`${file}: missing, so nothing stops the compiler at the border of ${name}`)
      continue
    }
    const { compilerOptions = {}, references = [] } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    for (const { path } of references) {
      const layer = path.replace(/^\.\.\//, '')
      if (!sees.includes(layer)) problems.push(`${file}: references ${path}, which ${name} may not see`)
    }
    const ambient = [...(compilerOptions.lib ?? []), ...(compilerOptions.types ?? ['every @types package'])]
    const extra = ambient.filter((entry) => entry !== 'ES2023')
    if (pure && extra.length > 0)
      problems.push(`${file}: a pure layer has lib ["ES2023"] and types [], found ${extra.join(', ')}`)
  }
}

function checkTexts() {
  const page = readFileSync(join(root, 'src', 'RULES.md'), 'utf8')
  const files = citingFiles(root)
  problems.push(...problemsOfRules(page, files), ...casesThatBreakRules())
  problems.push(...problemsOfWords(files), ...casesThatBreakWords())
  problems.push(...problemsOfStages(files, stageNames(files)), ...casesThatBreakStages())
}

/** The first line of a fixture names the laws it breaks: those and no others must be reported, and each law once at least. */
async function checkFixtureImports() {
  const { sources, broken } = await importsOf(fixtures)
  const unproven = new Set(instead.keys())
  for (const source of sources) {
    const expected =
      readFileSync(join(fixtures, source), 'utf8')
        .match(/^\/\/ breaks: (.*)/)?.[1]
        .split(', ') ?? []
    const found = broken.filter(({ from }) => from === source).map(({ law }) => law)
    for (const law of expected) {
      if (found.includes(law)) unproven.delete(law)
      else problems.push(`.ci/law-fixtures/${source}: the law ${law} does not fire`)
    }
    for (const law of found) {
      if (!expected.includes(law))
        problems.push(`.ci/law-fixtures/${source}: the law ${law} fires without cause`)
    }
  }
  for (const law of unproven)
    problems.push(`the law ${law} has no fixture in .ci/law-fixtures that breaks it`)
}

function lawsBrokenBy(file) {
  return (
    readFileSync(join(fixtures, file), 'utf8')
      .match(/^\/\/ breaks: (.*)/)?.[1]
      .split(', ') ?? []
  )
}

/** The bans of the pure layers, and the direction once more, as the linter sees it: it reads the text of an import. */
function checkFixtureLint() {
  const folder = '.ci/law-fixtures'
  const { stdout } = tool('oxlint', ['--config', `${folder}/lint.json`, '--format', 'unix', folder])
  demandRefused(`${folder}/src/engine/impure.ts`, stdout, /impure\.ts:(\d+):/g)
  const pure = Object.keys(layers).filter((name) => layers[name].pure)
  for (const file of sourceFiles(fixtures)) {
    const name = file.split('/')[1]
    if (!pure.includes(name)) continue
    const laws = lawsBrokenBy(file)
    const expected = laws.includes(layers[name].law) || laws.some((law) => law.startsWith(`${name}-has-`))
    const found = stdout
      .split('\n')
      .some((line) => line.includes(`/${file}:`) && line.includes('no-restricted-imports'))
    if (expected && !found) problems.push(`${folder}/${file}: .oxlintrc.json does not refuse this import`)
    if (found && laws.length === 0)
      problems.push(`${folder}/${file}: .oxlintrc.json refuses this import without cause`)
  }
  const glob = `**/src/{${pure.join(',')}}/**`
  const { overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))
  if (!overrides.some(({ files }) => files.includes(glob))) {
    problems.push(`.oxlintrc.json: the bans of the pure layers must name "${glob}"`)
  }
}

function checkFixtureTypes() {
  const project = '.ci/law-fixtures/src/engine'
  const { stdout } = tool('tsc', ['-p', project, '--noEmit', '--pretty', 'false'])
  demandRefused(`${project}/page.ts`, stdout, /page\.ts\((\d+),/g)
  for (const file of ['upward.ts', 'upward-type.ts']) {
    if (!new RegExp(`${file}\\(\\d+,\\d+\\): error TS6307`).test(stdout)) {
      problems.push(`${project}/${file}: the compiler lets the engine import upwards (no TS6307)`)
    }
  }
}

/** The lines that end in `refused` must be reported, and no others. */
function demandRefused(file, output, place) {
  const reported = new Set([...output.matchAll(place)].map(([, line]) => Number(line)))
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    if (line.endsWith('// refused') && !reported.has(number))
      problems.push(`${file}:${number}: is not refused: ${line}`)
    if (!line.endsWith('// refused') && reported.has(number))
      problems.push(`${file}:${number}: is refused: ${line}`)
  }
}

function tool(name, args) {
  const path = join(root, 'node_modules', '.bin', name)
  const { error, stdout } = spawnSync(path, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw new Error(`${name} could not be started: ${error.message}`)
  return { stdout }
}

function sourceFiles(folder) {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /\.(ts|tsx)$/.test(path) && !path.endsWith('.d.ts'))
}
