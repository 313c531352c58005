import { expect as plain } from '@playwright/test'
import type { Locator } from '@playwright/test'

interface Patience {
  readonly timeout?: number
}

type Words = string | RegExp | readonly (string | RegExp)[]

/**
 * What Playwright expects, waiting cheaply for elements that are still to come: where one is not there yet, Playwright
 * describes the whole page to a screen reader at each look, which takes this page longer than what is waited for. The
 * verdict and its message are Playwright's own.
 */
export const expect = plain.extend({
  async toBeVisible(locator: Locator, options: Patience = {}) {
    const { isNot } = this
    // What came needs no second look, which takes a fiftieth of a second of this page.
    if (!(await comes(locator, isNot ? 'hidden' : 'visible', options.timeout ?? this.timeout)))
      await (isNot ? plain(locator).not : plain(locator)).toBeVisible(AT_ONCE)
    return verdict(isNot)
  },
  async toContainText(locator: Locator, words: Words, options: Patience = {}) {
    const { isNot } = this
    if (!isNot && !Array.isArray(words)) await comes(locator, 'attached', options.timeout ?? this.timeout)
    await (isNot ? plain(locator).not : plain(locator)).toContainText(words, options)
    return verdict(isNot)
  },
  async toHaveText(locator: Locator, words: Words, options: Patience = {}) {
    const { isNot } = this
    if (!isNot && !Array.isArray(words)) await comes(locator, 'attached', options.timeout ?? this.timeout)
    await (isNot ? plain(locator).not : plain(locator)).toHaveText(words, options)
    return verdict(isNot)
  },
})

/** Milliseconds for what was waited for already, so that the message can be told. */
const AT_ONCE = { timeout: 100 }

/** Waits, and says whether it came: what does not, and a locator of several elements, is for the matcher to tell. */
async function comes(
  locator: Locator,
  state: 'attached' | 'visible' | 'hidden',
  timeout: number,
): Promise<boolean> {
  return locator.waitFor({ state, timeout }).then(
    () => true,
    () => false,
  )
}

/** It holds: what does not hold has thrown. */
function verdict(isNot: boolean): { pass: boolean; message: () => string } {
  return { pass: !isNot, message: () => '' }
}
