import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { completeConfig, differing, presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import type { ContextWindowManager } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import { run, takeIn } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { managerSnippet } from './snippet.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = join(root, '.cache', 'snippets')
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a snippet; its imports lead where the package's doors lead, to the sources that they are built from. */
async function managerOf(name: string, snippet: string): Promise<ContextWindowManager> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly default: string }>>
  }
  const code = snippet.replace(/'context-window-lab(\/\w+)?'/g, (_, door: string | undefined) => {
    const built = exports[door === undefined ? '.' : `.${door}`]?.default ?? ''
    const source = built.replace('./dist-package/', '').replace(/\.js$/, '.ts')
    return `'${join(root, 'src', source)}'`
  })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, code)
  const { manager } = (await import(pathToFileURL(file).href)) as { readonly manager: ContextWindowManager }
  return manager
}

const whole = scenario('axios-migration', 7, { turns: 50 })
// Whether a request asks for thinking is no setting of a lane.
const trace = {
  ...whole,
  messages: whole.messages.map((message) =>
    typeof message.content === 'string'
      ? message
      : { ...message, content: message.content.filter(({ type }) => type !== 'thinking') },
  ),
} as typeof whole
const intake = takeIn(trace, chars4)

it.each(['hybrid', 'token_trim'])(
  'MAN-1 a manager made by the snippet of %s decides as the run did, turn by turn',
  async (name) => {
    // A replay can fetch lost content again, as a model would; the manager leaves that to the model.
    const simulation = { refetch: 'off' } as const
    const config = completeConfig({ ...presetConfig(name), max_context_tokens: 20_000, simulation })
    const timeline = run(trace, config, { intake })
    const { spec } = timeline.data
    const differences = differing(completeConfig({}), spec.config)
    const snippet = managerSnippet({ label: 'A\nlane', spec, differences })
    expect(snippet).toContain(`// A lane, engine ${spec.engine}`)
    const manager = await managerOf(name, snippet)
    const made: (readonly [string, number, number])[][] = []
    for (const { inputs, response, turn } of trace.turns) {
      for (const index of inputs) {
        const content = trace.messages[index]?.content ?? ''
        const parts = partsOf({ role: 'user', content })
        if (turn === 0) manager.onTaskStart({ system: trace.system, tools: trace.tools, task: content })
        else if (parts.every(({ type }) => type === 'tool_result')) {
          for (const part of parts)
            if (part.type === 'tool_result')
              manager.onToolResult(part.tool_use_id, part.content, { isError: part.is_error ?? false })
        } else manager.onUserMessage(content)
      }
      const { edits, ended } = await manager.onTurnStart()
      made.push(edits.map(({ stage, before, after }) => [stage, before, after]))
      if (ended !== null) break
      if (response !== null) manager.onTurnEnd(trace.messages[response] ?? null)
    }
    const ran = timeline.turns.map(({ edits }) =>
      edits.map((index) => {
        const { stage = '', before = 0, after = 0 } = timeline.edits[index] ?? {}
        return [stage, before, after] as const
      }),
    )
    expect(ran.flat().length).toBeGreaterThan(3)
    expect(made).toEqual(ran)
  },
)

it('a label that holds the end of a line stays in its comment, and texts of a config stay texts', () => {
  const spec = {
    seed: 3,
    counter: 'o200k_base',
    calibrated: true,
    interventions: [],
    answers: [],
    engine: '1.0.0',
  } as const
  const text = managerSnippet({
    label: 'x\u2028y\r\nprocess.exit()',
    spec,
    differences: { eviction: { pins: ["a'b\\\n`${c}"] }, "it's": [] },
  })
  expect(text).toContain('// x y process.exit(), engine 1.0.0')
  expect(text).toContain("pins: ['a\\'b\\\\\\n`${c}']")
  expect(text).toContain("'it\\'s': []")
  expect(text).toContain("await loadCounter('o200k_base')")
  expect(text).toContain('onTurnEnd')
  const byModel = (answers: readonly { readonly text: string }[]) =>
    managerSnippet({ label: 'Managed', spec: { ...spec, answers }, differences: {} })
  const note = '// A model wrote the summaries of the run. Here the built-in writer does'
  expect(byModel([{ text: 'a summary' }])).toContain(note)
  expect(byModel([])).not.toContain(note)
})
