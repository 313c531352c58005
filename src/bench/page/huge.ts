import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { andRun, openLab } from './lab.ts'
import { agentLog, tinyMessages } from './log.ts'

/** Logs at the limit of what the page is made for. */
const LOGS: readonly { readonly name: string; readonly text: () => string }[] = [
  { name: '100,000 blocks', text: () => agentLog(20_000, 1, 150) },
  { name: '200,000 messages of two words', text: () => tinyMessages(200_000) },
  { name: '40 MB', text: () => agentLog(4000, 1, 3500) },
]

/** Milliseconds: the page shall never stop answering for longer. */
const LONGEST = 200
/** Milliseconds for a log. */
const PATIENCE = 300_000

interface HugeRow {
  readonly log: string
  readonly megabytes: number
  /** Milliseconds from the file to its finished comparison, and the longest task of the page's thread meanwhile. */
  readonly shown: number
  readonly longest: number
  readonly tasksAbove: number
}

/** Whether the page answers while it opens huge logs, in Chromium, with the lanes of the first screen. */
export async function hugeReport(): Promise<readonly HugeRow[]> {
  const lab = await openLab()
  const folder = join(process.cwd(), 'node_modules/.cache/bench/huge')
  mkdirSync(folder, { recursive: true })
  try {
    const rows: HugeRow[] = []
    for (const { name, text } of LOGS) {
      const log = text()
      const file = join(folder, 'log.json')
      writeFileSync(file, log)
      const page = await lab.open()
      await page.getByRole('button', { name: 'Your data' }).click()
      await page.waitForTimeout(1000)
      await page.evaluate(`void (window.long = probe.longTasks())`)
      const start = performance.now()
      await andRun(page, () => page.locator('input[type="file"]').first().setInputFiles(file), PATIENCE)
      const shown = performance.now() - start
      // The pictures of so many blocks are painted in several frames.
      await page.waitForTimeout(3000)
      const tasks = await page.evaluate<number[]>(`long.stop()`)
      await page.close()
      rows.push({
        log: name,
        megabytes: log.length / 1e6,
        shown,
        longest: Math.max(0, ...tasks),
        tasksAbove: tasks.filter((task) => task > LONGEST).length,
      })
    }
    return rows
  } finally {
    await lab.close()
  }
}

export function renderHugeReport(rows: readonly HugeRow[]): string {
  return [
    `| log | MB | shown after, s | longest task of the page, ms (bound: ${LONGEST}) | tasks above |`,
    '|---|---|---|---|---|',
    ...rows.map(
      ({ log, megabytes, shown, longest, tasksAbove }) =>
        `| ${log} | ${megabytes.toFixed(1)} | ${(shown / 1000).toFixed(1)} | ${longest.toFixed(0)} | ${tasksAbove} |`,
    ),
  ].join('\n')
}
