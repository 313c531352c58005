import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig, preset } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import type { BlockType } from '../../../engine/index.ts'
import { readers, run, scenarios, takeIn, unmanagedPeak, writers } from '../../../sim/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { SCENARIO_GROUPS } from '../../../sim/internal.ts'
import { typeSeries } from '../../../view/index.ts'
import { COLUMNS, LAYERS, layerPath } from './silhouette.ts'
import type { Layer, Silhouette } from './silhouette.ts'
import { SILHOUETTES } from './silhouettes.ts'

/** The seed of the opening conversation. */
const SEED = 7

const LAYER_OF: Readonly<Record<BlockType, Layer>> = {
  system_prompt: 'setup',
  tool_definition: 'setup',
  memory_injection: 'person',
  user_message: 'person',
  assistant_response: 'model',
  thinking: 'model',
  summary: 'model',
  tool_call: 'results',
  tool_result: 'results',
}

/** The columns of a hybrid run whose window is half of the peak without eviction. */
function silhouetteOf(name: string): Omit<Silhouette, 'sentence' | 'shows'> {
  const { config } = parseConfig(preset('hybrid'))
  if (config === null) throw new Error('the preset hybrid has problems')
  const trace = scenario(name, SEED)
  const intake = takeIn(trace, chars4)
  const limit = Math.round(unmanagedPeak(intake) / 2)
  const { data } = run(trace, { ...config, max_context_tokens: limit }, { intake, counter: chars4 })
  const rows = typeSeries(data)
  const columns = Math.min(COLUMNS, rows.length)
  const fullest = Array.from({ length: columns }, (_, column) => {
    const [from, to] = [column, column + 1].map((edge) => Math.floor((edge * rows.length) / columns))
    return rows.slice(from, to).reduce((most, row) => (row.used > most.used ? row : most))
  })
  const edge = (layer: Layer): number[] =>
    fullest.map(({ byType }) => {
      const below = Object.entries(byType).filter(
        ([type]) => LAYERS.indexOf(LAYER_OF[type as BlockType]) <= LAYERS.indexOf(layer),
      )
      return Math.round((100 * below.reduce((sum, [, tokens]) => sum + tokens, 0)) / limit)
    })
  return {
    turns: trace.turns.length,
    blocks: intake.blocks.length,
    edges: { setup: edge('setup'), person: edge('person'), model: edge('model'), results: edge('results') },
  }
}

/** A key of an object, with quotes only where they are needed. */
function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

/** One height as two base-36 digits. */
function packed(heights: readonly number[]): string {
  return heights.map((height) => height.toString(36).padStart(2, '0')).join('')
}

function written(): string {
  const entries = Object.entries(scenarios).map(([name, { sentence, shows }]) => {
    const { turns, blocks, edges } = silhouetteOf(name)
    const lines = LAYERS.map((layer) => {
      const line = `      ${layer}: row('${packed(edges[layer])}'),`
      return line.length <= 110 ? line : `      ${layer}: row(\n        '${packed(edges[layer])}',\n      ),`
    })
    const told = (key: string, text: string): string => {
      const line = `    ${key}: '${text}',`
      return line.length <= 110 ? line : `    ${key}:\n      '${text}',`
    }
    return [
      `  ${quoted(name)}: {`,
      told('sentence', sentence),
      told('shows', shows),
      `    turns: ${turns},`,
      `    blocks: ${blocks},`,
      '    edges: {',
      ...lines,
      '    },',
      '  },',
    ].join('\n')
  })
  return `import type { Silhouette } from './silhouette.ts'

/**
 * Thumbnails of the scenarios: seed ${SEED}, hybrid, a window of half the peak without eviction. Made from the simulator;
 * \`npx vitest run src/app/panel/conversation/silhouettes.test.ts -u\` makes them again.
 */
export const SILHOUETTES: Readonly<Record<string, Silhouette>> = Object.freeze({
${entries.join('\n')}
})

/** Heights as two base-36 digits each. */
function row(heights: string): readonly number[] {
  return (heights.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 36))
}
`
}

/** The texts about scenarios and formats that the page shows before the simulator is loaded. */
function shown(): string {
  const formats = Object.keys(writers).flatMap((name) =>
    Object.values(readers).filter((reader) => reader.name === name),
  )
  const labels = SCENARIO_GROUPS.flatMap((group) => {
    const own = Object.values(scenarios).filter((one) => one.group === group)
    const lines = own.map(({ name, label }) => `    ${quoted(name)}: '${label}',\n`)
    return own.length === 0 ? [] : [`  ${group}: {\n${lines.join('')}  },`]
  })
  const titles = formats.map(({ name, title }) => `  ${quoted(name)}: '${title}',`)
  const samples = ['agents', 'messages', 'texts'].map((group) => {
    const files = formats.filter(({ kind }) => kind === group)
    return `  ${group}: {\n${files.map(({ name, sample }) => `    ${quoted(name)}: '${sample}',\n`).join('')}  },`
  })
  return `/*
 * What the page says of scenarios and formats before the simulator is loaded. Made from the scenarios and the readers:
 * \`npx vitest run src/app/panel/conversation/silhouettes.test.ts -u\` makes it again.
 */

/** The names of the scenarios, by group. */
export const SCENARIO_GROUPS = Object.freeze({
${labels.join('\n')}
})

export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(Object.values(SCENARIO_GROUPS).flatMap((group) => Object.entries(group))),
)

/** What people call the formats, in the order in which they are offered. */
export const FORMAT_LABELS: Readonly<Record<string, string>> = Object.freeze({
${titles.join('\n')}
})

/** The sample of each format, by what writes such logs. */
export const SAMPLE_FILES = Object.freeze({
${samples.join('\n')}
})
`
}

test('the page’s descriptions of scenarios and formats are their own', async () => {
  await expect(shown()).toMatchFileSnapshot(join(import.meta.dirname, 'log/shown.ts'))
})

test('the thumbnails match the simulator', async () => {
  await expect(written()).toMatchFileSnapshot(join(import.meta.dirname, 'silhouettes.ts'))
})

test('LED-2 layers lie on each other and stay below the limit', () => {
  for (const { edges } of Object.values(SILHOUETTES)) {
    for (const [index, layer] of LAYERS.entries()) {
      expect(edges[layer].length).toBeGreaterThan(0)
      expect(edges[layer].length).toBeLessThanOrEqual(COLUMNS)
      const below = LAYERS[index - 1]
      for (const [column, height] of edges[layer].entries()) {
        expect(height).toBeLessThanOrEqual(100)
        expect(height).toBeGreaterThanOrEqual(below === undefined ? 0 : (edges[below][column] ?? Infinity))
      }
    }
  }
})

test('a layer is drawn between its edge and the one below', () => {
  const edges = { setup: [10, 20], person: [30, 20], model: [30, 20], results: [50, 60] }
  expect(layerPath(edges, 'setup')).toBe('M0 90 1 90 1 80 2 80 2 100 1 100 1 100 0 100Z')
  expect(layerPath(edges, 'person')).toBe('M0 70 1 70 1 80 2 80 2 80 1 80 1 90 0 90Z')
})
