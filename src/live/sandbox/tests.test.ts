import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../live.ts'
import { repository } from '../repository/repository.ts'
import { runTests, testPaths } from './tests.ts'

type Files = World['files']

const EXPIRY = 'src/reservations/expiry.ts'
const WRONG = 'hold.placedAt + settings.holdSeconds'
const FIX = 'hold.placedAt + settings.holdSeconds * 1000'
const IMPORT = "import type { Hold } from './reservation.ts'\n"

/** The repository with changes to the text of one file. */
function edited(path: string, ...changes: readonly (readonly [old: string, now: string])[]): Files {
  let text = repository().files.get(path) ?? ''
  for (const [old, now] of changes) {
    if (!text.includes(old)) throw new Error(`not in ${path}: ${old}`)
    text = text.replace(old, () => now)
  }
  return new Map([...repository().files, [path, text]])
}

const JAVASCRIPT = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  rewriteRelativeImportExtensions: true,
  // An unused import is still loaded, as in Node when it strips types.
  verbatimModuleSyntax: true,
}

const javaScript = new Map<string, string>()

/** A source as Node runs it. The compiler repairs broken code; Node does not. */
function javaScriptOf(text: string): string {
  const known = javaScript.get(text)
  if (known !== undefined) return known
  const made = ts.transpileModule(text, { compilerOptions: JAVASCRIPT, reportDiagnostics: true })
  const code = (made.diagnostics ?? []).length === 0 ? made.outputText : text
  javaScript.set(text, code)
  return code
}

/**
 * Test names with the real runner's verdicts, for each state of the repository; all run in one process, one after the
 * other. A file that cannot be loaded has none.
 */
async function reallyRun(states: readonly Files[]): Promise<readonly ReadonlyMap<string, boolean>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mooring-'))
  try {
    const all = ["import test from 'node:test'"]
    for (const [nth, files] of states.entries()) {
      for (const [path, text] of files) {
        if (!path.endsWith('.ts')) continue
        const place = join(folder, `${nth}`, path.replace(/ts$/, 'js'))
        mkdirSync(dirname(place), { recursive: true })
        writeFileSync(place, javaScriptOf(text))
      }
      all.push(`test('state ${nth}', () => undefined)`)
      for (const path of testPaths)
        all.push(`await import('./${nth}/${path.replace(/ts$/, 'js')}').catch(() => null)`)
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'all.js'), all.join('\n'))
    // Inside a test runner, Node would consider itself one of its test files.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' }
    const args = ['--test-reporter=tap', 'all.js']
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
      (failure: { stdout: string }) => failure,
    )
    const [, ...parts] = stdout.split(/^ok \d+ - state \d+$/m)
    return parts.map((part) => {
      const lines = [...part.matchAll(/^(not )?ok \d+ - (.+)$/gm)]
      return new Map(lines.map(([, not, name = '']) => [name, not === undefined]))
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const FIXED = [
  ['times a thousand', edited(EXPIRY, [WRONG, 'hold.placedAt + settings.holdSeconds * 1000'])],
  [
    'in parentheses, the other way round',
    edited(EXPIRY, [WRONG, '(1_000 * settings.holdSeconds) + hold.placedAt']),
  ],
  [
    'with the function of the units',
    edited(
      EXPIRY,
      [WRONG, 'hold.placedAt + toMilliseconds(settings.holdSeconds)'],
      [IMPORT, `import { toMilliseconds } from '../time/units.ts'\n${IMPORT}`],
    ),
  ],
  [
    'with a constant of the units, step by step',
    edited(
      EXPIRY,
      [
        `  return ${WRONG}`,
        '  const { holdSeconds } = settings\n  const length = holdSeconds * MS_PER_SECOND // in ms\n  return hold.placedAt + length',
      ],
      [IMPORT, `import { MS_PER_SECOND } from '../time/units.ts'\n${IMPORT}`],
    ),
  ],
] as const
const NOT_FIXED = [
  ['as it is', repository().files],
  ['times sixty', edited(EXPIRY, [WRONG, 'hold.placedAt + settings.holdSeconds * 60'])],
  [
    'with the default in milliseconds',
    edited('src/settings.ts', ['holdSeconds: 600,', 'holdSeconds: 600 * 1000,']),
  ],
  [
    'with a function that nobody imported',
    edited(EXPIRY, [WRONG, 'hold.placedAt + toMilliseconds(settings.holdSeconds)']),
  ],
  [
    'with a bracket missing',
    edited(EXPIRY, ['now > heldUntil(hold, settings)', 'now > heldUntil(hold, settings']),
  ],
  [
    'with a name that is no longer exported',
    edited('src/time/clock.ts', ['export function clockAt', 'function clockAt']),
  ],
  [
    'without its units of time',
    new Map(
      [...edited(EXPIRY, [IMPORT, `import { toMilliseconds } from '../time/units.ts'\n${IMPORT}`])].filter(
        ([path]) => path !== 'src/time/units.ts',
      ),
    ),
  ],
] as const

/** Test names with the sandbox's verdicts. Unknown ones are missing. */
function said(files: Files): ReadonlyMap<string, boolean> {
  const lines = [...runTests(files, null).text.matchAll(/^(✔|✖) (?!failing tests)(.+)$/gm)]
  return new Map(lines.map(([, mark, name = '']) => [name, mark === '✔']))
}

describe('the tests of the made-up service', () => {
  const all = [...FIXED, ...NOT_FIXED]
  let real: readonly ReadonlyMap<string, boolean>[] = []
  beforeAll(async () => {
    real = await reallyRun(all.map(([, files]) => files))
  })

  it.each(all.map(([title, files], nth) => [title, files, nth] as const))(
    'the sandbox reports what the real runner finds: %s',
    (_, files, nth) => {
      const names = said(files)
      expect(names.size).toBe(12)
      expect(real).toHaveLength(all.length)
      for (const [name, passed] of names)
        expect([name, real[nth]?.get(name) ?? false]).toEqual([name, passed])
    },
  )

  it('everything passes after each repair, and not before', () => {
    for (const [, files] of FIXED) expect(runTests(files, null).passed).toBe(true)
    for (const [, files] of NOT_FIXED) expect(runTests(files, null).passed).toBe(false)
  })

  it('the result of changed code is unknown, and does not count as passed', () => {
    const files = edited('src/reservations/price.ts', ['LONG_STAY = 0.8', 'LONG_STAY = 0.9'])
    const { text, passed } = runTests(files, 'test/price.test.ts')
    expect(text).toContain('﹣ nights from the seventh on cost less # not known')
    expect(text).toContain('ℹ skipped 3')
    expect(passed).toBe(false)
    const clever = edited(EXPIRY, [WRONG, 'Math.max(hold.placedAt, 0) + settings.holdSeconds * 1000'])
    expect(runTests(clever, 'test/expiry.test.ts').text).toContain('ℹ skipped 3')
  })

  it.each([
    [
      'a setting under another name',
      'hold.placedAt + length * 1000',
      '  return ',
      '  const { holdSeconds: length } = settings\n  return ',
    ],
    [
      'a parameter under another name',
      'at + settings.holdSeconds * 1000',
      'hold: Hold,',
      '{ placedAt: at }: Hold,',
    ],
    ['a regular expression with a bracket', FIX, IMPORT, `${IMPORT}const BRACKET = /[(]/\n`],
    ['a regular expression that is returned', FIX, IMPORT, `${IMPORT}function open() { return /[(]/ }\n`],
    ['a function of the language', 'hold.placedAt + Number(settings.holdSeconds) * 1000', IMPORT, IMPORT],
    [
      'an import under another name',
      'hold.placedAt + settings.holdSeconds * SECOND',
      IMPORT,
      `import { MS_PER_SECOND as SECOND } from '../time/units.ts'\n${IMPORT}`,
    ],
  ])('the tests of a right repair with %s are not known, and none fails', (_, repair, old, now) => {
    const { text } = runTests(edited(EXPIRY, [WRONG, repair], [old, now]), null)
    expect(text).toContain('\nℹ fail 0\n')
    expect(text).toContain('not known')
  })

  it('the old function in a comment is no code', () => {
    const old = `/** Once it was:\n * function heldUntil(hold) {\n   return hold.placedAt\n}\n */\n`
    const files = edited(
      EXPIRY,
      [WRONG, FIX],
      ['export function heldUntil', `${old}export function heldUntil`],
    )
    expect(runTests(files, null).passed).toBe(true)
  })

  it('a changed test is judged in its original form, and the run says so', () => {
    const files = edited('test/expiry.test.ts', ['1600000', '1000600'])
    const { text } = runTests(files, 'test/expiry.test.ts')
    expect(text).toContain('ℹ test/expiry.test.ts was changed; its tests were judged as they were at first')
    expect(text).toContain('1000600 !== 1600000')
  })

  it('a source that loops, or never ends, is unknown, and takes no time', () => {
    const circles = edited(
      EXPIRY,
      [WRONG, 'hold.placedAt + a'],
      [IMPORT, `${IMPORT}const a = b\nconst b = a\n`],
    )
    const names = Array.from(
      { length: 12 },
      (_, at) => `const n${at} = ${Array.from({ length: 40 }, () => `n${at + 1}`).join(' + ')}`,
    )
    const endless = edited(EXPIRY, [WRONG, 'hold.placedAt + n0'], [IMPORT, `${IMPORT}${names.join('\n')}\n`])
    for (const files of [circles, endless]) {
      expect(runTests(files, 'test/expiry.test.ts').text).toContain('ℹ skipped 3')
    }
    const source = repository().files.get(EXPIRY) ?? ''
    const open = new Map([...repository().files, [EXPIRY, source + '/* '.repeat(60_000)]])
    expect(runTests(open, 'test/expiry.test.ts').text).toContain(`input in ${EXPIRY}, at line 13: /*`)
  })

  it('a failing test is named with its place', () => {
    expect(runTests(repository().files, null).text).toContain(
      'test at test/reservation-book.test.ts:17:1\n✖ somebody can pay nine minutes after the hold was placed\n  AssertionError [ERR_ASSERTION]: hold is over',
    )
  })
})
