/**
 * Measures the articles' claims, and prints them with their verdicts.
 *
 *   npm run claims                 on every scenario, and with TRACES_DIR set on the logs of that folder
 *   npm run claims -- --json       the same as JSON
 *   npm run claims -- --write      stores what the page shows, from the scenarios alone: also the articles' advice and
 *                                  pitfalls, in some minutes
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINE_VERSION, readTrace, scenario, scenarios } from '../sim/index.ts'
import type { Trace } from '../sim/index.ts'
import { loadCounter } from '../tokenizer/index.ts'
import { pitfallMeasurer } from './advice/measured-pitfall.ts'
import { pitfalls } from './advice/pitfalls.ts'
import { measuredSituation } from './advice/measured-situation.ts'
import { situations } from './advice/situations.ts'
import type { Told } from './claim/claim.ts'
import { measureClaims } from './measure.ts'
import { SEEDS } from './seeds.ts'
import { toldText } from './text.ts'

const asked = process.argv.slice(2)
const unknown = asked.filter((one) => one !== '--json' && one !== '--write')
if (unknown.length > 0) {
  console.error(`There is no option ${unknown.join(', ')}. The options are: --json, --write`)
  process.exit(2)
}

const counter = await loadCounter('o200k_base')
const generated = Object.keys(scenarios).flatMap((name) =>
  SEEDS.map((seed): [string, Trace] => [`${name} ${seed}`, scenario(name, seed)]),
)
const { TRACES_DIR: folder = '' } = process.env
const parts = [
  { title: `${Object.keys(scenarios).length} scenarios, seeds ${SEEDS.join(' and ')}`, traces: generated },
  ...(folder === '' || asked.includes('--write')
    ? []
    : [{ title: `logs in ${folder}`, traces: logs(folder) }]),
]
const results = parts.map(({ title, traces }) => ({ title, claims: measuredOn(title, traces) }))
const [first] = results

if (asked.includes('--write') && first !== undefined) {
  const content = {
    engine: ENGINE_VERSION,
    scenarios: Object.keys(scenarios),
    seeds: SEEDS,
    claims: first.claims,
  }
  store('measured.json', content)
  store('advised.json', {
    engine: ENGINE_VERSION,
    situations: byId(situations, (one) => measuredSituation(one, counter)),
    pitfalls: byId(pitfalls, pitfallMeasurer(counter)),
  })
}
if (asked.includes('--json'))
  console.log(JSON.stringify({ engine: ENGINE_VERSION, measured: results }, null, 2))
else for (const result of results) print(result)

function store(file: string, content: unknown): void {
  writeFileSync(join(import.meta.dirname, file), `${JSON.stringify(content, null, 2)}\n`)
}

function byId<One extends { readonly id: string }>(
  list: readonly One[],
  measure: (one: One) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    list.map((one) => {
      process.stderr.write(`advice: ${one.id}\n`)
      return [one.id, measure(one)]
    }),
  )
}

function measuredOn(title: string, traces: readonly (readonly [string, Trace])[]): readonly Told[] {
  return measureClaims(traces, counter, (nth, of, id) => {
    // On the error stream, so that what is printed can be kept as a file.
    process.stderr.write(`${title}: claim ${nth} of ${of}, ${id}\n`)
  })
}

/** A log that cannot be read is named, and the rest continues. */
function logs(from: string): (readonly [string, Trace])[] {
  return readdirSync(from)
    .filter((name) => /\.(?:jsonl?|traj)$/.test(name))
    .flatMap((filename) => {
      try {
        return [[filename, readTrace(readFileSync(join(from, filename), 'utf8'), { filename })] as const]
      } catch (error) {
        console.error(`${filename}: ${error instanceof Error ? error.message : String(error)}`)
        return []
      }
    })
}

function print({ title, claims: all }: (typeof results)[number]): void {
  console.log(`\n${title}\n`)
  for (const claim of all) console.log(toldText(claim))
}
