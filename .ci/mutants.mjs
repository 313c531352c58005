// Breaks the code of an area in every small way that Stryker knows, one at a time, and counts what the tests notice.
//
//   npm run mutants                    the areas there are, and what is known of each
//   npm run mutants -- pressure        an area, or what has changed in it and in its tests since it was last run
//   npm run mutants -- eviction guards   those of its files with that in their path, and what is broken with them
//
// Some files are broken at a time, and what is known of them is kept in .cache/mutants: a run that was ended goes on
// where it stopped. What times out, is covered by no test or is told to be ignored counts as survived.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..')
const kept = join('.cache', 'mutants')
const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')

/** `folder`: what is broken, but for its tests. `tests`: what is about it, and is quick; `without`: which of them are not. */
const areas = {
  pressure: { folder: 'src/engine/pressure', tests: ['src/engine/pressure/*', 'src/config/reference'] },
  budget: { folder: 'src/engine/budget', tests: ['src/engine/budget/*', 'src/config/reference'] },
  window: {
    folder: 'src/engine/core/window',
    tests: [
      'src/engine/core/window/*',
      'src/testing/conformance/*',
      'src/engine/runtime/{turn,drive,validity}',
      'src/config/reference',
    ],
  },
  validity: {
    folder: 'src/engine/validity',
    tests: ['src/engine/validity/**/*', 'src/testing/conformance/*'],
    without: 'family [D-H] ',
  },
  eviction: {
    folder: 'src/engine/policy',
    tests: [
      'src/engine/policy/**/*',
      'src/engine/stage/catalogue/{evict,merge}',
      'src/engine/stage/contract/worth',
      'src/testing/conformance/*',
      'src/config/reference',
    ],
  },
  writing: {
    folder: 'src/config/text',
    tests: ['src/config/text/*'],
    without: 'reset|places of problems|line in the middle|restores the bytes|every other line',
  },
}

const [name, part = ''] = process.argv.slice(2)
if (name === undefined) {
  for (const area of Object.keys(areas)) tell(area, piecesOf(area).flatMap(known))
} else if (!Object.hasOwn(areas, name)) {
  console.error(`There is no area called ${name}. The areas are: ${Object.keys(areas).join(', ')}`)
  process.exitCode = 2
} else {
  const pieces = piecesOf(name).filter(({ files }) => files.some((file) => file.includes(part)))
  for (const piece of pieces) {
    mkdirSync(join(root, kept, name), { recursive: true })
    forgetSurvivors(piece)
    const env = {
      ...process.env,
      MUTANT_FILES: piece.files.join(' '),
      MUTANT_RESULT: piece.result,
      MUTANT_TESTS: areas[name].tests.join(' '),
      MUTANT_WITHOUT: areas[name].without ?? '',
    }
    const { status } = spawnSync(process.execPath, [stryker, 'run', '.ci/stryker.mjs'], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    if (status !== 0) process.exit(status ?? 1)
  }
  const all = pieces.flatMap(known)
  for (const { file, line, mutator, status, replacement } of all)
    if (status !== 'Killed') console.log(`${file}:${line}  ${status}  ${mutator}  ${replacement}`)
  tell(name, all)
}

/** The files of an area in pieces that one run breaks, so that the tests need not be loaded for each file. */
function piecesOf(area) {
  const { folder } = areas[area]
  const files = readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
    .toSorted()
  const pieces = []
  let room = 0
  for (const file of files) {
    const { length } = readFileSync(join(root, file), 'utf8').split('\n')
    if (length > room) {
      pieces.push({ files: [], result: join(kept, area, `${file.replaceAll(/[\\/]/g, '-')}.json`) })
      room = 400
    }
    pieces.at(-1).files.push(file)
    room -= length
  }
  return pieces
}

/** So that they meet tests that are new: of code that runs as a file is loaded, Stryker takes over what it knew. */
function forgetSurvivors({ result }) {
  const path = join(root, result)
  if (!existsSync(path)) return
  const report = JSON.parse(readFileSync(path, 'utf8'))
  for (const one of Object.values(report.files))
    one.mutants = one.mutants.filter(({ status }) => status === 'Killed')
  writeFileSync(path, JSON.stringify(report))
}

/** What is known of the mutants of a piece. */
function known({ files, result }) {
  const path = join(root, result)
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return files.flatMap((file) =>
    (report.files[file]?.mutants ?? []).map(({ location, mutatorName, status, replacement = '' }) => {
      const line = location.start.line
      return {
        file,
        line,
        mutator: mutatorName,
        status,
        replacement: replacement.replaceAll(/\s+/g, ' ').slice(0, 90),
      }
    }),
  )
}

function tell(area, all) {
  const killed = all.filter(({ status }) => status === 'Killed').length
  const share = all.length === 0 ? '' : `  ${((100 * killed) / all.length).toFixed(1)} %`
  console.log(`${area.padEnd(10)} ${killed} of ${all.length} killed${share}`)
}
