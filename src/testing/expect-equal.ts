import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/*
 * Expectations for loops with thousands of comparisons. An `expect` is slow, so these call it only if it will fail;
 * they are as strict.
 */

/** As `expect(actual, where).toBe(expected)`. */
export function expectSame(actual: unknown, expected: unknown, where?: string): void {
  if (!Object.is(actual, expected)) expect(actual, where).toBe(expected)
}

/** As `expect(actual, where).toEqual(expected)`. */
export function expectEqual(actual: unknown, expected: unknown, where?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, where).toEqual(expected)
}

/** As `expect(actual, where).toBeLessThanOrEqual(most)`. */
export function expectAtMost(actual: number | undefined, most: number, where?: string): void {
  if (actual === undefined || !(actual <= most)) expect(actual, where).toBeLessThanOrEqual(most)
}
