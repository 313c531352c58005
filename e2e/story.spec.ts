import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, turn, violations } from './lab.ts'

/** The step that is told. */
const title = '.lesson-words h2'

test.use({ storageState: { cookies: [], origins: [] } })

test('a first visit: a story is told, stopped, stepped, left, and not told again', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/')
  const lanes = page.locator('.lane')
  const next = page.getByRole('button', { name: 'Next step' })

  await test.step('it says what a window is, shows one lane up to the playhead, and waits for those who want less motion', async () => {
    await expect(page.locator(title)).toContainText('Every call sends everything again')
    await expect(page.locator('#root').getByText('sends the whole history again')).toBeInViewport()
    await expect(lanes).toHaveCount(1)
    await expect(lanes.locator('.future')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await expect(lanes.locator('.plot')).toBeInViewport({ ratio: 0.9 })
    // The keys of the settings are in tips and in the fold.
    expect(await page.locator('main').innerText()).not.toMatch(/[a-z]_[a-z]|thresholds|evict/)
    expect(await violations(page, '.bar', '.lesson')).toEqual([])
  })
  await test.step('somebody with a log need not leave the story first', async () => {
    await page.getByRole('button', { name: 'Your data' }).click()
    await expect(page.getByLabel('Paste a log here')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Paste a log here')).toBeHidden()
  })
  await test.step('its steps come by button, name what happened, and move the playhead', async () => {
    for (let step = 2; step <= 5; step++) await next.click()
    await expect(page.locator(title)).toContainText('The task is lost')
    const told = page.locator('.lesson-says').getByRole('button', { name: /^turn \d+$/ })
    const lost = Number((await told.textContent())?.replace('turn ', ''))
    await expect(lanes.getByText('the task is lost', { exact: false }).first()).toBeAttached()
    expect(lost).toBeGreaterThan(0)
    // A click in the picture selects a block; the playhead stays where the words are about.
    const box = (await lanes.locator('.chart-row').boundingBox())!
    await page.mouse.click(box.x + box.width * 0.2, box.y + box.height - 12)
    await expect(page.locator('aside.why')).toBeVisible()
    await expect(lanes.locator('[data-part="task"]')).toHaveText('✕ the task is lost')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save the picture: The task is lost' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'The task is lost as SVG' }).click(),
    ])
    expect(file.suggestedFilename()).toContain('opening-5')
    await page.getByText('In figures').click()
    await expect(page.locator('.lesson-figures')).toContainText('pressure.thresholds.orange')
    for (let step = 6; step <= 10; step++) await next.click()
    await expect(page.locator(title)).toContainText('What it cost')
    await expect(lanes).toHaveCount(3)
    await expect(page.locator('.future')).toHaveCount(0)
  })
  await test.step('left, it shows the result, and is not told at the next visit, but can be started', async () => {
    // At the end the ways on are there.
    await expect(page.getByRole('button', { name: 'Leave the lesson' })).toHaveCount(0)
    await page.getByRole('button', { name: '9: What the agent had' }).click()
    await page.getByRole('button', { name: 'Leave the lesson' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('the task')
    expect(await turn(page)).toBeGreaterThan(0)
    // The playhead passes behind the words in a picture.
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    const atop = await lanes.first().evaluate((lane) => {
      const [line, words] = ['.cursor.playhead', '.plain-marks text'].map((one) => {
        const element = lane.querySelector<HTMLElement | SVGElement>(one)!
        element.style.pointerEvents = 'auto'
        return element.getBoundingClientRect()
      })
      return document.elementFromPoint(line!.x + line!.width / 2, words!.y + words!.height / 2)?.tagName
    })
    expect(atop).toBe('text')
    // The address follows the page after a rest.
    await page.waitForFunction(() => history.state !== null)
    await page.reload()
    await page.getByRole('button', { name: 'What happens when the window is full' }).click()
    await expect(page.locator(title)).toContainText('Every call sends everything again')
  })
  await test.step('more is shown by one switch, which is remembered', async () => {
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(page.locator('.lesson')).toHaveCount(0)
    await expect(page.getByText('figures are the same in every lane')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Requests' })).toHaveCount(0)
    await page.keyboard.press('h')
    await expect(page.locator('.plot .future')).toHaveCount(3)
    // Nothing else on the page tells what comes.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^What comes after the playhead is hidden/,
    )
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await expect(page.locator('tr[data-metric]')).toHaveCount(0)
    expect(await page.locator('main').innerText()).not.toContain('$')
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await expect(page.locator('tr[data-metric]').first()).toBeVisible()
    await page.getByRole('button', { name: 'Expert', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Requests' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('context-window-lab.depth'))).toBe('expert')
  })
  await test.step('somebody with a log of their own sees figures', async () => {
    await page.getByRole('button', { name: 'Learn', exact: true }).click()
    await expect(page.locator('.lanes-bar')).toHaveCount(0)
    const log = JSON.stringify([
      { role: 'user', content: 'Fix the build.' },
      { role: 'assistant', content: 'Done.' },
    ])
    await andRun(page, () => giveFile(page, 'own.json', log))
    await expect(page.locator('.lanes-bar')).toBeVisible()
  })
})

test('on a phone the lessons are reached while the story is told, and its picture has names', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#lesson=opening/6')
  await expect(page.locator(title)).toHaveText('It is missed')
  await expect(page.locator('[data-part="task"]')).toHaveText('✕ the task is missed')
  await expect(page.locator('[data-part="task"]')).toBeInViewport({ ratio: 0.95 })
  await page.getByRole('button', { name: 'Lessons' }).click()
  await page.getByRole('button', { name: 'What to remove' }).click()
  await page.getByRole('button', { name: 'Which end to cut' }).click()
  await expect(page.locator(title)).toBeVisible()
  await expect(page).toHaveURL(/#lesson=which-end\/1$/)
  await expect(page.getByRole('button', { name: 'What to remove' })).toHaveCount(0)
})

test('a story that plays goes from step to step until a hand stops it', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator(title)).toContainText('Every call sends everything again')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('a log given while the story is told: refused, the story stays; read, its figures stay', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator(title)).toContainText('Every call sends everything again')

  await test.step('one that cannot be read leaves the story as it was, and paused', async () => {
    await giveFile(page, 'cut.json', '[{"role": "user", "con')
    await expect(page.getByText('cut.json could not be run')).toBeVisible()
    await expect(page.locator(title)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Learn', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
  await test.step('one that is read ends it, and more of the page is shown until the user chooses', async () => {
    const log = JSON.stringify([
      { role: 'user', content: 'Fix the build.' },
      { role: 'assistant', content: 'Done.' },
    ])
    await giveFile(page, 'own.json', log)
    await expect(page.locator('.lanes-bar')).toBeVisible()
    await expect(page.locator('.lesson, .lessons')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Compare', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.getByRole('button', { name: 'Learn', exact: true }).click()
    await expect(page.locator('.lessons')).toBeVisible()
    await expect(page.locator('.lesson')).toHaveCount(0)
  })
})

test('whoever asks for more before the story begins sees all of it', async ({ page }) => {
  // The story waits for its card, which comes after the first picture.
  let give = (): void => undefined
  const given = new Promise<void>((done) => {
    give = done
  })
  await page.route(/LessonCard/, async (route) => {
    await given
    await route.continue()
  })
  // The page counts as loaded only with its card, if that is asked for early.
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('main[data-comparison]')).toBeVisible()
  // Its lanes would be replaced by those of the first step.
  await expect(page.locator('.lane')).toHaveCount(0)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.locator('.lane')).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('the task')
  await expect(page.getByRole('region', { name: 'Transport' })).toBeVisible()
  give()
  await expect(page.locator('.lesson')).toHaveCount(0)
  await expect(page.locator('.future')).toHaveCount(0)
})

test('a story whose card does not load leaves the comparison', async ({ page }) => {
  await page.route(/LessonCard/, (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('.lane')).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('the task')
  await expect(page.locator('.part-failed').first()).toContainText('The lesson: could not be loaded')
})

test('a story that plays waits while its figures are read, or something lies over the page', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.locator(title)).toContainText('Every call sends everything again')
  await page.getByText('In figures').click()
  await page.clock.runFor(30_000)
  await expect(page.locator(title)).toContainText('Every call sends everything again')
  await page.getByText('In figures').click()
  await page.getByRole('button', { name: 'Your data' }).click()
  await page.clock.runFor(30_000)
  await expect(page.locator(title)).toContainText('Every call sends everything again')
  await page.keyboard.press('Escape')
  await page.clock.runFor(10_000)
  await expect(page.locator(title)).not.toContainText('Every call sends everything again')
})

test('at the end of the story one more press of Next does nothing, and Back shows the lesson before', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#lesson=opening/9')
  await expect(page.locator(title)).toHaveText('What the agent had')
  await page.getByRole('button', { name: 'Next step' }).focus()
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Enter')
  await expect(page.locator(title)).toHaveText('What it cost')
  await expect(page.getByRole('button', { name: 'Next step' })).toBeFocused()
  await expect(page).toHaveURL(/#lesson=opening\/10$/)
  await page.getByRole('button', { name: 'Next lesson: Why a window fills' }).click()
  await expect(page).toHaveURL(/#lesson=window-fills\/1$/)
  await page.goBack()
  await expect(page.locator(title)).toHaveText('What it cost')
  await page.goForward()
  await expect(page.locator(title)).toHaveText('Nothing leaves by itself')
  // The second press of a double click must not skip a question.
  const { length } = await page.locator('.lesson-step').all()
  expect(length).toBeGreaterThan(2)
  await page.getByRole('button', { name: '2: ', exact: false }).first().click()
  await page.getByRole('button', { name: 'Next step' }).dblclick()
  await expect(page.locator(title)).toHaveText('What do you expect?')
})
