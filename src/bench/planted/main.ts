/**
 * What is kept of planted facts: by plain shortenings, the built-in writer and the lanes, and by a real model.
 *
 *   npm run planted
 *   ANTHROPIC_API_KEY=… npm run planted -- --model claude-haiku-4-5 --limit 2
 */
import { parseArgs } from 'node:util'
import { plantedReport } from './report.ts'

try {
  const { values } = parseArgs({
    options: {
      model: { type: 'string' },
      limit: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      set: { type: 'string', default: 'held-out-registers' },
    },
  })
  const { ANTHROPIC_API_KEY: key = '', ANTHROPIC_BASE_URL: baseUrl } = process.env
  const isMeasured = await plantedReport({ ...values, key, baseUrl }, (line) => {
    console.log(line)
  })
  if (!isMeasured) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}
