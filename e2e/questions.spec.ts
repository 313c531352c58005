import { test } from '@playwright/test'
import { presetConfig } from '../src/config/index.ts'
import { metrics, run, scenario, takeIn, unmanagedPeak } from '../src/sim/index.ts'
import type { MetricId, Timeline } from '../src/sim/index.ts'
import { loadCounter } from '../src/tokenizer/index.ts'
import { expect } from './expect.ts'

test.use({ storageState: { cookies: [], origins: [] } })

/** The runs that the page opens with, made here: its figures must be theirs. */
interface Runs {
  readonly naiveFifo: Timeline
  readonly fifo: Timeline
  readonly hybrid: Timeline
  /** The lane of the lesson on zones. */
  readonly zones: Timeline
  readonly peak: number
}

async function runsOfThePage(): Promise<Runs> {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, await loadCounter('o200k_base'))
  const peak = unmanagedPeak(intake)
  const of = (preset: string, share: number): Timeline => {
    const config = { ...presetConfig(preset), max_context_tokens: Math.round(peak * share) }
    return run(trace, config, { intake })
  }
  return {
    naiveFifo: of('naive_fifo', 0.5),
    fifo: of('fifo', 0.5),
    hybrid: of('hybrid', 0.5),
    zones: of('fifo', 0.4),
    peak,
  }
}

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
const figure = (timeline: Timeline, id: MetricId): number =>
  metrics(timeline).find((row) => row.id === id)?.value ?? Number.NaN

/** The first turn whose prompt fills this share of the window. */
function filled({ turns, data: { limit } }: Timeline, share: number): Timeline['turns'][number] {
  return turns.find(({ used }) => used >= share * limit)!
}

/** The first turn whose edits touch the first message of the user. */
function taskLost({ blocks, edits }: Timeline): number {
  const task = blocks.find(({ type }) => type === 'user_message')?.id
  return edits.find((edit) => edit.blocks.some(({ block }) => block === task))!.turn
}

/** Where a question is answered: buttons from the first screen of a first visit, and the words to read there. */
interface Question {
  readonly asks: string
  readonly clicks: readonly (readonly [role: 'button' | 'tab', name: string])[]
  readonly where: string
  readonly answer: (runs: Runs) => readonly string[]
}

const LEAVE = ['button', 'Leave the lesson'] as const
const COMPARE = ['button', 'Compare'] as const

const QUESTIONS: readonly Question[] = [
  {
    asks: 'why does the window fill?',
    clicks: [],
    where: '.lesson-says',
    answer: ({ naiveFifo }) => {
      const { turn, used } = filled(naiveFifo, 0.2)
      return [
        'Each call holds ',
        ` all that it has read and written so far: ${whole(used)} tokens in turn ${turn}.`,
      ]
    },
  },
  {
    asks: 'what did FIFO do wrong?',
    clicks: [LEAVE],
    where: 'h1',
    answer: ({ naiveFifo }) => [`Unprotected FIFO dropped the task in turn ${taskLost(naiveFifo)} `],
  },
  {
    asks: 'what happens at half the window?',
    clicks: [LEAVE],
    where: '.headline',
    answer: ({ naiveFifo, fifo, hybrid, peak }) => {
      const [naive, guarded, scored] = [naiveFifo, fifo, hybrid].map((one) =>
        percent(figure(one, 'need-hit-rate')),
      )
      return [
        `had ${naive} of the needed context present`,
        `Protected FIFO ${guarded} `,
        `Hybrid ${scored === guarded ? 'the same' : `${scored} `}`,
        `window of ${whole(hybrid.data.limit)} tokens, 50.0 % of the peak without eviction (${whole(peak)})`,
      ]
    },
  },
  {
    asks: 'what does it cost?',
    clicks: [LEAVE],
    where: '.headline',
    answer: ({ naiveFifo, fifo, hybrid }) => {
      const costs = [naiveFifo, fifo, hybrid].map((one) => figure(one, 'cost'))
      return [`cost $${Math.min(...costs).toFixed(4)} to $${Math.max(...costs).toFixed(4)}`]
    },
  },
  {
    asks: 'what is a use in LRU?',
    clicks: [
      ['button', 'What to remove'],
      ['button', 'LRU, and what a use is'],
    ],
    where: '.lesson-says',
    answer: () => ['A block is used when it arrives, and each time a later turn refers to it'],
  },
  {
    asks: 'what are zone and velocity?',
    clicks: [
      ['button', 'When, and at what price'],
      ['button', 'Zones, velocity, and when to act'],
    ],
    where: '.lesson-says',
    answer: ({ zones }) => {
      const { turn, used, reading } = filled(zones, 0.5)
      const { limit, thresholds } = zones.data
      const turns = Math.ceil((thresholds.red * limit - used) / reading.velocity)
      return [
        `In turn ${turn} the window is ${percent(used / limit)} full, in the ${reading.zone} zone`,
        `adds ${whole(reading.velocity)} tokens: at this velocity it is red in ${turns} turns`,
      ]
    },
  },
  {
    asks: 'which policy fits which situation?',
    clicks: [COMPARE, ['tab', 'Guide']],
    where: '#details',
    answer: () => [
      'Which strategy for which agent',
      'A chat, or questions and answers',
      'FIFO instead of Hybrid',
    ],
  },
]

test('seven questions of a newcomer are answered within two clicks of the first screen, with true figures', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  // Each question is asked at a first visit. What a page writes as it is left is gone, too.
  await page.addInitScript(() => {
    localStorage.clear()
  })
  const runs = await runsOfThePage()
  let clicked = ''
  for (const { asks, clicks, where, answer } of QUESTIONS) {
    await test.step(asks, async () => {
      expect(clicks.length).toBeLessThanOrEqual(2)
      // What the same clicks answer is on the page already.
      if (clicked !== String(clicks) || clicks.length === 0) {
        // From another page, or the address would still have the state of the question before.
        await page.goto('about:blank')
        await page.goto('/')
        for (const [role, name] of clicks) await page.getByRole(role, { name, exact: true }).click()
        clicked = String(clicks)
      }
      const place = answer(runs).reduce((found, hasText) => found.filter({ hasText }), page.locator(where))
      await expect(place.first()).toBeVisible()
    })
  }
})
