import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, setPolicy } from './lab.ts'

test.use({ storageState: { cookies: [], origins: [] } })

test('a guess is answered by the why panel, a link says whether a challenge is solved, a presentation has large text', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Leave the lesson' }).click()

  await test.step('which block leaves first: the answer opens the panel of that block', async () => {
    await page.getByRole('button', { name: 'Games' }).click()
    await page.getByRole('button', { name: 'Guess what leaves first' }).click()
    const says = page.locator('.lesson-says')
    await expect(says).toContainText('Which block does Hybrid remove first?')
    await expect(page.locator('aside.why')).toHaveCount(0)
    const answers = page.locator('.lesson-words button')
    await expect(answers).toHaveCount(4)
    await answers.first().click()
    await expect(says).toContainText(/^(?:Right|No)\. /)
    await expect(page.locator('aside.why')).toContainText('Ranking of')
    await page.getByRole('button', { name: 'Leave the lesson' }).click()
  })

  await test.step('without a question the panel says what happened, and how it was decided on request', async () => {
    await page.locator('.lane[data-lane="fifo"] .block-walker').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const panel = page.locator('aside.why')
    await expect(panel.locator('.sentence')).toContainText('system prompt')
    await expect(panel.locator('section')).toHaveCount(0)
    await panel.getByText('How it was decided, and its text').click()
    await expect(panel.locator('section')).not.toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('a lesson stays in Learn, in plain words, until it needs controls', async () => {
    // The page writes its own lanes there once it has been at rest for a while.
    await page.waitForFunction(() => JSON.stringify(history.state).includes('"selected":null'))
    const own = await page.evaluate(() => JSON.stringify(history.state))
    await page.getByRole('button', { name: 'Why a window fills' }).click()
    await expect(page.locator('.lesson-words h2')).toContainText('Nothing leaves by itself')
    await expect(page.locator('.lane')).toHaveCount(1)
    const main = page.locator('main')
    await expect(main).toContainText('the reply has no room')
    expect(await main.innerText()).not.toMatch(/[a-z]_[a-z]|thresholds|was green/)
    await page.getByRole('button', { name: '3: What do you expect?' }).click()
    await expect(page.locator('.lesson-words h2')).toHaveText('What do you expect?')
    await expect(page.locator('.plot .future')).toBeAttached()
    await page.getByRole('button', { name: 'The request is refused' }).click()
    await expect(page.locator('.lesson-words h2')).toHaveText('What happens at the limit?')
    await page.getByRole('button', { name: '4: Let the run go on' }).click()
    await expect(page.getByRole('button', { name: 'Compare', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(main).toContainText('This step needs controls')
    await expect(page.getByRole('heading', { name: 'Lessons' })).toBeVisible()
    await andRun(page, () => page.getByRole('button', { name: 'Do it for me' }).click())
    await expect(page.locator('[data-done="true"]')).toBeAttached()
    await expect(page.locator('.lesson-words h2')).toHaveText('Let the run go on')
    // A step that is not true of the changed lane is told of the lesson's own.
    await andRun(page, () => page.getByRole('button', { name: '3: What happens at the limit?' }).click())
    await expect(page.locator('.lane h2')).toHaveText(['Unmanaged'])
    await expect(page.locator('.lesson-says')).toContainText('The window is nearly full')
    await page.getByRole('button', { name: '4: Let the run go on' }).click()
    await andRun(page, () => page.getByRole('button', { name: 'Do it for me' }).click())
    await expect(page.locator('[data-done="true"]')).toBeAttached()
    // A reload opens what the entry of the history holds: still the person's own lanes, also after its time of rest.
    await page.waitForTimeout(600)
    expect(await page.evaluate(() => JSON.stringify(history.state))).toBe(own)
  })

  await test.step('left, the lanes from before it are there again, as one step of undo', async () => {
    await andRun(page, () => page.getByRole('button', { name: '1: Nothing leaves by itself' }).click())
    await andRun(page, () => page.getByRole('button', { name: 'Leave the lesson' }).click())
    await expect(page.getByRole('button', { name: 'Learn', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.locator('.lane h2')).toHaveText(['Unprotected FIFO', 'Protected FIFO', 'Hybrid'])
    await andRun(page, () => page.keyboard.press('Control+z'))
    await expect(page.locator('.lane h2')).toHaveText(['Unmanaged'])
  })

  await test.step('a game that has nothing to ask of these lanes offers one that it can ask about', async () => {
    await page.getByRole('button', { name: 'Games' }).click()
    await page.getByRole('button', { name: 'Guess what leaves first' }).click()
    await andRun(page, () => page.getByRole('button', { name: 'Play it with Hybrid' }).click())
    await expect(page.locator('.lesson-says')).toContainText('Which block does Hybrid remove first?')
    await andRun(page, () => page.getByRole('button', { name: 'Back to your lanes' }).click())
    await expect(page.locator('.lane h2')).toHaveText(['Unmanaged'])
  })

  await test.step('a challenge is open, then solved, and its link says so', async () => {
    await andRun(page, () => page.getByRole('button', { name: 'Long pauses, nothing lost' }).click())
    const card = page.getByRole('region', { name: 'Challenge' })
    await expect(card).toContainText('Nothing solves it yet.')
    await setPolicy(page, 'fifo', 'default')
    await expect(card).toContainText('Solved: Managed meets all 2 conditions.')
    // The page writes its state once it has been at rest for a while.
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('"default"')
    await expect(page).toHaveURL(/#v1\./)
    const link = page.url()
    await page.goto('about:blank')
    await page.goto(link)
    await expect(card).toContainText('Solved: Managed meets all 2 conditions.')
  })

  await test.step('in a presentation nothing is smaller than 16 pixels, its link opens it again, and Escape ends it', async () => {
    await page.keyboard.press('b')
    await expect(page.locator('header.bar')).toHaveCount(0)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main :is(p, span, button, text, h1, h2, li)')]
        .filter((one) => one.getClientRects().length > 0 && one.textContent.trim() !== '')
        .filter((one) => one.closest('.legend svg, .unseen, details:not([open])') === null)
        .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16)
        .map((one) => one.outerHTML.slice(0, 90)),
    )
    expect(small).toEqual([])
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('presented')
    await page.reload()
    await expect(page.locator(':root.is-presented')).toBeAttached()
    await page.getByRole('button', { name: 'End the presentation' }).click()
    await expect(page.locator('header.bar')).toBeVisible()
    // While a run goes on, Escape stops it.
    await expect(page.locator('main[data-comparison]')).toBeVisible()
    await page.keyboard.press('b')
    await expect(page.locator('.present-bar')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('header.bar')).toBeVisible()
  })
})

test('the keys of slides step through a lesson that is presented', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const title = page.locator('.lesson-words h2')
  await expect(title).toHaveText('Every call sends everything again')
  // Its button has the focus, and is gone: Space must not end what it began.
  await page.getByRole('button', { name: 'Present' }).click()
  const told: readonly [string, string][] = [
    ['PageDown', 'The window fills'],
    ['Space', 'It is nearly full'],
    ['ArrowRight', 'The oldest goes first'],
    ['PageUp', 'It is nearly full'],
  ]
  for (const [key, step] of told) {
    await page.keyboard.press(key)
    await expect(title).toHaveText(step)
  }
  await expect(page.locator('.present-bar')).toBeVisible()
})
