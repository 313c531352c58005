import type { TimelineData } from '../../sim/index.ts'
import { literal } from './literal.ts'

/** What a snippet needs of a run. */
export interface SnippetRun {
  /** For people. */
  readonly label: string
  readonly spec: Pick<
    TimelineData['spec'],
    'seed' | 'counter' | 'calibrated' | 'interventions' | 'answers' | 'engine'
  >
  /** Its config, as the differences from the defaults. */
  readonly differences: object
}

/**
 * TypeScript that makes a `ContextWindowManager` with the settings of a run, counted and seeded like it. It imports the
 * package; summaries come from the built-in writer until somebody puts a model there.
 */
export function managerSnippet({ label, spec, differences }: SnippetRun): string {
  const { seed, counter, calibrated, interventions, answers, engine } = spec
  const estimates = counter === 'chars4'
  const notes = [
    ...(calibrated
      ? ['The counts of the run were fitted to recorded usage: hand the usage of each reply to onTurnEnd.']
      : []),
    ...(interventions.length > 0
      ? ['What was done by hand during the run is no setting, so it is not here.']
      : []),
    ...(answers.length > 0
      ? [
          'A model wrote the summaries of the run. Here the built-in writer does, until you put the model in its place.',
        ]
      : []),
  ]
  return [
    `import { ${estimates ? 'chars4, ' : ''}ContextWindowManager } from 'context-window-lab'`,
    "import { completeConfig, strategySettings } from 'context-window-lab/config'",
    "import { createMock } from 'context-window-lab/llm'",
    ...(estimates ? [] : ["import { loadCounter } from 'context-window-lab/tokenizer'"]),
    '',
    `// ${onOneLine(label)}, engine ${engine}: what differs from the defaults.`,
    `const config = completeConfig(${literal(differences)})`,
    ...notes.map((note) => `// ${note}`),
    `const counter = ${estimates ? 'chars4' : `await loadCounter('${counter}')`}`,
    'const settings = strategySettings(config)',
    '// Writes summaries from lines of the conversation. With a model: (ask) => yourClient(promptOf(ask))',
    'const llm = createMock({',
    '  count: (text) => counter.count(text),',
    `  seed: ${seed},`,
    '  failures: { rate: settings.mock.failureRate, kinds: settings.mock.failures },',
    '})',
    '',
    '// By the clock it knows when a prompt cache has expired.',
    'const subsystems = { clock: () => Date.now() }',
    `export const manager = new ContextWindowManager({ ...settings, counter, llm, seed: ${seed}, subsystems })`,
    '',
  ].join('\n')
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
