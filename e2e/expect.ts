import { expect as plain } from '@playwright/test'
import type { Locator } from '@playwright/test'

interface Patience {
  readonly timeout?: number
}

type Words = string | RegExp | readonly (string | RegExp)[]

/**
 * Playwright's matchers with a cheaper wait for elements that are not there yet: Playwright's own wait computes the
 * accessibility tree of the whole page at each attempt, which takes longer here than the element. Verdict and message
 * are Playwright's own.
 */
export const expect = plain.extend({
  async toBeVisible(locator: Locator, options: Patience = {}) {
    const { isNot } = this
    // Once it has appeared, the matcher is skipped: it takes 20 ms on this page.
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

/** Milliseconds for the matcher that produces the message, after the wait. */
const AT_ONCE = { timeout: 100 }

/** Waits, and returns whether it came. The matcher reports failures, and locators with several elements. */
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

/** A passing verdict: a failure has already thrown. */
function verdict(isNot: boolean): { pass: boolean; message: () => string } {
  return { pass: !isNot, message: () => '' }
}
