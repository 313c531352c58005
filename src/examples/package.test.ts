import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const tools = join(root, 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'consumer-'))
const run = promisify(execFile)
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Uses types of each entry point, one type that must be refused, and no types of Node or a browser. */
const CONSUMER = `
import { ContextWindowManager } from 'context-window-lab'
import type { TokenCounter } from 'context-window-lab/engine'
import { presetConfig } from 'context-window-lab/config'
import { createMock } from 'context-window-lab/llm'
import { compare, readTrace, type Trace } from 'context-window-lab/sim'
import { loadCounter } from 'context-window-lab/tokenizer'
const counter: TokenCounter = await loadCounter('o200k_base')
const trace: Trace = readTrace('User: hello')
export const turn: number | undefined = compare(trace, { a: presetConfig('fifo') }, { counter }).firstDivergence?.turn
// @ts-expect-error a counter that there is not
void loadCounter('nonsense')
export const made: readonly unknown[] = [ContextWindowManager, createMock]
`

interface Packed {
  readonly dependencies: Readonly<Record<string, string>>
}

test('the npm package runs the example of the README in plain Node, and its types resolve', async () => {
  // What `npm pack` would include, with the build that it runs first.
  const listed = await run('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: root })
  const [{ files }] = JSON.parse(listed.stdout) as [{ files: readonly { path: string }[] }]
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Packed

  // Installed by hand, so that no network is needed: the files that npm lists, and the declared dependencies.
  const installed = join(folder, 'node_modules', 'context-window-lab')
  mkdirSync(installed, { recursive: true })
  for (const { path } of files) cpSync(join(root, path), join(installed, path))
  for (const name of Object.keys(dependencies))
    symlinkSync(join(tools, name), join(folder, 'node_modules', name))
  expect(files.filter(({ path }) => /\.test\.|\.tsx?$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])

  const code = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? ''
  const example = code
    .replaceAll(/'\.\/src\/(\w+)\/index\.ts'/g, "'context-window-lab/$1'")
    .replaceAll('(preset: string)', '(preset)')
    .replaceAll(/!(?=\))/g, '')
    .replaceAll(/console\.log\(.*\)/g, 'console.log(JSON.stringify([firstDivergence, metrics(runs.hybrid)]))')
  writeFileSync(join(folder, 'example.mjs'), example)
  writeFileSync(join(folder, 'consumer.mts'), CONSUMER)
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.mts'] }))
  const [ran] = await Promise.all([
    run(process.execPath, [join(folder, 'example.mjs')], { cwd: root }),
    run(process.execPath, [join(tools, 'typescript-7/bin/tsc'), '-p', folder]),
  ])
  const [divergence, rows] = JSON.parse(ran.stdout) as [{ turn: number }, { id: string; value: number }[]]
  expect(divergence.turn).toBeGreaterThan(0)
  expect(rows.find(({ id }) => id === 'turns-reached')?.value).toBeGreaterThan(divergence.turn)
}, 240_000)
