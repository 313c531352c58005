import { build } from 'vite'
import type * as sim from '../src/sim/index.ts'

type Sim = Pick<typeof sim, 'encodeTimeline' | 'run' | 'scenario'>

/** Runs a scenario through the policies that calculate and writes each timeline, with its columns. Runs in Node and in the browser. */
export function everyTimeline({ encodeTimeline, run, scenario }: Sim): string[] {
  const policies = ['lru', 'type_based', 'hybrid', 'random']
  return policies.map((policy) =>
    encodeTimeline(
      run(scenario('axios-migration', 7), { max_context_tokens: 32_000, eviction: { policy } }).data,
    ),
  )
}

/**
 * The simulator as modules for a browser, by file name, and the name of the one that also exports `everyTimeline`: the
 * same function runs in Node and in the browser.
 */
export async function simForBrowsers(): Promise<{
  readonly entry: string
  readonly scripts: ReadonlyMap<string, string>
}> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'src/sim/index.ts', formats: ['es'], fileName: 'sim' },
    },
  })
  const first = Array.isArray(output) ? output[0] : undefined
  const [entry, ...others] = (first?.output ?? []).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  if (entry === undefined) throw new Error('the simulator did not build')
  const scripts = new Map(others.map(({ fileName, code }) => [fileName, code]))
  scripts.set(entry.fileName, `${entry.code}\nexport ${everyTimeline.toString()}\n`)
  return { entry: entry.fileName, scripts }
}
