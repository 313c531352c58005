import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { FIRST, LANE, openAt, setPolicy, turn, violations } from './lab.ts'

/** Presets from other articles, from a provider and from a log, and whether they edit this conversation. */
const STRATEGIES: readonly (readonly [policy: string, edits: boolean])[] = [
  ['token_trim_middle', true],
  ['tiered_full', true],
  ['rolling_summary', true],
  ['context_editing_compact', true],
  ['recorded', false],
  ['context_editing', true],
]

/** The lane with this policy; a changed lane is named after its policy. */
function lane(page: Page, policy: string) {
  return page.locator(`.lane[data-lane="${policy}"]`)
}

/** Goes from event to event until one is the lane's own, and returns its sentences. */
async function storiesOf(page: Page, policy: string, kinds: string): Promise<readonly string[]> {
  const told = page.locator(`.lane-stories[data-lane="${policy}"] li:is(${kinds}) p`)
  for (let step = 0; step < 60 && (await told.count()) === 0; step++) {
    await page.keyboard.press(']')
    const heading = page.getByRole('heading', {
      name: `Events of turn ${await turn(page)}`,
      exact: true,
    })
    await heading.waitFor()
  }
  await expect(told.first()).toBeVisible()
  return told.allInnerTexts()
}

test.describe('lanes of the other strategies', () => {
  test.setTimeout(60_000)

  test('STRAT-1 EDIT-1 A11Y-1 each runs, says what it did or refused, and why a block left', async ({
    page,
  }) => {
    await openAt(page, { source: FIRST, turn: 0, lanes: [LANE.hybrid] })
    let before = 'hybrid'
    for (const [policy, edits] of STRATEGIES) {
      await test.step(policy, async () => {
        await setPolicy(page, before, policy)
        await expect(lane(page, policy)).toBeVisible()
        const heading = page.getByRole('heading', { name: /^Events of turn/ })
        if ((await heading.count()) === 0) await page.getByRole('button', { name: /^Events of/ }).click()
        await expect(heading).toBeVisible()
        const kinds = edits ? '[data-kind="edit"]' : '[data-kind="unrecorded"], [data-kind="overflow"]'
        const stories = await storiesOf(page, policy, kinds)
        for (const story of stories) expect(story).toMatch(/^[A-Z0-9≈][^_]{20,}/)
        if (edits) {
          const own = page.locator(`.lane-stories[data-lane="${policy}"] li[data-kind="edit"]`)
          await own.getByRole('button', { name: 'Show the block' }).first().click()
          const sentence = page.locator('.why .sentence')
          await expect(sentence).toHaveText(/^[A-Z].{30,}\.$/)
          await expect(sentence).not.toHaveText(/undefined|NaN|Nothing was decided/)
          await expect(page.locator('.why .rung')).toContainText('Triggered by')
        }
      })
      before = policy
    }
    await test.step('axe finds nothing in the description of a provider’s edits', async () => {
      await page.getByRole('button', { name: 'Block timeline', exact: true }).click()
      await expect(page.locator('.why .became')).toBeVisible()
      expect(await violations(page, '.lanes', '.side')).toEqual([])
    })
  })
})
