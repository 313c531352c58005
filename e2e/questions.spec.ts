import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

test.use({ storageState: { cookies: [], origins: [] } })

/** Where a question is answered: buttons from the first screen of a first visit, and the words to read there. */
interface Question {
  readonly asks: string
  readonly clicks: readonly (readonly [role: 'button' | 'tab', name: string])[]
  readonly where: string
  readonly answer: RegExp
}

const LEAVE = ['button', 'Leave'] as const
const COMPARE = ['button', 'Compare'] as const

const QUESTIONS: readonly Question[] = [
  {
    asks: 'why does the window fill?',
    clicks: [],
    where: '.lesson-says',
    answer: /Each call holds .* all that it has read and written so far: [\d,]+ tokens/,
  },
  {
    asks: 'what did FIFO do wrong?',
    clicks: [LEAVE],
    where: 'h1',
    answer: /Unprotected FIFO dropped the task in turn \d+/,
  },
  {
    asks: 'what happens at half the window?',
    clicks: [LEAVE],
    where: '.headline',
    answer: /had [\d.]+ % of the needed context present.*window of [\d,]+ tokens, 50\.0 % of the peak/s,
  },
  {
    asks: 'what does it cost?',
    clicks: [LEAVE],
    where: '.headline',
    answer: /cost \$\d\.\d+ to \$\d\.\d+/,
  },
  {
    asks: 'what is a use in LRU?',
    clicks: [LEAVE, ['button', 'LRU, and what a use is']],
    where: '.lesson-says',
    answer: /A block is used when it arrives, and each time a later turn refers to it/,
  },
  {
    asks: 'what are zone and velocity?',
    clicks: [LEAVE, ['button', 'Zones, velocity, and when to act']],
    where: '.lesson-says',
    answer: /in the yellow zone\. Each turn adds [\d,]+ tokens: at this velocity it is red in \d+ turns/,
  },
  {
    asks: 'which policy fits which situation?',
    clicks: [COMPARE, ['tab', 'Guide']],
    where: '#details',
    answer: /Which strategy for which agent.*A chat, or questions and answers.*FIFO instead of Hybrid/s,
  },
]

async function ask(page: Page, { clicks, where, answer }: Question): Promise<void> {
  expect(clicks.length).toBeLessThanOrEqual(2)
  for (const [role, name] of clicks) await page.getByRole(role, { name, exact: true }).click()
  await expect(page.locator(where).filter({ hasText: answer }).first()).toBeVisible()
}

test('seven questions of a newcomer are answered within two clicks of the first screen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  // Each question is asked at a first visit. What a page writes as it is left is gone, too.
  await page.addInitScript(() => {
    localStorage.clear()
  })
  for (const question of QUESTIONS) {
    await test.step(question.asks, async () => {
      // From another page, or the address would still have the state of the question before.
      await page.goto('about:blank')
      await page.goto('/')
      await ask(page, question)
    })
  }
})
