import type { Page } from 'playwright'
import { growthExponent, median } from '../statistics.ts'
import { agentLog, BLOCKS_PER_TURN } from './log.ts'
import { andRun, openLab } from './lab.ts'
import type { Lab } from './lab.ts'

/** Turns of the logs. The bounds apply to the largest. */
const TURNS = [250, 500, 1000] as const
/** Pointer moves per measurement, and slider moves per measurement. */
const MOVES = 150
const KNOBS = 7
const POLICIES = ['fifo', 'hybrid'] as const

interface Motion {
  /** 95th percentile in milliseconds: from a pointer event to the frame that shows it, and between two frames. */
  readonly answer: number
  readonly frame: number
}

interface SizeRow {
  readonly turns: number
  readonly blocks: number
  readonly scrub: Motion
  readonly hover: Motion
  readonly knobs: Readonly<Record<string, Followed>>
  /** The orange threshold, dragged in the lane of each policy. */
  readonly drags: Readonly<Record<string, Followed>>
}

/** Milliseconds from a pointer move to the first new strata, and to the finished comparison. */
interface Followed {
  readonly first: number
  readonly settled: number
}

export interface PageReport {
  /** Kilobytes of script, gzipped, loaded before the first strata were painted: by the page, and by its worker. */
  readonly firstScript: { readonly page: number; readonly worker: number }
  readonly rows: readonly SizeRow[]
}

/** Responsiveness of the page with logs of 250 to 1,000 turns, one lane, in Chromium. */
export async function pageReport(): Promise<PageReport> {
  const lab = await openLab()
  try {
    const firstScript = await scriptBeforeStrata(lab)
    const rows: SizeRow[] = []
    for (const turns of TURNS) rows.push(await measure(lab, turns))
    return { firstScript, rows }
  } finally {
    await lab.close()
  }
}

async function scriptBeforeStrata(lab: Lab): Promise<PageReport['firstScript']> {
  const page = await lab.open()
  const scripts = await page.evaluate<{ name: string; size: number }[]>(`probe.strata.then((at) =>
    performance.getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < at)
      .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize / 1000 })))`)
  await page.close()
  const sum = (of: (name: string) => boolean): number =>
    scripts.reduce((total, { name, size }) => total + (of(name) ? size : 0), 0)
  const isWorker = (name: string): boolean => name.includes('worker')
  return { page: sum((name) => !isWorker(name)), worker: sum(isWorker) }
}

async function measure(lab: Lab, turns: number): Promise<SizeRow> {
  const page = await lab.open()
  await giveLog(page, agentLog(turns, 1))
  await oneLane(page)
  const knobs: Record<string, Followed> = {}
  const drags: Record<string, Followed> = {}
  for (const policy of POLICIES) {
    const box = page.locator('.lane').getByRole('combobox')
    if ((await box.inputValue()) !== policy) await andRun(page, () => box.selectOption(policy))
    knobs[policy] = await turnKnobs(page)
    drags[policy] = await dragLine(page)
  }
  const scrub = await move(page, '.scrubber [role="slider"]', true)
  const hover = await move(page, '.lane .plot', false)
  await page.close()
  return { turns, blocks: turns * BLOCKS_PER_TURN, scrub, hover, knobs, drags }
}

async function giveLog(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Your data' }).click()
  const buffer = Buffer.from(text)
  await andRun(page, () =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'agent.json', mimeType: 'application/json', buffer }),
  )
}

async function oneLane(page: Page): Promise<void> {
  await andRun(page, () => page.getByRole('button', { name: 'Remove Hybrid' }).click())
  await andRun(page, () => page.getByRole('button', { name: 'Guards of Unprotected FIFO' }).click())
  await page.keyboard.press('Escape')
}

async function turnKnobs(page: Page): Promise<Followed> {
  const first: number[] = []
  const settled: number[] = []
  for (let turn = 0; turn < KNOBS; turn++) {
    const value = 30 + 5 * (turn % 5)
    const times = await page.evaluate<Followed>(
      `probe.turnKnob(document.querySelector('.budget input[type="range"]'), ${value})`,
    )
    first.push(times.first)
    settled.push(times.settled)
    await page.waitForTimeout(400)
  }
  return { first: median(first), settled: median(settled) }
}

/** Drags a zone threshold up and down without releasing it. */
async function dragLine(page: Page): Promise<Followed> {
  const first: number[] = []
  const settled: number[] = []
  const handle = page.locator('.lane [data-line="pressure.thresholds.orange"] .line-text')
  await handle.scrollIntoViewIfNeeded()
  await handle.hover()
  const box = await handle.boundingBox()
  if (box === null) throw new Error('no line of orange is on the page')
  // The code that reads and writes settings as text is loaded on first use.
  await page.waitForTimeout(1000)
  const [x, y] = [box.x + 30, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let move = -1; move < KNOBS; move++) {
    const dragged = page.evaluate<Followed>(`probe.dragged()`)
    await page.mouse.move(x, y + 10 + 6 * ((move + 5) % 5))
    const times = await dragged
    // The first one grabs the threshold.
    if (move >= 0) {
      first.push(times.first)
      settled.push(times.settled)
    }
    await page.waitForTimeout(400)
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.waitForTimeout(1500)
  return { first: median(first), settled: median(settled) }
}

/** Moves the pointer over an element, pressed or not, and measures how the page keeps up. */
async function move(page: Page, selector: string, pressed: boolean): Promise<Motion> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`nothing on the page is ${selector}`)
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 50, y)
  if (pressed) await page.mouse.down()
  await page.evaluate(`void (window.watched = probe.watch('pointermove'))`)
  for (let step = 0; step < MOVES; step++) {
    const part = (step * 7) % MOVES
    await page.mouse.move(box.x + 50 + ((box.width - 100) * part) / MOVES, y)
  }
  await page.waitForTimeout(100)
  const { frames, answers } = await page.evaluate<{ frames: number[]; answers: number[] }>(`watched.stop()`)
  if (pressed) await page.mouse.up()
  if (answers.length < MOVES / 2) throw new Error(`${answers.length} of ${MOVES} moves reached the page`)
  return { answer: percentile(answers, 0.95), frame: percentile(frames, 0.95) }
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

export function renderPageReport({ firstScript, rows }: PageReport): string {
  const line = (name: string, of: (row: SizeRow) => number): string => {
    const exponent = growthExponent(rows.map((row): [number, number] => [row.blocks, of(row)]))
    return `| ${[name, ...rows.map((row) => of(row).toFixed(0)), exponent.toFixed(2)].join(' | ')} |`
  }
  return [
    `Script until the first strata are painted: ${firstScript.page.toFixed(0)} kB gzip, and ${firstScript.worker.toFixed(0)} kB in the worker. One lane; milliseconds, p95 of ${MOVES} moves, medians of ${KNOBS} slider moves.`,
    '',
    `| what | ${rows.map(({ turns, blocks }) => `${turns} turns × ${blocks} blocks`).join(' | ')} | exponent |`,
    `|${'---|'.repeat(rows.length + 2)}`,
    line('scrub, pointer to frame', (row) => row.scrub.answer),
    line('scrub, between frames', (row) => row.scrub.frame),
    line('hover, pointer to frame', (row) => row.hover.answer),
    line('hover, between frames', (row) => row.hover.frame),
    ...POLICIES.flatMap((policy) => [
      line(`${policy}: slider to first strata`, (row) => row.knobs[policy]?.first ?? NaN),
      line(`${policy}: slider to settled`, (row) => row.knobs[policy]?.settled ?? NaN),
      line(`${policy}: zone line to first strata`, (row) => row.drags[policy]?.first ?? NaN),
      line(`${policy}: zone line to settled`, (row) => row.drags[policy]?.settled ?? NaN),
    ]),
  ].join('\n')
}
