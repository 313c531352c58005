// Every log of a folder through a few lanes, as CSV. Run it: npx tsx src/examples/folder-to-csv.ts public/samples
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { presetConfig } from '../config/index.ts'
import { compare, metricList, readTrace, startWindow, takeIn } from '../sim/index.ts'
import { loadCounter } from '../tokenizer/index.ts'

/** Default lanes for each log; `presets` of config has all names. */
const PRESETS = ['fifo', 'hybrid', 'default']

/**
 * Passes a header to `row`, then one row for each log and lane: its window in tokens and every metric as a raw number,
 * empty if it does not apply. A log that cannot be read is passed to `skipped` with the reason, and the rest continues.
 */
export async function folderToCsv(
  folder: string,
  presets: readonly string[],
  row: (line: string) => void,
  skipped: (line: string) => void,
): Promise<void> {
  const counter = await loadCounter('o200k_base')
  const configs = presets.map((preset) => [preset, presetConfig(preset)] as const)
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  row(['log', 'lane', 'window', ...metricList.map(({ id }) => id)].join(','))
  for (const filename of files.map(({ name }) => name).toSorted()) {
    try {
      // Of a file with several conversations this is the largest; `readTraces` returns all.
      const trace = readTrace(readFileSync(join(folder, filename), 'utf8'), { filename })
      const intake = takeIn(trace, counter)
      // The window in which the page would show this log.
      const max_context_tokens = startWindow(intake)
      const lanes = configs.map(([preset, config]) => [preset, { ...config, max_context_tokens }] as const)
      const { rows } = compare(trace, Object.fromEntries(lanes), { intake })
      for (const [index, preset] of presets.entries()) {
        const figures = rows[index]?.map(({ value }) => value ?? '') ?? []
        row([quoted(filename), preset, max_context_tokens, ...figures].join(','))
      }
    } catch (error) {
      skipped(`${filename}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

// Only if this file is the program, not if it is imported.
if (process.argv[1] === import.meta.filename) {
  const [folder, ...presets] = process.argv.slice(2)
  if (folder === undefined)
    throw new Error('Name a folder of logs: npx tsx src/examples/folder-to-csv.ts <folder> [preset …]')
  await folderToCsv(
    folder,
    presets.length > 0 ? presets : PRESETS,
    (line) => console.log(line),
    (line) => console.error(line),
  )
}
